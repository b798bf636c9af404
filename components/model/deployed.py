"""What the last deployment of a stack left, as its own outputs tell it: the cluster, and its tenants by state.

Read before the first resource, so that a preview can speak of changes and refuse what would take tenants away.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from .enums import TenantState

_FOREIGN: Final = "is not what this program exports"


class ForeignOutputs(ValueError):
    """Outputs that this program did not write; the text says which one."""


@dataclass(frozen=True, slots=True)
class DeployedTenant:
    """One tenant of the last deployment.

    Attributes:
        pools: Keys of the provisioners that it had pools of, sorted: a preview and a deployment get them in any order.
        static: Whether a pool was a static one, by key; without those of which it is not told.
    """

    state: TenantState
    pools: tuple[str, ...] = ()
    static: Mapping[str, bool] = field(default_factory=dict[str, bool])


@dataclass(frozen=True, slots=True)
class Deployment:
    """The last deployment; without cluster and tenants when there was none.

    Attributes:
        tenants: By name.
    """

    cluster: str | None
    tenants: Mapping[str, DeployedTenant]


def read_outputs(outputs: object) -> Deployment:
    """The deployment that a stack's outputs tell of.

    Args:
        outputs: As the engine gives them, or `pulumi stack output --json`; empty before the first deployment.

    Raises:
        ForeignOutputs: They are those of another program.
    """
    fields = _mapping(outputs, "the whole")
    cluster = fields.get("clusterName")
    if cluster is not None and not isinstance(cluster, str):
        raise ForeignOutputs(f"clusterName {_FOREIGN}")
    tenants = _mapping(fields.get("tenants", {}), "tenants")
    return Deployment(cluster, {name: _tenant(name, summary) for name, summary in sorted(tenants.items())})


def _tenant(name: str, summary: object) -> DeployedTenant:
    path = f"tenants.{name}"
    fields = _mapping(summary, path)
    pools = _mapping(fields.get("pools", {}), f"{path}.pools")
    summaries = {key: _mapping(pool, f"{path}.pools.{key}") for key, pool in pools.items()}
    static = {key: pool["static"] is True for key, pool in summaries.items() if "static" in pool}
    try:
        return DeployedTenant(TenantState(fields.get("state")), tuple(sorted(pools)), static)
    except ValueError:
        raise ForeignOutputs(f"{path}.state {_FOREIGN}") from None


def _mapping(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ForeignOutputs(f"{path} {_FOREIGN}")
    return cast("Mapping[str, Any]", value)
