"""Runs Karpenter's real controller outside of the cluster, as its Deployment says it is to run inside."""
