"""Load and check in one place, for the program and the command line.

Nothing is deployed or rendered that did not pass here.
"""

import gc
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from .checking import check
from .loading import InvalidPlatform, Loaded, load
from .loading.findings import Finding
from .model.deployed import Deployment
from .model.platform import Platform
from .model.problem import Problem
from .planning.state_changes import state_changes


@dataclass(frozen=True, slots=True)
class Examined:
    """A stack with everything that is wrong with it."""

    loaded: Loaded
    findings: tuple[Finding, ...]

    @property
    def failed(self) -> bool:
        """Whether there is an error among the findings; warnings and information stop nothing."""
        return self.loaded.platform is None or any(finding.severity == "error" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Checked:
    """A stack without errors.

    Attributes:
        warnings: One line for each warning, in the order of the files.
        changes: One line for each tenant whose state changes.
    """

    platform: Platform
    warnings: tuple[str, ...]
    changes: tuple[str, ...]


def examine(
    root: Path,
    stack: str,
    config: Mapping[str, object] | None = None,
    secret_keys: Collection[str] = (),
    deployed: Deployment | None = None,
) -> Examined:
    """Everything that is wrong with a stack; see `load` for the first arguments.

    Args:
        deployed: What the last deployment left; None where nobody has looked, then nothing is said about changes.
    """
    with _without_collector():
        loaded = load(root, stack, config, secret_keys)
        if loaded.platform is not None:
            loaded = replace(loaded, platform=replace(loaded.platform, deployed=deployed))
        problems = check(loaded.platform) if loaded.platform is not None else ()
        return Examined(loaded, loaded.with_problems(problems))


def examine_for_version(examined: Examined, version: str) -> Examined:
    """What would be wrong with the same files under another version of Karpenter."""
    loaded = examined.loaded
    if loaded.platform is None:
        return examined
    settings = loaded.platform.settings
    karpenter = settings.karpenter.model_copy(update={"version": version})
    platform = replace(loaded.platform, settings=settings.model_copy(update={"karpenter": karpenter}))
    loaded = replace(loaded, platform=platform)
    return Examined(loaded, loaded.with_problems(check(platform)))


def checked_platform(
    root: Path,
    stack: str,
    config: Mapping[str, object] | None = None,
    secret_keys: Collection[str] = (),
    deployed: Deployment | None = None,
    in_account: Callable[[Platform], Iterable[Problem]] = lambda platform: (),
) -> Checked:
    """The valid platform of a stack; see `examine` for the first arguments.

    Args:
        in_account: What is wrong with a platform that is right by itself, as only its account knows; by default
            nothing.

    Raises:
        InvalidPlatform: Something is wrong; all of it is in the report.
    """
    examined = examine(root, stack, config, secret_keys, deployed)
    platform = examined.loaded.platform
    if examined.failed or platform is None:
        raise InvalidPlatform(examined.findings, examined.loaded.tenant_files)
    if refused := tuple(in_account(platform)):
        raise InvalidPlatform(examined.loaded.with_problems(refused), examined.loaded.tenant_files)
    warnings = tuple(finding.line() for finding in examined.findings if finding.severity == "warning")
    return Checked(platform, warnings, state_changes(platform))


@contextmanager
def _without_collector() -> Generator[None]:
    """Pauses the search for unreachable cycles.

    Reading makes many objects that stay, and walking over them again and again takes longer than reading.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
