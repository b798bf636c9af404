"""The environment of everything that talks to an instance: stand-ins, Pulumi engine, program, the operator's shell.

The operator's own AWS and Pulumi settings are taken away first: with a profile or an access token left in place, a
rehearsal could reach a real account.
"""

import os
import sys
from collections.abc import Mapping

from .control_plane import api_server_address
from .folders import BIN
from .instance import Instance
from .part import Ports
from .ports import LOOPBACK

AWS = "aws"
"""The part that stands in for AWS."""

_TAKEN_AWAY = ("AWS_", "PULUMI_", "LOCALCLOUD_")

_KEPT = ("PULUMI_DEBUG_", "PULUMI_PARALLEL")
"""Exceptions: switches that make the engine more talkative or slower, and reach nothing."""


def aws_address(ports: Ports) -> str:
    """The endpoint of every AWS service of the instance."""
    return f"http://{LOOPBACK}:{ports[AWS]['http']}"


def without_own_settings(base: Mapping[str, str]) -> dict[str, str]:
    """`base` without what would point to a real account or a real Pulumi backend."""
    return {name: value for name, value in base.items() if not name.startswith(_TAKEN_AWAY) or name.startswith(_KEPT)}


def stand_in_environment(instance: Instance, ports: Ports) -> dict[str, str]:
    """What the AWS stand-in and its providers need to know."""
    return {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_ENDPOINT_URL": aws_address(ports),
        # No file, no instance metadata: there is nothing else from which credentials could come.
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        "AWS_EC2_METADATA_DISABLED": "true",
        "LOCALCLOUD_AWS_ENDPOINT": aws_address(ports),
        "LOCALCLOUD_API_SERVER": api_server_address(ports),
        "LOCALCLOUD_KUBECONFIG": str(instance.kubeconfig),
        "NO_PROXY": f"{LOOPBACK},localhost",
    }


def engine_environment(instance: Instance, ports: Ports, path: str) -> dict[str, str]:
    """What `pulumi` needs so that a stack touches this instance and nothing else.

    Args:
        instance: The instance.
        ports: Of its running parts.
        path: The operator's PATH.
    """
    return {
        **stand_in_environment(instance, ports),
        "KUBECONFIG": str(instance.kubeconfig),
        "PATH": os.pathsep.join([str(BIN), *(folder for folder in path.split(os.pathsep) if folder != str(BIN))]),
        "PULUMI_HOME": str(instance.pulumi_home),
        "PULUMI_BACKEND_URL": f"file://{instance.pulumi_state}",
        "PULUMI_CONFIG_PASSPHRASE": "",
        "PULUMI_SKIP_UPDATE_CHECK": "true",
        # Nothing is downloaded while Pulumi runs; a missing plugin is an error at once.
        "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
        "PULUMI_PYTHON_CMD": sys.executable,
        "TMPDIR": str(instance.temporary),
    }
