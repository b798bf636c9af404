"""No field of a pool or node class is accepted and then forgotten: taking it away, or writing another value, changes a
manifest. That the change is the right one is shown by the golden manifests."""

import copy
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from components.model.base import Model
from components.model.node_class import NodeClassSpec
from components.model.pending import PENDING
from components.model.provisioner import ProvisionerSpec
from components.model.tenant import TenantSpec
from tests.builders import settings
from tests.rendering.builders import cluster, manifests, rich_tenant

ModelPath = tuple[str, ...]

NO_MANIFEST = {
    "provisioners.*.taints.operator": "always refused",
    "provisioners.*.startupTaints.operator": "always refused",
    "nodeClasses.*.subnets.zone": "only compared with the pools' zones",
}
OTHER_VALUES: dict[str, Any] = {
    "provisioners.*.requirements.key": "karpenter.k8s.aws/instance-gpu-name",
    "provisioners.*.requirements.operator": "In",
    "provisioners.*.taints.key": "example.com/other",
    "provisioners.*.taints.effect": "PreferNoSchedule",
    "provisioners.*.startupTaints.key": "example.com/other",
    "provisioners.*.startupTaints.effect": "NoSchedule",
    "provisioners.*.disruption.budgets.schedule": "0 10 * * mon-fri",
    "provisioners.*.disruption.budgets.duration": "9h",
    "provisioners.*.maintenanceWindows.windows.days": ["mon"],
    "provisioners.*.maintenanceWindows.windows.start": "04:00",
    "provisioners.*.maintenanceWindows.windows.duration": "5h",
    "provisioners.*.maintenanceWindows.blackouts.from": "2026-12-19",
    "provisioners.*.maintenanceWindows.blackouts.to": "2027-01-05",
    "provisioners.*.nodeClass": "alias",
    "nodeClasses.*.subnets.id": "subnet-0z",
    "nodeClasses.*.amiSelectorTerms.alias": "al2023@v20261120",
    "nodeClasses.*.amiSelectorTerms.id": "ami-0z",
    "nodeClasses.*.amiSelectorTerms.ssmParameter": "/other/ami",
    "nodeClasses.*.subnetSelectorTerms.id": "subnet-0z",
    "nodeClasses.*.subnetSelectorTerms.tags": {"tier": "other"},
    "nodeClasses.*.securityGroupSelectorTerms.id": "sg-0z",
    "nodeClasses.*.securityGroupSelectorTerms.name": "other",
    "nodeClasses.*.securityGroupSelectorTerms.tags": {"tier": "other"},
    "nodeClasses.*.capacityReservationSelectorTerms.id": "cr-0z",
    "nodeClasses.*.capacityReservationSelectorTerms.instanceMatchCriteria": "open",
    "nodeClasses.*.capacityReservationSelectorTerms.tags": {"team": "other"},
    "nodeClasses.*.placementGroupSelector.id": "pg-0z",
    "nodeClasses.*.placementGroupSelector.name": "other",
    "nodeClasses.*.blockDeviceMappings.deviceName": "/dev/xvdz",
    "nodeClasses.*.blockDeviceMappings.ebs.snapshotID": "snap-0z",
    "nodeClasses.*.kubelet.evictionSoft": {"nodefs.available": "15%"},
    "nodeClasses.*.kubelet.evictionSoftGracePeriod": {"nodefs.available": "2m"},
    "nodeClasses.*.networkInterfaces.deviceIndex": 2,
    "nodeClasses.*.networkInterfaces.networkCardIndex": 2,
    "nodeClasses.*.networkInterfaces.interfaceType": "interface",
    "nodeClasses.*.enclaveOptions.enabled": False,
}
"""For fields that are required, alone or beside another one."""


def test_a_field_changes_a_manifest(path: ModelPath):
    tenant_file = rich_tenant()
    place = next(_places(tenant_file, path), None)
    assert place is not None, "add the field to rich-tenant.yaml"

    assert _manifests(_changed(tenant_file, place, path)) != _manifests(tenant_file)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "path" in metafunc.fixturenames:
        paths = [*_paths(ProvisionerSpec, ("provisioners", "*")), *_paths(NodeClassSpec, ("nodeClasses", "*"))]
        counted = [path for path in paths if not _is_exempt(".".join(path))]
        metafunc.parametrize("path", counted, ids=[".".join(path) for path in counted])


def _is_exempt(path: str) -> bool:
    return path in NO_MANIFEST or any(path == pending or path.startswith(f"{pending}.") for pending in PENDING)


def _paths(model: type[Model], above: ModelPath) -> Iterator[ModelPath]:
    for field in model.model_fields.values():
        assert field.alias is not None
        nested = list(_models(field.annotation))
        if not nested:
            yield (*above, field.alias)
        for inner in nested:
            yield from _paths(inner, (*above, field.alias))


def _models(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)


def _places(value: Any, path: ModelPath, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where the tenant file holds the field; lists and free keys are looked through."""
    if not path:
        yield at
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, path, (*at, index))
    elif isinstance(value, dict):
        for key in value if path[0] == "*" else [key for key in value if key == path[0]]:
            yield from _places(value[key], path[1:], (*at, key))


def _changed(tenant_file: dict[str, Any], place: tuple[str | int, ...], path: ModelPath) -> dict[str, Any]:
    changed = copy.deepcopy(tenant_file)
    holder: Any = changed
    for step in place[:-1]:
        holder = holder[step]
    if ".".join(path) in OTHER_VALUES:
        holder[place[-1]] = OTHER_VALUES[".".join(path)]
    else:
        del holder[place[-1]]
    return changed


def _manifests(tenant_file: dict[str, Any]) -> list[dict[str, Any]]:
    """With those of a frozen tenant, whose limits are others."""
    stack = settings(
        amis={"main": {"al2023": "v20261101"}, "canary": {"al2023": "v20261120", "bottlerocket": "v1.49.0"}}
    )
    specs = [TenantSpec.model_validate({**tenant_file, "state": state}) for state in ("active", "frozen")]
    return [manifest for spec in specs for manifest in manifests(spec, cluster("1.15.2"), stack)]
