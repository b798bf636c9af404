"""`check`: what it prints and how it ends. The report itself is tested with loading."""

import json

import pytest

from tests.cli.conftest import Run
from tests.loading.builders import TENANT, Project

ALPHA = TENANT.format(name="alpha")


def test_good_files(project: Project, run: Run):
    result = run("check")

    assert result.output == "no problems in 2 tenant files\n"
    assert result.exit_code == 0


def test_errors_end_with_1_and_are_counted(project: Project, run: Run):
    project.tenant("alpha", ALPHA + "    weight: ten\nring: [a]\n")

    result = run("check")

    assert result.output.splitlines() == [
        'tenants/alpha.yaml:7:13: provisioners.web.weight: text "ten" where a whole number is expected; '
        "write a whole number  [E004]",
        "tenants/alpha.yaml:8:7: ring: a list where text is expected; write text  [E004]",
        "2 problems in 1 of 2 tenant files, nothing was changed",
    ]
    assert result.exit_code == 1


def test_mistakes_of_the_stack_and_of_tenants_come_together(project: Project, run: Run):
    project.stack("  platform:tenant: x\n")
    project.tenant("beta", "")

    result = run("check")

    assert result.output.splitlines() == [
        "Pulumi.dev.yaml:11:3: platform:tenant: unknown field; did you mean tenants?  [E003]",
        "tenants/beta.yaml:1:1: empty, no mapping to read; write its content  [E001]",
        "2 problems in Pulumi.dev.yaml and 1 of 2 tenant files, nothing was changed",
    ]


def test_rules_across_objects_are_part_of_the_report(project: Project, run: Run):
    project.tenant("alpha", ALPHA.replace("    limits: {cpu: 16, memory: 64Gi}\n", ""))

    result = run("check")

    assert result.output.splitlines() == [
        "tenants/alpha.yaml:4:3: provisioners.web.limits: missing, a pod loop could buy without end; "
        "write cpu and memory, or guards.requireLimits: false  [E110]",
        "1 problem in 1 of 2 tenant files, nothing was changed",
    ]


def test_pools_are_missing_in_the_tenants_own_file(project: Project, run: Run):
    project.stack('  platform:tenantOverrides: {"*": {provisioners: {"*": {weight: 1}}}}\n')
    project.tenant("alpha", "name: alpha\nowner: {email: ops@alpha.example}\nprovisioners:\n")
    project.tenant("beta", "name: beta\nowner: {email: ops@beta.example}\n")
    without = "provisioners: isolation dedicated needs at least one; add one or write isolation: shared  [E017]"

    assert run("check").output.splitlines() == [
        f"tenants/alpha.yaml:3:1: {without}",
        f"tenants/beta.yaml:1:1: {without}",
        "2 problems in 2 of 2 tenant files, nothing was changed",
    ]


def test_no_rule_speaks_of_what_a_misspelt_word_or_a_second_key_may_have_said(project: Project, run: Run):
    project.tenant("alpha", ALPHA.replace("limits:", "limts:"))
    project.tenant("beta", TENANT.format(name="beta").replace("  web:\n", "  web: {weight: 5}\n  web:\n"))

    assert run("check").output.splitlines() == [
        "tenants/alpha.yaml:6:5: provisioners.web.limts: unknown field; did you mean limits?  [E003]",
        "tenants/beta.yaml:5:3: provisioners.web: key given twice, lines 4 and 5; keep one  [E002]",
        "2 problems in 2 of 2 tenant files, nothing was changed",
    ]


def test_nothing_is_said_of_what_stands_behind_an_alias_bomb(project: Project, run: Run):
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))
    project.tenant("alpha", f"a0: &a0 [x]\n{levels}{ALPHA}")

    assert run("check").output.splitlines() == [
        "tenants/alpha.yaml:5:1: a4[5]: aliases expand to more than 20000 values; "
        "write the lists out, or use a profile  [E001]",
        "1 problem in 1 of 2 tenant files, nothing was changed",
    ]


def test_a_rule_does_not_speak_of_what_is_wrong_already(project: Project, run: Run):
    project.tenant("alpha", ALPHA.replace("{cpu: 16, memory: 64Gi}", "{memory: 1000}"))

    assert run("check").output.splitlines() == [
        "tenants/alpha.yaml:6:22: provisioners.web.limits.memory: 1000 would be 1000 bytes; write 1000Gi  [E113]",
        "1 problem in 1 of 2 tenant files, nothing was changed",
    ]


def test_warnings_stop_nothing(project: Project, run: Run):
    project.tenant("alpha", ALPHA + "nodeClasses: {default: {imdsHopLimit: 2}}\n")

    result = run("check")

    assert result.output.splitlines()[-1] == "no problems in 2 tenant files, 1 warning"
    assert result.exit_code == 0


def test_json(project: Project, run: Run):
    project.tenant("alpha", ALPHA + "    weight: ten\n")

    result = run("check", "--format", "json")

    assert json.loads(result.output) == [
        {
            "file": "tenants/alpha.yaml",
            "line": 7,
            "column": 13,
            "path": "provisioners.web.weight",
            "code": "E004",
            "severity": "error",
            "message": 'text "ten" where a whole number is expected',
            "fix": "write a whole number",
        }
    ]
    assert result.exit_code == 1


def test_json_of_good_files_is_an_empty_list(project: Project, run: Run):
    assert json.loads(run("check", "--format", "json").output) == []


def test_a_tenant_that_vanished_since_the_last_deployment(project: Project, run: Run):
    project.stack(tenants="  platform:tenants: [alpha]\n")
    project.write("outputs.json", '{"tenants": {"alpha": {"state": "active"}, "beta": {"state": "active"}}}')

    result = run("check", "--outputs", "outputs.json")

    assert result.output.splitlines() == [
        "Pulumi.dev.yaml:10:21: platform:tenants: beta is deployed as active and gone from the list; "
        "restore it with state: offboarding first  [E015]",
        "tenants/beta.yaml:1:1: name: beta is not in platform:tenants of dev and is ignored; "
        "add it there to deploy it  [I013]",
        "1 problem in Pulumi.dev.yaml, nothing was changed",
    ]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "outputs.json is no JSON; write it by pulumi stack output --json"),
        ("[" * 100_000, "outputs.json is no JSON; write it by pulumi stack output --json"),
        ('{"tenants": []}', "outputs.json: tenants is not what this program exports"),
    ],
)
def test_rejects_outputs_of_something_else(project: Project, run: Run, text: str, said: str):
    project.write("outputs.json", text)

    result = run("check", "--outputs", "outputs.json")

    assert result.output.splitlines()[-1] == f"Error: Invalid value for '--outputs': {said}"
    assert result.exit_code == 2
