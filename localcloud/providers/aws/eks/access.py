"""Access entries and the policies associated with them.

Source: documentation of the provider's resources 7.51; EKS API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import arn_failures
from localcloud.providers.aws.eks.base import EksHandler
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.validation import Failure


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


def _entry(resource_id: str) -> dict[str, str]:
    cluster, _, principal = resource_id.partition(":")
    return {"clusterName": cluster, "principalArn": principal}
