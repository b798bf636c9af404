"""Karpenter's two Helm releases: where the charts come from, what the releases are called, and their values.

`karpenter-crd` holds the CRDs and goes first, `karpenter` the controller; both have the same version. The release
names are fixed: the controller's service account, and with it the trust of its role, follow from them.

Source: `charts` of github.com/aws/karpenter-provider-aws; the keys by version are in `versions/chart_keys.yaml`.
"""

from dataclasses import dataclass
from typing import Any, Final

from ..model.karpenter import KarpenterSettings
from ..model.platform import PlatformSettings
from ..versions import Feature, KarpenterVersion
from .chart_settings import chart_value, feature_gate_values
from .overlay import overlaid

CONTROLLER_CHART: Final = "karpenter"
CRD_CHART: Final = "karpenter-crd"
"""Names of the charts and of their releases."""

SERVICE_ACCOUNT: Final = "karpenter"
"""Written out, so that `nameOverride` cannot part the controller from the trust of its role."""

ROLE_ANNOTATION: Final = "eks.amazonaws.com/role-arn"
"""Source: EKS user guide, "IAM roles for service accounts"."""

WEBHOOK_PORT: Final = 8443

_OCI: Final = "oci://"


@dataclass(frozen=True)
class ChartSource:
    """Where a release takes its chart from."""

    chart: str
    """OCI address or path of a folder."""

    version: str | None
    """Version to pull; None for a folder, whose Chart.yaml carries an earlier release's number."""


def chart_source(chart: str, settings: KarpenterSettings, version: KarpenterVersion) -> ChartSource:
    """Address of `chart` in the repository or folder that the operator chose."""
    repository = settings.chart_repository.rstrip("/")
    return ChartSource(f"{repository}/{chart}", str(version) if repository.startswith(_OCI) else None)


def service_account(settings: KarpenterSettings) -> str:
    """Name of the controller's service account, which its role trusts."""
    return chart_value(settings, "serviceAccount", "name") or SERVICE_ACCOUNT


def webhook_port(settings: KarpenterSettings) -> int:
    """Port that the control plane reaches the controller on, in versions that serve a webhook."""
    return chart_value(settings, "webhook", "port") or WEBHOOK_PORT


def controller_chart_values(
    settings: PlatformSettings,
    version: KarpenterVersion,
    *,
    endpoint: Any,
    interruption_queue: str | None,
    role_arn: Any,
) -> dict[str, Any]:
    """Values of the release `karpenter`: ours, and over them the operator's `karpenter.values`.

    Args:
        endpoint: Address of the cluster's API; opaque.
        interruption_queue: Name of the queue, not its ARN; None where interruptions are not handled.
        role_arn: ARN of the role that the service account is annotated with (IRSA); None with Pod Identity.
    """
    karpenter = settings.karpenter
    chosen: dict[str, Any] = {
        "settings": {
            "clusterName": settings.cluster.name,
            "clusterEndpoint": endpoint,
            **({} if interruption_queue is None else {"interruptionQueue": interruption_queue}),
            **feature_gate_values(karpenter, version),
        },
        "serviceAccount": {
            "name": SERVICE_ACCOUNT,
            **({} if role_arn is None else {"annotations": {ROLE_ANNOTATION: role_arn}}),
        },
        "replicas": karpenter.replicas,
        "logLevel": karpenter.log_level,
        "controller": {"resources": _resources(karpenter), **_image(karpenter, version)},
    }
    return overlaid(chosen, karpenter.values)


def crd_chart_values(settings: PlatformSettings, version: KarpenterVersion) -> dict[str, Any]:
    """Values of the release `karpenter-crd`.

    On a cluster that the product adopted the CRDs outlive the release: with them every pool and node would go.
    Below 1.2 the chart cannot say so, and the release itself is left in place.
    """
    values: dict[str, Any] = {}
    if settings.cluster.existing and version.has(Feature.CRD_ANNOTATIONS):
        values["additionalAnnotations"] = {"helm.sh/resource-policy": "keep"}
    if version.serves_webhook:
        # The CRDs' conversion stanza names the service, the namespace of which is this release's.
        values["webhook"] = {"port": webhook_port(settings.karpenter)}
    return values


def _resources(settings: KarpenterSettings) -> dict[str, Any]:
    """The chart's own default is none, and the scheduler's parallelism and the collector's limit follow from them."""
    return settings.resources.model_dump(mode="json", by_alias=True, exclude_none=True)


def _image(settings: KarpenterSettings, version: KarpenterVersion) -> dict[str, Any]:
    """A chart out of the sources carries tag and digest of an earlier release; a published one its own."""
    if settings.chart_repository.startswith(_OCI):
        return {}
    return {"image": {"tag": str(version), "digest": ""}}
