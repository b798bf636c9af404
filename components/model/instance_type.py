"""What names of instance types and of their parts look like, without a list of those that exist.

A type is a family, a dot and a size; a family begins with its category and holds the generation. A text of another form
matches no type, so a pool with it starts nothing.

Source: `PROVIDER@v1.14.3:pkg/providers/instancetype/types.go` (instanceTypeScheme), which parts names in this way; the
1435 names of its zz_generated files have these forms.
"""

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator

from .errors import reject, shown
from .labels import label_value
from .text import FullText

_FAMILY = r"(?=[a-z-]*[0-9])[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_SIZE = r"(?:nano|micro|small|medium|large|[0-9]*xlarge|metal(?:-[0-9]+xl)?)"


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


instance_type = _form("instance type", rf"{_FAMILY}\.{_SIZE}", ".*", "m7i.large")
instance_family = _form("instance family", _FAMILY, r"^[^.]*", "m7i")
instance_category = _form("instance category", "[a-z]+", "^[a-z]*", "m")
instance_size = _form("instance size", _SIZE, r"[^.]*$", "large")

InstanceType = Annotated[FullText, AfterValidator(instance_type)]
InstanceFamily = Annotated[FullText, AfterValidator(instance_family)]
InstanceCategory = Annotated[FullText, AfterValidator(instance_category)]
InstanceSize = Annotated[FullText, AfterValidator(instance_size)]
