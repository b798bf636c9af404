"""YAML word of a Python field: camelCase with the API's own spelling of initialisms."""

_WORDS = {
    "cfs": "CFS",
    "dns": "DNS",
    "gc": "GC",
    "gib": "GiB",
    "ip": "IP",
    "ipv6": "IPv6",
    "usd": "USD",
}
"""Words that the APIs write in capitals wherever they stand but at the beginning (source: CRDs of Karpenter 1.15.2)."""

_ENDINGS = {"kms_key_id": "kmsKeyID", "owner_id": "ownerID", "snapshot_id": "snapshotID"}
"""Karpenter writes `ID` in these three; EKS and EC2 write `vpcId` and `subnetIds`, so `id` is no entry of the table
above."""


def alias(field: str) -> str:
    """`image_gc_high_threshold_percent` -> `imageGCHighThresholdPercent`; `from_` -> `from`, a keyword of Python."""
    if field in _ENDINGS:
        return _ENDINGS[field]
    first, *rest = field.rstrip("_").split("_")
    return first + "".join(_WORDS.get(word, word.capitalize()) for word in rest)
