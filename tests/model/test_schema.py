"""The JSON Schemas of tenant file and profile: current, documented, no stricter than the product; no editor runs."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from components.model import docstrings, platform
from components.model.base import Model
from components.model.schema import profile_schema, tenant_schema

ROOT = Path(__file__).parents[2]

GOOD: dict[str, dict[str, Any]] = {
    "smallest": {"name": "alpha", "provisioners": {"default": {"limits": {"cpu": 100, "memory": "400Gi"}}}},
    "profile": {"name": "alpha", "extends": "web", "owner": {"costCenter": 4711}},
    "what all start from": {"name": "alpha", "provisioners": {"*": {"zones": ["eu-central-1a"]}, "web": {}}},
    "null": {
        "name": "alpha",
        "tags": {"a": None},
        "provisioners": {"web": {"terminationGracePeriod": None, "labels": None, "requirements": None}, "old": None},
    },
    "numbers where text is": {
        "name": "alpha",
        "provisioners": {"web": {"disruption": {"budgets": [{"nodes": 0}]}, "maxHourlyUSD": 9.5, "labels": {"a": 1}}},
    },
    "subnets in both forms": {
        "name": "alpha",
        "nodeClasses": {"default": {"subnets": ["subnet-a", {"id": "subnet-b", "zone": "eu-central-1b"}]}},
    },
    "all or some": {
        "name": "alpha",
        "access": [
            {"group": "a", "role": "view", "namespaces": "all"},
            {"group": "b", "role": "edit", "namespaces": ["alpha"]},
        ],
    },
    "statements": {
        "name": "alpha",
        "iam": {"policyStatements": [{"Effect": "Allow", "Action": "s3:*", "Resource": ["*"], "Condition": {}}]},
    },
    "any kubelet field": {"name": "alpha", "nodeClasses": {"default": {"kubelet": {"registryPullQPS": 10}}}},
}

BAD: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "no name": ({}, []),
    "misspelt word": ({"provisioners": {"web": {"limit": {}}}}, ["provisioners", "web"]),
    "unknown word of an enum": (
        {"provisioners": {"web": {"capacityTypes": ["on_demand"]}}},
        ["provisioners", "web", "capacityTypes", 0],
    ),
    "duration in days": ({"provisioners": {"web": {"expireAfter": "30d"}}}, ["provisioners", "web", "expireAfter"]),
    "key with hyphen": ({"provisioners": {"we-b": {}}}, ["provisioners"]),
    "name with capitals": ({"name": "Alpha"}, ["name"]),
    "In without values": (
        {"provisioners": {"web": {"requirements": [{"key": "a", "operator": "In", "values": []}]}}},
        ["provisioners", "web", "requirements", 0, "values"],
    ),
    "two numbers for Gt": (
        {"provisioners": {"web": {"requirements": [{"key": "a", "operator": "Gt", "values": ["1", "2"]}]}}},
        ["provisioners", "web", "requirements", 0, "values"],
    ),
    "objects of the stack": ({"objects": ["objects/ca.yaml"]}, []),
    "repositories of the stack": ({"iam": {"sharedImageRepositories": ["base"]}}, ["iam"]),
    "operator of a toleration": (
        {"provisioners": {"web": {"taints": [{"key": "a", "effect": "NoSchedule", "operator": "Exists"}]}}},
        ["provisioners", "web", "taints", 0],
    ),
}


@pytest.fixture(scope="module")
def validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads(tenant_schema()))


@pytest.mark.parametrize(
    ("words", "schema"), [("schema", tenant_schema), ("schema --profile", profile_schema)], ids=["tenant", "profile"]
)
def test_stored_schema_is_current(words: str, schema: Callable[[], str], request: pytest.FixtureRequest):
    file = f"schemas/{request.node.callspec.id}.schema.json"

    assert (ROOT / file).read_text() == schema(), f"write it again with: karpenter-tenants {words} > {file}"


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any], validator: jsonschema_rs.Draft202012Validator):
    assert [error.message for error in validator.iter_errors(given)] == []


@pytest.mark.parametrize(("given", "place"), BAD.values(), ids=BAD)
def test_refuses(given: dict[str, Any], place: list[Any], validator: jsonschema_rs.Draft202012Validator):
    named = given if place == [] and not given else {"name": "alpha"} | given

    assert [list(error.instance_path) for error in validator.iter_errors(named)] == [place]


def test_a_profile_is_a_tenant_file_without_what_is_one_tenants():
    whole, shared = json.loads(tenant_schema()), json.loads(profile_schema())
    profile = jsonschema_rs.Draft202012Validator(shared)
    shipped = yaml.safe_load((ROOT / "tenants" / "profiles" / "standard.yaml").read_text())
    own = {"name": "alpha", "owner": {"email": "ops@alpha.example"}, "extends": "web"}

    assert profile.is_valid({})
    assert profile.is_valid(shipped)
    assert {word: profile.is_valid({word: value}) for word, value in own.items()} == dict.fromkeys(own, False)
    assert {**shared["properties"], **{word: whole["properties"][word] for word in own}} == whole["properties"]
    assert shared["$defs"] == whole["$defs"]


def models(above: type[Model] = Model) -> Iterator[type[Model]]:
    for model in above.__subclasses__():
        if model.__module__.startswith(platform.__package__ or ""):
            yield model
            yield from models(model)


@pytest.mark.parametrize("model", sorted(models(), key=lambda model: model.__name__), ids=lambda model: model.__name__)
def test_every_field_is_documented(model: type[Model]):
    texts = docstrings.of_fields(model)

    assert docstrings.of_model(model)
    assert [name for name in model.model_fields if not texts.get(name)] == []


def test_hover_shows_the_docstring():
    schema = json.loads(tenant_schema())

    assert schema["$defs"]["DisruptionSpec"]["properties"]["consolidateAfter"]["description"] == (
        "Idle time before a node may be removed, or `Never`. Default `1m`, above Karpenter's own 0s, "
        "so that a rolling update does not churn nodes."
    )
