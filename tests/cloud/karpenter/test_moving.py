"""Tenants that leave, come back and move in, with the real Karpenter; two deployments do all of it.

The tests stand in the order of a story. What they do not prove: that EC2's load balancers and volumes go as well.
"""

import json
from typing import Any

import pytest
import yaml

from localcloud import deployment
from tests.cloud.conftest import SECONDS_TO_START, Program
from tests.cloud.karpenter.builders import POOL_LABEL, SMALL, Document, pod
from tests.cloud.karpenter.conftest import (
    CLAIMS,
    LEAVER,
    NAMESPACES,
    NODE_CLASSES,
    NODE_POOLS,
    NODES,
    PAUSED,
    POOLED,
    SETTLER,
    VISITOR,
    Stage,
    is_running,
    write_file,
)

# After all that run beside each other: among these is the one that offboards the leaving tenant.
pytestmark = [pytest.mark.cloud, pytest.mark.timeout(3 * SECONDS_TO_START)]

OLD = "old-shop"
TENANT_LABEL = "node-restriction.kubernetes.io/tenant"
HEAVY = SMALL | {"limits": {"cpu": 100, "memory": "400Gi"}, "weight": 7}


def settler(**words: Any) -> dict[str, Any]:
    """The file of the tenant that moves in."""
    return {"name": SETTLER, "owner": {"email": f"ops@{SETTLER}.example"}, **words}


MADE = settler(provisioners={"default": HEAVY}, namespaces=[{}, {"suffix": "jobs"}])
SETTLED = settler(
    provisioners={"default": HEAVY | {"existingName": OLD}},
    nodeClasses={"default": {"existingName": OLD}},
    namespaces=[{"existingName": SETTLER}],
    enforcement="audit",
)
MOVES_IN = SETTLED | {"nodeClasses": {"default": {"existingName": OLD, "role": "old-nodes"}}}
"""With the role that its nodes have now."""


