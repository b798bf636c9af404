"""Facts, settings and tenants that are valid by default; a test states only what it is about."""

from typing import Any

from components.model.karpenter import KarpenterSettings
from components.model.names import ClusterName
from components.model.tenant import TenantSpec
from components.rendering.facts import AccountFacts, ClusterFacts
from components.versions import karpenter_version

REGION = "eu-central-1"
ACCOUNT = "111122223333"


def account(*, partition: str = "aws", region: str = REGION) -> AccountFacts:
    return AccountFacts(partition=partition, region=region, account=ACCOUNT)


def cluster(
    *, name: str = "acme-dev", karpenter: str = "1.14.3", partition: str = "aws", region: str = REGION
) -> ClusterFacts:
    return ClusterFacts(
        name=ClusterName(name),
        region=region,
        partition=partition,
        account=ACCOUNT,
        kubernetes_version="1.35",
        karpenter=karpenter_version(karpenter),
        subnets=("subnet-0a", "subnet-0b"),
        security_group="sg-0a",
    )


def settings(**written: Any) -> KarpenterSettings:
    return KarpenterSettings.model_validate({"version": "1.14.3", **written})


def tenant(name: str = "alpha", **written: Any) -> TenantSpec:
    return TenantSpec.model_validate({"name": name, "owner": {"email": f"ops@{name}.example"}, **written})
