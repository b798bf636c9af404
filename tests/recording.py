"""Runs a program against Pulumi's mocks and keeps what it registers: types, names, inputs, parents, dependencies.

One call of `record` is one run with a loop and mocks of its own. Provider checks, diffs, aliases and hooks do not run
here; the stand-in providers and the local cloud prove those. A call that no answer covers raises, so that no test
passes on an invented value. The cluster that the program asks at its end has what was registered, and all is Ready.
"""

import asyncio
import contextvars
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any
from unittest.mock import patch

import pulumi
from google.protobuf import struct_pb2
from pulumi.runtime import mocks, rpc, stack

from components.live.snapshot import NODE_CLASSES, NODE_POOLS
from localcloud.providers.eks.wire import unwrapped
from localcloud.providers.schema import load_schema
from localcloud.providers.validation import failures
from localcloud.providers.values import from_struct

ACCOUNT = "111122223333"
CLUSTER_GROUP = "sg-0a1b2c3d4e5f60718"
ISSUER = "oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE0123456789ABCDEF012345678"

SCHEMA = load_schema()
"""What inputs each type of the SDKs has."""

ANSWERS: Mapping[str, Mapping[str, Any]] = {
    "pulumi:pulumi:readStackOutputs": {"outputs": {}},
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
    "aws:ec2/getSubnet:getSubnet": {"id": "subnet-0a1b2c3d4e5f60001", "cidrBlock": "10.0.0.0/19"},
    "aws:eks/getCluster:getCluster": {
        "name": "adopted",
        "id": "adopted",
        "arn": f"arn:aws:eks:eu-west-1:{ACCOUNT}:cluster/adopted",
        "endpoint": "https://0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com",
        "certificateAuthorities": [{"data": "Q0E="}],
        "identities": [{"oidcs": [{"issuer": f"https://{ISSUER}"}]}],
        "vpcConfig": {
            "clusterSecurityGroupId": CLUSTER_GROUP,
            "subnetIds": ["subnet-0a1b2c3d4e5f60001", "subnet-0a1b2c3d4e5f60002"],
            "vpcId": "vpc-0a1b2c3d4e5f60718",
        },
        "region": "eu-west-1",
    },
    "aws:iam/getRoles:getRoles": {"arns": [], "names": [], "pathPrefix": "/karpenter-tenants", "id": "eu-west-1"},
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

    urn: str
    type: str
    name: str
    parent: str
    dependencies: tuple[str, ...]
    protect: bool
    provider: str
    delete_timeout: str
    retained: bool
    hooks: tuple[str, ...]
    """`<moment>: <name>` of each."""
    inputs: Mapping[str, Any]
    aliases: tuple[str, ...]
    size: int
    """Bytes of the request."""


class Recording:
    """The registrations of one run, by name; parents, providers and dependencies are names as well.

    `seconds` is the processor time from the program's start to its last answer; `asked` the collections of which the
    program has asked the live cluster.
    """

    def __init__(
        self,
        registrations: list[Registration],
        direct: Mapping[str, set[str]],
        outputs: Mapping[str, Any],
        seconds: float,
        asked: tuple[str, ...],
    ) -> None:
        self.all = sorted(registrations, key=lambda seen: (seen.type, seen.name))
        self.outputs = outputs
        self.seconds = seconds
        self.asked = asked
        self._direct = direct

    @property
    def identities(self) -> list[tuple[str, str]]:
        """Type and name of each resource, sorted."""
        return [(seen.type, seen.name) for seen in self.all]

    def __getitem__(self, wanted: str | tuple[str, str]) -> Registration:
        """The one resource of this name; where several types share it, of (name, type)."""
        name, kind = (wanted, "*") if isinstance(wanted, str) else wanted
        found = self.of(kind, name)
        if len(found) != 1:
            raise KeyError(f"{len(found)} resources are called {wanted}")
        return found[0]

    def of(self, type_glob: str, name_glob: str = "*") -> list[Registration]:
        """The registrations whose type and name match."""
        return [seen for seen in self.all if fnmatchcase(seen.type, type_glob) and fnmatchcase(seen.name, name_glob)]

    def children(self, name: str) -> list[tuple[str, str]]:
        """Type and name of what has `name` as parent."""
        return [(seen.type, seen.name) for seen in self.all if seen.parent == name]

    def waits_for(self, registration: Registration) -> set[str]:
        """URNs of everything that must exist before it, directly or through others; parents do not count."""
        pending, reached = [registration.urn], set[str]()
        while pending:
            for dependency in self._direct[pending.pop()]:
                if dependency in self._direct and dependency not in reached:
                    reached.add(dependency)
                    pending.append(dependency)
        return reached


class _Answers(mocks.Mocks):
    """Echoes inputs as outputs, with an ARN where AWS gives one; unknown calls raise."""

    def __init__(self, answers: Mapping[str, Mapping[str, Any]], preview: bool) -> None:
        self.answers = answers
        self.preview = preview

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        outputs = dict(args.inputs)
        for key, value in _COMPUTED.get(args.typ, {}).items():
            outputs[key] = rpc.UNKNOWN if self.preview else value.format(name=args.name)
        return args.name, outputs

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        if args.token not in self.answers:
            raise LookupError(f"no answer for {args.token} {args.args}")
        return dict(self.answers[args.token]), []


_COMPUTED: Mapping[str, Mapping[str, str]] = {
    "aws:iam/role:Role": {"arn": f"arn:aws:iam::{ACCOUNT}:role/{{name}}"},
    "aws:iam/policy:Policy": {"arn": f"arn:aws:iam::{ACCOUNT}:policy/{{name}}"},
    "aws:sqs/queue:Queue": {"arn": f"arn:aws:sqs:eu-west-1:{ACCOUNT}:{{name}}", "url": "https://sqs.example/{name}"},
    "aws:ec2/launchTemplate:LaunchTemplate": {"latestVersion": "1"},
    "aws:ec2/eip:Eip": {"allocationId": "eipalloc-{name}"},
    "aws:ec2/vpc:Vpc": {"ipv6CidrBlock": "2a05:d014:abc:de00::/56"},
}
"""Outputs that AWS decides and the program reads, by type; unknown in a first preview. `{name}` is the logical name."""

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
        self.seen: list[tuple[str, Any]] = []
        self.outer: dict[str, str] = {}

    def Invoke(self, request: Any) -> Any:
        with _own_loop():
            return super().Invoke(request)

    def RegisterResource(self, request: Any) -> Any:
        for value in request.object.fields.values():
            _name_references(value)
        with _own_loop():
            response = super().RegisterResource(request)
        if request.type != "pulumi:pulumi:Stack":
            self.seen.append((response.urn, request))
        if request.type in _INNER:
            self._add_inner(request, response)
        return response

    def _add_inner(self, request: Any, response: Any) -> None:
        output, inner_type, suffix, state = _INNER[request.type]
        name = f"{request.name}{suffix}"
        urn = self.make_urn(response.urn, inner_type, name)
        self.outer[urn] = response.urn
        known = dict.fromkeys(state, rpc.UNKNOWN) if self.preview else dict(state)
        self.resources[urn] = mocks.MockMonitor.ResourceRegistration(urn, name, {"name": name, **known})
        response.object.update({output: {rpc._special_sig_key: rpc._special_resource_sig, "urn": urn, "id": name}})
        if request.type == "eks:index:Cluster":
            outputs = dict.fromkeys(_CLUSTER_OUTPUTS, rpc.UNKNOWN) if self.preview else dict(_CLUSTER_OUTPUTS)
            response.object.update(outputs)


_LIVE_TYPES: Mapping[str, str] = {
    NODE_POOLS: "kubernetes:karpenter.sh/v1:NodePool",
    NODE_CLASSES: "kubernetes:karpenter.k8s.aws/v1:EC2NodeClass",
}

READY: Mapping[str, Any] = {"conditions": [{"type": "Ready", "status": "True"}]}
"""Status of an object with which Karpenter is content."""


class _LiveCluster:
    """Has every object that was registered, all with one status; see `components.live.Api`."""

    def __init__(self, monitor: _Recorder, status: Mapping[str, Any]) -> None:
        self._monitor = monitor
        self._status = status
        self.asked: list[str] = []

    def list(self, path: str) -> list[dict[str, Any]]:
        self.asked.append(path)
        return [*self._objects(path)]

    def get(self, path: str) -> dict[str, Any] | None:
        """A pool or class by its name; else it can only be the controller's Deployment."""
        self.asked.append(path)
        collection, _, name = path.rpartition("/")
        if collection in _LIVE_TYPES:
            return next((each for each in self._objects(collection) if each["metadata"]["name"] == name), None)
        return {"spec": {"replicas": 2}, "status": {"availableReplicas": 2}}

    def _objects(self, path: str) -> Iterator[dict[str, Any]]:
        requests = [request for _, request in self._monitor.seen if request.type == _LIVE_TYPES[path]]
        yield from ({**unwrapped(from_struct(request.object)), "status": self._status} for request in requests)


@contextmanager
def _own_loop() -> Iterator[None]:
    """The mocks run on worker threads and make an event loop on each, which nobody closes."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        yield
    finally:
        loop.close()
        asyncio.set_event_loop(None)


def _name_references(value: Any) -> None:
    """Puts the name of a resource in the place of a reference to it, which would be looked up on another event loop."""
    match value.WhichOneof("kind"):
        case "struct_value":
            fields = value.struct_value.fields
            if fields.get(rpc._special_sig_key) == struct_pb2.Value(string_value=rpc._special_resource_sig):
                value.string_value = _name(fields["urn"].string_value)
            else:
                for inner in fields.values():
                    _name_references(inner)
        case "list_value":
            for inner in value.list_value.values:
                _name_references(inner)


def record(
    program: Callable[[], object],
    *,
    preview: bool = False,
    project: str = "platform",
    stack_name: str = "dev",
    answers: Mapping[str, Mapping[str, Any]] | None = None,
    live_status: Mapping[str, Any] = READY,
) -> Recording:
    """What `program` registers.

    Args:
        program: Registers resources; its result is dropped.
        preview: What only a deployment can know is unknown, as in the first preview of an empty stack.
        answers: Replace or extend `ANSWERS`, by token.
        live_status: Of every pool and class, where the program asks the cluster.
    """
    monitor = _Recorder(_Answers({**ANSWERS, **(answers or {})}, preview))
    # The SDK keeps its state in context variables: an empty context knows nothing of an earlier run.
    return contextvars.Context().run(_run, program, monitor, project, stack_name, _LiveCluster(monitor, live_status))


def _run(
    program: Callable[[], object], monitor: _Recorder, project: str, stack_name: str, live: _LiveCluster
) -> Recording:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        pulumi.runtime.set_mocks(
            monitor.mocks,
            project=project,
            stack=stack_name,
            preview=monitor.preview,
            monitor=monitor,
            organization="organization",
        )

        async def main() -> dict[str, Any]:
            await stack.run_pulumi_func(program)
            exported = pulumi.runtime.get_root_resource().outputs
            return {name: await pulumi.Output.from_input(value).future() for name, value in exported.items()}

        begin = time.process_time()
        with patch("components.readiness.api_from_text", lambda kubeconfig: live):
            outputs = loop.run_until_complete(main())
        seconds = time.process_time() - begin
        registrations = [_registration(urn, request) for urn, request in monitor.seen]
        if wrong := list(_wrong_inputs(registrations)):
            raise AssertionError("\n".join(wrong))
        return Recording(
            registrations,
            {urn: _waited_for(request, monitor.outer) for urn, request in monitor.seen},
            outputs,
            seconds,
            tuple(live.asked),
        )
    finally:
        loop.close()
        asyncio.set_event_loop(None)


def _registration(urn: str, request: Any) -> Registration:
    return Registration(
        urn=urn,
        type=request.type,
        name=request.name,
        parent=_name(request.parent),
        dependencies=tuple(sorted({_name(dependency) for dependency in request.dependencies})),
        protect=request.protect,
        provider=_name(_without_id(request.provider)),
        delete_timeout=request.customTimeouts.delete,
        retained=request.retainOnDelete,
        hooks=tuple(f"{moment.name}: {hook}" for moment, hooks in request.hooks.ListFields() for hook in hooks),
        inputs=unwrapped(from_struct(request.object)),
        aliases=tuple(sorted(alias.spec.name or alias.urn for alias in request.aliases)),
        size=request.ByteSize(),
    )


def _wrong_inputs(registrations: list[Registration]) -> Iterator[str]:
    """Unknown, missing and mistyped properties, which the mocks alone would take."""
    for one in registrations:
        if one.type in SCHEMA["resources"]:
            for failure in failures(SCHEMA, one.type, one.inputs):
                yield f"{one.type} {one.name}: {failure.path}: {failure.reason}"


def _waited_for(request: Any, outer: Mapping[str, str]) -> set[str]:
    """Dependencies and provider; the child of a remote component counts as the component."""
    urns = {*request.dependencies, _without_id(request.provider)}
    return {outer.get(urn, urn) for urn in urns if urn}


def _without_id(provider: str) -> str:
    """The URN in a reference to a provider, which ends in its id."""
    return provider.rpartition("::")[0]


def _name(urn: str) -> str:
    """The name in a URN; empty for the stack itself."""
    if not urn or urn.split("::")[2].endswith("pulumi:pulumi:Stack"):
        return ""
    return urn.split("::", 3)[3]
