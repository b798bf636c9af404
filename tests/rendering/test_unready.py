"""Karpenter's conditions in the operator's words.

What these tests do not prove: that the controller sets these conditions; tests/cloud breaks the wiring and looks.
"""

from typing import Any

import pytest

from components.model.karpenter import PlatformPoolSettings
from components.rendering.unready import (
    Place,
    explained,
    is_ready,
    node_class_place,
    node_pool_place,
    platform_places,
    unlooked,
    unmet,
)
from tests.builders import PROVISIONER, tenant

CLASS = Place("alpha", ("nodeClasses", "default"), ())
POOL = Place("alpha", ("provisioners", "web"), ())

TRUE = "True"
FALSE = "False"
UNKNOWN = "Unknown"


def condition(kind: str, status: str, reason: str = "", message: str = "", generation: int = 1) -> dict[str, Any]:
    return {
        "type": kind,
        "status": status,
        "reason": reason or kind,
        "message": message,
        "observedGeneration": generation,
    }


def live(*conditions: dict[str, Any], kind: str = "EC2NodeClass", name: str = "alpha-default", **spec: Any):
    return {
        "kind": kind,
        "metadata": {"name": name, "generation": 1},
        "spec": spec,
        "status": {"conditions": list(conditions)},
    }


def told(place: Place, document: dict[str, Any]) -> str:
    return explained(place, document, unmet(document))


# --- Whether ---


@pytest.mark.parametrize(
    ("document", "ready"),
    [
        (live(), False),
        ({"kind": "NodePool", "metadata": {"name": "a", "generation": 1}, "spec": {}}, False),
        (live(condition("Ready", TRUE)), True),
        (live(condition("Ready", FALSE)), False),
        (live(condition("SubnetsReady", TRUE)), False),
        (live(condition("Ready", TRUE, generation=0)), False),
        (live({"type": "Ready", "status": TRUE}), True),
    ],
    ids=["no conditions", "no status", "ready", "not ready", "another", "of the generation before", "no generation"],
)
def test_ready_is_what_karpenter_says_of_the_present_generation(document, ready):
    assert is_ready(document) is ready


def test_nothing_is_missing_before_karpenter_has_looked():
    waiting = live(condition("SubnetsReady", UNKNOWN), condition("AMIsReady", UNKNOWN), condition("Ready", UNKNOWN))

    assert unmet(waiting) == ()
    assert unlooked(CLASS, waiting) == (
        "tenant alpha: nodeClasses.default: EC2NodeClass alpha-default is not Ready: Karpenter has said nothing of "
        "SubnetsReady, AMIsReady; see whether its controller runs, and what its log says"
    )


def test_what_was_missing_in_the_generation_before_is_not_missing_now():
    assert unmet(live(condition("SubnetsReady", FALSE, "SubnetsNotFound", generation=0))) == ()


def test_a_new_pool_without_nodes_is_not_undecided():
    pool = live(
        condition("ValidationSucceeded", TRUE),
        condition("NodeClassReady", TRUE),
        condition("NodeRegistrationHealthy", UNKNOWN, "AwaitingReconciliation"),
        kind="NodePool",
    )

    assert unmet(pool) == ()


def test_consequences_are_not_told_beside_their_cause():
    document = live(
        condition("SubnetsReady", FALSE, "SubnetsNotFound", "SubnetSelector did not match any Subnets"),
        condition("ValidationSucceeded", FALSE, "DependenciesNotReady", "Awaiting AMIs, Subnets"),
        condition("Ready", FALSE, "UnhealthyDependents", "SubnetsReady=False"),
    )

    assert [each.reason for each in unmet(document)] == ["SubnetsNotFound"]


# --- Words ---


def test_the_alias_of_an_image_that_was_never_published_is_told_though_karpenter_sets_no_condition():
    document = live(
        condition("SubnetsReady", TRUE),
        condition("AMIsReady", UNKNOWN, "AwaitingReconciliation"),
        condition("ValidationSucceeded", UNKNOWN, "DependenciesNotReady"),
        condition("Ready", UNKNOWN, "ReconcilingDependents"),
        amiSelectorTerms=[{"alias": "al2023@v20200101"}],
    )

    assert told(Place("beta", ("nodeClasses", "gpu"), ("ami",)), document) == (
        'tenant beta: nodeClasses.gpu.ami: EC2NodeClass alpha-default with [{"alias": "al2023@v20200101"}] is not '
        "Ready: AMIsReady is not decided, Karpenter's log says why; write a version that was published for the "
        "cluster's Kubernetes version, here or in platform:amis"
    )


