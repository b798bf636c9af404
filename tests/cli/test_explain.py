"""`explain`: what it prints. The values and their layers are tested with loading."""

from tests.cli.conftest import Run
from tests.loading.builders import TENANT, Project


def test_shows_value_and_layer_below_a_path(project: Project, run: Run):
    project.stack("  platform:tenantOverrides: {alpha: {provisioners: {web: {limits: {cpu: 99}}}}}\n")

    result = run("explain", "alpha", "provisioners.web.limits")

    assert result.output.splitlines() == [
        "provisioners.web.limits.cpu     99    # tenantOverrides.alpha, Pulumi.dev.yaml:11:73",
        "provisioners.web.limits.memory  64Gi  # tenant file, tenants/alpha.yaml:6:31",
    ]


def test_shows_a_built_in_nothing_only_when_asked_for(project: Project, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha"))

    assert "headroom" not in run("explain", "alpha").output
    assert run("explain", "alpha", "provisioners.web.headroom").output == (
        "provisioners.web.headroom  null  # built in\n"
    )


def test_paths_are_written_as_in_messages(project: Project, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha") + "tags: {a/b: c}\naccess: []\n")

    assert run("explain", "alpha", 'tags["a/b"]').output == 'tags["a/b"]  c  # tenant file, tenants/alpha.yaml:7:13\n'
    assert run("explain", "alpha", "provisioners.web.disruption.budgets[0].nodes").output == (
        "provisioners.web.disruption.budgets[0].nodes  10%  # built in\n"
    )


def test_a_stack_with_errors_is_explained_too(project: Project, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha") + "    weight: ten\n")

    result = run("explain", "alpha", "provisioners.web.weight")

    assert result.stdout == "provisioners.web.weight  ten  # tenant file, tenants/alpha.yaml:7:13\n"
    assert result.stderr == "the stack has errors, see karpenter-tenants check\n"
    assert result.exit_code == 0


def test_a_long_value_moves_only_its_own_line(project: Project, run: Run):
    types = ", ".join(f"m6i.{size}xlarge" for size in (2, 4, 8, 12, 16, 24, 32))
    project.tenant("alpha", TENANT.format(name="alpha").replace("m6i.large", types))

    assert run("explain", "alpha", "provisioners.web").output.splitlines()[:2] == [
        f"provisioners.web.instanceTypes                   [{types}]  # tenant file, tenants/alpha.yaml:5:20",
        f"provisioners.web.limits.cpu                      {'16':<60}  # tenant file, tenants/alpha.yaml:6:19",
    ]


def test_a_tenant_that_could_not_be_read_is_reported_and_not_taken_for_an_unknown_one(project: Project, run: Run):
    project.tenant("alpha", "name: [alpha\n")

    result = run("explain", "alpha")

    assert (result.stdout, result.exit_code) == ("", 1)
    assert result.stderr.splitlines() == [
        "tenants/alpha.yaml:1:7: a [ that is not closed; write ] behind the last entry  [E001]",
        "1 problem in 1 of 2 tenant files, nothing was changed",
    ]


def test_values_reach_the_terminal_without_escape_sequences(project: Project, run: Run):
    project.tenant("alpha", TENANT.format(name="alpha") + 'costCenter: "a\\e[31m"\n')

    result = run("explain", "alpha", "costCenter", color=True)

    assert result.stdout == "costCenter  a\\x1b[31m  # tenant file, tenants/alpha.yaml:7:13\n"
