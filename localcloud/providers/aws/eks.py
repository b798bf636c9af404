"""What all EKS handlers share, and the small ones: access entries, policies, add-ons, Pod Identity.

Source: documentation of the provider's resources 7.51; EKS API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import arn_failures, json_failures
from localcloud.providers.aws.handler import Handler, Properties, changed
from localcloud.providers.validation import Failure


class EksHandler(Handler):
    """A resource of EKS."""

    gone = frozenset({"ResourceNotFoundException"})

    @property
    def eks(self) -> Any:
        """The client."""
        return self.session.client("eks")

    def change_tags(self, arn: str, old: Properties, new: Properties) -> None:
        """Bring the tags up to date."""
        if not changed("tags", old, new):
            return
        gone = tags.removed(old.get("tags"), new.get("tags"))
        if gone:
            self.eks.untag_resource(resourceArn=arn, tagKeys=gone)
        if new.get("tags"):
            self.eks.tag_resource(resourceArn=arn, tags=dict(new["tags"]))


class AccessEntry(EksHandler):
    """aws.eks.AccessEntry; id `cluster:principal`."""

    supports = frozenset({"clusterName", "kubernetesGroups", "principalArn", "tags", "type", "userName"})
    replaces = frozenset({"clusterName", "principalArn", "type"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The ARN."""
        if "principalArn" in inputs:
            yield from arn_failures("principalArn", inputs["principalArn"])

    def create(self, inputs: Properties) -> str:
        """CreateAccessEntry; one per principal."""
        request = {
            "clusterName": inputs["clusterName"],
            "principalArn": inputs["principalArn"],
            "type": inputs.get("type", "STANDARD"),
            "tags": dict(inputs.get("tags", {})),
        }
        if "kubernetesGroups" in inputs:
            request["kubernetesGroups"] = inputs["kubernetesGroups"]
        if "userName" in inputs:
            request["username"] = inputs["userName"]
        self.eks.create_access_entry(**request)
        return f"{inputs['clusterName']}:{inputs['principalArn']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeAccessEntry."""
        answer = self.found(lambda: self.eks.describe_access_entry(**_entry(resource_id)))
        if answer is None:
            return None
        entry = answer["accessEntry"]
        return {
            "clusterName": entry["clusterName"],
            "principalArn": entry["principalArn"],
            "accessEntryArn": entry["accessEntryArn"],
            "type": entry["type"],
            "kubernetesGroups": entry["kubernetesGroups"],
            "userName": entry["username"],
            "createdAt": entry["createdAt"].isoformat(),
            "modifiedAt": entry["modifiedAt"].isoformat(),
            **tags.properties(tags.own(entry.get("tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Groups, username and tags change in place."""
        if changed("kubernetesGroups", old, new) or changed("userName", old, new):
            request = {"kubernetesGroups": new.get("kubernetesGroups", [])}
            if "userName" in new:
                request["username"] = new["userName"]
            self.eks.update_access_entry(**_entry(resource_id), **request)
        entry = self.eks.describe_access_entry(**_entry(resource_id))["accessEntry"]
        self.change_tags(entry["accessEntryArn"], old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteAccessEntry."""
        self.eks.delete_access_entry(**_entry(resource_id))


class AccessPolicyAssociation(EksHandler):
    """aws.eks.AccessPolicyAssociation; id `cluster#principal#policy`."""

    supports = replaces = frozenset({"accessScope", "clusterName", "policyArn", "principalArn"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The ARNs."""
        for name in ("policyArn", "principalArn"):
            if name in inputs:
                yield from arn_failures(name, inputs[name])

    def create(self, inputs: Properties) -> str:
        """AssociateAccessPolicy; the entry must exist."""
        self.eks.associate_access_policy(
            clusterName=inputs["clusterName"],
            principalArn=inputs["principalArn"],
            policyArn=inputs["policyArn"],
            accessScope=dict(inputs["accessScope"]),
        )
        return "#".join((inputs["clusterName"], inputs["principalArn"], inputs["policyArn"]))

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """ListAssociatedAccessPolicies."""
        cluster, principal, policy = resource_id.split("#")
        answer = self.found(
            lambda: self.eks.list_associated_access_policies(clusterName=cluster, principalArn=principal)
        )
        associated = {entry["policyArn"]: entry for entry in answer["associatedAccessPolicies"]} if answer else {}
        if policy not in associated:
            return None
        entry = associated[policy]
        scope = {"type": entry["accessScope"]["type"], "namespaces": entry["accessScope"]["namespaces"] or None}
        return {
            "clusterName": cluster,
            "principalArn": principal,
            "policyArn": policy,
            "accessScope": scope,
            "associatedAt": entry["associatedAt"].isoformat(),
            "modifiedAt": entry["modifiedAt"].isoformat(),
        }

    def delete(self, resource_id: str, state: Properties) -> None:
        """DisassociateAccessPolicy."""
        cluster, principal, policy = resource_id.split("#")
        self.eks.disassociate_access_policy(clusterName=cluster, principalArn=principal, policyArn=policy)


class PodIdentityAssociation(EksHandler):
    """aws.eks.PodIdentityAssociation; id is the association's."""

    supports = frozenset(
        {"clusterName", "disableSessionTags", "namespace", "roleArn", "serviceAccount", "tags", "targetRoleArn"}
    )
    replaces = frozenset({"clusterName", "namespace", "serviceAccount"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The ARNs."""
        for name in ("roleArn", "targetRoleArn"):
            if name in inputs:
                yield from arn_failures(name, inputs[name])

    def create(self, inputs: Properties) -> str:
        """CreatePodIdentityAssociation; the role must trust Pod Identity."""
        request = {name: inputs[name] for name in self.supports - {"tags"} if name in inputs}
        answer = self.eks.create_pod_identity_association(**request, tags=dict(inputs.get("tags", {})))
        return answer["association"]["associationId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribePodIdentityAssociation."""
        answer = self.found(
            lambda: self.eks.describe_pod_identity_association(
                clusterName=inputs["clusterName"], associationId=resource_id
            )
        )
        if answer is None:
            return None
        association = answer["association"]
        return {
            "associationArn": association["associationArn"],
            "associationId": resource_id,
            "clusterName": association["clusterName"],
            "namespace": association["namespace"],
            "serviceAccount": association["serviceAccount"],
            "roleArn": association["roleArn"],
            "targetRoleArn": association.get("targetRoleArn"),
            "disableSessionTags": association["disableSessionTags"],
            **tags.properties(tags.own(association.get("tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """UpdatePodIdentityAssociation and the tags."""
        association = self.eks.update_pod_identity_association(
            clusterName=new["clusterName"],
            associationId=resource_id,
            roleArn=new["roleArn"],
            targetRoleArn=new.get("targetRoleArn", ""),
            disableSessionTags=new.get("disableSessionTags", False),
        )["association"]
        self.change_tags(association["associationArn"], old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeletePodIdentityAssociation."""
        self.eks.delete_pod_identity_association(clusterName=state["clusterName"], associationId=resource_id)


class Addon(EksHandler):
    """aws.eks.Addon; id `cluster:addon`."""

    supports = frozenset(
        {
            "addonName",
            "addonVersion",
            "clusterName",
            "configurationValues",
            "podIdentityAssociations",
            "preserve",
            "resolveConflictsOnCreate",
            "resolveConflictsOnUpdate",
            "serviceAccountRoleArn",
            "tags",
        }
    )
    replaces = frozenset({"addonName", "clusterName"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """Configuration, role and the two words."""
        if "configurationValues" in inputs:
            yield from json_failures("configurationValues", inputs["configurationValues"])
        if "serviceAccountRoleArn" in inputs:
            yield from arn_failures("serviceAccountRoleArn", inputs["serviceAccountRoleArn"])
        for name, allowed in (
            ("resolveConflictsOnCreate", ("NONE", "OVERWRITE")),
            ("resolveConflictsOnUpdate", ("NONE", "OVERWRITE", "PRESERVE")),
        ):
            if inputs.get(name, "NONE") not in allowed:
                yield Failure(name, f"must be one of {', '.join(allowed)}, is {inputs[name]!r}")

    def create(self, inputs: Properties) -> str:
        """CreateAddon."""
        conflicts = {"resolveConflicts": inputs.get("resolveConflictsOnCreate", "NONE")}
        self.eks.create_addon(**_addon_request(inputs), **conflicts, tags=dict(inputs.get("tags", {})))
        return f"{inputs['clusterName']}:{inputs['addonName']}"

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeAddon."""
        cluster, _, name = resource_id.partition(":")
        answer = self.found(lambda: self.eks.describe_addon(clusterName=cluster, addonName=name))
        if answer is None:
            return None
        addon = answer["addon"]
        return {
            "arn": addon["addonArn"],
            "addonName": addon["addonName"],
            "addonVersion": addon["addonVersion"],
            "clusterName": addon["clusterName"],
            "configurationValues": addon.get("configurationValues"),
            "serviceAccountRoleArn": addon.get("serviceAccountRoleArn"),
            "podIdentityAssociations": self._associations(cluster, addon.get("podIdentityAssociations", [])),
            "createdAt": addon["createdAt"].isoformat(),
            "modifiedAt": addon["modifiedAt"].isoformat(),
            **tags.properties(tags.own(addon.get("tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """UpdateAddon and the tags."""
        names = ("addonVersion", "configurationValues", "podIdentityAssociations", "serviceAccountRoleArn")
        if any(changed(name, old, new) for name in names):
            emptied: dict[str, Any] = {} if "configurationValues" in new else {"configurationValues": ""}
            if "podIdentityAssociations" in old and "podIdentityAssociations" not in new:
                emptied["podIdentityAssociations"] = []
            conflicts = {"resolveConflicts": new.get("resolveConflictsOnUpdate", "NONE")}
            self.eks.update_addon(**{**_addon_request(new), **emptied}, **conflicts)
        addon = self.eks.describe_addon(clusterName=new["clusterName"], addonName=new["addonName"])["addon"]
        self.change_tags(addon["addonArn"], old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteAddon."""
        cluster, _, name = resource_id.partition(":")
        self.eks.delete_addon(clusterName=cluster, addonName=name, preserve=state.get("preserve", False))

    def _associations(self, cluster: str, arns: list[str]) -> list[dict[str, str]]:
        found = []
        for arn in arns:
            described = self.eks.describe_pod_identity_association(
                clusterName=cluster, associationId=arn.rsplit("/", 1)[-1]
            )["association"]
            found.append({"roleArn": described["roleArn"], "serviceAccount": described["serviceAccount"]})
        return found


def _addon_request(inputs: Properties) -> dict[str, Any]:
    names = (
        "addonName",
        "addonVersion",
        "clusterName",
        "configurationValues",
        "podIdentityAssociations",
        "serviceAccountRoleArn",
    )
    return {name: inputs[name] for name in names if name in inputs}


def _entry(resource_id: str) -> dict[str, str]:
    cluster, _, principal = resource_id.partition(":")
    return {"clusterName": cluster, "principalArn": principal}
