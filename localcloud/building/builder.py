"""Builds what the cache lacks and links everything into localcloud/bin.

A binary appears in the cache by a rename, so it is whole or absent; a build that was interrupted is simply repeated,
and Go's own cache makes the repetition short.
"""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import LocalCloudError
from ..folders import BIN, TOOLS, cache
from ..locking import locked
from .charts import lay_charts
from .disk import check_free_disk, go_folders
from .go import Go, build_environment, find_go
from .key import binary_key
from .links import link_binaries
from .progress import shown, wait_with_progress
from .tools import Tool

_BINARY_GB = 0.15
"""Room for one binary; the largest, the engine and the API server, have about 120 MB."""


def build_missing(tools: Sequence[Tool]) -> None:
    """Makes localcloud/bin hold `tools` and the Karpenter charts; builds only what no clone on this machine has built.

    Raises:
        LocalCloudError: No disk, no network, or the compiler refuses.
    """
    go = find_go()
    with locked(cache() / "build.lock", "another build of the local cloud to end"):
        missing = [tool for tool in tools if not cached_binary(tool, go).exists()]
        if missing:
            _announce(missing, go)
            _build_all(missing, go)
        lay_charts(go)
        link_binaries({tool: cached_binary(tool, go) for tool in tools}, BIN)


def cached_binary(tool: Tool, go: Go) -> Path:
    """Where the binary lies, or will lie, in the cache."""
    return cache() / "bin" / f"{tool.name}-{binary_key(tool, TOOLS, go.version)}" / tool.name


def _announce(missing: Sequence[Tool], go: Go) -> None:
    minutes = sum(tool.minutes for tool in missing)
    gigabytes = sum(tool.cache_gb + _BINARY_GB for tool in missing)
    print(
        f"building {', '.join(tool.name for tool in missing)} with {go.version}: at most {minutes:.0f} minutes on "
        f"2 cores and {gigabytes:.1f} GB of disk; can be interrupted and repeated",
        flush=True,
    )


def _build_all(missing: Sequence[Tool], go: Go) -> None:
    command = go.installed()
    environment = build_environment(os.environ)
    answer = subprocess.run([command, "env", "-json"], capture_output=True, check=True, env=environment)
    build_cache, module_files = go_folders(json.loads(answer.stdout))
    check_free_disk(_needs(missing, build_cache, module_files))
    for tool in missing:
        seconds = _build(tool, command, cached_binary(tool, go), environment)
        print(f"  {tool.name} built in {shown(seconds)}", flush=True)


def _needs(missing: Sequence[Tool], build_cache: Path, module_files: Path) -> Iterator[tuple[Path, float]]:
    for tool in missing:
        # Measured over all tools: two thirds are compiled packages, one third is source.
        yield build_cache, tool.cache_gb * 2 / 3
        yield module_files, tool.cache_gb / 3
        yield cache(), _BINARY_GB


def _build(tool: Tool, go: Path, target: Path, environment: dict[str, str]) -> float:
    """Compiles into a folder of its own beside the target and renames that; returns the seconds it took."""
    target.parent.parent.mkdir(parents=True, exist_ok=True)
    # Left by a build that was killed; nobody else can be building, the lock is ours.
    for half_built in target.parent.parent.glob(".building-*"):
        shutil.rmtree(half_built)
    shutil.rmtree(target.parent, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=".building-", dir=target.parent.parent, ignore_cleanup_errors=True
    ) as folder:
        output = Path(folder) / "whole"
        output.mkdir()
        seconds = _compile(tool, go, output / tool.name, environment)
        for module, path in tool.companions:
            shutil.copyfile(_module_folder(tool, go, module, environment) / path, output / Path(path).name)
        output.rename(target.parent)
    return seconds


def _compile(tool: Tool, go: Path, output: Path, environment: dict[str, str]) -> float:
    with tempfile.TemporaryFile() as messages, tempfile.NamedTemporaryFile("w", suffix=".json") as overlay:
        json.dump({"Replace": _overlaid(tool, go, environment)}, overlay)
        overlay.flush()
        flags = ["-trimpath", "-overlay", overlay.name, "-ldflags", tool.ldflags, "-o", output]
        with subprocess.Popen(
            [go, "build", *flags, tool.package],
            cwd=TOOLS / tool.module,
            env=environment,
            stdout=messages,
            stderr=messages,
        ) as process:
            try:
                seconds = wait_with_progress(process, tool.name)
            except KeyboardInterrupt:
                process.terminate()
                raise
        if process.returncode != 0:
            messages.seek(0)
            last_lines = messages.read().decode(errors="replace").strip().splitlines()[-15:]
            raise LocalCloudError(
                "\n".join(
                    [f"{tool.name} could not be built; repeat when the cause is gone. Go's last lines:", *last_lines]
                )
            )
    return seconds


def _overlaid(tool: Tool, go: Path, environment: dict[str, str]) -> dict[str, str]:
    """Where each overlaid file seems to lie, and where it lies."""
    return {
        str(TOOLS / tool.module / Path(path).name): str(_module_folder(tool, go, module, environment) / path)
        for module, path in tool.overlaid
    }


def _module_folder(tool: Tool, go: Path, module: str, environment: dict[str, str]) -> Path:
    """Where the module's files lie; it is downloaded if need be."""
    command = [go, "mod", "download", "-json", module]
    answer = subprocess.run(command, cwd=TOOLS / tool.module, env=environment, capture_output=True, check=True)
    return Path(json.loads(answer.stdout)["Dir"])
