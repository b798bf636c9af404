"""The API server of a running cluster: objects as plain documents, addressed by their REST path.

The official client serves for what a kubeconfig asks for: authorities, tokens, and commands that fetch credentials,
such as EKS' own. It takes seconds to import and is imported when somebody connects.

Source of the paths: Kubernetes reference, "API concepts".
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Self, cast

import yaml

from ..model.printable import printable
from ..model.system_error import cause_of

_SECONDS = 15
"""For one answer; polls are repeated anyway."""

_LONGEST_FOREIGN = 200
"""Characters of an answer that is no document: pages of proxies and of logins are long."""


class ApiError(Exception):
    """The API server refused, or could not be reached; the text is its own, on one line.

    Attributes:
        status: HTTP status; None where there was no answer.
    """

    def __init__(self, status: int | None, message: str) -> None:
        super().__init__(printable(message))
        self.status = status


class Api:
    """Reads and writes objects as the user of a kubeconfig."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def get(self, path: str) -> dict[str, Any] | None:
        """The object at `path`; None where there is none."""
        return self._found(path, "metadata")

    def list(self, path: str) -> list[dict[str, Any]]:
        """The objects of a collection; none where the cluster does not serve the kind."""
        found = self._found(path, "items")
        return [] if found is None else found["items"] or []

    def create(self, path: str, document: Mapping[str, Any]) -> dict[str, Any]:
        """POSTs a new object to the collection `path`."""
        return self._call("POST", path, document)

    def patch(self, path: str, operations: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Changes the object at `path` by the operations of a JSON patch (RFC 6902)."""
        return _document(self._answer("PATCH", path, operations, content="application/json-patch+json"))

    def try_apply(self, path: str, document: Mapping[str, Any]) -> dict[str, Any]:
        """What the object at `path` would be if the document were written over it by server-side apply."""
        query = "?dryRun=All&force=true&fieldManager=karpenter-tenants"
        return _document(self._answer("PATCH", f"{path}{query}", document, content="application/apply-patch+yaml"))

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

    def _found(self, path: str, word: str) -> dict[str, Any] | None:
        """What stands at `path`, which has this word; None where there is nothing."""
        try:
            found = self._call("GET", path)
        except ApiError as error:
            if error.status == 404:
                return None
            raise
        if word not in found:
            raise _foreign()
        return found

    def _call(self, method: str, path: str, document: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return _document(self._answer(method, path, document))

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
        except ValueError:
            # The message would repeat the token.
            raise ApiError(None, "the kubeconfig holds an address or a token that no request can carry") from None
        return answer.data


def api_from_text(kubeconfig: str) -> Api:
    """Connects as the current context of a kubeconfig says.

    Raises:
        ApiError: The kubeconfig is not one, or its command for credentials failed.
    """
    return _connected(
        lambda config: config.new_client_from_config_dict(yaml.safe_load(kubeconfig), persist_config=False)
    )


def api_from_file(file: Path | None) -> Api:
    """The same for a file; None takes what kubectl takes: $KUBECONFIG, else ~/.kube/config.

    Raises:
        ApiError: There is no such file, or it is no kubeconfig.
    """
    name = str(file) if file else None
    return _connected(lambda config: config.new_client_from_config(name, persist_config=False))


def _connected(new_client: Callable[[Any], Any]) -> Api:
    config = import_module("kubernetes.config")
    try:
        with _Said() as said:
            client = new_client(config)
    except config.ConfigException as error:
        raise ApiError(None, str(error).removesuffix(".")) from None
    except OSError as error:
        raise ApiError(None, f"{error.filename} cannot be read: {cause_of(error)}") from None
    except (yaml.YAMLError, TypeError, AttributeError, KeyError, ValueError):
        # What the client makes of other shapes; its messages may hold keys and tokens.
        raise ApiError(None, "what was given is no kubeconfig") from None
    if said.texts and not client.configuration.api_key and not client.configuration.cert_file:
        raise ApiError(None, f"no credentials: {said.texts[-1]}")
    return Api(client)


class _Said(logging.Handler):
    """What is logged within it: the client only logs that a command for credentials failed, and goes on without."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps the text."""
        self.texts.append(record.getMessage())

    def __enter__(self) -> Self:
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)


def _document(answer: bytes) -> dict[str, Any]:
    try:
        document: object = json.loads(answer)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise _foreign()
    return cast("dict[str, Any]", document)


def _foreign() -> ApiError:
    return ApiError(None, "what answers at its address is no API server")


def _message(body: str | None) -> str | None:
    """What the API server's Status object says."""
    try:
        status: object = json.loads(body or "")
    except (ValueError, RecursionError):
        status = None
    if isinstance(status, dict):
        return str(cast("dict[str, Any]", status).get("message") or "") or None
    return body and body[:_LONGEST_FOREIGN]
