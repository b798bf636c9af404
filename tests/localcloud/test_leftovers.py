"""What a killed engine leaves behind is ended, and nothing else."""

import subprocess
import sys

import pytest

from localcloud.instance import Instance
from localcloud.leftovers import end_leftovers
from localcloud.plugins import PLUGIN_FLAG

SLEEP = "import time; time.sleep(60)"


@pytest.fixture
def chosen(tmp_path):
    return Instance("default", tmp_path / "default")


@pytest.fixture
def processes():
    started = []

    def start(*arguments):
        started.append(subprocess.Popen([sys.executable, "-c", SLEEP, *arguments]))
        return started[-1]

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
