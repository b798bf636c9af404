"""What is still there after a destroy: everything in moto that nobody gets by merely having an account.

Left out is what moto or the seed puts there: the default VPC and what belongs to it, main route tables, default
groups, images, public parameters, AWS' own policies.
"""

from collections.abc import Iterable

from moto.core import DEFAULT_ACCOUNT_ID
from moto.ec2.models import ec2_backends
from moto.eks.models import eks_backends
from moto.events.models import events_backends
from moto.iam.models import iam_backends
from moto.kms.models import kms_backends
from moto.logs.models import logs_backends
from moto.sqs.models import sqs_backends


def remaining(regions: Iterable[str]) -> dict[str, list[str]]:
    """Names or ids by kind, of some regions and of what is global; kinds of which nothing is left are absent."""
    found: dict[str, list[str]] = {}
    parts = [_identity(), *(part for region in regions for part in (_network(region), _services(region)))]
    for part in parts:
        for kind, names in part.items():
            found.setdefault(kind, []).extend(names)
    return {kind: sorted(names) for kind, names in found.items() if names}


def _network(region: str) -> dict[str, Iterable[str]]:
    ec2 = ec2_backends[DEFAULT_ACCOUNT_ID][region]
    default = {vpc.id for vpc in ec2.vpcs.values() if vpc.is_default}
    groups = [group for by_vpc in ec2.groups.values() for group in by_vpc.values()]
    subnets = [subnet for by_zone in ec2.subnets.values() for subnet in by_zone.values()]
    tables = [table for table in ec2.route_tables.values() if not table.main_association_id]
    instances = [instance for reservation in ec2.reservations.values() for instance in reservation.instances]
    return {
        "vpc": [vpc for vpc in ec2.vpcs if vpc not in default],
        "subnet": [subnet.id for subnet in subnets if subnet.vpc_id not in default],
        "security group": [group.id for group in groups if group.name != "default"],
        "route table": [table.id for table in tables if table.vpc_id not in default],
        "internet gateway": [*ec2.internet_gateways],
        "egress-only internet gateway": [*ec2.egress_only_internet_gateways],
        "NAT gateway": [gateway.id for gateway in ec2.nat_gateways.values() if gateway.state != "deleted"],
        "elastic IP": [address.allocation_id for address in ec2.addresses],
        "network interface": [*ec2.enis],
        "launch template": [*ec2.launch_templates],
        "instance": [instance.id for instance in instances if instance.state != "terminated"],
    }


def _identity() -> dict[str, Iterable[str]]:
    iam = iam_backends[DEFAULT_ACCOUNT_ID]["aws"]
    return {
        "role": [role.arn for role in iam.roles.values() if not role.path.startswith("/aws-service-role/")],
        "policy": [arn for arn in iam.managed_policies if ":aws:policy/" not in arn],
        "instance profile": [profile.arn for profile in iam.instance_profiles.values()],
        "OIDC provider": [*iam.open_id_providers],
    }


def _services(region: str) -> dict[str, Iterable[str]]:
    rules = (rule for bus in events_backends[DEFAULT_ACCOUNT_ID][region].event_buses.values() for rule in bus.rules)
    return {
        "cluster": [*eks_backends[DEFAULT_ACCOUNT_ID][region].clusters],
        "queue": [*sqs_backends[DEFAULT_ACCOUNT_ID][region].queues],
        "event rule": [*rules],
        "log group": [*logs_backends[DEFAULT_ACCOUNT_ID][region].groups],
        "key": [*kms_backends[DEFAULT_ACCOUNT_ID][region].keys],
    }
