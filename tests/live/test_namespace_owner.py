"""Whose a namespace is that a tenant is about to get."""

from typing import Any

import pytest

from components.live.namespace_owner import refusal


def live(**metadata: Any) -> dict[str, Any]:
    return {"metadata": {"name": "shop", **metadata}}


def of(tenant: str) -> dict[str, Any]:
    return live(labels={"karpenter-tenants/tenant": tenant})


REMEDY = "take it over by existingName: shop, or delete it"
MADE = {
    "nobody's": (None, None),
    "somebody's": (live(), f"namespace shop exists already; {REMEDY}"),
    "left by an earlier tenant of the name": (
        of("alpha"),
        f"namespace shop exists already and is labelled as tenant alpha's; {REMEDY}",
    ),
    "another tenant's": (of("beta"), f"namespace shop exists already and is labelled as tenant beta's; {REMEDY}"),
    "on its way out": (
        live(deletionTimestamp="2026-11-30T12:00:00Z"),
        "namespace shop is still being deleted; see karpenter-tenants status --blocking, and repeat",
    ),
}
TAKEN_OVER = {
    "somebody's": (live(labels={"team": "shop"}), None),
    "without labels": (live(labels=None), None),
    "its own already": (of("alpha"), None),
    "not there": (None, "namespace shop does not exist; correct existingName, or leave it out to have one made"),
    "another tenant's": (
        of("beta"),
        "namespace shop is labelled as tenant beta's; a namespace has one owner, name another one",
    ),
    "on its way out": MADE["on its way out"],
}


@pytest.mark.parametrize(("found", "said"), MADE.values(), ids=MADE)
def test_a_namespace_that_is_made(found: dict[str, Any] | None, said: str | None):
    assert refusal("shop", "alpha", found, taken_over=False) == said


@pytest.mark.parametrize(("found", "said"), TAKEN_OVER.values(), ids=TAKEN_OVER)
def test_a_namespace_that_is_taken_over(found: dict[str, Any] | None, said: str | None):
    assert refusal("shop", "alpha", found, taken_over=True) == said
