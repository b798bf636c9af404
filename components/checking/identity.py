"""Who may act as whom: node roles, people, and pods through the metadata service (E134, W135, E137, E197, W225)."""

from collections.abc import Iterator, Mapping

from ..model import names
from ..model.arn import PrincipalArn, RoleArn
from ..model.enums import OperatingSystem, TokenUse
from ..model.karpenter import KarpenterSettings
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Path, Problem
from ..model.tenant import TenantSpec
from ..rendering.platform_pools import PlatformPool, platform_pools
from ..rendering.requirements import operating_system
from .image import family_of, operating_system_of
from .places import NodeClass
from .rule import Family

_Named = tuple[str, str]
"""`role` or `instanceProfile`, and a bare name in small letters: IAM keeps names apart ignoring case."""


def e134_role_of_somebody_else(platform: Platform) -> Iterator[Problem]:
    """A node role or profile that belongs to the controller, the core nodes, a pool of the platform or another
    tenant."""
    owners = dict(_made_here(platform))
    for pool, path, named, written in _given_by_platform(platform.settings.karpenter):
        owner = owners.setdefault(named, _of_pool(pool))
        if owner != _of_pool(pool):
            what = f'"{written}" is {owner} own {_noun(named)}'
            yield Problem(None, path, "E134", what, "remove it, the platform makes one for the pool")
    for tenant in platform.tenants:
        for path, named, written in _given(tenant):
            owner = owners.setdefault(named, _of_tenant(tenant))
            if owner != _of_tenant(tenant):
                what = f'"{written}" is {owner} own {_noun(named)}'
                fix = f"remove it, the platform makes one for {tenant.name}"
                yield Problem(tenant.name, path, "E134", what, fix)


def w135_role_not_made_here(platform: Platform) -> Iterator[Problem]:
    """A node role or profile whose passing the product does not manage, nor the access entry of the profile's role."""
    made = _made_here(platform)
    given = [
        (None, path, named, written) for _, path, named, written in _given_by_platform(platform.settings.karpenter)
    ]
    given += [(tenant.name, *each) for tenant in platform.tenants for each in _given(tenant)]
    for tenant, path, named, written in given:
        if named not in made:
            entry = "" if named[0] == "role" else " and its role an EC2_LINUX access entry"
            fix = f"give the controller iam:PassRole by platform:karpenter.policyAdditions{entry}, or remove it"
            yield Problem(tenant, path, "W135", f'"{written}" is not made here', fix)


