"""Customers who come, move in, leave and come back, on the real engine, API server and Karpenter.

The tests stand in the order of a story and share one deployment: gamma is onboarded, leaves under load and comes back,
twice; the live shop of a customer moves in; and a cluster of which somebody edited everything is audited. What they do
not prove: that EC2's instances, load balancers and volumes go as the stand-in's do.
"""

import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from localcloud import deployment
from localcloud.api_server import Refused
from localcloud.demo import workloads
from localcloud.demo.workloads import Workload
from localcloud.folders import CHECKOUT
from tests.cloud.conftest import SECONDS_TO_START, Cloud, Program

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(2 * SECONDS_TO_START)]

CLUSTER, DEVS = "acme-local", "arn:aws:iam::444455556666:role/Devs"
GAMMA = f"""\
name: gamma
owner: {{email: ops@gamma.example}}
provisioners:
  default:
    instanceTypes: [m6i.large]
    limits: {{cpu: 16, memory: 64Gi}}
access:
  - {{principalArn: "{DEVS}", role: edit}}
"""
SHOP = """\
name: shop
owner: {email: ops@shop.example}
enforcement: audit
namespaces: [{existingName: old-shop}]
provisioners:
  default:
    instanceTypes: [m6i.large]
    limits: {cpu: 16, memory: 64Gi}
"""
WEB = Workload("gamma", "web", "", replicas=2, fitting=2, cpu="500m", memory="1Gi")
SECONDS = 240
"""For what takes nodes, on a busy machine."""


@pytest.fixture(scope="module")
def story(empty: Program, deployed: Cloud) -> Program:
    """The deployed program, whose files the story changes."""
    return empty


def up(story: Program) -> str:
    """Deploys, and returns what was said."""
    finished = story.pulumi("up", "--yes", "--skip-preview")
    assert finished.returncode == 0, finished.stdout
    return finished.stdout


def listed(story: Program, *names: str) -> None:
    file = story.folder / "Pulumi.local.yaml"
    before, _, _ = file.read_text(encoding="utf-8").partition("  platform:tenants:")
    file.write_text(f"{before}  platform:tenants: [{', '.join(names)}]\n", encoding="utf-8")


def until(reached: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + SECONDS
    while not reached():
        assert time.monotonic() < deadline, what
        time.sleep(1)


def running(cloud: Cloud, namespace: str) -> list[dict[str, Any]]:
    """Running pods that stay."""
    pods = cloud.api.get(f"/api/v1/namespaces/{namespace}/pods")["items"]
    return [pod for pod in pods if pod["status"]["phase"] == "Running" and "deletionTimestamp" not in pod["metadata"]]


def names_in(cloud: Cloud, path: str) -> list[str]:
    return [each["metadata"]["name"] for each in cloud.api.get(path)["items"]]


def of_gamma(cloud: Cloud) -> dict[str, list[str]]:
    """Everything of gamma's that is anywhere, by kind."""
    cluster = {
        kind: [name for name in names_in(cloud, path) if "gamma" in name]
        for kind, path in (
            ("NodePool", "/apis/karpenter.sh/v1/nodepools"),
            ("NodeClaim", "/apis/karpenter.sh/v1/nodeclaims"),
            ("EC2NodeClass", "/apis/karpenter.k8s.aws/v1/ec2nodeclasses"),
            ("Namespace", "/api/v1/namespaces"),
            ("Node", "/api/v1/nodes"),
        )
    }
    entries = cloud.aws("eks").list_access_entries(clusterName=CLUSTER)["accessEntries"]
    aws = {kind: [name for name in names if "gamma" in name] for kind, names in cloud.left_in_aws().items()}
    found = {**cluster, **aws, "access entry": [each for each in entries if "gamma" in each or each == DEVS]}
    return {kind: names for kind, names in found.items() if names}


def test_one_more_customer_touches_nobody_else(story: Program):
    (story.folder / "tenants" / "gamma.yaml").write_text(GAMMA)
    listed(story, "alpha", "beta", "gamma")

    steps = story.steps()

    assert {operation for operation, _ in steps} == {"create"}
    assert {name.partition("-")[0] for _, name in steps} == {"gamma"}


def test_a_namespace_that_exists_is_refused_at_preview(story: Program, deployed: Cloud):
    foreign = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "gamma"}}
    deployed.api.create("/api/v1/namespaces", foreign)

    refused = story.pulumi("preview")
    deployed.api.delete("/api/v1/namespaces/gamma")
    until(lambda: "gamma" not in names_in(deployed, "/api/v1/namespaces"), "the end of the namespace")

    assert refused.returncode != 0
    said = "tenant gamma: namespace gamma exists already; take it over by existingName: gamma, or delete it"
    assert said in refused.stdout
    assert said not in story.pulumi("preview").stdout


