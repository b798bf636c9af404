"""What names of instance types and of their parts look like, without a list of those that exist.

A type is a family, a dot and a size; a family begins with its category and holds the generation. A text of another form
matches no type, so a pool with it starts nothing.

Source: `PROVIDER@v1.14.3:pkg/providers/instancetype/types.go` (instanceTypeScheme), which parts names in this way; the
1435 names of its zz_generated files have these forms.
"""

import re
from collections.abc import Callable
from typing import Annotated, NamedTuple

from pydantic import AfterValidator

from .enums import Architecture
from .errors import reject, shown
from .labels import label_value
from .nearest import nearest
from .text import FullText

_FAMILY = r"(?=[a-z-]*[0-9])[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_SIZE = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_SIZES = ("nano", "micro", "small", "medium", "large", "xlarge", "metal")
_REAL_SIZE = re.compile(r"nano|micro|small|medium|large|[0-9]*xlarge|metal(?:-[0-9]+xl)?")
_ARM64 = re.compile(r"a1(?![a-z0-9])|[a-z]+\d+g|[a-z]+\d+[a-z]*-gb\d")
"""Families of AWS's own arm64 processors carry a `g` after the generation: m7g, c7gd, im4gn, g5g; the first is a1.
Those of NVIDIA's carry `-gb` and its number: p6e-gb200. Source: EC2's DescribeInstanceTypes, of all types but Macs."""
_SCHEME = re.compile(r"(?P<category>[a-z]+)(?:-[0-9]+tb)?(?P<generation>[0-9]+)")


def _form(noun: str, pattern: str, meant: str, example: str) -> Callable[[str], str]:
    """A check of one form.

    Args:
        meant: Pattern of the part of a text that is written instead, where it has the form.
    """
    whole, part = re.compile(pattern), re.compile(meant)

    def check(text: str) -> str:
        if whole.fullmatch(text):
            return label_value(text)
        found = part.search(text.strip().lower())
        fix = f"write {found[0]}" if found and whole.fullmatch(found[0]) else f"write one such as {example}"
        raise reject("E005", f"{shown(text)} is no {noun}", fix)

    return check


class TypeScheme(NamedTuple):
    """What the name of a type, or of a family, tells.

    Attributes:
        category: The letters before the generation, such as `m`.
        generation: A number, such as `7`.
    """

    category: str
    generation: str


def type_scheme(name: str) -> TypeScheme | None:
    """The parts of `m7i.large` or `m7i` as Karpenter reads them; None where a name is not made of them."""
    found = _SCHEME.match(name)
    return None if found is None else TypeScheme(found["category"], found["generation"])


def architecture_of(name: str) -> Architecture:
    """The processor of a type, or of a family, by its name; Macs, which run no nodes, count as amd64."""
    return Architecture.ARM64 if _ARM64.match(name) else Architecture.AMD64


def instance_type(text: str) -> str:
    """A name of a type; E106 where the size is none of EC2's."""
    name = _type_form(text)
    family, _, size = name.partition(".")
    return f"{family}.{_real_size(size, name, f'{family}.')}"


def instance_size(text: str) -> str:
    """A size; E106 where it is none of EC2's."""
    return _real_size(_size_form(text), text, "")


def _real_size(size: str, text: str, family: str) -> str:
    if _REAL_SIZE.fullmatch(size):
        return size
    number = re.match("[0-9]+", size)
    meant = f"{number[0]}xlarge" if number else nearest(size, _SIZES)
    fix = f"did you mean {family}{meant}?" if meant else f"write a size such as {family}large"
    raise reject("E106", f"{shown(text)} does not exist", fix)


_type_form = _form("instance type", rf"{_FAMILY}\.{_SIZE}", ".*", "m7i.large")
instance_family = _form("instance family", _FAMILY, r"^[^.]*", "m7i")
instance_category = _form("instance category", "[a-z]+", "^[a-z]*", "m")
_size_form = _form("instance size", _SIZE, r"[^.]*$", "large")

InstanceType = Annotated[FullText, AfterValidator(instance_type)]
InstanceFamily = Annotated[FullText, AfterValidator(instance_family)]
InstanceCategory = Annotated[FullText, AfterValidator(instance_category)]
InstanceSize = Annotated[FullText, AfterValidator(instance_size)]
