"""Objects that are valid by default: a test states only what it is about.

Overrides are YAML words (camelCase) of the top level and replace the default value as a whole.
"""

from typing import Any

from components.model.node_class import NodeClassSpec
from components.model.platform import Platform, PlatformSettings
from components.model.provisioner import ProvisionerSpec
from components.model.tenant import TenantSpec

REGION = "eu-central-1"

PROVISIONER: dict[str, Any] = {"instanceTypes": ["m5.large", "m5.xlarge"], "limits": {"cpu": 100, "memory": "400Gi"}}

SETTINGS: dict[str, Any] = {
    "region": REGION,
    "cluster": {
        "name": "acme-dev",
        "kubernetesVersion": "1.35",
        "vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a", "subnet-b", "subnet-c"]},
    },
    "karpenter": {"version": "1.14.3"},
    "amis": {"main": {"al2023": "v20261101", "bottlerocket": "v1.49.0"}},
    "tenants": ["alpha"],
}


def provisioner(**overrides: Any) -> ProvisionerSpec:
    """A pool of two instance types with limits."""
    return ProvisionerSpec.model_validate(PROVISIONER | overrides)


def node_class(**overrides: Any) -> NodeClassSpec:
    """A node class of which nothing is written."""
    return NodeClassSpec.model_validate(overrides)


def tenant(name: str = "alpha", **overrides: Any) -> TenantSpec:
    """A tenant with one provisioner and the node class that loading adds for it."""
    smallest = {
        "name": name,
        "owner": {"email": f"ops@{name}.example"},
        "provisioners": {"default": PROVISIONER},
        "nodeClasses": {"default": {}},
    }
    return TenantSpec.model_validate(smallest | overrides)


def settings(**overrides: Any) -> PlatformSettings:
    """A stack with an existing VPC."""
    return PlatformSettings.model_validate(SETTINGS | overrides)


def platform(*tenants: TenantSpec, **overrides: Any) -> Platform:
    """The stack with these tenants, else with alpha; they are listed in `platform:tenants`."""
    members = tuple(sorted(tenants or (tenant(),), key=lambda member: member.name))
    listed = {"tenants": [member.name for member in members]}
    return Platform(settings=settings(**(listed | overrides)), tenants=members, region=REGION)