@pytest.mark.parametrize("time_of", ["first", "second"])
def test_a_customer_comes_and_leaves_under_load_and_nothing_is_left(story: Program, deployed: Cloud, time_of: str):
    """The second time under the same name: what it finds is new and empty."""
    gamma = story.folder / "tenants" / "gamma.yaml"
    gamma.write_text(GAMMA)
    listed(story, "alpha", "beta", "gamma")
    assert of_gamma(deployed) == {}

    assert "gamma: new, active: namespace gamma; pool default is made" in up(story)
    inside = ["secrets", "configmaps", "services", "pods", "persistentvolumeclaims"]
    held = {kind: names_in(deployed, f"/api/v1/namespaces/gamma/{kind}") for kind in inside}
    of_files = {"configmaps": ["kube-root-ca.crt", "platform-ca"], "services": ["entry"]}
    assert held == {**{kind: [] for kind in inside}, **of_files}

    deployed.api.create("/apis/apps/v1/namespaces/gamma/deployments", workloads.deployment(WEB))
    secret = {"metadata": {"name": "left"}, "stringData": {"of": time_of}}
    deployed.api.create("/api/v1/namespaces/gamma/secrets", {"apiVersion": "v1", "kind": "Secret", **secret})
    until(lambda: len(running(deployed, "gamma")) == 2, "the pods of gamma")

    gamma.write_text(f"{GAMMA}state: offboarding\n")
    said = up(story)
    assert "gamma: active → offboarding: pool default is removed and the nodes drained, at the latest after 24h" in said
    left = of_gamma(deployed)
    assert sorted(left) == ["Namespace", "access entry", "instance profile", "policy", "role"]
    assert DEVS not in left["access entry"]
    quota = deployed.api.get("/api/v1/namespaces/gamma/resourcequotas/tenant")["spec"]["hard"]
    assert set(quota.values()) == {"0"}
    assert running(deployed, "gamma") == []

    listed(story, "alpha", "beta")
    said = up(story)
    assert "gamma: offboarding → removed: the namespaces made for it with everything in them" in said
    assert of_gamma(deployed) == {}


def test_a_customer_that_did_not_leave_in_order_is_refused(story: Program):
    listed(story, "alpha")

    refused = story.pulumi("preview")
    listed(story, "alpha", "beta")

    assert refused.returncode != 0
    assert "beta is deployed as active and gone from the list" in refused.stdout


def by_hand(kind: str, name: str, document: dict[str, Any]) -> dict[str, Any]:
    """Alpha's object without anything of a customer, under another name."""
    spec = json.loads(json.dumps(document["spec"]).replace("alpha-default", name))
    if kind == "NodePool":
        spec["template"]["metadata"] = {}
        spec["template"]["spec"].pop("taints", None)
        # Alpha's own pods choose its label, and nothing else may come here.
        spec["weight"] = 1
    return {"apiVersion": document["apiVersion"], "kind": kind, "metadata": {"name": name}, "spec": spec}


@pytest.fixture
def live_shop(deployed: Cloud) -> None:
    """A shop that runs already, in its own namespace and on nodes of a pool that somebody made by hand; it stays."""
    for kind, path in (
        ("EC2NodeClass", "/apis/karpenter.k8s.aws/v1/ec2nodeclasses"),
        ("NodePool", "/apis/karpenter.sh/v1/nodepools"),
    ):
        model = deployed.api.get(f"{path}/alpha-default")
        deployed.api.create(path, by_hand(kind, "old-shop", model))
    space = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "old-shop"}}
    deployed.api.create("/api/v1/namespaces", space)
    web = Workload("shop", "web", "", replicas=3, fitting=3, cpu="500m", memory="1Gi")
    document = workloads.deployment(web)
    for word in ("nodeSelector", "tolerations"):
        del document["spec"]["template"]["spec"][word]
    deployed.api.create("/apis/apps/v1/namespaces/old-shop/deployments", document)
    budget = {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "web"},
        "spec": {"minAvailable": 2, "selector": {"matchLabels": {"app": "web"}}},
    }
    deployed.api.create("/apis/policy/v1/namespaces/old-shop/poddisruptionbudgets", budget)
    until(lambda: len(running(deployed, "old-shop")) == 3, "the pods of the shop")


