"""The API server's answers as documents and errors, over a kubeconfig. A small server plays it.

What these tests do not prove: certificates and commands that fetch credentials, which are the client's own.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from components.live import ApiError, api_from_file, api_from_text

OBJECTS = {
    "/api/v1/nodes/a": (200, {"metadata": {"name": "a"}}),
    "/api/v1/nodes": (200, {"items": [{"metadata": {"name": "a"}}]}),
    "/api/v1/pods": (403, {"kind": "Status", "message": 'pods is forbidden: User "u" cannot list resource "pods"'}),
    "/api/v1/secrets": (502, "no upstream"),
    "/html": (200, "<html>log in</html>"),
    "/nested": (200, "[" * 100_000),
    "/list": (200, []),
    "/other": (200, {}),
    "/none": (200, {"items": None}),
    "/refused": (403, {"kind": "Status", "message": "no\x1b[31m\nforged line"}),
    "/long": (503, "x" * 5_000),
}


class _Server(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, document = OBJECTS.get(self.path, (404, {"kind": "Status", "message": "not found"}))
        if self.headers["Authorization"] != "Bearer t":
            status, document = 401, {"kind": "Status", "message": "Unauthorized"}
        self.send_response(status)
        self.end_headers()
        self.wfile.write(document.encode() if isinstance(document, str) else json.dumps(document).encode())

    do_DELETE = do_GET

    def do_PATCH(self) -> None:
        """Answers with what it was asked."""
        self.send_response(200)
        self.end_headers()
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = {"path": self.path, "content": self.headers["Content-Type"], "body": body}
        self.wfile.write(json.dumps(asked).encode())

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing."""


@pytest.fixture
def kubeconfig():
    server = HTTPServer(("127.0.0.1", 0), _Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield json.dumps(
        {
            "current-context": "c",
            "clusters": [{"name": "c", "cluster": {"server": f"http://127.0.0.1:{server.server_port}"}}],
            "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
            "users": [{"name": "u", "user": {"token": "t"}}],
        }
    )
    server.shutdown()
    thread.join()
    server.server_close()


def test_objects_come_as_documents(kubeconfig: str):
    api = api_from_text(kubeconfig)

    assert api.get("/api/v1/nodes/a") == {"metadata": {"name": "a"}}
    assert api.list("/api/v1/nodes") == [{"metadata": {"name": "a"}}]


def test_what_is_not_there_is_none(kubeconfig: str):
    api = api_from_text(kubeconfig)

    assert api.get("/api/v1/nodes/b") is None
    assert api.list("/apis/karpenter.sh/v1/nodepools") == []
    api.delete("/api/v1/nodes/b")


def test_a_json_patch_and_an_attempt_to_apply_are_sent_as_such(kubeconfig: str):
    api = api_from_text(kubeconfig)
    operations = [{"op": "replace", "path": "/spec", "value": {"replicas": 2}}]
    document = {"kind": "Node", "metadata": {"name": "a"}}

    assert api.patch("/api/v1/nodes/a", operations) == {
        "path": "/api/v1/nodes/a",
        "content": "application/json-patch+json",
        "body": operations,
    }
    assert api.try_apply("/api/v1/nodes/a", document) == {
        "path": "/api/v1/nodes/a?dryRun=All&force=true&fieldManager=karpenter-tenants",
        "content": "application/apply-patch+yaml",
        "body": document,
    }


def test_a_refusal_is_in_the_servers_words(kubeconfig: str):
    with pytest.raises(ApiError) as refused:
        api_from_text(kubeconfig).list("/api/v1/pods")

    assert (refused.value.status, str(refused.value)) == (
        403,
        'pods is forbidden: User "u" cannot list resource "pods"',
    )


def test_an_answer_that_is_no_document_is_shown_as_it_is(kubeconfig: str):
    with pytest.raises(ApiError) as refused:
        api_from_text(kubeconfig).list("/api/v1/secrets")

    assert (refused.value.status, str(refused.value)) == (502, "no upstream")


@pytest.mark.parametrize("path", ["/html", "/nested", "/list", "/other"])
def test_rejects_what_is_no_api_server(kubeconfig: str, path: str):
    api = api_from_text(kubeconfig)

    for ask in (api.get, api.list):
        with pytest.raises(ApiError) as refused:
            ask(path)

        assert str(refused.value) == "what answers at its address is no API server"


def test_nothing_in_place_of_a_list_is_an_empty_one(kubeconfig: str):
    assert api_from_text(kubeconfig).list("/none") == []


@pytest.mark.parametrize(
    ("path", "shown"), [("/refused", r"no\x1b[31m\nforged line"), ("/long", "x" * 200)], ids=["escapes", "long"]
)
def test_a_foreign_text_is_shown_on_one_line_of_bounded_length(kubeconfig: str, path: str, shown: str):
    with pytest.raises(ApiError) as refused:
        api_from_text(kubeconfig).get(path)

    assert str(refused.value) == shown


def test_a_file_is_read_like_its_text(kubeconfig: str, tmp_path: Path):
    file = tmp_path / "config"
    file.write_text(kubeconfig)

    assert api_from_file(file).list("/api/v1/nodes") == [{"metadata": {"name": "a"}}]


@pytest.mark.parametrize("text", ["", "clusters: []"], ids=["empty", "nothing in it"])
def test_rejects_a_kubeconfig_without_context(text: str):
    with pytest.raises(ApiError):
        api_from_text(text)


@pytest.mark.parametrize(
    "content",
    [b"hello", b"[1, 2]", b"{a: ", b"\xff\xfe", b"x: \x00", b"{current-context: c, contexts: 5}"],
    ids=["text", "list", "no YAML", "no UTF-8", "control character", "other shape"],
)
def test_rejects_what_is_no_kubeconfig(tmp_path: Path, content: bytes):
    (tmp_path / "config").write_bytes(content)

    with pytest.raises(ApiError) as refused:
        api_from_file(tmp_path / "config")

    assert str(refused.value) == "what was given is no kubeconfig"


def test_rejects_a_folder(tmp_path: Path):
    with pytest.raises(ApiError) as refused:
        api_from_file(tmp_path)

    assert str(refused.value) == f"{tmp_path} cannot be read: is a directory"


def test_a_token_that_cannot_be_sent_is_not_repeated(kubeconfig: str):
    api = api_from_text(kubeconfig.replace('"t"', r'"secret\nX: y"'))

    with pytest.raises(ApiError) as refused:
        api.get("/api/v1/nodes/a")

    assert str(refused.value) == "the kubeconfig holds an address or a token that no request can carry"


def test_a_command_for_credentials_that_fails_is_told(kubeconfig: str):
    command = '{"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "/nowhere/login"}}'

    with pytest.raises(ApiError) as refused:
        api_from_text(kubeconfig.replace('{"token": "t"}', command))

    assert str(refused.value) == "no credentials: [Errno 2] No such file or directory: '/nowhere/login'"


def test_a_file_that_is_not_there_is_told_as_the_part_of_a_sentence(tmp_path: Path):
    with pytest.raises(ApiError) as refused:
        api_from_file(tmp_path / "config")

    assert str(refused.value) == "Invalid kube-config file. No configuration found"
