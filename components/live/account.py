"""What an AWS account holds for one cluster, read with the credentials of the environment.

boto3 is an extra of the package (`audit`) and imported when somebody asks: only this needs it.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ..auditing.account import Account
from ..model import names
from ..model.names import ClusterName

_WITHOUT_POLICIES = ("EC2_LINUX", "EC2_WINDOWS", "FARGATE_LINUX", "HYPERPOD_LINUX")
"""Types of access entries that EKS associates no policy with: of nodes, and most by far.
Source: EKS API reference, AssociateAccessPolicy."""


class AccountError(Exception):
    """The account could not be read; the text says why, in AWS' words."""


def read_account(cluster: ClusterName, region: str) -> Account:
    """Asks EKS, IAM and STS.

    Raises:
        AccountError: boto3 is not installed, there are no credentials, or they may not read something.
    """
    try:
        boto3: Any = import_module("boto3")
    except ModuleNotFoundError:
        raise AccountError(
            "boto3 is not installed; run make setup, or install the package with its extra audit"
        ) from None
    errors: Any = import_module("botocore.exceptions")
    try:
        return _read(boto3.session.Session(region_name=region), cluster, region)
    except (errors.BotoCoreError, errors.ClientError) as error:
        text = str(error)
        if "Invalid header value" in text:
            # What follows is the token.
            text = "the credentials hold what no request can carry"
        raise AccountError(text) from None
    except ValueError as error:
        # Addresses and numbers in the environment that are none.
        raise AccountError(str(error)) from None
    except (KeyError, AttributeError, TypeError, RecursionError):
        raise AccountError("what answers at its endpoint is not AWS") from None


def _read(session: Any, cluster: ClusterName, region: str) -> Account:
    eks, iam = session.client("eks"), session.client("iam")
    own = names.tenant_role_path(cluster)
    workloads = names.workload_roles_path(cluster)
    karpenter = f"/karpenter/{region}/{cluster}/"
    entries = tuple(
        eks.describe_access_entry(clusterName=cluster, principalArn=principal)["accessEntry"]
        for principal in _pages(eks, "list_access_entries", "accessEntries", clusterName=cluster)
    )
    return Account(
        caller=session.client("sts").get_caller_identity()["Arn"],
        access_entries=entries,
        access_policies=tuple(
            {"principalArn": entry["principalArn"], **policy}
            for entry in entries
            if entry["type"] not in _WITHOUT_POLICIES
            for policy in _policies(eks, cluster, entry["principalArn"])
        ),
        associations=tuple(_pages(eks, "list_pod_identity_associations", "associations", clusterName=cluster)),
        instance_profiles=tuple(
            profile
            for path in (own, karpenter)
            for profile in _pages(iam, "list_instance_profiles", "InstanceProfiles", PathPrefix=path)
        ),
        roles=tuple(role for path in (own, workloads) for role in _pages(iam, "list_roles", "Roles", PathPrefix=path)),
    )


def _policies(eks: Any, cluster: ClusterName, principal: str) -> Iterator[Any]:
    request = {"clusterName": cluster, "principalArn": principal}
    return _pages(eks, "list_associated_access_policies", "associatedAccessPolicies", **request)


def _pages(client: Any, operation: str, key: str, **request: str) -> Iterator[Any]:
    for page in client.get_paginator(operation).paginate(**request):
        yield from page[key]
