"""The HTTP front of the local AWS: two services of our own before moto's.

`GET /health` answers once everything is seeded; `GET /remaining` lists what a destroy left; Pricing's GetProducts is
answered from the price table; all else is moto's.
"""

import json
from collections.abc import Iterable
from typing import Any

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from werkzeug import Request, Response

from localcloud.aws.prices import products
from localcloud.aws.remaining import remaining

GET_PRODUCTS = "AWSPriceListService.GetProducts"


class QuietHandler(MotoRequestHandler):
    """moto's handler without a log line per request."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing: the log of the local cloud holds what went wrong, not what was asked."""


class Front:
    """WSGI application of the server."""

    def __init__(self, region: str) -> None:
        self._region = region
        self._moto = DomainDispatcherApplication(create_backend_app)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer one request."""
        path = environ.get("PATH_INFO", "")
        if environ.get("HTTP_X_AMZ_TARGET") == GET_PRODUCTS:
            return self._pricing(Request(environ))(environ, start_response)
        if path == "/health":
            return _json({"status": "ready", "region": self._region})(environ, start_response)
        if path == "/remaining":
            return _json(remaining(self._region))(environ, start_response)
        return self._moto(environ, start_response)

    def _pricing(self, request: Request) -> Response:
        query = json.loads(request.get_data())
        found = products(query.get("Filters", []), self._region)
        return _json({"FormatVersion": "aws_v1", "PriceList": [*found]}, "application/x-amz-json-1.1")


def _json(document: Any, content_type: str = "application/json") -> Response:
    return Response(json.dumps(document), content_type=content_type)
