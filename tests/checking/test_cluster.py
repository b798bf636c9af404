"""The cluster beside its tenants."""

import pytest

from tests.builders import platform, tenant
from tests.checking.builders import cluster, karpenter, pool, report


def driver(node: dict[str, object], **words: object) -> list[str]:
    return report(platform(**cluster(addons={"aws-ebs-csi-driver": {"configurationValues": {"node": node}}}, **words)))


def test_warns_of_a_driver_that_does_not_tolerate_tenants():
    assert driver({"tolerateAllTaints": False}) == [
        "platform:cluster.addons: DaemonSet ebs-csi-node does not tolerate karpenter-tenants/tenant, pods with volumes"
        " would hang; give it operator: Exists  [W123]"
    ]


@pytest.mark.parametrize(
    ("node", "words"),
    [
        ({}, {}),
        ({"tolerateAllTaints": False, "tolerations": [{"operator": "Exists"}]}, {}),
        ({"tolerateAllTaints": False}, {"kubernetesVersion": "1.36"}),
    ],
    ids=["chart's default", "own toleration", "written by admission"],
)
def test_accepts_a_driver_that_tolerates_tenants(node: dict[str, object], words: dict[str, object]):
    assert driver(node, **words) == []


def test_warns_of_a_tenant_in_audit():
    assert report(platform(tenant("alpha", enforcement="audit"), tenant("beta"))) == [
        "enforcement: audit leaves the taint off, so pods of others that select no nodes can land on alpha's nodes,"
        " and only another tenant's selector or toleration is still denied;"
        " write enforce when the audit is clean  [W186]"
    ]


def test_warns_once_of_a_stack_in_audit():
    tenants = (tenant("alpha", enforcement="audit"), tenant("beta", enforcement="audit"), tenant("gamma"))

    assert report(platform(*tenants, admission={"mode": "audit"})) == [
        "platform:admission.mode: audit leaves the taint off, so pods of others that select no nodes can land on the"
        " nodes of 2 tenants, and only another tenant's selector or toleration is still denied;"
        " write enforce when the audit is clean  [W186]"
    ]


def many_pools(count: int) -> dict[str, object]:
    return {
        f"p{number}": pool(weight=1 + number % 100, labels={"example.com/pool": str(number)}) for number in range(count)
    }


def test_warns_when_tenants_outgrow_the_controller():
    stack = platform(*(tenant(f"t{letter}", provisioners=many_pools(60)) for letter in "abcd"))

    assert report(stack) == [
        "platform:karpenter.resources.requests.cpu: 1 is little for 240 pools, scheduling slows down for everyone;"
        " write 4  [W232]"
    ]


def test_accepts_a_controller_that_grew_with_its_tenants():
    stack = platform(
        *(tenant(f"t{letter}", provisioners=many_pools(60)) for letter in "abcd"),
        **karpenter(resources={"requests": {"cpu": 4, "memory": "4Gi"}}),
    )

    assert report(stack) == []


def test_accepts_sixty_pools_on_the_default_controller():
    assert report(platform(tenant(provisioners=many_pools(60)))) == []
