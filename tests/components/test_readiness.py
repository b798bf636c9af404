"""Which objects a deployment waits for, and what it asks the cluster at its end.

What these tests do not prove: that the engine calls the hook and shows its text; tests/cloud does.
"""

from typing import Any

import pulumi
import pytest

from components import KarpenterCluster, KarpenterClusterArgs, Tenant, TenantArgs
from components.live.snapshot import NODE_CLASSES, NODE_POOLS
from tests.builders import settings, tenant
from tests.components.builders import record_tenant
from tests.recording import READY, Recording, record

CONTROLLER = "/apis/apps/v1/namespaces/kube-system/deployments/karpenter"
MISSING = {"conditions": [{"type": "ValidationSucceeded", "status": "False", "reason": "DRADisabled"}]}


def confirmed(*names: str, preview: bool = False, live_status: Any = READY) -> Recording:
    """The program with these tenants, on a cluster on which every object has one status."""

    def program() -> None:
        cluster = KarpenterCluster("acme-dev", KarpenterClusterArgs(settings=settings()))
        for name in names:
            Tenant(name, TenantArgs(spec=tenant(name), cluster=cluster))
        cluster.readiness.confirm(cluster.controller)

    return record(program, preview=preview, live_status=live_status)


@pytest.mark.parametrize("resource", ["alpha-default-node-class", "alpha-default-node-pool"])
def test_pools_and_classes_wait_after_they_were_created_or_changed(resource: str):
    seen = record_tenant(tenant())

    assert [each for each in seen[resource].hooks if not each.startswith("before_create")] == [
        "after_create: acme-dev-ready",
        "after_update: acme-dev-ready",
    ]


def test_nothing_else_waits():
    seen = record_tenant(tenant())

    waiting = [one.name for one in seen.all if "after_create: acme-dev-ready" in one.hooks]
    assert waiting == ["alpha-default-node-class", "alpha-default-node-pool"]


@pytest.mark.parametrize("names", [("alpha",), ("alpha", "beta", "gamma")], ids=len)
def test_a_deployment_asks_once_for_each_kind_however_many_tenants_there_are(names: tuple[str, ...]):
    assert confirmed(*names).asked == (CONTROLLER, NODE_POOLS, NODE_CLASSES)


def test_a_preview_asks_nothing():
    assert confirmed("alpha", preview=True, live_status=MISSING).asked == ()


def test_a_stack_without_tenants_asks_for_the_controller_alone():
    assert confirmed().asked == (CONTROLLER,)


def test_a_deployment_fails_with_every_object_that_is_not_ready():
    with pytest.raises(pulumi.RunError) as failed:
        confirmed("alpha", "beta", live_status=MISSING)

    kinds = [("nodeClasses.default", "EC2NodeClass"), ("provisioners.default", "NodePool")]
    assert [line.split(" is not Ready: ")[0] for line in str(failed.value).splitlines()] == [
        f"tenant {name}: {path}: {kind} {name}-default" for name in ("alpha", "beta") for path, kind in kinds
    ]


def test_what_a_hook_has_told_is_not_waited_for_once_more():
    """The engine goes on with a resource whose hook has failed, and so does the program. Here it is not there yet."""
    told: list[str] = []

    def program() -> None:
        cluster = KarpenterCluster("acme-dev", KarpenterClusterArgs(settings=settings()))
        Tenant("alpha", TenantArgs(spec=tenant(), cluster=cluster))
        document = {"kind": "EC2NodeClass", "metadata": {"name": "alpha-default"}}
        (hook,) = cluster.readiness.hooks.after_create or ()
        assert isinstance(hook, pulumi.ResourceHook)

        async def deployed() -> None:
            try:
                await hook(pulumi.ResourceHookArgs("", "", "", "", new_inputs=document))
            except pulumi.RunError as error:
                told.append(str(error))
            cluster.readiness.confirm(cluster.controller)

        pulumi.Output.from_input(deployed())

    seen = record(program)

    assert told == [
        "tenant alpha: nodeClasses.default: EC2NodeClass alpha-default is gone; see who deleted it, and run "
        "pulumi up --refresh"
    ]
    assert seen.asked == (f"{NODE_CLASSES}/alpha-default", CONTROLLER)
