"""The provider protocol for `aws`: check, compare, create, read, change, delete, look up.

A preview calls nothing but `Check`, `Diff`, `Create` and `Update` with `preview`, and functions; only the latter reach
the local AWS.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from functools import wraps
from importlib.metadata import version
from typing import Any

import grpc
from botocore.exceptions import BotoCoreError, ClientError
from google.protobuf import empty_pb2
from pulumi.runtime.proto import provider_pb2 as messages

from localcloud.providers.aws.functions import UnknownFunction, call_function
from localcloud.providers.aws.handler import Handler, equivalent
from localcloud.providers.aws.handlers import HANDLERS
from localcloud.providers.aws.session import NotConfigured, Session
from localcloud.providers.aws.state import DEFAULTED, inputs_of, preview_of, preview_of_update, state_of
from localcloud.providers.schema import load_schema
from localcloud.providers.server import StandInServicer
from localcloud.providers.validation import Failure, failures
from localcloud.providers.values import contains_unknown, from_struct, to_struct

SUFFIX = 7
"""Hexadecimal digits behind a generated name, as in the AWS provider."""


class NotSupported(Exception):
    """A resource type that the stand-in has no handler for."""


def answered(call: Any) -> Any:
    """Turn AWS' refusals into the call's error, in AWS' words."""

    @wraps(call)
    def guarded(self: "AwsServicer", request: Any, context: grpc.ServicerContext) -> Any:
        try:
            return call(self, request, context)
        except ClientError as error:
            details = error.response["Error"]
            subject = getattr(request, "urn", "") or getattr(request, "tok", "")
            message = f"{error.operation_name} of {subject}: {details['Code']}: {details['Message']}"
            context.abort(grpc.StatusCode.UNKNOWN, message)
        except (NotSupported, NotConfigured, UnknownFunction, BotoCoreError) as error:
            context.abort(grpc.StatusCode.UNKNOWN, str(error))

    return guarded


