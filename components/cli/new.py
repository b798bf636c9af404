"""`karpenter-tenants new`."""

from pathlib import Path
from typing import Final

import click

from ..model.project_files import PROFILES, TENANTS, stack_file_name
from ..model.system_error import cause_of
from .project import complete_profiles, project_options, project_root_of

_HEAD: Final = """\
# yaml-language-server: $schema=../schemas/tenant.schema.json
name: {name}
"""
_OWNER: Final = """\
owner:
  email: ops@{name}.example # who is asked, and what the resources are tagged with
  # costCenter: "4711"
"""
_POOLS: Final = """\
provisioners:
  default: # one NodePool each, named {name}-default
    instanceTypes: [m7i.large, m7i.xlarge]
    # capacityTypes: [spot, on-demand]
    # zones: [eu-central-1a, eu-central-1b]
    limits: # the most that all nodes of the pool may hold together
      cpu: 32
      memory: 128Gi
    # weight: 10
    # maintenanceWindows:
    #   timezone: Europe/Berlin
    #   windows: [{{days: [sat, sun], start: "02:00", duration: 4h}}]
"""
_EXTENDS: Final = "extends: {profile} # tenants/profiles/{profile}.yaml; what is written here counts before it\n"
_POOLS_OF_PROFILE: Final = """\
# provisioners:
#   default:
#     limits: {{cpu: 32, memory: 128Gi}}
"""
_REST: Final = """\
# nodeClasses:
#   default:
#     ami: al2023 # the stack's pin for the tenant's ring
#     disk: {{size: 100Gi}}
# iam:
#   workloads: # rights in AWS of pods, by the service account that they run as
#     - namespace: {name}
#       serviceAccount: app
#       policyArns: [arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess]
# access:
#   - group: {name}-developers # of your identity provider; or principalArn: an IAM role
#     role: edit
# tags:
#   team: {name}
"""


@click.command()
@click.argument("tenant")
@click.option(
    "--extends",
    "profile",
    metavar="P",
    default=None,
    shell_complete=complete_profiles,
    help="Start from the profile tenants/profiles/P.yaml.",
)
@project_options
def command(project: Path | None, stack: str, tenant: str, profile: str | None) -> None:
    """Write tenants/TENANT.yaml, a commented file to start from that is valid as it is."""
    from ..loading.tenant_files import TenantFolder

    root = project_root_of(project, stack)
    folder = TenantFolder(root, TENANTS)
    existing = folder.stems()
    if folder.faults:
        raise click.ClickException(folder.faults[0].line())
    _refuse_name(tenant, existing)
    if profile is not None:
        _refuse_profile(profile, TenantFolder(root, PROFILES).stems())
    try:
        (root / TENANTS).mkdir(exist_ok=True)
        errors = _write(root, stack, tenant, profile)
    except OSError as error:
        fix = f"make room, or make {TENANTS}/ a folder that whoever runs this may write to"
        raise click.ClickException(f"{folder.file(tenant)} cannot be written: {cause_of(error)}; {fix}") from None
    click.echo(f"wrote {folder.file(tenant)}; to deploy it add it in {stack_file_name(stack)}:")
    click.echo(f"  platform:tenants:\n    - {tenant}")
    if errors:
        click.echo("\n".join(["it is not valid yet:", *errors]))


def _write(root: Path, stack: str, tenant: str, profile: str | None) -> list[str]:
    """Writes the shortest file without errors, else the fullest one; returns the errors that it has."""
    from ..loading.replacing import replace_file

    file = root / TENANTS / f"{tenant}.yaml"
    shapes = (_POOLS,) if profile is None else (_EXTENDS + _POOLS_OF_PROFILE, _EXTENDS + _POOLS)
    errors: list[str] | None = None
    try:
        for shape in shapes:
            errors = None
            text = (_HEAD + _OWNER + shape + _REST).format(name=tenant, profile=profile)
            replace_file(file, text.encode())
            errors = _errors(root, stack, tenant)
            if not errors:
                break
    finally:
        # Of a command that is ended in between nothing stays.
        if errors is None:
            file.unlink(missing_ok=True)
    return errors or []


def _errors(root: Path, stack: str, tenant: str) -> list[str]:
    """What `check` would call an error in the file or its profile, were the tenant the only one on the list."""
    from ..checked import examine

    findings = examine(root, stack, {"platform:tenants": [tenant]}).findings
    return [each.line() for each in findings if each.severity == "error" and each.file.startswith(f"{TENANTS}/")]


def _refuse_name(tenant: str, existing: tuple[str, ...]) -> None:
    from ..loading.tenant_files import continued_names
    from ..model.names import tenant_name_faults, tenant_name_remedy

    faults = tenant_name_faults(tenant)
    if faults:
        raise click.UsageError(f'"{tenant}" {" and ".join(faults)}; {tenant_name_remedy(tenant)}')
    if tenant in existing:
        raise click.UsageError(f"tenants/{tenant}.yaml exists already; choose another name or edit it")
    for name, other, _ in continued_names((*existing, tenant)):
        if tenant in (name, other):
            raise click.UsageError(f'"{name}" begins with tenant "{other}" and -; choose a name without it')


def _refuse_profile(profile: str, existing: tuple[str, ...]) -> None:
    from ..model.nearest import nearest

    if profile not in existing:
        meant = nearest(profile, existing)
        hint = f"did you mean {meant}?" if meant else f"there are {', '.join(existing) or 'none'}"
        raise click.UsageError(f"no profile tenants/profiles/{profile}.yaml; {hint}")
