"""Access policies of EKS beside the files. What is read of EKS, tests/cloud proves on the AWS stand-in."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.auditing.builders import DEVS, FACTS, Live, administers, entry

ADMINS = f"arn:aws:iam::{FACTS.account}:role/PlatformAdmins"
DEPLOYERS = f"arn:aws:iam::{FACTS.account}:role/Deployers"
MALLORY = f"arn:aws:iam::{FACTS.account}:role/Mallory"
NODES = f"arn:aws:iam::{FACTS.account}:role/karpenter-tenants/acme-dev/acme-dev-alpha-node"

BY_HAND = (
    "no file gives it; aws eks disassociate-access-policy; rights are given by access, cluster.operators or"
    " adminRoleArns  [D45]"
)
GONE = "missing; run pulumi up --refresh  [D46]"


@pytest.fixture
def live() -> Live:
    """A cluster with an administrator and with the entry of whoever made it."""
    found = Live(
        cluster={
            "name": "acme-dev",
            "kubernetesVersion": "1.35",
            "vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a", "subnet-b", "subnet-c"]},
            "adminRoleArns": [ADMINS],
        }
    )
    found.account["access_entries"] += [entry(ADMINS), entry(DEPLOYERS)]
    found.account["access_policies"].append(administers(DEPLOYERS))
    return found


def test_administrators_and_the_clusters_maker_have_theirs(live: Live):
    assert live.lines() == []


def test_a_cluster_that_the_accounts_root_user_made(live: Live):
    root = f"arn:aws:iam::{FACTS.account}:root"
    live.account["access_entries"].append(entry(root))
    live.account["access_policies"].append(administers(root))

    assert live.lines() == []


@pytest.mark.parametrize(
    ("association", "line"),
    [
        (
            administers(DEVS, policy="AmazonEKSEditPolicy"),
            f"access policy AmazonEKSEditPolicy of {DEVS}: in the whole cluster: {BY_HAND}",
        ),
        (
            administers(DEVS, "kube-system", "beta", policy="AmazonEKSViewPolicy"),
            f"access policy AmazonEKSViewPolicy of {DEVS}: in beta, kube-system: {BY_HAND}",
        ),
        (
            administers(ADMINS, policy="AmazonEKSSecretReaderPolicy"),
            f"access policy AmazonEKSSecretReaderPolicy of {ADMINS}: in the whole cluster: {BY_HAND}",
        ),
        (administers(NODES), f"access policy AmazonEKSClusterAdminPolicy of {NODES}: in the whole cluster: {BY_HAND}"),
    ],
    ids=["a tenant's person", "in namespaces", "an administrator's second", "nodes"],
)
def test_a_policy_that_no_file_gives(live: Live, association: Mapping[str, Any], line: str):
    live.account["access_policies"].append(association)

    assert live.lines() == [line]


def test_an_administrator_without_policy(live: Live):
    live.account["access_policies"] = [administers(DEPLOYERS)]

    assert live.lines() == [f"access policy AmazonEKSClusterAdminPolicy of {ADMINS}: in the whole cluster: {GONE}"]


def test_an_administrator_of_some_namespaces(live: Live):
    live.account["access_policies"] = [administers(ADMINS, "alpha")]

    assert live.lines() == [
        f"access policy AmazonEKSClusterAdminPolicy of {ADMINS}: in alpha: {BY_HAND}",
        f"access policy AmazonEKSClusterAdminPolicy of {ADMINS}: in the whole cluster: {GONE}",
    ]


def test_an_entry_by_hand_is_told_once(live: Live):
    live.account["access_entries"].append(entry(MALLORY))
    live.account["access_policies"].append(administers(MALLORY))

    assert live.lines() == [
        f"access entry {MALLORY}: type STANDARD, is in no file;"
        " delete it, or write it into access of a tenant, cluster.adminRoleArns or cluster.operators  [D41]"
    ]
