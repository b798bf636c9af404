"""Staff over several tenants: one EKS access entry for each principal of `operators`, with the groups that are bound in
the tenants' namespaces.

Nothing here depends on which tenants there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import eks

from .access_refusal import refusal_of
from .model.platform import PlatformSettings
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
            eks.AccessEntry(
                f"{name}-{principal.split(':', 4)[-1]}",
                cluster_name=args.settings.cluster.name,
                principal_arn=principal,
                kubernetes_groups=list(groups),
                type="STANDARD",
                tags=args.tags,
                opts=pulumi.ResourceOptions(
                    parent=self,
                    depends_on=args.control_plane,
                    hooks=pulumi.ResourceHookBinding(on_error=[refused]),
                ),
            )
        self.register_outputs({})
