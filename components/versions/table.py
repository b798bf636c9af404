"""The version table as typed rows; the facts and their sources are in `karpenter.yaml`."""

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import yaml
from pydantic import TypeAdapter

from .minor_row import MinorRow
from .number import MinorNumber


def _read() -> Mapping[MinorNumber, MinorRow]:
    """One entry per minor, in the order of the file, which is oldest first."""
    text = files(__name__.rpartition(".")[0]).joinpath("karpenter.yaml").read_text(encoding="utf-8")
    rows = TypeAdapter(tuple[MinorRow, ...]).validate_python(yaml.safe_load(text)["minors"])
    return MappingProxyType({row.minor: row for row in rows})


MINORS: Final = _read()
"""The rows of the version table by minor."""
