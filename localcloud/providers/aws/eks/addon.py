"""Add-ons.

Source: documentation of the provider's resources 7.51; EKS API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.documents import arn_failures, json_failures
from localcloud.providers.aws.eks.base import EksHandler
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.validation import Failure


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
