"""The layers of a tenant, read from files: what counts, where its mistakes stand, which fields a layer may set."""

from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.loading.merging import plain
from components.model.tenant import TenantSpec
from tests.loading.builders import STACK, TENANT, Project

ALPHA = TENANT.format(name="alpha")


def alpha(project: Project) -> TenantSpec:
    """The merged tenant alpha of a stack without mistakes."""
    loaded = project.load()
    assert [finding.line() for finding in loaded.findings] == []
    assert loaded.platform is not None
    return loaded.platform.tenants[0]


def test_later_layers_win(project: Project):
    project.write("tenants/profiles/web.yaml", "tags: {b: profile, c: profile, d: profile, e: profile}\n")
    project.tenant("alpha", ALPHA + "extends: web\ntags: {c: file, d: file, e: file}\n")
    project.stack(
        "  platform:tenantDefaults: {tags: {a: defaults, b: defaults}}\n"
        "  platform:tenantOverrides: {'*': {tags: {d: every, e: every}}, alpha: {tags: {e: own}}}\n"
    )

    assert alpha(project).tags == {"a": "defaults", "b": "profile", "c": "file", "d": "every", "e": "own"}


def test_a_layer_of_another_tenant_does_not_count(project: Project):
    project.stack("  platform:tenantOverrides: {beta: {ring: canary}}\n")

    assert alpha(project).ring == "main"


def test_a_class_that_nobody_writes_starts_from_every_layers_defaults(project: Project):
    project.stack("  platform:tenantDefaults: {nodeClasses: {'*': {detailedMonitoring: true}}}\n")

    assert alpha(project).node_classes["default"].detailed_monitoring is True


@pytest.mark.parametrize(
    "more",
    ["", "    nodeClass: default\n", "nodeClasses:\n", "nodeClasses: {gpu: {ami: bottlerocket}}\n"],
    ids=["unsaid", "named", "nothing behind the colon", "beside another"],
)
def test_the_default_class_is_there_for_pools_that_name_it_or_none(project: Project, more: str):
    project.tenant("alpha", TENANT.format(name="alpha") + more)

    assert project.lines() == []
    assert "default" in alpha(project).node_classes


def test_a_default_class_that_a_later_layer_takes_away_starts_anew(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "nodeClasses: {default: {disk: {size: 50Gi}}}\n")
    project.stack("  platform:tenantOverrides: {alpha: {nodeClasses: {default: null}}}\n")

    assert project.lines() == []
    assert alpha(project).node_classes["default"].disk is None


def test_a_class_that_no_pool_uses_is_not_made(project: Project):
    project.tenant("alpha", ALPHA + "    nodeClass: gpu\nnodeClasses: {gpu: {}}\n")

    assert sorted(alpha(project).node_classes) == ["gpu"]


def test_enforcement_follows_the_stack_unless_written(project: Project):
    project.stack("  platform:admission: {mode: audit}\n")
    project.tenant("beta", TENANT.format(name="beta") + "enforcement: enforce\n")

    platform = project.load().platform

    assert platform is not None
    assert [str(tenant.enforcement) for tenant in platform.tenants] == ["audit", "enforce"]


def test_defaults_may_hold_what_is_for_all_tenants(project: Project):
    project.stack("  platform:tenantDefaults: {iam: {sharedImageRepositories: [base/*]}}\n")

    assert alpha(project).iam.shared_image_repositories == ("base/*",)


def test_every_mistake_stands_in_the_file_that_it_was_written_in(project: Project):
    project.write("tenants/profiles/web.yaml", "provisioners:\n  '*': {weight: profile}\n")
    project.tenant("alpha", ALPHA + "    replicas: file\nextends: web\n")
    project.tenant("beta", TENANT.format(name="beta") + "extends: web\n")
    project.stack(
        "  platform:tenantDefaults: {provisioners: {'*': {zones: defaults}}}\n"
        "  platform:tenantOverrides:\n"
        "    '*': {nodeClasses: {default: {detailedMonitoring: every}}}\n"
        "    alpha: {provisioners: {web: {taints: own}}}\n"
    )

    found = [(finding.file, finding.position.line, finding.path) for finding in project.load().findings]

    assert found == [
        ("Pulumi.dev.yaml", 11, ("platform:tenantDefaults", "provisioners", "*", "zones")),
        ("Pulumi.dev.yaml", 13, ("platform:tenantOverrides", "*", "nodeClasses", "default", "detailedMonitoring")),
        ("Pulumi.dev.yaml", 14, ("platform:tenantOverrides", "alpha", "provisioners", "web", "taints")),
        ("tenants/alpha.yaml", 7, ("provisioners", "web", "replicas")),
        ("tenants/profiles/web.yaml", 2, ("provisioners", "*", "weight")),
    ]


