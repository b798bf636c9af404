"""`karpenter-tenants`: what an operator runs on a laptop or in a pull request, without credentials or Pulumi."""

from .group import main

__all__ = ["main"]
