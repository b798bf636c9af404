"""What IAM does and moto does not: it refuses deletes of policies in use and more policies than a role may have, and it
lists the instance profiles of one path only.

Without the last one Karpenter's clean-up, which asks for the profiles under its own path, deletes all others.

Source: IAM API reference, errors DeleteConflict and LimitExceeded; IAM and AWS STS quotas (managed policies attached to
a role 10; inline policies of a role together 10,240 characters, blanks not counted).
"""

from types import ModuleType

import moto.iam.urls
from moto.core.responses import ActionResult
from moto.iam.exceptions import DeleteConflictException, LimitExceededException
from moto.iam.models import IAMBackend, iam_backends
from moto.iam.responses import IamResponse

POLICIES_PER_ROLE = 10

INLINE_CHARACTERS = 10240


class StrictIamBackend(IAMBackend):
    """moto's IAM with the use of policies and the quotas of roles."""

    @property
    def _url_module(self) -> ModuleType:
        # moto derives the module of its routes from the backend's own module name.
        return moto.iam.urls

    def delete_policy(self, policy_arn: str) -> None:
        """Refused while a role has it, as policy or as boundary."""
        for role in self.roles.values():
            if policy_arn in role.managed_policies or role.permissions_boundary_arn == policy_arn:
                raise DeleteConflictException("Cannot delete a policy attached to entities.")
        super().delete_policy(policy_arn)

    def attach_role_policy(self, policy_arn: str, role_name: str) -> None:
        """Refused beyond the quota."""
        attached = self.get_role(role_name).managed_policies
        if policy_arn not in attached and len(attached) >= POLICIES_PER_ROLE:
            raise LimitExceededException(f"Cannot exceed quota for PoliciesPerRole: {POLICIES_PER_ROLE}")
        super().attach_role_policy(policy_arn, role_name)

    def put_role_policy(self, role_name: str, policy_name: str, policy_json: str) -> None:
        """Refused when the role's inline policies together are too long."""
        others = {**self.get_role(role_name).policies, policy_name: policy_json}
        if sum(map(_length, others.values())) > INLINE_CHARACTERS:
            message = f"Maximum policy size of {INLINE_CHARACTERS} bytes exceeded for role {role_name}"
            raise LimitExceededException(message)
        super().put_role_policy(role_name, policy_name, policy_json)


def install() -> None:
    """Put these rules into moto; before the first request."""
    iam_backends.backend = StrictIamBackend
    IamResponse.list_instance_profiles = _list_instance_profiles


def _list_instance_profiles(self: IamResponse) -> ActionResult:
    """ListInstanceProfiles with its PathPrefix."""
    prefix = self._get_param("PathPrefix", "/")
    profiles = [profile for profile in self.backend.get_instance_profiles() if profile.path.startswith(prefix)]
    return ActionResult({"InstanceProfiles": profiles})


def _length(document: str) -> int:
    return sum(not character.isspace() for character in document)
