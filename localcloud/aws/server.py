"""The local AWS as one process: `python -m localcloud.aws.server --port N --state FOLDER`.

Its whole state is the process: commands that run one after the other see what earlier ones made, and nothing survives
its end. `serve` is the same server inside another process, for tests.
"""

import argparse
import json
import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from localcloud.aws.images import images

if TYPE_CHECKING:
    from werkzeug.serving import BaseWSGIServer


def prepare(state: Path) -> None:
    """Write moto's seed and set what it reads when it is imported: call before anything imports moto."""
    state.mkdir(parents=True, exist_ok=True)
    catalogue = state / "images.json"
    catalogue.write_text(json.dumps([image.moto_document() for image in images()]))
    os.environ["MOTO_AMIS_PATH"] = str(catalogue)
    os.environ["MOTO_IAM_LOAD_MANAGED_POLICIES"] = "true"
    os.environ.setdefault("AWS_ACCESS_KEY_ID", "local")
    os.environ.setdefault("AWS_SECRET_ACCESS_KEY", "local")


class Server:
    """A running server; `endpoint` is its URL."""

    def __init__(self, server: "BaseWSGIServer") -> None:
        self._server = server
        self.endpoint = f"http://127.0.0.1:{server.port}"
        self._thread = threading.Thread(target=server.serve_forever, name="local-aws", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it; its state is gone."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def serve(port: int, state: Path) -> Server:
    """Start the server on a thread of this process; port 0 takes a free one."""
    prepare(state)
    from werkzeug.serving import make_server

    from localcloud.aws import ec2_backend, iam_backend, spot
    from localcloud.aws.eks import responses
    from localcloud.aws.front import Front, QuietHandler

    for extension in (ec2_backend, iam_backend, responses, spot):
        extension.install()
    return Server(make_server("127.0.0.1", port, Front(), threaded=True, request_handler=QuietHandler))


def main() -> None:
    """Serve until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(prog="python -m localcloud.aws.server", description="The local AWS.")
    parser.add_argument("--port", type=int, required=True, help="port on 127.0.0.1")
    parser.add_argument("--state", type=Path, required=True, help="folder for the seed's files")
    arguments = parser.parse_args()
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    server = serve(arguments.port, arguments.state)
    print(server.endpoint, flush=True)
    stopped.wait()
    server.stop()


if __name__ == "__main__":
    main()
