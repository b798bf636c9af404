"""NodePool and EC2NodeClass, exactly. That the API takes them is shown by the CRDs, in tests/cloud."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from components.model.tenant import TenantSpec
from components.rendering.v1 import ec2_node_class, node_pool
from tests.builders import PROVISIONER, settings, tenant
from tests.rendering.builders import GOLDEN, cluster, manifests, rich_tenant

TENANT_TAINT = {"key": "karpenter-tenants/tenant", "value": "alpha", "effect": "NoSchedule"}


def pool(pool: dict[str, Any], **fields: Any) -> dict[str, Any]:
    spec = tenant(provisioners={"web": {**PROVISIONER, **pool}}, **fields)
    return node_pool(spec, "web", cluster())["spec"]


def node_class(written: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return ec2_node_class(tenant(nodeClasses={"default": written}), "default", cluster(**facts), settings())["spec"]


def as_yaml(documents: list[dict[str, Any]]) -> str:
    return yaml.safe_dump_all(documents, sort_keys=False)


def test_smallest_tenant_file():
    found = manifests(tenant(), cluster(), settings())

    assert as_yaml(found) == (GOLDEN / "default.yaml").read_text()


def test_tenant_file_with_every_field():
    stack = settings(amis={"main": {"al2023": "v20261101"}, "canary": {"bottlerocket": "v1.49.0"}})

    found = manifests(TenantSpec.model_validate(rich_tenant()), cluster("1.15.2"), stack)

    assert as_yaml(found) == (GOLDEN / "rich.yaml").read_text()


def test_manifests_do_not_depend_on_the_hash_seed():
    program = "from tests.rendering.test_v1 import print_manifests; print_manifests()"
    root = Path(__file__).parents[2]

    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )

    assert first == second
    assert first.decode() == (GOLDEN / "default.yaml").read_text()


def print_manifests() -> None:
    """What one of the two processes with a hash seed of its own prints."""
    sys.stdout.write(as_yaml(manifests(tenant(), cluster(), settings())))


def test_audit_leaves_the_taint_off_and_the_label_on():
    template = pool({}, enforcement="audit")["template"]

    assert template["metadata"] == {"labels": {"node-restriction.kubernetes.io/tenant": "alpha"}}
    assert "taints" not in template["spec"]


def test_own_taints_stand_beside_the_tenant_taint():
    own = {"key": "nvidia.com/gpu", "effect": "NoSchedule"}

    assert pool({"taints": [own]})["template"]["spec"]["taints"] == [own, TENANT_TAINT]


def test_frozen_tenant_has_its_frozen_limits():
    written = {"limits": {"cpu": 100, "memory": "400Gi"}, "frozenLimits": {"cpu": 12, "memory": "48Gi"}}

    assert pool(written, state="frozen")["limits"] == {"cpu": "12", "memory": "48Gi"}
    assert pool(written)["limits"] == {"cpu": "100", "memory": "400Gi"}


def test_static_pool_keeps_its_replicas_while_frozen():
    found = pool({"replicas": 3, "limits": {"nodes": 4}, "frozenLimits": {"nodes": 3}}, state="frozen")

    assert (found["replicas"], found["limits"]) == (3, {"nodes": "3"})


def test_static_pool_without_frozen_limits_keeps_its_limits_while_frozen():
    assert pool({"replicas": 3, "limits": {"nodes": 4}}, state="frozen")["limits"] == {"nodes": "4"}


def test_pool_without_limits_has_none():
    assert "limits" not in pool({"limits": {}})


def test_replicas_of_zero_are_written():
    assert pool({"replicas": 0})["replicas"] == 0


def test_no_termination_grace_period_is_absent():
    assert "terminationGracePeriod" not in pool({"terminationGracePeriod": None})["template"]["spec"]


def test_class_and_pool_of_other_names():
    spec = tenant(
        provisioners={"web": {**PROVISIONER, "existingName": "old-pool"}},
        nodeClasses={"default": {"existingName": "old"}},
    )

    assert node_pool(spec, "web", cluster())["metadata"] == {"name": "old-pool"}
    assert node_pool(spec, "web", cluster())["spec"]["template"]["spec"]["nodeClassRef"]["name"] == "old"
    assert ec2_node_class(spec, "default", cluster(), settings())["metadata"] == {"name": "old"}


def test_values_unknown_before_deployment_are_placed_as_they_are():
    unknown = object()

    found = node_class({}, subnets=(unknown, "subnet-0b"), security_group=unknown)

    assert found["subnetSelectorTerms"] == [{"id": unknown}, {"id": "subnet-0b"}]
    assert found["securityGroupSelectorTerms"] == [{"id": unknown}]


def test_profile_of_a_windows_class_is_that_of_windows():
    spec = tenant(
        provisioners={"win": {**PROVISIONER, "operatingSystem": "windows"}},
        nodeClasses={"default": {"ami": "windows2022@latest"}},
    )

    assert (
        ec2_node_class(spec, "default", cluster(), settings())["spec"]["instanceProfile"]
        == "acme-dev-alpha-node-windows"
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param({"role": "mine"}, {"role": "mine"}, id="role"),
        pytest.param({"instanceProfile": "mine"}, {"instanceProfile": "mine"}, id="instance profile"),
        pytest.param({}, {"instanceProfile": "acme-dev-alpha-node"}, id="made by the product"),
    ],
)
def test_identity_of_nodes(written: dict[str, str], expected: dict[str, str]):
    found = node_class(written)

    assert {key: found[key] for key in ("role", "instanceProfile") if key in found} == expected


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        pytest.param({}, {}, id="default"),
        pytest.param({"imdsHopLimit": 2}, {"httpPutResponseHopLimit": 2}, id="shorthand"),
        pytest.param({"metadataOptions": {"httpTokens": "optional"}}, {"httpTokens": "optional"}, id="one field"),
        pytest.param(
            {"metadataOptions": {"httpTokens": "optional"}, "imdsHopLimit": 3},
            {"httpTokens": "optional", "httpPutResponseHopLimit": 3},
            id="both",
        ),
    ],
)
def test_metadata_options_are_written_out(written: dict[str, Any], changed: dict[str, Any]):
    default = {
        "httpEndpoint": "enabled",
        "httpProtocolIPv6": "disabled",
        "httpPutResponseHopLimit": 1,
        "httpTokens": "required",
    }

    assert node_class(written)["metadataOptions"] == {**default, **changed}


def test_user_data_is_kept_byte_for_byte():
    text = '[settings.kubernetes]\nregistry-qps = 20\n\ttab = "ü"\r\n\n'

    assert node_class({"userData": text})["userData"] == text


def test_kubelet_fields_beyond_the_typed_ones_are_kept():
    kubelet = {"maxPods": 58, "topologyManagerPolicy": "best-effort", "shutdownGracePeriod": "30s"}

    assert node_class({"kubelet": kubelet})["kubelet"] == kubelet
