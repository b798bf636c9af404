"""The engine's side of the provider protocol, keeping what the engine keeps of each resource."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import grpc
from pulumi.runtime.proto import provider_pb2 as messages

from localcloud.providers.aws.servicer import AwsServicer
from localcloud.providers.values import from_struct, to_struct

REGION = "eu-central-1"


class Refused(Exception):
    """A call of the provider ended with an error; carries its message."""


class Context:
    """The part of a gRPC context that the servicer uses."""

    def abort(self, code: grpc.StatusCode, details: str) -> None:
        """End the call with an error."""
        raise Refused(details)


@dataclass
class Resource:
    """What the engine keeps of one resource."""

    urn: str
    inputs: dict[str, Any]
    id: str = ""
    state: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.state[name]


class Engine:
    """The engine's side of the protocol, one resource at a time."""

    def __init__(self, region: str | None = REGION) -> None:
        self.servicer = AwsServicer()
        variables = {"aws:config:region": region} if region else {}
        self.servicer.Configure(messages.ConfigureRequest(variables=variables), Context())

    def check(self, token: str, name: str, inputs: Mapping[str, Any]) -> messages.CheckResponse:
        """What `Check` answers for a new resource."""
        request = messages.CheckRequest(urn=urn(token, name), news=to_struct(inputs), randomSeed=b"seed" * 8)
        return self.servicer.Check(request, Context())

    def refusals(self, token: str, /, **inputs: Any) -> list[tuple[str, str]]:
        """Path and reason of every refused property."""
        return [(one.property, one.reason) for one in self.check(token, "refused", inputs).failures]

    def preview(self, token: str, name: str, /, **inputs: Any) -> dict[str, Any]:
        """The outputs that a preview shows."""
        checked = self.check(token, name, inputs).inputs
        request = messages.CreateRequest(urn=urn(token, name), properties=checked, preview=True)
        return from_struct(self.servicer.Create(request, Context()).properties)

    def create(self, token: str, name: str, /, **inputs: Any) -> Resource:
        """Check and create."""
        checked = self.check(token, name, inputs)
        assert [*checked.failures] == []
        request = messages.CreateRequest(urn=urn(token, name), properties=checked.inputs)
        answer = self.servicer.Create(request, Context())
        return Resource(urn(token, name), from_struct(checked.inputs), answer.id, from_struct(answer.properties))

    def diff(self, resource: Resource, **changes: Any) -> messages.DiffResponse:
        """Compare with the same inputs but for some; None takes one away."""
        news = self._news(resource, changes)
        request = messages.DiffRequest(
            urn=resource.urn,
            id=resource.id,
            olds=to_struct(resource.state),
            old_inputs=to_struct(resource.inputs),
            news=to_struct(news),
        )
        return self.servicer.Diff(request, Context())

    def update(self, resource: Resource, **changes: Any) -> Resource:
        """Change in place."""
        assert [*self.diff(resource, **changes).replaces] == []
        news = self._news(resource, changes)
        request = messages.UpdateRequest(
            urn=resource.urn,
            id=resource.id,
            olds=to_struct(resource.state),
            old_inputs=to_struct(resource.inputs),
            news=to_struct(news),
        )
        state = from_struct(self.servicer.Update(request, Context()).properties)
        return Resource(resource.urn, news, resource.id, state)

    def preview_update(self, resource: Resource, **changes: Any) -> dict[str, Any]:
        """The outputs that a preview of a change shows."""
        request = messages.UpdateRequest(
            urn=resource.urn,
            id=resource.id,
            olds=to_struct(resource.state),
            old_inputs=to_struct(resource.inputs),
            news=to_struct(self._news(resource, changes)),
            preview=True,
        )
        return from_struct(self.servicer.Update(request, Context()).properties)

    def refresh(self, resource: Resource) -> Resource | None:
        """Read; None when it is gone."""
        request = messages.ReadRequest(
            urn=resource.urn,
            id=resource.id,
            properties=to_struct(resource.state),
            inputs=to_struct(resource.inputs),
        )
        answer = self.servicer.Read(request, Context())
        if not answer.id:
            return None
        return Resource(resource.urn, from_struct(answer.inputs), answer.id, from_struct(answer.properties))

    def delete(self, resource: Resource) -> None:
        """Delete."""
        request = messages.DeleteRequest(
            urn=resource.urn,
            id=resource.id,
            properties=to_struct(resource.state),
            old_inputs=to_struct(resource.inputs),
        )
        self.servicer.Delete(request, Context())

    def invoke(self, token: str, **arguments: Any) -> dict[str, Any]:
        """Call a function."""
        request = messages.InvokeRequest(tok=token, args=to_struct(arguments))
        return from_struct(getattr(self.servicer.Invoke(request, Context()), "return"))

    def _news(self, resource: Resource, changes: Mapping[str, Any]) -> dict[str, Any]:
        merged = {**resource.inputs, **changes}
        return {name: value for name, value in merged.items() if value is not None}


def urn(token: str, name: str) -> str:
    """The URN of a resource of the test's stack."""
    return f"urn:pulumi:test::standins::{token}::{name}"
