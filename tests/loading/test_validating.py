"""Validation in one pass: everything wrong is reported, what only follows from it is not."""

from typing import Any

import pytest

from components.loading.document import parse_document
from components.loading.validating import validate
from components.model.cluster import ClusterSettings
from components.model.provisioner import ProvisionerSpec


def problems(text: str, stand_ins: dict[Any, Any] | None = None) -> list[tuple[Any, str]]:
    """(path, code) of what is wrong with a provisioner."""
    data = parse_document(text, "x.yaml").data
    return [(found.path, found.code) for found in validate(ProvisionerSpec, data, (), "a", stand_ins or {}).problems]


def test_rules_over_several_fields_run_in_spite_of_a_wrong_field():
    taints = "[{key: a.example/x, effect: NoSchedule}, {key: a.example/x, effect: NoSchedule}]"

    assert problems(f"weight: ten\ntaints: {taints}\n") == [(("weight",), "E004"), (("taints", 1), "E205")]


def test_half_an_item_is_not_judged():
    text = "disruption: {budgets: [{nodes: 1, schedule: '0 0 * * sat-sun', duration: 4h}, {nodes: 2, duration: 90s}]}\n"

    assert problems(text) == [
        (("disruption", "budgets", 0, "schedule"), "E151"),
        (("disruption", "budgets", 1, "duration"), "E151"),
    ]


def test_paths_are_those_of_the_file_although_items_were_taken_out():
    twice = "{key: a.example/x, effect: NoSchedule}"

    found = problems(f"startupTaints: [{{key: 5x/, effect: NoSchedule}}, {twice}, {twice}]\n")

    assert [path for path, _ in found] == [("startupTaints", 0, "key"), ("startupTaints", 2)]


def test_what_is_left_is_a_valid_object():
    data = parse_document("weight: ten\nreplicas: 2\nfoo: 1\n", "x.yaml").data

    validated = validate(ProvisionerSpec, data, (), "a", {})

    assert validated.model == ProvisionerSpec.model_validate({"replicas": 2})
    assert validated.kept.concerns(("weight",))
    assert not validated.kept.concerns(("replicas",))


def test_two_faults_of_one_item_take_out_that_item_alone():
    text = (
        "limits: {cpu: 5}\n"
        "disruption: {budgets: [{nodes: x, duration: 90s, schedule: '@daily', reasons: [Empti]}, {nodes: 1}]}\n"
        "taints: [{key: 5x/, effect: no}, {key: a.example/x, effect: NoSchedule}]\n"
    )

    validated = validate(ProvisionerSpec, parse_document(text, "x.yaml").data, (), "a", {})

    assert validated.model == ProvisionerSpec.model_validate(
        {
            "limits": {"cpu": 5},
            "disruption": {"budgets": ({"nodes": "1"},)},
            "taints": ({"key": "a.example/x", "effect": "NoSchedule"},),
        }
    )
    assert not validated.kept.concerns(("limits",))


def test_what_is_required_and_missing_in_two_places_takes_what_is_around_it_along():
    text = "taints: [{value: x}]\nweight: 5\n"

    validated = validate(ProvisionerSpec, parse_document(text, "x.yaml").data, (), "a", {})

    assert [problem.path for problem in validated.problems] == [("taints", 0, "key"), ("taints", 0, "effect")]
    assert validated.model == ProvisionerSpec.model_validate({"taints": (), "weight": 5})


@pytest.mark.parametrize(
    ("vpc", "found"),
    [
        ("{create: {cidr: 10.0.0.0/99}}", (("vpc", "create", "cidr"), "E005")),
        ("{creat: {cidr: 10.0.0.0/16}}", (("vpc", "creat"), "E003")),
        ("{vpcId: x, subnetIds: [subnet-a, subnet-b]}", (("vpc", "vpcId"), "E210")),
    ],
)
def test_a_network_with_one_mistake_is_not_also_called_absent(vpc: str, found: tuple[Any, str]):
    data = parse_document(f'name: acme\nkubernetesVersion: "1.35"\nvpc: {vpc}\n', "x.yaml").data

    problems = validate(ClusterSettings, data, (), None, {}).problems

    assert [(problem.path, problem.code) for problem in problems] == [found]