@pytest.fixture
def counts(live_shop: None, deployed: Cloud) -> Iterator[list[int]]:
    """How many pods of the shop run, counted again and again while the test goes on."""
    seen: list[int] = []
    ended = threading.Event()

    def count() -> None:
        while not ended.wait(0.5):
            seen.append(len(running(deployed, "old-shop")))

    thread = threading.Thread(target=count)
    thread.start()
    yield seen
    ended.set()
    thread.join()


def test_a_live_customer_moves_in_and_loses_no_pod(story: Program, deployed: Cloud, counts: list[int]):
    file = story.folder / "tenants" / "shop.yaml"
    before = {pod["metadata"]["uid"] for pod in running(deployed, "old-shop")}

    file.write_text(SHOP)
    listed(story, "alpha", "beta", "shop")
    up(story)
    assert {pod["metadata"]["uid"] for pod in running(deployed, "old-shop")} == before
    # Neither its pods nor anything else of the customer's would be refused; only the old pool is nobody's.
    assert {line.rpartition("  [")[0].partition(":")[0] for line in audited(story)[1]} == {
        "EC2NodeClass old-shop",
        "NodePool old-shop",
        *(f"Node {node}" for node in nodes_of(deployed, "old-shop")),
    }

    file.write_text(SHOP.replace("enforcement: audit\n", ""))
    up(story)
    deployed.api.delete("/apis/karpenter.sh/v1/nodepools/old-shop?propagationPolicy=Foreground")
    until(lambda: nodes_of(deployed, "old-shop") == [], "the drain of the old pool")
    deployed.api.delete("/apis/karpenter.k8s.aws/v1/ec2nodeclasses/old-shop")
    until(lambda: len(running(deployed, "old-shop")) == 3, "all pods on the new pool")

    assert min(counts) >= 2
    moved = running(deployed, "old-shop")
    assert {pod["metadata"]["uid"] for pod in moved} & before == set()
    assert {pod["spec"]["nodeName"] for pod in moved} <= set(nodes_of(deployed, "shop-default"))
    assert {pod["spec"]["nodeSelector"]["node-restriction.kubernetes.io/tenant"] for pod in moved} == {"shop"}
    until(lambda: audited(story) == (0, ["cluster and files agree"]), "an audit without findings")


def nodes_of(cloud: Cloud, pool: str) -> list[str]:
    """Names of the nodes of a NodePool."""
    nodes = cloud.api.get("/api/v1/nodes")["items"]
    return [
        node["metadata"]["name"] for node in nodes if node["metadata"]["labels"].get("karpenter.sh/nodepool") == pool
    ]


def audited(story: Program) -> tuple[int, list[str]]:
    """Exit code and lines of `audit`, without the closing one where something departs."""
    instance = story.cloud.instance
    settings = deployment.environment(instance)
    finished = subprocess.run(
        [CHECKOUT / ".venv/bin/karpenter-tenants", "audit", "--stack", "local", "--kubeconfig", instance.kubeconfig],
        cwd=story.folder,
        env={
            **settings,
            "AWS_ENDPOINT_URL": settings["LOCALCLOUD_AWS_ENDPOINT"],
            "AWS_ACCESS_KEY_ID": "local",
            "AWS_SECRET_ACCESS_KEY": "local",
        },
        capture_output=True,
        text=True,
    )
    assert [line for line in finished.stderr.splitlines() if not line.startswith("warning: ")] == []
    lines = finished.stdout.splitlines()
    return finished.returncode, lines if finished.returncode == 0 else lines[:-1]


def test_cluster_and_files_agree_after_a_deployment(story: Program):
    assert audited(story) == (0, ["cluster and files agree"])


