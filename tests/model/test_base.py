"""What every model promises, shown on small ones."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import Field, ValidationError
from pydantic_core import PydanticCustomError

from components.model.base import Model
from components.model.errors import reject
from components.model.text import Entries, Items, Text
from tests.model.builders import refusals


class Pair(Model):
    first_word: Text
    second_word: Text = "second"

    def problems(self) -> Iterator[PydanticCustomError]:
        for word, value in (("firstWord", self.first_word), ("secondWord", self.second_word)):
            if value == "bad":
                yield reject("E005", '"bad" is bad', "write good", (word,))
        if self.first_word == self.second_word:
            yield reject("E008", "both are the same", "keep one")


class Holder(Model):
    pairs: Items[Pair] = ()
    named: Entries[Pair] = Field(default_factory=dict[str, Pair])


class Number(int):
    """A number as the loader hands it over."""

    written = "0042"


def test_rules_over_several_fields_are_reported_together():
    assert refusals(Pair, {"firstWord": "bad", "secondWord": "bad"}) == [
        'firstWord: "bad" is bad; write good  [E005]',
        'secondWord: "bad" is bad; write good  [E005]',
        "both are the same; keep one  [E008]",
    ]


def test_rules_of_nested_objects_are_placed_below_them():
    given = {"pairs": [{"firstWord": "ok"}, {"firstWord": "bad"}], "named": {"a.b": {"firstWord": "bad"}}}

    assert refusals(Holder, given) == [
        'pairs[1].firstWord: "bad" is bad; write good  [E005]',
        'named["a.b"].firstWord: "bad" is bad; write good  [E005]',
    ]


def test_unknown_words_and_names_of_fields_are_refused():
    assert refusals(Pair, {"firstWord": "a", "second_word": "b"}) == ["second_word: [extra_forbidden]"]


def test_objects_do_not_change():
    pair = Pair.model_validate({"firstWord": "a"})

    with pytest.raises(ValidationError, match="frozen"):
        pair.first_word = "b"  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("value", "text"),
    {"text": ("a", "a"), "number as written": (Number(42), "0042"), "number of the engine": (42, "42")}.values(),
)
def test_text_is_taken_as_written(value: Any, text: str):
    assert Pair.model_validate({"firstWord": value}).first_word == text


@pytest.mark.parametrize("value", [True, None, 1.1, ["a"], {"a": "b"}])
def test_text_is_nothing_else(value: Any):
    assert refusals(Pair, {"firstWord": value}) == ["firstWord: [string_type]"]


@pytest.mark.parametrize("value", [None, [], ()])
def test_null_is_an_empty_list(value: Any):
    assert Holder.model_validate({"pairs": value}).pairs == ()


def test_null_takes_a_key_out_of_a_map():
    holder = Holder.model_validate({"named": {"a": {"firstWord": "a"}, "b": None}})

    assert list(holder.named) == ["a"]
    assert Holder.model_validate({"named": None}).named == {}


def test_list_is_no_text():
    assert refusals(Holder, {"pairs": "a"}) == ["pairs: [tuple_type]"]
