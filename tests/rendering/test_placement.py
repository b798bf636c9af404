"""Label and taint alone; what refuses foreign pods is admission policy."""

from components.model.enums import Enforcement
from components.model.names import TenantName
from components.rendering.placement import tenant_label_key, tenant_taints
from components.versions import karpenter_version


def test_label_is_one_that_no_kubelet_can_set_on_itself():
    assert tenant_label_key(karpenter_version("0.30.0")) == "node-restriction.kubernetes.io/tenant"


def test_label_below_0_30_is_outside_the_domain_that_karpenter_refuses():
    assert tenant_label_key(karpenter_version("0.29.2")) == "karpenter-tenants/tenant"


def test_taint_keeps_other_pods_off():
    assert tenant_taints(TenantName("alpha"), Enforcement.ENFORCE) == [
        {"key": "karpenter-tenants/tenant", "value": "alpha", "effect": "NoSchedule"}
    ]


def test_no_taint_in_audit():
    assert tenant_taints(TenantName("alpha"), Enforcement.AUDIT) == []
