"""Words with a fixed set of spellings, as the APIs spell them."""

from enum import StrEnum
from typing import Any, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from .errors import reject, shown
from .nearest import nearest
from .text import text_of


class Word(StrEnum):
    """An enum that is read from text and refuses with the allowed words and the nearest of them."""

    @classmethod
    def code(cls) -> str:
        """Code of an unknown word."""
        return "E005"

    @classmethod
    def renamed(cls) -> dict[str, str]:
        """Words of older APIs that now have another name; refused as E150 with the new one."""
        return {}

    @classmethod
    def also_called(cls) -> dict[str, str]:
        """Names of others for the same, in small letters; similarity does not find the word for them."""
        return {}

    @classmethod
    def read(cls, value: object) -> Self:
        """The member that is spelt exactly so."""
        text = text_of(value)
        if text in cls.renamed():
            raise reject("E150", f"{text} was renamed", f"write {cls.renamed()[text]}")
        words = [str(member) for member in cls]
        if text not in words:
            meant = cls.also_called().get(text.lower()) or nearest(text, words)
            raise reject(cls.code(), f"{shown(text)} is none of {', '.join(words)}", f"write {meant or 'one of them'}")
        return cls(text)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls.read, serialization=core_schema.to_string_ser_schema(when_used="always")
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": "string", "enum": [str(member) for member in cls]}


# --- Nodes (Kubernetes' and Karpenter's words) ---


class CapacityType(Word):
    """How EC2 sells the instance; values of `karpenter.sh/capacity-type`."""

    ON_DEMAND = "on-demand"
    SPOT = "spot"
    RESERVED = "reserved"


class Architecture(Word):
    """Values of `kubernetes.io/arch`."""

    AMD64 = "amd64"
    ARM64 = "arm64"

    @classmethod
    def also_called(cls) -> dict[str, str]:
        """As EC2, `uname` and compilers say."""
        return {"x86_64": "amd64", "x86-64": "amd64", "x86": "amd64", "x64": "amd64", "aarch64": "arm64"}


class OperatingSystem(Word):
    """Values of `kubernetes.io/os`."""

    LINUX = "linux"
    WINDOWS = "windows"


class RequirementOperator(Word):
    """Operators of a requirement; Gte and Lte exist from Karpenter 1.9."""

    IN = "In"
    NOT_IN = "NotIn"
    EXISTS = "Exists"
    DOES_NOT_EXIST = "DoesNotExist"
    GT = "Gt"
    LT = "Lt"
    GTE = "Gte"
    LTE = "Lte"


class TaintEffect(Word):
    """Kubernetes' spelling, for NodePools; EKS node groups spell them otherwise: `EksTaintEffect`."""

    NO_SCHEDULE = "NoSchedule"
    PREFER_NO_SCHEDULE = "PreferNoSchedule"
    NO_EXECUTE = "NoExecute"

    @classmethod
    def code(cls) -> str:
        """Taints have a code of their own."""
        return "E205"


class EksTaintEffect(Word):
    """EKS' spelling, for managed node groups; Kubernetes spells them otherwise: `TaintEffect`."""

    NO_SCHEDULE = "NO_SCHEDULE"
    PREFER_NO_SCHEDULE = "PREFER_NO_SCHEDULE"
    NO_EXECUTE = "NO_EXECUTE"


class ConsolidationPolicy(Word):
    """When Karpenter may remove nodes; Balanced exists from 1.14."""

    WHEN_EMPTY = "WhenEmpty"
    WHEN_EMPTY_OR_UNDERUTILIZED = "WhenEmptyOrUnderutilized"
    BALANCED = "Balanced"

    @classmethod
    def renamed(cls) -> dict[str, str]:
        """v1beta1's word."""
        return {"WhenUnderutilized": "WhenEmptyOrUnderutilized"}


class DisruptionReason(Word):
    """What a budget may be limited to; Unhealthy exists from Karpenter 1.15."""

    UNDERUTILIZED = "Underutilized"
    EMPTY = "Empty"
    DRIFTED = "Drifted"
    UNHEALTHY = "Unhealthy"


class Weekday(Word):
    """Days of a maintenance window, in cron's order of the week: `sun` is 0."""

    SUN = "sun"
    MON = "mon"
    TUE = "tue"
    WED = "wed"
    THU = "thu"
    FRI = "fri"
    SAT = "sat"


# --- Node classes (EC2NodeClass v1) ---


class AmiFamily(Word):
    """`spec.amiFamily`; Windows2025 exists from Karpenter 1.9."""

    AL2 = "AL2"
    AL2023 = "AL2023"
    BOTTLEROCKET = "Bottlerocket"
    CUSTOM = "Custom"
    WINDOWS2019 = "Windows2019"
    WINDOWS2022 = "Windows2022"
    WINDOWS2025 = "Windows2025"


