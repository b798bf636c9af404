"""What is looked up in the account before the first resource is registered."""

import re
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")

_REFUSED = re.compile(r"invoke of aws:\S+ failed")


class Refused(Exception):
    """AWS gave no answer; the text is what the provider said, in one line."""


def look_up(call: Callable[[], Answer]) -> Answer:
    """What the functions of the provider in `call` return.

    Raises:
        Refused: The provider reported an error: what is asked for is not there, or may not be asked for.
    """
    try:
        return call()
    except Exception as error:  # the SDK raises no narrower one for what a provider refuses
        text = " ".join(str(error).split())
        if not _REFUSED.search(text):
            raise
        raise Refused(text) from None
