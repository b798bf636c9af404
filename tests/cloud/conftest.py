"""Local clouds for tests: real API servers, started and ended by the local cloud's own code.

Processes of one test run, and several runs, share an instance: the first one starts it afresh, the last one takes it
down. Locks of the kernel decide who is first and last, so a run that was killed leaves nothing that blocks the next.
"""

import contextlib
import fcntl
import json
import shutil
import subprocess
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import pytest

from localcloud import deployment, lifecycle
from localcloud.api_server import ApiServer
from localcloud.building.links import linked_binary
from localcloud.engine import engine, tools_for_deployment
from localcloud.folders import BIN, CHECKOUT
from localcloud.instance import Instance, instance
from localcloud.locking import locked

PROJECT = CHECKOUT / "tests" / "project"
SECONDS_TO_START = 300
"""Time limit of tests that start an instance or deploy the program."""


@dataclass(frozen=True)
class Cloud:
    """A running instance."""

    instance: Instance

    @property
    def api(self) -> ApiServer:
        """The API server, as administrator."""
        return ApiServer(self.instance.kubeconfig)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps other test processes off what all tests share, such as the CRDs."""
        with locked(_lock(self.instance, "alone"), "another test"):
            yield

    @property
    def _aws_address(self) -> str:
        return deployment.environment(self.instance)["LOCALCLOUD_AWS_ENDPOINT"]

    def aws(self, service: str) -> Any:
        """A client of one service of the AWS stand-in."""
        keys = {"aws_access_key_id": "local", "aws_secret_access_key": "local"}
        return boto3.client(service, "eu-central-1", endpoint_url=self._aws_address, **keys)

    def left_in_aws(self) -> Mapping[str, Any]:
        """Everything that the AWS stand-in still holds, by kind."""
        with urllib.request.urlopen(f"{self._aws_address}/remaining") as answer:
            return json.load(answer)


@dataclass(frozen=True)
class Program:
    """The program with the stack and the customers of `tests/project`, in a folder whose files a test may change."""

    cloud: Cloud
    folder: Path
    stack: str = deployment.STACK

    def pulumi(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Runs the engine on the stack; the output holds both streams."""
        return subprocess.run(
            [engine(), *arguments, "--stack", self.stack, "--non-interactive", "--color", "never"],
            cwd=self.folder,
            env=deployment.environment(self.cloud.instance),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def steps(self) -> list[tuple[str, str]]:
        """(operation, resource name) of every step that a preview would take, but for those that change nothing."""
        steps = self.previewed()
        return sorted((step["op"], step["urn"].rsplit("::", 1)[1]) for step in steps if step["op"] != "same")

    def previewed(self) -> list[dict[str, Any]]:
        """Every step that a preview would take."""
        return json.loads(self.pulumi("preview", "--json").stdout)["steps"]

    def resources(self) -> list[str]:
        """Names of what is deployed, but for the engine's default providers, which no preview shows."""
        urns = [resource["urn"] for resource in self.exported()]
        return sorted(
            urn.rsplit("::", 1)[1] for urn in urns if "::pulumi:providers:" not in urn or "::default" not in urn
        )

    def exported(self) -> list[dict[str, Any]]:
        """What is deployed, as the engine keeps it."""
        return json.loads(self.pulumi("stack", "export").stdout)["deployment"]["resources"]

    def rewrite(self, file: str, change: Callable[[str], str]) -> None:
        """Changes one file of the copy."""
        path = self.folder / file
        before = path.read_text(encoding="utf-8")
        after = change(before)
        assert after != before
        path.write_text(after, encoding="utf-8")


@pytest.fixture(scope="session")
def cloud() -> Iterator[Cloud]:
    """An instance in which nothing is deployed, for tests that ask the API server."""
    with shared(instance("tests")) as running:
        yield running


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program on an instance of its own, before its first deployment."""
    with shared(instance("tests-program")) as running:
        made = program_in(running, tmp_path_factory.mktemp("program"))
        made.pulumi("stack", "select", "--create")
        yield made


@pytest.fixture(scope="module")
def first_preview(empty: Program) -> list[tuple[str, str]]:
    """What the preview of the empty stack shows; the cluster and its address are unknown then."""
    return empty.steps()


@pytest.fixture(scope="module")
def deployed(empty: Program, first_preview: list[tuple[str, str]]) -> Cloud:
    """The same instance with the stack `local` on it."""
    finished = empty.pulumi("up", "--yes", "--skip-preview")
    assert finished.returncode == 0, finished.stdout
    return empty.cloud


@pytest.fixture
def program(deployed: Cloud, tmp_path: Path) -> Program:
    """A fresh copy of the program on the deployed instance."""
    return program_in(deployed, tmp_path)


def program_in(cloud: Cloud, folder: Path) -> Program:
    """A copy of the program, with the stack and the customers of `tests/project`, in an empty folder."""
    for name in ("components", "localcloud", ".venv"):
        (folder / name).symlink_to(CHECKOUT / name)
    for name in ("__main__.py", "Pulumi.yaml"):
        shutil.copy(CHECKOUT / name, folder)
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    return Program(cloud, folder)


@contextlib.contextmanager
def shared(chosen: Instance) -> Iterator[Cloud]:
    """Starts an instance for this process, or joins the one that another test process has started."""
    _refuse_unbuilt()
    with contextlib.ExitStack() as held:
        users = held.enter_context(_lock(chosen, "users").open("w"))
        with locked(_lock(chosen, "gate"), "another test process"):
            if _nobody_else(users):
                lifecycle.down(chosen)
                lifecycle.up(chosen)
            fcntl.flock(users, fcntl.LOCK_SH)
        try:
            yield Cloud(chosen)
        finally:
            with locked(_lock(chosen, "gate"), "another test process"):
                if _nobody_else(users):
                    lifecycle.down(chosen)


def _nobody_else(users: Any) -> bool:
    """Whether this process is the only user; it then holds the lock alone."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        # The kernel may have dropped our own share while it tried.
        fcntl.flock(users, fcntl.LOCK_SH)
        return False
    return True


def _lock(chosen: Instance, purpose: str) -> Path:
    folder = CHECKOUT / ".pytest_cache" / "local-clouds"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{chosen.name}.{purpose}"


def _refuse_unbuilt() -> None:
    missing = [tool.name for tool in tools_for_deployment() if not linked_binary(tool, BIN).exists()]
    if missing:
        pytest.fail(f"{', '.join(missing)} not built; run: python -m localcloud build", pytrace=False)