def test_everything_that_somebody_changed_by_hand_is_told(story: Program, deployed: Cloud):
    """And nothing but that; afterwards a deployment with a refresh brings back what was deleted."""
    bindings = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings"
    api, iam, eks = deployed.api, deployed.aws("iam"), deployed.aws("eks")
    api.delete(f"{bindings}/other-pods")
    api.merge(f"{bindings}/tenant-labels", {"spec": {"validationActions": ["Warn"]}})
    grabbing = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "grabber", "namespace": "default"},
        # It finds no node, which would be another departure.
        "spec": {
            "containers": [{"name": "x", "image": "x"}],
            "tolerations": [{"operator": "Exists"}],
            "nodeSelector": {"nowhere": "true"},
        },
    }
    until(lambda: created(deployed, "/api/v1/namespaces/default/pods", grabbing), "a pod that no policy refuses")
    api.merge("/api/v1/namespaces/default", {"metadata": {"labels": {"karpenter-tenants/system": "true"}}})
    api.merge("/api/v1/namespaces/alpha/resourcequotas/tenant", {"spec": {"hard": {"pods": "9k"}}})
    api.delete("/apis/networking.k8s.io/v1/namespaces/beta/networkpolicies/default-deny")
    rights = {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "more"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view"},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "tenant:alpha:edit"}],
    }
    api.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", rights)
    iam.create_instance_profile(InstanceProfileName="left", Path=f"/karpenter-tenants/{CLUSTER}/")
    eks.create_access_entry(clusterName=CLUSTER, principalArn="arn:aws:iam::444455556666:role/Mallory")
    admin = {"clusterName": CLUSTER, "policyArn": "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"}
    on_call = "arn:aws:iam::444455556666:role/OnCall"
    eks.associate_access_policy(**admin, principalArn=on_call, accessScope={"type": "cluster"})
    eks.disassociate_access_policy(**admin, principalArn="arn:aws:iam::111122223333:role/PlatformAdmins")

    status, lines = audited(story)

    assert status == 1
    assert sorted((line[-4:-1], line.partition(": ")[0]) for line in lines) == [
        ("D01", "NetworkPolicy beta/default-deny"),
        ("D01", "ValidatingAdmissionPolicyBinding other-pods"),
        ("D02", "ResourceQuota alpha/tenant"),
        ("D02", "ValidatingAdmissionPolicyBinding tenant-labels"),
        ("D03", "Namespace default"),
        ("D31", "ClusterRoleBinding more"),
        ("D41", "access entry arn:aws:iam::444455556666:role/Mallory"),
        ("D45", f"access policy AmazonEKSClusterAdminPolicy of {on_call}"),
        ("D46", "access policy AmazonEKSClusterAdminPolicy of arn:aws:iam::111122223333:role/PlatformAdmins"),
        ("D51", f"instance profile /karpenter-tenants/{CLUSTER}/left"),
    ]
    api.merge("/api/v1/namespaces/default", {"metadata": {"labels": {"karpenter-tenants/system": None}}})
    assert [line for line in audited(story)[1] if "D11" in line] == [
        "Pod default/grabber: selects or tolerates tenants' nodes, by node-restriction.kubernetes.io/tenant,"
        " karpenter-tenants/tenant or a toleration without key; remove it from the workload, and delete the pod  [D11]"
    ]

    # Fields that somebody else wrote are theirs: the engine would ask for them in vain.
    api.merge(f"{bindings}/tenant-labels", {"spec": {"validationActions": ["Deny"]}})
    api.merge("/api/v1/namespaces/alpha/resourcequotas/tenant", {"spec": {"hard": {"pods": "1000"}}})
    api.delete("/api/v1/namespaces/default/pods/grabber")
    api.delete("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/more")
    iam.delete_instance_profile(InstanceProfileName="left")
    eks.delete_access_entry(clusterName=CLUSTER, principalArn="arn:aws:iam::444455556666:role/Mallory")
    eks.disassociate_access_policy(**admin, principalArn=on_call)
    finished = story.pulumi("up", "--yes", "--skip-preview", "--refresh")
    assert finished.returncode == 0, finished.stdout
    until(lambda: audited(story) == (0, ["cluster and files agree"]), "an audit without findings")


def created(cloud: Cloud, path: str, document: dict[str, Any]) -> bool:
    """Whether the API server took the object."""
    try:
        cloud.api.create(path, document)
    except Refused:
        return False
    return True
