"""Brings an instance up and down, and tells how it is.

`up` may be repeated at any time, after being killed as well: a part that runs as it should is kept, every other one is
started anew. `down` needs nothing but the records of the processes, so it works on whatever is left.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from . import aws_server, control_plane, karpenter_starter, node_simulator, processes
from .building import build_missing
from .engine import installed_engine, tools_for_deployment
from .environment import without_own_settings
from .errors import LocalCloudError
from .instance import Instance
from .karpenter import controller
from .leftovers import end_leftovers
from .locking import locked
from .part import Part, Ports, answers
from .plugins import lay_language_host, lay_providers
from .ports import LOOPBACK, choose
from .processes import Record

PartMaker = Callable[[Instance, Ports], Part]

ALL_PORTS: Mapping[str, Sequence[str]] = {
    **control_plane.PORTS,
    **aws_server.PORTS,
    **node_simulator.PORTS,
    **karpenter_starter.PORTS,
}

STAGES: Sequence[Mapping[str, PartMaker]] = (
    {control_plane.ETCD: control_plane.etcd},
    {control_plane.API_SERVER: control_plane.api_server},
    {
        control_plane.CONTROLLER_MANAGER: control_plane.controller_manager,
        control_plane.SCHEDULER: control_plane.scheduler,
        node_simulator.NODE_SIMULATOR: node_simulator.node_simulator,
        aws_server.AWS: aws_server.aws_server,
        karpenter_starter.KARPENTER_STARTER: karpenter_starter.karpenter_starter,
    },
)
"""Parts by the order of their start; those of one stage start together."""

PARTS = tuple(name for stage in STAGES for name in stage)

WITH_LOGS = (*PARTS, controller.CONTROLLER)
"""Every part that writes a log."""

_SECONDS_TO_HEALTH = 90
"""On a machine that is busy compiling; an idle one needs 3."""

_TRIES = 3
"""A port can be taken between its choice and its use."""

_SMALL_HEAPS = {"GOGC": "50"}
"""Go programs collect when their heap has grown by half instead of doubling (Go, package runtime), so that all parts
fit into 1.5 GB. The controller has it from its starter."""

_PORT_TAKEN = ("address already in use", "Address already in use")


def up(instance: Instance) -> None:
    """Starts what does not run and waits until every part says that it is healthy.

    Raises:
        LocalCloudError: A part ended or did not become healthy; what its log ends with is in the message.
    """
    with held(instance):
        start_parts(instance)


def down(instance: Instance) -> None:
    """Ends every process of the instance and removes every file of it, whatever state they are in."""
    with held(instance):
        remove_all(instance)
        instance.lock.unlink()
        _remove_if_empty(instance.folder.parent)


def held(instance: Instance) -> contextlib.AbstractContextManager[None]:
    """Keeps other commands from changing the instance meanwhile."""
    return locked(instance.lock, f"another command on instance {instance.name!r} to end")


def start_parts(instance: Instance) -> None:
    """`up`, for callers that hold the instance."""
    instance.claim()
    if _aws_was_lost(instance):
        # What the API server and Pulumi's state speak of is not there any more: each on its own would be a lie.
        print("the AWS stand-in has ended, and what was deployed with it: starting anew", flush=True)
        remove_all(instance)
        instance.claim()
    build_missing(tools_for_deployment())
    lay_providers(instance.pulumi_home)
    if not installed_engine():
        lay_language_host()
    instance.pulumi_state.mkdir(parents=True, exist_ok=True)
    instance.logs.mkdir(exist_ok=True)
    instance.temporary.mkdir(exist_ok=True)
    _start_all(instance)


def remove_all(instance: Instance) -> None:
    """`down`, for callers that hold the instance."""
    end_leftovers(instance)
    # Before it is looked what there is to end: it starts and ends the controller.
    processes.end(
        instance.records,
        [
            record
            for record in processes.recorded(instance.records)
            if record.part == karpenter_starter.KARPENTER_STARTER
        ],
    )
    # In the reverse order of their start: a part without the one that it stands on fills its log.
    records = sorted(processes.recorded(instance.records), key=lambda record: _position(record.part), reverse=True)
    processes.end(instance.records, records)
    if instance.exists():
        instance.remove()


def running_ports(instance: Instance) -> dict[str, Mapping[str, int]]:
    """The ports of the running parts.

    Raises:
        LocalCloudError: The instance is not up.
    """
    if instance.exists():
        instance.claim()
    records = {record.part: record for record in processes.recorded(instance.records) if record.running}
    missing = [part for part in PARTS if part not in records]
    if missing:
        raise LocalCloudError(
            f"instance {instance.name!r} is not up ({', '.join(missing)} not running); run: {instance.command('up')}"
        )
    return {part: records[part].ports for part in PARTS}


def parts_of(instance: Instance) -> list[tuple[str, Record | None, bool]]:
    """Each part with its record (None: never started) and whether it is healthy."""
    records = {record.part: record for record in processes.recorded(instance.records)}
    # A part that never ran answers nowhere; the others are asked all the same.
    ports = {
        part: records[part].ports if part in records else dict.fromkeys(names, 0) for part, names in ALL_PORTS.items()
    }
    found: list[tuple[str, Record | None, bool]] = []
    for stage in STAGES:
        for name, make in stage.items():
            record = records.get(name)
            healthy = bool(record and record.running and make(instance, ports).healthy())
            found.append((name, record, healthy))
    if controller.CONTROLLER in records:
        # There only while its Deployment is.
        found.append((controller.CONTROLLER, records[controller.CONTROLLER], _probed(records[controller.CONTROLLER])))
    return found


def _probed(record: Record) -> bool:
    """What the liveness probe of the controller's container would say."""
    return record.running and answers(f"http://{LOOPBACK}:{record.ports['health']}/healthz")


