"""Finds and ends what a killed `pulumi` left behind: itself, when only its caller was killed, and its providers.

An engine that is killed sends no signal to its providers; those of an instance are recognised by the instance's plugin
folder in their command line, so no process of anything else is ever touched.
"""

import os
import signal

from . import processes
from .instance import Instance
from .plugins import PLUGIN_FLAG, plugin_folder
from .process_table import command_lines

ENGINE = "pulumi"
"""The record of a running deployment."""


def end_leftovers(instance: Instance) -> None:
    """Ends the recorded engine, then every provider of the instance. The caller holds the instance's lock."""
    processes.end(
        instance.records, [record for record in processes.recorded(instance.records) if record.part == ENGINE]
    )
    for pid in _providers(instance):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            # It noticed by itself that its engine is gone.
            continue


def _providers(instance: Instance) -> list[int]:
    plugins = f"{plugin_folder(instance.pulumi_home)}/"
    return [
        pid
        for pid, command in command_lines().items()
        if command.startswith(plugins) or f" {PLUGIN_FLAG} {plugins}" in command
    ]
