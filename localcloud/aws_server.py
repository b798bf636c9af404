"""The process that stands in for AWS: a moto server with what moto lacks (`aws/`)."""

import sys

from .environment import AWS, aws_address, stand_in_environment
from .instance import Instance
from .part import Part, Ports, answers

PORTS = {AWS: ("http",)}


def aws_server(instance: Instance, ports: Ports) -> Part:
    """The part."""
    port = str(ports[AWS]["http"])
    return Part(
        name=AWS,
        command=(sys.executable, "-m", "localcloud.aws.server", "--port", port, "--state", str(instance.aws)),
        healthy=lambda: answers(f"{aws_address(ports)}/health"),
        environment=stand_in_environment(instance, ports),
    )
