"""`python -m benchmarks`: measures, prints one line a figure, and fails when a ratio misses its goal."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import click

from .admission import admission_figures
from .child import ROOT, ChildFailed, measure, measure_side_by_side, run
from .cloud import warm_up_seconds
from .figure import Figure
from .program import WARM_UP_TENANTS
from .project import write_project

FEW, SOME, MANY = 100, 200, 1000
"""Tenants: the ratio to bare resources is taken at `SOME`, growth from `FEW` to `MANY`."""

COMMAND = ROOT / ".venv" / "bin" / "karpenter-tenants"

_LIBRARIES = "import click, pydantic, yaml; type('Model', (pydantic.BaseModel,), {})()"
"""What every run of the command needs before the product's own modules."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--repetitions", default=3, show_default=True, help="Of everything but the runs of 1,000 tenants.")
@click.option("--with-cloud", is_flag=True, help="Also `make up`, in a local cloud of its own.")
def main(repetitions: int, with_cloud: bool) -> None:
    """Speed and memory of the program and the command. Takes some minutes.

    Exit code 1 when a ratio misses its goal. Times are processor time and only told.
    """
    click.echo(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; medians of {repetitions} repetitions")
    parts = [check_and_render, start_of_the_command, program_against_bare, *([cloud] if with_cloud else [])]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for tenants in (1, WARM_UP_TENANTS, FEW, SOME, MANY):
            write_project(Path(folder) / str(tenants), tenants)
        for part in parts:
            for figure in part(Path(folder), repetitions):
                click.echo(figure.line())
                failed = failed or figure.failed
    sys.exit(1 if failed else 0)


def program_against_bare(projects: Path, repetitions: int) -> Iterator[Figure]:
    """The program under mocks beside the same resources registered bare."""
    pairs = {
        tenants: _pairs(projects, tenants, count)
        for tenants, count in ((FEW, repetitions), (SOME, repetitions), (MANY, 1))
    }
    ratio = {tenants: median(p["seconds"] / b["seconds"] for p, b in runs) for tenants, runs in pairs.items()}
    product = {tenants: median(p["seconds"] for p, _ in runs) / tenants for tenants, runs in pairs.items()}
    sent = {tenants: runs[0][0]["bytes_per_tenant"] for tenants, runs in pairs.items()}
    yield Figure(name=f"program of {SOME} tenants / the same resources bare", value=ratio[SOME], goal=1.1, gates=True)
    yield Figure(
        name=f"the same ratio at {MANY} / at {FEW} tenants", value=ratio[MANY] / ratio[FEW], goal=1.15, gates=True
    )
    yield Figure(name=f"program, time per tenant at {MANY} / at {FEW}", value=product[MANY] / product[FEW], goal=1.15)
    yield Figure(
        name=f"requests, bytes per tenant at {MANY} / at {FEW}", value=sent[MANY] / sent[FEW], goal=1.01, gates=True
    )
    yield Figure(name="requests per tenant", value=sent[FEW], unit="B")
    yield Figure(name=f"program of {SOME} tenants under mocks", value=product[SOME] * SOME, unit="s")
    yield Figure(name=f"program of {MANY} tenants under mocks", value=product[MANY] * MANY, unit="s")
    yield Figure(name=f"program of {MANY} tenants, memory", value=pairs[MANY][0][0]["megabytes"], unit="MB")


def check_and_render(projects: Path, repetitions: int) -> Iterator[Figure]:
    """The command's work on a project's files."""
    few, many = _interleaved(
        repetitions, lambda: measure("files", projects / str(FEW)), lambda: measure("files", projects / str(MANY))
    )

    def seconds(runs: list[dict[str, Any]]) -> float:
        return median(each["check"] + each["render"] for each in runs)

    growth = median(
        (b["check"] + b["render"]) / MANY / ((a["check"] + a["render"]) / FEW) for a, b in zip(few, many, strict=True)
    )
    yield Figure(name=f"check and render, time per tenant at {MANY} / at {FEW}", value=growth, goal=1.15, gates=True)
    yield Figure(name=f"check and render of {MANY} tenants", value=seconds(many), unit="s", goal=3)
    yield Figure(name="  of it check", value=median(each["check"] for each in many), unit="s")
    yield Figure(name="  render and write as YAML", value=median(each["render_and_write"] for each in many), unit="s")
    one = [measure("files", projects / "1") for _ in range(repetitions)]
    yield Figure(name="check and render of one tenant", value=seconds(one), unit="s", goal=0.3)
    peak = max(each["megabytes"] for each in many)
    yield Figure(name=f"check and render of {MANY} tenants, memory", value=peak, unit="MB", goal=300, gates=True)


def start_of_the_command(projects: Path, repetitions: int) -> Iterator[Figure]:
    """The installed command as a whole process."""
    one = projects / "1"
    helps, checks, bases = _interleaved(
        repetitions * 3,
        lambda: run(COMMAND, "--help"),
        lambda: run(COMMAND, "check", "--project", one),
        lambda: run(sys.executable, "-c", _LIBRARIES),
    )
    yield Figure(name="karpenter-tenants --help", value=median(each.seconds for each in helps), unit="s", goal=0.2)
    yield Figure(
        name="karpenter-tenants check, one tenant", value=median(each.seconds for each in checks), unit="s", goal=0.3
    )
    yield Figure(name="  of it Python and libraries", value=median(each.seconds for each in bases), unit="s")


def cloud(projects: Path, repetitions: int) -> Iterator[Figure]:
    """What the README begins with, and what admission costs a pod."""
    yield Figure(name="make up, warm, by the clock", value=warm_up_seconds(), unit="s", goal=60)
    yield from admission_figures()


def _pairs(projects: Path, tenants: int, count: int) -> list[list[dict[str, Any]]]:
    """(program, bare) of each repetition; the first run only tells what has to be registered."""
    measure("program", "product-kept", projects, str(tenants))
    variants = [("program", variant, projects, str(tenants)) for variant in ("product", "bare")]
    return [measure_side_by_side(*variants) for _ in range(count)]


def _interleaved(repetitions: int, *variants: Callable[[], Any]) -> list[list[Any]]:
    """Results of each variant; the variants take turns, so that a busy moment meets all of them."""
    rounds = [[variant() for variant in variants] for _ in range(repetitions)]
    return [list(results) for results in zip(*rounds, strict=True)]


if __name__ == "__main__":
    try:
        main()
    except ChildFailed as error:
        sys.exit(str(error))
