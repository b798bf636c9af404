"""What a Deployment says about its one container, as the kubelet would hand it to the process.

Pure: documents in, values out. What the local cloud cannot provide as a kubelet does is refused by name, so that a
value that would reach the controller on EKS is never silently left out here.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from components.model.quantity import Quantity


class NotRunnable(Exception):
    """The Deployment asks for something that the local cloud cannot run; the text says what."""


@dataclass(frozen=True)
class Container:
    """The controller as its Deployment wants it.

    Attributes:
        namespace: Of the Deployment, and so of the pods and the service account.
        service_account: Whose token the process gets.
        version: Karpenter's version, the image's tag.
        environment: Variables of the container, those that speak of the pod filled in.
        fingerprint: Changes with whatever would replace the Deployment's pods.
    """

    namespace: str
    service_account: str
    version: str
    environment: Mapping[str, str]
    fingerprint: str


def container_of(deployment: Mapping[str, Any]) -> Container | None:
    """The container that runs; None where the Deployment is scaled to nothing.

    Raises:
        NotRunnable: A variable comes from where only a kubelet can look.
    """
    if deployment["spec"].get("replicas", 1) == 0:
        return None
    template = deployment["spec"]["template"]
    namespace = deployment["metadata"]["namespace"]
    container = template["spec"]["containers"][0]
    if container.get("envFrom"):
        raise NotRunnable("the container has envFrom; name its variables in controller.env")
    return Container(
        namespace=namespace,
        service_account=template["spec"].get("serviceAccountName", "default"),
        version=_version(container["image"]),
        environment={entry["name"]: _value(entry, container, namespace) for entry in container.get("env", [])},
        fingerprint=hashlib.sha256(json.dumps(template, sort_keys=True).encode()).hexdigest(),
    )


def _version(image: str) -> str:
    """The tag: `public.ecr.aws/karpenter/controller:1.14.3@sha256:…` -> `1.14.3`."""
    return image.partition("@")[0].rpartition(":")[2]


def _value(entry: Mapping[str, Any], container: Mapping[str, Any], namespace: str) -> str:
    if "valueFrom" not in entry:
        return str(entry.get("value", ""))
    match entry["valueFrom"]:
        case {"fieldRef": {"fieldPath": "metadata.namespace"}}:
            return namespace
        case {"resourceFieldRef": reference}:
            return _resource(reference, container)
        case source:
            raise NotRunnable(f"variable {entry['name']} comes from {', '.join(source)}; write its value")


def _resource(reference: Mapping[str, Any], container: Mapping[str, Any]) -> str:
    """A request or limit in units of the divisor, rounded up (Kubernetes: "Expose Pod Information", resourceFieldRef).

    Without the request or limit a kubelet tells what the node has; 0 says that there is no bound, which Karpenter
    reads the same way.
    """
    kind, _, name = reference["resource"].partition(".")
    written = container.get("resources", {}).get(kind, {}).get(name)
    divisor = Quantity(str(reference.get("divisor", "0"))).value or Decimal(1)
    return "0" if written is None else str(math.ceil(Quantity(str(written)).value / divisor))