def test_of_a_pool_of_the_platform_the_stack_file_is_named():
    document = live(
        condition("SubnetsReady", FALSE, "SubnetsNotFound", "no subnets"), subnetSelectorTerms=[{"id": "s"}]
    )
    of_class, of_pool = platform_places("sharedPool", PlatformPoolSettings.model_validate({"limits": {"cpu": 1}}))

    assert told(of_class, document) == (
        'platform:cluster.vpc: EC2NodeClass alpha-default with [{"id": "s"}] is not Ready: no subnets '
        "(SubnetsNotFound); write ids of subnets that exist in this account and region, or tags that they carry"
    )
    assert of_pool == Place(None, ("platform:karpenter", "sharedPool"), frozenset({"limits"}))


NOT_READY = "EC2NodeClass alpha-default is not Ready: said"
POOL_NOT_READY = "NodePool alpha-default is not Ready: said"
RIGHTS = (
    "let the controller's role call it: pulumi preview shows what its policies lack, and a service control policy or a "
    "boundary of the account may forbid it"
)
CLASS_WORDS = {
    ("SubnetsReady", "SubnetsNotFound"): (
        "platform:cluster.vpc",
        "write ids of subnets that exist in this account and region, or tags that they carry",
    ),
    ("SecurityGroupsReady", "SecurityGroupsNotFound"): (
        "platform:cluster",
        "write ids of security groups that exist in the cluster's VPC, or tags that they carry",
    ),
    ("AMIsReady", "AMINotFound"): (
        "platform:amis",
        "write a version that was published for the cluster's Kubernetes version, here or in platform:amis",
    ),
    ("AMIsReady", "UnsupportedAlias"): (
        "nodeClasses.default.ami",
        "write a family that has images for this Kubernetes version",
    ),
    ("InstanceProfileReady", "NoSuchEntity"): (
        "nodeClasses.default.role",
        "write a role that exists and that the controller may pass",
    ),
    ("CapacityReservationsReady", "CapacityReservationsNotFound"): (
        "nodeClasses.default.capacityReservationSelectorTerms",
        "write reservations that exist in this account and region",
    ),
    ("PlacementGroupReady", "PlacementGroupNotFound"): (
        "nodeClasses.default.placementGroupSelector",
        "write a placement group that exists in this account and region",
    ),
    ("ValidationSucceeded", "TagValidationFailed"): (
        "nodeClasses.default.tags",
        "leave out tags that Karpenter sets itself",
    ),
    ("ValidationSucceeded", "UserDataSizeLimitExceeded"): (
        "nodeClasses.default.userData",
        "write at most 16 KiB, or fetch the rest from a bucket",
    ),
    ("ValidationSucceeded", "InstanceProfileNotFound"): (
        "nodeClasses.default.instanceProfile",
        "write the name of an instance profile of this account",
    ),
    ("ValidationSucceeded", "ClusterCIDRResolutionFailed"): ("nodeClasses.default", RIGHTS),
    ("ValidationSucceeded", "CreateFleetAuthCheckFailed"): ("nodeClasses.default", RIGHTS),
    ("ValidationSucceeded", "CreateLaunchTemplateAuthCheckFailed"): ("nodeClasses.default", RIGHTS),
    ("ValidationSucceeded", "RunInstancesAuthCheckFailed"): ("nodeClasses.default", RIGHTS),
    ("ValidationSucceeded", "InvalidKubeletConfiguration"): (
        "nodeClasses.default.kubelet",
        "write what Karpenter's message asks for",
    ),
    ("ValidationSucceeded", "UnsupportedKubeletConfiguration"): (
        "nodeClasses.default.kubelet",
        "leave out what this AMI family cannot do",
    ),
    ("ValidationSucceeded", "KubeletExpressionsDisabled"): (
        "nodeClasses.default.kubelet",
        "write plain values, or open Karpenter's feature gate for them",
    ),
    ("ValidationSucceeded", "SomethingNew"): (
        "nodeClasses.default",
        "see kubectl describe ec2nodeclass alpha-default",
    ),
}
POOL_WORDS = {
    ("NodeClassReady", "NodeClassNotFound"): (
        "provisioners.web.nodeClass",
        "run pulumi up --refresh: somebody has deleted it",
    ),
    ("NodeClassReady", "NodeClassTerminating"): (
        "provisioners.web.nodeClass",
        "wait until its nodes are gone and run pulumi up --refresh: somebody has deleted it",
    ),
    ("NodeClassReady", "NodeClassReadinessUnknown"): (
        "provisioners.web.nodeClass",
        "see why Karpenter has not looked at it: its log tells",
    ),
    ("NodeClassReady", "UnhealthyDependents"): ("provisioners.web.nodeClass", "put the node class right first"),
    ("ValidationSucceeded", "NodePoolValidationFailed"): (
        "provisioners.web.requirements",
        "write what Karpenter's message asks for",
    ),
}


