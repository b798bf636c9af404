"""Every mistake is reported in the file, at the line and under the path that it was written with, whatever other
layers say about the rest of the tenant."""

from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.checked import examine
from components.loading.findings import Finding
from components.model.problem import Path, show_path
from tests.loading.builders import TENANT, Project
from tests.loading.test_layers import LAYER

DEFAULTS, OVERRIDES = "platform:tenantDefaults", "platform:tenantOverrides"
LAYERS: dict[str, tuple[str, Path]] = {
    "defaults": ("Pulumi.dev.yaml", (DEFAULTS,)),
    "profile": ("tenants/profiles/web.yaml", ()),
    "own": ("tenants/alpha.yaml", ()),
    "every": ("Pulumi.dev.yaml", (OVERRIDES, "*")),
    "override": ("Pulumi.dev.yaml", (OVERRIDES, "alpha")),
}
"""Layer -> the file that it stands in, and where its fields begin in that file's paths."""

MISTAKES: list[tuple[Path, Any, str, str]] = [
    (("provisioners", "web", "expireAfter"), "30d", "E151", "expireAfter: 30d"),
    (("provisioners", "*", "expireAfter"), "30d", "E151", "expireAfter: 30d"),
    (("provisioners", "web", "limits", "memory"), 1000, "E113", "memory: 1000"),
    (("provisioners", "web", "limit"), {"cpu": 1}, "E003", "limit:"),
    (("provisioners", "web", "ttlSecondsAfterEmpty"), 30, "E007", "ttlSecondsAfterEmpty: 30"),
    (("provisioners", "web", "nodeClass"), "gpu", "E009", "nodeClass: gpu"),
    (("provisioners", "web", "replicas"), "two", "E004", "replicas: two"),
    (("provisioners", "web", "taints"), [{"key": "a.example/b", "effect": "Never"}], "E205", "effect: Never"),
    (("nodeClasses", "default", "imdsHopLimit"), 99, "E005", "imdsHopLimit: 99"),
    (("nodeClasses", "*", "instanceProfile"), "a/b", "E136", "instanceProfile: a/b"),
    (("nodeClasses", "default", "subnets"), ["my subnet-0a"], "E210", "- my subnet-0a"),
    (("iam", "policyArns"), ["ReadOnlyAccess"], "E005", "- ReadOnlyAccess"),
    (("networkPolicy", "allowTo"), [{"tenant": "gamma"}], "E009", "- tenant: gamma"),
    (("exposure", "hosts"), ["*"], "E005", "- '*'"),
    (("tags", "eks:eks-cluster-name"), "x", "E180", "eks:eks-cluster-name: x"),
    (("namespaces",), [{"suffix": "UPPER"}], "E005", "- suffix: UPPER"),
]
"""Where, what, its code, and the line that the report points at; the other layers never write these fields."""


def with_mistake(layer: dict[str, Any], place: Path, value: Any) -> dict[str, Any]:
    word, *below = place
    if not below:
        return {**layer, str(word): value}
    inner = layer.get(str(word)) or {}
    return {**layer, str(word): with_mistake(inner, tuple(below), value)}


def test_what_a_pool_lacks_is_missed_where_the_pool_is_written(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "  '*': {expireAfter: 720h}\n")
    project.stack("  platform:tenantOverrides:\n    alpha: {provisioners: {batch: {weight: 5}}}\n")

    assert [each.line() for each in errors(project)] == [
        "Pulumi.dev.yaml:12:28: platform:tenantOverrides.alpha.provisioners.batch.limits: missing, a pod loop could "
        "buy without end; write cpu and memory, or guards.requireLimits: false  [E110]"
    ]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    layers=st.fixed_dictionaries(dict.fromkeys(LAYERS, LAYER)),
    wrong=st.sampled_from(sorted(LAYERS)),
    mistake=st.sampled_from(MISTAKES),
)
def test_a_mistake_stands_where_it_was_written(
    project: Project, layers: dict[str, dict[str, Any]], wrong: str, mistake: tuple[Path, Any, str, str]
):
    place, value, code, line = mistake
    file, above = LAYERS[wrong]
    write(project, layers)
    before = {(each.file, each.path, each.code) for each in errors(project)}
    write(project, {**layers, wrong: with_mistake(layers[wrong], place, value)})

    (found,) = (each for each in errors(project) if (each.file, each.path, each.code) not in before)

    assert (found.file, found.code) == (file, code)
    assert show_path(found.path).startswith(show_path((*above, *place)))
    assert (project.root / file).read_text().splitlines()[found.position.line - 1].strip() == line


def errors(project: Project) -> list[Finding]:
    return [each for each in examine(project.root, "dev").findings if each.severity == "error"]


def write(project: Project, layers: dict[str, dict[str, Any]]) -> None:
    """A stack with one tenant whose layers are these, each value on a line of its own."""
    pool = {"instanceTypes": ["m6i.large"], "limits": {"cpu": 16}}
    base = {"name": "alpha", "owner": {"email": "ops@alpha.example"}, "extends": "web"}
    own = layers["own"]
    pools = {**(own.get("provisioners") or {})}
    pools["web"] = {**pool, **(pools.get("web") or {})}
    project.write(
        "tenants/profiles/web.yaml", yaml.safe_dump(layers["profile"], sort_keys=False) if layers["profile"] else "{}\n"
    )
    project.tenant("alpha", yaml.safe_dump({**base, **own, "provisioners": pools}, sort_keys=False))
    stack = {DEFAULTS: layers["defaults"], OVERRIDES: {"*": layers["every"], "alpha": layers["override"]}}
    project.stack(
        yaml.safe_dump({"config": stack}, sort_keys=False).removeprefix("config:\n"),
        tenants="  platform:tenants: [alpha]\n",
    )
    (project.root / "tenants/beta.yaml").unlink(missing_ok=True)
