"""The provider protocol for `eks`: components only, made by the SDK's own servicer after their inputs were checked."""

import asyncio
import signal
import sys
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import grpc
import pulumi_eks
from google.protobuf import empty_pb2
from pulumi.errors import InputPropertiesError
from pulumi.provider import ConstructResult, Provider
from pulumi.provider.server import ProviderServicer
from pulumi.runtime.proto import provider_pb2 as messages
from pulumi.runtime.proto import provider_pb2_grpc

from localcloud.providers.eks import cluster, node_group
from localcloud.providers.eks.checking import component_failures
from localcloud.providers.server import CHANNEL_OPTIONS
from localcloud.providers.values import from_struct

COMPONENTS = {cluster.TOKEN: cluster.Cluster, node_group.TOKEN: node_group.ManagedNodeGroup}

REFERENCES = pulumi_eks.Cluster
"""The import registers the SDK's classes: a cluster passed to a node group arrives as an object of its class."""


class EksProvider(Provider):
    """Makes the two components."""

    def __init__(self) -> None:
        super().__init__(version("pulumi-eks"))

    def construct(
        self, name: str, resource_type: str, inputs: Mapping[str, Any], options: Any = None
    ) -> ConstructResult:
        """Make one component in the program's stack."""
        made = COMPONENTS[resource_type](name, inputs, options)
        return ConstructResult(urn=made.urn, state=made.outputs)


class EksServicer(ProviderServicer):
    """The SDK's servicer, with a check of the inputs and the calls that it lacks."""

    async def Construct(self, request, context):
        """Refuse bad inputs with one message per property, else make the component."""
        if request.type not in COMPONENTS:
            known = ", ".join(COMPONENTS)
            await context.abort(
                grpc.StatusCode.UNIMPLEMENTED, f"the local cloud has no component {request.type}; known are {known}"
            )
        found = component_failures(request.type, from_struct(request.inputs))
        if found:
            message = f"{request.type} {request.name}: inputs are invalid"
            errors = [{"property_path": one.path, "reason": one.reason} for one in found]
            error = InputPropertiesError(message, errors)
            await context.abort_with_status(self.create_grpc_invalid_properties_status(error.message, error.errors))
        return await super().Construct(request, context)

    async def Handshake(self, request, context):
        """The same abilities as in Configure."""
        return messages.ProviderHandshakeResponse(accept_secrets=True, accept_resources=True, accept_outputs=True)

    async def Attach(self, request, context):
        """Talk to the engine of a debugging session."""
        self.engine_address = request.address
        return empty_pb2.Empty()

    async def CheckConfig(self, request, context):
        """The provider's own inputs, as given."""
        return messages.CheckResponse(inputs=request.news)

    async def DiffConfig(self, request, context):
        """A changed provider never replaces its components."""
        return messages.DiffResponse(changes=messages.DiffResponse.DIFF_NONE)

    async def Cancel(self, request, context):
        """Nothing to stop: the engine ends the process by signal."""
        return empty_pb2.Empty()


def serve() -> None:
    """Serve until the engine's signal."""

    async def run() -> None:
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        server = grpc.aio.server(options=CHANNEL_OPTIONS)
        servicer = EksServicer(EksProvider(), [], engine_address=sys.argv[-1])
        provider_pb2_grpc.add_ResourceProviderServicer_to_server(servicer, server)
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        print(port, flush=True)
        await ended.wait()
        await server.stop(grace=None)

    asyncio.run(run())
