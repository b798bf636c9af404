"""Settings of the admission policies."""

from typing import Any

import pytest

from components.model.admission import AdmissionSettings
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "all": {
        "mode": "audit",
        "systemNamespaces": ["monitoring"],
        "inlineCsiDrivers": ["csi.example.com"],
        "runtimeClasses": ["gvisor"],
        "priorityClasses": ["tenant-high"],
        "tenantRoles": {
            "edit": {
                "extraRules": [
                    {
                        "apiGroups": ["monitoring.coreos.com"],
                        "resources": ["servicemonitors"],
                        "verbs": ["get", "create"],
                    }
                ]
            }
        },
        "allowStandalonePods": True,
    },
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "unknown role": (
        {"tenantRoles": {"owner": {}}},
        ['tenantRoles.owner["[key]"]: "owner" is none of view, edit, admin; write one of them  [E005]'],
    ),
    "groups that guard the boundary": (
        {
            "tenantRoles": {
                "edit": {
                    "extraRules": [
                        {
                            "apiGroups": ["karpenter.sh", "*", "autoscaling.x-k8s.io"],
                            "resources": ["x"],
                            "verbs": ["get"],
                        }
                    ]
                }
            }
        },
        [
            'tenantRoles.edit.extraRules[0].apiGroups[0]: "karpenter.sh" would open the boundary between tenants; '
            "remove it  [E005]",
            'tenantRoles.edit.extraRules[0].apiGroups[1]: "*" would open the boundary between tenants; '
            "remove it  [E005]",
            'tenantRoles.edit.extraRules[0].apiGroups[2]: "autoscaling.x-k8s.io" would open the boundary between '
            "tenants; remove it  [E005]",
        ],
    ),
    "resources that guard it": (
        {
            "tenantRoles": {
                "edit": {
                    "extraRules": [
                        {
                            "apiGroups": [""],
                            "resources": ["pods/binding", "resourcequotas", "*/binding", "pods"],
                            "verbs": ["create"],
                        }
                    ]
                }
            }
        },
        [
            'tenantRoles.edit.extraRules[0].resources[0]: "pods/binding" of the core group would open the '
            "boundary between tenants; remove it  [E005]",
            'tenantRoles.edit.extraRules[0].resources[1]: "resourcequotas" of the core group would open the '
            "boundary between tenants; remove it  [E005]",
            'tenantRoles.edit.extraRules[0].resources[2]: "*/binding" of the core group would open the '
            "boundary between tenants; remove it  [E005]",
        ],
    ),
    "rule without verbs": (
        {"tenantRoles": {"edit": {"extraRules": [{"apiGroups": ["a.b"], "resources": ["x"], "verbs": []}]}}},
        ["tenantRoles.edit.extraRules[0].verbs: [] is empty; write at least one entry  [E005]"],
    ),
    "malformed namespace": (
        {"systemNamespaces": ["Monitoring"]},
        [
            'systemNamespaces[0]: "Monitoring" is no namespace name; '
            "write lower-case letters, digits and - between them  [E005]"
        ],
    ),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(AdmissionSettings, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(AdmissionSettings, given) == messages
