"""What ends a command. That a compiler ends with it is seen by hand only: it would take a build."""

import signal
import subprocess
import sys

import pytest

WAITING = """
import time
import localcloud.__main__ as program
program.lifecycle.up = lambda chosen: print("waiting", flush=True) or time.sleep(60)
program.main(["up"])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_command_that_is_ended_says_how_to_go_on(number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(number)
        _, error = process.communicate()

    assert (process.returncode, error.strip()) == (130, "localcloud: interrupted; repeat the command to go on")
