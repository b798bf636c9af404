"""The API server of a running cluster: objects as plain documents, addressed by their REST path.

The official client serves for what a kubeconfig asks for: authorities, tokens, and commands that fetch credentials,
such as EKS' own. It takes seconds to import and is imported when somebody connects.

Source of the paths: Kubernetes reference, "API concepts".
"""

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import yaml

_SECONDS = 15
"""For one answer; polls are repeated anyway."""


class ApiError(Exception):
    """The API server refused, or could not be reached; the text is its own.

    Attributes:
        status: HTTP status; None where there was no answer.
    """

    def __init__(self, status: int | None, message: str) -> None:
        super().__init__(message)
        self.status = status


class Api:
    """Reads and writes objects as the user of a kubeconfig."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def get(self, path: str) -> dict[str, Any] | None:
        """The object at `path`; None where there is none."""
        try:
            return self._call("GET", path)
        except ApiError as error:
            if error.status == 404:
                return None
            raise

    def list(self, path: str) -> list[dict[str, Any]]:
        """The objects of a collection; none where the cluster does not serve the kind."""
        found = self.get(path)
        return [] if found is None else found["items"]

    def create(self, path: str, document: Mapping[str, Any]) -> dict[str, Any]:
        """POSTs a new object to the collection `path`."""
        return self._call("POST", path, document)

    def patch(self, path: str, operations: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Changes the object at `path` by the operations of a JSON patch (RFC 6902)."""
        return json.loads(self._answer("PATCH", path, operations, content="application/json-patch+json"))

    def try_apply(self, path: str, document: Mapping[str, Any]) -> dict[str, Any]:
        """What the object at `path` would be if the document were written over it by server-side apply."""
        query = "?dryRun=All&force=true&fieldManager=karpenter-tenants"
        return json.loads(self._answer("PATCH", f"{path}{query}", document, content="application/apply-patch+yaml"))

    def delete(self, path: str) -> None:
        """Deletes the object at `path`; one that is gone already is fine."""
        try:
            self._call("DELETE", path)
        except ApiError as error:
            if error.status != 404:
                raise

    def text(self, path: str) -> str:
        """What something behind the API server answers, such as the metrics of a pod."""
        return self._answer("GET", path, accept="*/*").decode("utf-8", "replace")

    def _call(self, method: str, path: str, document: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return json.loads(self._answer(method, path, document))

    def _answer(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        accept: str = "application/json",
        content: str = "application/json",
    ) -> bytes:
        exceptions = import_module("kubernetes.client.exceptions")
        errors = import_module("urllib3.exceptions")
        try:
            answer = self._client.call_api(
                path,
                method,
                header_params={"Accept": accept, "Content-Type": content},
                body=body,
                auth_settings=["BearerToken"],
                _preload_content=False,
                _request_timeout=_SECONDS,
            )
        except exceptions.ApiException as error:
            raise ApiError(error.status, _message(error.body) or str(error.reason)) from None
        except errors.HTTPError as error:
            raise ApiError(None, str(error).removesuffix(".")) from None
        return answer.data


def api_from_text(kubeconfig: str) -> Api:
    """Connects as the current context of a kubeconfig says.

    Raises:
        ApiError: The kubeconfig is not one, or its command for credentials failed.
    """
    document: object = yaml.safe_load(kubeconfig)
    config = import_module("kubernetes.config")
    try:
        return Api(config.new_client_from_config_dict(document, persist_config=False))
    except config.ConfigException as error:
        raise ApiError(None, str(error).removesuffix(".")) from None


def api_from_file(file: Path | None) -> Api:
    """The same for a file; None takes what kubectl takes: $KUBECONFIG, else ~/.kube/config.

    Raises:
        ApiError: There is no such file, or it is no kubeconfig.
    """
    config = import_module("kubernetes.config")
    try:
        return Api(config.new_client_from_config(str(file) if file else None, persist_config=False))
    except config.ConfigException as error:
        raise ApiError(None, str(error).removesuffix(".")) from None


def _message(body: str | None) -> str | None:
    """What the API server's Status object says."""
    try:
        status: object = json.loads(body or "")
    except ValueError:
        return body
    return cast("dict[str, Any]", status).get("message") if isinstance(status, dict) else body
