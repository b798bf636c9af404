"""The commands as the operator meets them: messages and exit status. Nothing is started."""

import errno
import os

import pytest

from localcloud import __main__ as commands
from localcloud import instance as instances
from localcloud import lifecycle
from tests.loading.builders import Project


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(instances, "INSTANCES", tmp_path / ".localcloud")
    return tmp_path / ".localcloud"


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        commands.main(arguments)
    printed = capsys.readouterr()
    return ended.value.code or 0, printed.out, printed.err


def test_an_error_is_one_message_without_traceback(capsys):
    assert run(capsys, "--name", "Prod", "up") == (
        1,
        "",
        "localcloud: instance name 'Prod' is not usable; "
        "write 1 to 30 of a-z, 0-9 and -, with a letter or digit first and last\n",
    )


def test_an_interrupt_says_how_to_go_on(capsys, monkeypatch):
    def interrupted(instance):
        raise KeyboardInterrupt

    monkeypatch.setattr(lifecycle, "up", interrupted)

    status, _, error = run(capsys, "up")

    assert (status, error.splitlines()[-1]) == (130, "localcloud: interrupted; repeat the command to go on")


def test_a_full_disk_is_told_without_traceback(capsys, monkeypatch):
    def full(instance):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/cloud/etcd")

    monkeypatch.setattr(lifecycle, "up", full)

    assert run(capsys, "up") == (
        1,
        "",
        "localcloud: /cloud/etcd: no space left on device; put that right and repeat the command\n",
    )


def test_another_refusal_of_the_system_is_a_bug(monkeypatch):
    def refused(instance):
        raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))

    monkeypatch.setattr(lifecycle, "up", refused)

    with pytest.raises(ConnectionRefusedError):
        commands.main(["up"])


@pytest.mark.parametrize(
    ("tenant", "stack", "workload", "message"),
    [
        ("alpha", "dev", b"\xff", "the workload is not UTF-8; save it as UTF-8"),
        (
            "alpha",
            "a\x1b[31m",
            b"",
            r"Pulumi.a\x1b[31m.yaml does not exist; stacks of this project: dev, name one with --stack",
        ),
        ("\x1b[31m", "dev", b"", r"\x1b[31m has no pools in stack dev; give a tenant of the list that is active"),
    ],
)
def test_try_refuses_before_anything_starts(capsys, tmp_path, tenant, stack, workload, message):
    Project.of_two(tmp_path)
    (tmp_path / "workload.yaml").write_bytes(workload)

    status, output, error = run(
        capsys, "try", tenant, str(tmp_path / "workload.yaml"), "--project", str(tmp_path), "--stack", stack
    )

    assert (status, output, error) == (1, "", f"localcloud: {message}\n")


def test_an_unknown_command_is_answered_with_the_usage(capsys):
    status, _, error = run(capsys, "start")

    assert (status, error.splitlines()[-1]) == (2, "Error: No such command 'start'. Did you mean 'status'?")


def test_the_help_shows_the_line_of_each_command_whole(capsys):
    status, out, _ = run(capsys, "--help")

    assert (status, [line for line in out.splitlines()[1:] if line.endswith("...")]) == (0, [])


def test_status_of_what_is_not_up_is_a_failure_for_scripts(capsys):
    status, out, _ = run(capsys, "status")

    assert (status, [line.split()[0] for line in out.splitlines()]) == (1, ["part", *lifecycle.PARTS])


@pytest.mark.parametrize("command", ["deploy", "destroy", "preview", "env"])
def test_commands_that_need_a_running_instance_name_the_remedy(capsys, command):
    status, _, error = run(capsys, command)

    assert (status, error) == (
        1,
        "localcloud: instance 'default' is not up (etcd, kube-apiserver, kube-controller-manager, kube-scheduler, "
        "kwok, aws, karpenter-starter not running); run: python -m localcloud up\n",
    )


def test_down_of_all_names_each_instance(capsys, folder):
    for name in ("default", "upgrade"):
        instances.instance(name).claim()

    status, out, _ = run(capsys, "down", "--all")

    assert (status, out) == (0, "instance default is gone\ninstance upgrade is gone\n")
    assert not folder.exists()


def test_logs_of_one_part_are_bare_and_of_all_parts_named(capsys):
    chosen = instances.instance("default")
    chosen.claim()
    chosen.logs.mkdir()
    (chosen.logs / "etcd.log").write_text("one\ntwo\n")
    (chosen.logs / "aws.log").write_text("three\n")

    assert run(capsys, "logs", "etcd")[1] == "one\ntwo\n"
    assert run(capsys, "logs")[1] == "etcd: one\netcd: two\naws: three\n"
