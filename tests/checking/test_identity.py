"""Roles, profiles, people and the metadata service."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import cluster, karpenter, pool, report, with_class

PEOPLE = "arn:aws:iam::444455556666:role/Devs"


def with_role(field: str, name: str, **stack: object) -> Platform:
    return platform(tenant("alpha", nodeClasses={"default": {field: name}}), tenant("beta"), **stack)


def foreign(field: str, name: str, whose: str, kind: str) -> list[str]:
    return [
        f'nodeClasses.default.{field}: "{name}" is {whose} own {kind};'
        " remove it, the platform makes one for alpha  [E134]"
    ]


UNMANAGED = (
    'nodeClasses.default.{}: "legacy" is not made here; give the controller iam:PassRole by'
    " platform:karpenter.policyAdditions{}, or remove it  [W135]"
)

IDENTITIES = {
    "controller": (
        with_role("role", "acme-dev-karpenter"),
        foreign("role", "acme-dev-karpenter", "the controller's", "role"),
    ),
    "renamed controller": (
        with_role("role", "Kcontroller", **karpenter(controllerRole={"name": "kController"})),
        foreign("role", "Kcontroller", "the controller's", "role"),
    ),
    "existing controller": (
        with_role(
            "role", "kc", **karpenter(controllerRole={"existingArn": "arn:aws:iam::111122223333:role/platform/kc"})
        ),
        foreign("role", "kc", "the controller's", "role"),
    ),
    "core nodes": (
        with_role("role", "acme-dev-core-node"),
        foreign("role", "acme-dev-core-node", "the core nodes'", "role"),
    ),
    "another tenant's role": (
        with_role("role", "acme-dev-beta-node"),
        foreign("role", "acme-dev-beta-node", "tenant beta's", "role"),
    ),
    "another tenant's profile": (
        with_role("instanceProfile", "acme-dev-beta-node-windows"),
        foreign("instanceProfile", "acme-dev-beta-node-windows", "tenant beta's", "instance profile"),
    ),
    "own profile": (with_role("instanceProfile", "acme-dev-alpha-node"), []),
    "role not made here": (with_role("role", "legacy"), [UNMANAGED.format("role", "")]),
    "profile not made here": (
        with_role("instanceProfile", "legacy"),
        [UNMANAGED.format("instanceProfile", " and its role an EC2_LINUX access entry")],
    ),
}


IDENTITIES |= {
    "the shared pool's role": (
        with_role("role", "acme-dev-shared-node", **karpenter(sharedPool={"limits": {"cpu": 1}})),
        foreign("role", "acme-dev-shared-node", "the shared pool's", "role"),
    ),
    "a tenant's role on the shared pool": (
        platform(
            tenant(),
            **karpenter(sharedPool={"limits": {"cpu": 1}, "nodeClass": {"role": "acme-dev-alpha-node"}}),
        ),
        [
            'platform:karpenter.sharedPool.nodeClass.role: "acme-dev-alpha-node" is tenant alpha\'s own role;'
            " remove it, the platform makes one for the pool  [E134]"
        ],
    ),
    "a profile not made here on the system pool": (
        platform(tenant(), **karpenter(systemPool={"limits": {"cpu": 1}, "nodeClass": {"instanceProfile": "legacy"}})),
        [
            'platform:karpenter.systemPool.nodeClass.instanceProfile: "legacy" is not made here; give the controller'
            " iam:PassRole by platform:karpenter.policyAdditions and its role an EC2_LINUX access entry, or remove it"
            "  [W135]"
        ],
    ),
}


@pytest.mark.parametrize(("stack", "expected"), IDENTITIES.values(), ids=IDENTITIES)
def test_identity_of_nodes(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_rejects_a_foreign_role_that_another_tenant_already_uses():
    words = {"nodeClasses": {"default": {"role": "legacy"}}}

    codes = [line.partition("  ")[2] for line in report(platform(tenant("alpha", **words), tenant("beta", **words)))]

    assert codes == ["[E134]", "[W135]", "[W135]"]


def both_systems(linux: str, windows: str) -> Platform:
    return platform(
        tenant(
            provisioners={
                "web": pool(nodeClass="linux"),
                "win": pool(nodeClass="win", operatingSystem="windows"),
            },
            nodeClasses={"linux": {"role": linux}, "win": {"ami": "windows2022@latest", "role": windows}},
            ignore=[{"code": code, "reason": "not the subject"} for code in ("W135", "W184")],
        )
    )


def test_rejects_one_role_for_linux_and_windows():
    assert report(both_systems("nodes", "nodes")) == [
        'nodeClasses.win.role: "nodes" also serves linux, an access entry has one type;'
        " give windows its own role  [E137]"
    ]


def test_accepts_a_role_for_each_system():
    assert report(both_systems("nodes", "windows-nodes")) == []


def people(*arns: str) -> list[dict[str, str]]:
    return [{"principalArn": arn, "role": "view"} for arn in arns]


def twice(where: str) -> str:
    return f"{PEOPLE} is also {where}, EKS keeps one entry per principal; use a role per tenant  [E197]"


PRINCIPALS = {
    "two tenants": (
        platform(tenant("alpha", access=people(PEOPLE)), tenant("beta", access=people(PEOPLE))),
        [f"beta: access[0].principalArn: {twice('in tenant alpha')}"],
    ),
    "administrators": (
        platform(tenant(access=people(PEOPLE)), **cluster(adminRoleArns=[PEOPLE])),
        [f"access[0].principalArn: {twice('in platform:cluster.adminRoleArns')}"],
    ),
    "operators": (
        platform(
            tenant(access=people(PEOPLE)),
            **cluster(operators=[{"principalArn": PEOPLE, "role": "view", "tenants": "all"}]),
        ),
        [f"access[0].principalArn: {twice('in platform:cluster.operators')}"],
    ),
    "administrator twice": (
        platform(**cluster(adminRoleArns=[PEOPLE, f"{PEOPLE}2", PEOPLE])),
        [
            f"platform:cluster.adminRoleArns[2]: {PEOPLE} is also in platform:cluster.adminRoleArns,"
            " EKS keeps one entry per principal; keep one  [E197]"
        ],
    ),
    "administrator among the operators": (
        platform(
            **cluster(
                adminRoleArns=[PEOPLE], operators=[{"principalArn": PEOPLE, "role": "view", "tenants": ["alpha"]}]
            )
        ),
        [
            f"platform:cluster.operators[0].principalArn: {PEOPLE} is also in platform:cluster.adminRoleArns,"
            " EKS keeps one entry per principal; keep one  [E197]"
        ],
    ),
    "operator with two roles": (
        platform(
            **cluster(operators=[{"principalArn": PEOPLE, "role": role, "tenants": "all"} for role in ("view", "edit")])
        ),
        [],
    ),
    "node role as operator": (
        platform(
            **cluster(
                operators=[
                    {
                        "principalArn": "arn:aws:iam::111122223333:role/acme-dev-alpha-node",
                        "role": "view",
                        "tenants": "all",
                    }
                ]
            )
        ),
        [
            "platform:cluster.operators[0].principalArn: arn:aws:iam::111122223333:role/acme-dev-alpha-node is tenant"
            " alpha's node role, EKS keeps one entry per principal; use a role of people  [E197]"
        ],
    ),
    "user called like a node role": (
        platform(tenant(access=people("arn:aws:iam::111122223333:user/acme-dev-alpha-node"))),
        [],
    ),
    "node role of a tenant": (
        platform(tenant(access=people("arn:aws:iam::111122223333:role/acme-dev-alpha-node"))),
        [
            "access[0].principalArn: arn:aws:iam::111122223333:role/acme-dev-alpha-node is tenant alpha's node role,"
            " EKS keeps one entry per principal; use a role of people  [E197]"
        ],
    ),
    "node role that a pool of the platform names": (
        platform(
            tenant(access=people("arn:aws:iam::111122223333:role/nodes")),
            karpenter={
                "version": "1.14.3",
                "sharedPool": {"limits": {"cpu": 1, "memory": "4Gi"}, "nodeClass": {"role": "nodes"}},
            },
        ),
        [
            'platform:karpenter.sharedPool.nodeClass.role: "nodes" is not made here; give the controller'
            " iam:PassRole by platform:karpenter.policyAdditions, or remove it  [W135]",
            "access[0].principalArn: arn:aws:iam::111122223333:role/nodes is the shared pool's node role,"
            " EKS keeps one entry per principal; use a role of people  [E197]",
        ],
    ),
    "two roles in one tenant": (platform(tenant(access=people(PEOPLE, f"{PEOPLE}2"))), []),
    "one principal with two roles in one tenant": (platform(tenant(access=people(PEOPLE, PEOPLE))), []),
}


@pytest.mark.parametrize(("stack", "expected"), PRINCIPALS.values(), ids=PRINCIPALS)
def test_principals_of_people(stack: Platform, expected: list[str]):
    assert report(stack) == expected


METADATA = {
    "hops": (
        with_class(metadataOptions={"httpPutResponseHopLimit": 2}),
        [
            "nodeClasses.default.metadataOptions.httpPutResponseHopLimit: 2 gives every pod the node role;"
            " write 1 and use iam.workloads  [W225]"
        ],
    ),
    "hops by the shorthand": (
        with_class(imdsHopLimit=3),
        ["nodeClasses.default.imdsHopLimit: 3 gives every pod the node role; write 1 and use iam.workloads  [W225]"],
    ),
    "tokens optional": (
        with_class(metadataOptions={"httpTokens": "optional"}),
        [
            "nodeClasses.default.metadataOptions.httpTokens: optional gives the node role to whoever can make"
            " a pod fetch an address; write required and use iam.workloads  [W225]"
        ],
    ),
    "one hop": (with_class(imdsHopLimit=1), []),
}


@pytest.mark.parametrize(("stack", "expected"), METADATA.values(), ids=METADATA)
def test_metadata_service(stack: Platform, expected: list[str]):
    assert report(stack) == expected
