"""Whether the cluster carries its tenants: add-ons, admission, the controller's resources (W123, W186, W232)."""

from collections.abc import Iterator, Mapping
from decimal import ROUND_CEILING
from typing import Any, cast

from ..model.enums import Enforcement
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Problem
from ..model.tenant import TenantSpec
from ..rendering.addons import EBS_CSI_DRIVER
from ..rendering.admission import MUTATING
from ..versions import MinorNumber
from .rule import Family

POOLS_PER_CPU = 60
"""Pools that one cpu of the controller schedules for: each cpu of the request tries one pool at a time (since 1.5), and
one pass over 50 pools took 74 ms in kubernetes-sigs/karpenter#3181."""

_WHEN_CLEAN = "write enforce when the audit is clean"


def w123_driver_does_not_tolerate_tenants(platform: Platform) -> Iterator[Problem]:
    """The EBS driver's DaemonSet without its toleration of every taint, where admission does not add the tenant's.

    Source: `node.tolerateAllTaints` in the chart of aws-ebs-csi-driver, true unless it is set.
    """
    cluster = platform.settings.cluster
    kubernetes = MinorNumber.parse(cluster.kubernetes_version)
    driver = cluster.active_addons.get(EBS_CSI_DRIVER)
    if driver is None or kubernetes is None or kubernetes >= MUTATING:
        return
    node = _mapping(driver.configuration_values.get("node"))
    if node.get("tolerateAllTaints") is not False or any(map(_tolerates_all, node.get("tolerations", ()))):
        return
    what = "DaemonSet ebs-csi-node does not tolerate karpenter-tenants/tenant, pods with volumes would hang"
    yield Problem(None, ("platform:cluster", "addons"), "W123", what, "give it operator: Exists")


def w186_tenant_in_audit(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A tenant whose nodes others can reach for the time being."""
    if tenant.enforcement is Enforcement.AUDIT and settings.admission.mode is not Enforcement.AUDIT:
        yield Problem(tenant.name, ("enforcement",), "W186", _audit_leaves(f"{tenant.name}'s nodes"), _WHEN_CLEAN)


def w186_stack_in_audit(platform: Platform) -> Iterator[Problem]:
    """The same where the stack says so for all of its tenants: told once, since there is one word to change."""
    in_audit = [tenant.name for tenant in platform.tenants if tenant.enforcement is Enforcement.AUDIT]
    if in_audit and platform.settings.admission.mode is Enforcement.AUDIT:
        nodes = f"{in_audit[0]}'s nodes" if len(in_audit) == 1 else f"the nodes of {len(in_audit)} tenants"
        yield Problem(None, ("platform:admission", "mode"), "W186", _audit_leaves(nodes), _WHEN_CLEAN)


def _audit_leaves(nodes: str) -> str:
    return (
        f"audit leaves the taint off, so pods of others that select no nodes can land on {nodes},"
        " and only another tenant's selector or toleration is still denied"
    )


def w232_tenants_outgrow_controller(platform: Platform) -> Iterator[Problem]:
    """More pools than the controller's cpu request schedules for."""
    pools = sum(len(tenant.provisioners) for tenant in platform.tenants)
    cpu = platform.settings.karpenter.resources.requests.get("cpu")
    needed = -(-pools // POOLS_PER_CPU)
    if cpu is not None and cpu.value.to_integral_value(ROUND_CEILING) < needed:
        what = f"{cpu} is little for {pools} pools, scheduling slows down for everyone"
        path = ("platform:karpenter", "resources", "requests", "cpu")
        yield Problem(None, path, "W232", what, f"write {needed}")


def _tolerates_all(toleration: object) -> bool:
    written = _mapping(toleration)
    return written.get("operator") == "Exists" and not written.get("key")


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


FAMILY = Family(
    platform=(w123_driver_does_not_tolerate_tenants, w186_stack_in_audit, w232_tenants_outgrow_controller),
    tenant=(w186_tenant_in_audit,),
)
