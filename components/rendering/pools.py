"""Which pools and node classes of a tenant there are, how they are called, and which systems their nodes run.

The tenant's state decides: `suspended` has no pools, `offboarding` neither pools nor node classes.
"""

from collections.abc import Mapping

from ..model import names
from ..model.enums import Isolation, OperatingSystem, TenantState
from ..model.limits import Limits
from ..model.platform import PlatformSettings
from ..model.pool import PoolSpec
from ..model.provisioner import ProvisionerSpec
from ..model.tenant import TenantSpec
from .requirements import operating_system


def rendered_pools(tenant: TenantSpec) -> tuple[str, ...]:
    """Keys of the provisioners that become NodePools, in the order of the tenant file."""
    return tuple(tenant.provisioners) if starts_pods(tenant) else ()


def starts_pods(tenant: TenantSpec) -> bool:
    """Whether the API server takes new pods of the tenant."""
    return tenant.state not in (TenantState.SUSPENDED, TenantState.OFFBOARDING)


def used_node_classes(tenant: TenantSpec) -> tuple[str, ...]:
    """Keys of the node classes that become EC2NodeClasses: those of a provisioner, each once.

    A suspended tenant keeps them, so that its pools can come back.
    """
    if tenant.state is TenantState.OFFBOARDING:
        return ()
    return tuple(dict.fromkeys(provisioner.node_class for provisioner in tenant.provisioners.values()))


def pools_in_reach(tenant: TenantSpec, settings: PlatformSettings) -> Mapping[str, PoolSpec]:
    """Pools that the tenant's pods may run on: its own by key, or the one that it shares, by its word."""
    if tenant.isolation is Isolation.DEDICATED:
        return tenant.provisioners
    shared = settings.karpenter.shared_pool
    return {} if shared is None else {"sharedPool": shared}


def operating_systems(tenant: TenantSpec) -> tuple[OperatingSystem, ...]:
    """Systems of all the tenant's pools, each once, whatever its state: node roles outlive the pools."""
    return tuple(sorted({operating_system(provisioner) for provisioner in tenant.provisioners.values()}))


def node_class_os(tenant: TenantSpec, key: str) -> OperatingSystem:
    """System of the nodes of a class that a provisioner uses; pools of one class share their images."""
    return next(operating_system(each) for each in tenant.provisioners.values() if each.node_class == key)


def given_node_roles(tenant: TenantSpec, system: OperatingSystem) -> tuple[str, ...]:
    """Names of the roles that classes of a system name in place of the made one, each once, in the order of the
    pools."""
    keys = dict.fromkeys(pool.node_class for pool in tenant.provisioners.values())
    roles = (tenant.node_classes[key].role for key in keys if node_class_os(tenant, key) is system)
    return tuple(dict.fromkeys(role for role in roles if role is not None))


def node_pool_name(tenant: TenantSpec, key: str) -> str:
    """Name of the NodePool of a provisioner."""
    return tenant.provisioners[key].existing_name or names.node_pool(tenant.name, key)


def node_class_name(tenant: TenantSpec, key: str) -> str:
    """Name of the EC2NodeClass of a node class."""
    return tenant.node_classes[key].existing_name or names.ec2_node_class(tenant.name, key)


def limits_in_force(tenant: TenantSpec, spec: ProvisionerSpec) -> tuple[str, Limits]:
    """The field whose limits hold in the tenant's state, and these; a static pool is held by its replicas anyway."""
    frozen = tenant.state is TenantState.FROZEN and (spec.frozen_limits or spec.replicas is None)
    return ("frozenLimits", spec.frozen_limits) if frozen else ("limits", spec.limits)