class AwsServicer(StandInServicer):
    """One provider resource of `aws`."""

    version = version("pulumi-aws")

    def __init__(self) -> None:
        self._schema = load_schema()
        self._region: str | None = None
        self._current: Session | None = None

    def Configure(self, request, context):
        """Region from the provider's inputs, the stack's configuration or the environment."""
        inputs = from_struct(request.args)
        region = inputs.get("region") or request.variables.get("aws:config:region")
        self._region = region or os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
        return messages.ConfigureResponse(supportsPreview=True)

    @answered
    def Check(self, request, context):
        """Refuse what AWS would refuse; generate a missing name."""
        token = _token(request.urn)
        handler = self._handler(token)
        inputs = from_struct(request.news)
        inputs.pop(DEFAULTED, None)
        found = sorted(self._failures(token, handler, inputs), key=lambda one: one.path)
        if found:
            refused = [messages.CheckFailure(property=one.path, reason=one.reason) for one in found]
            return messages.CheckResponse(inputs=request.news, failures=refused)
        return messages.CheckResponse(inputs=to_struct(_named(handler, request, inputs)))

    @answered
    def Diff(self, request, context):
        """Which inputs mean something else now, and whether that needs a new resource."""
        handler = self._handler(_token(request.urn))
        old, new = from_struct(request.old_inputs), from_struct(request.news)
        # What `ignoreChanges` names, the engine has set back to the old value already.
        names = [name for name in sorted({*old, *new} - {DEFAULTED}) if not _same(handler, name, old, new)]
        replaces = [path for path in sorted(handler.replaces) if path.split(".")[0] in names and _moved(path, old, new)]
        kinds = messages.DiffResponse
        return messages.DiffResponse(
            changes=kinds.DIFF_SOME if names else kinds.DIFF_NONE,
            diffs=names,
            replaces=[path.split(".")[0] for path in replaces],
            deleteBeforeReplace=bool(replaces) and _keeps_name(handler, old, new),
        )

    @answered
    def Create(self, request, context):
        """Make it, then read it."""
        token = _token(request.urn)
        handler = self._handler(token)
        inputs = from_struct(request.properties)
        if request.preview:
            outputs = self._schema["resources"][token]["outputs"]
            return messages.CreateResponse(properties=to_struct(preview_of(handler, outputs, inputs)))
        resource_id = handler.create(inputs)
        live = handler.read(resource_id, inputs)
        assert live is not None, f"{request.urn} is gone right after it was made"
        return messages.CreateResponse(id=resource_id, properties=to_struct(state_of(handler, inputs, live)))

    @answered
    def Read(self, request, context):
        """State and inputs as AWS has them now; an empty id says that it is gone."""
        handler = self._handler(_token(request.urn))
        state = from_struct(request.properties)
        inputs = from_struct(request.inputs) or state
        live = handler.read(request.id, {**state, **inputs})
        if live is None:
            return messages.ReadResponse()
        return messages.ReadResponse(
            id=request.id,
            properties=to_struct(state_of(handler, inputs, live)),
            inputs=to_struct(inputs_of(handler, inputs, live)),
        )

    @answered
    def Update(self, request, context):
        """Change it in place, then read it."""
        handler = self._handler(_token(request.urn))
        old, new = from_struct(request.old_inputs), from_struct(request.news)
        if request.preview:
            shown = preview_of_update(handler, from_struct(request.olds), old, new)
            return messages.UpdateResponse(properties=to_struct(shown))
        handler.update(request.id, old, new)
        live = handler.read(request.id, new)
        assert live is not None, f"{request.urn} is gone right after it was changed"
        return messages.UpdateResponse(properties=to_struct(state_of(handler, new, live)))

    @answered
    def Delete(self, request, context):
        """Remove it; one that is gone already is removed."""
        handler = self._handler(_token(request.urn))
        handler.found(lambda: handler.delete(request.id, from_struct(request.properties)))
        return empty_pb2.Empty()

    @answered
    def Invoke(self, request, context):
        """Answer a function."""
        found = call_function(self._session(), request.tok, from_struct(request.args))
        return messages.InvokeResponse(**{"return": to_struct(found)})

    def _session(self) -> Session:
        if self._region is None:
            raise NotConfigured("missing region: write aws:region into the stack's configuration")
        if self._current is None:
            self._current = Session(self._region)
        return self._current

    def _handler(self, token: str) -> Handler:
        if token not in HANDLERS:
            raise NotSupported(
                f"the local cloud has no resource type {token}; add a handler in localcloud/providers/aws"
            )
        return HANDLERS[token](self._session())

    def _failures(self, token: str, handler: Handler, inputs: Mapping[str, Any]) -> Iterator[Failure]:
        found = [*failures(self._schema, token, inputs)]
        yield from found
        known_to_aws = self._schema["resources"][token]["inputs"]
        for name in sorted(set(inputs) & set(known_to_aws) - handler.supports):
            yield Failure(name, "known to AWS, but not yet to the local cloud's stand-in; add it to the handler")
        if not found:
            yield from handler.checks({name: value for name, value in inputs.items() if not contains_unknown(value)})


def _token(urn: str) -> str:
    """The type of a URN: the last of the types that `$` joins."""
    return urn.split("::")[2].rsplit("$", 1)[-1]


def _named(handler: Handler, request: messages.CheckRequest, inputs: dict[str, Any]) -> dict[str, Any]:
    """The inputs with a generated name, where the type has one and none was given; kept once generated."""
    if handler.named_by is None or handler.named_by[0] in inputs:
        return inputs
    name, limit = handler.named_by
    old = from_struct(request.olds)
    if name in old.get(DEFAULTED, []):
        chosen = old[name]
    else:
        suffix = hashlib.sha256(request.randomSeed or request.urn.encode()).hexdigest()[:SUFFIX]
        chosen = f"{request.urn.rsplit('::', 1)[-1][: limit - SUFFIX - 1]}-{suffix}"
    return {**inputs, name: chosen, DEFAULTED: [name]}


def _same(handler: Handler, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    if name not in old or name not in new:
        return old.get(name) in (None, {}, []) and new.get(name) in (None, {}, [])
    return handler.same(name, old[name], new[name])


def _moved(path: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    before, after = _at(path, old), _at(path, new)
    return json.dumps(before, sort_keys=True) != json.dumps(after, sort_keys=True) and not equivalent(before, after)


def _at(path: str, properties: Mapping[str, Any]) -> Any:
    value: Any = properties
    for field in path.split("."):
        value = value.get(field) if isinstance(value, Mapping) else None
    return value


def _keeps_name(handler: Handler, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """True when old and new resource would have the same given name and so cannot stand side by side."""
    if handler.named_by is None:
        return False
    name = handler.named_by[0]
    return name not in new.get(DEFAULTED, []) and old.get(name) == new.get(name)
