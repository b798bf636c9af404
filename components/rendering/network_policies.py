"""Who reaches whom: everything is denied in and out but what is listed here and in the tenant file.

The policies are additive: each allows one thing. They hold where the VPC CNI's policy engine runs, which is on by
default and does not know Windows nodes (W184).
"""

import ipaddress
from collections.abc import Sequence
from typing import Any, Final

from ..model.labels import TENANT_KEY
from ..model.namespace import NamespaceSpec
from ..model.network import PeerSpec
from ..model.platform import PlatformSettings
from ..model.tenant import TenantSpec
from .facts import ClusterFacts
from .workloads import has_pod_identity

_NAME_LABEL: Final = "kubernetes.io/metadata.name"

_PRIVATE: Final = ("10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16")
_PRIVATE_IPV6: Final = ("fc00::/7", "fe80::/10")
"""Private ranges, and the link-local ones in which instance metadata lies. Source: RFC 1918, 6598, 3927, 4193, 4291."""

_KUBERNETES_SERVICE: Final = ("10.100.0.1/32", "172.20.0.1/32")
"""The API server, in the two service ranges that EKS chooses from. Source: EKS API, KubernetesNetworkConfig."""

_POD_IDENTITY_AGENT: Final = ("169.254.170.23/32", "fd00:ec2::23/128")
"""Where the agent on each node hands out credentials. Source: EKS user guide, "Set up the Amazon EKS Pod Identity
Agent"."""

_INSTANCE_METADATA: Final = ("169.254.169.254/32", "fd00:ec2::254/128")
"""Where an instance hands out its metadata and the credentials of its role. Source: EC2 user guide, "Access instance
metadata for an EC2 instance"."""

_HTTP: Final = [{"port": 80, "protocol": "TCP"}]
_HTTPS: Final = [{"port": 443, "protocol": "TCP"}]


def network_policies(
    tenant: TenantSpec, spec: NamespaceSpec, settings: PlatformSettings, cluster: ClusterFacts
) -> list[dict[str, Any]]:
    """The policies of one namespace."""
    name, rules = tenant.namespace_name(spec), tenant.network_policy
    same = [{"namespaceSelector": {"matchLabels": {TENANT_KEY: str(tenant.name)}}}]
    found = [
        ("default-deny", {"policyTypes": ["Ingress", "Egress"]}),
        ("same-tenant", {"ingress": [{"from": same}], "egress": [{"to": same}]}),
        ("dns", {"egress": [_dns()]}),
    ]
    if rules.kubernetes_api:
        ranges = [*_KUBERNETES_SERVICE, *cluster.subnet_ranges]
        found.append(("kubernetes-api", {"egress": [{"to": _blocks(ranges), "ports": _HTTPS}]}))
    if has_pod_identity(tenant, name, settings):
        found.append(("pod-identity", {"egress": [{"to": _blocks(_POD_IDENTITY_AGENT), "ports": _HTTP}]}))
    if rules.internet:
        found.append(("internet", {"egress": [{"to": _internet(cluster)}]}))
    if rules.allow_from:
        found.append(("allow-from", {"ingress": [_opening("from", peer, cluster) for peer in rules.allow_from]}))
    if rules.allow_to:
        found.append(("allow-to", {"egress": [_opening("to", peer, cluster) for peer in rules.allow_to]}))
    return [_policy(key, name, body) for key, body in found]


def _policy(name: str, namespace: str, body: dict[str, Any]) -> dict[str, Any]:
    types = [kind for kind, word in (("Ingress", "ingress"), ("Egress", "egress")) if word in body]
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"podSelector": {}, "policyTypes": types, **body},
    }


def _dns() -> dict[str, Any]:
    return {
        "to": [
            {
                "namespaceSelector": {"matchLabels": {_NAME_LABEL: "kube-system"}},
                "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
            }
        ],
        "ports": [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}],
    }


def _internet(cluster: ClusterFacts) -> list[dict[str, Any]]:
    """Public addresses; a network in a public range is no less the platform's own."""
    return [
        {"ipBlock": {"cidr": "0.0.0.0/0", "except": [*_PRIVATE, *cluster.subnet_ranges]}},
        {"ipBlock": {"cidr": "::/0", "except": list(_PRIVATE_IPV6)}},
    ]


def _opening(direction: str, peer: PeerSpec, cluster: ClusterFacts) -> dict[str, Any]:
    opening: dict[str, Any] = {direction: _peer(direction, peer, cluster)}
    if peer.ports:
        opening["ports"] = [
            {
                "port": int(each.port),
                "protocol": str(each.protocol),
                **({} if each.end_port is None else {"endPort": int(each.end_port)}),
            }
            for each in peer.ports
        ]
    return opening


def _peer(direction: str, peer: PeerSpec, cluster: ClusterFacts) -> list[dict[str, Any]]:
    if peer.tenant is not None:
        return [{"namespaceSelector": {"matchLabels": {TENANT_KEY: str(peer.tenant)}}}]
    if peer.namespace is not None:
        return [{"namespaceSelector": {"matchLabels": {_NAME_LABEL: str(peer.namespace)}}}]
    if peer.cidr is not None:
        return [{"ipBlock": _range(direction, str(peer.cidr))}]
    return _blocks(cluster.subnet_ranges)


def _range(direction: str, cidr: str) -> dict[str, Any]:
    """A wider range than the metadata's own address was written for something else, and does not open that."""
    kept = [address for address in _INSTANCE_METADATA if address != cidr and _covers(cidr, address)]
    return {"cidr": cidr, **({"except": kept} if kept and direction == "to" else {})}


def _covers(cidr: str, address: str) -> bool:
    return ipaddress.ip_network(address).network_address in ipaddress.ip_network(cidr)


def _blocks(ranges: Sequence[Any]) -> list[dict[str, Any]]:
    return [{"ipBlock": {"cidr": each}} for each in ranges]
