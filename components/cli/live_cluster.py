"""Which cluster a command talks to, and how a cluster that does not answer ends it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..live import Api


def kubeconfig_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--kubeconfig`."""
    return click.option(
        "--kubeconfig",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        default=None,
        metavar="FILE",
        help="How the cluster is reached.  [default: $KUBECONFIG, else ~/.kube/config]",
    )(command)


@contextmanager
def connected(kubeconfig: Path | None) -> "Generator[Api]":
    """The cluster; an error of it is one line on stderr and exit code 1."""
    from ..live import ApiError, api_from_file

    try:
        yield api_from_file(kubeconfig)
    except ApiError as error:
        click.echo(f"the cluster does not answer: {error}; write --kubeconfig FILE of the stack's cluster", err=True)
        raise SystemExit(1) from None
