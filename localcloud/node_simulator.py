"""kwok: plays the kubelet of every simulated node, so that nodes become Ready and their pods run.

It takes the nodes that carry the annotation of `nodes.SIMULATED`, Karpenter's included. What happens to nodes and
pods stands in `stages.yaml`.
"""

from . import identities
from .control_plane import api_server_address
from .folders import BIN, CHECKOUT
from .instance import Instance
from .nodes import SIMULATED
from .part import Part, Ports, answers
from .ports import LOOPBACK

NODE_SIMULATOR = "kwok"
PORTS = {NODE_SIMULATOR: ("http",)}

_STAGES = CHECKOUT / "localcloud" / "stages.yaml"


def node_simulator(instance: Instance, ports: Ports) -> Part:
    """The part, with an identity of its own."""
    address = f"{LOOPBACK}:{ports[NODE_SIMULATOR]['http']}"
    kubeconfig = instance.keys / f"{identities.NODE_SIMULATOR}.json"
    annotation = next(f"{key}={value}" for key, value in SIMULATED.items())
    return Part(
        name=NODE_SIMULATOR,
        command=(
            str(BIN / NODE_SIMULATOR),
            f"--kubeconfig={kubeconfig}",
            f"--config={_STAGES}",
            f"--server-address={address}",
            "--manage-all-nodes=false",
            f"--manage-nodes-with-annotation-selector={annotation}",
            # As a kubelet does: without a renewed lease the node life cycle controller calls a node dead after 50 s.
            "--node-lease-duration-seconds=40",
            # One address for all simulated nodes: nothing ever connects to it.
            "--node-ip=10.200.255.254",
            # Room for the pods of many nodes, apart from the service range.
            "--cidr=10.200.0.0/16",
        ),
        healthy=lambda: answers(f"http://{address}/healthz"),
        prepare=lambda: identities.write_kubeconfig(
            kubeconfig, identities.NODE_SIMULATOR, server=api_server_address(ports), folder=instance.keys
        ),
    )
