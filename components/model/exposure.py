"""`exposure` of a tenant file: names on Ingress and HTTPRoute, and load balancers."""

import re
from typing import Annotated

from pydantic import AfterValidator

from .base import Model
from .enums import LoadBalancers
from .errors import reject, shown
from .text import Items, Text

_HOST = re.compile(r"(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_LONGEST = 253
"""Characters of a DNS name."""


def _host(text: str) -> str:
    if len(text) > _LONGEST or not _HOST.fullmatch(text):
        meant = text.lower().partition("://")[2] or text.lower()
        meant = meant.partition("/")[0].partition(":")[0][:_LONGEST]
        fix = f"write {meant}" if _HOST.fullmatch(meant) else "write a name such as www.shop.example or *.shop.example"
        raise reject("E005", f"{shown(text)} is no host name", fix)
    return text


class ExposureSpec(Model):
    """What the tenant may show to the outside."""

    hosts: Items[Annotated[Text, AfterValidator(_host)]] = ()
    """Host names that it may claim; `*.shop.example` stands for every name below. Default none: names belong to
    somebody."""
    load_balancers: LoadBalancers = LoadBalancers.INTERNAL
    """none, internal or public. Default internal: nothing is on the internet that nobody put there."""