class AmiAlias(Word):
    """Families as aliases spell them, in `ami`, `platform:amis` and `amiSelectorTerms[].alias`."""

    AL2 = "al2"
    AL2023 = "al2023"
    BOTTLEROCKET = "bottlerocket"
    WINDOWS2019 = "windows2019"
    WINDOWS2022 = "windows2022"
    WINDOWS2025 = "windows2025"


class VolumeType(Word):
    """EBS volume types."""

    GP3 = "gp3"
    GP2 = "gp2"
    IO1 = "io1"
    IO2 = "io2"
    SC1 = "sc1"
    ST1 = "st1"
    STANDARD = "standard"


class Switch(Word):
    """EC2's own pair of words for on and off."""

    ENABLED = "enabled"
    DISABLED = "disabled"


class TokenUse(Word):
    """Whether instance metadata asks for a session token (IMDSv2)."""

    REQUIRED = "required"
    OPTIONAL = "optional"


class InstanceStorePolicy(Word):
    """What becomes of local NVMe disks."""

    RAID0 = "RAID0"


class InterfaceType(Word):
    """Kinds of `networkInterfaces[]`."""

    INTERFACE = "interface"
    EFA_ONLY = "efa-only"


class InstanceMatchCriteria(Word):
    """Which instances a capacity reservation takes."""

    OPEN = "open"
    TARGETED = "targeted"


# --- Tenants ---


class TenantState(Word):
    """Life of a tenant: section 4 of the specification."""

    ACTIVE = "active"
    FROZEN = "frozen"
    SUSPENDED = "suspended"
    OFFBOARDING = "offboarding"


class Isolation(Word):
    """`dedicated`: own pools; `shared`: the namespace half only, on the stack's shared pool."""

    DEDICATED = "dedicated"
    SHARED = "shared"


class Enforcement(Word):
    """`enforce` denies; `audit` warns and records, and leaves the taint off."""

    ENFORCE = "enforce"
    AUDIT = "audit"


class PodSecurity(Word):
    """Levels of Pod Security Admission that a tenant may have; `privileged` would give it the node's role."""

    RESTRICTED = "restricted"
    BASELINE = "baseline"


class AccessRole(Word):
    """Rights of people in a tenant's namespaces."""

    VIEW = "view"
    EDIT = "edit"
    ADMIN = "admin"


class IdentityMode(Word):
    """How a service account gets AWS rights."""

    IRSA = "irsa"
    POD_IDENTITY = "podIdentity"


class LoadBalancers(Word):
    """Which load balancers a tenant may make."""

    NONE = "none"
    INTERNAL = "internal"
    PUBLIC = "public"


class Protocol(Word):
    """Protocols of a network policy port."""

    TCP = "TCP"
    UDP = "UDP"
    SCTP = "SCTP"


class ReclaimPolicy(Word):
    """What becomes of a volume whose claim is deleted."""

    DELETE = "Delete"
    RETAIN = "Retain"


# --- Platform ---


class CoreAmiFamily(Word):
    """Families of the core node group."""

    AL2023 = "al2023"
    BOTTLEROCKET = "bottlerocket"


class IpFamily(Word):
    """Addresses of pods and services."""

    IPV4 = "ipv4"
    IPV6 = "ipv6"


class NatGateways(Word):
    """`single`: one for all zones; `perZone`: one each, dearer and without a common point of failure."""

    SINGLE = "single"
    PER_ZONE = "perZone"


class LogType(Word):
    """Control plane logs of EKS."""

    API = "api"
    AUDIT = "audit"
    AUTHENTICATOR = "authenticator"
    CONTROLLER_MANAGER = "controllerManager"
    SCHEDULER = "scheduler"


class UpgradePolicy(Word):
    """What EKS does when standard support of the Kubernetes version ends."""

    STANDARD = "STANDARD"
    EXTENDED = "EXTENDED"


class NetworkPolicyMode(Word):
    """Of the VPC CNI's policy engine: `strict` denies a new pod's traffic until its policies are there."""

    STANDARD = "standard"
    STRICT = "strict"


class DefaultStorageClass(Word):
    """Which StorageClass is the cluster's default."""

    GP3_ENCRYPTED = "gp3-encrypted"
    NONE = "none"


class LogLevel(Word):
    """Of Karpenter's controller."""

    DEBUG = "debug"
    INFO = "info"
    ERROR = "error"


class Layer(Word):
    """Which part of an environment a stack holds."""

    ALL = "all"
    CLUSTER = "cluster"
    TENANTS = "tenants"
