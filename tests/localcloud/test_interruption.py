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
    # Shells start background jobs with SIGINT ignored, and children would inherit that.
    waiting = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)" + WAITING

    with subprocess.Popen([sys.executable, "-c", waiting], stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(number)
        _, error = process.communicate()

    assert (process.returncode, error.strip()) == (130, "localcloud: interrupted; repeat the command to go on")
