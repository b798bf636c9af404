"""Staff over several tenants: one EKS access entry for each principal of `operators`, with the groups that are bound in
the tenants' namespaces.

Nothing here depends on which tenants there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi

from .access_refusal import refusal_of
from .model.platform import PlatformSettings
from .people_entry import create_people_entry
from .rendering.operators import groups_by_operator


@dataclass(frozen=True, kw_only=True)
class ClusterOperatorsArgs:
    """Wiring of `ClusterOperators`."""

    settings: PlatformSettings
    tags: Mapping[str, str]
    control_plane: Sequence[pulumi.Input[pulumi.Resource]]


class ClusterOperators(pulumi.ComponentResource):
    """The operators' access; unprotected, since people leave."""

    def __init__(self, name: str, args: ClusterOperatorsArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:ClusterOperators", name, None, opts)
        refused = pulumi.ErrorHook(f"{name}-refused", refusal_of("platform:cluster.operators"))
        for principal, groups in groups_by_operator(args.settings).items():
            create_people_entry(
                name,
                principal,
                cluster=args.settings.cluster.name,
                groups=groups,
                tags=args.tags,
                opts=pulumi.ResourceOptions(
                    parent=self,
                    depends_on=args.control_plane,
                    hooks=pulumi.ResourceHookBinding(on_error=[refused]),
                ),
            )
        self.register_outputs({})
