"""Handlers of EKS."""
