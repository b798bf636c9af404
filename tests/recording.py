"""Runs a program against Pulumi's mocks and keeps what it registers: types, names, inputs, parents, dependencies.

One call of `record` is one run with a loop and mocks of its own. Provider checks, diffs, aliases and hooks do not run
here; the stand-in providers and the local cloud prove those. A call that no answer covers raises, so that no test
passes on an invented value.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import pulumi
from pulumi.runtime import mocks, rpc, stack

ACCOUNT = "111122223333"
CLUSTER_GROUP = "sg-0a1b2c3d4e5f60718"
ISSUER = "oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE0123456789ABCDEF012345678"

ANSWERS: Mapping[str, Mapping[str, Any]] = {
    "aws:index/getCallerIdentity:getCallerIdentity": {
        "accountId": ACCOUNT,
        "arn": f"arn:aws:iam::{ACCOUNT}:user/operator",
        "id": ACCOUNT,
        "userId": "AIDAEXAMPLE",
    },
    "aws:index/getPartition:getPartition": {
        "partition": "aws",
        "id": "aws",
        "dnsSuffix": "amazonaws.com",
        "reverseDnsPrefix": "com.amazonaws",
    },
    "aws:index/getAvailabilityZones:getAvailabilityZones": {
        "names": ["eu-west-1a", "eu-west-1b", "eu-west-1c"],
        "zoneIds": ["euw1-az1", "euw1-az2", "euw1-az3"],
        "groupNames": ["eu-west-1"],
        "id": "eu-west-1",
        "region": "eu-west-1",
    },
    "aws:eks/getCluster:getCluster": {
        "name": "adopted",
        "id": "adopted",
        "arn": f"arn:aws:eks:eu-west-1:{ACCOUNT}:cluster/adopted",
        "endpoint": "https://0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com",
        "certificateAuthorities": [{"data": "Q0E="}],
        "identities": [{"oidcs": [{"issuer": f"https://{ISSUER}"}]}],
        "vpcConfigs": [
            {
                "clusterSecurityGroupId": CLUSTER_GROUP,
                "subnetIds": ["subnet-0a1b2c3d4e5f60001", "subnet-0a1b2c3d4e5f60002"],
                "vpcId": "vpc-0a1b2c3d4e5f60718",
            }
        ],
        "region": "eu-west-1",
    },
    "aws:iam/getOpenIdConnectProvider:getOpenIdConnectProvider": {
        "arn": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{ISSUER}",
        "url": ISSUER,
        "id": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{ISSUER}",
    },
}
"""What AWS answers to the questions that the program asks before it registers anything, by token."""


@dataclass(frozen=True)
class Registration:
    """One resource as the engine would receive it."""

    type: str
    name: str
    parent: str
    dependencies: tuple[str, ...]
    protect: bool
    provider: str
    delete_timeout: str
    inputs: Mapping[str, Any]
    aliases: tuple[str, ...]


class Recording:
    """The registrations of one run, by name; parents, providers and dependencies are names as well."""

    def __init__(self, registrations: list[Registration], outputs: Mapping[str, Any]) -> None:
        self.all = sorted(registrations, key=lambda seen: (seen.type, seen.name))
        self.outputs = outputs

    @property
    def identities(self) -> list[tuple[str, str]]:
        """Type and name of each resource, sorted."""
        return [(seen.type, seen.name) for seen in self.all]

    def __getitem__(self, name: str) -> Registration:
        found = [seen for seen in self.all if seen.name == name]
        if len(found) != 1:
            raise KeyError(f"{len(found)} resources are named {name}")
        return found[0]

    def of(self, type_glob: str, name_glob: str = "*") -> list[Registration]:
        """The registrations whose type and name match."""
        return [seen for seen in self.all if fnmatchcase(seen.type, type_glob) and fnmatchcase(seen.name, name_glob)]

    def children(self, name: str) -> list[tuple[str, str]]:
        """Type and name of what has `name` as parent."""
        return [(seen.type, seen.name) for seen in self.all if seen.parent == name]

    def waits_for(self, name: str) -> set[str]:
        """Names of everything that must exist before `name`, directly or through others, parents excluded."""
        by_name = {seen.name: seen for seen in self.all}
        pending, reached = [name], set[str]()
        while pending:
            for dependency in (*by_name[pending[0]].dependencies, by_name[pending[0]].provider):
                if dependency in by_name and dependency not in reached:
                    reached.add(dependency)
                    pending.append(dependency)
            pending.pop(0)
        return reached


class _Answers(mocks.Mocks):
    """Echoes inputs as outputs, with an ARN where AWS gives one; unknown calls raise."""

    def __init__(self, answers: Mapping[str, Mapping[str, Any]], preview: bool) -> None:
        self.answers = answers
        self.preview = preview

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        outputs = dict(args.inputs)
        computed = _COMPUTED.get(args.typ, ())
        outputs.update({key: rpc.UNKNOWN if self.preview else f"{args.name}-{key}" for key in computed})
        return args.name, outputs

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Any], None]:
        if args.token not in self.answers:
            raise LookupError(f"no answer for {args.token} {args.args}")
        return dict(self.answers[args.token]), None


_COMPUTED: Mapping[str, tuple[str, ...]] = {
    "aws:iam/role:Role": ("arn",),
    "aws:iam/policy:Policy": ("arn",),
    "aws:iam/instanceProfile:InstanceProfile": ("arn",),
    "aws:sqs/queue:Queue": ("arn", "url"),
    "aws:ec2/launchTemplate:LaunchTemplate": ("arn",),
    "aws:ec2/vpc:Vpc": ("ipv6CidrBlock",),
}
"""Outputs that AWS decides and the program reads, by type; unknown in a first preview."""

_CLUSTER_OUTPUTS: Mapping[str, Any] = {
    "kubeconfig": {"apiVersion": "v1"},
    "kubeconfigJson": json.dumps({"apiVersion": "v1", "kind": "Config"}),
    "clusterSecurityGroupId": CLUSTER_GROUP,
    "nodeSecurityGroupId": CLUSTER_GROUP,
    "oidcProviderArn": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{ISSUER}",
    "oidcProviderUrl": f"https://{ISSUER}",
    "oidcIssuer": ISSUER,
}

_INNER: Mapping[str, tuple[str, str, str, Mapping[str, Any]]] = {
    "eks:index:Cluster": (
        "eksCluster",
        "aws:eks/cluster:Cluster",
        "-eksCluster",
        {
            "endpoint": "https://0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com",
            "certificateAuthority": {"data": "Q0E="},
            "vpcConfig": {"clusterSecurityGroupId": CLUSTER_GROUP},
        },
    ),
    "eks:index:ManagedNodeGroup": ("nodeGroup", "aws:eks/nodeGroup:NodeGroup", "", {}),
}
"""The child that a remote component hands out as a resource: output name, type, suffix of its name, outputs."""


class _Recorder(mocks.MockMonitor):
    def __init__(self, answers: _Answers) -> None:
        super().__init__(answers)
        self.preview = answers.preview
        self.seen: list[Any] = []
        self.outputs: dict[str, Any] = {}

    def RegisterResource(self, request: Any) -> Any:
        response = super().RegisterResource(request)
        if request.type != "pulumi:pulumi:Stack":
            self.seen.append((response.urn, request))
        if request.type in _INNER:
            self._add_inner(request, response)
        return response

    def RegisterResourceOutputs(self, request: Any) -> Any:
        if "pulumi:pulumi:Stack" in request.urn.rsplit("::", 2)[-2].split("$"):
            self.outputs = rpc.deserialize_properties(request.outputs)
        return super().RegisterResourceOutputs(request)

    def _add_inner(self, request: Any, response: Any) -> None:
        output, inner_type, suffix, state = _INNER[request.type]
        name = f"{request.name}{suffix}"
        urn = self.make_urn(response.urn, inner_type, name)
        known = dict.fromkeys(state, rpc.UNKNOWN) if self.preview else dict(state)
        self.resources[urn] = mocks.MockMonitor.ResourceRegistration(urn, name, {"name": name, **known})
        response.object.update({output: {rpc._special_sig_key: rpc._special_resource_sig, "urn": urn, "id": name}})
        if request.type == "eks:index:Cluster":
            outputs = dict.fromkeys(_CLUSTER_OUTPUTS, rpc.UNKNOWN) if self.preview else dict(_CLUSTER_OUTPUTS)
            response.object.update(outputs)


def record(
    program: Callable[[], object],
    *,
    preview: bool = False,
    project: str = "platform",
    stack_name: str = "dev",
    config: Mapping[str, str] | None = None,
    answers: Mapping[str, Mapping[str, Any]] | None = None,
) -> Recording:
    """What `program` registers.

    Args:
        program: Registers resources; its result is dropped.
        preview: What only a deployment can know is unknown, as in the first preview of an empty stack.
        config: Raw configuration values by full key, as the engine passes them.
        answers: Replace or extend `ANSWERS`, by token.
    """
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        given = _Answers({**ANSWERS, **(answers or {})}, preview)
        monitor = _Recorder(given)
        pulumi.runtime.set_mocks(given, project=project, stack=stack_name, preview=preview, monitor=monitor)
        pulumi.runtime.set_all_config(dict(config or {}))

        async def main() -> None:
            await stack.run_in_stack(program)

        loop.run_until_complete(main())
        return Recording([_registration(urn, request, monitor) for urn, request in monitor.seen], monitor.outputs)
    finally:
        loop.close()
        asyncio.set_event_loop(None)


def _registration(urn: str, request: Any, monitor: _Recorder) -> Registration:
    return Registration(
        type=request.type,
        name=request.name,
        parent=_name(request.parent),
        dependencies=tuple(sorted({_name(dependency) for dependency in request.dependencies})),
        protect=request.protect,
        provider=_name(request.provider.rsplit("::", 1)[0]) if request.provider else "",
        delete_timeout=request.customTimeouts.delete,
        inputs=rpc.deserialize_properties(request.object),
        aliases=tuple(sorted(alias.spec.name or alias.urn for alias in request.aliases)),
    )


def _name(urn: str) -> str:
    """The name in a URN; empty for the stack itself."""
    if not urn or urn.split("::")[2].endswith("pulumi:pulumi:Stack"):
        return ""
    return urn.split("::", 3)[3]
