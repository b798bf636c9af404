"""The name of a file that `objects[]` refers to, and the words that are replaced in it. It is read by `loading`."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any

from pydantic import AfterValidator

from .errors import reject, shown
from .text import Text

ENDING = ".yaml"
LONGEST_NAME = 255
"""Bytes of one name in a path: what the usual file systems hold."""
DEEPEST = 10
"""Names in a path; object files lie near the top of the project."""
TENANT_WORD = "${tenant}"
NAMESPACE_WORD = "${namespace}"
"""Words that are replaced. The second is what an object may write as its namespace: the only one that is right in each
of them."""


def _object_file(text: str) -> str:
    path = PurePosixPath(text)
    if path.suffix == ".yml":
        raise reject("E001", "ending .yml is not read", f"rename the file to {path.with_suffix(ENDING)}")
    if path.is_absolute() or path.suffix != ENDING or not all(map(_is_name, path.parts)) or len(path.parts) > DEEPEST:
        fix = f"write a path from the project's folder, such as objects/ca{ENDING}"
        raise reject("E005", f"{shown(text)} is no YAML file of the project", fix)
    if str(path) != text:
        raise reject("E005", f"{shown(text)} is {path} in other words", f"write {path}")
    return text


def _is_name(part: str) -> bool:
    return part != ".." and "\\" not in part and part.isprintable() and len(part.encode()) <= LONGEST_NAME


ObjectFile = Annotated[Text, AfterValidator(_object_file)]
"""Path of a YAML file from the project's folder, in one spelling, so that each file is read once."""

ObjectFiles = Mapping[str, tuple[Mapping[str, Any], ...]]
"""Path of a file -> its documents as they were read, each with apiVersion, kind and metadata.name."""
