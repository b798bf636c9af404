"""The language host by its protocol, with programs that need no engine.

What these tests do not prove: that an engine understands it; tests/cloud does.
"""

import os
import signal
import subprocess
import sys

import grpc
import pytest
from google.protobuf import empty_pb2, struct_pb2
from pulumi.runtime.proto import language_pb2, language_pb2_grpc

from localcloud import language_host
from localcloud.folders import CHECKOUT
from localcloud.language_host import LanguageHost, interpreter, program_command, program_environment

ENGINE = "127.0.0.1:1234"


def request(**changes):
    info = language_pb2.ProgramInfo(root_directory="/p", program_directory="/p/program", entry_point=".")
    given = {
        "project": "platform",
        "stack": "local",
        "organization": "organization",
        "pwd": "/p/program",
        "monitor_address": "127.0.0.1:5678",
        "parallel": 8,
        "dryRun": True,
        "info": info,
    }
    return language_pb2.RunRequest(**{**given, **changes})


def options(**values):
    struct = struct_pb2.Struct()
    struct.update(values)
    return struct


def test_command_line_of_a_preview():
    assert program_command(request(args=["extra"]), ENGINE) == [
        sys.executable,
        "-u",
        str(CHECKOUT / "localcloud" / "bin" / "pulumi-language-python-exec"),
        *("--monitor", "127.0.0.1:5678"),
        *("--engine", ENGINE),
        *("--project", "platform"),
        *("--stack", "local"),
        *("--pwd", "/p/program"),
        *("--dry_run", "true"),
        *("--parallel", "8"),
        *("--root_directory", "/p"),
        *("--organization", "organization"),
        "/p/program",
        "extra",
    ]


def test_command_line_of_an_update_says_so():
    command = program_command(request(dryRun=False), ENGINE)

    assert command[command.index("--dry_run") + 1] == "false"


def test_configuration_travels_as_json():
    environment = program_environment(
        request(config={"aws:region": "eu-central-1"}, configSecretKeys=["a:b"]), {"HOME": "/h"}
    )

    assert environment == {
        "HOME": "/h",
        "PULUMI_CONFIG": '{"aws:region": "eu-central-1"}',
        "PULUMI_CONFIG_SECRET_KEYS": '["a:b"]',
    }


def test_the_environment_that_the_project_names_is_used(tmp_path):
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    info = language_pb2.ProgramInfo(root_directory=str(tmp_path), options=options(virtualenv=".venv"))

    assert interpreter(info) == str(python)


def test_a_missing_environment_is_an_error_of_the_run_with_its_remedy(tmp_path):
    info = language_pb2.ProgramInfo(root_directory=str(tmp_path), options=options(virtualenv=".venv"))

    answer = LanguageHost(ENGINE).Run(request(info=info), None)

    assert answer == language_pb2.RunResponse(
        error=f"Pulumi.yaml: runtime.options.virtualenv: no {tmp_path}/.venv/bin/python; run: make setup"
    )


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (0, language_pb2.RunResponse()),
        (1, language_pb2.RunResponse(error="Program exited with non-zero exit code: 1")),
        (32, language_pb2.RunResponse(bail=True)),
    ],
)
def test_exit_status_of_the_program(tmp_path, monkeypatch, status, answer):
    monkeypatch.setattr(language_host, "EXEC", tmp_path / "exec")
    (tmp_path / "exec").write_text(f"raise SystemExit({status})")

    assert LanguageHost(ENGINE).Run(request(pwd=str(tmp_path)), None) == answer


def test_handshake_tells_where_the_engine_is(tmp_path, monkeypatch):
    monkeypatch.setattr(language_host, "EXEC", tmp_path / "exec")
    (tmp_path / "exec").write_text("import sys; sys.exit(sys.argv[sys.argv.index('--engine') + 1])")
    host = LanguageHost("127.0.0.1:1")

    host.Handshake(language_pb2.LanguageHandshakeRequest(engine_address="127.0.0.1:2"), None)

    assert program_command(request(), host._engine)[6] == "127.0.0.1:2"


def serving():
    process = subprocess.Popen(
        [sys.executable, "-m", "localcloud.language_host", ENGINE], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT
    )
    return process, int(process.stdout.readline())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_line_is_the_port_and_a_signal_ends_it_quietly(number):
    process, port = serving()

    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        host = language_pb2_grpc.LanguageRuntimeStub(channel)
        assert host.GetPluginInfo(empty_pb2.Empty()).version == "3.272.0"
        assert host.GetRequiredPackages(language_pb2.GetRequiredPackagesRequest()).ByteSize() == 0
        assert list(host.InstallDependencies(language_pb2.InstallDependenciesRequest())) == []
        assert host.Cancel(empty_pb2.Empty()) == empty_pb2.Empty()
    process.send_signal(number)

    assert process.communicate()[0] == ""
    assert process.returncode == 0


def test_it_ends_when_its_engine_is_killed():
    # The shell plays the engine: it starts the host as its child and is killed.
    script = f"{sys.executable} -m localcloud.language_host {ENGINE} & wait"
    with subprocess.Popen(["/bin/sh", "-c", script], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT) as engine:
        port = int(engine.stdout.readline())

        os.kill(engine.pid, signal.SIGKILL)
        assert port

        # The pipe is at its end when the host, its last holder, has ended; the time limit of the test is the judge.
        assert engine.stdout.read() == ""
