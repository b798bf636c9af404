"""No field of the stack file or of a tenant file is accepted and then forgotten.

Taking it away, or writing another value, changes what `check` says, a document, or what the program registers. Fields
of pools and node classes have a test of their own with the manifests. That a change is the right one is not proved
here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from components.model.pending import PENDING
from components.model.platform import PlatformSettings
from components.model.tenant import TenantSpec
from tests.fields.builders import Effects, FieldPath, Stack, changed, field_paths, is_pending, places, stacks

STACKS = stacks()
WITH_MANIFESTS = ("provisioners", "nodeClasses")
"""Fields of a tenant file that another test counts."""

LIKE_A_TENANTS = ("platform:karpenter.sharedPool.", "platform:karpenter.systemPool.")
"""Their manifests come from the same functions as a tenant's, which another test shows."""

DEFAULTS = "platform:tenantDefaults"

READ_BY_PEOPLE = {
    "ignore.reason": "why a warning is meant",
    "networkPolicy.allowFrom.loadBalancers": "true is its one value, and the peer without it is none",
    "networkPolicy.allowTo.loadBalancers": "true is its one value, and the peer without it is none",
    "platform:guards.maxTenantRemovals": "counts since the last deployment, and these stacks have none",
    "platform:karpenter.acceptDenied.reason": "why a fault does not matter",
    "platform:cluster.vpc.publicSubnetIds.zone": "no node lies there",
}
"""Field -> why it changes nothing."""

OTHER_VALUES: dict[str, Any] = {
    "aws:region": "eu-west-1",
    "platform:cluster.name": "acme-prod",
    "platform:cluster.kubernetesVersion": "1.34",
    "platform:cluster.existing": False,
    "platform:cluster.vpc.vpcId": "vpc-0z",
    "platform:cluster.vpc.subnetIds.id": "subnet-0z",
    "platform:cluster.vpc.publicSubnetIds.id": "subnet-0z",
    "platform:cluster.vpc.create.cidr": "10.1.0.0/16",
    "platform:cluster.publicAccessCidrs": ["198.51.100.0/24"],
    "platform:cluster.addons.*.enabled": False,
    "platform:cluster.operators.principalArn": "arn:aws:iam::111122223333:role/OffCall",
    "platform:cluster.operators.group": "off-call",
    "platform:cluster.operators.role": "edit",
    "platform:cluster.operators.tenants": ["beta"],
    "platform:karpenter.version": "1.14.2",
    "platform:karpenter.acceptDenied.version": "1.14.0",
    "platform:karpenter.policyAdditions.Effect": "Deny",
    "platform:karpenter.policyAdditions.Action": "iam:GetRole",
    "platform:karpenter.policyAdditions.NotAction": "iam:*",
    "platform:karpenter.policyAdditions.Resource": "arn:aws:iam::111122223333:role/old",
    "platform:karpenter.policyAdditions.NotResource": "*",
    "platform:guards.allowedInstanceFamilies": ["c7i"],
    "platform:guards.perTenant.*.maxCpu": 1,
    "platform:guards.platformOnly": ["displayName"],
    "platform:guards.tenantFilesAreUntrusted": True,
    "platform:tenants": ["beta"],
    "name": "gamma",
    "owner.email": "others@alpha.example",
    "isolation": "shared",
    "iam.policyStatements.Effect": "Deny",
    "iam.policyStatements.Action": "s3:PutObject",
    "iam.policyStatements.NotAction": "sqs:*",
    "iam.policyStatements.Resource": "arn:aws:s3:::alpha/*",
    "iam.policyStatements.NotResource": "*",
    "iam.workloads.namespace": "alpha-legacy",
    "iam.workloads.serviceAccount": "auditor",
    "iam.workloads.policyStatements.Effect": "Deny",
    "iam.workloads.policyStatements.Action": "s3:PutObject",
    "iam.workloads.policyStatements.NotAction": "sqs:*",
    "iam.workloads.policyStatements.Resource": "arn:aws:s3:::alpha/*",
    "iam.workloads.policyStatements.NotResource": "*",
    "iam.workloads.roleArn": "arn:aws:iam::111122223333:role/Other",
    "ignore.code": "W160",
    "access.principalArn": "arn:aws:iam::444455556666:role/Others",
    "access.group": "others",
    "access.serviceAccount": "alpha-web/other",
    "access.role": "view",
    **{
        f"networkPolicy.{direction}.{word}": value
        for direction in ("allowFrom", "allowTo")
        for word, value in (
            ("tenant", "alpha"),
            ("namespace", "logging"),
            ("cidr", "203.0.113.0/24"),
            ("ports.port", 81),
            ("ports.protocol", "UDP"),
        )
    },
    **{
        f"platform:admission.tenantRoles.*.extraRules.{word}": [value]
        for word, value in (("apiGroups", "others.example"), ("resources", "gadgets"), ("verbs", "delete"))
    },
}
"""For fields that are required, alone or beside another one."""


