"""A project of any number of tenants such as people write: pools of their own kind, a profile, overrides, own rights.

The text of tenant 7 is the same in a project of 10 and of 1,000 tenants.
"""

from pathlib import Path
from typing import Any

import yaml

STACK = "dev"
TENANT = "tenant"
"""Beginning of every tenant's name."""

_PROFILE: dict[str, Any] = {
    "nodeClasses": {"*": {"ami": "al2023", "disk": {"size": "80Gi", "type": "gp3"}}},
    "provisioners": {"*": {"disruption": {"consolidateAfter": "5m"}}},
}

_POOLS: tuple[dict[str, Any], ...] = (
    {
        "instanceFamilies": ["c6i", "c7i", "m6i", "m7i"],
        "instanceCpu": {"min": 2, "max": 8},
        "limits": {"cpu": 64, "memory": "256Gi"},
        "weight": 20,
    },
    {
        "instanceFamilies": ["c6i", "c7i", "m6i", "m7i", "r6i", "r7i"],
        "instanceCpu": {"min": 4},
        "capacityTypes": ["spot"],
        "limits": {"cpu": 800, "memory": "3200Gi"},
        "disruption": {
            "consolidationPolicy": "WhenEmpty",
            "budgets": [{"nodes": "20%"}, {"nodes": "0", "schedule": "0 8 * * mon-fri", "duration": "8h"}],
        },
        "weight": 10,
    },
    {
        "instanceFamilies": ["g5", "g6"],
        "instanceSizes": ["xlarge", "2xlarge"],
        "requirements": [{"key": "karpenter.k8s.aws/instance-gpu-count", "operator": "Lt", "values": ["3"]}],
        "taints": [{"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}],
        "limits": {"cpu": 64, "memory": "256Gi", "nvidia.com/gpu": 8},
        "nodeClass": "gpu",
    },
)
_KEYS = ("web", "batch", "gpu")


def tenant_name(index: int) -> str:
    """Names of equal length, none the beginning of another."""
    return f"{TENANT}{index:05}"


def write_project(root: Path, tenants: int) -> None:
    """Makes the folder `root` a project whose stack `dev` has this many tenants."""
    (root / "tenants" / "profiles").mkdir(parents=True)
    (root / "Pulumi.yaml").write_text("name: platform\nruntime: python\n")
    _write(root / f"Pulumi.{STACK}.yaml", {"config": stack_configuration(tenants)})
    _write(root / "tenants" / "profiles" / "standard.yaml", _PROFILE)
    for index in range(tenants):
        _write(root / "tenants" / f"{tenant_name(index)}.yaml", _tenant(index))


def stack_configuration(tenants: int) -> dict[str, Any]:
    """The values of the stack file."""
    names = [tenant_name(index) for index in range(tenants)]
    return {
        "aws:region": "eu-central-1",
        "platform:cluster": {
            "name": "acme-dev",
            "kubernetesVersion": "1.35",
            "vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a", "subnet-b", "subnet-c"]},
            "coreNodeGroup": {"instanceTypes": ["m6i.large"], "minSize": 2, "desiredSize": 3, "maxSize": 4},
            "adminRoleArns": ["arn:aws:iam::111122223333:role/PlatformAdmins"],
        },
        "platform:karpenter": {"version": "1.14.3"},
        "platform:amis": {"main": {"al2023": "v20261101"}},
        "platform:tenantDefaults": {
            "tags": {"environment": "dev"},
            "ignore": [{"code": "W140", "reason": "the account has the role for spot instances"}],
        },
        "platform:tenantOverrides": {
            name: {"provisioners": {"web": {"limits": {"cpu": 32}}}} for name in names if name.endswith("0")
        },
        "platform:guards": {"allowedInstanceFamilies": ["c6i", "c7i", "m6i", "m7i", "r6i", "r7i", "g5", "g6"]},
        "platform:tenants": names,
    }


def _tenant(index: int) -> dict[str, Any]:
    name = tenant_name(index)
    bucket = f"arn:aws:s3:::{name}-data"
    keys = _KEYS[: 2 + index % 2]
    tenant: dict[str, Any] = {
        "name": name,
        "extends": "standard",
        "owner": {"email": f"ops@{name}.example", "costCenter": f"{4000 + index}"},
        "provisioners": dict(zip(keys, _POOLS, strict=False)),
        "iam": {
            "policyStatements": [
                {"Effect": "Allow", "Action": ["s3:GetObject", "s3:ListBucket"], "Resource": [bucket, f"{bucket}/*"]}
            ]
        },
        "tags": {"team": f"team-{index % 17}"},
    }
    if "gpu" in keys:
        tenant["nodeClasses"] = {"gpu": {"disk": {"size": "200Gi"}}}
    return tenant


def _write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(yaml.dump(content, Dumper=yaml.CSafeDumper, sort_keys=False))
