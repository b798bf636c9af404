"""No field of a pool or node class is accepted and then forgotten: taking it away, or writing another value, changes a
manifest. That the change is the right one is shown by the golden manifests."""

from typing import Any

import pytest

from components.model.node_class import NodeClassSpec
from components.model.provisioner import ProvisionerSpec
from components.model.tenant import TenantSpec
from components.rendering.headroom import headroom_objects
from tests.builders import settings
from tests.fields.builders import FieldPath, changed, field_paths, is_pending, places
from tests.rendering.builders import cluster, manifests, rich_tenant

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
    "provisioners.*.headroom.cpu": 3,
    "provisioners.*.headroom.memory": "7Gi",
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


def test_a_field_changes_a_manifest(path: FieldPath):
    tenant_file = rich_tenant()
    place = next(places(tenant_file, path), None)
    assert place is not None, "add the field to rich-tenant.yaml"
    other = {"to": OTHER_VALUES[".".join(path)]} if ".".join(path) in OTHER_VALUES else {}

    assert _manifests(changed(tenant_file, place, **other)) != _manifests(tenant_file)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "path" in metafunc.fixturenames:
        every = [
            *field_paths(ProvisionerSpec, ("provisioners", "*")),
            *field_paths(NodeClassSpec, ("nodeClasses", "*")),
        ]
        counted = [path for path in every if ".".join(path) not in NO_MANIFEST and not is_pending(".".join(path))]
        metafunc.parametrize("path", counted, ids=".".join)


def _manifests(tenant_file: dict[str, Any]) -> list[dict[str, Any]]:
    """With those of a frozen tenant, whose limits are others."""
    stack = settings(
        amis={"main": {"al2023": "v20261101"}, "canary": {"al2023": "v20261120", "bottlerocket": "v1.49.0"}}
    )
    specs = [TenantSpec.model_validate({**tenant_file, "state": state}) for state in ("active", "frozen")]
    facts = cluster("1.15.2")
    return [
        manifest
        for spec in specs
        for manifest in (*manifests(spec, facts, stack), *headroom_objects(spec, spec.namespaces[0], stack, facts))
    ]
