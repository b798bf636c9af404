"""What the stacks come to as they are, worked out once for all fields."""

import pytest

from tests.fields.builders import Effects, stacks


@pytest.fixture(scope="session")
def effects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Effects]:
    """Name of each stack -> its effects."""
    return {stack.name: Effects(stack, tmp_path_factory.mktemp(stack.name)) for stack in stacks()}
