"""What the engine runs the program for: the stack in the folder, with what the engine and the account know of it."""

from collections.abc import Iterator
from pathlib import Path

import pulumi

from .account_lookup import Refused
from .checked import checked_platform
from .given_groups import unusable_groups
from .given_profiles import unusable_profiles
from .last_deployment import last_deployment
from .loading import InvalidPlatform
from .model.platform import Platform
from .model.problem import Problem
from .taken_roles import roles_of_other_clusters


def platform_of_this_stack() -> Platform:
    """The valid platform; warnings, and what changes for customers, are shown.

    Raises:
        pulumi.RunError: Something is wrong; all of it is in the report.
    """
    try:
        checked = checked_platform(
            Path.cwd(),
            pulumi.get_stack(),
            pulumi.runtime.get_config_env(),
            pulumi.runtime.get_config_secret_keys_env(),
            last_deployment(),
            _refused_by_account,
        )
    except InvalidPlatform as error:
        raise pulumi.RunError(error.report()) from None
    for warning in checked.warnings:
        pulumi.warn(warning)
    for change in checked.changes:
        pulumi.info(change)
    return checked.platform


def _refused_by_account(platform: Platform) -> Iterator[Problem]:
    """What the files name in the account and cannot be used, or what others have under a name that would be ours.

    Where the account does not answer, that is a warning: a deployment may go well without these rights.
    """
    for problems, right in (
        (unusable_profiles(platform), "iam:GetInstanceProfile"),
        (unusable_groups(platform), "ec2:DescribeSecurityGroups"),
        (roles_of_other_clusters(platform), "iam:ListRoles"),
    ):
        try:
            yield from problems
        except Refused as error:
            pulumi.warn(f"not checked: {error}; to have it checked let whoever runs pulumi call {right}")
