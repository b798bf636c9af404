"""Every value of a tenant with the layer that set it."""

from components.loading.explaining import Explained, explained
from components.model.problem import show_path
from tests.loading.builders import TENANT, Project


def values(project: Project) -> dict[str, Explained]:
    """The values of tenant alpha by path."""
    return {show_path(value.path): value for value in explained(project.load(), "alpha")}


def test_each_value_names_its_layer_and_place(project: Project):
    project.write("tenants/profiles/web.yaml", "provisioners:\n  '*': {weight: 7}\n")
    project.tenant("alpha", TENANT.format(name="alpha") + "extends: web\n")
    project.stack(
        "  platform:tenantDefaults: {tags: {stage: dev}}\n"
        "  platform:tenantOverrides: {alpha: {provisioners: {web: {limits: {cpu: 99}}}}, '*': {ring: main}}\n"
        "  platform:admission: {mode: audit}\n"
    )

    found = values(project)

    assert {
        path: (found[path].shown, found[path].source)
        for path in (
            "extends",
            "tags.stage",
            "provisioners.web.weight",
            "provisioners.web.instanceTypes",
            "ring",
            "provisioners.web.limits.cpu",
            "enforcement",
            "provisioners.web.expireAfter",
        )
    } == {
        "extends": ("web", "tenant file, tenants/alpha.yaml:7:10"),
        "tags.stage": ("dev", "tenantDefaults, Pulumi.dev.yaml:11:43"),
        "provisioners.web.weight": ("7", "profile web, tenants/profiles/web.yaml:2:17"),
        "provisioners.web.instanceTypes": ("[m6i.large]", "tenant file, tenants/alpha.yaml:5:20"),
        "ring": ("main", 'tenantOverrides."*", Pulumi.dev.yaml:12:93'),
        "provisioners.web.limits.cpu": ("99", "tenantOverrides.alpha, Pulumi.dev.yaml:12:73"),
        "enforcement": ("audit", "platform:admission, Pulumi.dev.yaml:13:30"),
        "provisioners.web.expireAfter": ("Never", "built in"),
    }


def test_a_built_in_nothing_is_told_apart(project: Project):
    found = values(project)

    assert not found["provisioners.web.headroom"].is_set
    assert found["provisioners.web.expireAfter"].is_set


def test_a_tenant_with_mistakes_shows_what_is_written(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "    weight: ten\n")

    assert values(project)["provisioners.web.weight"].shown == "ten"


def test_long_values_are_shown_whole_and_on_one_line(project: Project):
    types = ", ".join(f"m6i.{size}xlarge" for size in (2, 4, 8, 12, 16, 24, 32))
    project.tenant("alpha", TENANT.format(name="alpha").replace("m6i.large", types) + BOOT)

    found = values(project)

    assert found["provisioners.web.instanceTypes"].shown == f"[{types}]"
    assert found["nodeClasses.default.userData"].shown == r'"#!/bin/sh\necho\n"'


BOOT = """\
nodeClasses:
  default:
    userData: |
      #!/bin/sh
      echo
"""


def test_all_namespaces_are_a_word(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "access: [{group: a, role: view, namespaces: all}]\n")

    assert values(project)["access[0].namespaces"].shown == "all"
