"""Measures one run of the program, or of the same resources registered bare, against Pulumi's mocks.

The first run in a process pays for imports; a run of two tenants takes that before the measured one.
"""

import gc
import json
import os
import pickle
import resource
import runpy
import sys
from pathlib import Path

import components.checked  # noqa: F401 - both variants hold the same modules, which garbage collection looks through
from tests.recording import Recording, record

from . import bare_program
from .bare import bare_resources
from .child import ROOT
from .project import STACK, TENANT, stack_configuration

WARM_UP_TENANTS = 2


def main(variant: str, folder: Path, tenants: int) -> None:
    """Prints seconds of processor time, megabytes, and how many bytes were sent for each tenant.

    Args:
        variant: `product`; `product-kept`, which keeps what it registers beside the project; or `bare`, which
            registers that again.
        folder: Holds the projects, each named by its number of tenants.
    """
    for number in (WARM_UP_TENANTS, tenants):
        kept = folder / f"{number}.registered"
        if variant == "bare":
            os.environ[bare_program.RESOURCES] = str(kept)
            recording = _run(Path(bare_program.__file__))
        else:
            _prepare(folder / str(number), number)
            recording = _run(ROOT / "__main__.py")
        if variant == "product-kept":
            kept.write_bytes(pickle.dumps(bare_resources(recording)))
    sent = sum(seen.size for seen in recording.all if seen.name.startswith(TENANT))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": recording.seconds, "megabytes": peak, "bytes_per_tenant": sent / tenants}))


def _prepare(project: Path, tenants: int) -> None:
    """The folder and the configuration that the engine gives to the program."""
    os.chdir(project)
    values = stack_configuration(tenants)
    passed = {key: value if isinstance(value, str) else json.dumps(value) for key, value in values.items()}
    os.environ["PULUMI_CONFIG"] = json.dumps(passed)


def _run(program: Path) -> Recording:
    gc.collect()
    return record(lambda: runpy.run_path(str(program), run_name="__main__"), stack_name=STACK)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
