"""What all IAM handlers share: the client, the error that means "not there", names and documents.

Source of names and limits: IAM API reference.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from localcloud.providers.aws.documents import length_failures
from localcloud.providers.aws.handler import Handler, Properties
from localcloud.providers.validation import Failure

NAME = r"[\w+=,.@-]+"

PATH = r"/|/[\x21-\x7e]*/"


class IamHandler(Handler):
    """IAM is global and says NoSuchEntity."""

    gone = frozenset({"NoSuchEntity"})

    @property
    def iam(self) -> Any:
        """The client."""
        return self.session.client("iam")


def name_failures(inputs: Properties, limit: int) -> Iterator[Failure]:
    """Name and path must be of IAM's characters and lengths."""
    if "name" in inputs:
        yield from length_failures("name", inputs["name"], limit, NAME)
    if "path" in inputs:
        yield from length_failures("path", inputs["path"], 512, PATH)


def text_of(document: Any) -> str:
    """A policy document as text; boto3 has parsed it."""
    return unquote(document) if isinstance(document, str) else json.dumps(document)
