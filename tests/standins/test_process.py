"""The providers as the engine starts them: a port on the first line, answers to the first calls, a quiet end."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version

import grpc
import pytest
from google.protobuf import empty_pb2
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc

PROVIDERS = ("aws", "eks")


@contextmanager
def started(provider: str) -> Iterator[tuple[provider_pb2_grpc.ResourceProviderStub, "subprocess.Popen[str]"]]:
    """A provider process and a connection to it."""
    command = [sys.executable, "-m", f"localcloud.providers.{provider}", "127.0.0.1:1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield provider_pb2_grpc.ResourceProviderStub(channel), process
        process.kill()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_answers_the_first_calls_and_ends_quietly(provider: str):
    with started(provider) as (stub, process):
        handshake = stub.Handshake(provider_pb2.ProviderHandshakeRequest(engine_address="127.0.0.1:1"))
        info = stub.GetPluginInfo(empty_pb2.Empty())
        configured = stub.Configure(provider_pb2.ConfigureRequest())
        stub.Cancel(empty_pb2.Empty())
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)

    assert info.version == version(f"pulumi-{provider}")
    assert handshake.accept_resources == configured.acceptResources == (provider == "eks")
    assert (process.returncode, output, errors) == (0, "", "")
