"""Which partition a region lies in, for whoever may not ask AWS."""

from typing import Final

_PARTITIONS: Final = {
    "cn-": "aws-cn",
    "us-gov-": "aws-us-gov",
    "us-iso-": "aws-iso",
    "us-isob-": "aws-iso-b",
    "eu-isoe-": "aws-iso-e",
    "us-isof-": "aws-iso-f",
    "eusc-": "aws-eusc",
}
"""Beginning of a region's name -> its partition; all others are in `aws` (botocore's partitions.json, 2026-10)."""


def partition_of(region: str) -> str:
    """`aws`, `aws-cn`, `aws-us-gov` or one of the isolated ones."""
    return next((name for prefix, name in _PARTITIONS.items() if region.startswith(prefix)), "aws")
