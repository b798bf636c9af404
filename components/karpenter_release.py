"""Karpenter itself: two Helm releases of one version, first the CRDs, then the controller.

Their names are fixed: the chart names its objects after them, and a release with a name of the engine's choosing would
stand beside the old one while it is being replaced.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pulumi
import pulumi_kubernetes
from pulumi_kubernetes.helm.v3 import Release, ReleaseArgs

from .model.platform import PlatformSettings
from .rendering.chart import CONTROLLER_CHART, CRD_CHART, chart_source, controller_chart_values, crd_chart_values
from .rendering.facts import ClusterFacts
from .versions import Feature

SYSTEM_NAMESPACE = "kube-system"
"""There from the start; any other namespace is made by the release."""

INSTALL_SECONDS = 600
"""Until both replicas answer: images are pulled, a leader is elected."""


@dataclass(frozen=True, kw_only=True)
class KarpenterReleaseArgs:
    """Wiring of `KarpenterRelease`."""

    settings: PlatformSettings
    facts: ClusterFacts
    kubernetes: pulumi_kubernetes.Provider
    endpoint: pulumi.Input[str]
    queue_name: str | None

    role_arn: str | None
    """For the service account's annotation; None where an association names the role."""

    nodes: Sequence[pulumi.Input[pulumi.Resource]]
    """Core nodes and the add-ons on them: what a pod needs to run and to look up names."""

    rights: Sequence[pulumi.Resource]
    """The controller's role, policies and queue; the CRDs wait for them too, so that they go before the rights do."""


class KarpenterRelease(pulumi.ComponentResource):
    """Karpenter in the cluster.

    Attributes:
        controller: The release that runs the controller. Tenants depend on this one resource: it is there before their
            first object, and gone only after their last one, whose finalizers it clears.
    """

    controller: Release

    def __init__(self, name: str, args: KarpenterReleaseArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:KarpenterRelease", name, None, opts)
        self._args = args
        version = args.facts.karpenter
        crds = self._create_release(
            f"{name}-crds",
            CRD_CHART,
            crd_chart_values(args.settings, version),
            depends_on=[*args.nodes, *args.rights],
            # Below 1.2 the chart cannot say that its CRDs stay; then the release is left in place.
            retain_on_delete=args.settings.cluster.existing and not version.has(Feature.CRD_ANNOTATIONS),
        )
        self.controller = self._create_release(
            f"{name}-controller",
            CONTROLLER_CHART,
            controller_chart_values(
                args.settings,
                version,
                endpoint=args.endpoint,
                interruption_queue=args.queue_name,
                role_arn=args.role_arn,
            ),
            depends_on=[crds, *args.nodes, *args.rights],
        )
        self.register_outputs({})

    def _create_release(
        self,
        name: str,
        chart: str,
        values: dict[str, Any],
        *,
        depends_on: Sequence[pulumi.Input[pulumi.Resource]],
        retain_on_delete: bool = False,
    ) -> Release:
        settings = self._args.settings.karpenter
        source = chart_source(chart, settings, self._args.facts.karpenter)
        return Release(
            name,
            ReleaseArgs(
                name=chart,
                chart=source.chart,
                version=source.version,
                namespace=settings.namespace,
                create_namespace=settings.namespace != SYSTEM_NAMESPACE,
                values=values,
                # The controller's chart holds CRDs too, which Helm would install once and never again.
                skip_crds=True,
                # A first install that fails would otherwise block the next one (pulumi/pulumi-kubernetes#1697).
                atomic=True,
                timeout=INSTALL_SECONDS,
            ),
            pulumi.ResourceOptions(
                parent=self,
                provider=self._args.kubernetes,
                depends_on=depends_on,
                retain_on_delete=retain_on_delete,
            ),
        )
