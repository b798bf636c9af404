"""Merging of layers, on mappings as documents hold them. Does not prove that the merged tenant is valid."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.loading.document import Document
from components.loading.layer import Layer
from components.loading.merging import merge, origins, plain


def layer(label: str, **fields: Any) -> Layer:
    """A layer that holds these fields."""
    return Layer(label, Document(f"{label}.yaml", "", fields), (), (), fields)


def merged(*fields: dict[str, Any]) -> Any:
    """The merged mapping of layers in their order."""
    return plain(merge([layer(str(index), **each) for index, each in enumerate(fields)]))


def pools(*each: dict[str, Any]) -> Any:
    """The merged provisioners of layers in their order."""
    return merged(*({"provisioners": provisioners} for provisioners in each))["provisioners"]


def test_maps_merge_key_by_key_and_the_rest_replaces():
    assert merged(
        {"tags": {"a": "1", "b": "1"}, "ring": "main", "access": ("x", "y")},
        {"tags": {"b": "2", "c": "2"}, "ring": "canary", "access": ("z",)},
    ) == {"tags": {"a": "1", "b": "2", "c": "2"}, "ring": "canary", "access": ("z",)}


def test_null_beats_every_earlier_layer():
    assert merged({"tags": {"a": "1"}, "weight": 5}, {"tags": None, "weight": None}) == {"tags": None, "weight": None}


def test_a_map_after_null_starts_from_nothing():
    assert merged({"tags": {"a": "1"}}, {"tags": None}, {"tags": {"b": "2"}}) == {"tags": {"b": "2"}}


def test_a_map_replaces_a_value_of_another_kind():
    assert merged({"tags": "text"}, {"tags": {"b": "2"}}) == {"tags": {"b": "2"}}


class TestEvery:
    def test_counts_before_the_named_keys_of_its_own_layer(self):
        assert pools({"*": {"weight": 1, "zones": ("a",)}, "web": {"weight": 2}}) == {
            "web": {"weight": 2, "zones": ("a",)}
        }

    def test_beats_named_keys_of_earlier_layers_in_the_fields_that_it_sets(self):
        assert pools({"web": {"weight": 2, "replicas": 1}}, {"*": {"weight": 3}}) == {
            "web": {"weight": 3, "replicas": 1}
        }

    def test_of_an_earlier_layer_holds_for_keys_of_later_ones(self):
        assert pools({"*": {"weight": 1}}, {"web": {"replicas": 1}}) == {"web": {"weight": 1, "replicas": 1}}

    def test_makes_no_key_of_its_own(self):
        assert pools({"*": {"weight": 1}}) == {}

    def test_of_node_classes(self):
        assert merged({"nodeClasses": {"*": {"ami": "al2023"}}}, {"nodeClasses": {"gpu": {"disk": {}}}}) == {
            "nodeClasses": {"gpu": {"ami": "al2023", "disk": {}}}
        }


class TestNullForAPool:
    def test_takes_it_away(self):
        assert pools({"web": {"weight": 1}, "batch": {}}, {"web": None}) == {"batch": {}}

    def test_forgets_every_earlier_layer(self):
        assert pools({"*": {"zones": ("a",)}, "web": {"weight": 1}}, {"web": None}, {"web": {"replicas": 1}}) == {
            "web": {"replicas": 1}
        }

    def test_for_all_of_them_takes_all_away(self):
        assert pools({"web": {"weight": 1}}, None, {"batch": {"weight": 2}}) == {"batch": {"weight": 2}}  # pyright: ignore[reportArgumentType]


TYPES = {"key": "example.com/a", "operator": "Exists"}
MORE = {"key": "example.com/b", "operator": "Gt", "values": ("1",)}
LESS = {"key": "example.com/b", "operator": "Lt", "values": ("9",)}
OTHER = {"key": "example.com/b", "operator": "In", "values": ("3",)}


class TestRequirements:
    def test_merge_by_key(self):
        assert pools({"web": {"requirements": (TYPES, OTHER)}}, {"web": {"requirements": (MORE,)}}) == {
            "web": {"requirements": (TYPES, MORE)}
        }

    def test_two_on_one_key_in_one_layer_both_stay(self):
        assert pools({"web": {"requirements": (OTHER,)}}, {"web": {"requirements": (MORE, LESS)}}) == {
            "web": {"requirements": (MORE, LESS)}
        }

    def test_null_takes_all_away(self):
        assert pools({"web": {"requirements": (TYPES,)}}, {"web": {"requirements": None}}) == {
            "web": {"requirements": None}
        }

    def test_an_item_without_key_stays(self):
        assert pools({"web": {"requirements": (TYPES,)}}, {"web": {"requirements": ({"operator": "In"}, "x")}}) == {
            "web": {"requirements": (TYPES, {"operator": "In"}, "x")}
        }


CAPACITY = {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ("spot",)}


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        ({"capacityTypes": ("spot",)}, {"requirements": (CAPACITY,)}, {"requirements": (CAPACITY,)}),
        (
            {"requirements": (CAPACITY,)},
            {"capacityTypes": ("spot",)},
            {"requirements": (), "capacityTypes": ("spot",)},
        ),
        (
            {"maintenanceWindows": {"timezone": "UTC"}},
            {"disruption": {"budgets": ()}},
            {"disruption": {"budgets": ()}},
        ),
        (
            {"disruption": {"budgets": (), "consolidateAfter": "1m"}},
            {"maintenanceWindows": {"timezone": "UTC"}},
            {"disruption": {"consolidateAfter": "1m"}, "maintenanceWindows": {"timezone": "UTC"}},
        ),
        # Null takes away its own field and displaces nothing.
        ({"disruption": {"budgets": ()}}, {"maintenanceWindows": None}, None),
        ({"requirements": (CAPACITY,)}, {"capacityTypes": None}, None),
    ],
)
def test_a_later_layer_displaces_the_exclusive_sibling_in_a_pool(
    earlier: dict[str, Any], later: dict[str, Any], expected: dict[str, Any] | None
):
    assert pools({"web": earlier}, {"web": later}) == {"web": expected or {**earlier, **later}}


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        ({"ami": "al2023"}, {"amiSelectorTerms": ()}, {"amiSelectorTerms": ()}),
        ({"ami": "al2023"}, {"amiFamily": "AL2023"}, {"amiFamily": "AL2023"}),
        ({"amiSelectorTerms": (), "amiFamily": "AL2023"}, {"ami": "al2023"}, {"ami": "al2023"}),
        ({"disk": {}}, {"blockDeviceMappings": ()}, {"blockDeviceMappings": ()}),
        ({"blockDeviceMappings": ()}, {"disk": {}}, {"disk": {}}),
        ({"subnets": ()}, {"subnetSelectorTerms": ()}, {"subnetSelectorTerms": ()}),
        ({"securityGroupSelectorTerms": ()}, {"securityGroups": ()}, {"securityGroups": ()}),
        (
            {"metadataOptions": {"httpTokens": "required", "httpPutResponseHopLimit": 1}},
            {"imdsHopLimit": 2},
            {"metadataOptions": {"httpTokens": "required"}, "imdsHopLimit": 2},
        ),
    ],
)
def test_a_later_layer_displaces_the_exclusive_sibling_in_a_class(
    earlier: dict[str, Any], later: dict[str, Any], expected: dict[str, Any]
):
    classes = [{"nodeClasses": {"default": earlier}}, {"nodeClasses": {"default": later}}]

    assert merged(*classes) == {"nodeClasses": {"default": expected}}


def test_siblings_of_one_layer_both_stay_for_the_model_to_refuse():
    both = {"ami": "al2023", "amiSelectorTerms": ()}

    assert merged({"nodeClasses": {"default": both}}) == {"nodeClasses": {"default": both}}


def test_the_origin_is_the_layer_and_the_place_that_a_value_was_written_at():
    tenant = merge(
        [
            layer("defaults", provisioners={"*": {"weight": 1, "requirements": ({"key": "a/b"},)}}, tags={"a": "1"}),
            layer("file", provisioners={"web": {"requirements": ({"key": "c/d", "values": ("x",)},)}}, tags={"b": "2"}),
        ]
    )

    def found(*path: str | int) -> list[tuple[str, tuple[str | int, ...]]]:
        return [(origin.layer.label, origin.path) for origin in origins(tenant, path)]

    assert found("provisioners", "web", "weight") == [("defaults", ("provisioners", "*", "weight"))]
    assert found("provisioners", "web", "requirements", 0, "key") == [
        ("defaults", ("provisioners", "*", "requirements", 0, "key"))
    ]
    assert found("provisioners", "web", "requirements", 1, "values", 0) == [
        ("file", ("provisioners", "web", "requirements", 0, "values", 0))
    ]
    assert found("provisioners", "web", "limits") == [
        ("defaults", ("provisioners", "*", "limits")),
        ("file", ("provisioners", "web", "limits")),
    ]
    assert found("tags") == [("defaults", ("tags",)), ("file", ("tags",))]


SCALARS = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["x", "y"])
KEYS = st.sampled_from(["a", "b", "c"])
MAPS = st.recursive(
    st.dictionaries(KEYS, SCALARS, max_size=3), lambda inner: st.dictionaries(KEYS, SCALARS | inner, max_size=3)
)
POOL_FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "weight": SCALARS,
        "disruption": MAPS,
        "capacityTypes": st.sampled_from([("spot",), None]),
        "requirements": st.lists(
            st.sampled_from([CAPACITY, {"key": "a/b", "operator": "Exists"}]), max_size=2, unique_by=lambda r: r["key"]
        ).map(tuple),
    },
)
LAYERS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "tags": MAPS,
            "provisioners": st.dictionaries(
                st.sampled_from(["*", "web", "batch"]), POOL_FIELDS | st.none(), max_size=3
            ),
        },
    ),
    max_size=4,
)


@given(LAYERS)
def test_a_merged_tenant_written_out_merges_to_itself(layers: list[dict[str, Any]]):
    whole = merged(*layers)

    assert merged(whole) == whole


@given(LAYERS)
def test_every_value_has_an_origin_that_holds_it(layers: list[dict[str, Any]]):
    named = [layer(str(index), **each) for index, each in enumerate(layers)]
    tenant = merge(named)

    for path, value in leaves(plain(tenant)):
        (origin,) = origins(tenant, path)
        assert at(origin.layer.fields, origin.path) == value


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    """Every scalar and empty list of nested data, with its path."""
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in leaves(item, (*path, key))]
    if isinstance(value, tuple) and value:
        return [leaf for index, item in enumerate(value) for leaf in leaves(item, (*path, index))]
    return [] if value == () else [(path, value)]


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    """The value at a path of nested data."""
    for step in path:
        value = value[step]
    return value
