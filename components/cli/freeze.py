"""`karpenter-tenants freeze`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from ..model.system_error import cause_of
from .live_cluster import connected, kubeconfig_option
from .project import complete_tenants, examined, named_tenant, project_options, project_root, valid_platform

if TYPE_CHECKING:
    from ..checked import Examined
    from ..loading.document import Document
    from ..loading.editing import KeyPath
    from ..model.platform import Platform
    from ..model.tenant import TenantSpec

_NOT_YET_FROZEN: Final = "E022"
"""The error that this command is the remedy of."""


@click.command()
@click.argument("tenant", shell_complete=complete_tenants)
@kubeconfig_option
@project_options
def command(project: Path | None, stack: str, kubeconfig: Path | None, tenant: str) -> None:
    """Write `state: frozen` and the present use of the pools as `frozenLimits` into the file of TENANT.

    After the next `pulumi up` its pools buy no node beyond what they have now, and replace what they lose. Pools with
    `replicas` keep these. On a frozen tenant the amounts are measured again. Nothing else in the file changes.
    """
    from ..live.freezing import NotMeasurable, present_use
    from ..live.snapshot import NODE_POOLS
    from ..loading.editing import NotEditable, with_values
    from ..loading.replacing import replace_file

    examination = _without_the_cause(examined(project, stack))
    spec = _tenant(valid_platform(examination), tenant, stack)
    document = examination.loaded.sources.tenant_file(tenant)
    with connected(kubeconfig) as api:
        node_pools = api.list(NODE_POOLS)
    try:
        used = present_use(spec, node_pools)
        text = with_values(document.text, _values(used))
    except NotMeasurable as error:
        _end(document, error.reasons)
    except NotEditable as error:
        _end(document, [str(error)])
    file = project_root(project) / document.file
    before = _unchanged(file, document)
    try:
        replace_file(file, before.replace(document.text.encode(), text.encode()))
    except OSError as error:
        fix = "make room, or make file and folder writable for whoever runs this"
        _end(document, [f"{document.file} cannot be written: {cause_of(error)}; {fix}"])
    wrong: list[str] | None = None
    try:
        wrong = _wrong(project, stack, tenant, used)
    finally:
        # Also when somebody ends the command before it is known.
        if wrong != []:
            replace_file(file, before)
    if wrong:
        _end(document, wrong)
    click.echo("\n".join([f"{document.file}:", *_lines(spec, used)]))
    click.echo("the cluster is as it was until the next pulumi up", err=True)


def _without_the_cause(examination: "Examined") -> "Examined":
    """The stack as if every frozen tenant had its limits."""
    return replace(examination, findings=tuple(each for each in examination.findings if each.code != _NOT_YET_FROZEN))


def _tenant(platform: "Platform", tenant: str, stack: str) -> "TenantSpec":
    from ..model.enums import Isolation
    from ..rendering.pools import rendered_pools

    spec = named_tenant(platform, tenant, stack)
    if spec.isolation is Isolation.SHARED:
        what = "shares its pool with others, which freezing would hold as well"
        raise click.UsageError(f"{tenant} {what}; bound it by namespaces[].resourceQuota, or write state: suspended")
    if not rendered_pools(spec):
        raise click.UsageError(f"{tenant} is {spec.state} and has no pools to freeze")
    return spec


def _values(used: Mapping[str, Mapping[str, str]]) -> "dict[KeyPath, str]":
    amounts: dict[KeyPath, str] = {
        ("provisioners", key, "frozenLimits", resource): amount
        for key, limits in used.items()
        for resource, amount in limits.items()
    }
    return {**amounts, ("state",): "frozen"}


def _unchanged(file: Path, document: "Document") -> bytes:
    """The file's bytes, if they are still what was read."""
    try:
        content = file.read_bytes()
    except OSError:
        content = b""
    if content.decode("utf-8-sig", "replace") != document.text:
        _end(document, ["the file was changed while the cluster was asked; run the command again"])
    return content


def _wrong(project: Path | None, stack: str, tenant: str, used: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Why the files do not say what was written: errors, or layers that count before the tenant's file."""
    from ..loading.explaining import explained
    from ..model.problem import show_path

    examination = _without_the_cause(examined(project, stack))
    errors = [each.line() for each in examination.findings if each.severity == "error"]
    if errors:
        return ["frozen, the files would not be valid:", *errors]
    wanted = {show_path(path): value for path, value in _values(used).items()}
    return [
        f"{show_path(each.path)}: {each.shown} is set by {each.source}, which counts before this file; remove it there"
        for each in explained(examination.loaded, tenant)
        if wanted.get(show_path(each.path), each.shown) != each.shown
    ]


def _lines(spec: "TenantSpec", used: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    from ..loading.wording import flow

    yield f"  state: frozen{'' if spec.state == 'frozen' else f', was {spec.state}'}"
    for key, provisioner in spec.provisioners.items():
        if key not in used:
            yield f"  provisioners.{key}: static, keeps replicas {provisioner.replicas}"
            continue
        before = dict(provisioner.frozen_limits)
        was = f", was {flow(before)}" if before and before != used[key] else ""
        yield f"  provisioners.{key}.frozenLimits: {flow(dict(used[key]))}{was}"


def _end(document: "Document", reasons: Sequence[str]) -> NoReturn:
    click.echo("\n".join([*reasons, f"{document.file} was not changed"]), err=True)
    raise SystemExit(1)
