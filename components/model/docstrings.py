"""The docstrings of models and their fields, read from the source: they become what editors show on hover.

Python keeps no docstrings of attributes, and reading them when a model is defined would make every command slower.
"""

import ast
import inspect
import textwrap

from .base import Model


def of_model(model: type[Model]) -> str:
    """The docstring of the class."""
    return inspect.cleandoc(model.__doc__ or "")


def of_fields(model: type[Model]) -> dict[str, str]:
    """Name of a field -> its docstring on one line, for the model's own fields and those that it inherits."""
    found: dict[str, str] = {}
    for owner in reversed(model.__mro__):
        if issubclass(owner, Model) and owner is not Model:
            found |= _own(owner)
    return found


def _own(model: type[Model]) -> dict[str, str]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    assert isinstance(definition, ast.ClassDef)
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in zip(definition.body, definition.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
