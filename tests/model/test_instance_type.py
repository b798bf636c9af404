"""Names of instance types and of their parts. Does not prove that a type of that name exists."""

from collections.abc import Callable

import pytest
from pydantic_core import PydanticCustomError

from components.model.instance_type import (
    architecture_of,
    instance_category,
    instance_family,
    instance_size,
    instance_type,
    type_scheme,
)
from components.model.requirement import Requirement
from tests.model.builders import refusals

TYPES = (
    "m7i.large", "a1.medium", "c7i-flex.8xlarge", "g4ad.16xlarge", "hpc7g.16xlarge", "im4gn.4xlarge", "inf2.48xlarge",
    "m5.metal", "mac-m4pro.metal", "mac2-m2pro.metal", "p5en.48xlarge", "r8i.metal-96xl", "u-6tb1.56xlarge",
    "u7in-16tb.224xlarge", "x2iedn.metal",
)  # fmt: skip


@pytest.mark.parametrize("name", TYPES)
def test_real_names_pass_in_whole_and_in_parts(name: str):
    family, size = name.split(".")

    assert [instance_type(name), instance_family(family), instance_size(size)] == [name, family, size]


@pytest.mark.parametrize(
    ("check", "text", "message"),
    [
        (instance_type, "m7i", '"m7i" is no instance type; write one such as m7i.large'),
        (instance_type, "M7I.Large", '"M7I.Large" is no instance type; write m7i.large'),
        (instance_type, "m5.large ", '"m5.large " is no instance type; write m5.large'),
        (instance_type, "m5_large", '"m5_large" is no instance type; write one such as m7i.large'),
        (instance_type, "m7i.lagre", '"m7i.lagre" does not exist; did you mean m7i.large?'),
        (instance_type, "m7i.2xl", '"m7i.2xl" does not exist; did you mean m7i.2xlarge?'),
        (instance_type, "m7i.q", '"m7i.q" does not exist; write a size such as m7i.large'),
        (instance_type, "m.large", '"m.large" is no instance type; write one such as m7i.large'),
        (instance_type, "m7i.", '"m7i." is no instance type; write one such as m7i.large'),
        (instance_type, "5", '"5" is no instance type; write one such as m7i.large'),
        (instance_family, "m7i.large", '"m7i.large" is no instance family; write m7i'),
        (instance_family, "C7I-Flex", '"C7I-Flex" is no instance family; write c7i-flex'),
        (instance_family, "m", '"m" is no instance family; write one such as m7i'),
        (instance_category, "m7i.large", '"m7i.large" is no instance category; write m'),
        (instance_category, "M", '"M" is no instance category; write m'),
        (instance_category, "7", '"7" is no instance category; write one such as m'),
        (instance_size, "m7i.large", '"m7i.large" is no instance size; write large'),
        (instance_size, "2XLarge", '"2XLarge" is no instance size; write 2xlarge'),
        (instance_size, "metal-24", '"metal-24" does not exist; did you mean metal?'),
        (instance_size, "x large", '"x large" is no instance size; write one such as large'),
        (instance_size, "1" * 58 + "xlarge", "64 characters, a label value holds 63; shorten it"),
    ],
)
def test_rejects_another_form(check: Callable[[str], str], text: str, message: str):
    with pytest.raises(PydanticCustomError) as refused:
        check(text)

    assert refused.value.message() == message


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("node.kubernetes.io/instance-type", "m7i", '"m7i" is no instance type; write one such as m7i.large'),
        ("karpenter.k8s.aws/instance-family", "m7i.large", '"m7i.large" is no instance family; write m7i'),
        ("karpenter.k8s.aws/instance-category", "M", '"M" is no instance category; write m'),
        ("karpenter.k8s.aws/instance-size", "Large", '"Large" is no instance size; write large'),
    ],
)
def test_requirements_on_the_same_keys_take_the_same_values(key: str, value: str, message: str):
    assert refusals(Requirement, {"key": key, "operator": "NotIn", "values": (value,)}) == [
        f"values[0]: {message}  [E005]"
    ]


@pytest.mark.parametrize(
    ("name", "architecture"),
    [
        ("a1.medium", "arm64"),
        ("c7gn.large", "arm64"),
        ("g5g.xlarge", "arm64"),
        ("im4gn", "arm64"),
        ("p6e-gb200.36xlarge", "arm64"),
        ("g6.xlarge", "amd64"),
        ("gr6", "amd64"),
        ("a10.large", "amd64"),
        ("p6-b200.48xlarge", "amd64"),
    ],
)
def test_a_name_tells_the_architecture(name: str, architecture: str):
    assert architecture_of(name) == architecture


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("m7i.large", ("m", "7")),
        ("hpc7a", ("hpc", "7")),
        ("u-6tb1.56xlarge", ("u", "1")),
        ("u7in-16tb.224xlarge", ("u", "7")),
        ("mac2-m2pro.metal", ("mac", "2")),
        ("large", None),
    ],
)
def test_a_name_tells_category_and_generation(name: str, scheme: tuple[str, str] | None):
    assert type_scheme(name) == scheme
