"""How an account that cannot be read is told. What is read of one, tests/cloud proves on the AWS stand-in."""

import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from components.live.account import AccountError, read_account
from components.model.names import ClusterName

CLUSTER = ClusterName("acme-dev")


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory):
    """An environment without credentials, in which nothing is asked over the network."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, str(tmp_path_factory.getbasetemp() / "none"))


def test_no_credentials():
    with pytest.raises(AccountError) as refused:
        read_account(CLUSTER, "eu-central-1")

    assert str(refused.value) == "Unable to locate credentials"


def test_an_endpoint_that_does_not_answer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "none")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "none")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")

    with pytest.raises(AccountError) as refused:
        read_account(CLUSTER, "eu-central-1")

    assert str(refused.value).startswith('Could not connect to the endpoint URL: "http://127.0.0.1:9/')


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("AWS_SESSION_TOKEN", "secret\nx: y", "the credentials hold what no request can carry"),
        ("AWS_ENDPOINT_URL", "nonsense", "Invalid endpoint: nonsense"),
    ],
)
def test_an_environment_that_is_of_no_use(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    monkeypatch.setenv(variable, value)

    with pytest.raises(AccountError) as refused:
        read_account(CLUSTER, "eu-central-1")

    assert str(refused.value) == said


@pytest.mark.parametrize("answer", ["<html>log in</html>", "{}", "[]", "[" * 100_000])
def test_an_endpoint_that_is_not_of_aws(monkeypatch: pytest.MonkeyPatch, answer: str):
    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer.encode())

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")

    with pytest.raises(AccountError) as refused:
        read_account(CLUSTER, "eu-central-1")

    server.shutdown()
    server.server_close()
    assert str(refused.value) == "what answers at its endpoint is not AWS"


def test_without_boto3(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "boto3", None)

    with pytest.raises(AccountError) as refused:
        read_account(CLUSTER, "eu-central-1")

    assert str(refused.value) == "boto3 is not installed; run make setup, or install the package with its extra audit"
