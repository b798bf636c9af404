"""Whether each ARN lies in the partition of the stack's region; no right and no principal crosses over (E005)."""

import re
from collections.abc import Iterator, Mapping

from ..model.arn import Arn
from ..model.base import Model
from ..model.platform import Platform, PlatformSettings
from ..model.problem import Path, Problem
from ..model.statement import IamStatement
from ..model.tenant import TenantSpec
from ..rendering.partitions import partition_of
from .rule import Family

_ARN = re.compile(r"arn:(?P<partition>aws(?:-[a-z]+)*):")
"""Where a pattern or a variable stands for the partition, nothing is found."""


def e005_arn_of_another_partition(tenant: TenantSpec, settings: PlatformSettings) -> Iterator[Problem]:
    """An ARN of the tenant's rights or people."""
    for word, value in (("iam", tenant.iam), ("access", tenant.access)):
        yield from _problems(tenant.name, (word,), value, settings.region)


def e005_arn_of_the_stack(platform: Platform) -> Iterator[Problem]:
    """The same of the stack file."""
    settings = platform.settings
    for word, value in (("platform:cluster", settings.cluster), ("platform:karpenter", settings.karpenter)):
        yield from _problems(None, (word,), value, platform.region)


def _problems(tenant: str | None, path: Path, value: object, region: str) -> Iterator[Problem]:
    partition = partition_of(region)
    for at, arn in _arns(path, value):
        found = _ARN.match(arn)
        if found is not None and found["partition"] != partition:
            what = f"{arn} is of partition {found['partition']}, {region} lies in {partition}"
            yield Problem(tenant, at, "E005", what, f"write arn:{partition}:{arn[found.end() :]}")


def _arns(path: Path, value: object) -> Iterator[tuple[Path, str]]:
    """Every ARN below a value, and whatever a statement names, with its place in the words of the files."""
    match value:
        case Arn():
            yield path, value
        case IamStatement():
            for word, resources in (("Resource", value.resource), ("NotResource", value.not_resource)):
                for index, resource in enumerate(resources):
                    yield (*path, word, index), resource
        case Model():
            for name, field in type(value).model_fields.items():
                yield from _arns((*path, field.alias or name), getattr(value, name))
        case tuple():
            for index, item in enumerate(value):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
                yield from _arns((*path, index), item)  # pyright: ignore[reportUnknownArgumentType]
        case Mapping():
            for key, item in value.items():  # pyright: ignore[reportUnknownVariableType]
                yield from _arns((*path, str(key)), item)  # pyright: ignore[reportUnknownArgumentType]
        case _:
            pass


FAMILY = Family(platform=(e005_arn_of_the_stack,), tenant=(e005_arn_of_another_partition,))
