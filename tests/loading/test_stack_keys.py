"""Keys of the stack file: a setting without effect is told, and one with an effect is read as the engine does.

Does not prove what the engine does with such keys: it takes a key without a namespace for the project's, and passes
nothing of what stands beside `config`.
"""

import pytest

from tests.loading.builders import STACK, TENANTS, Project

FILE = "Pulumi.dev.yaml"


def test_a_key_without_a_namespace_is_the_projects(project: Project):
    project.stack("  guards: {requireLimits: perhaps}\n  tenantOverrides:\n    alpha: {state: frosen}\n")

    assert project.lines() == [
        f'{FILE}:11:27: platform:guards.requireLimits: text "perhaps" where true or false is expected; '
        "write true or false  [E004]",
        f'{FILE}:13:20: platform:tenantOverrides.alpha.state: "frosen" is none of active, frozen, suspended, '
        "offboarding; write frozen  [E005]",
    ]


def test_all_keys_may_do_without_a_namespace(project: Project):
    project.write(FILE, (STACK + TENANTS).replace("platform:", ""))

    assert project.lines() == []


def test_a_secret_below_a_key_without_a_namespace_is_found(project: Project):
    project.stack("  guards: {maxHourlyUSD: {secure: AAAB}}\n")

    assert project.lines() == [
        f"{FILE}:11:12: platform:guards.maxHourlyUSD: a secret value, which settings and manifests would show; "
        "write it in plain text, or refer to a secret by name  [E004]"
    ]


def test_one_setting_with_and_without_its_namespace_stands_twice(project: Project):
    project.stack("  platform:guards: {requireLimits: true}\n  guards: {requireLimits: false}\n")

    loaded = project.load()

    assert [finding.line() for finding in loaded.findings] == [
        f"{FILE}:12:3: guards: key given twice, lines 11 and 12; keep one  [E002]"
    ]
    assert loaded.platform is not None
    assert loaded.platform.settings.guards.require_limits


@pytest.mark.parametrize("key", ["platform:tenantOverrides", "tenantOverrides", "aws:region"])
def test_a_setting_beside_config_is_told(project: Project, key: str):
    project.stack(f"{key}: {{}}\n")

    assert project.lines() == [
        f"{FILE}:11:1: {key}: unknown field here; it belongs under config, indent it there  [E003]"
    ]


def test_a_misspelt_key_beside_config_is_told(project: Project):
    project.stack("encryptedKey: x\n")

    assert project.lines() == [f"{FILE}:11:1: encryptedKey: unknown field; did you mean encryptedkey?  [E003]"]


def test_what_pulumi_itself_writes_and_what_nobody_reads_stays(project: Project):
    more = "secretsprovider: awskms://x\nencryptedkey: x\nencryptionsalt: x\nenvironment: [shared]\n"

    project.stack(f"{more}x-common: &common {{a: b}}\n  # no key\n")

    assert project.lines() == []


def test_a_misspelt_namespace_is_told(project: Project):
    project.stack("  plattform:guards: {}\n  Platform:tenantDefaults: {}\n  aws:profile: x\n  datadog:guards: x\n")

    assert project.lines() == [
        f"{FILE}:11:3: plattform:guards: unknown field; did you mean platform:guards?  [E003]",
        f"{FILE}:12:3: Platform:tenantDefaults: unknown field; did you mean platform:tenantDefaults?  [E003]",
    ]
