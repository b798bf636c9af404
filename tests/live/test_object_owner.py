"""Whose an object is that a stack is about to have."""

from typing import Any

import pytest

from components.live.becoming_ready import Key
from components.live.object_owner import Claim, claim_of, others_refused, refusal
from components.rendering.unready import Place

OF_ALPHA = Place("alpha", (), ())
OF_WEB = Place("alpha", ("provisioners", "web"), ())
OF_DEFAULT = Place("alpha", ("nodeClasses", "default"), ())
OF_PLATFORM = Place(None, ("platform:karpenter", "sharedPool"), ())


def space(tenant: str | None = None, **metadata: Any) -> dict[str, Any]:
    labels = {} if tenant is None else {"labels": {"karpenter-tenants/tenant": tenant}}
    return {"kind": "Namespace", "metadata": {"name": "shop", **labels, **metadata}}


def pool(tenant: str | None = None, **metadata: Any) -> dict[str, Any]:
    labels = {} if tenant is None else {"node-restriction.kubernetes.io/tenant": tenant}
    spec = {"template": {"metadata": {"labels": labels}}}
    return {"kind": "NodePool", "metadata": {"name": "shop", **metadata}, "spec": spec}


def node_class(tenant: str | None = None) -> dict[str, Any]:
    spec = {} if tenant is None else {"tags": {"tenant": tenant}}
    return {"kind": "EC2NodeClass", "metadata": {"name": "shop"}, "spec": spec}


GOING = {"deletionTimestamp": "2026-11-30T12:00:00Z"}
TAKE = "take it over by existingName: shop, or delete it"
MADE = {
    "nobody's namespace": (space("alpha"), OF_ALPHA, None, None),
    "somebody's namespace": (
        space("alpha"),
        OF_ALPHA,
        space(),
        f"tenant alpha: namespace shop exists already; {TAKE}",
    ),
    "namespace left by an earlier tenant of the name": (
        space("alpha"),
        OF_ALPHA,
        space("alpha"),
        f"tenant alpha: namespace shop exists already and is labelled as tenant alpha's; {TAKE}",
    ),
    "namespace of another tenant": (
        space("alpha"),
        OF_ALPHA,
        space("beta"),
        f"tenant alpha: namespace shop exists already and is labelled as tenant beta's; {TAKE}",
    ),
    "namespace on its way out": (
        space("alpha"),
        OF_ALPHA,
        space(**GOING),
        "tenant alpha: namespace shop is still being deleted; see karpenter-tenants status --blocking, and repeat",
    ),
    "somebody's pool": (
        pool("alpha"),
        OF_WEB,
        pool(),
        f"tenant alpha: provisioners.web: NodePool shop exists already; {TAKE}",
    ),
    "pool of another tenant": (
        pool("alpha"),
        OF_WEB,
        pool("beta"),
        f"tenant alpha: provisioners.web: NodePool shop exists already and labels its nodes as tenant beta's; {TAKE}",
    ),
    "somebody's class": (
        node_class("alpha"),
        OF_DEFAULT,
        node_class("Alpha Inc"),
        "tenant alpha: nodeClasses.default: EC2NodeClass shop exists already and tags its nodes as tenant Alpha Inc's;"
        f" {TAKE}",
    ),
    "pool of the platform": (
        pool("shared"),
        OF_PLATFORM,
        pool(),
        "platform:karpenter.sharedPool: NodePool shop exists already; delete it",
    ),
}
MISSING = "does not exist; correct existingName, or leave it out to have one made"
TAKEN_OVER = {
    "somebody's namespace": (space("alpha"), OF_ALPHA, space(), None),
    "namespace without labels": (space("alpha"), OF_ALPHA, {"metadata": {"name": "shop", "labels": None}}, None),
    "its own namespace already": (space("alpha"), OF_ALPHA, space("alpha"), None),
    "no namespace": (space("alpha"), OF_ALPHA, None, f"tenant alpha: namespace shop {MISSING}"),
    "namespace of another tenant": (
        space("alpha"),
        OF_ALPHA,
        space("beta"),
        "tenant alpha: namespace shop is labelled as tenant beta's; a namespace has one owner, name another one",
    ),
    "somebody's pool": (pool("alpha"), OF_WEB, pool(), None),
    "no pool any more": (pool("alpha"), OF_WEB, None, None),
    "pool on its way out": (
        pool("alpha"),
        OF_WEB,
        pool(**GOING),
        "tenant alpha: provisioners.web: NodePool shop is still being deleted;"
        " see karpenter-tenants status --blocking, and repeat",
    ),
    "pool of another tenant": (
        pool("alpha"),
        OF_WEB,
        pool("beta"),
        "tenant alpha: provisioners.web: NodePool shop labels its nodes as tenant beta's;"
        " an object has one owner, name another one",
    ),
    "class with tags of somebody's own": (node_class("alpha"), OF_DEFAULT, node_class("Alpha Inc"), None),
}


@pytest.mark.parametrize(("wanted", "place", "live", "said"), MADE.values(), ids=MADE)
def test_an_object_that_is_made(wanted: dict[str, Any], place: Place, live: dict[str, Any] | None, said: str | None):
    assert refusal(claim_of(wanted, place, taken_over=False), live) == said


@pytest.mark.parametrize(("wanted", "place", "live", "said"), TAKEN_OVER.values(), ids=TAKEN_OVER)
def test_an_object_that_is_taken_over(
    wanted: dict[str, Any], place: Place, live: dict[str, Any] | None, said: str | None
):
    assert refusal(claim_of(wanted, place, taken_over=True), live) == said


def test_what_says_that_it_is_the_stacks_own_may_be():
    """Only the engine knows what this stack has made; it asks one by one."""
    own = claim_of(space("alpha"), OF_ALPHA, taken_over=False)
    foreign = Claim(Key("NodePool", "shop"), OF_WEB, "alpha", taken_over=False)
    missing = Claim(Key("Namespace", "gone"), OF_ALPHA, "alpha", taken_over=True)
    free = Claim(Key("NodePool", "free"), OF_WEB, "alpha", taken_over=False)
    live = {own.key: space("alpha"), foreign.key: pool()}

    assert others_refused([own, foreign, missing, free], live) == (
        f"tenant alpha: provisioners.web: NodePool shop exists already; {TAKE}",
        f"tenant alpha: namespace gone {MISSING}",
    )
