"""The admission policies in the recorder: what is registered, and what comes before what."""

import pytest

from tests.components.builders import cluster_settings, record_cluster
from tests.recording import Recording

POLICY = "kubernetes:admissionregistration.k8s.io/v1:*Policy"
BINDING = "kubernetes:admissionregistration.k8s.io/v1:*PolicyBinding"


def recorded(kubernetes: str = "1.36", **overrides: object) -> Recording:
    return record_cluster(cluster=cluster_settings(kubernetesVersion=kubernetes), **overrides)


def test_each_binding_comes_after_its_policy():
    seen = recorded()

    assert {one.name: one.dependencies for one in seen.of(BINDING)} == {
        one.name: (f"acme-dev-admission-{one.inputs['spec']['policyName']}",) for one in seen.of(BINDING)
    }


def test_policies_need_the_cluster_and_nothing_of_karpenter():
    seen = recorded()

    waited = {name.rpartition("::")[2] for one in seen.of(POLICY) for name in seen.waits_for(one)}
    assert waited == {
        "acme-dev-eks-cluster",
        "acme-dev-eks-kubernetes",
        "acme-dev-eks-role",
        "acme-dev-eks-role-AmazonEKSClusterPolicy",
    }


@pytest.mark.parametrize(("kubernetes", "mutating"), [("1.36", 3), ("1.35", 0)])
def test_mutating_policies_from_1_36(kubernetes: str, mutating: int):
    assert len(recorded(kubernetes).of("kubernetes:*:MutatingAdmissionPolicy")) == mutating


def test_namespaces_of_the_platform_are_labelled_and_stay_otherwise_as_they_are():
    seen = recorded(admission={"systemNamespaces": ["monitoring", "monitoring"]})

    label = seen["acme-dev-admission-monitoring"]
    assert (label.type, label.inputs["metadata"]) == (
        "kubernetes:core/v1:NamespacePatch",
        {"name": "monitoring", "labels": {"karpenter-tenants/system": "true"}},
    )