def listed(program: Program, *, also: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> None:
    """Changes the list of tenants."""
    file = program.folder / f"Pulumi.{deployment.STACK}.yaml"
    stack = yaml.safe_load(file.read_text(encoding="utf-8"))
    names = [name for name in stack["config"]["platform:tenants"] if name not in without]
    stack["config"]["platform:tenants"] = list(dict.fromkeys((*names, *also)))
    file.write_text(yaml.safe_dump(stack), encoding="utf-8")


def up(stage: Stage) -> str:
    """Deploys, and returns what was said."""
    finished = stage.program.pulumi("up", "--yes", "--skip-preview")
    assert finished.returncode == 0, finished.stdout
    return finished.stdout


def traces(stage: Stage, name: str) -> set[str]:
    """Kinds of which something with the tenant's name is anywhere, in the cluster or in AWS."""
    cloud, eks = stage.program.cloud, stage.program.cloud.aws("eks")
    cluster = {"clusterName": stage.facts.name}
    associations = eks.list_pod_identity_associations(**cluster)["associations"]
    found: dict[str, list[str]] = {
        **{kind: list(names) for kind, names in cloud.left_in_aws().items()},
        "access entry": eks.list_access_entries(**cluster)["accessEntries"],
        "association": [f"{each['namespace']}/{each['serviceAccount']}" for each in associations],
    }
    for kind, path in (
        ("NodePool", NODE_POOLS),
        ("EC2NodeClass", NODE_CLASSES),
        ("NodeClaim", CLAIMS),
        ("Node", NODES),
        ("Namespace", NAMESPACES),
    ):
        found[kind] = [json.dumps(each["metadata"]) for each in stage.api.get(path)["items"]]
    return {kind for kind, names in found.items() if any(name in each for each in names)}


def by_hand(kind: str, model: Document) -> Document:
    """The object as somebody made it who knows nothing of tenants, from one that the program has rendered."""
    spec = json.loads(json.dumps(model["spec"]).replace("alpha-default", OLD))
    if kind == "NodePool":
        spec["template"]["metadata"] = {"labels": {"team": "shop"}}
        spec["template"]["spec"].pop("taints")
        spec |= {"weight": 3, "limits": {"cpu": "50", "nodes": "9"}}
    else:
        del spec["instanceProfile"]
        spec["role"] = "old-nodes"
        spec["tags"] = {"shop": "old"}
        spec["detailedMonitoring"] = True
    return {"apiVersion": model["apiVersion"], "kind": kind, "metadata": {"name": OLD}, "spec": spec}


@pytest.fixture(scope="module")
def old_shop(stage: Stage) -> None:
    """What runs before its owner becomes a tenant: a namespace, a pool with its class, a pod on a node of it.

    Beside it a tenant that is offboarding, and pods of two without nodes.
    """
    if "NodePool" in traces(stage, LEAVER):
        stage.program.rewrite(f"tenants/{LEAVER}.yaml", lambda text: f"{text}state: offboarding\n")
        up(stage)
    trust = {"Version": "2012-10-17", "Statement": []}
    stage.program.cloud.aws("iam").create_role(RoleName="old-nodes", AssumeRolePolicyDocument=json.dumps(trust))
    for kind, path in (("EC2NodeClass", NODE_CLASSES), ("NodePool", NODE_POOLS)):
        stage.api.create(path, by_hand(kind, stage.api.get(f"{path}/alpha-default")))
    for name in (SETTLER, f"{SETTLER}-jobs"):
        stage.api.create(NAMESPACES, {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
    stage.deploy(SETTLER, "shop", pod(nodeSelector={POOL_LABEL: OLD}))
    for name in (VISITOR, POOLED):
        stage.deploy(name, "stays", pod())
        stage.node_of(name, "stays")
    assert stage.node_of(SETTLER, "shop")["metadata"]["labels"][POOL_LABEL] == OLD


@pytest.mark.usefixtures("old_shop")
def test_everything_that_exists_already_is_refused_in_one_preview(stage: Stage):
    pool = {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": f"{SETTLER}-default"}}
    stage.api.create(NODE_POOLS, pool | {"spec": stage.api.get(f"{NODE_POOLS}/{OLD}")["spec"]})
    write_file(stage.program, MADE)
    listed(stage.program, also=(SETTLER,))

    refused = stage.program.pulumi("preview")
    stage.api.delete(f"{NODE_POOLS}/{SETTLER}-default")

    assert refused.returncode != 0
    said = {
        f"tenant {line.partition('tenant ')[2]}" for line in refused.stdout.splitlines() if "exists already" in line
    }
    assert said == {
        f"tenant {SETTLER}: namespace {SETTLER} exists already; take it over by existingName: {SETTLER}, or delete it",
        f"tenant {SETTLER}: namespace {SETTLER}-jobs exists already; take it over by existingName: {SETTLER}-jobs,"
        " or delete it",
        f"tenant {SETTLER}: provisioners.default: NodePool {SETTLER}-default exists already;"
        f" take it over by existingName: {SETTLER}-default, or delete it",
    }


@pytest.mark.usefixtures("old_shop")
def test_a_class_with_which_the_file_does_not_go_together_is_refused_at_preview(stage: Stage):
    """The file with its role does, in the next test."""
    write_file(stage.program, SETTLED)

    refused = stage.program.pulumi("preview")

    assert refused.returncode != 0
    assert (
        f"tenant {SETTLER}: nodeClasses.default.existingName: EC2NodeClass {OLD} does not go together with the file:"
    ) in refused.stdout
    assert "; write what it has into the file for this deployment (spec." in refused.stdout


@pytest.mark.usefixtures("old_shop")
def test_one_deployment_ends_a_tenant_begins_to_end_another_and_takes_a_pool_over(stage: Stage):
    """A13: nothing of the tenant that has left is anywhere; of one that stays there is everything.

    The one that begins to leave has no nodes of its own, and keeps its pod on the shared one until it goes.
    """
    uids = {path: stage.api.get(f"{path}/{OLD}")["metadata"]["uid"] for path in (NODE_POOLS, NODE_CLASSES)}
    had = traces(stage, LEAVER)
    write_file(stage.program, MOVES_IN)
    write_file(stage.program, shared(VISITOR, state="offboarding"))
    listed(stage.program, also=(SETTLER,), without=(LEAVER,))
    previewed = stage.program.pulumi("preview")

    said = up(stage)

    for output in (previewed.stdout, said):
        assert f"{SETTLER}: new, active: namespace {SETTLER}; pool default takes over NodePool {OLD}" in output
        assert (
            f"tenant {SETTLER}: provisioners.default.existingName: NodePool {OLD} is taken over, and loses what its"
            " file does not have: spec.limits.nodes, spec.template.metadata.labels.team"
        ) in output
    assert previewed.returncode == 0, previewed.stdout
    assert had == {"Namespace", "access entry", "association", "instance profile", "policy", "role"}
    assert traces(stage, LEAVER) == set()
    assert traces(stage, PAUSED) >= {"Namespace", "EC2NodeClass", "access entry", "instance profile", "policy", "role"}
    assert any(map(is_running, stage.pods(VISITOR)))
    quota = stage.api.get(f"{NAMESPACES}/{VISITOR}/resourcequotas/tenant")["spec"]["hard"]
    assert set(quota.values()) == {"0"}
    assert {path: stage.api.get(f"{path}/{OLD}")["metadata"]["uid"] for path in uids} == uids


def test_what_was_taken_over_is_the_files_and_the_engines_alone(stage: Stage):
    pool, node_class = (stage.api.get(f"{path}/{OLD}") for path in (NODE_POOLS, NODE_CLASSES))

    assert (pool["spec"]["weight"], pool["spec"]["limits"]) == (7, {"cpu": "100", "memory": "400Gi"})
    assert pool["spec"]["template"]["metadata"]["labels"] == {TENANT_LABEL: SETTLER}
    assert node_class["spec"]["role"] == "old-nodes"
    assert [word for word in ("instanceProfile", "detailedMonitoring") if word in node_class["spec"]] == []
    assert node_class["spec"]["tags"]["tenant"] == SETTLER
    for each in (pool, node_class):
        # Karpenter writes annotations and the status.
        written = [one for one in each["metadata"]["managedFields"] if "subresource" not in one]
        assert [one["operation"] for one in written if "f:spec" in one["fieldsV1"]] == ["Apply"]
    # Its node belongs to the pool still, and Karpenter replaces it as it replaces others.
    assert stage.claims_of(OLD) != []


def test_the_name_of_a_tenant_that_has_left_is_new_again(stage: Stage):
    """And a field that is taken out of the file goes from the pool, or the class, that was taken over."""
    write_file(stage.program, tenant_of_the_name())
    light = {word: value for word, value in HEAVY.items() if word != "weight"}
    write_file(stage.program, {**SETTLED, "provisioners": {"default": light | {"existingName": OLD}}})
    listed(stage.program, also=(LEAVER,), without=(VISITOR,))

    said = up(stage)

    assert f"{LEAVER}: new, active: namespace {LEAVER}; pool default is made" in said
    inside = {
        kind: [each["metadata"]["name"] for each in stage.api.get(f"{NAMESPACES}/{LEAVER}/{kind}")["items"]]
        for kind in ("pods", "secrets", "persistentvolumeclaims", "serviceaccounts")
    }
    assert inside == {"pods": [], "secrets": [], "persistentvolumeclaims": [], "serviceaccounts": ["default"]}
    assert traces(stage, LEAVER) == {
        "Namespace",
        "EC2NodeClass",
        "NodePool",
        "access entry",
        "instance profile",
        "policy",
        "role",
    }
    assert "weight" not in stage.api.get(f"{NODE_POOLS}/{OLD}")["spec"]
    node_class = stage.api.get(f"{NODE_CLASSES}/{OLD}")["spec"]
    assert (node_class.get("role"), node_class["instanceProfile"]) == (None, f"{stage.facts.name}-{SETTLER}-node")
    assert traces(stage, VISITOR) == set()
    assert any(map(is_running, stage.pods(POOLED)))

    forget(stage, "old-nodes")


def forget(stage: Stage, role: str) -> None:
    """Deletes what is left in AWS of the time before: the role, and the instance profile that Karpenter made for it."""
    iam = stage.program.cloud.aws("iam")
    for profile in iam.list_instance_profiles_for_role(RoleName=role)["InstanceProfiles"]:
        name = profile["InstanceProfileName"]
        iam.remove_role_from_instance_profile(InstanceProfileName=name, RoleName=role)
        iam.delete_instance_profile(InstanceProfileName=name)
    iam.delete_role(RoleName=role)


def shared(name: str, **words: Any) -> dict[str, Any]:
    """The file of a tenant without nodes."""
    return {"name": name, "owner": {"email": f"ops@{name}.example"}, "isolation": "shared", **words}


def tenant_of_the_name() -> dict[str, Any]:
    """Another tenant than the one that had the name: it has no accounts with rights in AWS."""
    pools = {"default": {"instanceTypes": ["m6i.large"], "limits": {"cpu": 100, "memory": "400Gi"}}}
    return {"name": LEAVER, "owner": {"email": f"new@{LEAVER}.example"}, "provisioners": pools}
