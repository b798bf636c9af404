"""`karpenter-tenants try`.

The product knows nothing of the local cloud: it runs it as the command that it is.
"""

import subprocess
import sys
from pathlib import Path

import click

from .project import complete_tenants, examined, named_tenant, project_options, project_root, valid_platform

_BESIDE = Path(__file__).resolve().parents[2]
"""The checkout, if this is one: it holds `localcloud/` beside the product."""


@click.command()
@click.argument("tenant", shell_complete=complete_tenants)
@click.argument("workload", type=click.Path(dir_okay=False, exists=True, allow_dash=True, path_type=Path))
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@project_options
def command(project: Path | None, stack: str, tenant: str, workload: Path, shape: str) -> None:
    """Ask the real scheduler which nodes it would buy for WORKLOAD on the pools of TENANT, and what they cost.

    WORKLOAD is a file of manifests, a rendered chart, or an export of a running cluster, such as of `kubectl get
    deployments,statefulsets,jobs -o yaml`; - reads it from stdin. Needs the local cloud: a control plane and Karpenter
    of its own start for this question and are gone afterwards. Nothing that runs is touched.

    Exit code 1 when a pod stays pending.
    """
    named_tenant(valid_platform(examined(project, stack)), tenant, stack)
    if not (_BESIDE / "localcloud" / "__main__.py").is_file():
        click.echo(f"{_BESIDE} holds no local cloud; run the command of a checkout of the project", err=True)
        raise SystemExit(1)
    words = ["-m", "localcloud", "try", tenant, _absolute(workload), "--format", shape]
    place = ["--project", str(project_root(project).resolve()), "--stack", stack]
    process = subprocess.Popen([sys.executable, *words, *place], cwd=_BESIDE)
    while process.returncode is None:
        try:
            process.wait()
        except KeyboardInterrupt:
            # The terminal has sent it to the local cloud as well, which takes everything down before it ends.
            continue
    raise SystemExit(process.returncode)


def _absolute(workload: Path) -> str:
    return "-" if str(workload) == "-" else str(workload.resolve())