@pytest.mark.parametrize(("case", "words"), CLASS_WORDS.items(), ids=lambda value: str(value[1])[:40])
def test_every_reason_of_a_class_has_a_field_and_a_remedy(case, words):
    document = live(condition(*case[:1], FALSE, case[1], "said"))

    assert told(CLASS, document) == f"tenant alpha: {words[0]}: {NOT_READY} ({case[1]}); {words[1]}"


@pytest.mark.parametrize(("case", "words"), POOL_WORDS.items(), ids=lambda value: str(value[1])[:40])
def test_every_reason_of_a_pool_has_a_field_and_a_remedy(case, words):
    document = live(condition(*case[:1], FALSE, case[1], "said"), kind="NodePool")

    assert told(POOL, document) == f"tenant alpha: {words[0]}: {POOL_NOT_READY} ({case[1]}); {words[1]}"


def test_the_word_that_the_operator_used_is_named_with_its_value():
    written = Place("alpha", ("nodeClasses", "default"), ("subnetSelectorTerms",))
    document = live(
        condition("SubnetsReady", FALSE, "SubnetsNotFound", "SubnetSelector did not match any Subnets"),
        subnetSelectorTerms=[{"tags": {"tier": "private"}}],
    )

    assert told(written, document) == (
        "tenant alpha: nodeClasses.default.subnetSelectorTerms: EC2NodeClass alpha-default with "
        '[{"tags": {"tier": "private"}}] is not Ready: SubnetSelector did not match any Subnets (SubnetsNotFound); '
        "write ids of subnets that exist in this account and region, or tags that they carry"
    )


def test_several_causes_are_a_line_each():
    document = live(
        condition("SubnetsReady", FALSE, "SubnetsNotFound", "said"),
        condition("SecurityGroupsReady", FALSE, "SecurityGroupsNotFound", "said"),
    )

    assert [line.split(": ")[1] for line in told(CLASS, document).splitlines()] == [
        "platform:cluster.vpc",
        "platform:cluster",
    ]


@pytest.mark.parametrize(
    ("reason", "terminal"), [("UnsupportedAlias", True), ("AMINotFound", False)], ids=["for good", "looked for again"]
)
def test_waiting_for_a_terminal_reason_is_in_vain(reason, terminal):
    assert [each.terminal for each in unmet(live(condition("AMIsReady", FALSE, reason)))] == [terminal]


# --- Places ---


def test_a_place_knows_what_the_operator_wrote():
    spec = tenant(
        provisioners={"web": {**PROVISIONER, "nodeClass": "gpu"}},
        nodeClasses={"gpu": {"ami": "al2023@v20261101", "subnetSelectorTerms": [{"tags": {"a": "b"}}]}},
    )

    assert node_class_place(spec, "gpu") == Place(
        "alpha", ("nodeClasses", "gpu"), frozenset({"ami", "subnetSelectorTerms"})
    )
    assert node_pool_place(spec, "web") == Place(
        "alpha", ("provisioners", "web"), frozenset({*PROVISIONER, "nodeClass"})
    )
