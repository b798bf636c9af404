"""IAM: roles, policies, instance profiles, OIDC providers.

Source of names and limits: IAM API reference; of force-new inputs: documentation of the provider's resources 7.51.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import (
    INLINE_POLICY,
    MANAGED_POLICY,
    TRUST_POLICY,
    arn_failures,
    length_failures,
    policy_failures,
)
from localcloud.providers.aws.handler import Handler, Properties, changed
from localcloud.providers.validation import Failure

NAME = r"[\w+=,.@-]+"
PATH = r"/|/[\x21-\x7e]*/"


class IamHandler(Handler):
    """IAM is global and says NoSuchEntity."""

    gone = frozenset({"NoSuchEntity"})

    @property
    def iam(self) -> Any:
        """The client."""
        return self.session.client("iam")


class Role(IamHandler):
    """aws.iam.Role."""

    supports = frozenset(
        {
            "assumeRolePolicy",
            "description",
            "forceDetachPolicies",
            "maxSessionDuration",
            "name",
            "path",
            "permissionsBoundary",
            "tags",
        }
    )
    replaces = frozenset({"name", "path"})
    named_by = ("name", 64)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name, path, trust policy, boundary."""
        yield from _name_failures(inputs, 64)
        if "assumeRolePolicy" in inputs:
            yield from policy_failures("assumeRolePolicy", inputs["assumeRolePolicy"], TRUST_POLICY)
        if "permissionsBoundary" in inputs:
            yield from arn_failures("permissionsBoundary", inputs["permissionsBoundary"])

    def create(self, inputs: Properties) -> str:
        """CreateRole; a boundary must exist."""
        request = {
            "RoleName": inputs["name"],
            "AssumeRolePolicyDocument": inputs["assumeRolePolicy"],
            "Path": inputs.get("path", "/"),
            "MaxSessionDuration": inputs.get("maxSessionDuration", 3600),
            "Tags": tags.to_list(inputs.get("tags")),
        }
        if "description" in inputs:
            request["Description"] = inputs["description"]
        if "permissionsBoundary" in inputs:
            self.iam.get_policy(PolicyArn=inputs["permissionsBoundary"])
            request["PermissionsBoundary"] = inputs["permissionsBoundary"]
        self.iam.create_role(**request)
        return inputs["name"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetRole."""
        answer = self.found(lambda: self.iam.get_role(RoleName=resource_id))
        if answer is None:
            return None
        role = answer["Role"]
        return {
            "name": role["RoleName"],
            "path": role["Path"],
            "arn": role["Arn"],
            "uniqueId": role["RoleId"],
            "createDate": role["CreateDate"].isoformat(),
            "assumeRolePolicy": _text(role["AssumeRolePolicyDocument"]),
            "description": role.get("Description"),
            "maxSessionDuration": role.get("MaxSessionDuration", 3600),
            "forceDetachPolicies": inputs.get("forceDetachPolicies", False),
            "permissionsBoundary": role.get("PermissionsBoundary", {}).get("PermissionsBoundaryArn"),
            **tags.properties(tags.from_list(role.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Trust, description, session length, boundary and tags change in place."""
        if changed("assumeRolePolicy", old, new):
            self.iam.update_assume_role_policy(RoleName=resource_id, PolicyDocument=new["assumeRolePolicy"])
        if changed("description", old, new) or changed("maxSessionDuration", old, new):
            self.iam.update_role(
                RoleName=resource_id,
                Description=new.get("description", ""),
                MaxSessionDuration=new.get("maxSessionDuration", 3600),
            )
        if changed("permissionsBoundary", old, new):
            self._change_boundary(resource_id, new.get("permissionsBoundary"))
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_role(RoleName=resource_id, TagKeys=gone)
            self.iam.tag_role(RoleName=resource_id, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteRole; refused while policies or instance profiles hang on it."""
        if state.get("forceDetachPolicies"):
            for policy in self.iam.list_attached_role_policies(RoleName=resource_id)["AttachedPolicies"]:
                self.iam.detach_role_policy(RoleName=resource_id, PolicyArn=policy["PolicyArn"])
        self.iam.delete_role(RoleName=resource_id)

    def _change_boundary(self, name: str, boundary: str | None) -> None:
        if boundary is None:
            self.iam.delete_role_permissions_boundary(RoleName=name)
        else:
            self.iam.get_policy(PolicyArn=boundary)
            self.iam.put_role_permissions_boundary(RoleName=name, PermissionsBoundary=boundary)


class RolePolicy(IamHandler):
    """aws.iam.RolePolicy; id `role:name`."""

    supports = frozenset({"name", "policy", "role"})
    replaces = frozenset({"name", "role"})
    named_by = ("name", 128)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name and document."""
        yield from _name_failures(inputs, 128)
        if "policy" in inputs:
            yield from policy_failures("policy", inputs["policy"], INLINE_POLICY)

    def create(self, inputs: Properties) -> str:
        """PutRolePolicy."""
        self._put(inputs)
        return f"{inputs['role']}:{inputs['name']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetRolePolicy."""
        role, _, name = resource_id.partition(":")
        answer = self.found(lambda: self.iam.get_role_policy(RoleName=role, PolicyName=name))
        return answer and {"role": role, "name": name, "policy": _text(answer["PolicyDocument"])}

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """The document changes in place."""
        self._put(new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteRolePolicy."""
        role, _, name = resource_id.partition(":")
        self.iam.delete_role_policy(RoleName=role, PolicyName=name)

    def _put(self, inputs: Properties) -> None:
        self.iam.put_role_policy(RoleName=inputs["role"], PolicyName=inputs["name"], PolicyDocument=inputs["policy"])


class RolePolicyAttachment(IamHandler):
    """aws.iam.RolePolicyAttachment; id `role/ARN`."""

    supports = replaces = frozenset({"policyArn", "role"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The ARN."""
        if "policyArn" in inputs:
            yield from arn_failures("policyArn", inputs["policyArn"])

    def create(self, inputs: Properties) -> str:
        """AttachRolePolicy; role and policy must exist."""
        self.iam.attach_role_policy(RoleName=inputs["role"], PolicyArn=inputs["policyArn"])
        return f"{inputs['role']}/{inputs['policyArn']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """ListAttachedRolePolicies."""
        role, _, policy = resource_id.partition("/")
        answer = self.found(lambda: self.iam.list_attached_role_policies(RoleName=role))
        attached = {entry["PolicyArn"] for entry in answer["AttachedPolicies"]} if answer else set()
        return {"role": role, "policyArn": policy} if policy in attached else None

    def delete(self, resource_id: str, state: Properties) -> None:
        """DetachRolePolicy."""
        role, _, policy = resource_id.partition("/")
        self.iam.detach_role_policy(RoleName=role, PolicyArn=policy)


class Policy(IamHandler):
    """aws.iam.Policy; id is the ARN."""

    supports = frozenset({"description", "name", "path", "policy", "tags"})
    replaces = frozenset({"description", "name", "path"})
    named_by = ("name", 128)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name and document."""
        yield from _name_failures(inputs, 128)
        if "policy" in inputs:
            yield from policy_failures("policy", inputs["policy"], MANAGED_POLICY)

    def create(self, inputs: Properties) -> str:
        """CreatePolicy."""
        answer = self.iam.create_policy(
            PolicyName=inputs["name"],
            Path=inputs.get("path", "/"),
            PolicyDocument=inputs["policy"],
            Description=inputs.get("description", ""),
            Tags=tags.to_list(inputs.get("tags")),
        )
        return answer["Policy"]["Arn"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetPolicy and its default version. The number of attachments is left out: it changes with other resources."""
        answer = self.found(lambda: self.iam.get_policy(PolicyArn=resource_id))
        if answer is None:
            return None
        policy = answer["Policy"]
        version = self.iam.get_policy_version(PolicyArn=resource_id, VersionId=policy["DefaultVersionId"])
        return {
            "arn": resource_id,
            "name": policy["PolicyName"],
            "path": policy["Path"],
            "policyId": policy["PolicyId"],
            "description": policy.get("Description") or None,
            "policy": _text(version["PolicyVersion"]["Document"]),
            **tags.properties(tags.from_list(policy.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """A new default version; the oldest goes when there are five."""
        if changed("policy", old, new):
            versions = self.iam.list_policy_versions(PolicyArn=resource_id)["Versions"]
            spare = [version["VersionId"] for version in versions if not version["IsDefaultVersion"]]
            if len(versions) >= 5:
                self.iam.delete_policy_version(PolicyArn=resource_id, VersionId=spare[0])
            self.iam.create_policy_version(PolicyArn=resource_id, PolicyDocument=new["policy"], SetAsDefault=True)
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_policy(PolicyArn=resource_id, TagKeys=gone)
            self.iam.tag_policy(PolicyArn=resource_id, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """All versions, then the policy; refused while it is attached."""
        for version in self.iam.list_policy_versions(PolicyArn=resource_id)["Versions"]:
            if not version["IsDefaultVersion"]:
                self.iam.delete_policy_version(PolicyArn=resource_id, VersionId=version["VersionId"])
        self.iam.delete_policy(PolicyArn=resource_id)


class InstanceProfile(IamHandler):
    """aws.iam.InstanceProfile."""

    supports = frozenset({"name", "path", "role", "tags"})
    replaces = frozenset({"name", "path"})
    named_by = ("name", 128)

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Name."""
        yield from _name_failures(inputs, 128)

    def create(self, inputs: Properties) -> str:
        """CreateInstanceProfile with the role in it; a role that does not exist is refused first."""
        if "role" in inputs:
            self.iam.get_role(RoleName=inputs["role"])
        self.iam.create_instance_profile(
            InstanceProfileName=inputs["name"],
            Path=inputs.get("path", "/"),
            Tags=tags.to_list(inputs.get("tags")),
        )
        self._add(inputs["name"], inputs.get("role"))
        return inputs["name"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetInstanceProfile."""
        answer = self.found(lambda: self.iam.get_instance_profile(InstanceProfileName=resource_id))
        if answer is None:
            return None
        profile = answer["InstanceProfile"]
        roles = [role["RoleName"] for role in profile["Roles"]]
        return {
            "name": profile["InstanceProfileName"],
            "path": profile["Path"],
            "arn": profile["Arn"],
            "uniqueId": profile["InstanceProfileId"],
            "createDate": profile["CreateDate"].isoformat(),
            "role": roles[0] if roles else None,
            **tags.properties(tags.from_list(profile.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """The role and the tags change in place."""
        if changed("role", old, new):
            self._remove(resource_id, old.get("role"))
            self._add(resource_id, new.get("role"))
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_instance_profile(InstanceProfileName=resource_id, TagKeys=gone)
            self.iam.tag_instance_profile(InstanceProfileName=resource_id, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """Take the role out, then DeleteInstanceProfile."""
        self._remove(resource_id, state.get("role"))
        self.iam.delete_instance_profile(InstanceProfileName=resource_id)

    def _add(self, profile: str, role: str | None) -> None:
        if role is not None:
            self.iam.add_role_to_instance_profile(InstanceProfileName=profile, RoleName=role)

    def _remove(self, profile: str, role: str | None) -> None:
        if role is not None:
            self.iam.remove_role_from_instance_profile(InstanceProfileName=profile, RoleName=role)


class OpenIdConnectProvider(IamHandler):
    """aws.iam.OpenIdConnectProvider; id is the ARN, the reported URL has no scheme."""

    supports = frozenset({"clientIdLists", "tags", "thumbprintLists", "url"})
    replaces = frozenset({"url"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The URL."""
        if "url" in inputs and not inputs["url"].startswith("https://"):
            yield Failure("url", f"must start with https://, is {inputs['url']!r}")

    def create(self, inputs: Properties) -> str:
        """CreateOpenIDConnectProvider; one per URL."""
        answer = self.iam.create_open_id_connect_provider(
            Url=inputs["url"],
            ClientIDList=inputs["clientIdLists"],
            ThumbprintList=inputs.get("thumbprintLists", []),
            Tags=tags.to_list(inputs.get("tags")),
        )
        return answer["OpenIDConnectProviderArn"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetOpenIDConnectProvider."""
        provider = self.found(lambda: self.iam.get_open_id_connect_provider(OpenIDConnectProviderArn=resource_id))
        return provider and {
            "arn": resource_id,
            "url": provider["Url"].removeprefix("https://"),
            "clientIdLists": provider["ClientIDList"],
            "thumbprintLists": provider["ThumbprintList"],
            **tags.properties(tags.from_list(provider.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Thumbprints, client ids and tags change in place."""
        arn = {"OpenIDConnectProviderArn": resource_id}
        if changed("thumbprintLists", old, new):
            self.iam.update_open_id_connect_provider_thumbprint(**arn, ThumbprintList=new["thumbprintLists"])
        for client in set(new["clientIdLists"]) - set(old["clientIdLists"]):
            self.iam.add_client_id_to_open_id_connect_provider(**arn, ClientID=client)
        for client in set(old["clientIdLists"]) - set(new["clientIdLists"]):
            self.iam.remove_client_id_from_open_id_connect_provider(**arn, ClientID=client)
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_open_id_connect_provider(**arn, TagKeys=gone)
            self.iam.tag_open_id_connect_provider(**arn, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteOpenIDConnectProvider."""
        self.iam.delete_open_id_connect_provider(OpenIDConnectProviderArn=resource_id)

    def same(self, name: str, written: Any, live: Any) -> bool:
        """A URL with and without scheme is one URL."""
        if name == "url":
            return written.removeprefix("https://") == live.removeprefix("https://")
        return super().same(name, written, live)


def _name_failures(inputs: Properties, limit: int) -> Iterator[Failure]:
    if "name" in inputs:
        yield from length_failures("name", inputs["name"], limit, NAME)
    if "path" in inputs:
        yield from length_failures("path", inputs["path"], 512, PATH)


def _text(document: Any) -> str:
    """A policy document as text; boto3 has parsed it."""
    return unquote(document) if isinstance(document, str) else json.dumps(document)
