"""Shows that a long build still runs: one line per tool, with the time it has taken."""

import subprocess
import sys
import time

_REPORT_EVERY_SECONDS = 60


def wait_with_progress(process: "subprocess.Popen[bytes]", what: str) -> float:
    """Waits for the process; returns the seconds it took.

    On a terminal the line counts the seconds; in a log file a line appears once a minute, so that a build that hangs
    can be told from one that is slow.
    """
    started = time.monotonic()
    on_terminal = sys.stdout.isatty()
    reported = started
    while True:
        try:
            process.wait(timeout=1)
            break
        except subprocess.TimeoutExpired:
            now = time.monotonic()
            if on_terminal:
                print(f"\r  {what} … {shown(now - started)}", end="", flush=True)
            elif now - reported >= _REPORT_EVERY_SECONDS:
                reported = now
                print(f"  {what} … {shown(now - started)}", flush=True)
    seconds = time.monotonic() - started
    if on_terminal:
        print("\r", end="")
    return seconds


def shown(seconds: float) -> str:
    """ "42 s" or "3 min 5 s"."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
