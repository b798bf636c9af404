"""The whole program on the real engine, against a real API server and the AWS stand-in, from first preview to destroy.

The tests stand in the order of a stack's life and share one deployment. What they do not prove: that AWS does as the
stand-in does, and that Karpenter's controller makes nodes of the objects.
"""

import subprocess
from typing import Any

import pytest

from localcloud import deployment, processes
from localcloud.karpenter.controller import CONTROLLER
from localcloud.process_table import memory_bytes
from tests.cloud.conftest import SECONDS_TO_START, Cloud, Program

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

DEPLOYER = "arn:aws:iam::444455556666:role/Deployers"


@pytest.fixture(scope="module")
def second_up(empty: Program, deployed: Cloud) -> "subprocess.CompletedProcess[str]":
    """`pulumi up` of what was deployed just before."""
    return empty.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")


def test_the_first_preview_shows_every_resource(program: Program, first_preview: list[tuple[str, str]]):
    assert first_preview == [("create", name) for name in program.resources()]


def test_a_second_up_changes_nothing(second_up: "subprocess.CompletedProcess[str]"):
    assert second_up.returncode == 0, second_up.stdout


def test_nothing_is_said_about_where_plugins_come_from(second_up: "subprocess.CompletedProcess[str]"):
    assert [line for line in second_up.stdout.splitlines() if "PATH" in line or "plugin" in line] == []


def test_a_refresh_finds_no_difference(program: Program):
    finished = program.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")

    assert finished.returncode == 0, finished.stdout


def test_the_core_nodes_run_the_controller(deployed: Cloud):
    pods = deployed.api.get("/api/v1/namespaces/kube-system/pods")["items"]

    assert [pod["status"]["phase"] for pod in pods] == ["Running", "Running"]
    assert len({pod["spec"]["nodeName"] for pod in pods}) == 2


def test_all_parts_together_stay_under_one_and_a_half_gigabytes(deployed: Cloud):
    """While nothing is bought yet; docs/local-cloud.md says how much more the demonstration takes."""
    records = processes.recorded(deployed.instance.records)

    used = {record.part: memory_bytes(record.pid) or 0 for record in records}

    assert CONTROLLER in used
    assert sum(used.values()) < 1_500_000_000, used


def test_every_pool_and_class_of_the_customers_is_there(deployed: Cloud):
    pools = deployed.api.get("/apis/karpenter.sh/v1/nodepools")["items"]
    classes = deployed.api.get("/apis/karpenter.k8s.aws/v1/ec2nodeclasses")["items"]

    assert [pool["metadata"]["name"] for pool in pools] == ["alpha-default", "beta-batch", "beta-gpu", "beta-web"]
    assert [each["metadata"]["name"] for each in classes] == ["alpha-default", "beta-default", "beta-gpu"]


def test_a_changed_limit_touches_the_pool_and_the_quota(program: Program):
    program.rewrite("tenants/alpha.yaml", lambda text: text.replace("cpu: 100", "cpu: 120"))

    assert program.steps() == [("update", "alpha-default-node-pool"), ("update", "alpha-in-alpha-tenant")]


def test_a_cluster_that_was_made_before_is_adopted_with_its_network(program: Program):
    adopting = Program(program.cloud, program.folder, stack="adopting")
    adopting.pulumi("stack", "select", "--create")
    network = program.cloud.aws("eks").describe_cluster(name="acme-local")["cluster"]["resourcesVpcConfig"]

    planned, deployed = [step["newState"] for step in adopting.previewed()], program.exported()

    node_class = inputs_of(planned, "alpha-default-node-class")["spec"]
    assert node_class["subnetSelectorTerms"] == [{"id": subnet} for subnet in network["subnetIds"]]
    assert node_class["securityGroupSelectorTerms"] == [{"id": network["clusterSecurityGroupId"]}]
    role = "acme-local-controller-role"
    assert inputs_of(planned, role)["assumeRolePolicy"] == inputs_of(deployed, role)["assumeRolePolicy"]


def test_an_administrator_whom_eks_knows_already_is_named(program: Program):
    program.rewrite(
        "Pulumi.local.yaml", lambda text: text.replace("adminRoleArns: [", f'adminRoleArns: ["{DEPLOYER}", ')
    )
    program.cloud.aws("eks").create_access_entry(clusterName="acme-local", principalArn=DEPLOYER)

    finished = program.pulumi("up", "--yes", "--skip-preview")

    program.cloud.aws("eks").delete_access_entry(clusterName="acme-local", principalArn=DEPLOYER)
    assert finished.returncode != 0
    assert (
        f"platform:cluster.adminRoleArns: {DEPLOYER} has an access entry already, as whoever made the cluster has; "
        "remove it from the list"
    ) in finished.stdout


def test_a_customer_that_is_left_out_is_refused_at_preview(program: Program):
    program.rewrite("Pulumi.local.yaml", lambda text: text.replace("    - beta\n", ""))

    finished = program.pulumi("preview")

    assert finished.returncode != 0
    assert (
        "platform:tenants: beta is deployed as active and gone from the list; "
        "restore it with state: offboarding first  [E015]"
    ) in finished.stdout
    assert "protected" not in finished.stdout


def test_a_change_of_state_is_told_in_words_at_preview(program: Program):
    program.rewrite("tenants/alpha.yaml", lambda text: f"{text}state: suspended\n")

    assert (
        "alpha: active → suspended: pool default is removed and the nodes drained, at the latest after 24h; "
        "new pods are refused; namespaces, roles and access stay"
    ) in program.pulumi("preview").stdout


def test_a_stack_that_changes_nothing_says_nothing_of_states(program: Program):
    assert "→" not in program.pulumi("preview").stdout


def test_a_mistake_stops_the_preview_before_anything_is_asked(program: Program):
    program.rewrite("tenants/alpha.yaml", lambda text: text.replace("limits:", "limit:"))

    finished = program.pulumi("preview")

    assert finished.returncode != 0
    assert "tenants/alpha.yaml:9:5: provisioners.default.limit: " in finished.stdout


def test_what_somebody_deleted_by_hand_comes_back(program: Program, deployed: Cloud):
    deployed.api.delete("/apis/karpenter.sh/v1/nodepools/beta-web")

    finished = program.pulumi("up", "--yes", "--skip-preview", "--refresh")

    assert finished.returncode == 0, finished.stdout
    assert deployed.api.get("/apis/karpenter.sh/v1/nodepools/beta-web")["metadata"]["name"] == "beta-web"


def test_destroy_leaves_nothing(deployed: Cloud):
    deployment.destroy(deployed.instance)

    assert deployed.left_in_aws() == {}
    assert deployed.api.get("/api/v1/nodes")["items"] == []
    assert deployed.api.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")["items"] == []
    assert deployed.api.get("/api/v1/namespaces/kube-system/pods")["items"] == []


def inputs_of(resources: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """Inputs of the one resource of this name."""
    (found,) = (each["inputs"] for each in resources if each["urn"].endswith(f"::{name}"))
    return found
