"""Host names and load balancers."""

from typing import Any

import pytest

from components.model.exposure import ExposureSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "hosts": {"hosts": ["www.shop.example", "*.shop.example", "xn--mller-kva.example"], "loadBalancers": "public"},
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "address": (
        {"hosts": ["https://www.shop.example/x"]},
        ['hosts[0]: "https://www.shop.example/x" is no host name; write www.shop.example  [E005]'],
    ),
    "capitals": ({"hosts": ["Shop.Example"]}, ['hosts[0]: "Shop.Example" is no host name; write shop.example  [E005]']),
    "one label": (
        {"hosts": ["localhost"]},
        ['hosts[0]: "localhost" is no host name; write a name such as www.shop.example or *.shop.example  [E005]'],
    ),
    "wildcard inside": (
        {"hosts": ["a.*.example"]},
        ['hosts[0]: "a.*.example" is no host name; write a name such as www.shop.example or *.shop.example  [E005]'],
    ),
    "every name": (
        {"hosts": ["*"]},
        ['hosts[0]: "*" is no host name; write a name such as www.shop.example or *.shop.example  [E005]'],
    ),
    "unknown word": (
        {"loadBalancers": "private"},
        ['loadBalancers: "private" is none of none, internal, public; write one of them  [E005]'],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(ExposureSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(ExposureSpec, given) == messages
