"""Forms of values that AWS refuses late and the stand-in early: policy documents, ARNs, CIDR blocks.

Source of the limits: IAM and AWS STS quotas (managed policy 6,144; inline policies of a role 10,240; trust policy 2,048
characters, blanks not counted), SQS `SetQueueAttributes`.
"""

import ipaddress
import json
import re
from collections.abc import Iterator

from localcloud.providers.validation import Failure

MANAGED_POLICY = 6144
INLINE_POLICY = 10240
TRUST_POLICY = 2048

ARN = re.compile(r"arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:(\d{12}|aws|)?:.+")


def policy_failures(name: str, text: str, limit: int | None = None) -> Iterator[Failure]:
    """A policy must be a JSON object with statements, and fit."""
    try:
        document = json.loads(text)
    except ValueError as error:
        yield Failure(name, f"must be a JSON policy document: {error}")
        return
    if not isinstance(document, dict) or "Statement" not in document:
        yield Failure(name, "must be a JSON policy document with a Statement")
        return
    length = sum(not character.isspace() for character in text)
    if limit is not None and length > limit:
        yield Failure(name, f"has {length} characters without blanks, AWS allows {limit}")


def json_failures(name: str, text: str) -> Iterator[Failure]:
    """A text must be a JSON object."""
    try:
        if not isinstance(json.loads(text), dict):
            yield Failure(name, "must be a JSON object")
    except ValueError as error:
        yield Failure(name, f"must be a JSON object: {error}")


def arn_failures(name: str, text: str) -> Iterator[Failure]:
    """An ARN has six parts."""
    if not ARN.fullmatch(text):
        yield Failure(name, f"must be an ARN, is {text!r}")


def cidr_failures(name: str, text: str) -> Iterator[Failure]:
    """A block in CIDR notation without host bits."""
    try:
        ipaddress.ip_network(text)
    except ValueError as error:
        yield Failure(name, f"must be a CIDR block: {error}")


def length_failures(name: str, text: str, limit: int, pattern: str) -> Iterator[Failure]:
    """A name of allowed characters, not too long."""
    if len(text) > limit:
        yield Failure(name, f"has {len(text)} characters, AWS allows {limit}")
    if not re.fullmatch(pattern, text):
        yield Failure(name, f"must match {pattern}, is {text!r}")
