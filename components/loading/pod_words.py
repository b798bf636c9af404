"""Words of a pod's spec that people write at a pool or at the top of a tenant file, and what is there instead.

They are no words of any NodePool, old or new; without this the nearest word that is one would be offered.
"""

from typing import Final

from pydantic import BaseModel

from ..model.pool import PoolSpec
from ..model.problem import Path
from ..model.tenant import TenantSpec
from .vocabulary import model_at

_TAINTS: Final = (
    "pools have taints, and pods tolerate them: admission gives pods the toleration of the tenant's own taint"
)
_LABELS: Final = "pools have labels and requirements; admission sends the tenant's pods to its own pools"

_FIXES: Final = {
    "toleration": _TAINTS,
    "tolerations": _TAINTS,
    "nodeSelector": _LABELS,
    "affinity": _LABELS,
    "nodeAffinity": _LABELS,
}


def word_of_pods(root: type[BaseModel], path: Path) -> tuple[str, str] | None:
    """(what is wrong, what to write) for a word of pods at a pool or a tenant; None for any other word or place."""
    owner = model_at(root, path[:-1])
    fix = _FIXES.get(str(path[-1]))
    if fix is None or owner is None or not issubclass(owner, (PoolSpec, TenantSpec)):
        return None
    return "a field of pods", f"remove it, {fix}"