def test_a_profile_holds_what_is_nobodys_own(project: Project):
    project.write("tenants/profiles/web.yaml", "name: x\nowner: {email: a@b.example}\nextends: y\n")
    project.tenant("alpha", ALPHA + "extends: web\n")
    project.tenant("beta", TENANT.format(name="beta") + "extends: web\n")

    assert project.lines() == [
        f"tenants/profiles/web.yaml:{line}:1: {word}: not possible here, "
        "a profile holds what many tenants share; remove it  [E003]"
        for line, word in enumerate(("name", "owner", "extends"), 1)
    ]


def test_a_misspelt_profile(project: Project):
    project.write("tenants/profiles/gpu.yaml", "{}\n")
    project.tenant("alpha", ALPHA + "extends: gpuu\n")

    assert project.lines() == [
        "tenants/alpha.yaml:7:10: extends: profile tenants/profiles/gpuu.yaml does not exist; did you mean gpu?  [E009]"
    ]


def test_paths_of_the_platform_are_no_tenants(project: Project):
    project.stack("  platform:guards: {tenantFilesAreUntrusted: true}\n")
    project.write("tenants/profiles/web.yaml", "iam: {sessionManager: true}\n")
    project.tenant(
        "alpha",
        ALPHA + "extends: web\niam: {policyArns: []}\nnodeClasses: {'*': {userData: x}, default: {role: node}}\n",
    )

    remedy = "to the stack and its profiles; move it to platform:tenantOverrides.alpha  [E305]"
    assert project.lines() == [
        f"tenants/alpha.yaml:8:7: iam.policyArns: guards.platformOnly leaves iam {remedy}",
        'tenants/alpha.yaml:9:21: nodeClasses["*"].userData: guards.platformOnly leaves nodeClasses.*.userData '
        f"{remedy}",
        f"tenants/alpha.yaml:9:45: nodeClasses.default.role: guards.platformOnly leaves nodeClasses.*.role {remedy}",
    ]


