"""What admission costs a pod, by the API server's own measure, with few and with many namespaces of tenants."""

import re
import time
from collections.abc import Iterator

from components.live.rest_paths import object_path
from components.model.names import ClusterName
from components.model.platform import PlatformSettings
from components.model.tenant import TenantSpec
from components.rendering.admission import admission_documents
from components.rendering.facts import ClusterFacts
from components.rendering.namespaces import namespace
from components.versions import karpenter_version
from localcloud import lifecycle
from localcloud.api_server import ApiServer, Refused
from localcloud.instance import instance
from tests.cloud.admission.builders import pod

from .figure import Figure

_FEW, _MANY = 5, 500
_BATCHES, _PODS = 9, 100
_KUBERNETES = "1.36"
_METRIC = re.compile(
    r'^apiserver_admission_step_admission_duration_seconds_(sum|count)\{operation="CREATE",rejected="false",'
    r'type="(admit|validate)"\} (\S+)$',
    re.MULTILINE,
)


def admission_figures() -> Iterator[Figure]:
    """Starts an API server of its own."""
    chosen = instance("benchmark-admission")
    lifecycle.up(chosen)
    try:
        api = ApiServer(chosen.kubeconfig)
        for document in admission_documents(_settings(), _facts()):
            api.apply(object_path(document), document)
        few = _milliseconds_per_pod(api, range(_FEW))
        many = _milliseconds_per_pod(api, range(_FEW, _MANY))
    finally:
        lifecycle.down(chosen)
    yield Figure(name=f"admission of a pod at {_MANY} / at {_FEW} namespaces", value=many / few, goal=1.5)
    yield Figure(name=f"admission of a pod at {_MANY} namespaces", value=many, unit="ms")


def _milliseconds_per_pod(api: ApiServer, numbers: range) -> float:
    """Makes the namespaces, then batches of pods in one of them: other load only adds, so the least batch counts."""
    for number in numbers:
        spec = _tenant(f"t{number}")
        document = namespace(spec, spec.namespaces[0], _settings(), _facts())
        api.apply(object_path(document), document)
    pods = "/api/v1/namespaces/t0/pods"
    _wait_until_steered(api, pods)
    _quiet(api)
    return min(_milliseconds_of_a_batch(api, pods) for _ in range(_BATCHES))


def _milliseconds_of_a_batch(api: ApiServer, pods: str) -> float:
    before = _measured(api)
    for _ in range(_PODS):
        api.create(f"{pods}?dryRun=All", _POD)
    after = _measured(api)
    spent = sum(after["sum", step] - before["sum", step] for step in ("admit", "validate"))
    return 1000 * spent / (after["count", "validate"] - before["count", "validate"])


def _wait_until_steered(api: ApiServer, pods: str) -> None:
    """A namespace gets its service account, and a policy its effect, a moment after they are made."""
    while True:
        try:
            if "nodeSelector" in api.create(f"{pods}?dryRun=All", _POD)["spec"]:
                return
        except Refused:
            pass
        time.sleep(0.2)


def _quiet(api: ApiServer) -> None:
    """Waits until nothing else is made any more: controllers fill new namespaces for a while."""
    last = _measured(api)
    while True:
        time.sleep(2)
        now = _measured(api)
        if now["count", "validate"] == last["count", "validate"]:
            return
        last = now


def _measured(api: ApiServer) -> dict[tuple[str, str], float]:
    return {(kind, step): float(value) for kind, step, value in _METRIC.findall(api.text("/metrics"))}


def _settings() -> PlatformSettings:
    return PlatformSettings.model_validate(
        {
            "region": "eu-central-1",
            "cluster": {
                "name": "acme-dev",
                "kubernetesVersion": _KUBERNETES,
                "vpc": {"vpcId": "vpc-0123", "subnetIds": ["subnet-a", "subnet-b"]},
            },
            "karpenter": {"version": "1.14.3"},
            "tenants": ["t0"],
        }
    )


def _facts() -> ClusterFacts:
    return ClusterFacts(
        name=ClusterName("acme-dev"),
        region="eu-central-1",
        partition="aws",
        account="111122223333",
        kubernetes_version=_KUBERNETES,
        karpenter=karpenter_version("1.14.3"),
        subnets=("subnet-a", "subnet-b"),
        security_group="sg-a",
    )


def _tenant(name: str) -> TenantSpec:
    pools = {"web": {"instanceTypes": ["m5.large"], "limits": {"cpu": 100, "memory": "400Gi"}}}
    written = {"owner": {"email": f"ops@{name}.example"}, "provisioners": pools, "nodeClasses": {"default": {}}}
    return TenantSpec.model_validate({"name": name, **written})


_POD = pod(nodeSelector=None, tolerations=None)
"""Selector and toleration are written into it; every rule of the validating policies is asked."""
