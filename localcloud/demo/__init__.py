"""Shows Karpenter at work for the customers of the stack `local`: `python -m localcloud demo`."""
