"""Objects of the operator's own in a namespace. That the API server takes them is not proven here."""

from typing import Any

from components.loading.document import parse_documents
from components.rendering.object_files import given_objects
from tests.builders import tenant

CA = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: ca-${tenant}
  labels: {"example.com/of-${namespace}": "${tenant}"}
data: {ca.crt: "of ${tenant} in ${namespace}, $${x} ${other}", number: "010"}
"""
STORE = """\
apiVersion: external-secrets.io/v1
kind: SecretStore
metadata: {name: aws, namespace: "${namespace}", annotations: {team: a}}
spec: {retrySettings: {}, refresh: 30, share: 1.5, on: true, nothing: null, list: ["${tenant}", 1]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: second}
"""


def objects(index: int = 0, **overrides: Any) -> list[dict[str, Any]]:
    files = {
        name: tuple(document.data for document in parse_documents(text, name))
        for name, text in (("objects/ca.yaml", CA), ("objects/store.yaml", STORE))
    }
    spec = tenant(**overrides)
    return given_objects(spec, spec.namespaces[index], files)


def test_the_two_words_are_replaced_wherever_they_stand():
    assert objects(objects=["objects/ca.yaml"], namespaces=[{"suffix": "web"}]) == [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {
                "name": "ca-alpha",
                "labels": {"example.com/of-alpha-web": "alpha"},
                "namespace": "alpha-web",
                "annotations": {"pulumi.com/skipAwait": "true"},
            },
            "data": {"ca.crt": "of alpha in alpha-web, $${x} ${other}", "number": "010"},
        }
    ]


def test_everything_else_stays_as_it_is_written_in_plain_types():
    store, _ = objects(namespaces=[{"objects": ["objects/store.yaml"]}])

    assert store["metadata"] == {
        "name": "aws",
        "namespace": "alpha",
        "annotations": {"team": "a", "pulumi.com/skipAwait": "true"},
    }
    assert store["spec"] == {
        "retrySettings": {},
        "refresh": 30,
        "share": 1.5,
        "on": True,
        "nothing": None,
        "list": ["alpha", 1],
    }
    assert {type(value) for value in store["spec"].values()} == {dict, int, float, bool, type(None), list}


def test_what_is_everywhere_comes_before_what_is_in_one_namespace():
    overrides = {
        "objects": ["objects/ca.yaml"],
        "namespaces": [{"objects": ["objects/store.yaml"]}, {"existingName": "legacy"}],
    }

    own, legacy = ([each["metadata"]["name"] for each in objects(index, **overrides)] for index in (0, 1))

    assert (own, legacy) == (["ca-alpha", "aws", "second"], ["ca-alpha"])
