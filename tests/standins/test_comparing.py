"""What `Diff` calls a change, and which changes need a new resource."""

import json

import pytest

from localcloud.providers.aws.handlers import HANDLERS
from localcloud.providers.schema import load_schema
from localcloud.providers.tokens import AWS_RESOURCES
from tests.standins.builders import CLUSTER, ROLE, policy, trust
from tests.standins.recording import Engine, Resource, urn


def kept(token: str, **inputs: object) -> Resource:
    """A resource as the engine keeps it; nothing of it is in AWS."""
    return Resource(urn(token, "kept"), dict(inputs), "id", dict(inputs))


def test_policy_with_other_blanks_and_order_is_no_change(engine: Engine):
    resource = kept("aws:iam/policy:Policy", name="a", policy=policy("s3:*"))
    spread = json.dumps(dict(reversed(json.loads(policy("s3:*")).items())), indent=4)

    assert [*engine.diff(resource, policy=spread).diffs] == []


def test_order_of_subnets_is_no_change(engine: Engine):
    resource = kept(CLUSTER, name="a", vpcConfig={"subnetIds": ["subnet-1", "subnet-2"]})

    changed = engine.diff(resource, vpcConfig={"subnetIds": ["subnet-2", "subnet-1"]})

    assert [*changed.diffs] == []


def test_empty_map_is_no_change(engine: Engine):
    assert [*engine.diff(kept(ROLE, name="a"), tags={}).diffs] == []


def test_tags_change_in_place(engine: Engine):
    changed = engine.diff(kept(ROLE, name="a", tags={"a": "1"}), tags={"a": "2"})

    assert ([*changed.diffs], [*changed.replaces]) == (["tags"], [])


REPLACEMENTS = {
    "role's name": (ROLE, {"name": "a"}, {"name": "b"}, ["name"]),
    "role's path": (ROLE, {"name": "a", "path": "/"}, {"path": "/b/"}, ["path"]),
    "cluster's mode": (
        CLUSTER,
        {"accessConfig": {"authenticationMode": "API_AND_CONFIG_MAP"}},
        {"accessConfig": {"authenticationMode": "API"}},
        [],
    ),
    "cluster's creator": (
        CLUSTER,
        {"accessConfig": {"bootstrapClusterCreatorAdminPermissions": True}},
        {"accessConfig": {"bootstrapClusterCreatorAdminPermissions": False}},
        ["accessConfig"],
    ),
    "version of a node group's template": (
        "aws:eks/nodeGroup:NodeGroup",
        {"launchTemplate": {"id": "lt-1", "version": "1"}},
        {"launchTemplate": {"id": "lt-1", "version": "2"}},
        [],
    ),
    "node group's template": (
        "aws:eks/nodeGroup:NodeGroup",
        {"launchTemplate": {"id": "lt-1", "version": "1"}},
        {"launchTemplate": {"id": "lt-2", "version": "1"}},
        ["launchTemplate"],
    ),
    "type of an access entry": (
        "aws:eks/accessEntry:AccessEntry",
        {"type": "EC2_LINUX"},
        {"type": "STANDARD"},
        ["type"],
    ),
}


@pytest.mark.parametrize(("token", "old", "new", "replaces"), REPLACEMENTS.values(), ids=REPLACEMENTS.keys())
def test_replaces(engine: Engine, token: str, old: dict[str, object], new: dict[str, object], replaces: list[str]):
    changed = engine.diff(kept(token, **old), **new)

    assert ([*changed.diffs], [*changed.replaces]) == ([*new], replaces)


def test_given_name_is_freed_before_its_replacement(engine: Engine):
    changed = engine.diff(kept(ROLE, name="a", path="/"), path="/b/")

    assert changed.deleteBeforeReplace


def test_new_name_stands_beside_the_old_one(engine: Engine):
    assert not engine.diff(kept(ROLE, name="a"), name="b").deleteBeforeReplace


def test_generated_name_is_kept(engine: Engine):
    made = engine.create(ROLE, "generated", assumeRolePolicy=trust("ec2.amazonaws.com"))

    assert made["name"].startswith("generated-")
    assert made.inputs["__defaults"] == ["name"]
    assert "__defaults" not in made.state
    engine.delete(made)


def test_every_type_has_handler_and_schema():
    assert sorted(HANDLERS) == sorted(AWS_RESOURCES)


@pytest.mark.parametrize("token", AWS_RESOURCES)
def test_handlers_speak_of_existing_properties(token: str):
    known = set(load_schema()["resources"][token]["inputs"])
    handler = HANDLERS[token]
    named = {handler.named_by[0]} if handler.named_by else set()

    assert handler.supports <= known
    assert {path.split(".")[0] for path in handler.replaces} <= handler.supports
    assert named <= handler.supports
