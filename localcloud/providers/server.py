"""How a stand-in provider is served: the process that the engine starts, and the calls that all providers answer alike.

The engine starts `python -m localcloud.providers.<name> ENGINE_ADDRESS` and reads the port from the first line of
stdout. One process serves one provider resource; nothing is kept between processes.
"""

import signal
import sys
import threading
from collections.abc import Callable
from concurrent import futures

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import plugin_pb2, provider_pb2, provider_pb2_grpc

CHANNEL_OPTIONS = (
    ("grpc.max_receive_message_length", 400 << 20),
    ("grpc.max_send_message_length", 400 << 20),
    # Without it a leftover process on the same port would silently take half of the calls.
    ("grpc.so_reuseport", 0),
)

WORKERS = 16
"""Calls answered at once; the engine asks for at most four per core."""


class StandInServicer(provider_pb2_grpc.ResourceProviderServicer):
    """The calls that depend on no resource type."""

    version: str

    def Handshake(self, request, context):
        """What the provider can do; the same answers as in Configure."""
        return provider_pb2.ProviderHandshakeResponse(
            accept_secrets=False, accept_resources=False, accept_outputs=False
        )

    def GetPluginInfo(self, request, context):
        """The version of the SDK, so that the engine never misses a newer plugin."""
        return plugin_pb2.PluginInfo(version=self.version)

    def Attach(self, request, context):
        """Accept the engine of a debugging session."""
        return empty_pb2.Empty()

    def Cancel(self, request, context):
        """Nothing to stop: the engine ends the process by signal."""
        return empty_pb2.Empty()

    def CheckConfig(self, request, context):
        """The provider's own inputs, as given."""
        return provider_pb2.CheckResponse(inputs=request.news)

    def DiffConfig(self, request, context):
        """A changed provider never replaces its resources."""
        return provider_pb2.DiffResponse(changes=provider_pb2.DiffResponse.DIFF_NONE)


def serve(servicer_for: Callable[[str], StandInServicer]) -> None:
    """Serve until the engine's signal: a provider that answers calls on threads."""
    server = grpc.server(futures.ThreadPoolExecutor(WORKERS), options=CHANNEL_OPTIONS)
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(servicer_for(sys.argv[-1]), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    stopped = threading.Event()
    # An exception out of the signal could come while the server holds a lock of its own, which would then never end.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    print(port, flush=True)
    stopped.wait()
    server.stop(grace=0)
