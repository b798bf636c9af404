"""Customers wired to what is not there: said at preview where the account can be asked, else by Karpenter's answer.

What these tests do not prove: that EC2 finds groups by the key of a tag with `*`.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
import yaml

from localcloud import deployment
from localcloud.karpenter import controller
from tests.cloud.conftest import SECONDS_TO_START, Program
from tests.cloud.karpenter.conftest import Stage, until

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(3 * SECONDS_TO_START)]

BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"
BINDING = f"{BINDINGS}/karpenter-core"
FORBIDDEN = (
    'nodepools.karpenter.sh is forbidden: User \\"system:serviceaccount:kube-system:karpenter\\" cannot list resource'
)

MISSED = [
    'tenant stranger: nodeClasses.default.securityGroupSelectorTerms: EC2NodeClass stranger-default with [{"name":'
    ' "nobodys"}] is not Ready: SecurityGroupSelector did not match any SecurityGroups'
    " (SecurityGroupsNotFound); write ids of security groups that exist in the cluster's VPC, or tags that they carry",
    'tenant early: nodeClasses.default.ami: EC2NodeClass early-default with [{"alias": "al2023@v20200101"}] is not'
    " Ready: AMIsReady is not decided, Karpenter's log says why; write a version that was published for the cluster's"
    " Kubernetes version, here or in platform:amis",
]


def test_what_karpenter_misses_fails_every_deployment_until_it_is_there(stage: Stage):
    """Also one without a change, for which the engine runs no hook."""
    program = stage.program
    nobodys = {"securityGroupSelectorTerms": [{"name": "nobodys"}]}
    onboard(program, {"stranger": nobodys, "early": {"ami": "al2023@v20200101"}})
    first = program.pulumi("up", "--yes", "--skip-preview")
    second = program.pulumi("up", "--yes", "--skip-preview")
    for name in ("stranger", "early"):
        write(program, name, {})
    put_right = program.pulumi("up", "--yes", "--skip-preview")

    # The engine ends at the first hook that fails, so the other class may be told by the next run alone.
    assert (first.returncode, missed(first.stdout) != []) == (1, True), first.stdout
    assert (second.returncode, missed(second.stdout)) == (1, MISSED), second.stdout
    assert put_right.returncode == 0, put_right.stdout


def missed(output: str) -> list[str]:
    """What of it is told."""
    return [line for line in MISSED if line in output]


def test_groups_of_another_cluster_and_groups_that_do_not_exist_are_refused_at_preview(stage: Stage):
    """Karpenter would take the first, and open the nodes to the other cluster."""
    program, ec2 = stage.program, stage.program.cloud.aws("ec2")
    vpc = ec2.describe_vpcs(Filters=[{"Name": "is-default", "Values": ["false"]}])["Vpcs"][0]["VpcId"]
    marks = {"foreign": "kubernetes.io/cluster/acme-prod", "plain": "team"}
    groups = {
        name: ec2.create_security_group(
            GroupName=name,
            Description="made by hand",
            VpcId=vpc,
            TagSpecifications=[{"ResourceType": "security-group", "Tags": [{"Key": key, "Value": "owned"}]}],
        )["GroupId"]
        for name, key in marks.items()
    }
    before = (program.folder / f"Pulumi.{deployment.STACK}.yaml").read_text(encoding="utf-8")
    written = {**groups, "missing": "sg-0123456789abcdef0"}
    onboard(program, {name: {"securityGroups": [group]} for name, group in written.items()})
    refused = program.pulumi("preview")
    (program.folder / f"Pulumi.{deployment.STACK}.yaml").write_text(before, encoding="utf-8")
    for group in groups.values():
        ec2.delete_security_group(GroupId=group)

    assert (refused.returncode, coded(refused.stdout)) == (
        1,
        [
            f"tenants/foreign.yaml:4:5: nodeClasses.default.securityGroups: {groups['foreign']} belongs to the cluster"
            " acme-prod; write groups of this cluster, or none  [E131]",
            "tenants/missing.yaml:4:5: nodeClasses.default.securityGroups: sg-0123456789abcdef0 does not exist in this"
            " account and region; write groups that exist in the cluster's VPC  [E130]",
        ],
    )


def test_profiles_without_role_and_subnets_without_the_tag_are_refused_at_preview(stage: Stage):
    """What the account and the files can tell; nothing is registered, so nobody waits."""
    program, iam = stage.program, stage.program.cloud.aws("iam")
    iam.create_instance_profile(InstanceProfileName="roleless")
    before = (program.folder / f"Pulumi.{deployment.STACK}.yaml").read_text(encoding="utf-8")
    tags = {"karpenter.sh/discovery": "another"}
    onboard(program, {name: {"instanceProfile": name} for name in ("legacy", "roleless")})
    without_role = program.pulumi("preview")
    for name in ("legacy", "roleless"):
        write(program, name, {"subnetSelectorTerms": [{"tags": tags}]})
    untagged = program.pulumi("preview")
    for name in ("legacy", "roleless"):
        write(program, name, {})
    accepted = program.pulumi("preview")
    (program.folder / f"Pulumi.{deployment.STACK}.yaml").write_text(before, encoding="utf-8")
    iam.delete_instance_profile(InstanceProfileName="roleless")

    assert (without_role.returncode, coded(without_role.stdout)) == (
        1,
        [
            "tenants/legacy.yaml:4:22: nodeClasses.default.instanceProfile: legacy does not exist in this account;"
            " write the name of one that does, or remove it  [E009]",
            "tenants/roleless.yaml:4:22: nodeClasses.default.instanceProfile: roleless holds no role,"
            " its nodes could not join; add the node role to it, or remove it  [E009]",
        ],
    )
    assert (untagged.returncode, coded(untagged.stdout)) == (
        1,
        [
            f"tenants/{name}.yaml:5:7: nodeClasses.default.subnetSelectorTerms[0].tags: no subnet of this stack carries"
            " {karpenter.sh/discovery: another}; remove it, the cluster's subnets are the default  [E130]"
            for name in ("legacy", "roleless")
        ],
    )
    assert accepted.returncode == 0, accepted.stdout


def test_a_controller_without_its_rights_does_not_run(stage: Stage):
    """The chart's binding is taken away; its process is there all the time."""
    binding = stage.api.get(BINDING)
    log = stage.program.cloud.instance.logs / f"{controller.CONTROLLER}.log"
    stage.scale_controller(0)
    stage.until_controller_has(0)
    stage.api.delete(BINDING)
    log.write_text("", encoding="utf-8")
    stage.scale_controller(2)
    until(lambda: FORBIDDEN in log.read_text(encoding="utf-8"), "the refusal in the controller's log")
    without = stage.command("status", "alpha")
    written = {key: value for key, value in binding["metadata"].items() if key in ("name", "labels", "annotations")}
    stage.api.create(BINDINGS, {**binding, "metadata": written})
    stage.until_controller_has(2)
    with_it = stage.command("status", "alpha")

    assert (without.stdout.splitlines()[0], without.returncode) == (
        "Karpenter does not run: Deployment kube-system/karpenter has 0 of 2 replicas available, and pools, classes and"
        " nodes that are deleted wait for it; see kubectl -n kube-system describe pods -l"
        " app.kubernetes.io/name=karpenter, and their log",
        1,
    )
    assert with_it.stdout.splitlines()[0].startswith("alpha, active, ")


def coded(output: str) -> list[str]:
    """The lines of the report of errors, each once."""
    return sorted(
        {line.rpartition("error: ")[2].strip() for line in output.splitlines() if re.search(r"\[E\d+\]$", line)}
    )


def onboard(program: Program, node_classes: Mapping[str, Mapping[str, Any]]) -> None:
    """Files and the stack's words for tenants with these node classes."""
    for name, node_class in node_classes.items():
        write(program, name, node_class)
    file = program.folder / f"Pulumi.{deployment.STACK}.yaml"
    stack = yaml.safe_load(file.read_text(encoding="utf-8"))
    stack["config"]["platform:tenants"] += node_classes
    file.write_text(yaml.safe_dump(stack), encoding="utf-8")


def write(program: Program, name: str, node_class: Mapping[str, Any]) -> None:
    """A tenant file with one pool."""
    written = {
        "name": name,
        "owner": {"email": f"ops@{name}.example"},
        "provisioners": {"default": {"instanceTypes": ["m6i.large"], "limits": {"cpu": 4, "memory": "16Gi"}}},
        "nodeClasses": {"default": dict(node_class)},
    }
    (program.folder / "tenants" / f"{name}.yaml").write_text(yaml.safe_dump(written), encoding="utf-8")
