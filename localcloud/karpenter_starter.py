"""The part that watches for Karpenter's Deployment and runs the controller for it (`karpenter/`)."""

import sys

from .environment import stand_in_environment
from .instance import Instance
from .part import Part, Ports, answers
from .ports import LOOPBACK

KARPENTER_STARTER = "karpenter-starter"
PORTS = {KARPENTER_STARTER: ("http",)}


def karpenter_starter(instance: Instance, ports: Ports) -> Part:
    """The part; the controller inherits its environment, and so talks to the AWS stand-in alone."""
    port = str(ports[KARPENTER_STARTER]["http"])
    return Part(
        name=KARPENTER_STARTER,
        command=(sys.executable, "-m", "localcloud.karpenter.starter", "--name", instance.name, "--port", port),
        healthy=lambda: answers(f"http://{LOOPBACK}:{port}/"),
        environment=stand_in_environment(instance, ports),
    )
