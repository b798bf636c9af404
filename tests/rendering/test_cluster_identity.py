"""Rights of the control plane, the core nodes and the administrators. IAM's own evaluation is not proven here."""

import pytest

from components.rendering.cluster_identity import (
    cluster_admin_access_policy,
    cluster_role_policies,
    cluster_trust_policy,
    core_node_role_policies,
)


def test_only_eks_takes_the_cluster_role():
    assert cluster_trust_policy() == {
        "Version": "2012-10-17",
        "Statement": [
            {"Effect": "Allow", "Principal": {"Service": "eks.amazonaws.com"}, "Action": "sts:AssumeRole"},
        ],
    }


@pytest.mark.parametrize("partition", ["aws", "aws-cn", "aws-us-gov"])
def test_policies_are_those_of_the_partition(partition: str):
    assert cluster_role_policies(partition, windows=False) == (
        f"arn:{partition}:iam::aws:policy/AmazonEKSClusterPolicy",
    )
    assert core_node_role_policies(partition) == (
        f"arn:{partition}:iam::aws:policy/AmazonEKSWorkerNodePolicy",
        f"arn:{partition}:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly",
    )
    assert (
        cluster_admin_access_policy(partition)
        == f"arn:{partition}:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
    )


def test_windows_pods_get_addresses_from_the_control_plane():
    assert cluster_role_policies("aws", windows=True) == (
        "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy",
        "arn:aws:iam::aws:policy/AmazonEKSVPCResourceController",
    )
