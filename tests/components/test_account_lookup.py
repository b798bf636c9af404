"""What becomes of an error while the account is asked."""

import pytest

from components.account_lookup import Refused, look_up


def failing(text: str, kind: type[Exception] = Exception) -> str:
    def call() -> str:
        raise kind(text)

    return look_up(call)


def test_an_answer():
    assert look_up(lambda: "answer") == "answer"


def test_what_the_provider_refuses_is_told_in_one_line():
    with pytest.raises(Refused) as caught:
        failing("invoke of aws:iam/getRoles:getRoles failed: AccessDenied:\n\tnot allowed")

    assert str(caught.value) == "invoke of aws:iam/getRoles:getRoles failed: AccessDenied: not allowed"


def test_another_error_is_a_bug():
    with pytest.raises(RuntimeError, match="no event loop"):
        failing("no event loop", RuntimeError)
