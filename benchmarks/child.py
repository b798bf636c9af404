"""Runs measurements in processes of their own, alone or side by side."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[1]


class ChildFailed(Exception):
    """A measured process ended with an error; the message holds what it printed."""


@dataclass(frozen=True)
class Usage:
    """What a process took as a whole.

    Attributes:
        output: What it printed.
        seconds: Processor time, of the system's calls too.
    """

    output: str
    seconds: float


class Child:
    """A process that has been started."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self._command = command
        self._output: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed when the process has ended
        self._errors: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as above
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=self._output, stderr=self._errors, env=_environment()
        )

    def finish(self) -> Usage:
        """Waits for its end.

        Raises:
            ChildFailed: It ended with an error.
        """
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        printed, complaints = _content(self._output), _content(self._errors)
        if self._process.returncode != 0:
            command = " ".join(map(str, self._command))
            raise ChildFailed(f"{command}: exit status {self._process.returncode}\n{complaints or printed}")
        return Usage(printed, usage.ru_utime + usage.ru_stime)


def run(*command: str | Path) -> Usage:
    """Runs a command to its end."""
    return Child(command).finish()


def measure(module: str, *arguments: str | Path) -> dict[str, Any]:
    """What a module of this package prints as JSON on its last line."""
    return _result(_module(module, arguments))


def measure_side_by_side(*modules: Sequence[str | Path]) -> list[dict[str, Any]]:
    """Results of modules that run at the same time, each given with its arguments.

    Where the system allows it they share one processor, so that whatever else the machine does meets all of them
    alike: under heavy load ratios of such runs stay within a few percent, those of turns do not within twenty.
    """
    mine = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    if mine is not None:
        os.sched_setaffinity(0, {max(mine)})
    try:
        children = [_module(str(module), arguments) for module, *arguments in modules]
        return [_result(child) for child in children]
    finally:
        if mine is not None:
            os.sched_setaffinity(0, mine)


def _module(module: str, arguments: Sequence[str | Path]) -> Child:
    return Child([sys.executable, "-m", f"benchmarks.{module}", *arguments])


def _result(child: Child) -> dict[str, Any]:
    return json.loads(child.finish().output.splitlines()[-1])


def _content(file: IO[str]) -> str:
    with file:
        file.seek(0)
        return file.read()


def _environment() -> dict[str, str]:
    """The same for all: no warnings, as in a deployment, and sets in one order."""
    return {**os.environ, "PYTHONWARNINGS": "ignore", "PYTHONHASHSEED": "0"}
