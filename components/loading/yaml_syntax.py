"""What libyaml could not read, in the operator's words and at the place to correct.

libyaml marks where it gave up, often lines below the mistake: an open quote or bracket is told where it was opened, a
word without colon where it stands.

Source: yaml/libyaml 0.2.5, src/scanner.c and src/parser.c.
"""

import yaml

from .yaml_nodes import TOO_MANY_NODES

_NEVER_CLOSED = {
    "quoted scalar": ("a quote that is never closed", "close it, or write the text without"),
    "flow sequence": ("a [ that is not closed", "write ] behind the last entry"),
    "flow mapping": ("a { that is not closed", "write } behind the last entry"),
}
"""What libyaml was reading -> what is wrong, what to write; told at the opening when that is on an earlier line."""

_AT_CONTEXT = {
    "could not find expected ':'": ("a word without colon", "write a colon and a blank behind it"),
    "alphabetic or numeric character": ("a text that begins with * or &", "put it in quotes"),
}
"""libyaml's problem -> what is wrong, what to write; told where what it was reading began."""

_AT_PROBLEM = {
    TOO_MANY_NODES: (TOO_MANY_NODES, "split it up"),
    "another document": ("a second document begins here", "keep one document per file"),
    "expected <document start>": ("less indented than the first key", "begin both in the same column"),
    "undefined alias": (
        "an alias without anchor",
        "write the anchor &name before it, or quote a text that begins with *",
    ),
    "mapping values are not allowed": (
        "a colon where no key can stand",
        "quote a text that holds a colon, or correct the indentation",
    ),
    "expected ',' or": ("entries that no comma parts", "write a comma between them"),
    "expected '-' indicator": ("no - where a list goes on", "begin the entry with -, or correct the indentation"),
    "expected key": ("no key where one is expected", "correct the indentation, or quotes and brackets before it"),
    "unknown escape": ("an unknown escape in double quotes", "double the backslash, or use single quotes"),
}
"""libyaml's problem -> what is wrong, what to write; told where it gave up."""


def syntax_fault(error: yaml.MarkedYAMLError, text: str) -> tuple[yaml.Mark | None, str, str]:
    """(where, what is wrong, what to write)."""
    problem, context = error.problem or "not readable", error.context or ""
    begin, end = error.context_mark, error.problem_mark or error.context_mark
    if "duplicate anchor" in context:
        return end, "an anchor of this name was written before", "give it another name"
    letter = text[end.index : end.index + 1] if end is not None else ""
    if letter == "\t":
        return end, "a tab in front of a word", "indent with spaces"
    if "cannot start any token" in problem:
        return end, f"a text that begins with {letter}", "put it in quotes"
    for reading, words in _NEVER_CLOSED.items():
        if reading in context and begin is not None and end is not None and begin.line < end.line:
            return begin, *words
    for mark, causes in ((begin or end, _AT_CONTEXT), (end, _AT_PROBLEM)):
        for cause, words in causes.items():
            if cause in problem:
                return mark, *words
    return end, f"no YAML: {problem}", "correct the text here"
