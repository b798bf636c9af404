"""The Python language host of the built engine: `pulumi-language-python`, whose Go module is not to be had.

Protocol: pulumi/pulumi 3.274, proto/pulumi/language.proto. It runs programs and nothing more: no package is
installed, none is required from elsewhere, no code is generated. With an installed Pulumi the bundled host runs
instead.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent import futures
from importlib import metadata
from pathlib import Path

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import language_pb2, language_pb2_grpc, plugin_pb2

from .folders import BIN
from .ports import LOOPBACK

EXEC = BIN / "pulumi-language-python-exec"
"""The SDK's own file that runs a program; copied from its Go module when the engine is built."""

_MESSAGE_WAS_SHOWN = 32
"""Exit status of a program that has told the user already what went wrong (pulumi-language-python-exec)."""

_MAX_MESSAGE_BYTES = 400 << 20
"""As the engine's own limit (pulumi/pulumi, sdk/go/common/util/rpcutil)."""


class LanguageHost(language_pb2_grpc.LanguageRuntimeServicer):
    """Answers the engine; runs at most the programs that it is asked to run."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._programs: set[subprocess.Popen[bytes]] = set()

    def Handshake(
        self, request: language_pb2.LanguageHandshakeRequest, context: grpc.ServicerContext
    ) -> language_pb2.LanguageHandshakeResponse:
        """Takes the address by which the engine wants to be called."""
        self._engine = request.engine_address
        return language_pb2.LanguageHandshakeResponse()

    def GetPluginInfo(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> plugin_pb2.PluginInfo:
        """The version of the SDK, whose host this is."""
        return plugin_pb2.PluginInfo(version=metadata.version("pulumi"))

    def GetRequiredPackages(
        self, request: language_pb2.GetRequiredPackagesRequest, context: grpc.ServicerContext
    ) -> language_pb2.GetRequiredPackagesResponse:
        """None: the providers lie ready in PULUMI_HOME."""
        return language_pb2.GetRequiredPackagesResponse()

    def GetRequiredPlugins(
        self, request: language_pb2.GetRequiredPluginsRequest, context: grpc.ServicerContext
    ) -> language_pb2.GetRequiredPluginsResponse:
        """None, as above; older engines ask this way."""
        return language_pb2.GetRequiredPluginsResponse()

    def InstallDependencies(
        self, request: language_pb2.InstallDependenciesRequest, context: grpc.ServicerContext
    ) -> Iterator[language_pb2.InstallDependenciesResponse]:
        """Nothing: the environment is made by the project's own set-up."""
        return iter(())

    def RuntimeOptionsPrompts(
        self, request: language_pb2.RuntimeOptionsRequest, context: grpc.ServicerContext
    ) -> language_pb2.RuntimeOptionsResponse:
        """No questions for `pulumi new`."""
        return language_pb2.RuntimeOptionsResponse()

    def About(self, request: language_pb2.AboutRequest, context: grpc.ServicerContext) -> language_pb2.AboutResponse:
        """The interpreter that runs this host, for `pulumi about`."""
        return language_pb2.AboutResponse(executable=sys.executable, version=sys.version.split()[0])

    def GetProgramDependencies(
        self, request: language_pb2.GetProgramDependenciesRequest, context: grpc.ServicerContext
    ) -> language_pb2.GetProgramDependenciesResponse:
        """Not told: only `pulumi about` would print them."""
        return language_pb2.GetProgramDependenciesResponse()

    def Cancel(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Ends running programs; this process is ended by a signal."""
        self.end_programs()
        return empty_pb2.Empty()

    def Run(self, request: language_pb2.RunRequest, context: grpc.ServicerContext) -> language_pb2.RunResponse:
        """Runs a program to its end."""
        try:
            command = program_command(request, self._engine)
        except FileNotFoundError as error:
            return language_pb2.RunResponse(error=str(error))
        # The program writes to this process' output, which the engine shows.
        program = subprocess.Popen(command, cwd=request.pwd, env=program_environment(request, os.environ))
        self._programs.add(program)
        status = program.wait()
        self._programs.discard(program)
        if status == _MESSAGE_WAS_SHOWN:
            return language_pb2.RunResponse(bail=True)
        return language_pb2.RunResponse(error=f"Program exited with non-zero exit code: {status}" if status else "")

    def end_programs(self) -> None:
        """Asks all running programs to end."""
        for program in tuple(self._programs):
            program.terminate()


def program_command(request: language_pb2.RunRequest, engine: str) -> list[str]:
    """The command line of a program, in the words of pulumi-language-python-exec.

    Raises:
        FileNotFoundError: The environment that Pulumi.yaml names is not there.
    """
    flags = {
        "monitor": request.monitor_address,
        "engine": engine,
        "project": request.project,
        "stack": request.stack,
        "pwd": request.pwd,
        "dry_run": "true" if request.dryRun else "false",
        "parallel": str(request.parallel),
        "root_directory": request.info.root_directory,
        "organization": request.organization,
    }
    given = [word for flag, value in flags.items() if value for word in (f"--{flag}", value)]
    program = Path(request.info.program_directory, request.info.entry_point)
    return [interpreter(request.info), "-u", str(EXEC), *given, str(program), *request.args]


def program_environment(request: language_pb2.RunRequest, base: Mapping[str, str]) -> dict[str, str]:
    """`base` with the stack's configuration, as the SDK reads it."""
    return {
        **base,
        "PULUMI_CONFIG": json.dumps(dict(request.config)),
        "PULUMI_CONFIG_SECRET_KEYS": json.dumps(list(request.configSecretKeys)),
    }


def interpreter(program: language_pb2.ProgramInfo) -> str:
    """The Python of the environment that Pulumi.yaml's runtime option `virtualenv` names, else the one of this process.

    Raises:
        FileNotFoundError: The option names a folder without an interpreter.
    """
    options = program.options.fields
    if "virtualenv" not in options:
        return os.environ.get("PULUMI_PYTHON_CMD", sys.executable)
    found = Path(program.root_directory, options["virtualenv"].string_value, "bin", "python")
    if not found.exists():
        raise FileNotFoundError(f"Pulumi.yaml: runtime.options.virtualenv: no {found}; run: make setup")
    return str(found)


def serve(engine: str) -> None:
    """Serves on a free port until the engine ends this process, or is gone itself."""
    # Before the port is printed: an engine killed right after that would otherwise never be missed.
    engine_process = os.getppid()
    host = LanguageHost(engine)
    server = grpc.server(
        futures.ThreadPoolExecutor(),
        options=[
            ("grpc.max_receive_message_length", _MAX_MESSAGE_BYTES),
            # A left-over process must not take half of the calls.
            ("grpc.so_reuseport", 0),
        ],
    )
    language_pb2_grpc.add_LanguageRuntimeServicer_to_server(host, server)
    port = server.add_insecure_port(f"{LOOPBACK}:0")
    server.start()
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    # The engine reads the port from the first line of output.
    print(port, flush=True)
    threading.Thread(target=_stop_without_engine, args=(stopped, engine_process), daemon=True).start()
    stopped.wait()
    host.end_programs()
    server.stop(grace=None)


def _stop_without_engine(stopped: threading.Event, engine_process: int) -> None:
    # An engine that was killed sends no signal; its children then get another parent.
    while os.getppid() == engine_process:
        time.sleep(1)
    stopped.set()


if __name__ == "__main__":
    serve(sys.argv[-1])
