"""Start, keep, restart and removal of parts. The parts are small scripts; no server is started.

What these tests do not prove: that the real parts become healthy; tests/cloud does.
"""

import json
import os
import signal

import pytest

from localcloud import instance as instances
from localcloud import lifecycle, processes
from localcloud.errors import LocalCloudError
from localcloud.instance import instance
from localcloud.part import Part

RUNS = "trap 'exit 0' TERM; echo $$ > \"$2\"; while true; do sleep 0.1; done"
"""A script that has come this far is healthy: it leaves its id in the file that its second argument names."""


@pytest.fixture
def parts(tmp_path, monkeypatch):
    """An instance whose parts are shell scripts, as {name: script}; each has one port."""
    monkeypatch.setattr(instances, "INSTANCES", tmp_path / ".localcloud")
    monkeypatch.setattr(lifecycle, "build_missing", lambda tools: None)
    monkeypatch.setattr(lifecycle, "lay_providers", lambda home: None)
    monkeypatch.setattr(lifecycle, "lay_language_host", lambda: None)

    def use(scripts):
        makers = {name: _maker(name, script, tmp_path / f"{name}.healthy") for name, script in scripts.items()}
        monkeypatch.setattr(lifecycle, "STAGES", [{name: make} for name, make in makers.items()])
        monkeypatch.setattr(lifecycle, "PARTS", tuple(makers))
        monkeypatch.setattr(lifecycle, "ALL_PORTS", dict.fromkeys(makers, ("http",)))
        return instance("test")

    yield use
    lifecycle.down(instance("test"))


def _maker(name, script, left):
    def make(chosen, ports):
        port = str(ports[name]["http"])

        def healthy():
            pid = left.read_text().strip() if left.exists() else ""
            return any(
                record.part == name and record.running and str(record.pid) == pid
                for record in processes.recorded(chosen.records)
            )

        return Part(name=name, command=("/bin/sh", "-c", script, "sh", port, str(left)), healthy=healthy)

    return make


def running(chosen):
    return {record.part: record.pid for record in processes.recorded(chosen.records) if record.running}


def test_up_starts_all_parts_in_order(parts, capsys):
    chosen = parts({"etcd": RUNS, "aws": RUNS})

    lifecycle.up(chosen)

    assert capsys.readouterr().out == "etcd: up\naws: up\n"
    assert list(lifecycle.running_ports(chosen)) == ["etcd", "aws"]


def test_a_second_up_keeps_what_runs(parts, capsys):
    chosen = parts({"etcd": RUNS, "aws": RUNS})
    lifecycle.up(chosen)
    before = running(chosen)
    capsys.readouterr()

    lifecycle.up(chosen)

    assert running(chosen) == before
    assert capsys.readouterr().out == ""


def test_a_part_that_has_ended_is_started_again_with_its_port(parts):
    chosen = parts({"etcd": RUNS, "aws": RUNS})
    lifecycle.up(chosen)
    before, ports = running(chosen), lifecycle.running_ports(chosen)
    os.kill(before["etcd"], signal.SIGKILL)
    while "etcd" in running(chosen):
        pass

    lifecycle.up(chosen)

    assert running(chosen)["aws"] == before["aws"]
    assert lifecycle.running_ports(chosen) == ports


def test_a_part_whose_command_has_changed_is_restarted(parts):
    chosen = parts({"etcd": RUNS, "aws": RUNS})
    lifecycle.up(chosen)
    before = running(chosen)

    lifecycle.up(parts({"etcd": f"true; {RUNS}", "aws": RUNS}))

    assert running(chosen)["etcd"] != before["etcd"]
    assert running(chosen)["aws"] == before["aws"]


def test_without_the_aws_stand_in_everything_starts_anew(parts, capsys):
    chosen = parts({"etcd": RUNS, "aws": RUNS})
    lifecycle.up(chosen)
    before = running(chosen)
    (chosen.pulumi_state / "stack").touch()
    os.kill(before["aws"], signal.SIGKILL)
    while "aws" in running(chosen):
        pass
    capsys.readouterr()

    lifecycle.up(chosen)

    assert running(chosen)["etcd"] != before["etcd"]
    assert not (chosen.pulumi_state / "stack").exists()
    assert capsys.readouterr().out.splitlines()[0] == (
        "the AWS stand-in has ended, and what was deployed with it: starting anew"
    )


def test_a_port_that_was_taken_meanwhile_is_replaced(parts, tmp_path):
    marker = tmp_path / "tried"
    fails_once = f'[ -e "{marker}" ] || {{ echo "$1" > "{marker}"; echo address already in use; exit 1; }}'
    chosen = parts({"etcd": f"{fails_once}; {RUNS}"})

    lifecycle.up(chosen)

    assert lifecycle.running_ports(chosen)["etcd"]["http"] != int(marker.read_text())
    assert json.loads(chosen.ports.read_text()) == lifecycle.running_ports(chosen)


def test_a_part_that_ends_shows_what_it_said(parts):
    chosen = parts({"etcd": "echo cannot open data; exit 3"})

    with pytest.raises(LocalCloudError) as failed:
        lifecycle.up(chosen)

    assert str(failed.value) == (
        "etcd has ended; repeat: python -m localcloud --name test up, "
        "or begin anew after: python -m localcloud --name test down\n"
        f"its log ({chosen.logs}/etcd.log) ends with:\ncannot open data"
    )


def test_down_leaves_no_process_and_no_file(parts, tmp_path):
    chosen = parts({"etcd": RUNS, "aws": RUNS})
    lifecycle.up(chosen)
    pids = running(chosen).values()

    lifecycle.down(chosen)

    assert [pid for pid in pids if os.path.exists(f"/proc/{pid}/exe")] == []
    assert not (tmp_path / ".localcloud").exists()


def test_a_controller_is_shown_while_there_is_one_and_goes_with_the_rest(parts, tmp_path):
    chosen = parts({"etcd": RUNS})
    lifecycle.up(chosen)
    controller = processes.start(
        chosen.records,
        "karpenter",
        ["/bin/sleep", "100"],
        ports={"metrics": 1, "health": 1},
        env=dict(os.environ),
        log=chosen.logs / "karpenter.log",
    )

    shown = [(name, healthy) for name, _, healthy in lifecycle.parts_of(chosen)]
    lifecycle.down(chosen)

    assert shown == [("etcd", True), ("karpenter", False)]
    assert not controller.running


def test_down_works_on_files_of_another_version(parts, tmp_path):
    chosen = parts({"etcd": RUNS})
    lifecycle.up(chosen)
    (chosen.folder / "version.json").write_text(json.dumps({"version": 0}))

    lifecycle.down(chosen)

    assert not (tmp_path / ".localcloud").exists()


def test_what_is_not_up_has_a_remedy(parts):
    chosen = parts({"etcd": RUNS, "aws": RUNS})

    with pytest.raises(LocalCloudError) as refused:
        lifecycle.running_ports(chosen)

    assert str(refused.value) == (
        "instance 'test' is not up (etcd, aws not running); run: python -m localcloud --name test up"
    )


def test_status_asks_what_runs_although_another_part_does_not(parts):
    chosen = parts({"etcd": RUNS, "aws": RUNS})
    lifecycle.up(chosen)
    parts({"etcd": RUNS, "aws": RUNS, "kwok": RUNS})

    found = lifecycle.parts_of(chosen)

    assert [(name, healthy) for name, _, healthy in found] == [("etcd", True), ("aws", True), ("kwok", False)]
