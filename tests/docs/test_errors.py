"""docs/errors.md names every code that the product reports, with a message as `check` prints it.

The messages are those of mistakes.yaml, without file, line and column. Not proved: that no other mistake has the code.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from components.checked import examine
from components.checking.codes import CODES
from components.given_groups import Group, refused_groups
from components.model.deployed import read_outputs
from components.taken_roles import refused_roles

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
MISTAKES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))
ROW = re.compile(r"^\| (?P<code>[EWI][0-9]{3}) \| (?P<meaning>[^|]+) \| `(?P<message>[^|]+)` \|$", re.MULTILINE)
CODE = re.compile(r"[EWI][0-9]{3}")

STACK: dict[str, Any] = {
    "cluster": {
        "name": "acme-dev",
        "kubernetesVersion": "1.35",
        "vpc": {
            "vpcId": "vpc-0a1b2c3d",
            "subnetIds": [{"id": f"subnet-0a1b2c0{zone}", "zone": f"eu-central-1{zone}"} for zone in "abc"],
        },
    },
    "karpenter": {"version": "1.14.3"},
    "amis": {"main": {"al2023": "v20261101"}},
    "tenants": ["alpha", "beta"],
}


def tenant(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "owner": {"email": f"ops@{name}.example"},
        "provisioners": {"web": {"instanceTypes": ["m5.large"], "limits": {"cpu": 100, "memory": "400Gi"}}},
        "nodeClasses": {"default": {}},
    }


def over(base: Any, more: Any) -> Any:
    if isinstance(base, dict) and isinstance(more, dict):
        return {**base, **{key: over(base.get(key), value) for key, value in more.items()}}
    return more


def message(code: str, root: Path) -> str:
    """What `check` says about the mistake of that code, without its place in the file and the code."""
    mistake = MISTAKES[code]
    (root / "Pulumi.yaml").write_text("name: platform\n", encoding="utf-8")
    (root / "tenants").mkdir()
    for name in ("alpha", "beta"):
        content = yaml.safe_dump(over(tenant(name), mistake.get(name, {})), sort_keys=False)
        (root / "tenants" / f"{name}.yaml").write_text(content, encoding="utf-8")
    settings = {f"platform:{key}": value for key, value in over(STACK, mistake.get("stack", {})).items()}
    stack = yaml.safe_dump({"config": {"aws:region": "eu-central-1", **settings}}, sort_keys=False)
    (root / "Pulumi.dev.yaml").write_text(stack, encoding="utf-8")
    for file, content in mistake.get("files", {}).items():
        (root / file).parent.mkdir(exist_ok=True)
        (root / file).write_text(content, encoding="utf-8")
    deployed = read_outputs(mistake.get("outputs", {}))
    examined = examine(root, "dev", deployed=deployed)
    findings = examined.findings
    if groups := tuple(Group(**group) for group in mistake.get("groups", ())):  # what AWS would answer in a preview
        assert examined.loaded.platform is not None
        findings = examined.loaded.with_problems(refused_groups(examined.loaded.platform, lambda: groups, set))
    if roles := mistake.get("roles", ()):
        assert examined.loaded.platform is not None
        findings = examined.loaded.with_problems(refused_roles(examined.loaded.platform, lambda: roles))
    (line, *_) = (finding.line() for finding in findings if finding.line().endswith(f"[{code}]"))
    return re.sub(r"^[^ ]+:[0-9]+:[0-9]+: ", "", line).removesuffix(f"  [{code}]")


def reported() -> set[str]:
    """The codes that stand in the product's source, but for the table of all of them."""
    files = (file for file in (ROOT / "components").rglob("*.py") if file.name != "codes.py")
    return {code for file in files for code in re.findall(r'"([EWI][0-9]{3})"', file.read_text(encoding="utf-8"))}


def test_every_code_that_is_reported_has_a_row():
    assert [row["code"] for row in ROW.finditer(PAGE)] == sorted(reported(), key=lambda code: code[1:])


def test_the_other_codes_are_named_with_the_reason():
    (_, section) = PAGE.split("## Codes without a check so far")
    not_yet, never = section.partition("Warnings of")[0].split("Never reported")

    others = [*CODE.findall(not_yet), *CODE.findall(never)]
    assert sorted(others, key=lambda code: code[1:]) == sorted(CODES - reported(), key=lambda code: code[1:])


@pytest.mark.parametrize("row", list(ROW.finditer(PAGE)), ids=lambda row: row["code"])
def test_the_message_is_what_check_says(row: re.Match[str], tmp_path: Path):
    assert message(row["code"], tmp_path) == row["message"]
