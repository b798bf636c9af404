"""Storage classes of a tenant."""

from typing import Any

import pytest

from components.model.storage import StorageSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "class": {
        "classes": {
            "fast": {"type": "io2", "kmsKeyID": "alias/x", "reclaimPolicy": "Retain", "parameters": {"iops": 16000}}
        }
    },
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "key with hyphen": (
        {"classes": {"a-b": {}}},
        [
            'classes.a-b["[key]"]: "a-b" is not a letter and at most 15 more lower-case letters and digits; '
            "write ab  [E005]"
        ],
    ),
    "unknown type": (
        {"classes": {"fast": {"type": "io3"}}},
        ['classes.fast.type: "io3" is none of gp3, gp2, io1, io2, sc1, st1, standard; write io2  [E005]'],
    ),
    "policy in small letters": (
        {"classes": {"fast": {"reclaimPolicy": "delete"}}},
        ['classes.fast.reclaimPolicy: "delete" is none of Delete, Retain; write Delete  [E005]'],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(StorageSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(StorageSpec, given) == messages
