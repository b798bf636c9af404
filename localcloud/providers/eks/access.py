"""Who may use the cluster: the ConfigMap aws-auth, access entries, or both, as the authentication mode says."""

from collections.abc import Mapping
from typing import Any

import pulumi
import yaml
from pulumi_aws import eks
from pulumi_kubernetes.core.v1 import ConfigMap


def create_access_entries(
    component: str, cluster: eks.Cluster, entries: Mapping[str, Any], parent: pulumi.Resource
) -> list[pulumi.Resource]:
    """One entry per key, with its associations below it."""
    return [_create_entry(f"{component}-{key}", cluster, entry, parent) for key, entry in entries.items()]


def create_aws_auth(
    component: str, inputs: Mapping[str, Any], roles: Any, kubernetes: pulumi.ProviderResource, parent: pulumi.Resource
) -> ConfigMap:
    """The ConfigMap that maps instance roles, other roles and users."""
    mapped_roles = pulumi.Output.all(
        pulumi.Output.from_input(roles).apply(lambda known: pulumi.Output.all(*(role.arn for role in known))),
        inputs.get("roleMappings", []),
    ).apply(lambda known: _role_text(*known))
    data = {"mapRoles": mapped_roles}
    if "userMappings" in inputs:
        data["mapUsers"] = pulumi.Output.from_input(inputs["userMappings"]).apply(_user_text)
    return ConfigMap(
        f"{component}-nodeAccess",
        immutable=False,
        metadata={
            "name": "aws-auth",
            "namespace": "kube-system",
            "annotations": {"pulumi.com/patchForce": "true"},
        },
        data=data,
        opts=pulumi.ResourceOptions(parent=parent, provider=kubernetes),
    )


def _create_entry(
    name: str, cluster: eks.Cluster, entry: Mapping[str, Any], parent: pulumi.Resource
) -> eks.AccessEntry:
    created = eks.AccessEntry(
        name,
        cluster_name=cluster.name,
        principal_arn=entry["principalArn"],
        kubernetes_groups=entry.get("kubernetesGroups"),
        type=entry.get("type"),
        user_name=entry.get("username"),
        tags=entry.get("tags"),
        opts=pulumi.ResourceOptions(parent=parent, depends_on=[cluster]),
    )
    for key, association in entry.get("accessPolicies", {}).items():
        known = pulumi.Output.from_input(association)
        eks.AccessPolicyAssociation(
            f"{name}-{key}",
            cluster_name=cluster.name,
            principal_arn=entry["principalArn"],
            policy_arn=known.apply(lambda one: one["policyArn"]),
            access_scope=known.apply(lambda one: one["accessScope"]),
            opts=pulumi.ResourceOptions(parent=created, depends_on=[created]),
        )
    return created


def _role_text(instance_role_arns: list[str], mappings: list[Mapping[str, Any]]) -> str:
    node = {"username": "system:node:{{EC2PrivateDNSName}}", "groups": ["system:bootstrappers", "system:nodes"]}
    nodes = [{"roleArn": arn, **node} for arn in instance_role_arns]
    return yaml.safe_dump(
        [
            {"rolearn": one["roleArn"], "username": one["username"], "groups": one["groups"]}
            for one in [*mappings, *nodes]
        ],
        sort_keys=False,
    )


def _user_text(mappings: list[Mapping[str, Any]]) -> str:
    users = [{"userarn": one["userArn"], "username": one["username"], "groups": one["groups"]} for one in mappings]
    return yaml.safe_dump(users, sort_keys=False)
