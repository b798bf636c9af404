"""Names of things that must exist. Not proved here: files (tests/loading)."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import cluster, pool, report, with_class, with_pool

GOOD_PRINCIPAL = "arn:aws:iam::111122223333:role/Staff"

STACKS = {
    "node class": (
        with_pool(nodeClass="gpu"),
        ["provisioners.web.nodeClass: nodeClasses.gpu does not exist in alpha; add it or write default  [E009]"],
    ),
    "provisioner of a namespace": (
        platform(tenant(namespaces=[{"provisioner": "web"}])),
        ["namespaces[0].provisioner: provisioners.web does not exist in alpha; add it or name another  [E009]"],
    ),
    "misspelt provisioner of a namespace": (
        platform(tenant(namespaces=[{"provisioner": "defualt"}])),
        ["namespaces[0].provisioner: provisioners.defualt does not exist in alpha; did you mean default?  [E009]"],
    ),
    "misspelt namespace": (
        platform(tenant(access=[{"group": "devs", "role": "view", "namespaces": ["alhpa"]}])),
        ["access[0].namespaces[0]: alhpa is no namespace of alpha; did you mean alpha?  [E009]"],
    ),
    "misspelt tenant": (
        platform(tenant(networkPolicy={"allowTo": [{"tenant": "bta"}]}), tenant("beta")),
        ["networkPolicy.allowTo[0].tenant: bta is not in platform:tenants; did you mean beta?  [E009]"],
    ),
    "provisioner of a namespace that exists": (platform(tenant(namespaces=[{"provisioner": "default"}])), []),
    "namespace of a workload": (
        platform(
            tenant(
                namespaces=[{}, {"suffix": "jobs"}, {"existingName": "legacy"}],
                iam={
                    "workloads": [
                        {"namespace": name, "serviceAccount": "app", "roleArn": GOOD_PRINCIPAL}
                        for name in ("alpha", "alpha-jobs", "legacy", "beta")
                    ]
                },
            )
        ),
        ["iam.workloads[3].namespace: beta is no namespace of alpha; write one of alpha, alpha-jobs, legacy  [E009]"],
    ),
    "namespace of a person": (
        platform(tenant(access=[{"group": "devs", "role": "view", "namespaces": ["alpha", "beta"]}])),
        ["access[0].namespaces[1]: beta is no namespace of alpha; write one of alpha  [E009]"],
    ),
    "all namespaces": (platform(tenant(access=[{"group": "devs", "role": "view", "namespaces": "all"}])), []),
    "tenants of an operator": (
        platform(**cluster(operators=[{"group": "staff", "role": "view", "tenants": ["alpha", "gamma"]}])),
        [
            "platform:cluster.operators[0].tenants[1]: gamma is not in platform:tenants;"
            " add it there or remove it here  [E009]"
        ],
    ),
    "tenant of a guard": (
        platform(guards={"perTenant": {"gamma": {"maxCpu": 1}, "*": {"maxCpu": 1000}}}),
        ["platform:guards.perTenant.gamma: gamma is not in platform:tenants; add it there or remove it here  [E009]"],
    ),
    "tenant of a network policy": (
        platform(tenant(networkPolicy={"allowFrom": [{"tenant": "alpha"}], "allowTo": [{"tenant": "gamma"}]})),
        ["networkPolicy.allowTo[0].tenant: gamma is not in platform:tenants; add it there or remove it here  [E009]"],
    ),
    "pin of a family": (
        with_class(ami="bottlerocket", stack={"amis": {"main": {"al2023": "v20261101"}}}),
        [
            "nodeClasses.default.ami: platform:amis.main has no pin for bottlerocket;"
            " add one or write bottlerocket@<version>  [E009]"
        ],
    ),
    "ring that does not exist": (
        platform(tenant(ring="canary")),
        ["ring: platform:amis.canary does not exist; write one of main  [E009]"],
    ),
    "ring whose name is misspelt": (
        platform(tenant(ring="canari"), amis={"main": {"al2023": "v1"}, "canary": {"al2023": "v2"}}),
        ["ring: platform:amis.canari does not exist; did you mean canary?  [E009]"],
    ),
    "ring that nothing is taken from": (
        platform(tenant(ring="canary", nodeClasses={"default": {"ami": "al2023@v20261101"}})),
        [],
    ),
    "no ring at all": (
        platform(amis={}),
        [
            "nodeClasses.default.ami: platform:amis.main has no pin for al2023;"
            " add one or write al2023@<version>  [E009]"
        ],
    ),
    "ring without a pin for the stack's family": (
        platform(tenant(ring="canary"), amis={"main": {"al2023": "v1"}, "canary": {"bottlerocket": "v2"}}),
        [
            "ring: platform:amis.canary has no pin for al2023;"
            " add one or write nodeClasses.default.ami: al2023@<version>  [E009]"
        ],
    ),
    "ring without a pin for the family of a class": (
        platform(
            tenant(ring="canary", nodeClasses={"default": {"ami": "bottlerocket"}}),
            amis={"main": {"bottlerocket": "v1"}, "canary": {"al2023": "v2"}},
        ),
        [
            "nodeClasses.default.ami: platform:amis.canary has no pin for bottlerocket;"
            " add one or write bottlerocket@<version>  [E009]"
        ],
    ),
    "pin of the Windows family": (
        with_pool(operatingSystem="windows"),
        [
            "networkPolicy: not enforced on the Windows nodes of provisioners.web, its pods are open to the whole VPC;"
            " keep exposed services off them  [W184]",
            "nodeClasses.default.ami: platform:amis.main has no pin for windows2022;"
            " add one or write windows2022@<version>  [E009]",
        ],
    ),
    "class that no pool uses": (
        platform(tenant(nodeClasses={"default": {}, "spare": {"ami": "windows2022"}})),
        [],
    ),
    "written version": (with_class(ami="bottlerocket@v1.40.0", stack={"amis": {}}), []),
}


@pytest.mark.parametrize(("stack", "expected"), STACKS.values(), ids=STACKS)
def test_references(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_pins_of_the_other_ring_do_not_count():
    pins = {"main": {"al2023": "v20261101"}, "canary": {"al2023": "v20261120"}}

    assert report(platform(tenant(ring="canary", provisioners={"web": pool()}), amis=pins)) == []
