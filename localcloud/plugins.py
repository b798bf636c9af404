"""Lays providers and language host where the engine finds them without a word.

The engine prints a warning for every provider that it finds on PATH, and none for one in
`$PULUMI_HOME/plugins/resource-NAME-vVERSION/` or for a language host beside itself (pulumi/pulumi 3.274,
sdk/go/common/workspace/plugins.go, getPluginInfoAndPath).
"""

import shlex
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from .building.links import linked_binary
from .building.tools import KUBERNETES_PROVIDER
from .engine import LANGUAGE_HOST
from .folders import BIN, CHECKOUT

_LAUNCH = CHECKOUT / "localcloud" / "launch.py"

_STAND_INS: Mapping[str, str] = {"aws": "localcloud.providers.aws", "eks": "localcloud.providers.eks"}
"""Provider: module that stands in for it."""

PLUGIN_FLAG = "--plugin"
"""Carries a stand-in's own path, so that its process can be recognised as one of an instance."""


def lay_providers(pulumi_home: Path) -> None:
    """Fills PULUMI_HOME's plugin folder; the versions are those of the installed SDKs, which the engine asks for."""
    for name, module in _STAND_INS.items():
        launcher = _plugin(pulumi_home, name)
        _write_launcher(launcher, [str(_LAUNCH), module, PLUGIN_FLAG, str(launcher)])
    provider = _plugin(pulumi_home, "kubernetes")
    provider.unlink(missing_ok=True)
    provider.symlink_to(linked_binary(KUBERNETES_PROVIDER, BIN))


def lay_language_host() -> None:
    """Puts the language host beside the built engine; an installed engine brings its own."""
    _write_launcher(BIN / LANGUAGE_HOST, [str(_LAUNCH), "localcloud.language_host"])


def plugin_folder(pulumi_home: Path) -> Path:
    """Where all providers of an instance lie."""
    return pulumi_home / "plugins"


def _plugin(pulumi_home: Path, name: str) -> Path:
    version = metadata.version(f"pulumi-{name}")
    folder = plugin_folder(pulumi_home) / f"resource-{name}-v{version}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"pulumi-resource-{name}"


def _write_launcher(target: Path, arguments: list[str]) -> None:
    command = shlex.join([sys.executable, *arguments])
    content = f'#!/bin/sh\nexec {command} "$@"\n'
    if target.exists() and target.read_text(encoding="utf-8") == content:
        return
    half_written = target.with_name(f".{target.name}")
    half_written.write_text(content, encoding="utf-8")
    half_written.chmod(0o755)
    half_written.replace(target)
