"""Deploys the program of this checkout into an instance, and takes it out again.

A deployment that was killed must not block the next one. What the kill left is put right first: the engine itself, its
providers, the lock of the stack, and operations of which nobody knows whether they happened.
"""

import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import processes
from .building import build_missing
from .building.tools import KARPENTER_VERSIONS, karpenter_controller
from .engine import engine
from .environment import engine_environment, without_own_settings
from .errors import LocalCloudError
from .folders import CHECKOUT
from .instance import Instance
from .karpenter import controller
from .leftovers import ENGINE, end_leftovers
from .lifecycle import held, remove_all, running_ports, start_parts
from .ports import LOOPBACK
from .process_table import command_lines

if TYPE_CHECKING:
    from components.model.platform import PlatformSettings

STACK = "local"
"""The stack of the local cloud: Pulumi.local.yaml."""

METRICS = "KARPENTER_TENANTS_METRICS"
"""Variable by which `karpenter-tenants status` finds the metrics of a controller that no API server reaches."""

_UNATTENDED = ("--yes", "--skip-preview")
_TENANT = "karpenter-tenants:index:Tenant"


def deploy(instance: Instance) -> None:
    """`pulumi up` of the stack `local`, which is made if need be.

    Raises:
        LocalCloudError: The instance is not up, the stack file cannot be read, or Pulumi said why it failed.
    """
    with held(instance):
        running_ports(instance)
        _build_controller(_settings().karpenter.version)
        refresh = _put_right(instance)
        _pulumi(instance, "stack", "select", STACK, "--create")
        _pulumi(instance, "up", "--stack", STACK, *_UNATTENDED, *(["--refresh"] if refresh else []))


def preview(instance: Instance) -> None:
    """`pulumi preview` of the stack `local`."""
    with held(instance):
        running_ports(instance)
        _settings()
        _put_right(instance)
        _pulumi(instance, "stack", "select", STACK, "--create")
        _pulumi(instance, "preview", "--stack", STACK)


def destroy(instance: Instance) -> None:
    """Takes the protection from every resource of the stack `local`, then `pulumi destroy`; the instance stays up.

    Raises:
        LocalCloudError: The instance is not up, Karpenter does not run to let its objects go, or Pulumi said why it
            failed.
    """
    with held(instance):
        running_ports(instance)
        _put_right(instance)
        if not _checkpoint(instance):
            print(f"stack {STACK} is not deployed, nothing to destroy", flush=True)
            return
        _refuse_without_controller(instance)
        _pulumi(instance, "state", "unprotect", "--all", "--yes", "--stack", STACK)
        _pulumi(instance, "destroy", "--stack", STACK, *_UNATTENDED)


def _refuse_without_controller(instance: Instance) -> None:
    """The engine runs no program when it destroys, and would wait without a word for finalizers that nobody removes."""
    from components.live import ApiError, api_from_file
    from components.live.controller import read_controller_fault
    from components.live.snapshot import NODE_CLASSES, NODE_POOLS

    try:
        api = api_from_file(instance.kubeconfig)
        # Karpenter goes after its objects: without any it may be gone.
        if api.list(NODE_POOLS) or api.list(NODE_CLASSES):
            fault = read_controller_fault(api, _settings().karpenter.namespace)
            if fault:
                raise LocalCloudError(f"{fault}, and repeat the command, which has deleted nothing")
    except ApiError as error:
        raise LocalCloudError(f"the API server of instance {instance.name!r} does not answer: {error}") from None


def environment(instance: Instance) -> dict[str, str]:
    """The whole environment in which `pulumi` works on a running instance.

    Raises:
        LocalCloudError: The instance is not up.
    """
    set_here = engine_environment(instance, running_ports(instance), os.environ.get("PATH", os.defpath))
    return {**without_own_settings(os.environ), **set_here}


def shell_environment(instance: Instance) -> dict[str, str]:
    """The same for the operator's shell, with what tools beside Pulumi need: the region, which is in the stack, and
    where Karpenter's metrics are, since the API server reaches no pod here. The shell outlives the instance, and keeps
    its own folder for temporary files."""
    own = {name: value for name, value in environment(instance).items() if name != "TMPDIR"}
    own |= {name: value for name, value in os.environ.items() if name == "TMPDIR"}
    region = _settings().region
    started = controller.record(instance)
    metrics = {METRICS: f"http://{LOOPBACK}:{started.ports['metrics']}/metrics"} if started else {}
    return {**own, **metrics, "AWS_REGION": region, "AWS_DEFAULT_REGION": region}


