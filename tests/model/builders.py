"""What a model says about a mapping, in one line a refusal."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from components.model.base import Model
from components.model.problem import show_path


def refusals(model: type[Model], given: Mapping[str, Any]) -> list[str]:
    """`path: what; fix  [code]` of each refusal in order; pydantic's own types of error stand alone: `path: [type]`."""
    try:
        model.model_validate(given)
    except ValidationError as error:
        return [_line(fault) for fault in error.errors(include_url=False)]
    return []


def refusal(scalar: type[str], text: str) -> str | None:
    """`what; fix  [code]` of a scalar that refuses the text; None where it takes it."""
    try:
        scalar(text)
    except PydanticCustomError as error:
        return f"{error.message()}  [{error.type}]"
    return None


def _line(fault: Mapping[str, Any]) -> str:
    place = show_path(fault["loc"])
    text = f"{fault['msg']}  " if "fix" in fault.get("ctx", {}) else ""
    return f"{place}: {text}[{fault['type']}]" if place else f"{text}[{fault['type']}]"