def e137_one_role_for_two_systems(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A given role or profile on a Windows class that a Linux class of the tenant has too."""
    by_system: dict[OperatingSystem | None, list[tuple[Path, _Named, str]]] = {}
    for path, named, written in _given(tenant):
        system = _system_of(tenant, str(path[1]))
        by_system.setdefault(system, []).append((path, named, written))
    linux = {named for _, named, _ in by_system.get(OperatingSystem.LINUX, ())}
    for path, named, written in by_system.get(OperatingSystem.WINDOWS, ()):
        if named in linux:
            what = f'"{written}" also serves linux, an access entry has one type'
            yield Problem(tenant.name, path, "E137", what, "give windows its own role")


def e197_principal_twice(platform: Platform) -> Iterator[Problem]:
    """A person's principal in two places of the cluster, or one that is a node role."""
    owners: dict[str, str] = {}
    roles_and_profiles = {
        **_made_here(platform),
        **{named: _of_pool(pool) for pool, _, named, _ in _given_by_platform(platform.settings.karpenter)},
        **{named: _of_tenant(tenant) for tenant in platform.tenants for _, named, _ in _given(tenant)},
    }
    node_roles = {name: owner for (field, name), owner in roles_and_profiles.items() if field == "role"}
    for tenant, path, arn, here in _people(platform):
        if ":role/" in arn and arn.name.lower() in node_roles:
            what = f"{arn} is {node_roles[arn.name.lower()]} node role, EKS keeps one entry per principal"
            yield Problem(tenant, path, "E197", what, "use a role of people")
        elif owners.setdefault(arn, here) != here:
            what = f"{arn} is also {owners[arn]}, EKS keeps one entry per principal"
            yield Problem(tenant, path, "E197", what, "keep one" if tenant is None else "use a role per tenant")


def _people(platform: Platform) -> Iterator[tuple[str | None, Path, RoleArn | PrincipalArn, str]]:
    """(tenant, place, principal, whose it is) of every principal of a person, what is the stack's first."""
    cluster = platform.settings.cluster
    first: dict[str, int] = {}
    for index, arn in enumerate(cluster.admin_role_arns):
        # Every item here makes an entry, so a second one is a second place.
        number = "" if first.setdefault(arn, index) == index else f"[{index}]"
        yield None, ("platform:cluster", "adminRoleArns", index), arn, f"in platform:cluster.adminRoleArns{number}"
    for index, operator in enumerate(cluster.operators):
        if operator.principal_arn is not None:
            path: Path = ("platform:cluster", "operators", index, "principalArn")
            yield None, path, operator.principal_arn, "in platform:cluster.operators"
    for tenant in platform.tenants:
        for index, access in enumerate(tenant.access):
            if access.principal_arn is not None:
                path = ("access", index, "principalArn")
                yield tenant.name, path, access.principal_arn, f"in tenant {tenant.name}"


def w225_metadata_open_to_pods(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """A class whose metadata service answers pods, which gives each of them the node role."""
    options = node_class.spec.metadata_options
    limits: dict[Path, int] = {("metadataOptions", "httpPutResponseHopLimit"): options.http_put_response_hop_limit}
    if node_class.spec.imds_hop_limit is not None:
        limits[("imdsHopLimit",)] = node_class.spec.imds_hop_limit
    for path, limit in limits.items():
        if limit > 1:
            what = f"{limit} gives every pod the node role"
            yield node_class.problem(path, "W225", what, "write 1 and use iam.workloads")
    if options.http_tokens is TokenUse.OPTIONAL:
        what = "optional gives the node role to whoever can make a pod fetch an address"
        yield node_class.problem(
            ("metadataOptions", "httpTokens"), "W225", what, "write required and use iam.workloads"
        )


def _made_here(platform: Platform) -> Mapping[_Named, str]:
    """Whose each role and instance profile is that the program makes or that its controller uses."""
    cluster = platform.settings.cluster.name
    owners: dict[_Named, str] = {("role", name): owner for name, owner in platform_roles(platform.settings).items()}
    nodes = [(pool.owner, _of_pool(pool)) for pool in platform_pools(platform.settings.karpenter)]
    nodes += [(tenant.name, _of_tenant(tenant)) for tenant in platform.tenants]
    for name, owner in nodes:
        for system in OperatingSystem:
            owners["role", names.node_role(cluster, name, system).lower()] = owner
            owners["instanceProfile", names.instance_profile(cluster, name, system).lower()] = owner
    return owners


def platform_roles(settings: PlatformSettings) -> Mapping[str, str]:
    """Whose each role of the cluster itself is, by its name in small letters."""
    cluster = settings.cluster.name
    controller = settings.karpenter.controller_role
    owners = {
        (controller.name or names.controller_role(cluster)).lower(): "the controller's",
        names.core_node_role(cluster).lower(): "the core nodes'",
        names.cluster_role(cluster).lower(): "the cluster's",
    }
    if controller.existing_arn is not None:
        owners[controller.existing_arn.name.lower()] = "the controller's"
    return owners


def _of_pool(pool: PlatformPool) -> str:
    """Whose the pool's roles are, as messages say it."""
    return f"the {pool.owner} pool's"


def _of_tenant(tenant: TenantSpec) -> str:
    """The same of a tenant's roles."""
    return f"tenant {tenant.name}'s"


def _given(tenant: TenantSpec) -> Iterator[tuple[Path, _Named, str]]:
    """Path, look-up key and written name of each role and instance profile that the tenant's classes name."""
    for key, node_class in tenant.node_classes.items():
        for field, name in (("role", node_class.role), ("instanceProfile", node_class.instance_profile)):
            if name is not None:
                yield ("nodeClasses", key, field), (field, name.lower()), name


def _given_by_platform(settings: KarpenterSettings) -> Iterator[tuple[PlatformPool, Path, _Named, str]]:
    """The same of the platform's own pools, each with its pool."""
    for pool in platform_pools(settings):
        node_class = pool.spec.node_class
        for field, name in (("role", node_class.role), ("instanceProfile", node_class.instance_profile)):
            if name is not None:
                yield pool, ("platform:karpenter", pool.word, "nodeClass", field), (field, name.lower()), name


def _noun(named: _Named) -> str:
    return "role" if named[0] == "role" else "instance profile"


def _system_of(tenant: TenantSpec, key: str) -> OperatingSystem | None:
    """The system of a class by its image, else by its first pool; None where nothing tells it."""
    written = operating_system_of(family_of(tenant.node_classes[key]))
    if written is not None:
        return written
    return next((operating_system(pool) for pool in tenant.provisioners.values() if pool.node_class == key), None)


FAMILY = Family(
    platform=(e134_role_of_somebody_else, w135_role_not_made_here, e197_principal_twice),
    tenant=(e137_one_role_for_two_systems,),
    node_class=(w225_metadata_open_to_pods,),
)
