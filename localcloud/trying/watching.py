"""When a workload has its answer: every pod has a node, or Karpenter has said that it buys none for it.

Pure: documents of the API server in, verdicts out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .answer import called

Documents = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Moment:
    """What the API server holds at one moment.

    Attributes:
        objects: Those of the workload as they are now.
        pods: In the tenant's namespaces.
        events: Warnings there.
        claims: All NodeClaims.
    """

    objects: Documents
    pods: Documents
    events: Documents
    claims: Documents

    @property
    def refusals(self) -> Mapping[str, str]:
        """Object of the workload → why its pods are not created."""
        found: dict[str, str] = {}
        for each in self.objects:
            for event in self.events:
                about = event["involvedObject"]
                if event.get("reason") == "FailedCreate" and _is_of(about, each) and _lacks_pods(each):
                    found[f"{each['kind']} {called(each)}"] = said_by_admission(event["message"])
        return found

    @property
    def pending(self) -> Mapping[str, str]:
        """Pod → Karpenter's last words on why it buys no node for it."""
        words = {
            event["involvedObject"].get("uid"): event["message"]
            for event in self.events
            if event.get("reason") == "FailedScheduling" and _source(event) == "karpenter"
        }
        return {
            called(pod): words[pod["metadata"]["uid"]]
            for pod in self.pods
            if not _is_placed(pod) and pod["metadata"]["uid"] in words
        }

    @property
    def waiting(self) -> tuple[str, ...]:
        """Pods and objects of which nothing is known yet."""
        pending, refused = self.pending, self.refusals
        return (
            *(called(pod) for pod in self.pods if not _is_placed(pod) and called(pod) not in pending),
            *(
                f"{each['kind']} {called(each)}"
                for each in self.objects
                if _lacks_pods(each) and f"{each['kind']} {called(each)}" not in refused
            ),
        )

    @property
    def launching(self) -> int:
        """How many nodes are bought and not there yet."""
        return sum(1 for claim in self.claims if not claim.get("status", {}).get("nodeName"))


def said_by_admission(message: str) -> str:
    """Its reason, without the name of the pod that would have been, and of the policy."""
    return message.partition("denied request: ")[2] or message.partition(" is forbidden: ")[2] or message


def _is_placed(pod: Mapping[str, Any]) -> bool:
    return bool(pod["spec"].get("nodeName"))


def _is_of(about: Mapping[str, Any], document: Mapping[str, Any]) -> bool:
    """Whether an event is about an object, or about the ReplicaSet that a Deployment has made."""
    if about.get("namespace") != document["metadata"]["namespace"]:
        return False
    name, own = about.get("name", ""), document["metadata"]["name"]
    if document["kind"] == "Deployment":
        return about.get("kind") == "ReplicaSet" and name.rpartition("-")[0] == own
    return (about.get("kind"), name) == (document["kind"], own)


def _lacks_pods(document: Mapping[str, Any]) -> bool:
    """Whether its controller has not made all its pods."""
    spec, status = document["spec"], document.get("status", {})
    match document["kind"]:
        case "Deployment" | "StatefulSet" | "ReplicaSet":
            return status.get("replicas", 0) < spec.get("replicas", 1)
        case "Job":
            wanted = min(spec.get("parallelism", 1), spec.get("completions", spec.get("parallelism", 1)))
            made = sum(status.get(field, 0) for field in ("active", "succeeded", "failed"))
            return made < wanted
        case "DaemonSet":
            return status.get("observedGeneration", 0) < document["metadata"]["generation"]
        case _:
            return False


def _source(event: Mapping[str, Any]) -> str:
    return event.get("source", {}).get("component") or event.get("reportingComponent", "")


def in_order(events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """By the time of the last occurrence."""
    return sorted(events, key=lambda event: event.get("lastTimestamp") or event.get("eventTime") or "")
