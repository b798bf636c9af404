"""Instance profiles that the files name and the platform does not make: they have to be in the account already.

Karpenter would miss one only after everything else has been deployed, and its role not before the first launch. So the
account is asked before the first resource is registered, in previews too, and all answers are one report.
"""

import re
from collections.abc import Callable, Iterator

from pulumi_aws import iam

from .account_lookup import Refused, look_up
from .deployed_classes import deployed_classes
from .model.platform import Platform
from .model.problem import Path, Problem

_ABSENT = re.compile("NoSuchEntity|couldn't find resource")
"""What IAM, and what the provider, calls a profile that is not there."""

Fault = tuple[str, str]
"""What is wrong, and what to write instead."""

Ask = Callable[[str], Fault | None]


def unusable_profiles(platform: Platform) -> Iterator[Problem]:
    """A problem for each node class that names an instance profile which AWS does not have, or has without a role.

    Raises:
        Refused: Profiles may not be looked up.
    """
    return refused_profiles(platform, ask_aws)


def refused_profiles(platform: Platform, ask: Ask) -> Iterator[Problem]:
    """The same with any answers; each profile is asked for once."""
    answers: dict[str, Fault | None] = {}
    for tenant, path, profile in _given(platform):
        if profile not in answers:
            answers[profile] = ask(profile)
        if fault := answers[profile]:
            yield Problem(tenant, path, "E009", *fault)


def ask_aws(profile: str) -> Fault | None:
    """What is wrong with the profile; None when nodes can be started with it.

    Raises:
        Refused: The profile may not be looked up.
    """
    try:
        found = look_up(lambda: iam.get_instance_profile(name=profile))
    except Refused as error:
        if _ABSENT.search(str(error)):
            return f"{profile} does not exist in this account", "write the name of one that does, or remove it"
        raise
    if not found.role_name:
        return f"{profile} holds no role, its nodes could not join", "add the node role to it, or remove it"
    return None


def _given(platform: Platform) -> Iterator[tuple[str | None, Path, str]]:
    """Tenant, place and name of each profile of a class that is deployed, but for those that the platform makes."""
    for each in deployed_classes(platform):
        profile = each.spec.instance_profile
        if profile is not None and profile not in each.profiles:
            yield each.tenant, (*each.path, "instanceProfile"), profile
