"""The version table as typed rows; the facts and their sources are in `karpenter.yaml`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pydantic import TypeAdapter

from .data_file import data_file
from .minor_row import MinorRow
from .number import MinorNumber


def _read() -> Mapping[MinorNumber, MinorRow]:
    """One entry per minor, in the order of the file, which is oldest first."""
    rows = TypeAdapter(tuple[MinorRow, ...]).validate_python(data_file("karpenter.yaml")["minors"])
    return MappingProxyType({row.minor: row for row in rows})


MINORS: Final = _read()
"""The rows of the version table by minor."""
