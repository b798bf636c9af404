"""Stand-in Pulumi providers `aws` and `eks`: the same properties, names and refusals, against the local AWS."""
