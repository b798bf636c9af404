"""Handlers of IAM."""
