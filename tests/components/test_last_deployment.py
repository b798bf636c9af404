"""How the last outputs are asked for.

What these tests do not prove: that the engine answers so; tests/cloud deploys over deployments.
"""

from typing import Any

import pytest

from components import last_deployment
from components.last_deployment import last_deployment as asked
from components.model.deployed import Deployment
from tests.recording import record

WRITING = "invoke of pulumi:pulumi:readStackOutputs failed: failed to load checkpoint: EOF"


class Engine:
    """Answers with errors first."""

    def __init__(self, *errors: str) -> None:
        self.errors, self.asked = list(errors), 0

    def invoke(self, token: str, arguments: dict[str, Any]) -> Any:
        self.asked += 1
        if self.errors:
            raise Exception(self.errors.pop(0))
        return type("Answer", (), {"value": {"outputs": {"clusterName": "acme-dev"}}})


def answer(monkeypatch: pytest.MonkeyPatch, engine: Engine) -> list[Deployment]:
    found: list[Deployment] = []
    monkeypatch.setattr("pulumi.runtime.invoke", engine.invoke)
    monkeypatch.setattr(last_deployment, "_SECONDS_BETWEEN", 0)
    record(lambda: found.append(asked()))
    return found


def test_a_state_that_is_being_written_is_read_again(monkeypatch: pytest.MonkeyPatch):
    engine = Engine(WRITING, WRITING)

    assert (answer(monkeypatch, engine), engine.asked) == ([Deployment("acme-dev", {})], 3)


def test_another_error_is_none_to_wait_for(monkeypatch: pytest.MonkeyPatch):
    engine = Engine("invoke of pulumi:pulumi:readStackOutputs failed: no access")

    with pytest.raises(Exception, match="no access"):
        answer(monkeypatch, engine)
    assert engine.asked == 1


def test_a_state_that_stays_unreadable_is_told(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(Exception, match="failed to load checkpoint: EOF"):
        answer(monkeypatch, Engine(*[WRITING] * 50))
