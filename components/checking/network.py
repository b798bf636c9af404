"""Subnets, security groups and host names (E130, E138, E187)."""

from collections.abc import Iterator

from ..model.platform import Platform, PlatformSettings
from ..model.problem import Problem
from ..rendering.tags import DISCOVERY
from .places import NodeClass
from .rule import Family

ANY = "*"


def e130_selector_matches_nothing(node_class: NodeClass, settings: PlatformSettings) -> Iterator[Problem]:
    """A selector of discovery tags that this stack does not write: the key has one value on each resource.

    Other tags are judged only in a network that the program makes: what else others tagged is not known here.
    """
    cluster = settings.cluster
    carried = {**cluster.tags, DISCOVERY: cluster.name} if settings.karpenter.discovery_tags else dict(cluster.tags)
    made_here = cluster.vpc is not None and cluster.vpc.create is not None
    own = ", ".join(subnet.id for subnet in cluster.vpc.subnet_ids) if cluster.vpc else ""
    of_subnets = f"write subnets: [{own}]" if own else "remove it, the cluster's subnets are the default"
    of_groups = "remove it, the cluster's own group is the default"
    spec = node_class.spec
    for field, kind, terms, fix in (
        ("subnetSelectorTerms", "subnet", spec.subnet_selector_terms, of_subnets),
        ("securityGroupSelectorTerms", "security group", spec.security_group_selector_terms, of_groups),
    ):
        for index, term in enumerate(terms):
            judged = term.tags if made_here and kind == "subnet" else {DISCOVERY: term.tags.get(DISCOVERY, ANY)}
            known = made_here or settings.karpenter.discovery_tags
            if known and any(carried.get(key) != value and value != ANY for key, value in judged.items()):
                shown = ", ".join(f"{key}: {value}" for key, value in term.tags.items())
                what = f"no {kind} of this stack carries {{{shown}}}"
                yield node_class.problem((field, index, "tags"), "E130", what, fix)


def e138_discovery_tag_on_everything(platform: Platform) -> Iterator[Problem]:
    """The discovery tag among the tags of all resources."""
    if DISCOVERY in platform.settings.cluster.tags:
        what = "reaches every security group"
        fix = "the product tags the right one, remove it"
        yield Problem(None, ("platform:cluster", "tags", DISCOVERY), "E138", what, fix)


def e187_host_claimed_twice(platform: Platform) -> Iterator[Problem]:
    """A host name of two tenants, or one below another's wildcard.

    Each name looks up itself and the wildcards above it, so the cost follows the number of names alone.
    """
    owners: dict[str, str] = {}
    places: dict[str, int] = {}
    for tenant in platform.tenants:
        for index, host in enumerate(tenant.exposure.hosts):
            if owners.setdefault(host, tenant.name) == tenant.name:
                places.setdefault(host, index)
            else:
                what = f"{host} is also {owners[host]}'s"
                path = ("exposure", "hosts", index)
                yield Problem(tenant.name, path, "E187", what, "give each tenant names of its own")
    for host, owner in sorted(owners.items()):
        for wildcard in _wildcards_above(host):
            holder = owners.get(wildcard, owner)
            if holder != owner:
                what = f"{wildcard} also covers {owner}'s {host}"
                path = ("exposure", "hosts", places[wildcard])
                yield Problem(holder, path, "E187", what, "give each tenant names of its own")


def _wildcards_above(host: str) -> Iterator[str]:
    """`www.shop.example` -> `*.shop.example`, `*.example`; a wildcard does not cover itself."""
    _, dot, rest = host.removeprefix("*.").partition(".")
    if host.startswith("*."):
        yield from (wildcard for wildcard in _wildcards_above(host.removeprefix("*.")))
        return
    while dot:
        yield f"*.{rest}"
        _, dot, rest = rest.partition(".")


FAMILY = Family(
    platform=(e138_discovery_tag_on_everything, e187_host_claimed_twice),
    node_class=(e130_selector_matches_nothing,),
)
