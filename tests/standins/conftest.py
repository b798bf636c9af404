"""A local AWS inside the test process and an engine that talks to the stand-in `aws` as Pulumi's does."""

from collections.abc import Iterator

import pytest

from localcloud.aws.server import Server, serve
from localcloud.providers.aws.session import ENDPOINT, Session
from tests.standins.recording import REGION, Engine


@pytest.fixture(scope="session")
def local_aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running local AWS; moto's state is the process', so tests use names of their own."""
    server = serve(0, tmp_path_factory.mktemp("aws"))
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def environment(local_aws: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The provider's environment, without a Kubernetes API server."""
    monkeypatch.setenv(ENDPOINT, local_aws.endpoint)
    monkeypatch.delenv("LOCALCLOUD_KUBECONFIG", raising=False)


@pytest.fixture(scope="session")
def engine() -> Engine:
    """One provider process for all tests: it keeps nothing but its connections."""
    return Engine()


@pytest.fixture(scope="session")
def aws() -> Session:
    """Direct access to the local AWS, for what nobody's program does; connects when first used."""
    return Session(REGION)
