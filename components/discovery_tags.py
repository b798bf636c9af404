"""Karpenter's discovery tag on what the product does not own: the security group that EKS made, and given subnets.

The tag is for people and for tools that look for it. Selection stays by id: whatever else carries the tag in the
account would otherwise be matched too, and a group that happens to carry it would replace every node.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import ec2


@dataclass(frozen=True, kw_only=True)
class DiscoveryTagsArgs:
    """Wiring of `DiscoveryTags`."""

    tags: Mapping[str, str]
    security_group: pulumi.Input[str]

    subnets: Sequence[str]
    """Ids of given subnets; the ones that the product makes carry the tag from the start."""


class DiscoveryTags(pulumi.ComponentResource):
    """One tag resource for each key and place."""

    def __init__(self, name: str, args: DiscoveryTagsArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:DiscoveryTags", name, None, opts)
        places = {"security-group": args.security_group, **{subnet: subnet for subnet in args.subnets}}
        for place, resource_id in places.items():
            for key, value in args.tags.items():
                ec2.Tag(
                    f"{name}-{place}",
                    resource_id=resource_id,
                    key=key,
                    value=value,
                    opts=pulumi.ResourceOptions(parent=self),
                )
        self.register_outputs({})
