"""Tenants of every shape that the model accepts, for asking the real API what it thinks of their manifests."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from components.model.tenant import TenantSpec
from tests.builders import tenant

Strategy = st.SearchStrategy[Any]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NUMBER = st.integers(0, 100_000)
DURATION = st.from_regex(r"([0-9]{1,4}h)?([0-9]{1,4}m)?[0-9]{1,4}s", fullmatch=True)
BUDGET_DURATION = st.from_regex(r"[1-9][0-9]{0,3}(h([0-9]{1,2}m)?|m)(0s)?", fullmatch=True)
QUANTITY = st.from_regex(r"[1-9][0-9]{0,5}(\.[0-9]{1,3})?(m|k|M|G|Ki|Mi|Gi|Ti)?", fullmatch=True)
BYTES = st.from_regex(r"[1-9][0-9]{0,5}(Ki|Mi|Gi|Ti|M|G)", fullmatch=True)
PERCENTAGE = st.integers(0, 100).map("{}%".format)
LABEL_KEY = st.from_regex(r"example\.com/[A-Za-z0-9]([A-Za-z0-9_.-]{0,40}[A-Za-z0-9])?", fullmatch=True)
LABEL_VALUE = st.from_regex(r"([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?", fullmatch=True)
WORD = st.text(LETTERS, min_size=1, max_size=12)
TAGS = st.dictionaries(WORD, WORD, min_size=1, max_size=3)
ID = st.text("0123456789abcdef", min_size=1, max_size=17)
SCHEDULE = st.sampled_from(["@daily", "0 9 * * mon-fri", "*/5 0-6 1,15 jan-mar *", "30 22 * * 0,6"])
REASONS = st.lists(st.sampled_from(["Underutilized", "Empty", "Drifted"]), unique=True, min_size=1)
SIGNAL = st.sampled_from(["memory.available", "nodefs.available", "pid.available"])
VOLUME_SIZE = st.one_of(
    st.integers(1, 59000).map("{}Gi".format),
    st.integers(1, 64000).map("{}G".format),
    st.integers(1, 64).map("{}T".format),
)


def tenants() -> st.SearchStrategy[TenantSpec]:
    """A tenant with one pool and the class that it uses."""
    fields = {
        "provisioners": pools().map(lambda pool: {"web": pool}),
        "nodeClasses": node_classes().map(lambda each: {"default": each}),
        "state": st.sampled_from(["active", "frozen"]),
        "enforcement": st.sampled_from(["enforce", "audit"]),
        "tags": TAGS,
    }
    return st.fixed_dictionaries(fields).map(lambda written: tenant(**written))


def pools() -> Strategy:
    """A provisioner, dynamic or static."""
    dynamic = _some({**_POOL, "limits": _limits(), "frozenLimits": _limits(), "weight": st.integers(1, 100)})
    static = _some({**_POOL, "limits": st.just({"nodes": 3})}, replicas=st.integers(0, 5))
    return st.builds(lambda pool, when: {**pool, **when}, st.one_of(dynamic, static), _WHEN)


def node_classes() -> Strategy:
    """A node class, by shorthands or in the API's own words."""
    words = _some({**_NODE_CLASS, **_WORDS}, amiFamily=st.sampled_from(["AL2023", "Custom"]), amiSelectorTerms=_IMAGES)
    return st.one_of(_some({**_NODE_CLASS, **_SHORTHANDS}), words)


def _some(fields: Mapping[str, Strategy], **required: Strategy) -> Strategy:
    return st.fixed_dictionaries(dict(required), optional=dict(fields))


def _limits() -> Strategy:
    return _some({"cpu": QUANTITY, "memory": BYTES, "nodes": NUMBER, "nvidia.com/gpu": NUMBER})


def _range(greatest: int) -> Strategy:
    low = st.integers(0, greatest)
    return low.flatmap(lambda number: _some({"max": st.integers(number, greatest)}, min=st.just(number)))


def _each_once(items: list[str]) -> Strategy:
    return st.lists(st.sampled_from(items), unique=True, min_size=1)


def _taint(effects: list[str]) -> Strategy:
    return _some({"value": LABEL_VALUE.filter(bool)}, key=LABEL_KEY, effect=st.sampled_from(effects))


def _by_key(items: Strategy) -> Strategy:
    return st.lists(items, max_size=3, unique_by=lambda item: item["key"])


