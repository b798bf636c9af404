"""`networkPolicy` of a tenant file: what its pods may reach and who may reach them."""

import ipaddress
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from .access import one_of
from .base import Model
from .between import Between
from .enums import Protocol
from .errors import reject, shown
from .namespace import NamespaceName
from .text import Items, Text


def cidr(text: str) -> str:
    """A range of addresses without host bits, such as 10.0.0.0/16."""
    try:
        ipaddress.ip_network(text)
        prefix = text.partition("/")[2]
    except ValueError:
        prefix = ""
    # Kubernetes takes neither an address without a prefix nor a mask in its place, which Python does.
    if not prefix.isdigit():
        raise reject("E005", f"{shown(text)} is no range of addresses", f"write {_meant(text)}")
    return text


def _meant(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        return "for example 10.0.0.0/16"


Cidr = Annotated[Text, AfterValidator(cidr)]


class PortSpec(Model):
    """A port, or the ports from `port` to `endPort`."""

    port: Annotated[int, Between(1, 65535)]
    """1 to 65535."""
    end_port: Annotated[int, Between(1, 65535)] | None = None
    """Last port of a range. Absent: the one port."""
    protocol: Protocol = Protocol.TCP
    """TCP, UDP or SCTP. Default TCP, as in Kubernetes."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """A range that runs backwards."""
        if self.end_port is not None and self.end_port < self.port:
            yield reject(
                "E005", f"{self.end_port} is below port {self.port}", f"write {self.port} or more", ("endPort",)
            )


class PeerSpec(Model):
    """One alternative of allowFrom or allowTo."""

    tenant: Text | None = None
    """Name of another tenant: all its namespaces."""
    namespace: NamespaceName | None = None
    """Full name of a namespace."""
    cidr: Cidr | None = None
    """Range of addresses. Under allowTo a wide one leaves instance metadata out; only 169.254.169.254/32 itself opens
    that."""
    load_balancers: bool = False
    """The subnets that load balancers send from. Pods of other tenants lie there too, and may go out to port 443 there
    for the Kubernetes API: give the opening its ports."""
    ports: Items[PortSpec] = ()
    """Ports on the side that is connected to. Absent: all."""

    def problems(self) -> Iterator[PydanticCustomError]:
        """Exactly one peer."""
        yield from one_of(
            (
                ("tenant", self.tenant),
                ("namespace", self.namespace),
                ("cidr", self.cidr),
                ("loadBalancers", self.load_balancers),
            )
        )


class NetworkPolicySpec(Model):
    """Everything is denied in and out but DNS, the own tenant and what is listed here."""

    kubernetes_api: bool = True
    """Whether pods may reach the Kubernetes API. Default on: operators and clients need it, and RBAC guards it."""
    internet: bool = True
    """Whether pods may reach public addresses, never private ranges, the VPC or instance metadata. Default on: most
    software calls out."""
    allow_from: Items[PeerSpec] = ()
    """Who else may connect to the tenant's pods. Default nobody."""
    allow_to: Items[PeerSpec] = ()
    """Where else its pods may connect to. Default nowhere."""
