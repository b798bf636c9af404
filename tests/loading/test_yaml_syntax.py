"""Text that is no YAML: told at the place to correct, in words that name the remedy."""

import pytest

from components.loading.document import parse_document

CASES = {
    "open single quote": ("a: 'x\nb: c\n", "1:4 a quote that is never closed; close it, or write the text without"),
    "open double quote": ('a: "x\n', "1:4 a quote that is never closed; close it, or write the text without"),
    "open list": ("a: [x, y\nb: c\n", "1:4 a [ that is not closed; write ] behind the last entry"),
    "open list at the end": ("a: [1, 2\n", "1:4 a [ that is not closed; write ] behind the last entry"),
    "open mapping": ("a: {x: y\nb: c\n", "1:4 a { that is not closed; write } behind the last entry"),
    "comma missing": (
        "a: [b 'c' d]\nb: [{c: d} {e: f}]\n",
        "2:12 entries that no comma parts; write a comma between them",
    ),
    "colon missing": ("a: b\nlimits\n", "2:1 a word without colon; write a colon and a blank behind it"),
    "colon in text": (
        "a: b: c\n",
        "1:5 a colon where no key can stand; quote a text that holds a colon, or correct the indentation",
    ),
    "indented too far": (
        "a: x\n  b: y\n",
        "2:4 a colon where no key can stand; quote a text that holds a colon, or correct the indentation",
    ),
    "indented too little": ("  a: b\n c: d\n", "2:2 less indented than the first key; begin both in the same column"),
    "between two levels": (
        "a:\n    b: c\n  d: e\n",
        "3:3 no key where one is expected; correct the indentation, or quotes and brackets before it",
    ),
    "at": ("a: @x\n", "1:4 a text that begins with @; put it in quotes"),
    "backtick": ("a: `x`\n", "1:4 a text that begins with `; put it in quotes"),
    "star": ("a: *\n", "1:4 a text that begins with * or &; put it in quotes"),
    "key in a list": (
        "a:\n  - x\n  y: z\n",
        "3:3 no - where a list goes on; begin the entry with -, or correct the indentation",
    ),
    "escape": (
        'a: "\\q"\n',
        "1:5 an unknown escape in double quotes; double the backslash, or use single quotes",
    ),
    "quote in a quote": (
        "a: 'it's'\n",
        "1:8 no key where one is expected; correct the indentation, or quotes and brackets before it",
    ),
    "what nobody writes": ("a: !<x\n", "1:7 no YAML: did not find the expected '>'; correct the text here"),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_rejects(text: str, expected: str):
    (fault,) = parse_document(text, "x.yaml").faults

    assert fault.code == "E001"
    assert f"{fault.line}:{fault.column} {fault.what}; {fault.fix}" == expected
