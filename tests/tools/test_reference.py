"""The tables of the reference pages. That they are current is for `make check` to say."""

import pytest

from components.model.pending import PENDING
from components.model.tenant import TenantSpec
from tools.reference import BEGIN, END, Page, Place, pages, with_generated


@pytest.fixture(scope="module")
def written() -> dict[str, list[str]]:
    return {name: text.splitlines() for name, text in pages().items()}


def section(lines: list[str], heading: str) -> list[str]:
    start = lines.index(f"### `{heading}`")
    rest = lines[start + 1 :]
    return rest[: next((index for index, line in enumerate(rest) if line.startswith("### ")), len(rest))]


def test_a_model_becomes_a_table_of_its_fields(written: dict[str, list[str]]):
    assert section(written["tenant-file.md"], "owner") == [
        "",
        "Who the tenant is; feeds the tags of its resources.",
        "",
        "| Field | Type | Meaning |",
        "|---|---|---|",
        "| `email` | text | **Required.** Address of the people in charge; tag `owner`. |",
        "| `costCenter` | text | Where the bill goes; tag `cost-center`. Absent: no such tag. |",
        "| `ticket` | text | Where it was asked for; on no EC2NodeClass, where a change would replace nodes."
        " Absent: no such tag. |",
        "",
    ]


def test_every_field_of_the_tenant_file_has_a_line(written: dict[str, list[str]]):
    top = written["tenant-file.md"][: written["tenant-file.md"].index("### `owner`")]

    fields = [line.split("`")[1] for line in top if line.startswith("| `")]

    assert fields == [str(field.alias) for field in TenantSpec.model_fields.values()]


def test_a_model_is_written_once_and_linked_from_everywhere_else(written: dict[str, list[str]]):
    tables = section(written["tenant-file.md"], "provisioners.<key>")

    assert [line.split(" | ")[1] for line in tables if line.startswith(("| `instanceGen", "| `instanceCpu`"))] == [
        "[fields](#provisionerskeyinstancegeneration)",
        "as [`provisioners.<key>.instanceGeneration`](#provisionerskeyinstancegeneration)",
    ]


def test_a_pool_of_the_platform_refers_to_the_tenant_file(written: dict[str, list[str]]):
    assert section(written["stack-file.md"], "platform:karpenter.sharedPool")[3:] == [
        "Everything that a [provisioner](tenant-file.md#provisionerskey) has but `frozenLimits` and `existingName`,"
        " and:",
        "",
        "| Field | Type | Meaning |",
        "|---|---|---|",
        "| `nodeClass` | as [`nodeClasses.<key>`](tenant-file.md#nodeclasseskey)"
        " | Its node class. Default all of the stack's. |",
        "",
    ]


def test_what_has_no_effect_says_so_once(written: dict[str, list[str]]):
    marks = [
        line for lines in written.values() for line in lines if line.startswith("| ") and "*Without effect" in line
    ]

    # The pages say of pools of the platform that they have the fields of a provisioner, where the mark is.
    told = [
        path
        for path in PENDING
        if not path.startswith(("platform:karpenter.sharedPool.", "platform:karpenter.systemPool."))
    ]
    assert len(marks) == len(told)


def test_fields_below_one_without_effect_are_marked_at_their_heading(written: dict[str, list[str]]):
    lines = section(written["stack-file.md"], "platform:tenantShard")

    assert lines[lines.index("| Field | Type | Meaning |") - 2 :][:2] == ["*Without effect yet.*", ""]


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "boolean"}, "`true`, `false`"),
        ({"type": "integer", "minimum": 1, "maximum": 100}, "whole number, 1 to 100"),
        ({"type": "integer", "minimum": 2}, "whole number, 2 or more"),
        ({"type": "integer"}, "whole number"),
        ({"type": ["string", "number"]}, "text"),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, "list: `a`, `b`"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "map: text"),
        ({"type": "object", "additionalProperties": True}, "map"),
        ({"anyOf": [{"const": "all"}, {"type": "null"}]}, "`all`"),
        ({"type": "string", "pattern": "^sg-[0-9a-z]+$"}, "`sg-…`"),
        ({"type": "string", "format": "date"}, "date"),
        ({"$ref": "#/$defs/Subnet"}, "as [`a.b[]`](tenant-file.md#ab)"),
        ({}, "any"),
    ],
)
def test_types_are_said_in_the_operators_words(schema: dict[str, object], words: str):
    page = Page("stack-file.md", "platform:", {}, {"Subnet": Place("tenant-file.md", "a.b[]")})

    assert page.type_of(schema, "platform:x") == words


def test_only_what_lies_between_the_markers_is_replaced():
    page = f"# Title\n\n{BEGIN}old\n{END}\nThe end.\n"

    assert with_generated(page, "new") == f"# Title\n\n{BEGIN}\nnew\n{END}\nThe end.\n"
