"""Configuration and rights of EKS add-ons. Whether EKS' own schema takes the configuration is not proven here."""

from typing import Any

import pytest

from components.model.cluster import ClusterSettings
from components.rendering.addons import AddonRights, addon_configuration, addon_rights
from tests.builders import SETTINGS, settings


def cluster(**overrides: Any) -> ClusterSettings:
    return settings(cluster={**SETTINGS["cluster"], **overrides}).cluster


@pytest.mark.parametrize(
    ("written", "configuration"),
    [
        pytest.param(
            {},
            {"enableNetworkPolicy": "true", "env": {"NETWORK_POLICY_ENFORCING_MODE": "standard"}},
            id="the policy engine is on",
        ),
        pytest.param(
            {"addons": {"vpc-cni": {"networkPolicyMode": "strict"}}},
            {"enableNetworkPolicy": "true", "env": {"NETWORK_POLICY_ENFORCING_MODE": "strict"}},
            id="strict",
        ),
        pytest.param(
            {"windows": True, "prefixDelegation": True},
            {
                "enableNetworkPolicy": "true",
                "enableWindowsIpam": "true",
                "enableWindowsPrefixDelegation": "true",
                "env": {"NETWORK_POLICY_ENFORCING_MODE": "standard", "ENABLE_PREFIX_DELEGATION": "true"},
            },
            id="Windows and prefixes",
        ),
        pytest.param(
            {"addons": {"vpc-cni": {"configurationValues": {"env": {"WARM_IP_TARGET": "4"}, "resources": {}}}}},
            {
                "enableNetworkPolicy": "true",
                "env": {"NETWORK_POLICY_ENFORCING_MODE": "standard", "WARM_IP_TARGET": "4"},
                "resources": {},
            },
            id="the operator's values lie over ours",
        ),
    ],
)
def test_configuration_of_the_network_plugin(written: dict[str, Any], configuration: dict[str, Any]):
    assert addon_configuration("vpc-cni", cluster(**written)) == configuration


@pytest.mark.parametrize("addon", ["coredns", "kube-proxy", "eks-pod-identity-agent", "aws-ebs-csi-driver"])
def test_other_addons_keep_their_own_defaults(addon: str):
    assert addon_configuration(addon, cluster()) == {}


@pytest.mark.parametrize(
    ("addon", "policies"),
    [
        ("vpc-cni", ("arn:aws-cn:iam::aws:policy/AmazonEKS_CNI_Policy",)),
        ("aws-ebs-csi-driver", ("arn:aws-cn:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy",)),
        ("coredns", ()),
    ],
)
def test_rights_by_default(addon: str, policies: tuple[str, ...]):
    assert addon_rights(addon, cluster(), "aws-cn") == AddonRights(managed_policies=policies, inline_policies={})


def test_rights_that_the_operator_adds():
    base, own = "arn:aws:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy", "arn:aws:iam::111122223333:policy/keys"
    written = {"aws-ebs-csi-driver": {"policyArns": (own, base, own)}}

    rights = addon_rights("aws-ebs-csi-driver", cluster(addons=written), "aws")

    assert rights.managed_policies == (base, own)


def test_for_ipv6_aws_has_no_managed_policy():
    rights = addon_rights("vpc-cni", cluster(vpc={"create": {"cidr": "10.0.0.0/16"}, "ipFamily": "ipv6"}), "aws")

    assert rights.managed_policies == ()
    assert rights.inline_policies == {
        "addresses": {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "Addresses",
                    "Effect": "Allow",
                    "Action": [
                        "ec2:AssignIpv6Addresses",
                        "ec2:DescribeInstances",
                        "ec2:DescribeTags",
                        "ec2:DescribeNetworkInterfaces",
                        "ec2:DescribeInstanceTypes",
                    ],
                    "Resource": "*",
                },
                {
                    "Sid": "InterfaceTags",
                    "Effect": "Allow",
                    "Action": "ec2:CreateTags",
                    "Resource": "arn:aws:ec2:*:*:network-interface/*",
                },
            ],
        }
    }
