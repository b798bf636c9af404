"""Which edits of a tenant file change the fingerprint of a pool.

The table was held against `NodePool.Hash` and `EC2NodeClass.Hash` of Karpenter 1.14.3 on the same documents; that the
controller then replaces the nodes is not shown here.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from components.rendering.fingerprint import node_fingerprint
from components.rendering.v1 import ec2_node_class, node_pool
from tests.builders import settings, tenant
from tests.rendering.builders import cluster

POOL: dict[str, Any] = {
    "instanceTypes": ["m5.large"],
    "limits": {"cpu": 100},
    "labels": {"example.com/a": "b"},
    "annotations": {"example.com/x": "y"},
    "taints": [
        {"key": "example.com/a", "effect": "NoSchedule"},
        {"key": "example.com/b", "value": "1", "effect": "NoExecute"},
    ],
    "startupTaints": [{"key": "example.com/s", "effect": "NoSchedule"}],
    "expireAfter": "720h",
}
KUBELET = {
    "maxPods": 20,
    "evictionSoft": {"memory.available": "5%"},
    "evictionSoftGracePeriod": {"memory.available": "90s"},
}
OS_DISK = {"deviceName": "/dev/xvda", "ebs": {"volumeSize": "100Gi", "encrypted": True}}
DATA_DISK = {"deviceName": "/dev/xvdb", "rootVolume": True, "ebs": {"volumeSize": "2Ti", "encrypted": True}}
INTERFACES = [
    {"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"},
    {"deviceIndex": 1, "networkCardIndex": 1, "interfaceType": "efa-only"},
]
NODE_CLASS: dict[str, Any] = {
    "kubelet": KUBELET,
    "blockDeviceMappings": [OS_DISK, DATA_DISK],
    "userData": "#!/bin/bash\n",
    "tags": {"team": "a"},
    "detailedMonitoring": True,
    "ipPrefixCount": 2,
    "context": "a",
    "networkInterfaces": INTERFACES,
    "capacityReservationSelectorTerms": [{"id": "cr-1"}],
}


def fingerprint(
    pool: Mapping[str, Any] = {}, node_class: Mapping[str, Any] = {}, *, karpenter: str = "1.14.3", **fields: Any
) -> str:
    spec = tenant(
        provisioners={"web": {**POOL, **pool}}, nodeClasses={"default": {**NODE_CLASS, **node_class}}, **fields
    )
    facts = cluster(karpenter)
    return node_fingerprint(node_pool(spec, "web", facts), ec2_node_class(spec, "default", facts, settings()))


@pytest.mark.parametrize(
    "pool",
    [
        pytest.param({"labels": {"example.com/a": "c"}}, id="labels"),
        pytest.param({"annotations": {}}, id="annotations"),
        pytest.param({"taints": POOL["taints"][:1]}, id="taints"),
        pytest.param({"startupTaints": []}, id="startupTaints"),
        pytest.param(
            {"taints": [], "startupTaints": [*POOL["taints"], *POOL["startupTaints"]]}, id="taint at startup only"
        ),
        pytest.param({"expireAfter": "721h"}, id="expireAfter"),
        pytest.param({"expireAfter": "Never"}, id="expireAfter Never"),
        pytest.param({"terminationGracePeriod": "25h"}, id="terminationGracePeriod"),
        pytest.param({"terminationGracePeriod": None}, id="terminationGracePeriod null"),
    ],
)
def test_an_edit_of_the_template_rolls(pool: dict[str, Any]):
    assert fingerprint(pool) != fingerprint()


@pytest.mark.parametrize(
    "pool",
    [
        pytest.param({"instanceTypes": ["m5.xlarge"]}, id="instance types"),
        pytest.param({"zones": ["eu-central-1a"]}, id="zones"),
        pytest.param({"capacityTypes": ["spot"]}, id="capacity types"),
        pytest.param({"limits": {"cpu": 1}}, id="limits"),
        pytest.param({"weight": 7}, id="weight"),
        pytest.param({"replicas": 2, "limits": {"nodes": 3}}, id="replicas"),
        pytest.param({"disruption": {"consolidateAfter": "2m"}}, id="disruption"),
        pytest.param(
            {"maintenanceWindows": {"windows": [{"days": ["sat"], "start": "02:00", "duration": "4h"}]}}, id="windows"
        ),
        pytest.param({"taints": POOL["taints"][::-1]}, id="order of taints"),
        pytest.param({"expireAfter": "719h60m"}, id="other spelling of expireAfter"),
        pytest.param({"terminationGracePeriod": "23h60m"}, id="other spelling of terminationGracePeriod"),
    ],
)
def test_an_edit_beside_the_template_rolls_nothing(pool: dict[str, Any]):
    assert fingerprint(pool) == fingerprint()


@pytest.mark.parametrize(
    "node_class",
    [
        pytest.param({"tags": {"team": "b"}}, id="tags"),
        pytest.param({"userData": "#!/bin/sh\n"}, id="userData"),
        pytest.param({"role": "other"}, id="role"),
        pytest.param({"instanceProfile": "other"}, id="instanceProfile"),
        pytest.param({"imdsHopLimit": 2}, id="hop limit"),
        pytest.param({"metadataOptions": {"httpTokens": "optional"}}, id="metadataOptions"),
        pytest.param({"kubelet": {**KUBELET, "maxPods": 21}}, id="kubelet"),
        pytest.param({"kubelet": None}, id="kubelet gone"),
        pytest.param({"blockDeviceMappings": [OS_DISK]}, id="one disk less"),
        pytest.param(
            {"blockDeviceMappings": [OS_DISK, {**DATA_DISK, "ebs": {"volumeSize": "3Ti", "encrypted": True}}]},
            id="size",
        ),
        pytest.param({"blockDeviceMappings": [OS_DISK, {**DATA_DISK, "rootVolume": False}]}, id="rootVolume"),
        pytest.param({"networkInterfaces": INTERFACES[:1]}, id="network interfaces"),
        pytest.param({"placementGroupSelector": {"name": "together"}}, id="placement group"),
        pytest.param({"connectionTracking": {"udpTimeout": 30}}, id="connection tracking"),
        pytest.param({"cpuOptions": {"nestedVirtualization": "enabled"}}, id="cpu options"),
        pytest.param({"detailedMonitoring": None}, id="monitoring gone"),
        pytest.param({"detailedMonitoring": False}, id="monitoring off"),
        pytest.param({"associatePublicIPAddress": False}, id="public address"),
        pytest.param({"instanceStorePolicy": "RAID0"}, id="instance store"),
        pytest.param({"context": "b"}, id="context"),
        pytest.param({"ami": "bottlerocket"}, id="family"),
    ],
)
def test_an_edit_of_the_class_rolls(node_class: dict[str, Any]):
    assert fingerprint(node_class=node_class) != fingerprint()


@pytest.mark.parametrize(
    "node_class",
    [
        pytest.param({"subnets": ["subnet-0z"]}, id="subnets"),
        pytest.param({"securityGroups": ["sg-0z"]}, id="security groups"),
        pytest.param({"ami": "al2023@v20261201"}, id="another image of the family"),
        pytest.param({"amiFamily": "AL2023", "amiSelectorTerms": [{"id": "ami-0a"}]}, id="the same family by id"),
        pytest.param({"capacityReservationSelectorTerms": []}, id="capacity reservations"),
        pytest.param({"ipPrefixCount": 3}, id="prefixes"),
        pytest.param({"blockDeviceMappings": [DATA_DISK, OS_DISK]}, id="order of disks"),
        pytest.param({"networkInterfaces": INTERFACES[::-1]}, id="order of interfaces"),
        pytest.param({"blockDeviceMappings": [{**OS_DISK, "rootVolume": False}, DATA_DISK]}, id="rootVolume: false"),
        pytest.param(
            {"blockDeviceMappings": [OS_DISK, {**DATA_DISK, "ebs": {"volumeSize": "2048Gi", "encrypted": True}}]},
            id="other spelling of a size",
        ),
    ],
)
def test_what_the_class_selects_rolls_nothing(node_class: dict[str, Any]):
    assert fingerprint(node_class=node_class) == fingerprint()


@pytest.mark.parametrize(
    ("fields", "rolls"),
    [
        pytest.param({"enforcement": "audit"}, True, id="enforcement takes the taint off"),
        pytest.param({"tags": {"bill": "a"}}, True, id="tags of the tenant"),
        pytest.param({"owner": {"email": "other@alpha.example"}}, True, id="owner.email"),
        pytest.param({"owner": {"email": "ops@alpha.example", "costCenter": "1"}}, True, id="owner.costCenter"),
        pytest.param({"owner": {"email": "ops@alpha.example", "ticket": "T-1"}}, False, id="owner.ticket"),
        pytest.param({"iam": {"sessionManager": True}}, False, id="rights of the nodes"),
        pytest.param({"namespaces": [{"suffix": "a"}]}, False, id="namespaces"),
    ],
)
def test_fields_of_the_tenant(fields: dict[str, Any], rolls: bool):
    assert (fingerprint(**fields) != fingerprint()) is rolls


def test_an_upgrade_of_karpenter_rolls_nothing_by_itself():
    assert fingerprint(karpenter="1.15.2") == fingerprint()


def test_a_pinned_windows_image_has_the_family_of_its_alias():
    def windows(image: str) -> str:
        return fingerprint({"operatingSystem": "windows"}, {"ami": image})

    assert windows("windows2022@2026.11.11") == windows("windows2022@latest")
    assert windows("windows2022@latest") != windows("windows2025@latest")
