"""Whether what is named exists: node classes, provisioners, namespaces, tenants, pins of a ring (E009).

Files (profiles, objects, tenants) are looked for by `loading`.
"""

from collections.abc import Iterable, Iterator

from ..model.access import ALL
from ..model.enums import AmiAlias
from ..model.guards import EVERY_TENANT
from ..model.nearest import nearest
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Path, Problem
from ..model.tenant import MAIN_RING, TenantSpec
from ..rendering.ami import image, pins_of
from ..rendering.requirements import operating_system
from .image import written_image
from .places import NodeClass, node_classes_of
from .rule import Family


def e009_node_class_missing(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A provisioner whose class the tenant does not have."""
    for key, provisioner in tenant.provisioners.items():
        if provisioner.node_class not in tenant.node_classes:
            what = f"nodeClasses.{provisioner.node_class} does not exist in {tenant.name}"
            path = ("provisioners", key, "nodeClass")
            yield Problem(tenant.name, path, "E009", what, "add it or write default")


def e009_provisioner_missing(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A namespace whose pods would go to a pool that the tenant does not have."""
    for index, namespace in enumerate(tenant.namespaces):
        if namespace.provisioner is not None and namespace.provisioner not in tenant.provisioners:
            what = f"provisioners.{namespace.provisioner} does not exist in {tenant.name}"
            path = ("namespaces", index, "provisioner")
            fix = _meant(namespace.provisioner, tenant.provisioners) or "add it or name another"
            yield Problem(tenant.name, path, "E009", what, fix)


def e009_namespace_missing(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A service account or a person in a namespace that is not the tenant's."""
    own = tenant.namespace_names
    written: list[tuple[Path, str]] = [
        (("iam", "workloads", index, "namespace"), workload.namespace)
        for index, workload in enumerate(tenant.iam.workloads)
    ]
    for index, access in enumerate(tenant.access):
        if access.namespaces != ALL:
            written += ((("access", index, "namespaces", at), name) for at, name in enumerate(access.namespaces))
    for path, name in written:
        if name not in own:
            what = f"{name} is no namespace of {tenant.name}"
            fix = _meant(name, own) or f"write one of {', '.join(own)}"
            yield Problem(tenant.name, path, "E009", what, fix, judged_by=(("namespaces",),))


def e009_tenant_missing(platform: Platform) -> Iterator[Problem]:
    """A tenant that is named beside the list and is not in it.

    Nothing is said of one that a listed name without a valid file was probably meant to be: that name is reported.
    """
    valid = {tenant.name for tenant in platform.tenants}
    known = valid | set(platform.settings.tenants)
    for tenant, path, name in _named_tenants(platform):
        if name not in known and nearest(name, known - valid) is None:
            fix = _meant(name, sorted(known)) or "add it there or remove it here"
            yield Problem(tenant, path, "E009", f"{name} is not in platform:tenants", fix)


def _named_tenants(platform: Platform) -> Iterator[tuple[str | None, Path, str]]:
    """(tenant whose file it is, path, name) of every tenant that is named beside the list."""
    for index, operator in enumerate(platform.settings.cluster.operators):
        if operator.tenants != ALL:
            for at, name in enumerate(operator.tenants):
                yield None, ("platform:cluster", "operators", index, "tenants", at), name
    for name in platform.settings.guards.per_tenant:
        if name != EVERY_TENANT:
            yield None, ("platform:guards", "perTenant", name), name
    for tenant in platform.tenants:
        for field, peers in (
            ("allowFrom", tenant.network_policy.allow_from),
            ("allowTo", tenant.network_policy.allow_to),
        ):
            for index, peer in enumerate(peers):
                if peer.tenant is not None:
                    yield tenant.name, ("networkPolicy", field, index, "tenant"), peer.tenant


def e009_ring_missing(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """A ring that the stack does not have, while a class takes its pin; without any pin that is said of the class."""
    rings = settings.amis
    if tenant.ring in rings or tenant.ring == MAIN_RING:
        return
    if any(_family_without_pin(each, settings) for each in node_classes_of(tenant).values()):
        fix = _meant(tenant.ring, rings) or (f"write one of {', '.join(rings)}" if rings else "add it")
        yield Problem(tenant.name, ("ring",), "E009", f"platform:amis.{tenant.ring} does not exist", fix)


def e009_pin_missing(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """A family without version that the tenant's ring does not pin; said of the ring where only that is written."""
    family = _family_without_pin(node_class, settings)
    ring = node_class.ring
    if family is None or (ring not in settings.amis and ring != MAIN_RING):
        return
    what = f"platform:amis.{ring} has no pin for {family}"
    if node_class.spec.ami is not None or ring == MAIN_RING:
        yield node_class.problem(("ami",), "E009", what, f"add one or write {family}@<version>")
    else:
        fix = f"add one or write {node_class.name}.ami: {family}@<version>"
        yield Problem(node_class.tenant, ("ring",), "E009", what, fix)


def _family_without_pin(node_class: NodeClass, settings: PlatformSettings) -> AmiAlias | None:
    """The family of a class that is used, where neither the class nor its ring says which version."""
    if not node_class.pools or node_class.spec.ami_selector_terms:
        return None
    written = written_image(node_class.spec)
    if written is not None and written.family not in tuple(AmiAlias):
        return None
    pins = pins_of(settings.amis, node_class.ring)
    family, version = image(node_class.spec, pins, operating_system(node_class.pools[0]))
    return family if version is None else None


def _meant(name: str, known: Iterable[str]) -> str | None:
    meant = nearest(name, known)
    return None if meant is None else f"did you mean {meant}?"


FAMILY = Family(
    platform=(e009_tenant_missing,),
    tenant=(e009_node_class_missing, e009_provisioner_missing, e009_namespace_missing, e009_ring_missing),
    node_class=(e009_pin_missing,),
)
