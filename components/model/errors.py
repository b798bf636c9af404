"""How a model refuses a value: pydantic's custom error that carries code, text and remedy of a `Problem`."""

from pydantic_core import PydanticCustomError

from .problem import Path


def reject(code: str, what: str, fix: str, at: Path = ()) -> PydanticCustomError:
    """A refusal that `loading` turns into a `Problem`; raised by scalars, yielded by `Model.problems`.

    Args:
        code: Code of the misconfiguration; becomes the error's type.
        what: What is wrong, with the value.
        fix: What to write instead.
        at: Place below the object that reports it, in YAML keys; read by `Model.problems` only.
    """
    return PydanticCustomError(code, "{what}; {fix}", {"what": what, "fix": fix, "at": at})  # pyright: ignore[reportArgumentType] -- pydantic wants a literal type, ours is a code of the table
