"""Which roles of new tenants another cluster has, and when the account is asked.

What these tests do not prove: that AWS is asked, and how a preview then ends; tests/standins and tests/cloud do.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from components.model.deployed import read_outputs
from components.taken_roles import ask_aws, refused_roles
from tests.builders import platform, tenant
from tests.recording import record

ROLES = "arn:aws:iam::111122223333:role"
NODE = f"{ROLES}/karpenter-tenants/acme/acme-dev-alpha-node"
POD = f"{ROLES}/karpenter-tenants-workloads/acme/dev-alpha/acme-dev-alpha.shop"
SHOP = {
    "iam": {"workloads": [{"namespace": "alpha", "serviceAccount": "shop", "policyArns": [f"{ROLES[:-4]}policy/x"]}]}
}


def refused(*roles: str, spec: Any = None, outputs: Any = None) -> list[tuple[str | None, Any, str, str]]:
    stack = replace(platform(spec or tenant()), deployed=read_outputs(outputs or {}))
    return [(one.tenant, one.path, one.what, one.fix) for one in refused_roles(stack, lambda: roles)]


def meeting(role: str, cluster: str = "acme") -> tuple[str, str]:
    what = f"role {role} is there already, of cluster {cluster}, and IAM has one of a name"
    return what, "give the tenant or the cluster another name"


def test_a_node_role_of_another_cluster_is_said_at_the_tenants_name():
    assert refused(NODE) == [("alpha", ("name",), *meeting("acme-dev-alpha-node"))]


def test_names_of_iam_differ_by_more_than_capitals():
    assert refused(f"{ROLES}/karpenter-tenants/ACME/ACME-dev-alpha-node") == [
        ("alpha", ("name",), *meeting("acme-dev-alpha-node", "ACME"))
    ]


def test_a_role_of_pods_is_said_at_its_account():
    assert refused(POD, spec=tenant(**SHOP)) == [
        ("alpha", ("iam", "workloads", 0, "serviceAccount"), *meeting("acme-dev-alpha.shop"))
    ]


@pytest.mark.parametrize(
    "role",
    [
        f"{ROLES}/karpenter-tenants/acme-dev/acme-dev-alpha-node",
        f"{ROLES}/karpenter-tenants/acme/acme-dev-alpha-node-windows",
        f"{ROLES}/karpenter-tenants-workloads/acme-dev/alpha/acme-dev-alpha.shop",
    ],
    ids=["of a deployment that failed half-way", "of another system", "of its own pods"],
)
def test_other_roles_are_fine(role: str):
    assert refused(role, spec=tenant(**SHOP)) == []


def test_a_deployed_tenant_has_its_roles():
    def ask() -> Iterable[str]:
        raise AssertionError("asked")

    deployed = read_outputs({"clusterName": "acme-dev", "tenants": {"alpha": {"state": "active"}}})

    assert list(refused_roles(replace(platform(), deployed=deployed), ask)) == []


def test_the_account_is_asked_for_roles_of_the_products_paths():
    found: list[Any] = []
    record(lambda: found.append(list(ask_aws())), answers={"aws:iam/getRoles:getRoles": {"arns": [NODE], "names": []}})

    assert found == [[NODE]]
