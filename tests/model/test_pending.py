"""The list of fields without effect names fields that exist. That the others have one is tested with the documents."""

from typing import Any, get_args, get_origin

import pytest

from components.model.base import Model
from components.model.pending import PENDING
from components.model.platform import PlatformSettings
from components.model.tenant import TenantSpec


def field_at(model: type[Model], words: list[str]) -> bool:
    annotation: Any = model
    for word in words:
        owner = _model_in(annotation)
        if word == "*":
            annotation = get_args(annotation)[-1]
        elif owner is not None:
            fields = {field.alias: field for field in owner.model_fields.values()}
            if word not in fields:
                return False
            annotation = fields[word].annotation
    return True


def _model_in(annotation: Any) -> type[Model] | None:
    if get_origin(annotation) is None:
        return annotation if isinstance(annotation, type) and issubclass(annotation, Model) else None
    return next((found for part in get_args(annotation) if (found := _model_in(part))), None)


@pytest.mark.parametrize("path", PENDING)
def test_pending_path_exists(path: str):
    model = PlatformSettings if path.startswith("platform:") else TenantSpec

    assert field_at(model, path.removeprefix("platform:").split("."))


def test_a_path_that_does_not_exist_would_be_found():
    assert not field_at(TenantSpec, ["provisioners", "*", "headrom"])


def test_list_is_sorted_and_names_each_once():
    tenant = [path for path in PENDING if not path.startswith("platform:")]
    stack = [path for path in PENDING if path.startswith("platform:")]

    assert (*sorted(set(tenant)), *sorted(set(stack))) == PENDING
