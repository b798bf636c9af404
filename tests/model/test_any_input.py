"""Whatever stands in a file, a model answers with an object or with refusals that can be printed on one line each."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from components.model.base import Model
from components.model.enums import Word
from components.model.node_class import NodeClassSpec
from components.model.platform import PlatformSettings
from components.model.provisioner import ProvisionerSpec
from components.model.tenant import TenantSpec

MOST_CHARACTERS = 800
"""Of one message: a value or two and the words around them."""


def words_below(model: type[Model], depth: int = 3) -> set[str]:
    words = {str(field.alias) for field in model.model_fields.values()}
    if depth:
        for field in model.model_fields.values():
            for part in _models_in(field.annotation):
                words |= words_below(part, depth - 1)
    return words


def _models_in(annotation: Any) -> list[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models_in(part)]


def _members(above: type[Word] = Word) -> list[str]:
    return [str(member) for kind in above.__subclasses__() for member in kind]


words = st.sampled_from(sorted(words_below(TenantSpec) | words_below(PlatformSettings)))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["x" * 3000, "1" * 3000, "a-" * 1500]),
    st.sampled_from([*_members(), "1Gi", "24h", "10%", "@daily", "0 0 * * 7", "subnet-a", "*", "a\nb", "\ud800"]),
)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.text(max_size=4), inner, max_size=6),
    max_leaves=12,
)


def answer(model: type[Model], data: dict[str, Any]) -> list[str]:
    try:
        model.model_validate(data)
    except ValidationError as error:
        return [fault["msg"] for fault in error.errors(include_url=False)]
    return []


@given(st.dictionaries(words, trees, max_size=6), st.sampled_from([TenantSpec, PlatformSettings]))
def test_top_of_a_file(data: dict[str, Any], model: type[Model]):
    messages = answer(model, data)

    assert all(len(message) <= MOST_CHARACTERS and "\n" not in message for message in messages)


@given(st.data())
def test_each_field_of_pools_and_classes(data: st.DataObject):
    model = data.draw(st.sampled_from([ProvisionerSpec, NodeClassSpec]))
    fields = st.sampled_from([str(field.alias) for field in model.model_fields.values()])

    messages = answer(model, data.draw(st.dictionaries(fields, trees, max_size=4)))

    assert all(len(message) <= MOST_CHARACTERS and "\n" not in message for message in messages)