def written(path: FieldPath) -> FieldPath:
    """The path of a field of the settings as the stack file has it."""
    return ("aws:region",) if path == ("region",) else (f"platform:{path[0]}", *path[1:])


FIELDS = [
    path
    for path in (
        *map(written, field_paths(PlatformSettings)),
        *(path for path in field_paths(TenantSpec) if path[0] not in WITH_MANIFESTS),
    )
    if ".".join(path) not in READ_BY_PEOPLE
    and not is_pending(".".join(path))
    and not ".".join(path).startswith(LIKE_A_TENANTS)
]


@pytest.mark.parametrize("path", FIELDS, ids=".".join)
def test_a_field_has_an_effect(path: FieldPath, effects: dict[str, Effects], tmp_path_factory: pytest.TempPathFactory):
    stacks_without = list(without(path))
    assert stacks_without, "add the field to a stack beside this file"

    afterwards = (Effects(stack, tmp_path_factory.mktemp(stack.name)) for stack in stacks_without)

    assert any(differs(effects[after.name], after) for after in afterwards)


def differs(before: Effects, after: Effects) -> bool:
    return any(one != other for one, other in zip(before.steps, after.steps, strict=True))


def without(path: FieldPath) -> Iterator[Stack]:
    """Each stack that sets a field, without it or with another value."""
    name = ".".join(path)
    other = {"to": OTHER_VALUES[name]} if name in OTHER_VALUES else {}
    for stack in STACKS:
        in_stack_file = [*places(stack.config, path), *((DEFAULTS, *at) for at in places(stack.config[DEFAULTS], path))]
        for place in in_stack_file[:1]:
            yield Stack(stack.name, changed(stack.config, place, **other), stack.tenants)
        for tenant, content in stack.tenants.items():
            for place in list(places(content, path))[:1]:
                yield Stack(stack.name, stack.config, {**stack.tenants, tenant: changed(content, place, **other)})


@pytest.mark.parametrize("stack", STACKS, ids=lambda stack: stack.name)
def test_a_field_on_the_list_has_none(stack: Stack, effects: dict[str, Effects], tmp_path: Path):
    config, tenants = stack.config, stack.tenants
    for path in (tuple(pending.split(".")) for pending in PENDING):
        for place in places(config, path):
            config = changed(config, place)
        for place in places(config[DEFAULTS], path):
            config = changed(config, (DEFAULTS, *place))
        for tenant, content in tenants.items():
            for place in places(content, path):
                tenants = {**tenants, tenant: changed(tenants[tenant], place)}

    without = Effects(Stack(stack.name, config, tenants), tmp_path)

    assert without.documents == effects[stack.name].documents
    assert without.registrations == effects[stack.name].registrations


@pytest.mark.parametrize("path", PENDING)
def test_a_field_on_the_list_is_set_in_a_stack(path: str):
    words = tuple(path.split("."))

    assert any(
        any(places(data, words))
        for stack in STACKS
        for data in (stack.config, stack.config[DEFAULTS], *stack.tenants.values())
    ), f"add {path} to a stack beside this file"
