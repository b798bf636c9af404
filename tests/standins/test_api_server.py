"""How a cluster and its node groups meet the local API server: address, authority, credentials and nodes."""

import json
from pathlib import Path
from typing import Any

import pytest

import localcloud.nodes
from localcloud.providers.eks.kubeconfig import kubeconfig
from tests.standins.builders import NODE_GROUP, cluster, role
from tests.standins.recording import Engine

SERVER = "https://127.0.0.1:6443"
AUTHORITY = "Q0E="


@pytest.fixture
def administrator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kubeconfig of a local cloud."""
    file = tmp_path / "kubeconfig.json"
    file.write_text(
        json.dumps(
            {
                "clusters": [{"cluster": {"server": SERVER, "certificate-authority-data": AUTHORITY}}],
                "users": [{"user": {"token": "local"}}],
            }
        )
    )
    monkeypatch.setenv("LOCALCLOUD_KUBECONFIG", str(file))
    return file


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the providers ask of the node simulator."""
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(localcloud.nodes, "add_core_nodes", lambda *given, **named: asked.append((*given, named)))
    monkeypatch.setattr(localcloud.nodes, "remove_core_nodes", lambda *given: asked.append(given))
    return asked


@pytest.mark.usefixtures("administrator")
def test_cluster_has_the_address_of_the_api_server(engine: Engine):
    made = cluster(engine, "api-address")

    assert (made["endpoint"], made["certificateAuthority"]) == (SERVER, {"data": AUTHORITY})


@pytest.mark.usefixtures("administrator")
def test_kubeconfig_carries_the_administrators_token():
    assert kubeconfig("acme", SERVER, AUTHORITY, "eu-central-1", None) == {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {"name": "kubernetes", "cluster": {"server": SERVER, "certificate-authority-data": AUTHORITY}},
        ],
        "contexts": [{"name": "aws", "context": {"cluster": "kubernetes", "user": "aws"}}],
        "current-context": "aws",
        "users": [{"name": "aws", "user": {"token": "local"}}],
    }


def test_kubeconfig_asks_aws_outside_of_the_local_cloud():
    user = kubeconfig("acme", SERVER, AUTHORITY, "eu-central-1", {"roleArn": "arn:a"})["users"][0]["user"]

    command = "--region eu-central-1 eks get-token --cluster-name acme --output json --role arn:a"
    assert user == {
        "exec": {
            "apiVersion": "client.authentication.k8s.io/v1beta1",
            "command": "aws",
            "args": command.split(),
            "env": [
                {
                    "name": "KUBERNETES_EXEC_INFO",
                    "value": '{"apiVersion": "client.authentication.k8s.io/v1beta1"}',
                }
            ],
        }
    }


def test_node_group_brings_its_nodes(engine: Engine, administrator: Path, nodes: list[tuple[Any, ...]]):
    owner = cluster(engine, "api-nodes")
    inputs = {
        "clusterName": owner.id,
        "nodeGroupName": "api-core",
        "nodeRoleArn": role(engine, "api-nodes-node", "ec2.amazonaws.com")["arn"],
        "subnetIds": owner["vpcConfig"]["subnetIds"],
        "instanceTypes": ["m6i.large"],
        "labels": {"core": "yes"},
        "scalingConfig": {"minSize": 2, "desiredSize": 2, "maxSize": 4},
        "taints": [{"key": "CriticalAddonsOnly", "value": "true", "effect": "NO_SCHEDULE"}],
    }

    made = engine.create(NODE_GROUP, "a", **inputs)
    made = engine.update(made, scalingConfig={"minSize": 2, "desiredSize": 3, "maxSize": 4})
    engine.delete(made)

    shared = (administrator, "api-core", ["eu-central-1a", "eu-central-1b"], "m6i.large")
    named = {
        "labels": {"core": "yes"},
        "taints": [{"key": "CriticalAddonsOnly", "value": "true", "effect": "NoSchedule"}],
    }
    assert nodes == [(*shared, 2, named), (*shared, 3, named), (administrator, "api-core")]
