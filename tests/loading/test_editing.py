"""What a tenant's file looks like after single values were set in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.loading.document import parse_document
from components.loading.editing import KeyPath, NotEditable, with_values

CPU: KeyPath = ("provisioners", "web", "frozenLimits", "cpu")
MEMORY: KeyPath = ("provisioners", "web", "frozenLimits", "memory")

EDITED = {
    "block, with comments and an empty line": (
        """\
name: alpha # the first
owner: {email: ops@alpha.example}

# their pools
provisioners:
  web:
    limits:
      cpu: 16 # enough
  # no others yet

tags: {team: web}
""",
        """\
name: alpha # the first
state: frozen
owner: {email: ops@alpha.example}

# their pools
provisioners:
  web:
    limits:
      cpu: 16 # enough
    frozenLimits: {cpu: 2, memory: 7577Mi}
  # no others yet

tags: {team: web}
""",
    ),
    "flow": (
        "{name: alpha, provisioners: {web: {weight: 1,}}}\n",
        "{name: alpha, provisioners: {web: {weight: 1, frozenLimits: {cpu: 2, memory: 7577Mi},}}, state: frozen}\n",
    ),
    "flow without entries": (
        "name: alpha\nprovisioners: {web: {}}\n",
        "name: alpha\nstate: frozen\nprovisioners: {web: {frozenLimits: {cpu: 2, memory: 7577Mi}}}\n",
    ),
    "values that are there": (
        "state: active # for now\nprovisioners:\n  web:\n    frozenLimits:\n      nodes: 3\n"
        "      cpu: '8' # last time\n",
        "state: frozen # for now\nprovisioners:\n  web:\n    frozenLimits:\n      nodes: 3\n      cpu: 2 # last time\n"
        "      memory: 7577Mi\n",
    ),
    "nothing of it is there": (
        "name: alpha\nextends: web\n",
        "name: alpha\nstate: frozen\nprovisioners: {web: {frozenLimits: {cpu: 2, memory: 7577Mi}}}\nextends: web\n",
    ),
    "nothing behind the colon": (
        "name: alpha\nprovisioners:\n  web:\ntags: {}\n",
        "name: alpha\nstate: frozen\nprovisioners:\n  web: {frozenLimits: {cpu: 2, memory: 7577Mi}}\ntags: {}\n",
    ),
    "null": (
        "name: alpha\nprovisioners:\n  web: {frozenLimits: ~}\n",
        "name: alpha\nstate: frozen\nprovisioners:\n  web: {frozenLimits: {cpu: 2, memory: 7577Mi}}\n",
    ),
    "no line end": (
        "name: alpha\nprovisioners:\n  web:\n    weight: 1",
        "name: alpha\nstate: frozen\nprovisioners:\n  web:\n    weight: 1\n"
        "    frozenLimits: {cpu: 2, memory: 7577Mi}\n",
    ),
    "line ends of Windows and letters beyond ASCII": (
        "name: alpha\r\ndisplayName: Ä 🙂\r\nprovisioners:\r\n  web:\r\n    weight: 1\r\n",
        "name: alpha\r\nstate: frozen\r\ndisplayName: Ä 🙂\r\nprovisioners:\r\n  web:\r\n    weight: 1\r\n"
        "    frozenLimits: {cpu: 2, memory: 7577Mi}\r\n",
    ),
    "a block of text that ends in what looks like a comment": (
        "name: alpha\nprovisioners:\n  web:\n    annotations:\n      a: |\n        #!/bin/sh\n        # end\n",
        "name: alpha\nstate: frozen\nprovisioners:\n  web:\n    annotations:\n      a: |\n        #!/bin/sh\n"
        "        # end\n    frozenLimits: {cpu: 2, memory: 7577Mi}\n",
    ),
    "an alias as last value": (
        "name: alpha\nprovisioners:\n  web:\n    taints: &taints []\n    startupTaints: *taints\n",
        "name: alpha\nstate: frozen\nprovisioners:\n  web:\n    taints: &taints []\n    startupTaints: *taints\n"
        "    frozenLimits: {cpu: 2, memory: 7577Mi}\n",
    ),
    "a merged mapping": (
        "name: alpha\ntags: &some {weight: 1}\nprovisioners:\n  web:\n    <<: *some\n",
        "name: alpha\nstate: frozen\ntags: &some {weight: 1}\nprovisioners:\n  web:\n    <<: *some\n"
        "    frozenLimits: {cpu: 2, memory: 7577Mi}\n",
    ),
}

REFUSED = {
    "an alias": (
        "provisioners:\n  base: &base {weight: 1}\n  web: *base\n",
        "provisioners.web: an alias of another value; write it out",
    ),
    "a mapping that an alias repeats": (
        "provisioners:\n  web: &base\n    weight: 1\n  batch: *base\n",
        "provisioners.web.frozenLimits.cpu: shares its text with another value by an anchor; write it out",
    ),
    "a list on the way": ("provisioners: [web]\n", "provisioners: no mapping; write it as one"),
    "a mapping for the value": (
        "provisioners: {web: {frozenLimits: {cpu: {}}}}\n",
        "provisioners.web.frozenLimits.cpu: no single value; write one",
    ),
    "a folded block of text": (
        "provisioners:\n  web:\n    frozenLimits:\n      cpu: >-\n        8\n",
        "provisioners.web.frozenLimits.cpu: a block of text, behind >; write it on the line of its key",
    ),
    "a literal block of text": (
        "provisioners:\n  web:\n    frozenLimits:\n      cpu: |-\n        8\n",
        "provisioners.web.frozenLimits.cpu: a block of text, behind |; write it on the line of its key",
    ),
}


@pytest.mark.parametrize(("before", "after"), EDITED.values(), ids=EDITED)
def test_only_the_values_change(before: str, after: str):
    assert with_values(before, {CPU: "2", MEMORY: "7577Mi", ("state",): "frozen"}) == after


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_rejects(text: str, message: str):
    with pytest.raises(NotEditable) as refused:
        with_values(text, {CPU: "2"})

    assert str(refused.value) == message


_NAMES = st.sampled_from(["state", "name", "provisioners", "web", "cpu", "é"])
_TREES = st.recursive(
    st.sampled_from(["1", "text # with a comment", "''", "~", "", "[a, {b: c}]", "|\n{pad}  a\n{pad}  # b"]),
    lambda below: st.dictionaries(_NAMES, below, min_size=1, max_size=3),
    max_leaves=8,
)


def _block(tree: object, pad: str) -> str:
    if not isinstance(tree, dict):
        return str(tree).replace("{pad}", pad)
    return "".join(
        f"{pad}{key}:\n{_block(value, f'{pad}  ')}"
        if isinstance(value, dict)
        else f"{pad}{key}: {_block(value, pad)}\n{pad}# behind {key}\n\n"
        for key, value in tree.items()
    )


@settings(deadline=None)
@given(tree=st.dictionaries(_NAMES, _TREES, min_size=1, max_size=4))
def test_every_line_but_one_stays(tree: dict[str, object]):
    before = _block(tree, "")
    assert not parse_document(before, "").faults

    try:
        after = with_values(before, {("provisioners", "web"): "7"})
    except NotEditable:
        return

    kept = [line for line in after.splitlines() if line in before.splitlines()]
    assert len(after.splitlines()) - len(kept) <= 1
    assert parse_document(after, "").data["provisioners"]["web"] == 7
