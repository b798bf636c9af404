"""`try`: the real scheduler on a cluster of its own says which nodes a workload would need."""
