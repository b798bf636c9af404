"""What `check` says, as one line a problem: the form of a report without file and line."""

from typing import Any

from components.checking import check
from components.model.platform import Platform
from components.model.problem import show_path
from tests.builders import PROVISIONER, SETTINGS, platform, tenant


def report(stack: Platform) -> list[str]:
    """All problems; of tenants other than alpha the name stands in front."""
    return [
        f"{'' if problem.tenant in (None, 'alpha') else f'{problem.tenant}: '}"
        f"{show_path(problem.path)}: {problem.what}; {problem.fix}  [{problem.code}]"
        for problem in check(stack)
    ]


def pool(**overrides: Any) -> dict[str, Any]:
    """A provisioner as written; `None` takes a default away."""
    return {key: value for key, value in (PROVISIONER | overrides).items() if value is not None}


def with_pool(
    *, node_class: dict[str, Any] | None = None, stack: dict[str, Any] | None = None, **pool_words: Any
) -> Platform:
    """Alpha with one provisioner `web` and its class."""
    words = {"provisioners": {"web": pool(**pool_words)}, "nodeClasses": {"default": node_class or {}}}
    return platform(tenant(**words), **(stack or {}))


def with_class(*, stack: dict[str, Any] | None = None, **class_words: Any) -> Platform:
    """Alpha with one provisioner `web` whose class has these words."""
    return with_pool(node_class=class_words, stack=stack)


def karpenter(version: str = "1.14.3", **words: Any) -> dict[str, Any]:
    """A stack's overrides for another Karpenter."""
    return {"karpenter": {"version": version, **words}}


def cluster(**words: Any) -> dict[str, Any]:
    """A stack's overrides for another cluster."""
    return {"cluster": SETTINGS["cluster"] | words}
