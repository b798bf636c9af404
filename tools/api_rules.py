"""Writes `components/versions/api_rules.json`: what the CRDs of Karpenter 1.x say about each field, by version.

Run it as `python -m tools.api_rules` when a new minor joins the version table; it needs `go` and its module proxy.
Types, ranges, lengths, enums and patterns are taken over. The rules that a CRD states as expressions are judged by the
API server, in tests/cloud; only the keys that one of them allows in requirements are taken out of its text.
"""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

MODULE = "github.com/aws/karpenter-provider-aws"
SAMPLES = ("1.0.14", "1.8.2", "1.9.3", "1.10.2", "1.11.0", "1.12.0", "1.13.1", "1.14.3", "1.15.2")
"""Versions whose module the proxy has; the minors between the first two are unknown, and judged by both."""
KINDS = {"NodePool": "karpenter.sh_nodepools.yaml", "EC2NodeClass": "karpenter.k8s.aws_ec2nodeclasses.yaml"}
TARGET = Path(__file__).parents[1] / "components" / "versions" / "api_rules.json"

WORDS = (
    "type", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems",
    "minProperties", "maxProperties", "required",
)  # fmt: skip
INTEGERS = {f"int{bits}": {"minimum": -(2 ** (bits - 1)), "maximum": 2 ** (bits - 1) - 1} for bits in (32, 64)}
"""What a format says about a number."""
GREATEST = {"int32": 2**31 - 1, "int64": 2**63 - 1}
"""Format of a number → the greatest that it holds."""
REQUIREMENT_KEY = "spec.template.spec.requirements.[].key"

Rules = dict[str, dict[str, Any]]
"""Path of a field → its rules; `[]` stands for the items of a list, `*` for any key of a map."""


def main() -> None:
    """Reads the CRDs of every sample and writes the table."""
    folders = {version: _folder(version) for version in SAMPLES}
    crds = {
        kind: {version: schema_of(folder / file) for version, folder in folders.items()} for kind, file in KINDS.items()
    }
    table = {
        "source": f"pkg/apis/crds of {MODULE} at the samples; written by tools/api_rules.py",
        "samples": SAMPLES,
        "requirementKeys": _first(
            {version: dict.fromkeys(_requirement_keys(schema)) for version, schema in crds["NodePool"].items()}
        ),
        **{
            kind: _changes({version: dict(rules_of(schema)) for version, schema in of.items()})
            for kind, of in crds.items()
        },
    }
    TARGET.write_text(_lines(table), encoding="utf-8")


def _folder(version: str) -> Path:
    command = ["go", "mod", "download", "-json", f"{MODULE}@v{version}"]
    printed = subprocess.run(command, cwd="/", capture_output=True, check=True, text=True).stdout
    return Path(json.loads(printed)["Dir"]) / "pkg" / "apis" / "crds"


def schema_of(file: Path) -> dict[str, Any]:
    """The schema of `spec` in the CRD of a file."""
    versions = yaml.safe_load(file.read_text(encoding="utf-8"))["spec"]["versions"]
    (schema,) = [each["schema"]["openAPIV3Schema"] for each in versions if each["name"] == "v1"]
    return schema["properties"]["spec"]


def rules_of(schema: Mapping[str, Any], path: str = "spec") -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and rules of every field of a schema."""
    rules = {**INTEGERS.get(schema.get("format", ""), {}), **{word: schema[word] for word in WORDS if word in schema}}
    if schema.get("x-kubernetes-int-or-string"):
        rules["type"] = "integer or string"
    if schema.get("x-kubernetes-preserve-unknown-fields"):
        rules["open"] = True
    yield path, rules
    for word, field in schema.get("properties", {}).items():
        yield from rules_of(field, f"{path}.{word}")
    if "items" in schema:
        yield from rules_of(schema["items"], f"{path}.[]")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from rules_of(schema["additionalProperties"], f"{path}.*")


def _requirement_keys(schema: Mapping[str, Any]) -> list[str]:
    """Keys that the rule on requirements lists by name."""
    key: Any = schema
    for step in REQUIREMENT_KEY.removeprefix("spec.").split("."):
        key = key["items"] if step == "[]" else key["properties"][step]
    lists = (re.search(r"self in \[([^\]]*)\]", rule["rule"]) for rule in key["x-kubernetes-validations"])
    return [name for found in lists if found for name in re.findall(r'"([^"]+)"', found[1])]


def _first(by_version: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The first sample that has each key."""
    found: dict[str, str] = {}
    for version, keys in by_version.items():
        found |= {key: version for key in keys if key not in found}
    return dict(sorted(found.items()))


def _changes(by_version: Mapping[str, Rules]) -> dict[str, dict[str, Any]]:
    """Path → sample → the rules from it on; null where the field is gone, or not there yet."""
    paths = sorted({path for rules in by_version.values() for path in rules})
    return {path: _changes_of({version: rules.get(path) for version, rules in by_version.items()}) for path in paths}


def _changes_of(by_version: Mapping[str, dict[str, Any] | None]) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for version, rules in by_version.items():
        if not changes or changes[list(changes)[-1]] != rules:
            changes[version] = rules
    return changes


def _lines(table: Mapping[str, Any]) -> str:
    """JSON with one field a line, so that a new minor shows as a few changed lines."""
    parts: list[str] = []
    for key, value in table.items():
        if isinstance(value, dict):
            entries = ",\n".join(f"    {json.dumps(word)}: {json.dumps(item)}" for word, item in value.items())
            parts.append(f"  {json.dumps(key)}: {{\n{entries}\n  }}")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
