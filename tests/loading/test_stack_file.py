"""The stack's configuration from its file and from the engine."""

import json
from typing import Any

import pytest

from components.loading import NoProject, load
from components.loading.document import parse_document
from components.loading.stack_file import read_stack
from tests.loading.builders import Project

FILE = "Pulumi.dev.yaml"


def settings(text: str, engine: dict[str, object] | None = None, secret_keys: tuple[str, ...] = ()) -> Any:
    """The settings of a stack file with these lines below `config:`."""
    lines = "".join(f"  {line}\n" for line in text.splitlines())
    return dict(read_stack("dev", parse_document(f"config:\n{lines}", FILE), engine, secret_keys).settings)


def test_keys_of_the_platform_and_the_region_count():
    assert settings("aws:region: eu-west-1\naws:profile: x\nplatform:layer: all\nother:layer: x") == {
        "region": "eu-west-1",
        "layer": "all",
    }


def test_json_text_is_taken_as_what_it_holds():
    assert settings("""platform:amis: '{"main": {"al2023": "v1"}}'\nplatform:tenants: '["alpha"]'""") == {
        "amis": {"main": {"al2023": "v1"}},
        "tenants": ("alpha",),
    }


def test_numbers_in_json_keep_what_was_written():
    version = settings("""platform:karpenter: '{"version": 1.10}'""")["karpenter"]["version"]

    assert version.written == "1.10"


@pytest.mark.parametrize(
    ("written", "passed"),
    [
        ("{version: 1.10}", {"version": 1.1}),
        ("{version: 1_000}", {"version": 1000}),
        ("{version: 010}", {"version": 8}),
        ("{version: 0x10}", {"version": 16}),
        ("{from: 2026-12-18}", {"from": "2026-12-18T00:00:00Z"}),
        ("{a: true, b: no, c: ~, d: [1, x]}", {"a": True, "b": "no", "c": None, "d": [1, "x"]}),
    ],
)
def test_the_files_spelling_counts_where_the_engine_passes_the_same(written: str, passed: object):
    file_alone = settings(f"platform:guards: {written}")

    assert settings(f"platform:guards: {written}", {"platform:guards": json.dumps(passed)}) == file_alone


@pytest.mark.parametrize(
    ("written", "passed", "expected"),
    [
        ("{a: 1}", {"a": 2}, {"a": 2}),
        ("{a: 1}", {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        ("{a: [x]}", {"a": ["x", "y"]}, {"a": ("x", "y")}),
        ("{a: true}", {"a": False}, {"a": False}),
        ("{a: 1}", {"a": "1"}, {"a": 1}),
    ],
)
def test_the_engine_counts_where_it_passes_something_else(written: str, passed: object, expected: object):
    assert settings(f"platform:guards: {written}", {"platform:guards": json.dumps(passed)}) == {"guards": expected}


def test_the_engine_may_pass_what_the_file_lacks():
    assert settings("platform:layer: all", {"aws:region": "eu-west-1", "platform:tenants": '["a"]', "x:y": "z"}) == {
        "layer": "all",
        "region": "eu-west-1",
        "tenants": ("a",),
    }


def test_what_the_engine_decrypted_is_not_used():
    text = "platform:guards: {maxHourlyUSD: {secure: v1:abc}}"
    engine: dict[str, object] = {"platform:guards": '{"maxHourlyUSD": "12"}'}

    assert settings(text, engine, ("platform:guards",)) == {"guards": {}}


SECRETS = {
    "only the engine knows it": ("", {"platform:layer": "hunter2"}, "1:1: platform:layer"),
    "the file has other text": ("platform:layer: all", {"platform:layer": "hunter2"}, "11:3: platform:layer"),
    "the file has the same text": ("platform:layer: hunter2", {"platform:layer": "hunter2"}, "11:3: platform:layer"),
    "a setting that is required": ("", {"platform:cluster": '{"name": "hunter2"}'}, "3:3: platform:cluster"),
    "the region": ("", {"aws:region": "hunter2"}, "2:3: aws:region"),
    "a part of it": (
        "platform:layer: {x: {secure: v1:abc}}",
        {"platform:layer": '{"x": "hunter2"}'},
        "11:20: platform:layer.x",
    ),
}
"""Name -> (line of the file, what the engine passes, where the report points at)."""


@pytest.mark.parametrize(("line", "engine", "place"), SECRETS.values(), ids=SECRETS)
def test_a_secret_is_refused_and_not_repeated(project: Project, line: str, engine: dict[str, object], place: str):
    project.stack(f"  {line}\n" if line else "")

    findings = load(project.root, "dev", engine, tuple(engine)).findings

    assert [finding.line() for finding in findings] == [
        f"Pulumi.dev.yaml:{place}: a secret value, which settings and manifests would show; "
        "write it in plain text, or refer to a secret by name  [E004]"
    ]


def test_secrets_of_others_are_none_of_ours(project: Project):
    assert load(project.root, "dev", {"aws:token": "hunter2"}, ("aws:token",)).findings == ()


def test_an_overridden_value_stands_at_its_key(project: Project):
    config = {"platform:tenants": '["alpha", "beta", "gamma"]'}

    assert project.lines(config) == [
        "Pulumi.dev.yaml:10:21: platform:tenants[2]: tenants/gamma.yaml does not exist; add it or remove gamma  [E012]"
    ]


def test_the_engine_alone_is_enough(project: Project):
    written = parse_document((project.root / FILE).read_text(), FILE).data["config"]
    (project.root / FILE).unlink()

    loaded = project.load(
        {key: value if isinstance(value, str) else json.dumps(value) for key, value in written.items()}
    )

    assert loaded.findings == ()
    assert loaded.platform is not None
    assert [tenant.name for tenant in loaded.platform.tenants] == ["alpha", "beta"]


def test_text_set_on_the_command_line_is_refused_at_the_files_first_line(project: Project):
    (project.root / FILE).unlink()
    config = {"platform:tenants": "alpha"}

    assert 'Pulumi.dev.yaml:1:1: platform:tenants: text "alpha" where a list is expected; write [alpha]  [E004]' in (
        project.lines(config)
    )


def test_a_folder_without_project_is_named(project: Project):
    (project.root / "Pulumi.yaml").unlink()

    with pytest.raises(NoProject) as caught:
        project.load()

    assert str(caught.value) == (
        f"{project.root} holds no Pulumi.yaml; change to the project's folder or name it with --project"
    )


def test_an_unknown_stack_is_named(project: Project):
    project.write("Pulumi.prod.yaml", "config: {}\n")

    with pytest.raises(NoProject) as caught:
        load(project.root, "prdo")

    assert str(caught.value) == (
        "Pulumi.prdo.yaml does not exist; stacks of this project: dev, prod, name one with --stack"
    )
