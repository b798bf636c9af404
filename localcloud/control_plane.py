"""The parts of a real Kubernetes control plane, on loopback, each with the least that it needs.

Versions: `building/tools.py`. Flags: reference pages "kube-apiserver", "kube-controller-manager" and "kube-scheduler"
of Kubernetes 1.36, "configuration options" of etcd 3.6.
"""

import ssl
from collections.abc import Mapping

from . import identities
from .api_server import ApiServer
from .certificates import make_keys
from .folders import BIN
from .instance import Instance
from .part import Part, Ports, answers
from .ports import LOOPBACK

ETCD = "etcd"
API_SERVER = "kube-apiserver"
CONTROLLER_MANAGER = "kube-controller-manager"
SCHEDULER = "kube-scheduler"

PORTS = {ETCD: ("client", "peer"), API_SERVER: ("https",), CONTROLLER_MANAGER: ("https",), SCHEDULER: ("https",)}
"""Which ports each part listens on."""

_SERVICE_RANGE = "10.100.0.0/16"
"""The service range that EKS gives a cluster outside of 10.0.0.0/8; `certificates.SERVICE_ADDRESS` lies in it."""


def api_server_address(ports: Ports) -> str:
    """Where the API server listens."""
    return f"https://{LOOPBACK}:{ports[API_SERVER]['https']}"


def etcd(instance: Instance, ports: Ports) -> Part:
    """The store. A crash may lose the last writes: that is the price of a start without waiting for the disk."""
    client = f"https://{LOOPBACK}:{ports[ETCD]['client']}"
    peer = f"http://{LOOPBACK}:{ports[ETCD]['peer']}"
    flags = {
        "name": "local",
        "data-dir": instance.etcd,
        "listen-client-urls": client,
        "advertise-client-urls": client,
        "listen-peer-urls": peer,
        "initial-advertise-peer-urls": peer,
        "initial-cluster": f"local={peer}",
        # Only the API server may read and write objects past its admission.
        "client-cert-auth": "true",
        "trusted-ca-file": instance.keys / "ca.crt",
        "cert-file": instance.keys / "server.crt",
        "key-file": instance.keys / "server.key",
        "enable-grpc-gateway": "false",
        "unsafe-no-fsync": "true",
        "log-level": "warn",
    }
    return Part(
        name=ETCD,
        command=_command(ETCD, flags),
        healthy=lambda: answers(f"{client}/health", _tls(instance, as_client=True)),
        prepare=lambda: make_keys(instance.keys),
    )


def api_server(instance: Instance, ports: Ports) -> Part:
    """The API server, with the authorization and admission that a tenant would meet on EKS."""
    address = api_server_address(ports)
    keys = instance.keys
    flags = {
        "etcd-servers": f"https://{LOOPBACK}:{ports[ETCD]['client']}",
        "etcd-cafile": keys / "ca.crt",
        "etcd-certfile": keys / "etcd-client.crt",
        "etcd-keyfile": keys / "etcd-client.key",
        "bind-address": LOOPBACK,
        "secure-port": str(ports[API_SERVER]["https"]),
        "tls-cert-file": keys / "server.crt",
        "tls-private-key-file": keys / "server.key",
        "token-auth-file": keys / "tokens.csv",
        "authorization-mode": "Node,RBAC",
        "enable-admission-plugins": "NodeRestriction",
        "service-account-issuer": address,
        "service-account-key-file": keys / "service-accounts.key",
        "service-account-signing-key-file": keys / "service-accounts.key",
        "service-cluster-ip-range": _SERVICE_RANGE,
        # The address is loopback, which no endpoint may have.
        "endpoint-reconciler-type": "none",
        "allow-privileged": "true",
        "profiling": "false",
    }

    def prepare() -> None:
        identities.make_token_file(keys)
        identities.write_kubeconfig(instance.kubeconfig, identities.ADMINISTRATOR, server=address, folder=keys)

    return Part(
        name=API_SERVER,
        command=_command(API_SERVER, flags),
        healthy=lambda: ApiServer(instance.kubeconfig).ready(),
        prepare=prepare,
    )


def controller_manager(instance: Instance, ports: Ports) -> Part:
    """Kubernetes' own controllers: namespaces, garbage collection, quotas, service accounts, deployments, nodes."""
    flags = {
        "service-account-private-key-file": instance.keys / "service-accounts.key",
        "root-ca-file": instance.keys / "ca.crt",
        # Each controller acts with its own role, so a missing right shows.
        "use-service-account-credentials": "true",
    }
    return _controller(instance, ports, CONTROLLER_MANAGER, identities.CONTROLLER_MANAGER, flags)


def scheduler(instance: Instance, ports: Ports) -> Part:
    """The scheduler that places pods on nodes, simulated or not."""
    return _controller(instance, ports, SCHEDULER, identities.SCHEDULER, {})


def _controller(instance: Instance, ports: Ports, name: str, identity: str, flags: Mapping[str, object]) -> Part:
    port = ports[name]["https"]
    kubeconfig = instance.keys / f"{identity}.json"
    common = {
        "kubeconfig": kubeconfig,
        "leader-elect": "false",
        "bind-address": LOOPBACK,
        "secure-port": str(port),
        "tls-cert-file": instance.keys / "server.crt",
        "tls-private-key-file": instance.keys / "server.key",
        "profiling": "false",
    }
    return Part(
        name=name,
        command=_command(name, {**common, **flags}),
        healthy=lambda: answers(f"https://{LOOPBACK}:{port}/healthz", _tls(instance)),
        prepare=lambda: identities.write_kubeconfig(
            kubeconfig, identity, server=api_server_address(ports), folder=instance.keys
        ),
    )


def _command(binary: str, flags: Mapping[str, object]) -> tuple[str, ...]:
    return (str(BIN / binary), *(f"--{flag}={value}" for flag, value in flags.items()))


def _tls(instance: Instance, *, as_client: bool = False) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=instance.keys / "ca.crt")
    if as_client:
        context.load_cert_chain(instance.keys / "etcd-client.crt", instance.keys / "etcd-client.key")
    return context
