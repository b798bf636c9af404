"""What makes a tenant a boundary: the admission policies of the cluster, and the marks of the platform's namespaces.

Once per cluster. The policies are there before the first tenant's namespace and go after the last: namespaces wait for
`parts`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
import pulumi_kubernetes

from .model.platform import PlatformSettings
from .rendering.admission import admission_documents, system_namespaces
from .rendering.facts import ClusterFacts


@dataclass(frozen=True, kw_only=True)
class AdmissionArgs:
    """Wiring of `Admission`."""

    settings: PlatformSettings
    facts: ClusterFacts
    kubernetes: pulumi_kubernetes.Provider

    rights: Sequence[pulumi.Input[pulumi.Resource]]
    """What lets the program write into the cluster."""


class Admission(pulumi.ComponentResource):
    """Policies with their bindings, and the label of `admission.systemNamespaces`.

    Attributes:
        parts: What must be in force before a tenant has a namespace; empty below Kubernetes 1.30.
    """

    parts: tuple[pulumi.Resource, ...]

    def __init__(self, name: str, args: AdmissionArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:Admission", name, None, opts)
        self._name = name
        self._args = args
        self.parts = (*self._create_namespace_labels(), *self._create_policies())
        self.register_outputs({})

    def _create_namespace_labels(self) -> list[pulumi.Resource]:
        """The namespaces belong to others: only the label is ours."""
        return [
            pulumi.CustomResource(
                "kubernetes:core/v1:NamespacePatch",
                f"{self._name}-{document['metadata']['name']}",
                document,
                self._options(self._args.rights),
            )
            for document in system_namespaces(self._args.settings)
        ]

    def _create_policies(self) -> list[pulumi.Resource]:
        """A binding comes after its policy and goes before it."""
        made: dict[str, pulumi.Resource] = {}
        bindings: list[pulumi.Resource] = []
        for document in admission_documents(self._args.settings, self._args.facts):
            kind, name, policy = document["kind"], document["metadata"]["name"], document["spec"].get("policyName")
            resource = pulumi.CustomResource(
                f"kubernetes:{document['apiVersion']}:{kind}",
                f"{self._name}-{name}",
                document,
                self._options(self._args.rights if policy is None else [made[policy]]),
            )
            if policy is None:
                made[name] = resource
            else:
                bindings.append(resource)
        return bindings

    def _options(self, depends_on: Sequence[pulumi.Input[pulumi.Resource]]) -> pulumi.ResourceOptions:
        return pulumi.ResourceOptions(parent=self, provider=self._args.kubernetes, depends_on=depends_on)
