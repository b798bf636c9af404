"""Launch templates of managed node groups.

Source: documentation of the provider's resources 7.51; EC2 API reference, CreateLaunchTemplate.
"""

from collections.abc import Mapping
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.ec2.base import Ec2Handler
from localcloud.providers.aws.handler import Properties, changed, equivalent

DATA = {
    "blockDeviceMappings": "BlockDeviceMappings",
    "imageId": "ImageId",
    "instanceType": "InstanceType",
    "metadataOptions": "MetadataOptions",
    "tagSpecifications": "TagSpecifications",
    "userData": "UserData",
    "vpcSecurityGroupIds": "SecurityGroupIds",
}
"""Inputs that make a new version of the template when they change."""


class LaunchTemplate(Ec2Handler):
    """aws.ec2.LaunchTemplate."""

    supports = frozenset({"description", "name", "tags", "updateDefaultVersion", *DATA})
    replaces = frozenset({"name"})
    named_by = ("name", 128)
    moved = frozenset({"defaultVersion", "latestVersion"})
    gone = frozenset({"InvalidLaunchTemplateId.NotFound", "InvalidLaunchTemplateId.NotFoundException"})

    def create(self, inputs: Properties) -> str:
        """CreateLaunchTemplate."""
        answer = self.ec2.create_launch_template(
            LaunchTemplateName=inputs["name"],
            VersionDescription=inputs.get("description", ""),
            LaunchTemplateData=_data(inputs),
            TagSpecifications=self.specification("launch-template", inputs),
        )
        return answer["LaunchTemplate"]["LaunchTemplateId"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """DescribeLaunchTemplates and the newest version's data."""
        answer = self.found(lambda: self.ec2.describe_launch_templates(LaunchTemplateIds=[resource_id]))
        if answer is None or not answer["LaunchTemplates"]:
            return None
        template = answer["LaunchTemplates"][0]
        versions = self.ec2.describe_launch_template_versions(LaunchTemplateId=resource_id, Versions=["$Latest"])
        data = _without_own_tags(versions["LaunchTemplateVersions"][0]["LaunchTemplateData"])
        kept = equivalent(_comparable(data), _comparable(_data(inputs)))
        return {
            "arn": self.arn(f"launch-template/{resource_id}"),
            "name": template["LaunchTemplateName"],
            "latestVersion": template["LatestVersionNumber"],
            "defaultVersion": template["DefaultVersionNumber"],
            **tags.properties(tags.from_list(template.get("Tags"))),
            **({} if kept else {name: _inputs_of(data.get(field)) for name, field in DATA.items()}),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """A new version for new data; it becomes the default when the resource says so."""
        if any(changed(name, old, new) for name in (*DATA, "description")):
            version = self.ec2.create_launch_template_version(
                LaunchTemplateId=resource_id,
                VersionDescription=new.get("description", ""),
                LaunchTemplateData=_data(new),
            )["LaunchTemplateVersion"]["VersionNumber"]
            if new.get("updateDefaultVersion"):
                self.ec2.modify_launch_template(LaunchTemplateId=resource_id, DefaultVersion=str(version))
        self.change_tags(resource_id, old, new)

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteLaunchTemplate."""
        self.ec2.delete_launch_template(LaunchTemplateId=resource_id)


def _data(inputs: Properties) -> dict[str, Any]:
    return {field: _api(inputs[name], name) for name, field in DATA.items() if name in inputs}


def _api(value: Any, name: str = "") -> Any:
    """A value with AWS' capitalised field names; tags become lists, texts of booleans become booleans."""
    if name == "tags":
        return tags.to_list(value)
    if isinstance(value, Mapping):
        return {field[0].upper() + field[1:]: _api(entry, field) for field, entry in value.items()}
    if isinstance(value, list):
        return [_api(entry) for entry in value]
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def _inputs_of(value: Any) -> Any:
    """The reverse of `_api`, as far as a reader of a difference needs it."""
    if isinstance(value, Mapping):
        return {field[0].lower() + field[1:]: _inputs_of(entry) for field, entry in value.items()}
    if isinstance(value, list):
        return [_inputs_of(entry) for entry in value]
    return value


def _without_own_tags(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data without the template's own tags, which moto puts among those of its instances."""
    specifications = data.get("TagSpecifications", [])
    kept = [entry for entry in specifications if entry["ResourceType"] != "launch-template"]
    others = {name: value for name, value in data.items() if name != "TagSpecifications"}
    return {**others, "TagSpecifications": kept} if kept else others


def _comparable(data: Any) -> Any:
    """The data with every scalar as text: moto's query protocol keeps no types."""
    if isinstance(data, Mapping):
        return {name: _comparable(entry) for name, entry in sorted(data.items())}
    if isinstance(data, list):
        return [_comparable(entry) for entry in data]
    return str(data).lower()