_BUDGET = st.one_of(
    _some({"nodes": st.one_of(NUMBER, PERCENTAGE), "reasons": REASONS}),
    _some({"reasons": REASONS}, nodes=PERCENTAGE, schedule=SCHEDULE, duration=BUDGET_DURATION),
)
_WINDOW = st.fixed_dictionaries(
    {
        "days": _each_once(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]),
        "start": st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59)),
        "duration": st.integers(1, 10080).map("{}m".format),
    }
)
_WHEN = st.one_of(
    st.fixed_dictionaries({"disruption": _some({"budgets": st.lists(_BUDGET, max_size=4)})}),
    st.fixed_dictionaries(
        {"maintenanceWindows": _some({"reasons": REASONS}, windows=st.lists(_WINDOW, min_size=1, max_size=3))}
    ),
)
_REQUIREMENT = st.one_of(
    st.fixed_dictionaries(
        {
            "key": st.sampled_from(["karpenter.k8s.aws/instance-cpu", "karpenter.k8s.aws/instance-ebs-bandwidth"]),
            "operator": st.sampled_from(["Gt", "Lt", "Gte", "Lte"]),
            "values": NUMBER.map(lambda number: [str(number)]),
        }
    ),
    _some({"minValues": st.integers(1, 50)}, key=LABEL_KEY, operator=st.sampled_from(["Exists", "DoesNotExist"])),
    st.fixed_dictionaries(
        {
            "key": st.sampled_from(["karpenter.k8s.aws/instance-gpu-name", "karpenter.k8s.aws/instance-hypervisor"]),
            "operator": st.sampled_from(["In", "NotIn"]),
            "values": st.lists(WORD, min_size=1, max_size=4),
        }
    ),
)
_POOL: dict[str, Strategy] = {
    "instanceTypes": st.lists(st.sampled_from(["m5.large", "c7g.metal", "u-6tb1.112xlarge"]), min_size=1, unique=True),
    "instanceFamilies": _each_once(["m5", "c7i-flex"]),
    "instanceCategories": _each_once(["c", "m", "r", "hpc"]),
    "instanceSizes": _each_once(["large", "4xlarge", "metal-24xl"]),
    "instanceGeneration": _range(12),
    "instanceCpu": _range(900),
    "instanceMemoryGiB": _range(30000),
    "architectures": _each_once(["amd64", "arm64"]),
    "capacityTypes": _each_once(["on-demand", "spot", "reserved"]),
    "zones": _each_once(["eu-central-1a", "eu-central-1b"]),
    "requirements": _by_key(_REQUIREMENT),
    "labels": st.dictionaries(LABEL_KEY, LABEL_VALUE, max_size=3),
    "annotations": st.dictionaries(LABEL_KEY, st.text(max_size=20), max_size=3),
    "taints": _by_key(_taint(["NoSchedule", "PreferNoSchedule"])),
    "startupTaints": _by_key(_taint(["NoExecute"])),
    "expireAfter": st.one_of(st.just("Never"), DURATION),
    "terminationGracePeriod": st.one_of(st.none(), DURATION),
}
_SHORTHANDS: dict[str, Strategy] = {
    "ami": st.sampled_from(["al2023", "bottlerocket@v1.49.0", "windows2022@latest", "windows2025@2026.11.11"]),
    "disk": _some(
        {
            "size": VOLUME_SIZE,
            "type": st.sampled_from(["gp3", "io2", "st1"]),
            "iops": st.integers(1, 256000),
            "throughput": st.integers(1, 2000),
            "kmsKeyID": WORD,
        }
    ),
    "subnets": st.lists(ID.map("subnet-{}".format), min_size=1, max_size=30),
    "securityGroups": st.lists(ID.map("sg-{}".format), min_size=1, max_size=30),
    "imdsHopLimit": st.integers(1, 64),
    "role": WORD,
}
_IMAGES = st.lists(
    st.one_of(
        _some({"owner": st.just("self"), "tags": TAGS}, name=WORD),
        st.fixed_dictionaries({"id": ID.map("ami-{}".format)}),
        st.fixed_dictionaries({"ssmParameter": WORD}),
    ),
    min_size=1,
    max_size=3,
)
_WORDS: dict[str, Strategy] = {
    "subnetSelectorTerms": st.lists(st.fixed_dictionaries({"tags": TAGS}), min_size=1, max_size=3),
    "securityGroupSelectorTerms": st.lists(
        st.one_of(st.fixed_dictionaries({"tags": TAGS}), st.fixed_dictionaries({"name": WORD})), min_size=1, max_size=3
    ),
    "blockDeviceMappings": st.lists(
        st.fixed_dictionaries(
            {
                "deviceName": st.just("/dev/xvda"),
                "ebs": _some(
                    {
                        "encrypted": st.booleans(),
                        "deleteOnTermination": st.booleans(),
                        "iops": st.integers(1, 256000),
                        "throughput": st.integers(1, 2000),
                        "volumeType": st.sampled_from(["gp2", "io1", "standard"]),
                    },
                    volumeSize=VOLUME_SIZE,
                ),
            }
        ),
        min_size=1,
        max_size=3,
    ),
    "metadataOptions": _some(
        {
            "httpEndpoint": st.sampled_from(["enabled", "disabled"]),
            "httpProtocolIPv6": st.sampled_from(["enabled", "disabled"]),
            "httpPutResponseHopLimit": st.integers(1, 64),
            "httpTokens": st.sampled_from(["required", "optional"]),
        }
    ),
    "instanceProfile": WORD,
}
_NODE_CLASS: dict[str, Strategy] = {
    "kubelet": _some(
        {
            "clusterDNS": st.lists(st.ip_addresses().map(str), max_size=2),
            "maxPods": NUMBER,
            "podsPerCore": NUMBER,
            "systemReserved": _some({"cpu": QUANTITY, "memory": BYTES, "pid": QUANTITY}),
            "kubeReserved": _some({"cpu": QUANTITY, "ephemeral-storage": BYTES}),
            "evictionHard": st.dictionaries(SIGNAL, st.one_of(PERCENTAGE, BYTES), max_size=3),
            "evictionMaxPodGracePeriod": NUMBER,
            "imageGCHighThresholdPercent": st.integers(0, 100),
            "cpuCFSQuota": st.booleans(),
        }
    ),
    "userData": st.text(max_size=40),
    "tags": TAGS,
    "instanceStorePolicy": st.just("RAID0"),
    "detailedMonitoring": st.booleans(),
    "associatePublicIPAddress": st.booleans(),
    "capacityReservationSelectorTerms": st.lists(st.fixed_dictionaries({"id": ID.map("cr-{}".format)}), max_size=2),
    "placementGroupSelector": st.fixed_dictionaries({"name": WORD}),
    "connectionTracking": _some({"udpTimeout": st.integers(30, 60)}, tcpEstablishedTimeout=st.integers(60, 432000)),
    "cpuOptions": st.fixed_dictionaries({"nestedVirtualization": st.sampled_from(["enabled", "disabled"])}),
    "context": WORD,
    "ipPrefixCount": NUMBER,
}
