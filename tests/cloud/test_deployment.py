"""The whole program on the real engine, against a real API server and the AWS stand-in, from first preview to destroy.

The tests stand in the order of a stack's life and share one deployment. What they do not prove: that AWS does as the
stand-in does, and that Karpenter's controller makes nodes of the objects.
"""

import subprocess

import pytest

from localcloud import deployment
from tests.cloud.conftest import SECONDS_TO_START, Cloud, Program

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START), pytest.mark.xdist_group("program")]


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


def test_every_pool_and_class_of_the_customers_is_there(deployed: Cloud):
    pools = deployed.api.get("/apis/karpenter.sh/v1/nodepools")["items"]
    classes = deployed.api.get("/apis/karpenter.k8s.aws/v1/ec2nodeclasses")["items"]

    assert [pool["metadata"]["name"] for pool in pools] == ["alpha-default", "beta-batch", "beta-gpu", "beta-web"]
    assert [each["metadata"]["name"] for each in classes] == ["alpha-default", "beta-default", "beta-gpu"]


def test_a_changed_limit_touches_one_object(program: Program):
    program.rewrite("tenants/alpha.yaml", lambda text: text.replace("cpu: 100", "cpu: 120"))

    assert program.steps() == [("update", "alpha-default-node-pool")]


def test_a_customer_that_is_left_out_is_refused_at_preview(program: Program):
    program.rewrite("Pulumi.local.yaml", lambda text: text.replace("    - beta\n", ""))

    finished = program.pulumi("preview")

    assert finished.returncode != 0
    assert "protected" in finished.stdout


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
