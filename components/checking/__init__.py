"""Rules over the merged set of tenants: what no object can know about itself. One module per family of codes."""

from .run import check

__all__ = ["check"]
