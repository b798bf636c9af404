"""The resources of a recorded program registered one by one, as a program without this product would write them.

Same types, names, inputs, parents, dependencies and options; the classes of the same SDKs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pulumi
from pulumi_aws import eks, iam

from tests.recording import Recording, Registration

_CLASSES: Mapping[str, Callable[..., pulumi.Resource]] = {
    "aws:eks/accessEntry:AccessEntry": eks.AccessEntry,
    "aws:iam/instanceProfile:InstanceProfile": iam.InstanceProfile,
    "aws:iam/policy:Policy": iam.Policy,
    "aws:iam/role:Role": iam.Role,
    "aws:iam/rolePolicy:RolePolicy": iam.RolePolicy,
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": iam.RolePolicyAttachment,
}
"""What a tenant has in AWS. The few resources of the cluster are registered by their type alone."""


@dataclass(frozen=True)
class BareResource:
    """One resource, in plain values only, so that it can be handed to another process."""

    type: str
    name: str
    parent: str
    provider: str
    depends_on: tuple[str, ...]
    protect: bool
    inputs: dict[str, Any]


def bare_resources(recording: Recording) -> list[BareResource]:
    """What was registered; everything after what it needs."""
    by_name: dict[str, list[Registration]] = {}
    for seen in recording.all:
        by_name.setdefault(seen.name, []).append(seen)
    ordered: list[Registration] = []
    reached: set[str] = set()
    for seen in recording.all:
        _add(seen, by_name, reached, ordered)
    return [_bare(seen) for seen in ordered]


def register(resources: Sequence[BareResource]) -> None:
    """The program."""
    made: dict[str, pulumi.Resource] = {}
    for each in resources:
        opts = pulumi.ResourceOptions(
            parent=made.get(each.parent),
            provider=made.get(each.provider),  # pyright: ignore[reportArgumentType] - a name that is a provider's
            depends_on=[made[name] for name in each.depends_on if name in made],
            protect=each.protect or None,
        )
        if each.type in _CLASSES:
            made[each.name] = _CLASSES[each.type](each.name, opts=opts, **each.inputs)
        elif each.type.startswith("pulumi:providers:"):
            kind = each.type.removeprefix("pulumi:providers:")
            made[each.name] = pulumi.ProviderResource(kind, each.name, each.inputs, opts)
        elif each.type.startswith("karpenter-tenants:"):
            component = made[each.name] = pulumi.ComponentResource(each.type, each.name, None, opts)
            component.register_outputs({})
        else:
            made[each.name] = pulumi.CustomResource(each.type, each.name, each.inputs, opts)


def _add(
    seen: Registration, by_name: Mapping[str, list[Registration]], reached: set[str], ordered: list[Registration]
) -> None:
    if seen.urn in reached:
        return
    reached.add(seen.urn)
    for name in (seen.parent, seen.provider, *seen.dependencies):
        for needed in by_name.get(name, ()):
            _add(needed, by_name, reached, ordered)
    ordered.append(seen)


def _bare(seen: Registration) -> BareResource:
    inputs = {key: _plain(value) for key, value in seen.inputs.items()}
    if seen.type in _CLASSES:
        inputs = {_snake(key): value for key, value in inputs.items()}
    return BareResource(seen.type, seen.name, seen.parent, seen.provider, seen.dependencies, seen.protect, inputs)


def _plain(value: Any) -> Any:
    """Without resources among the inputs, which belong to the run that recorded them."""
    match value:
        case pulumi.Resource():
            return ""
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case _:
            return value


def _snake(word: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in word)
