"""What the components refuse before they make a child.

Unknown, missing and mistyped inputs by the reflected schema; outputs where the component takes plain values only; the
pairs that exclude each other, in the component's own words; and what the stand-in does not build.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from localcloud.providers.eks.wire import holds_output, unwrapped
from localcloud.providers.schema import load_schema
from localcloud.providers.validation import Failure, failures
from localcloud.providers.values import is_unknown

SINGLE_NODE_OPTIONS = (
    "nodeSubnetIds",
    "nodeAssociatePublicIpAddress",
    "instanceType",
    "instanceProfileName",
    "nodePublicKey",
    "nodeRootVolumeSize",
    "nodeUserData",
    "minSize",
    "maxSize",
    "desiredCapacity",
    "nodeAmiId",
    "gpu",
)

NOT_BUILT = {
    "eks:index:Cluster": ("autoMode", "creationRoleProvider", "fargate", "proxy", "storageClasses"),
    "eks:index:ManagedNodeGroup": (
        "amiId",
        "bootstrapExtraArgs",
        "bottlerocketSettings",
        "enableEfaSupport",
        "enableIMDSv2",
        "gpu",
        "kubeletExtraArgs",
        "nodeadmExtraOptions",
        "operatingSystem",
        "userData",
    ),
}
"""Inputs whose children the stand-in does not make; refused instead of ignored."""

API_MODES = ("API", "API_AND_CONFIG_MAP")


def component_failures(token: str, wire_inputs: Mapping[str, Any]) -> list[Failure]:
    """Every reason to refuse; the rules over several inputs run on inputs of the right types only."""
    schema = load_schema()
    inputs = {name: unwrapped(value) for name, value in wire_inputs.items()}
    found = [*failures(schema, token, inputs)]
    properties = schema["resources"][token]["inputs"]
    for name, value in wire_inputs.items():
        if properties.get(name, {}).get("plain") and holds_output(value):
            found.append(Failure(name, "must be a plain value, is an output"))
    for name in NOT_BUILT[token]:
        if inputs.get(name):
            found.append(
                Failure(name, "known to pulumi-eks, but its children are not built by the local cloud's stand-in")
            )
    if not found:
        rules = _cluster_failures if token == "eks:index:Cluster" else _node_group_failures
        found += rules(inputs)
    return sorted(found, key=lambda one: one.path)


def _cluster_failures(inputs: Mapping[str, Any]) -> Iterator[Failure]:
    if inputs.get("instanceRole") and inputs.get("instanceRoles"):
        yield Failure("instanceRole", "instanceRole and instanceRoles are mutually exclusive, and cannot both be set.")
    if "subnetIds" in inputs and ("publicSubnetIds" in inputs or "privateSubnetIds" in inputs):
        yield Failure(
            "subnetIds",
            "subnetIds, and the use of publicSubnetIds and/or privateSubnetIds are mutually exclusive. "
            "Choose a single approach.",
        )
    if "nodeGroupOptions" in inputs and any(inputs.get(name) for name in SINGLE_NODE_OPTIONS):
        yield Failure(
            "nodeGroupOptions",
            "Setting nodeGroupOptions, and any set of singular node group option(s) on the cluster, is mutually "
            "exclusive. Choose a single approach.",
        )
    if not inputs.get("skipDefaultNodeGroup"):
        yield Failure("skipDefaultNodeGroup", "must be true: the local cloud's stand-in builds no default node group")
    if "publicAccessCidrs" in inputs and inputs.get("endpointPublicAccess", True) is False:
        yield Failure("publicAccessCidrs", "`publicAccessCidrs` can only be set when `endpointPublicAccess` is true")
    yield from _mode_failures(inputs)


def _mode_failures(inputs: Mapping[str, Any]) -> Iterator[Failure]:
    mode = inputs.get("authenticationMode")
    if mode == "API":
        for name in ("roleMappings", "userMappings", "instanceRoles"):
            if inputs.get(name):
                words = "property does not support non-empty values when 'authenticationMode' is set to 'API'."
                yield Failure(name, f"The '{name}' {words}")
    if mode not in API_MODES and "accessEntries" in inputs:
        shown = f"set to '{mode}'" if mode else "not set"
        reason = f"The 'accessEntries' property is not supported when 'authenticationMode' is {shown}."
        yield Failure("accessEntries", reason)


def _node_group_failures(inputs: Mapping[str, Any]) -> Iterator[Failure]:
    if "nodeRole" in inputs and "nodeRoleArn" in inputs:
        yield Failure(
            "nodeRole", "You cannot specify both nodeRole and nodeRoleArn when creating a managed node group."
        )
    if "nodeRole" not in inputs and "nodeRoleArn" not in inputs:
        yield Failure("nodeRole", "An IAM role, or role ARN must be provided to create a managed node group")
    for index, taint in enumerate(inputs.get("taints", [])):
        effect = taint.get("effect")
        if not is_unknown(effect) and effect not in ("NO_SCHEDULE", "NO_EXECUTE", "PREFER_NO_SCHEDULE"):
            reason = f"Invalid taint effect: {effect}. Must be one of NO_SCHEDULE, NO_EXECUTE, PREFER_NO_SCHEDULE."
            yield Failure(f"taints[{index}].effect", reason)
