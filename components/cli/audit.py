"""`karpenter-tenants audit`."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.printable import printable
from .live_cluster import connected, kubeconfig_option
from .project import examined, project_options, valid_platform

if TYPE_CHECKING:
    from ..auditing.account import Account
    from ..rendering.facts import ClusterFacts


@click.command()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--no-aws", is_flag=True, help="Look at the cluster alone; needs no AWS credentials.")
@kubeconfig_option
@project_options
def command(project: Path | None, stack: str, kubeconfig: Path | None, form: str, no_aws: bool) -> None:
    """Show where the running cluster and its account depart from the files. Changes nothing.

    AWS is asked with the credentials of the environment. Each departure has a code, and what to do about it; values
    that only a deployment knows, such as ids of a network that is made, are not compared.

    Exit code 1 when there is a departure.
    """
    from ..auditing.account import Files
    from ..auditing.run import audit
    from ..live.cluster_objects import read_objects
    from ..versions import karpenter_version
    from .documents import stack_documents
    from .placeholders import cluster_facts

    platform = valid_platform(examined(project, stack))
    settings = platform.settings
    facts = cluster_facts(settings, platform.region, karpenter_version(settings.karpenter.version))
    account = None if no_aws else _account(facts)
    if account is not None:
        facts = replace(facts, account=account.caller.split(":")[4])
    files = Files(settings, platform.tenants, facts, tuple(stack_documents(platform, facts)))
    with connected(kubeconfig) as api:
        objects = read_objects(api, [each for each in files.documents if "apiVersion" in each])
    found = audit(files, objects, account)
    if form == "json":
        click.echo(json.dumps([asdict(each) for each in found], indent=2))
    else:
        click.echo("\n".join((*(printable(each.line()) for each in found), _closing(len(found)))))
    raise SystemExit(1 if found else 0)


def _account(facts: "ClusterFacts") -> "Account":
    from ..live.account import AccountError, read_account

    try:
        return read_account(facts.name, facts.region)
    except AccountError as error:
        click.echo(f"the account does not answer: {printable(str(error))}; log in, or write --no-aws", err=True)
        raise SystemExit(1) from None


def _closing(departures: int) -> str:
    if not departures:
        return "cluster and files agree"
    return f"{departures} departure{'' if departures == 1 else 's'}, nothing was changed"
