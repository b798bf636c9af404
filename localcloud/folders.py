"""Where the local cloud keeps its files.

Two kinds of folder: inside the checkout (ignored by git), gone with it; and one cache for all checkouts of a user, so
that a second clone of the same sources builds nothing.
"""

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
"""The folder that holds `localcloud/`, and with it Pulumi.yaml."""

TOOLS = CHECKOUT / "localcloud" / "tools"
"""One Go module per tool, or per group of tools that share their versions."""

BIN = CHECKOUT / "localcloud" / "bin"
"""Links to the built binaries; comes first on the PATH of the local cloud."""

CHARTS = BIN / "charts"
"""`<Karpenter version>/karpenter`, `…/karpenter-crd` and `…/crds` for each version that can be deployed locally."""

INSTANCES = CHECKOUT / ".localcloud"
"""`<name>/` for each instance of the local cloud."""


def cache() -> Path:
    """The cache of this user, shared by all checkouts (XDG base directory specification)."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "karpenter-tenants"
