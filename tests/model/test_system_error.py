"""What the system refuses, in words. That it refuses is up to it."""

import errno
import os

import pytest

from components.model.system_error import cause_of, place_and_cause


@pytest.mark.parametrize(
    ("error", "cause", "told"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "no space left on device", "no space left on device"),
        (
            PermissionError(errno.EACCES, os.strerror(errno.EACCES), "tenants/alpha.yaml"),
            "permission denied",
            "tenants/alpha.yaml: permission denied",
        ),
        (OSError("Timed out"), "timed out", "timed out"),
    ],
    ids=["without a file", "with its file", "of a library"],
)
def test_the_cause_is_told_after_the_file_where_there_is_one(error: OSError, cause: str, told: str):
    assert (cause_of(error), place_and_cause(error)) == (cause, told)
