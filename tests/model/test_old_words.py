"""Words of old APIs are known where people write them, and none is a word of today."""

import pytest

from components.model.node_class import NodeClassSpec
from components.model.old_words import ALPHA, DISRUPTION, NODE_CLASS, PROVISIONER, TENANT, OldWord, old_word
from components.model.problem import Path
from components.model.provisioner import DisruptionSpec, ProvisionerSpec
from components.model.tenant import TenantSpec

FOUND: dict[str, tuple[Path, str, str]] = {
    "time to live": (
        ("provisioners", "web", "ttlSecondsAfterEmpty"),
        "30",
        "write disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 30s}",
    ),
    "expiry": (("provisioners", "web", "ttlSecondsUntilExpired"), "2592000", "write expireAfter: 2592000s"),
    "expiry of the beta": (
        ("provisioners", "web", "disruption", "expireAfter"),
        "720h",
        "write expireAfter: 720h beside disruption",
    ),
    "limits": (("provisioners", "web", "limits", "resources"), "", "write its resources directly under limits"),
    "selector": (
        ("nodeClasses", "default", "subnetSelector"),
        "{team: web}",
        "write subnets with ids, or subnetSelectorTerms: [{tags: {team: web}}]",
    ),
    "kubelet": (
        ("nodeClasses", "default", "kubelet", "containerRuntime"),
        "dockerd",
        "remove it, every image runs containerd",
    ),
    "top": (("nodeTemplates",), "", "write nodeClasses"),
}


@pytest.mark.parametrize(("path", "value", "fix"), FOUND.values(), ids=FOUND)
def test_old_word_at(path: Path, value: str, fix: str):
    found = old_word(path)

    assert isinstance(found, OldWord)
    assert found.fix.format(value=value) == fix


@pytest.mark.parametrize(
    "path", [("tags", "provider"), ("provisioners", "provider"), ("provisioners", "web", "labels", "template"), ()]
)
def test_no_old_word_at(path: Path):
    assert old_word(path) is None


def test_time_to_live_is_a_word_of_the_first_api():
    assert PROVISIONER["ttlSecondsAfterEmpty"].api == ALPHA


@pytest.mark.parametrize(
    ("words", "model"),
    [(PROVISIONER, ProvisionerSpec), (NODE_CLASS, NodeClassSpec), (DISRUPTION, DisruptionSpec), (TENANT, TenantSpec)],
)
def test_no_old_word_is_a_word_of_today(words: dict[str, OldWord], model: type[TenantSpec]):
    assert not set(words) & {field.alias for field in model.model_fields.values()}
