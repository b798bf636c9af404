"""Which objects of a stack stand in the cluster of its own. Not proved: that the API server takes them."""

from localcloud.trying.tenant import cluster_documents, tenant_documents
from tests.builders import settings, tenant
from tests.rendering.builders import cluster


def test_namespaces_come_with_their_bounds_and_nothing_else():
    spec = tenant(namespaces=[{"suffix": "web"}, {"suffix": "job", "resourceQuota": None, "limitRange": None}])

    found = tenant_documents(spec, settings(), cluster())

    assert [(each["kind"], each["metadata"]["name"]) for each in found] == [
        ("Namespace", "alpha-web"),
        ("ResourceQuota", "tenant"),
        ("LimitRange", "tenant"),
        ("Namespace", "alpha-job"),
    ]


def test_the_cluster_has_the_class_of_spare_capacity_and_the_marks_of_the_platform():
    stack = settings(admission={"systemNamespaces": ["monitoring"]})

    found = cluster_documents(stack, cluster())

    first = [(each["kind"], each["metadata"]["name"]) for each in found[:2]]
    assert first == [("PriorityClass", "karpenter-tenants-headroom"), ("Namespace", "monitoring")]
