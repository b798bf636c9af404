"""Prices from the metrics of Karpenter's controller, and why there are none.

What these tests do not prove: that a controller serves them; tests/cloud asks one.
"""

from decimal import Decimal
from typing import Any

import pytest

from components.live.api import ApiError
from components.live.prices import METRIC, Offering, PricesUnknown, prices_at, prices_of, read_prices
from tests.live.builders import controller, sample

METRICS = (
    "# TYPE karpenter_cloudprovider_instance_type_offering_price_estimate gauge\n"
    + sample("m6i.large", "eu-central-1a", "on-demand", "0.096")
    + sample("m6i.large", "eu-central-1a", "spot", "3.36e-02")
    + sample("m6i.large", "eu-central-1a", "reserved", "0")
    + 'karpenter_cloudprovider_instance_type_offering_available{capacity_type="spot",zone="a"} 1\n'
)


def test_each_offering_has_its_price():
    assert read_prices(METRICS) == {
        Offering("m6i.large", "eu-central-1a", "on-demand"): Decimal("0.096"),
        Offering("m6i.large", "eu-central-1a", "spot"): Decimal("0.0336"),
        Offering("m6i.large", "eu-central-1a", "reserved"): Decimal(0),
    }


class Pods:
    """Pods of Karpenter; each answers with a text, or an error."""

    def __init__(self, **answers: str | ApiError) -> None:
        self._answers = answers

    def list(self, path: str) -> list[dict[str, Any]]:
        assert path == "/api/v1/namespaces/kube-system/pods?labelSelector=app.kubernetes.io/name=karpenter"
        return [controller(name) for name in self._answers]

    def text(self, path: str) -> str:
        name = path.removeprefix("/api/v1/namespaces/kube-system/pods/").removesuffix(":8000/proxy/metrics")
        answer = self._answers[name]
        if isinstance(answer, ApiError):
            raise answer
        return answer


def test_the_leader_is_found_among_the_replicas():
    pods: Any = Pods(a=ApiError(503, "no route"), b="", c=METRICS)

    assert len(prices_of(pods, "kube-system")) == 3


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({}, "no pod of Karpenter in namespace kube-system"),
        ({"a": ""}, "pod a tells no price"),
        ({"a": ApiError(403, "pods/proxy is forbidden")}, "pods/proxy is forbidden"),
    ],
    ids=["no controller", "no leader", "no right"],
)
def test_why_there_are_none(answers: dict[str, Any], message: str):
    pods: Any = Pods(**answers)

    with pytest.raises(PricesUnknown) as unknown:
        prices_of(pods, "kube-system")

    assert str(unknown.value) == message


def test_an_address_that_is_none_is_told():
    with pytest.raises(PricesUnknown) as unknown:
        prices_at("metrics")

    assert str(unknown.value) == "metrics does not answer: unknown url type: 'metrics'"


@pytest.mark.parametrize("address", ["http://127.0.0.1:x/", "http://a b/"], ids=["no port", "a blank"])
def test_rejects_an_address_that_cannot_be_asked(address: str):
    with pytest.raises(PricesUnknown, match=f"^{address} does not answer: "):
        prices_at(address)


@pytest.mark.parametrize("written", ['{zone="a"} 1', '{instance_type="a",zone="b",capacity_type="c"} 1e+-', "{} NaN"])
def test_a_sample_that_tells_no_price_is_left_out(written: str):
    assert read_prices(f"{METRIC}{written}\n") == {}
