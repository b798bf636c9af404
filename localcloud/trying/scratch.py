"""A cluster for one question: control plane, simulated nodes, AWS stand-in and the real Karpenter, and gone again.

Karpenter is started as always: from a Deployment, here with what the stack's settings say of scheduling alone. It may
do everything in this cluster, since its rights are not in question.
"""

import contextlib
import json
import os
import signal
from collections.abc import Iterator, Mapping
from typing import Any

import boto3
import yaml

from components.model.karpenter import KarpenterSettings
from components.rendering.chart_settings import chart_value, feature_gate
from components.versions import KarpenterVersion

from .. import lifecycle
from ..api_server import ApiServer
from ..building import build_missing
from ..building.tools import KARPENTER_VERSIONS, karpenter_controller
from ..control_plane import api_server_address
from ..engine import tools_for_deployment
from ..environment import aws_address
from ..folders import CHARTS
from ..instance import Instance, instance
from ..nodes import add_core_nodes
from .tenant import Document, Network

NAMESPACE = "kube-system"
_CONTROLLER = "karpenter"
_CORE_TYPE = "m6i.large"
_CORE_TAINT = {"key": "CriticalAddonsOnly", "effect": "NoSchedule"}

_GATES = (
    "reservedCapacity",
    "spotToSpotConsolidation",
    "nodeRepair",
    "nodeOverlay",
    "staticCapacity",
    "capacityBuffer",
)

_SCHEDULING: Mapping[str, str] = {
    "vmMemoryOverheadPercent": "VM_MEMORY_OVERHEAD_PERCENT",
    "reservedENIs": "RESERVED_ENIS",
    "preferencePolicy": "PREFERENCE_POLICY",
    "minValuesPolicy": "MIN_VALUES_POLICY",
    "batchMaxDuration": "BATCH_MAX_DURATION",
    "batchIdleDuration": "BATCH_IDLE_DURATION",
}
"""Settings of the chart that change what is bought → their environment variable (charts/karpenter 1.14.3)."""


def version_for(wanted: KarpenterVersion) -> str:
    """The stack's version where the local cloud has it, else its default."""
    return str(wanted) if str(wanted) in KARPENTER_VERSIONS else KARPENTER_VERSIONS[0]


@contextlib.contextmanager
def scratch_cluster(version: str) -> Iterator[Instance]:
    """A running instance of this process' own; whatever ends the caller, nothing of it stays."""
    build_missing([*tools_for_deployment(), karpenter_controller(version)])
    chosen = instance(f"try-{os.getpid()}")
    try:
        lifecycle.up(chosen)
        yield chosen
    finally:
        # A second Ctrl-C must not leave half of it behind.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        lifecycle.down(chosen)
        signal.signal(signal.SIGINT, before)


def make_network(chosen: Instance, region: str, cluster: str, count: int, zones: tuple[str, ...]) -> Network:
    """A VPC with a subnet in each zone, and an EKS cluster of that name, which Karpenter asks for its addresses."""
    ports = lifecycle.running_ports(chosen)

    def client(service: str) -> Any:
        keys = {"aws_access_key_id": "local", "aws_secret_access_key": "local"}
        return boto3.client(service, region, endpoint_url=aws_address(ports), **keys)

    ec2 = client("ec2")
    there = [each["ZoneName"] for each in ec2.describe_availability_zones()["AvailabilityZones"]]
    chosen_zones = [zone for zone in zones if zone in there] or there[:count]
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnets = {
        ec2.create_subnet(VpcId=vpc, CidrBlock=f"10.0.{16 * number}.0/20", AvailabilityZone=zone)["Subnet"][
            "SubnetId"
        ]: zone
        for number, zone in enumerate(chosen_zones)
    }
    group = ec2.create_security_group(GroupName="nodes", Description="nodes", VpcId=vpc)["GroupId"]
    trust = {"Effect": "Allow", "Principal": {"Service": "eks.amazonaws.com"}, "Action": "sts:AssumeRole"}
    policy = json.dumps({"Version": "2012-10-17", "Statement": [trust]})
    role = client("iam").create_role(RoleName="cluster", AssumeRolePolicyDocument=policy)["Role"]["Arn"]
    client("eks").create_cluster(
        name=cluster, version="1.36", roleArn=role, resourcesVpcConfig={"subnetIds": list(subnets)}
    )
    return Network(subnets, group)


def start_karpenter(
    chosen: Instance, network: Network, cluster: str, settings: KarpenterSettings, version: KarpenterVersion
) -> None:
    """CRDs, a core node, and the Deployment that the local cloud runs the controller for."""
    server = ApiServer(chosen.kubeconfig)
    for file in sorted((CHARTS / str(version) / "crds").glob("*.yaml")):
        document = yaml.safe_load(file.read_text(encoding="utf-8"))
        server.apply(
            f"/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{document['metadata']['name']}", document
        )
    zone = next(iter(network.subnets.values()))
    add_core_nodes(chosen.kubeconfig, "core", [zone], _CORE_TYPE, 1, labels={}, taints=[_CORE_TAINT])
    account = {"kind": "ServiceAccount", "name": _CONTROLLER, "namespace": NAMESPACE}
    server.apply(
        f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts/{_CONTROLLER}",
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": _CONTROLLER}},
    )
    server.apply(
        f"/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/{_CONTROLLER}",
        {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRoleBinding",
            "metadata": {"name": _CONTROLLER},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
            "subjects": [account],
        },
    )
    endpoint = api_server_address(lifecycle.running_ports(chosen))
    environment = _environment(cluster, endpoint, settings, version)
    server.apply(f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments/{_CONTROLLER}", _deployment(version, environment))


def _environment(
    cluster: str, endpoint: str, settings: KarpenterSettings, version: KarpenterVersion
) -> Mapping[str, str]:
    gates = ",".join(
        f"{gate[0].upper()}{gate[1:]}={str(feature_gate(settings, gate, version)).lower()}" for gate in _GATES
    )
    written = {variable: chart_value(settings, "settings", name) for name, variable in _SCHEDULING.items()}
    return {
        "CLUSTER_NAME": cluster,
        "CLUSTER_ENDPOINT": endpoint,
        "FEATURE_GATES": gates,
        **{variable: str(value) for variable, value in written.items() if value is not None},
    }


def _deployment(version: KarpenterVersion, environment: Mapping[str, str]) -> Document:
    labels = {"app.kubernetes.io/name": _CONTROLLER}
    own = {"name": "SYSTEM_NAMESPACE", "valueFrom": {"fieldRef": {"fieldPath": "metadata.namespace"}}}
    container = {
        "name": "controller",
        "image": f"public.ecr.aws/karpenter/controller:{version}",
        "env": [own, *({"name": name, "value": value} for name, value in environment.items())],
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": _CONTROLLER},
        "spec": {
            "replicas": 1,
            "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels},
                "spec": {
                    "serviceAccountName": _CONTROLLER,
                    "tolerations": [{"key": _CORE_TAINT["key"], "operator": "Exists"}],
                    "containers": [container],
                },
            },
        },
    }
