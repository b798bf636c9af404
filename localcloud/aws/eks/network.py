"""What EKS does in the customer's network: it checks the subnets and makes the cluster's security group.

Source: EKS user guide, "View Amazon EKS networking requirements for VPC and subnets" and "View Amazon EKS security
group requirements for clusters".
"""

import hashlib

from moto.core import DEFAULT_ACCOUNT_ID
from moto.ec2.exceptions import DependencyViolationError
from moto.ec2.models import EC2Backend, ec2_backends
from moto.ec2.models.instance_types import INSTANCE_TYPES

from localcloud.aws.eks.refusals import invalid_parameter


def ec2(region: str) -> EC2Backend:
    """The EC2 of one region."""
    return ec2_backends[DEFAULT_ACCOUNT_ID][region]


def require_subnets(region: str, subnet_ids: list[str], *, zones: int = 1) -> str:
    """Check that the subnets exist in one VPC and in enough zones.

    Returns:
        The VPC's id.
    """
    known = {subnet.id: subnet for by_zone in ec2(region).subnets.values() for subnet in by_zone.values()}
    for subnet_id in subnet_ids:
        if subnet_id not in known:
            raise invalid_parameter(f"The subnet ID '{subnet_id}' does not exist")
    if len({known[subnet_id].availability_zone for subnet_id in subnet_ids}) < zones:
        raise invalid_parameter(f"Subnets specified must be in at least {zones} different AZs")
    networks = {known[subnet_id].vpc_id for subnet_id in subnet_ids}
    if len(networks) != 1:
        raise invalid_parameter("Subnets specified must be in the same VPC")
    return networks.pop()


def require_security_groups(region: str, group_ids: list[str]) -> None:
    """Check that the groups exist."""
    for group_id in group_ids:
        if ec2(region).get_security_group_from_id(group_id) is None:
            raise invalid_parameter(f"The security group '{group_id}' does not exist")


def create_cluster_security_group(region: str, cluster: str, vpc_id: str) -> str:
    """Make the group that EKS gives to the control plane and to managed nodes: all traffic within, all traffic out."""
    suffix = int(hashlib.sha256(f"{cluster}/{vpc_id}".encode()).hexdigest(), 16) % 10**10
    name = f"eks-cluster-sg-{cluster}-{suffix:010d}"
    group = ec2(region).create_security_group(
        name,
        "EKS created security group applied to ENI that is attached to EKS Control Plane master nodes, "
        "as well as any managed workloads.",
        vpc_id=vpc_id,
        tags={
            "Name": name,
            f"kubernetes.io/cluster/{cluster}": "owned",
            "aws:eks:cluster-name": cluster,
        },
    )
    ec2(region).authorize_security_group_ingress(
        group.id, "-1", None, None, [], source_groups=[{"GroupId": group.id}], vpc_id=vpc_id
    )
    return group.id


def delete_cluster_security_group(region: str, group_id: str) -> None:
    """Remove the group with its cluster; one that other groups still refer to stays behind, as at AWS."""
    try:
        ec2(region).delete_security_group(group_id=group_id)
    except DependencyViolationError:
        return


def architectures(instance_type: str) -> tuple[str, ...]:
    """The processor architectures of an instance type; none for a type that does not exist."""
    description = INSTANCE_TYPES.get(instance_type, {})
    return tuple(description.get("ProcessorInfo", {}).get("SupportedArchitectures", ()))
