"""Shows the logs of an instance's parts."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

_LOOK_EVERY_SECONDS = 0.5


def show(files: Sequence[Path]) -> None:
    """Prints whole logs, each line with the name of its part when there are several."""
    for file in files:
        if file.exists():
            with file.open("rb") as log:
                _print_rest(log, file, several=len(files) > 1)


def follow(files: Sequence[Path]) -> None:
    """Prints what is added to the logs from now on, until interrupted; a log may appear later."""
    opened: dict[Path, BinaryIO] = {}
    for file in files:
        if file.exists():
            opened[file] = file.open("rb")
            opened[file].seek(0, 2)
    while True:
        for file in files:
            if file not in opened and file.exists():
                opened[file] = file.open("rb")
            if file in opened:
                _print_rest(opened[file], file, several=len(files) > 1)
        time.sleep(_LOOK_EVERY_SECONDS)


def _print_rest(log: BinaryIO, file: Path, *, several: bool) -> None:
    for line in log:
        text = line.decode(errors="replace").rstrip("\n")
        print(f"{file.stem}: {text}" if several else text, flush=True)