POOLS = st.fixed_dictionaries(
    {},
    optional={
        "weight": st.integers(1, 100) | st.none(),
        "zones": st.lists(st.sampled_from(["eu-central-1a", "eu-central-1b"]), unique=True) | st.none(),
        "capacityTypes": st.sampled_from([["spot"], ["on-demand", "spot"]]) | st.none(),
        "labels": st.dictionaries(st.sampled_from(["a.example/x", "a.example/y"]), st.just("v") | st.none()),
        "terminationGracePeriod": st.sampled_from(["1h", None]),
        "disruption": st.fixed_dictionaries({}, optional={"consolidateAfter": st.sampled_from(["5m", "10m"])}),
        "requirements": st.lists(
            st.sampled_from(
                [
                    {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot"]},
                    {"key": "karpenter.k8s.aws/instance-cpu", "operator": "Gt", "values": ["3"]},
                    {"key": "karpenter.k8s.aws/instance-cpu", "operator": "Lt", "values": ["99"]},
                ]
            ),
            max_size=2,
        ).filter(lambda items: len({item["operator"] for item in items}) == len(items)),
    },
).filter(lambda pool: not (pool.get("capacityTypes") and "karpenter.sh/capacity-type" in str(pool.get("requirements"))))
CLASSES = st.fixed_dictionaries(
    {},
    optional={
        "ami": st.just("al2023"),
        "detailedMonitoring": st.booleans(),
        "disk": st.sampled_from([{"size": "50Gi"}, {"type": "gp3"}]),
        "tags": st.dictionaries(st.sampled_from(["x", "y"]), st.just("v") | st.none()),
    },
)
LAYER = st.fixed_dictionaries(
    {},
    optional={
        "tags": st.dictionaries(st.sampled_from(["team", "stage"]), st.sampled_from(["one", "two"]) | st.none()),
        "displayName": st.sampled_from(["One", "Two"]),
        "provisioners": st.dictionaries(st.sampled_from(["*", "web", "batch"]), POOLS, max_size=3),
        "nodeClasses": st.dictionaries(st.sampled_from(["*", "default"]), CLASSES, max_size=2),
    },
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(defaults=LAYER, profile=LAYER, own=LAYER, every=LAYER, override=LAYER)
def test_a_merged_tenant_equals_one_written_out(
    project: Project,
    defaults: dict[str, Any],
    profile: dict[str, Any],
    own: dict[str, Any],
    every: dict[str, Any],
    override: dict[str, Any],
):
    head = {"name": "alpha", "owner": {"email": "ops@alpha.example"}}
    project.write("tenants/profiles/web.yaml", yaml.safe_dump(profile) if profile else "{}\n")
    project.tenant("alpha", yaml.safe_dump({**head, **own, "extends": "web"}))
    stack = {"platform:tenantDefaults": defaults, "platform:tenantOverrides": {"*": every, "alpha": override}}
    project.stack(yaml.safe_dump({"config": stack}).removeprefix("config:\n"), tenants="  platform:tenants: [alpha]\n")
    (project.root / "tenants/beta.yaml").unlink(missing_ok=True)
    layered = project.load()
    written = layered.sources.tenants["alpha"]

    project.tenant("alpha", yaml.safe_dump(_lists(plain(written.merged))))
    project.stack(tenants="  platform:tenants: [alpha]\n")

    assert layered.platform is not None
    assert alpha(project) == layered.platform.tenants[0]


def _lists(value: Any) -> Any:
    """Plain data as PyYAML writes it."""
    match value:
        case dict():
            return {key: _lists(item) for key, item in value.items()}
        case tuple():
            return [_lists(item) for item in value]
        case bool() | None | str():
            return value
        case int():
            return int(value)
        case _:
            return value


NONE = "  platform:tenants: []\n  platform:guards: {allowNoTenants: true}\n"
BOUNDED = "  platform:tenantDefaults: {iam: {permissionsBoundary: Bounded}}\n"
NO_BOUNDARY = (
    'Pulumi.dev.yaml:11:56: platform:tenantDefaults.iam.permissionsBoundary: "Bounded" is no ARN of an IAM policy;'
    " write arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess  [E005]"
)


def test_what_all_tenants_start_from_is_judged_before_there_is_one(project: Project):
    project.stack(
        "  platform:tenantDefaults: {state: idle, tgas: {}, owner: {costCenter: '1'}, iam: 5}\n"
        "  platform:tenantOverrides: {'*': {ring: -7}}\n",
        tenants=NONE,
    )

    assert [line.partition(": ")[2] for line in errors(project)] == [
        'platform:tenantDefaults.state: "idle" is none of active, frozen, suspended, offboarding;'
        " write one of them  [E005]",
        "platform:tenantDefaults.tgas: unknown field; did you mean tags?  [E003]",
        "platform:tenantDefaults.iam: number 5 where a mapping is expected; write a mapping with"
        " policyArns, policyStatements, imageRepositories  [E004]",
        'platform:tenantOverrides["*"].ring: "-7" is no name of a ring;'
        " write a key of platform:amis, such as main  [E005]",
    ]


def test_what_a_tenants_file_would_complete_is_not_missed_before_there_is_one(project: Project):
    project.stack("  platform:tenantDefaults: {owner: {costCenter: '1'}, provisioners: {'*': {}}}\n", tenants=NONE)

    assert errors(project) == []


def test_what_pools_of_the_platform_take_is_judged_although_a_file_hides_it(project: Project):
    pool = "  platform:karpenter: {version: 1.14.3, sharedPool: {limits: {cpu: 8}}}\n"
    for name in ("alpha", "beta"):
        project.tenant(name, TENANT.format(name=name) + "iam: {permissionsBoundary: null}\n")

    project.stack(BOUNDED, base=STACK)
    hidden = errors(project)
    project.stack(BOUNDED, base=STACK.replace("  platform:karpenter: {version: 1.14.3}\n", pool))

    assert hidden == []
    assert errors(project) == [NO_BOUNDARY]


def errors(project: Project) -> list[str]:
    return [line for line in project.lines() if "[E" in line]
