"""A tenant as a whole; its parts have tests of their own."""

from typing import Any

import pytest

from components.model.tenant import TenantSpec
from tests.model.builders import refusals

REQUIRED: dict[str, Any] = {"name": "alpha", "owner": {"email": "ops@alpha.example"}}

GOOD: dict[str, dict[str, Any]] = {
    "smallest": {},
    "states": {"state": "offboarding", "isolation": "shared", "enforcement": "audit"},
    "owner": {"owner": {"email": "ops@alpha.example", "costCenter": 4711, "ticket": "OPS-1"}},
    "warning that is meant": {"ignore": [{"code": "W141", "path": "provisioners.web", "reason": "bought in advance"}]},
    "several namespaces": {"namespaces": [{}, {"suffix": "web"}, {"existingName": "legacy"}]},
    "null takes a provisioner out": {"provisioners": {"web": None}},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "reserved name": (
        {"name": "Kube-Ops"},
        [
            'name: "Kube-Ops" is reserved and has capitals; '
            "choose lower-case letters, digits and - without a reserved prefix  [E010]"
        ],
    ),
    "number as name": (
        {"name": 4711},
        [
            'name: "4711" does not begin with a letter; '
            "choose lower-case letters, digits and - without a reserved prefix  [E010]"
        ],
    ),
    "owner without address": ({"owner": {"costCenter": "4711"}}, ["owner.email: [missing]"]),
    "owner missing": ({"owner": {}}, ["owner.email: [missing]"]),
    "owner as text": ({"owner": "ops@alpha.example"}, ["owner: [model_type]"]),
    "address without @": ({"owner": {"email": "ops"}}, ['owner.email: "ops" is no address; write name@domain  [E005]']),
    "unknown state": (
        {"state": "paused"},
        ['state: "paused" is none of active, frozen, suspended, offboarding; write one of them  [E005]'],
    ),
    "key with hyphen": (
        {"provisioners": {"we-b": {}}},
        [
            'provisioners.we-b["[key]"]: "we-b" is not a letter and at most 15 more lower-case letters and digits; '
            "write web  [E005]"
        ],
    ),
    "key with capitals": (
        {"nodeClasses": {"Web": {}}},
        [
            'nodeClasses.Web["[key]"]: "Web" is not a letter and at most 15 more lower-case letters and digits; '
            "write web  [E005]"
        ],
    ),
    "key too long": (
        {"provisioners": {"a" * 17: {}}},
        [
            "provisioners."
            + "a" * 17
            + '["[key]"]: "aaaaaaaaaaaaaaaaa" is not a letter and at most 15 more lower-case letters and digits; '
            "write aaaaaaaaaaaaaaaa  [E005]"
        ],
    ),
    "ring with blanks": (
        {"ring": "a b"},
        ['ring: "a b" is no name of a ring; write a key of platform:amis, such as main  [E005]'],
    ),
    "warning without reason": (
        {"ignore": [{"code": "W14", "reason": ""}]},
        [
            'ignore[0].code: "W14" is no code; write a letter and three digits, such as W140  [E005]',
            'ignore[0].reason: "" says nothing; write a text  [E005]',
        ],
    ),
    "namespace twice": (
        {"namespaces": [{}, {"suffix": "a"}, {}, {"suffix": "a"}]},
        [
            'namespaces[2]: "alpha" is already namespaces[0]; keep one  [E008]',
            'namespaces[3]: "alpha-a" is already namespaces[1]; keep one  [E008]',
        ],
    ),
    "extends, which loading takes out": ({"extends": "web"}, ["extends: [extra_forbidden]"]),
    "misspelt word": ({"provisioner": {}}, ["provisioner: [extra_forbidden]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(TenantSpec, REQUIRED | given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(TenantSpec, REQUIRED | given) == messages


def test_owner_that_is_missing_is_reported_at_its_address():
    assert refusals(TenantSpec, {"name": "alpha"}) == ["owner.email: [missing]"]


def test_repositories_default_to_those_of_the_tenant():
    assert TenantSpec.model_validate(REQUIRED).image_repositories == ("alpha/*",)
    assert TenantSpec.model_validate(REQUIRED | {"iam": {"imageRepositories": None}}).image_repositories == ()
    assert TenantSpec.model_validate(REQUIRED | {"iam": {"imageRepositories": ["x"]}}).image_repositories == ("x",)
