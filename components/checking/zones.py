"""Whether a pool's zones have subnets, and what few zones mean for pods (W160, W161, E162).

The zone of a subnet is known only where the operator writes it, in the class or in the stack file; nothing is guessed
from ids.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..model.platform import PlatformSettings
from ..model.problem import Path, Problem
from ..model.subnet import Subnet
from . import allowed
from .places import NodeClass, Pool
from .rule import Family


def w160_one_zone(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool in a single zone, to which its volumes stay bound."""
    zones = _zones_of_pool(pool, settings)
    if zones is not None and len(zones.values) == 1:
        what = "one zone, its volumes can never be used elsewhere"
        yield zones.holder.problem(zones.path, "W160", what, "add a zone unless that is meant")


def w161_narrower_than_the_cluster(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A pool in several zones, but not in all that the cluster's subnets lie in."""
    zones = _zones_of_pool(pool, settings)
    of_cluster = _zones_of(_subnets_of_cluster(settings), settings)
    if zones is None or len(zones.values) == 1 or of_cluster is None:
        return
    if set(zones.values) < set(of_cluster):
        what = f"[{', '.join(zones.values)}] of {', '.join(of_cluster)}"
        fix = "pods that spread over zones with DoNotSchedule stay pending"
        yield zones.holder.problem(zones.path, "W161", what, fix)


def e162_zone_without_subnet(pool: Pool, settings: PlatformSettings) -> Iterator[Problem]:
    """A zone in which the class has no subnet; in another region nobody has one."""
    zones = allowed.zones(pool.spec)
    if zones is None or pool.node_class is None:
        return
    of_class = _zones_of_class(pool.node_class, settings)
    for index, zone in enumerate(zones.values):
        if not zone.startswith(settings.region):
            what = f"{zone} is no zone of {settings.region}"
            yield pool.problem((*zones.path, index), "E162", what, f"write one such as {settings.region}a")
        elif of_class is not None and zone not in of_class:
            what = f"no subnet of {pool.node_class.name} lies in {zone}"
            yield pool.problem((*zones.path, index), "E162", what, "add one or remove the zone")


class _Zones(NamedTuple):
    """Zones that a pool is held in, and where that is written."""

    values: tuple[str, ...]
    path: Path
    holder: Pool | NodeClass


def _zones_of_pool(pool: Pool, settings: PlatformSettings) -> _Zones | None:
    """Those that the pool lists, else those of its class's own subnets; None where neither says any."""
    listed = allowed.zones(pool.spec)
    if listed is not None:
        return _Zones(listed.values, listed.path, pool)
    node_class = pool.node_class
    of_class = None if node_class is None else _zones_of(node_class.spec.subnets, settings)
    return None if node_class is None or of_class is None else _Zones(of_class, ("subnets",), node_class)


def _zones_of_class(node_class: NodeClass, settings: PlatformSettings) -> tuple[str, ...] | None:
    """Zones of the class's own subnets, or of the cluster's where it names none."""
    if node_class.spec.subnet_selector_terms:
        return None
    return _zones_of(node_class.spec.subnets or _subnets_of_cluster(settings), settings)


def _subnets_of_cluster(settings: PlatformSettings) -> tuple[Subnet, ...]:
    """Those that were given; of a network that is made, or looked up, nothing is known here."""
    return () if settings.cluster.vpc is None else settings.cluster.vpc.subnet_ids


def _zones_of(subnets: Iterable[Subnet], settings: PlatformSettings) -> tuple[str, ...] | None:
    """Each zone once, sorted; None where there is no subnet or one whose zone is written nowhere."""
    of_cluster = {subnet.id: subnet.zone for subnet in _subnets_of_cluster(settings)}
    zones = {subnet.zone or of_cluster.get(subnet.id) for subnet in subnets}
    known = sorted(zone for zone in zones if zone is not None)
    return tuple(known) if known and len(known) == len(zones) else None


FAMILY = Family(pool=(w160_one_zone, w161_narrower_than_the_cluster, e162_zone_without_subnet))
