"""Every default, once: what an operator gets who writes nothing. A changed line here changes existing stacks."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic.fields import FieldInfo

from components.model import platform
from components.model.base import Model
from components.model.provisioner import ProvisionerSpec
from tests.builders import tenant

PROMISED: dict[str, dict[str, Any]] = {
    "AccessSpec": {"namespaces": "all", "daemonSets": False},
    "AddonSettings": {"enabled": True},
    "AdmissionSettings": {"mode": "enforce", "allowStandalonePods": False},
    "BudgetSpec": {"nodes": "10%"},
    "ClusterSettings": {
        "existing": False,
        "endpointPublicAccess": False,
        "identity": "irsa",
        "logTypes": ("audit", "authenticator"),
        "deletionProtection": True,
        "upgradePolicy": "STANDARD",
        "windows": False,
        "prefixDelegation": False,
        "defaultStorageClass": "gp3-encrypted",
    },
    "ControllerRoleSettings": {"path": "/"},
    "CoreNodeGroupSettings": {
        "instanceTypes": ("m6i.large",),
        "minSize": 2,
        "amiFamily": "al2023",
        "diskSizeGiB": 50,
        "taint": True,
    },
    "CreateVpcSettings": {"zones": 3, "natGateways": "single"},
    "DiskSpec": {"type": "gp3"},
    "DisruptionSpec": {"consolidationPolicy": "WhenEmptyOrUnderutilized", "consolidateAfter": "1m"},
    "ExposureSpec": {"loadBalancers": "internal"},
    "GuardSettings": {
        "requirePinnedAmi": True,
        "requireLimits": True,
        "tenantFilesAreUntrusted": False,
        "maxTenantRemovals": 1,
        "allowNoTenants": False,
    },
    "HeadroomSpec": {"replicas": 1},
    "IamSpec": {"sessionManager": False},
    "KarpenterSettings": {
        "namespace": "kube-system",
        "replicas": 2,
        "logLevel": "info",
        "interruptionHandling": True,
        "pauseImage": "registry.k8s.io/pause:3.10.1",
        "chartRepository": "oci://public.ecr.aws/karpenter",
        "discoveryTags": True,
    },
    "MaintenanceWindowsSpec": {"timezone": "UTC", "reasons": ("Underutilized", "Empty", "Drifted")},
    "MetadataOptionsSpec": {
        "httpEndpoint": "enabled",
        "httpProtocolIPv6": "disabled",
        "httpPutResponseHopLimit": 1,
        "httpTokens": "required",
    },
    "NamespaceSpec": {"podSecurity": "restricted"},
    "NetworkPolicySpec": {"kubernetesApi": True, "internet": True},
    "PeerSpec": {"loadBalancers": False},
    "PlatformSettings": {"layer": "all"},
    "PoolSpec": {
        "architectures": ("amd64",),
        "operatingSystem": "linux",
        "capacityTypes": ("on-demand",),
        "expireAfter": "Never",
        "terminationGracePeriod": "24h",
    },
    "PortSpec": {"protocol": "TCP"},
    "ProvisionerSpec": {"nodeClass": "default"},
    "ResourceSettings": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"memory": "2Gi"}},
    "StorageClassSpec": {"type": "gp3", "reclaimPolicy": "Delete"},
    "TenantSpec": {"state": "active", "isolation": "dedicated", "enforcement": "enforce", "ring": "main"},
    "VpcSettings": {"ipFamily": "ipv4"},
}
"""Model -> YAML word -> default. Words that are not listed are required, absent, empty, or an object of defaults."""


def models(above: type[Model] = Model) -> Iterator[type[Model]]:
    for model in above.__subclasses__():
        if model.__module__.startswith(platform.__package__ or ""):
            yield model
            yield from models(model)


def own_defaults(model: type[Model]) -> dict[str, Any]:
    above = model.__base__
    inherited = above.model_fields if above is not None and issubclass(above, Model) else {}
    return {
        str(field.alias): value
        for name, field in model.model_fields.items()
        if name not in inherited and not field.is_required() and _says_something(value := _default(field))
    }


def _default(field: FieldInfo) -> Any:
    return field.get_default(call_default_factory=True, validated_data={})


def _says_something(value: Any) -> bool:
    if isinstance(value, tuple) and any(isinstance(item, Model) for item in value):
        return False
    return value is not None and value not in ((), {}) and not isinstance(value, Model)


@pytest.mark.parametrize("model", sorted(models(), key=lambda model: model.__name__), ids=lambda model: model.__name__)
def test_defaults_of(model: type[Model]):
    assert own_defaults(model) == PROMISED.get(model.__name__, {})


def test_no_model_is_promised_that_does_not_exist():
    assert set(PROMISED) <= {model.__name__ for model in models()}


def test_pool_has_one_budget_by_default():
    budgets = ProvisionerSpec.model_validate({}).disruption.budgets

    assert [(budget.nodes, budget.schedule, budget.reasons) for budget in budgets] == [("10%", None, ())]


def test_tenant_has_one_namespace_with_its_own_name_by_default():
    (namespace,) = tenant(name="alpha").namespaces

    assert (namespace.suffix, namespace.existing_name) == (None, None)
