"""How a model refuses a value: pydantic's custom error that carries code, text and remedy of a `Problem`."""

import json

from pydantic_core import PydanticCustomError

from .problem import Path

_LONGEST = 160
"""Characters of a value that a message repeats: a whole ARN, and not a whole boot script."""


def reject(code: str, what: str, fix: str, at: Path = ()) -> PydanticCustomError:
    """A refusal that `loading` turns into a `Problem`; raised by scalars, yielded by `Model.problems`.

    Args:
        code: Code of the misconfiguration; becomes the error's type.
        what: What is wrong, with the value.
        fix: What to write instead.
        at: Place below the object that reports it, in YAML keys; read by `Model.problems` only.
    """
    return PydanticCustomError(code, "{what}; {fix}", {"what": what, "fix": fix, "at": at})  # pyright: ignore[reportArgumentType] -- pydantic wants a literal type, ours is a code of the table


def shown(text: str) -> str:
    """The text in quotes as a message repeats it: on one line, and cut with `…` where it is long."""
    return json.dumps(cut(text), ensure_ascii=False)


def cut(text: str) -> str:
    """The text, cut with `…` where it is long."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
