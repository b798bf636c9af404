"""What the API server leaves out of an object, and what somebody took out. The rest is proved with whole audits."""

from typing import Any

import pytest

from components.auditing.comparing import difference


@pytest.mark.parametrize(
    ("wanted", "live", "text"),
    [
        ({"globalDefault": False}, {}, None),
        ({"globalDefault": False}, {"globalDefault": True}, "globalDefault is True, not False"),
        (
            {"automountServiceAccountToken": False},
            {},
            "automountServiceAccountToken is absent, not False",
        ),
    ],
)
def test_a_field_that_the_api_server_does_not_keep_is_no_departure(
    wanted: dict[str, Any], live: dict[str, Any], text: str | None
):
    found = difference({"kind": "PriorityClass", **wanted}, {"kind": "PriorityClass", **live})

    assert (None if found is None else found.text()) == text
