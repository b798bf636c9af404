"""AWS tags: which come from where, and which may not reach a node class."""

import pytest

from components.model.node_class import NodeClassSpec
from components.model.platform import PlatformSettings
from components.rendering.tags import cluster_tags, discovery_tags, node_class_tags, ownership_key, tenant_tags
from tests.rendering.iam.builders import tenant

PLAIN = NodeClassSpec.model_validate({})


def platform(*, discovery=True, **tags):
    network = {"vpcId": "vpc-0a1b2c3d4e5f60718", "subnetIds": ["subnet-0a1b2c3d4e5f60001", "subnet-0a1b2c3d4e5f60002"]}
    return PlatformSettings.model_validate(
        {
            "region": "eu-central-1",
            "cluster": {"name": "acme-dev", "kubernetesVersion": "1.35", "vpc": network, "tags": tags},
            "karpenter": {"version": "1.14.3", "discoveryTags": discovery},
            "tenants": ["alpha"],
        }
    )


def test_tags_of_a_tenant_that_writes_its_address_only():
    assert tenant_tags(tenant(), platform()) == {"tenant": "alpha", "owner": "ops@alpha.example"}


def test_everything_that_is_written_becomes_a_tag():
    owner = {"email": "ops@alpha.example", "costCenter": "0042", "ticket": "OPS-7"}

    found = tenant_tags(tenant(owner=owner, tags={"environment": "dev"}), platform(department="it"))

    assert found == {
        "department": "it",
        "environment": "dev",
        "tenant": "alpha",
        "owner": "ops@alpha.example",
        "cost-center": "0042",
        "ticket": "OPS-7",
    }


def test_the_ticket_stays_off_node_classes_where_a_change_would_replace_nodes():
    owner = {"email": "ops@alpha.example", "costCenter": "0042", "ticket": "OPS-7"}

    found = node_class_tags(tenant(owner=owner), PLAIN, platform(department="it"))

    assert found == {
        "department": "it",
        "tenant": "alpha",
        "owner": "ops@alpha.example",
        "cost-center": "0042",
    }


def test_later_places_win_and_the_products_own_keys_win_last():
    stack = platform(environment="shared", team="platform", owner="platform@acme.example", tenant="none")
    own = NodeClassSpec.model_validate({"tags": {"team": "alpha-gpu", "tenant": "beta"}})

    found = node_class_tags(tenant(tags={"environment": "dev", "team": "alpha"}), own, stack)

    assert found == {"environment": "dev", "team": "alpha-gpu", "owner": "ops@alpha.example", "tenant": "alpha"}


def test_tags_of_the_cluster_are_the_stacks():
    assert cluster_tags(platform(department="it")) == {"department": "it"}


@pytest.mark.parametrize(("discovery", "tags"), [(True, {"karpenter.sh/discovery": "acme-dev"}), (False, {})])
def test_discovery_tag(discovery, tags):
    assert discovery_tags(platform(discovery=discovery)) == tags


def test_ownership_is_a_tag_of_the_cluster():
    assert ownership_key("acme-dev") == "kubernetes.io/cluster/acme-dev"
