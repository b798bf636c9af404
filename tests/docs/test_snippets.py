"""YAML in the pages is what `check` finds nothing in, pasted where it belongs.

Not proved: that a snippet does what the text beside it says.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from components.checked import examine
from components.loading import text_report

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
BLOCK = re.compile(r"^(?P<indent> *)```yaml\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
OBJECTS = "objects/pasted.yaml"


def snippets() -> list[Any]:
    """Each block as a parameter, called by its page and line."""
    found: list[Any] = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start()) + 2
            found.append(pytest.param(block["text"], id=f"{page.relative_to(ROOT)}:{line}"))
    return found


def stack_settings(**changed: Any) -> dict[str, Any]:
    return {
        "aws:region": "eu-central-1",
        "platform:cluster": {
            "name": "acme-dev",
            "kubernetesVersion": "1.35",
            "vpc": {"create": {"cidr": "10.0.0.0/16"}},
        },
        "platform:karpenter": {"version": "1.14.3"},
        "platform:amis": {"main": {"al2023": "v20261101"}},
        "platform:tenants": ["alpha"],
        **changed,
    }


def tenant(name: str, **changed: Any) -> dict[str, Any]:
    """With a pool on spot capacity, whose warning a snippet of `ignore` silences."""
    limits = {"cpu": 100, "memory": "400Gi"}
    web = {"instanceTypes": ["m7i.large"], "limits": limits, "weight": 10}
    batch = {"instanceTypes": ["m7i.large"], "limits": limits, "capacityTypes": ["spot"]}
    return {
        "name": name,
        "owner": {"email": f"ops@{name}.example"},
        "provisioners": {"web": web, "batch": batch},
        "ignore": [{"code": "W140", "reason": "the role exists"}],
        **changed,
    }


def pasted(root: Path, text: str) -> str:
    """The report of `check` on a small stack that holds the snippet: its keys tell where it belongs."""
    content = yaml.safe_load(text)
    stack, own = stack_settings(), {}
    if "apiVersion" in content:
        (root / OBJECTS).parent.mkdir()
        (root / OBJECTS).write_text(text, encoding="utf-8")
        own = {"namespaces": [{"objects": [OBJECTS]}]}
    elif "config" in content:
        stack = content["config"]
    elif all(":" in key for key in content):
        stack = stack_settings(**content)
    elif "name" in content:
        stack = stack_settings(**{"platform:tenants": [content["name"]]})
    else:
        own = content
    (root / "Pulumi.yaml").write_text("name: platform\n", encoding="utf-8")
    (root / "Pulumi.dev.yaml").write_text(yaml.safe_dump({"config": stack}), encoding="utf-8")
    (root / "tenants").mkdir()
    for name in stack["platform:tenants"]:
        file = text if content.get("name") == name else yaml.safe_dump(tenant(name, **own))
        (root / "tenants" / f"{name}.yaml").write_text(file, encoding="utf-8")
    examined = examine(root, "dev")
    return text_report(examined.findings, tenant_files=examined.loaded.tenant_files)


@pytest.mark.parametrize("text", snippets())
def test_check_finds_nothing(text: str, tmp_path: Path):
    assert re.fullmatch(r"no problems in [0-9]+ tenant files?", pasted(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("name: gamma\nprovisioner: {}\n", "provisioner: unknown field; did you mean provisioners?"),
        ("iam: {workload: []}\n", "iam.workload: unknown field; did you mean workloads?"),
        ("platform:admission: {modes: audit}\n", "platform:admission.modes: unknown field; did you mean mode?"),
        ("config: {'platform:tenants': []}\n", "platform:tenants: empty, which would remove every tenant"),
        ("apiVersion: v1\nkind: Secret\nmetadata: {name: db}\ndata: {password: eA==}\n", "holds a Secret with data"),
    ],
    ids=["tenant file", "fields of a tenant", "key of the stack", "stack file", "object"],
)
def test_a_mistake_in_any_kind_of_snippet_is_found(text: str, report: str, tmp_path: Path):
    assert report in pasted(tmp_path, text)
