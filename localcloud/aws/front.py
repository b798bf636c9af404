"""The HTTP front of the local AWS: two services of our own before moto's.

`GET /health` answers once everything is seeded; `GET /remaining` lists what a destroy left; Pricing's GetProducts is
answered from the price table; all else is moto's.
"""

import json
import re
import threading
from collections.abc import Iterable
from typing import Any

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from werkzeug import Request, Response

from localcloud.aws.prices import products
from localcloud.aws.remaining import remaining
from localcloud.aws.seeding import seed_parameters

GET_PRODUCTS = "AWSPriceListService.GetProducts"

SIGNED_REGION = re.compile(r"Credential=[^/]+/\d{8}/(?P<region>[a-z0-9-]+)/")


class QuietHandler(MotoRequestHandler):
    """moto's handler without a log line per request."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing: the log of the local cloud holds what went wrong, not what was asked."""


class Front:
    """WSGI application of the server."""

    def __init__(self) -> None:
        self._moto = DomainDispatcherApplication(create_backend_app)
        self._seeded: set[str] = set()
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer one request."""
        path = environ.get("PATH_INFO", "")
        if path == "/health":
            return _json({"status": "ready"})(environ, start_response)
        if path == "/remaining":
            return _json(remaining(self._seeded))(environ, start_response)
        if environ.get("HTTP_X_AMZ_TARGET") == GET_PRODUCTS:
            return _json(_price_list(Request(environ)), "application/x-amz-json-1.1")(environ, start_response)
        self._seed(environ)
        return self._moto(environ, start_response)

    def _seed(self, environ: dict[str, Any]) -> None:
        """Give a region its public parameters when it is first talked to; the signature names it."""
        signed = SIGNED_REGION.search(environ.get("HTTP_AUTHORIZATION", ""))
        if signed is None:
            return
        with self._lock:
            if signed["region"] not in self._seeded:
                seed_parameters(signed["region"])
                self._seeded.add(signed["region"])


def _price_list(request: Request) -> dict[str, Any]:
    filters = json.loads(request.get_data()).get("Filters", [])
    return {"FormatVersion": "aws_v1", "PriceList": [*products(filters)]}


def _json(document: Any, content_type: str = "application/json") -> Response:
    return Response(json.dumps(document), content_type=content_type)
