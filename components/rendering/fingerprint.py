"""Which change of a pool replaces its nodes: a digest over exactly what Karpenter compares as static drift.

Static drift is a difference in the hash of the NodePool's template, or in that of the EC2NodeClass. What drifts for
other reasons (requirements that a node no longer meets, other images, subnets or groups behind a selector) is not part
of it.

Source: `NodePool.Hash` in `pkg/apis/v1/nodepool.go` of sigs.k8s.io/karpenter 1.14.3, `EC2NodeClass.Hash` in
`pkg/apis/v1/ec2nodeclass.go` of github.com/aws/karpenter-provider-aws 1.14.3: lists are sets, and a text or flag that
is no pointer counts as absent when it is empty. Kubelet settings are compared as they are written, as 1.15 does; up to
1.14 other spellings of one duration there were equal.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..model.duration import OptionalNever
from ..model.enums import AmiFamily
from ..model.quantity import Quantity
from .ami import family_of_alias

_DIGITS: Final = 16

_NOT_HASHED: Final = frozenset(
    (
        "amiFamily",
        "amiSelectorTerms",
        "subnetSelectorTerms",
        "securityGroupSelectorTerms",
        "capacityReservationSelectorTerms",
        "ipPrefixCount",
    )
)
"""Fields of a class that the hash leaves out; the family counts as the one that is found in the end."""


def node_fingerprint(node_pool: Mapping[str, Any], ec2_node_class: Mapping[str, Any]) -> str:
    """Sixteen hexadecimal digits that change exactly when static drift will replace the pool's nodes.

    Args:
        node_pool: The rendered NodePool.
        ec2_node_class: The rendered EC2NodeClass that it refers to.
    """
    inputs = [_template(node_pool["spec"]["template"]), _node_class(ec2_node_class["spec"])]
    return hashlib.sha256(_text(inputs).encode()).hexdigest()[:_DIGITS]


def _template(template: Mapping[str, Any]) -> dict[str, Any]:
    spec = {key: value for key, value in template["spec"].items() if key != "requirements"}
    for key in ("expireAfter", "terminationGracePeriod"):
        if key in spec:
            spec[key] = OptionalNever(spec[key]).seconds
    for key in ("taints", "startupTaints"):
        spec[key] = _as_set(spec.get(key, []))
    return {"metadata": template["metadata"], "spec": spec}


def _node_class(spec: Mapping[str, Any]) -> dict[str, Any]:
    hashed = {key: value for key, value in spec.items() if key not in _NOT_HASHED}
    hashed["blockDeviceMappings"] = _as_set(_device(device) for device in spec.get("blockDeviceMappings", []))
    hashed["networkInterfaces"] = _as_set(spec.get("networkInterfaces", []))
    return {**hashed, "family": _family(spec)}


def _device(device: Mapping[str, Any]) -> dict[str, Any]:
    hashed = {key: value for key, value in device.items() if (key, value) != ("rootVolume", False)}
    ebs = dict(device.get("ebs", {}))
    if "volumeSize" in ebs:
        ebs["volumeSize"] = str(Quantity(ebs["volumeSize"]).value.normalize())
    return {**hashed, "ebs": ebs}


def _family(spec: Mapping[str, Any]) -> str:
    aliases = [term["alias"] for term in spec["amiSelectorTerms"] if "alias" in term]
    return spec.get("amiFamily") or (family_of_alias(aliases[0]) if aliases else AmiFamily.CUSTOM)


def _as_set(items: Iterable[Any]) -> list[str]:
    return sorted(map(_text, items))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