def _aws_was_lost(instance: Instance) -> bool:
    """Whether the AWS stand-in ran and ended; it keeps everything in its memory."""
    return any(record.part == aws_server.AWS and not record.running for record in processes.recorded(instance.records))


def _start_all(instance: Instance) -> None:
    records = {record.part: record for record in processes.recorded(instance.records)}
    ports = _ports(instance, records)
    for stage in STAGES:
        waiting = {}
        for name, make in stage.items():
            part = make(instance, ports)
            if not _kept(records.get(name), part):
                waiting[name] = _start(instance, records.get(name), part, ports[name])
        for name, record in waiting.items():
            _wait(instance, stage[name], ports, record)
            print(f"{name}: up", flush=True)


def _ports(instance: Instance, records: Mapping[str, Record]) -> dict[str, dict[str, int]]:
    """Ports of what runs as they are, those of the last start where they are still free, others anew."""
    before = json.loads(instance.ports.read_text(encoding="utf-8")) if instance.ports.exists() else {}
    ports: dict[str, dict[str, int]] = {}
    for part, names in ALL_PORTS.items():
        record = records.get(part)
        if record and record.running:
            ports[part] = dict(record.ports)
        else:
            ports[part] = choose(names, before.get(part, {}))
    _save_ports(instance, ports)
    return ports


def _save_ports(instance: Instance, ports: Ports) -> None:
    half_written = instance.ports.with_suffix(".new")
    half_written.write_text(json.dumps(ports), encoding="utf-8")
    half_written.replace(instance.ports)


def _kept(record: Record | None, part: Part) -> bool:
    return bool(record and record.running and record.command == part.command and part.healthy())


def _start(instance: Instance, before: Record | None, part: Part, ports: Mapping[str, int]) -> Record:
    if before:
        processes.end(instance.records, [before])
    part.prepare()
    environment = {**without_own_settings(os.environ), **_SMALL_HEAPS, **part.environment}
    return processes.start(
        instance.records, part.name, part.command, ports=ports, env=environment, log=_log(instance, part.name)
    )


def _wait(instance: Instance, make: PartMaker, ports: dict[str, dict[str, int]], record: Record) -> None:
    """Waits for health; a part whose port was taken meanwhile gets another one."""
    name, last_lines = record.part, ""
    for _ in range(_TRIES):
        if _becomes_healthy(record, make(instance, ports)):
            return
        last_lines = _last_lines(_log(instance, name))
        if record.running or not any(text in last_lines for text in _PORT_TAKEN):
            break
        ports[name] = choose(ports[name], {})
        _save_ports(instance, ports)
        record = _start(instance, record, make(instance, ports), ports[name])
    state = "is not healthy" if record.running else "has ended"
    raise LocalCloudError(
        f"{name} {state}; repeat: {instance.command('up')}, or begin anew after: {instance.command('down')}\n"
        f"its log ({_log(instance, name)}) ends with:\n{last_lines}"
    )


def _becomes_healthy(record: Record, part: Part) -> bool:
    deadline = time.monotonic() + _SECONDS_TO_HEALTH
    while time.monotonic() < deadline and record.running:
        if part.healthy():
            return True
        time.sleep(0.1)
    return False


def _log(instance: Instance, part: str) -> Path:
    return instance.logs / f"{part}.log"


def _last_lines(log: Path) -> str:
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:])


def _position(part: str) -> int:
    return PARTS.index(part) if part in PARTS else len(PARTS)


def _remove_if_empty(folder: Path) -> None:
    if folder.exists() and not any(folder.iterdir()):
        folder.rmdir()
