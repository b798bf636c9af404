"""What nodes cost by Karpenter's own book: the estimates that its controller decides with.

On demand, spot and reserved alike.

The controller serves them among its metrics, those of the region's price lists and of the account's spot market where
it could read these. There is no second list here: what the controller does not price is unknown.

Source: metric `karpenter_cloudprovider_instance_type_offering_price_estimate`, in the controller from 1.0 on;
karpenter-provider-aws 1.14.3, `pkg/controllers/metrics`.
"""

import http.client
import re
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ..model.printable import printable
from .api import Api, ApiError
from .controller import CONTROLLER_PODS

METRIC = "karpenter_cloudprovider_instance_type_offering_price_estimate"

_SAMPLE = re.compile(
    rf"^{METRIC}{{(?P<labels>[^}}]*)}} (?P<value>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{{1,2}})?)$", re.MULTILINE
)
_LABEL = re.compile(r'(\w+)="([^"]*)"')
_OFFERING = {"instance_type", "zone", "capacity_type"}
_PORT_NAME = "http-metrics"
_SECONDS = 15


@dataclass(frozen=True)
class Offering:
    """One way to buy a node."""

    instance_type: str
    zone: str
    capacity_type: str


Prices = Mapping[Offering, Decimal]
"""USD an hour."""


class PricesUnknown(Exception):
    """Nobody could be asked for prices; the text says why."""


def read_prices(metrics: str) -> Prices:
    """The estimates in the text of the metrics (Prometheus exposition format)."""
    found: dict[Offering, Decimal] = {}
    for sample in _SAMPLE.finditer(metrics):
        labels = dict(_LABEL.findall(sample["labels"]))
        if labels.keys() >= _OFFERING:
            offering = Offering(labels["instance_type"], labels["zone"], labels["capacity_type"])
            found[offering] = Decimal(sample["value"])
    return found


def prices_at(url: str) -> Prices:
    """The estimates of a controller whose metrics can be reached directly.

    Raises:
        PricesUnknown: It does not answer, or tells no price.
    """
    try:
        # No proxy: metrics are reached from inside.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=_SECONDS) as answer:
            found = read_prices(answer.read().decode("utf-8", "replace"))
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise PricesUnknown(printable(f"{url} does not answer: {error}")) from None
    if not found:
        raise PricesUnknown(f"{url} tells no price")
    return found


def prices_of(api: Api, namespace: str) -> Prices:
    """The estimates of the controller in a namespace, by the API server; of its replicas only the leader has any.

    Raises:
        PricesUnknown: There is no controller, it tells no price, or the user may not ask it.
    """
    try:
        pods = api.list(f"/api/v1/namespaces/{namespace}/pods?labelSelector={CONTROLLER_PODS}")
    except ApiError as error:
        raise PricesUnknown(str(error)) from None
    reason = f"no pod of Karpenter in namespace {namespace}"
    for pod in pods:
        name, port = pod["metadata"]["name"], _metrics_port(pod)
        try:
            found = read_prices(api.text(f"/api/v1/namespaces/{namespace}/pods/{name}:{port}/proxy/metrics"))
        except ApiError as error:
            reason = str(error)
            continue
        if found:
            return found
        reason = f"pod {name} tells no price"
    raise PricesUnknown(reason)


def _metrics_port(pod: Mapping[str, Any]) -> int:
    ports = (port for container in pod["spec"]["containers"] for port in container.get("ports", ()))
    return next((int(port["containerPort"]) for port in ports if port.get("name") == _PORT_NAME), 8080)
