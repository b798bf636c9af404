"""A small client of the API server: plain HTTPS with the kubeconfig that the local cloud writes.

Objects are addressed by their REST path, such as `/api/v1/nodes` (Kubernetes reference, "API concepts").
"""

import base64
import json
import ssl
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

_SECONDS = 30


class Refused(Exception):
    """The API server answered with an error.

    Attributes:
        code: HTTP status.
        reason: Kubernetes' word for it, such as "Invalid"; empty when the answer was no Status object.
    """

    def __init__(self, code: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason


class ApiServer:
    """Reads and writes objects as the user of a kubeconfig."""

    def __init__(self, kubeconfig: Path) -> None:
        document = json.loads(kubeconfig.read_text(encoding="utf-8"))
        cluster = document["clusters"][0]["cluster"]
        authority = base64.b64decode(cluster["certificate-authority-data"]).decode()
        self.address: str = cluster["server"]
        self._token: str = document["users"][0]["user"]["token"]
        tls = urllib.request.HTTPSHandler(context=ssl.create_default_context(cadata=authority))
        # No proxy: the server is on this machine's loopback address.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), tls)

    def get(self, path: str) -> dict[str, Any]:
        """One object, or a list of them."""
        return self._json("GET", path)

    def create(self, path: str, document: dict[str, Any]) -> dict[str, Any]:
        """POSTs a new object to the collection `path`; add `?dryRun=All` to have it judged only."""
        return self._json("POST", path, document)

    def apply(self, path: str, document: dict[str, Any]) -> dict[str, Any]:
        """Makes the object at `path` be as written, created if need be (server-side apply)."""
        query = "?fieldManager=local-cloud&force=true"
        return self._json("PATCH", path + query, document, "application/apply-patch+yaml")

    def merge(self, path: str, document: dict[str, Any]) -> dict[str, Any]:
        """Changes the given fields of the object at `path`."""
        return self._json("PATCH", path, document, "application/merge-patch+json")

    def delete(self, path: str) -> None:
        """Deletes the object at `path`; one that is gone already is fine."""
        try:
            self._json("DELETE", path)
        except Refused as error:
            if error.code != 404:
                raise

    def text(self, path: str) -> str:
        """What is no object, such as `/metrics`."""
        return self._send("GET", path).decode()

    def ready(self) -> bool:
        """Whether the API server says that it is; False too when nothing answers."""
        try:
            return self._send("GET", "/readyz") == b"ok"
        except (Refused, OSError):
            return False

    def _json(
        self, method: str, path: str, document: dict[str, Any] | None = None, content_type: str = "application/json"
    ) -> dict[str, Any]:
        return json.loads(self._send(method, path, document, content_type))

    def _send(
        self, method: str, path: str, document: dict[str, Any] | None = None, content_type: str = "application/json"
    ) -> bytes:
        body = None if document is None else json.dumps(document).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": content_type}
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise _refused(error) from None


def _refused(error: urllib.error.HTTPError) -> Refused:
    text = error.read().decode(errors="replace")
    try:
        status = json.loads(text)
    except ValueError:
        return Refused(error.code, "", text)
    return Refused(error.code, status.get("reason", ""), status.get("message", text))
