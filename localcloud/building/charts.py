"""Lays Karpenter's own charts and CRDs ready, as they are in its Go module.

`helm.v3.Release` takes a folder where a real deployment has an OCI address, so nothing is fetched while Pulumi runs.
Chart.yaml's version lags behind in the module: whoever installs from here sets the image tag.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ..errors import LocalCloudError
from ..folders import CHARTS, TOOLS, cache
from .go import Go, build_environment
from .key import module_sum
from .tools import KARPENTER_VERSIONS, karpenter_controller

_MODULE = "github.com/aws/karpenter-provider-aws"

_FOLDERS = {"charts/karpenter": "karpenter", "charts/karpenter-crd": "karpenter-crd", "pkg/apis/crds": "crds"}
"""Folder in the module: folder in localcloud/bin/charts/<version>."""


def lay_charts(go: Go) -> None:
    """Makes localcloud/bin/charts/<version> for each version; downloads only what the cache lacks.

    They are copied, not linked: Helm reports every link that it follows.
    """
    for version in KARPENTER_VERSIONS:
        cached = _cached(version)
        if not cached.exists():
            _download(version, go, cached)
        _lay(cached, CHARTS / version)


def _cached(version: str) -> Path:
    go_sum = (_module_of(version) / "go.sum").read_text(encoding="utf-8")
    checksum = module_sum(go_sum, _MODULE, f"v{version}")
    return cache() / "charts" / f"{version}-{hashlib.sha256(checksum.encode()).hexdigest()[:16]}"


def _module_of(version: str) -> Path:
    return TOOLS / karpenter_controller(version).module


def _download(version: str, go: Go, target: Path) -> None:
    print(f"downloading Karpenter's charts {version}", flush=True)
    # In the tool's own module folder, so that its go.sum judges what comes.
    finished = subprocess.run(
        [go.installed(), "mod", "download", "-json", f"{_MODULE}@v{version}"],
        cwd=_module_of(version),
        env=build_environment(os.environ),
        capture_output=True,
        text=True,
    )
    if finished.returncode != 0:
        raise LocalCloudError(
            f"Karpenter's charts {version} could not be downloaded; repeat when the network is back: "
            f"{finished.stderr.strip()}"
        )
    source = Path(json.loads(finished.stdout)["Dir"])
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        whole = Path(folder) / "whole"
        for inside, name in _FOLDERS.items():
            _copy_tree(source / inside, whole / name)
        whole.rename(target)


def _lay(cached: Path, target: Path) -> None:
    marker = target / ".source"
    if marker.exists() and marker.read_text(encoding="utf-8") == cached.name:
        return
    shutil.rmtree(target, ignore_errors=True)
    for name in _FOLDERS.values():
        _copy_tree(cached / name, target / name)
    marker.write_text(cached.name, encoding="utf-8")


def _copy_tree(source: Path, target: Path) -> None:
    # Contents only: module files are read-only, and a copy has to be removable.
    shutil.copytree(source, target, copy_function=shutil.copyfile)
    for folder in (target, *(path for path in target.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
