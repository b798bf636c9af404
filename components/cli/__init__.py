"""`karpenter-tenants`: what an operator runs on a laptop and in a pull request, without credentials and without Pulumi."""

from .group import main

__all__ = ["main"]
