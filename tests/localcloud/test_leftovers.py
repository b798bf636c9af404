"""What a killed engine leaves behind is ended, and nothing else."""

import subprocess
import sys
import time

import pytest

from localcloud.instance import Instance
from localcloud.leftovers import end_leftovers
from localcloud.plugins import PLUGIN_FLAG
from localcloud.process_table import command_lines

SLEEP = "import time; time.sleep(60)"


@pytest.fixture
def chosen(tmp_path):
    return Instance("default", tmp_path / "default")


@pytest.fixture
def processes():
    started = []

    def start(*arguments):
        process = subprocess.Popen([sys.executable, "-c", SLEEP, *arguments])
        started.append(process)
        # The kernel tells the caller of the new program before it has put its words in place.
        while arguments[-1] not in command_lines().get(process.pid, ""):
            time.sleep(0.01)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_providers_of_the_instance_are_ended(chosen, processes):
    provider = processes(PLUGIN_FLAG, f"{chosen.pulumi_home}/plugins/resource-aws-v1/pulumi-resource-aws")

    end_leftovers(chosen)

    assert provider.wait() == -9


def test_providers_of_another_instance_and_editors_of_their_files_go_on(chosen, processes):
    another = processes(PLUGIN_FLAG, f"{chosen.folder}-2/pulumi/home/plugins/resource-aws-v1/pulumi-resource-aws")
    editor = processes(f"{chosen.pulumi_home}/plugins/resource-aws-v1/pulumi-resource-aws")

    end_leftovers(chosen)

    assert (another.poll(), editor.poll()) == (None, None)
