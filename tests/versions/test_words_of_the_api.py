"""The model against the table of the CRDs' rules: a node class takes the API's own words, all of them and no others.

What the words mean and which values they take is not here: the rendered documents show that.
"""

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest

from components.model.base import Model
from components.model.kubelet import KubeletSpec
from components.model.node_class import NodeClassSpec
from components.model.tenant import TenantSpec
from components.versions import karpenter_version
from components.versions.api_rules import Fault, Refusal, api_rules, refusals
from tests import builders
from tests.rendering.builders import cluster, manifests, rich_tenant

SHORTHANDS = {"spec.ami", "spec.disk", "spec.existingName", "spec.imdsHopLimit", "spec.securityGroups", "spec.subnets"}
NEWEST = api_rules()["samples"][-1]


def test_a_node_class_takes_exactly_the_words_of_the_newest_api():
    api = {
        path
        for path, changes in api_rules()["EC2NodeClass"].items()
        if list(changes.values())[-1] is not None and not path.endswith((".[]", ".*")) and path != "spec"
    }

    written = {path for path in _words(NodeClassSpec, "spec") if path.split(".")[1] not in {"disk", "subnets"}}

    assert written - SHORTHANDS == api


def test_kubelet_takes_the_twelve_typed_words_of_1_14():
    typed = {
        path.removeprefix("spec.kubelet.")
        for path, changes in api_rules()["EC2NodeClass"].items()
        if path.startswith("spec.kubelet.") and path.count(".") == 2 and changes.get("1.0.14") is not None
    }

    assert typed <= {str(field.alias) for field in KubeletSpec.model_fields.values()}
    assert len(typed) == 12


@pytest.mark.parametrize(("version", "missing"), [("1.14.3", ["enclaveOptions"]), (NEWEST, [])])
def test_every_rendered_field_is_in_the_table(version: str, missing: list[str]):
    rendered = manifests(TenantSpec.model_validate(rich_tenant()), cluster(version), builders.settings(amis=PINS))

    found = [
        refusal
        for manifest in rendered
        for refusal in refusals(manifest["kind"], "spec", manifest["spec"], karpenter_version(version))
    ]

    assert found == [Refusal((word,), Fault.UNKNOWN, "unknown field", "remove it") for word in missing]


PINS = {"main": {"al2023": "v20261101"}, "canary": {"bottlerocket": "v1.49.0"}}


def _words(model: type[Model], path: str) -> Iterator[str]:
    """Paths of the model's fields and of those of the models in them; the kubelet's stand for themselves."""
    for field in model.model_fields.values():
        here = f"{path}.{field.alias}"
        yield here
        for inner, steps in _models(field.annotation):
            if inner is not KubeletSpec:
                yield from _words(inner, f"{here}{steps}")


def _models(annotation: Any) -> Iterator[tuple[type[Model], str]]:
    """The models that a value of the annotation holds, and the steps down to them."""
    origin = get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation, ""
    elif origin is Annotated or origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from _models(part)
    elif origin is tuple:
        for inner, steps in _models(get_args(annotation)[0]):
            yield inner, f".[]{steps}"
    elif origin is Mapping:
        for inner, steps in _models(get_args(annotation)[1]):
            yield inner, f".*{steps}"
