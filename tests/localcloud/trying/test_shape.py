"""Which documents have the shape of an object. Not proved: that the API server takes the rest of them."""

import itertools

import pytest

from localcloud.errors import LocalCloudError
from localcloud.trying.shape import misshapen
from localcloud.trying.workload import read_workload

WEB = "{name: web}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"kind: Pod\nmetadata: {WEB}\nspec: 5", "a Pod: spec is number 5; write a mapping"),
        ("kind: Pod\nmetadata: {name: [x]}", "a Pod: metadata.name is a list; write text"),
        (
            f"kind: CronJob\nmetadata: {WEB}\nspec: {{jobTemplate: {{spec: {{template: web}}}}}}",
            'a CronJob: spec.jobTemplate.spec.template is text "web"; write a mapping',
        ),
        (
            f"kind: Deployment\nmetadata: {WEB}\nspec: {{template: {{spec: {{containers: [{{}}, main]}}}}}}",
            'a Deployment: spec.template.spec.containers[1] is text "main"; write a mapping',
        ),
    ],
)
def test_the_first_wrong_place_is_named(text: str, fault: str):
    with pytest.raises(LocalCloudError) as refused:
        read_workload(text, ["alpha"])

    assert str(refused.value) == f"document 1 of the workload, {fault}"


def test_what_is_not_read_may_be_anything():
    assert misshapen({"kind": "Secret", "metadata": {"name": "db"}, "spec": {"template": 5}, "data": 5}) is None


VALUES = ("a", "[]", "{}", "5", "null", "{a: b}", "[[x]]", "[{name: x}]", "true")
PLACES = (
    f"kind: Deployment\nmetadata: {WEB}\nspec: %s",
    f"kind: Deployment\nmetadata: {WEB}\nspec: {{template: %s}}",
    f"kind: Deployment\nmetadata: {WEB}\nspec: {{template: {{metadata: %s, spec: {{}}}}}}",
    f"kind: Deployment\nmetadata: {WEB}\nspec: {{template: {{spec: {{containers: %s, initContainers: [{{}}]}}}}}}",
    f"kind: Deployment\nmetadata: {WEB}\nspec: {{template: {{spec: {{volumes: %s}}}}}}",
    f"kind: Deployment\nmetadata: {WEB}\nspec: {{template: {{spec: {{containers: [{{volumeMounts: %s}}]}}}}}}",
    f"kind: Job\nmetadata: {WEB}\nspec: {{template: {{metadata: {{labels: %s}}}}}}",
    f"kind: CronJob\nmetadata: {WEB}\nspec: {{jobTemplate: %s}}",
    f"kind: Pod\nmetadata: {WEB}\nspec: {{}}\nstatus: %s",
    "kind: Pod\nmetadata: {name: %s}\nspec: {}",
    "kind: Pod\nmetadata: {name: x, namespace: %s}\nspec: {}",
    "kind: Pod\nmetadata: {name: x, annotations: %s, labels: {}}\nspec: {}",
    "kind: Pod\nmetadata: {name: x, ownerReferences: %s}\nspec: {}",
    "kind: List\nitems: %s",
)


@pytest.mark.parametrize(("place", "value"), list(itertools.product(PLACES, VALUES)))
def test_whatever_stands_in_a_place_is_read_or_refused(place: str, value: str):
    try:
        found = [each["metadata"]["namespace"] for each in read_workload(place % value, ["alpha"]).objects]
    except LocalCloudError:
        found = ["alpha"]

    assert set(found) == {"alpha"}
