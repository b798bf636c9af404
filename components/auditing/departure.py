"""One place where what runs departs from the files, and the codes of such places."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

Document = Mapping[str, Any]

CODES: Final[Mapping[str, str]] = {
    "D01": "an object that the files ask for is missing",
    "D02": "an object was edited",
    "D03": "a namespace carries a label or annotation of the product that the files do not give it",
    "D11": "a pod of no tenant reaches for tenants' nodes",
    "D12": "a pod reaches for another tenant's nodes",
    "D13": "a pod runs on a node of a tenant that it does not belong to",
    "D14": "a pod of a tenant breaks a rule of admission",
    "D15": "a DaemonSet of the platform does not tolerate the tenants' taint",
    "D21": "a node of a tenant's pool lacks the tenant's label or taint",
    "D22": "a node of Karpenter's belongs to no pool of the files",
    "D23": "a NodePool or EC2NodeClass is not from the files",
    "D31": "rights in the whole cluster for a group of a tenant",
    "D41": "an access entry that the files do not give",
    "D42": "an access entry that the files give is missing",
    "D43": "the groups of an access entry were edited",
    "D44": "a Pod Identity association in a tenant's namespace that the files do not give",
    "D45": "an access policy of EKS that the files do not give, on an access entry that they give",
    "D46": "the access policy of an administrator is missing, or does not hold in the whole cluster",
    "D51": "an instance profile is left over",
    "D52": "a role is left over",
}
"""The tens tell where: objects, pods, nodes, rights, entries of EKS, IAM. Numbers are not given again."""


@dataclass(frozen=True, slots=True)
class Departure:
    """One finding of an audit."""

    code: str
    """A key of `CODES`."""
    subject: str
    """Kind and name of what departs, as kubectl and the AWS command line name it."""
    what: str
    """What is so, with the value."""
    fix: str
    """What to do about it."""

    def line(self) -> str:
        """As a person reads it."""
        return f"{self.subject}: {self.what}; {self.fix}  [{self.code}]"


def labels_of(document: Document) -> Mapping[str, str]:
    """Labels of an object, which may have none."""
    return document["metadata"].get("labels") or _NOTHING


def annotations_of(document: Document) -> Mapping[str, str]:
    """The same for annotations."""
    return document["metadata"].get("annotations") or _NOTHING


_NOTHING: Final[Mapping[str, str]] = {}
