"""EC2's deletes that AWS refuses because something still depends on the object, and moto does not.

Without them a program that deletes in the wrong order would pass here and stop half-way at AWS.

Source: EC2 API reference, error DependencyViolation.
"""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import moto.ec2.urls
from moto.ec2.exceptions import DependencyViolationError, EC2ClientError
from moto.ec2.models import EC2Backend, ec2_backends
from moto.ec2.models.security_groups import SecurityGroup


class DependentEc2Backend(EC2Backend):
    """moto's EC2 of one region with the references between its objects."""

    @property
    def _url_module(self) -> ModuleType:
        # moto derives the module of its routes from the backend's own module name.
        return moto.ec2.urls

    def delete_nat_gateway(self, nat_gateway_id: str) -> Any:
        """Its network interface goes with it; moto leaves it behind."""
        gateway = super().delete_nat_gateway(nat_gateway_id)
        for address in self.addresses:
            if address.eni is gateway._eni:
                self.disassociate_address(address=address.public_ip)
        self.delete_network_interface(gateway._eni.id)
        return gateway

    def delete_subnet(self, subnet_id: str) -> Any:
        """Refused while a network interface is in it."""
        if any(interface.subnet.id == subnet_id for interface in self.enis.values()):
            raise DependencyViolationError(f"The subnet '{subnet_id}' has dependencies and cannot be deleted.")
        return super().delete_subnet(subnet_id)

    def delete_vpc(self, vpc_id: str) -> Any:
        """Refused while a gateway is attached or a group of its own is left."""
        gateways = [gateway for gateway in self.internet_gateways.values() if gateway.vpc and gateway.vpc.id == vpc_id]
        groups = [group for group in self.groups[vpc_id].values() if group.name != "default"]
        egress = [gateway for gateway in self.egress_only_internet_gateways.values() if gateway.vpc_id == vpc_id]
        if gateways or groups or egress:
            raise DependencyViolationError(f"The vpc '{vpc_id}' has dependencies and cannot be deleted.")
        return super().delete_vpc(vpc_id)

    def delete_security_group(self, name: str | None = None, group_id: str | None = None) -> None:
        """Refused while another group's rule names it."""
        if group_id and any(group_id in _named(group) for group in self._all_groups() if group.id != group_id):
            raise DependencyViolationError(f"resource {group_id} has a dependent object")
        super().delete_security_group(name, group_id)

    def release_address(self, address: str | None = None, allocation_id: str | None = None) -> None:
        """Refused while a NAT gateway uses it."""
        found = [one for one in self.addresses if one.allocation_id == allocation_id]
        if found and found[0].eni is not None:
            raise EC2ClientError("InvalidIPAddress.InUse", f"Address {found[0].public_ip} is in use.")
        super().release_address(address, allocation_id)

    def _all_groups(self) -> Iterator[SecurityGroup]:
        for by_vpc in self.groups.values():
            yield from by_vpc.values()


def install() -> None:
    """Put these rules into moto; before the first request."""
    ec2_backends.backend = DependentEc2Backend


def _named(group: SecurityGroup) -> set[str]:
    rules = [*group.ingress_rules, *group.egress_rules]
    return {rule.source_group["GroupId"] for rule in rules if rule.source_group}
