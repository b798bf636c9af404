"""What the name of an instance type tells without a catalogue.

A name is letters for the category, a number for the generation, letters for variants, a dot and the size.
"""

from ..model.instance_type import type_scheme
from ..model.pool import PoolSpec
from ..model.requirement import INSTANCE_CATEGORY, RequirementOperator
from . import allowed

GPU_CATEGORIES = ("g", "gr", "p")
"""Categories whose types carry NVIDIA GPUs, but for g4ad. Source: EC2 user guide, accelerated computing instances."""
WITHOUT_NVIDIA = ("g4ad",)


def family_of_type(instance_type: str) -> str:
    """`m5.large` -> `m5`."""
    return instance_type.partition(".")[0]


def category_of_family(family: str) -> str:
    """`g6e` -> `g`, `u7i-12tb` -> `u`; empty where the text is no family."""
    scheme = type_scheme(family)
    return scheme.category if scheme else ""


def named_families(pool: PoolSpec) -> tuple[str, ...]:
    """Families that the pool names, by themselves or in its types; empty where it names none."""
    types = allowed.instance_types(pool)
    families = allowed.instance_families(pool)
    if types is not None:
        return tuple(dict.fromkeys(map(family_of_type, types.values)))
    return families.values if families is not None else ()


def names_gpu(pool: PoolSpec) -> bool:
    """Whether a family or category that the pool names has NVIDIA GPUs."""
    families = [family for family in named_families(pool) if family not in WITHOUT_NVIDIA]
    categories = {*map(category_of_family, families), *pool.instance_categories}
    for item in pool.requirements:
        if item.key == INSTANCE_CATEGORY and item.operator is RequirementOperator.IN:
            categories |= set(item.values)
    return not categories.isdisjoint(GPU_CATEGORIES)
