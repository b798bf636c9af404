"""Inputs that are valid by default, and a network to put clusters into."""

import json
from collections.abc import Mapping
from typing import Any

ROLE = "aws:iam/role:Role"
CLUSTER = "aws:eks/cluster:Cluster"
NODE_GROUP = "aws:eks/nodeGroup:NodeGroup"
ACCESS_ENTRY = "aws:eks/accessEntry:AccessEntry"


def trust(service: str) -> str:
    """A trust policy for one service."""
    principal = {"Service": service}
    statement = {"Effect": "Allow", "Principal": principal, "Action": "sts:AssumeRole"}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


def policy(*actions: str) -> str:
    """A policy document that allows some actions."""
    statement = {"Effect": "Allow", "Action": list(actions), "Resource": "*"}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


def network(engine: Any, name: str) -> tuple[Any, list[str]]:
    """A VPC and the ids of two subnets in two zones."""
    vpc = engine.create("aws:ec2/vpc:Vpc", f"{name}-vpc", cidrBlock="10.9.0.0/16")
    subnets = [
        engine.create(
            "aws:ec2/subnet:Subnet",
            f"{name}-{zone}",
            vpcId=vpc.id,
            cidrBlock=f"10.9.{number}.0/24",
            availabilityZone=f"eu-central-1{zone}",
        )
        for number, zone in enumerate("ab")
    ]
    return vpc, [subnet.id for subnet in subnets]


def role(engine: Any, name: str, service: str) -> Any:
    """A role that trusts one service."""
    return engine.create(ROLE, name, name=name, assumeRolePolicy=trust(service))


def cluster(engine: Any, name: str, **overrides: Any) -> Any:
    """A cluster of its own network and role, in the mode API."""
    _, subnets = network(engine, name)
    inputs: Mapping[str, Any] = {
        "name": name,
        "roleArn": role(engine, f"{name}-cluster", "eks.amazonaws.com")["arn"],
        "version": "1.35",
        "vpcConfig": {"subnetIds": subnets},
        "accessConfig": {"authenticationMode": "API", "bootstrapClusterCreatorAdminPermissions": True},
        **overrides,
    }
    return engine.create(CLUSTER, name, **inputs)