def _settings() -> "PlatformSettings":
    """What the program will read of the stack.

    Raises:
        LocalCloudError: The program could not read the stack file either; the engine would say so in words of its own,
            without the place.
    """
    from components.loading import InvalidPlatform, load  # other commands need not wait for it

    try:
        loaded = load(CHECKOUT, STACK)
    except InvalidPlatform as error:
        raise LocalCloudError(error.report()) from None
    if loaded.platform is None:
        report = InvalidPlatform(loaded.findings, loaded.tenant_files).report()
        raise LocalCloudError(f"the stack {STACK} cannot be read:\n{report}")
    return loaded.platform.settings


def _build_controller(version: str) -> None:
    """Builds the controller of the version that the stack asks for, if it runs here at all and is not there yet."""
    if version in KARPENTER_VERSIONS:
        build_missing([karpenter_controller(version)])


def _put_right(instance: Instance) -> bool:
    """Removes what a killed run left; returns whether the state has to be compared with the cloud first."""
    end_leftovers(instance)
    _release(instance)
    pending = [operation["type"] for operation in _checkpoint(instance).get("pending_operations") or []]
    if "creating" in pending:
        # Whether those resources exist is in no state; at AWS one would have to look. Here a new cloud is quicker.
        print(
            f"the last run was killed while it created {pending.count('creating')} resources: starting anew", flush=True
        )
        remove_all(instance)
        start_parts(instance)
        return False
    return bool(pending)


def _release(instance: Instance) -> None:
    """Removes the stack's lock when the engine that took it is gone."""
    for lock in (instance.pulumi_state / ".pulumi" / "locks").rglob(f"{STACK}/*.json"):
        pid = json.loads(lock.read_text(encoding="utf-8"))["pid"]
        if "pulumi" in command_lines().get(pid, ""):
            raise LocalCloudError(f"process {pid} works on stack {STACK}; wait for its end, or end it: kill -INT {pid}")
        print(f"the last run on stack {STACK} was killed: removing its lock", flush=True)
        lock.unlink()


def _checkpoint(instance: Instance) -> dict[str, Any]:
    """The stack's deployment as the engine keeps it; empty when there is none."""
    for file in (instance.pulumi_state / ".pulumi" / "stacks").rglob(f"{STACK}.json"):
        return json.loads(file.read_text(encoding="utf-8")).get("checkpoint", {}).get("latest") or {}
    return {}


def _pulumi(instance: Instance, *arguments: str) -> None:
    """Runs the engine in the foreground, recorded, so that the next command can end it should this one be killed."""
    status = _run(instance, [str(engine()), *arguments, "--non-interactive"])
    if status < 0:
        raise LocalCloudError(f"pulumi {arguments[0]} was ended by signal {-status}; repeat the command to go on")
    if status > 0:
        raise LocalCloudError(f"pulumi {arguments[0]} failed; {_remedy(instance)}")


def _remedy(instance: Instance) -> str:
    """What to do about what the engine said: of protected resources it says the wrong thing, to unprotect them."""
    gone = sorted(_protected_tenants(instance) - set(_settings().tenants))
    if not gone:
        return "put right what it says above and repeat the command"
    return (
        f"deployed and no longer in platform:tenants: {', '.join(gone)}; unprotect nothing, list the name again "
        "and write state: offboarding into its file first"
    )


def _protected_tenants(instance: Instance) -> set[str]:
    """Tenants of the last deployment that have protected resources."""
    resources = {each["urn"]: each for each in _checkpoint(instance).get("resources") or []}
    found: set[str] = set()
    for resource in resources.values():
        above = resource if resource.get("protect") else None
        while above is not None and above["type"] != _TENANT:
            above = resources.get(above.get("parent", ""))
        if above is not None:
            found.add(above["urn"].rpartition("::")[2])
    return found


def _run(instance: Instance, command: Sequence[str]) -> int:
    process = processes.start_in_foreground(instance.records, ENGINE, command, env=environment(instance))
    interrupted = False
    while process.returncode is None:
        try:
            process.wait()
        except KeyboardInterrupt:
            # The terminal has sent it to the engine as well, which ends in order: what is under way is finished first.
            interrupted = True
    processes.forget(instance.records, ENGINE)
    if interrupted and process.returncode:
        raise KeyboardInterrupt
    return process.returncode
