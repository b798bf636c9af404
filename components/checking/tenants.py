"""Whether the tenants of a stack can stand beside each other, and each in its state (E017, E022, E023)."""

from collections.abc import Iterator, Mapping

from ..model import names
from ..model.enums import Isolation, TenantState
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Path, Problem
from ..model.tenant import TenantSpec
from ..rendering.admission.pods import SYSTEM_NAMESPACES
from ..rendering.platform_pools import platform_pools
from ..rendering.storage_classes import default_storage_class
from .capacity import BOUNDS
from .rule import Family

_PLATFORM = "the platform"


def e017_isolation_disagrees(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A dedicated tenant without pools, a shared one with pools, or one without a pool to share."""
    if tenant.isolation is Isolation.DEDICATED:
        if not tenant.provisioners:
            what = "isolation dedicated needs at least one"
            yield Problem(tenant.name, ("provisioners",), "E017", what, "add one or write isolation: shared")
        return
    if tenant.provisioners:
        what = "isolation shared has no nodes of its own"
        yield Problem(tenant.name, ("provisioners",), "E017", what, "remove them or write isolation: dedicated")
    if settings.karpenter.shared_pool is None:
        what = "shared needs platform:karpenter.sharedPool, which this stack does not have"
        yield Problem(tenant.name, ("isolation",), "E017", what, "add it there or write dedicated")


def e022_frozen_without_limits(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A frozen pool that nothing holds at its present size; static pools keep their `replicas`.

    A tenant that shares its pool with others has none to hold.
    """
    if tenant.state is not TenantState.FROZEN:
        return
    if tenant.isolation is Isolation.SHARED:
        what = "frozen holds pools at their present size, and isolation shared has none of its own"
        fix = "bound it by namespaces[].resourceQuota, or write suspended, which refuses new pods"
        yield Problem(tenant.name, ("state",), "E022", what, fix)
        return
    for key, provisioner in tenant.provisioners.items():
        limits = provisioner.frozen_limits
        if provisioner.replicas is None and not any(bound in limits for bound in BOUNDS):
            written = f"none of {', '.join(BOUNDS)}" if limits else "missing"
            what = f"{written} while state is frozen, nothing would hold the pools at their present size"
            fix = f"run karpenter-tenants freeze {tenant.name}"
            yield Problem(tenant.name, ("provisioners", key, "frozenLimits"), "E022", what, fix)


def e023_taken_over_twice(platform: Platform) -> Iterator[Problem]:
    """A namespace, NodePool, EC2NodeClass or StorageClass that two entries would own."""
    owners: dict[tuple[str, str], tuple[str, Path]] = {
        ("Namespace", name): (_PLATFORM, ()) for name in _namespaces_of_the_platform(platform.settings)
    }
    for pool in platform_pools(platform.settings.karpenter):
        for kind in ("NodePool", "EC2NodeClass"):
            owners[kind, pool.name] = (f"platform:karpenter.{pool.word}", ())
    if (default_class := default_storage_class(platform.settings)) is not None:
        owners["StorageClass", default_class["metadata"]["name"]] = (_PLATFORM, ())
    for tenant in platform.tenants:
        for path, (kind, name) in _objects(tenant).items():
            other, other_path = owners.setdefault((kind, name), (tenant.name, path))
            if other_path is path:
                continue
            # Of two entries the one that takes over is at fault; made names never collide with each other.
            ours = _takes_over(path) or other == _PLATFORM
            loser, at, owner = (tenant.name, path, other) if ours else (other, other_path, tenant.name)
            what = f'"{name}" is also owned by {owner}'
            yield Problem(loser, at, "E023", what, "an object has one owner, remove one")


def _namespaces_of_the_platform(settings: PlatformSettings) -> tuple[str, ...]:
    return (*SYSTEM_NAMESPACES, settings.karpenter.namespace, *settings.admission.system_namespaces)


def _objects(tenant: TenantSpec) -> Mapping[Path, tuple[str, str]]:
    """Kind and name of each object by the path that names it; a path ends in `existingName` where it is taken over."""
    found: dict[Path, tuple[str, str]] = {}
    for index, namespace in enumerate(tenant.namespaces):
        if namespace.existing_name is not None:
            found["namespaces", index, "existingName"] = ("Namespace", namespace.existing_name)
        else:
            found["namespaces", index] = ("Namespace", names.namespace(tenant.name, namespace.suffix))
    for key, provisioner in tenant.provisioners.items():
        if provisioner.existing_name is not None:
            found["provisioners", key, "existingName"] = ("NodePool", provisioner.existing_name)
        else:
            found["provisioners", key] = ("NodePool", names.node_pool(tenant.name, key))
    for key, node_class in tenant.node_classes.items():
        if node_class.existing_name is not None:
            found["nodeClasses", key, "existingName"] = ("EC2NodeClass", node_class.existing_name)
        else:
            found["nodeClasses", key] = ("EC2NodeClass", names.ec2_node_class(tenant.name, key))
    for key in tenant.storage.classes:
        found["storage", "classes", key] = ("StorageClass", names.storage_class(tenant.name, key))
    return found


def _takes_over(path: Path) -> bool:
    return path[-1] == "existingName"


FAMILY = Family(platform=(e023_taken_over_twice,), tenant=(e017_isolation_disagrees, e022_frozen_without_limits))
