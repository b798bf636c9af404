"""YAML text to data and positions. Does not prove that libyaml itself follows YAML 1.2 beyond plain words."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from components.loading.document import Document, Position, parse_document, read_document
from components.loading.yaml_nodes import MAX_ALIASED_NODES, MAX_DEPTH

FILE = "tenants/alpha.yaml"


def faults(text: str) -> list[str]:
    """What is wrong with a text, one line each."""
    return [f"{f.line}:{f.column} {f.code} {f.what}; {f.fix}" for f in parse_document(text, FILE).faults]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("12:30", "12:30"),
        ("010", "010"),
        ("012345678901", "012345678901"),
        ("1_000", "1_000"),
        ("0x1f", "0x1f"),
        ("2026-11-11", "2026-11-11"),
        (".inf", ".inf"),
        ("1e999", "1e999"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("null", None),
        ('"5"', "5"),
        ("!!str 5", "5"),
        ("[a, [b]]", ("a", ("b",))),
        ("{4711: x, true: y, ~: z}", {"4711": "x", "true": "y", "~": "z"}),
    ],
)
def test_reads_plain_words_as_yaml_1_2(written: str, value: object):
    document = parse_document(f"field: {written}\n", FILE)

    assert document.data == {"field": value}
    assert document.faults == ()


@pytest.mark.parametrize(
    ("written", "number"), [("5", 5), ("-5", -5), ("+5", 5), ("0", 0), ("1.10", 1.1), (".5", 0.5), ("1e3", 1000.0)]
)
def test_numbers_keep_the_text_they_were_written_in(written: str, number: float):
    value = parse_document(f"field: {written}\n", FILE).data["field"]

    assert value == number
    assert value.written == written


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "empty",
            "",
            "1:1 E001 empty, no mapping to read; write its content",
        ),
        (
            "comment",
            "# to be written\n",
            "1:1 E001 empty, no mapping to read; write its content",
        ),
        ("list", "# c\n- a\n", "2:1 E001 a list where a mapping is expected; write key: value"),
        ("value", "alpha\n", "1:1 E001 one value where a mapping is expected; write key: value"),
        ("tab", "a:\n\t- b\n", "2:1 E001 a tab in front of a word; indent with spaces"),
        ("documents", "a: 1\n---\nb: 2\n", "2:1 E001 a second document begins here; keep one document per file"),
        (
            "alias",
            "a: *x\n",
            "1:4 E001 an alias without anchor; write the anchor &name before it, or quote a text that begins with *",
        ),
        ("anchor", "a: &x 1\nb: &x 2\n", "2:4 E001 an anchor of this name was written before; give it another name"),
        (
            "control",
            "a: 1\nb: x\x01\n",
            "2:5 E001 character U+0001, which nobody sees; remove it, or write \\u0001 in double quotes",
        ),
        (
            "line separator",
            "a: 1\n# x\u2028\nb: [\n",
            "2:4 E001 character U+2028, which nobody sees; remove it, or write \\u2028 in double quotes",
        ),
        ("tag", "a: !secret x\n", "1:4 E001 unknown tag !secret; remove it and write the value itself"),
        ("binary", "a: !!binary eA==\n", "1:4 E001 unknown tag !!binary; remove it and write the value itself"),
        ("python", "a: !!python/name:os.system\n", None),
        ("integer", "a: !!int x\n", "1:4 E001 a value that is no int; remove !!int"),
        ("itself", "a: &x [*x]\n", "1:4 E001 an anchor that contains itself has no end; remove the alias"),
        ("key", "? [a]\n: b\n", "1:3 E001 a key that is no text; write one word as key"),
        ("merge", "a: {<<: 5}\n", "1:9 E001 a merge key takes a mapping or a list of them; write <<: *anchor"),
    ],
)
def test_rejects_unreadable_text(name: str, text: str, expected: str | None):
    found = faults(text)

    assert len(found) == 1
    assert expected is None or found == [expected]


def test_rejects_a_key_given_twice_with_both_lines():
    text = "web:\n  limits: {cpu: 16}\n  # pasted again\n  limits: {cpu: 400}\n"

    document = parse_document(text, FILE)

    assert [(f.path, f.line, f.column, f.code, f.what, f.fix) for f in document.faults] == [
        (("web", "limits"), 4, 3, "E002", "key given twice, lines 2 and 4", "keep one")
    ]


def test_merge_keys_are_no_duplicates_and_own_keys_replace_merged_ones():
    text = "web: &pool\n  limits: {cpu: 16, memory: 64Gi}\n  weight: 20\nbatch:\n  <<: *pool\n  limits: {cpu: 64}\n"

    document = parse_document(text, FILE)

    assert document.faults == ()
    assert document.data["batch"] == {"weight": 20, "limits": {"cpu": 64}}
    assert document.position(("batch", "limits", "cpu")) == Position(6, 17)
    assert document.position(("batch", "weight")) == Position(3, 11)


def test_the_first_of_several_merged_mappings_wins():
    text = "a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}\n"

    assert parse_document(text, FILE).data["c"] == {"x": 1, "y": 2}


def test_a_quoted_merge_key_is_an_ordinary_key():
    assert parse_document('a: {"<<": 5}\n', FILE).data == {"a": {"<<": 5}}


def test_an_alias_bomb_is_refused_before_it_expands():
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))

    found = faults(f"a0: &a0 [x]\n{levels}")

    assert found == [
        f"5:1 E001 aliases expand to more than {MAX_ALIASED_NODES} values; write the lists out, or use a profile"
    ]


def test_nesting_has_an_end():
    assert faults(f"a: {'[' * 200}{']' * 200}\n") == [
        f"1:{MAX_DEPTH + 3} E001 nested deeper than {MAX_DEPTH} levels; flatten it"
    ]


def test_a_byte_order_mark_and_carriage_returns_change_nothing(tmp_path):
    text = "name: nu\nuserData: |\n  #!/bin/bash\n  echo ready\n"
    (tmp_path / "nu.yaml").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())

    document = read_document(tmp_path / "nu.yaml", FILE)

    assert document.data == parse_document(text, FILE).data
    assert document.position(("name",)) == Position(1, 7)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_rejects_other_encodings(tmp_path, encoding: str):
    (tmp_path / "a.yaml").write_bytes("name: müller\n".encode(encoding))

    document = read_document(tmp_path / "a.yaml", FILE)

    assert [(f.code, f.what, f.fix) for f in document.faults] == [("E001", "not UTF-8", "save the file as UTF-8")]
    assert document.data == {}


class TestPositions:
    document: Document = parse_document(
        "name: alpha\n"
        "owner: {email: ops@alpha.example}\n"
        "provisioners:\n"
        "  web:\n"
        "    limits: {cpu: 100, memory: 400}\n"
        "    requirements:\n"
        "      - key: a/b\n"
        "        values: [x, y]\n"
        "    weight:\n",
        FILE,
    )

    @pytest.mark.parametrize(
        ("path", "line", "column"),
        [
            (("name",), 1, 7),
            (("provisioners", "web", "limits", "memory"), 5, 32),
            (("provisioners", "web", "limits"), 5, 13),
            (("provisioners", "web", "requirements", 0), 7, 9),
            (("provisioners", "web", "requirements", 0, "values", 1), 8, 21),
            # A block stands at its key, and so does nothing at all.
            (("provisioners", "web"), 4, 3),
            (("provisioners", "web", "weight"), 9, 5),
            # What is missing stands at the nearest thing around it.
            (("provisioners", "web", "taints", 0, "key"), 4, 3),
            (("provisioners", "web", "requirements", 0, "operator"), 7, 9),
            (("owner", "costCenter"), 2, 1),
            (("tags",), 1, 1),
        ],
    )
    def test_value(self, path: tuple[str | int, ...], line: int, column: int):
        assert self.document.position(path) == Position(line, column)

    def test_key(self):
        path = ("provisioners", "web", "limits", "memory")

        assert self.document.position(path, of_key=True) == Position(5, 24)


def make_folder(path: Path) -> None:
    path.mkdir()


def make_link_to_nothing(path: Path) -> None:
    path.symlink_to("absent.yaml")


def make_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (make_folder, "a folder"),
        (make_link_to_nothing, "a link that leads nowhere"),
        (make_link_to_itself, "a link that leads nowhere"),
        (make_pipe, "no ordinary file"),
    ],
)
def test_rejects_what_is_no_file(tmp_path: Path, make: Callable[[Path], None], what: str):
    make(tmp_path / "x.yaml")

    (fault,) = read_document(tmp_path / "x.yaml", "x.yaml").faults

    assert (fault.code, fault.what, fault.fix) == ("E001", what, "put the file itself there")


def test_rejects_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    (tmp_path / "x.yaml").write_text("a: b\n")
    monkeypatch.setattr(Path, "read_bytes", refuse)

    (fault,) = read_document(tmp_path / "x.yaml", "x.yaml").faults

    assert (fault.code, fault.what) == ("E001", "cannot be read: permission denied")


def test_a_link_to_a_file_is_that_file(tmp_path: Path):
    (tmp_path / "real.yaml").write_text("a: b\n")
    (tmp_path / "x.yaml").symlink_to("real.yaml")

    assert read_document(tmp_path / "x.yaml", "x.yaml").data == {"a": "b"}
