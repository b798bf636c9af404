"""Paths that `objects[]` may hold. What lies there is tested with loading."""

from typing import Any

import pytest

from components.model.namespace import NamespaceSpec
from tests.model.builders import refusals


@pytest.mark.parametrize("path", ["ca.yaml", "objects/ca.yaml", "objects/team a/ca-2.yaml", "objekte/schlüssel.yaml"])
def test_accepts(path: str):
    assert refusals(NamespaceSpec, {"objects": [path]}) == []


BAD: dict[str, tuple[Any, str]] = {
    "another ending of YAML": (
        "objects/ca.yml",
        "objects[0]: ending .yml is not read; rename the file to objects/ca.yaml  [E001]",
    ),
    "absolute": (
        "/etc/ca.yaml",
        'objects[0]: "/etc/ca.yaml" is no YAML file of the project; '
        "write a path from the project's folder, such as objects/ca.yaml  [E005]",
    ),
    "above the project": (
        "objects/../../ca.yaml",
        'objects[0]: "objects/../../ca.yaml" is no YAML file of the project; '
        "write a path from the project's folder, such as objects/ca.yaml  [E005]",
    ),
    "separators of Windows": (
        r"objects\ca.yaml",
        r'objects[0]: "objects\\ca.yaml" is no YAML file of the project; '
        "write a path from the project's folder, such as objects/ca.yaml  [E005]",
    ),
    "no YAML": (
        "objects/ca.pem",
        'objects[0]: "objects/ca.pem" is no YAML file of the project; '
        "write a path from the project's folder, such as objects/ca.yaml  [E005]",
    ),
    "empty": (
        "",
        'objects[0]: "" is no YAML file of the project; '
        "write a path from the project's folder, such as objects/ca.yaml  [E005]",
    ),
    "a control character": (
        "objects/\0.yaml",
        'objects[0]: "objects/\\u0000.yaml" is no YAML file of the project; '
        "write a path from the project's folder, such as objects/ca.yaml  [E005]",
    ),
    "another spelling of the same path": (
        "./objects//ca.yaml",
        'objects[0]: "./objects//ca.yaml" is objects/ca.yaml in other words; write objects/ca.yaml  [E005]',
    ),
}


@pytest.mark.parametrize(("path", "message"), BAD.values(), ids=BAD)
def test_rejects(path: str, message: str):
    assert refusals(NamespaceSpec, {"objects": [path]}) == [message]


@pytest.mark.parametrize("path", [f"{'ü' * 126}.yaml", "a/" * 10 + "ca.yaml"], ids=["long name", "deep path"])
def test_rejects_what_a_file_system_may_not_hold(path: str):
    (message,) = refusals(NamespaceSpec, {"objects": [path]})

    assert message.endswith("write a path from the project's folder, such as objects/ca.yaml  [E005]")
