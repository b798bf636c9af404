"""Selectors and host names. Not proved here: what others tagged in a network that is not made here."""

import pytest

from components.model.platform import Platform
from tests.builders import platform, tenant
from tests.checking.builders import cluster, karpenter, report, with_class

MADE = cluster(vpc={"create": {"cidr": "10.0.0.0/16"}}, tags={"team": "platform"})
UNTAGGED = karpenter(discoveryTags=False)


def by_tags(field: str, tags: dict[str, str], **stack: object) -> Platform:
    return with_class(**{field: [{"tags": tags}]}, stack=stack)


SELECTORS = {
    "another cluster's subnets": (
        by_tags("subnetSelectorTerms", {"karpenter.sh/discovery": "acme-prod"}),
        [
            "nodeClasses.default.subnetSelectorTerms[0].tags: no subnet of this stack carries"
            " {karpenter.sh/discovery: acme-prod}; write subnets: [subnet-a, subnet-b, subnet-c]  [E130]"
        ],
    ),
    "another cluster's group": (
        by_tags("securityGroupSelectorTerms", {"karpenter.sh/discovery": "acme-prod"}),
        [
            "nodeClasses.default.securityGroupSelectorTerms[0].tags: no security group of this stack carries"
            " {karpenter.sh/discovery: acme-prod}; remove it, the cluster's own group is the default  [E130]"
        ],
    ),
    "this cluster's subnets": (by_tags("subnetSelectorTerms", {"karpenter.sh/discovery": "acme-dev"}), []),
    "any discovery tag": (by_tags("subnetSelectorTerms", {"karpenter.sh/discovery": "*"}), []),
    "tags of others": (by_tags("subnetSelectorTerms", {"team": "web"}), []),
    "discovery tags that others write": (
        by_tags("subnetSelectorTerms", {"karpenter.sh/discovery": "acme-prod"}, **UNTAGGED),
        [],
    ),
    "tags that a made network lacks": (
        by_tags("subnetSelectorTerms", {"team": "web"}, **MADE),
        [
            "nodeClasses.default.subnetSelectorTerms[0].tags: no subnet of this stack carries {team: web};"
            " remove it, the cluster's subnets are the default  [E130]"
        ],
    ),
    "tags that a made network has": (by_tags("subnetSelectorTerms", {"team": "platform"}, **MADE), []),
    "groups that others made in a made network": (by_tags("securityGroupSelectorTerms", {"team": "web"}, **MADE), []),
}


@pytest.mark.parametrize(("stack", "expected"), SELECTORS.values(), ids=SELECTORS)
def test_selector_of_a_class(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_rejects_the_discovery_tag_on_everything():
    assert report(platform(**cluster(tags={"karpenter.sh/discovery": "acme-dev", "owner": "platform"}))) == [
        'platform:cluster.tags["karpenter.sh/discovery"]: reaches every security group;'
        " the product tags the right one, remove it  [E138]"
    ]


def hosts(**of_tenants: list[str]) -> list[str]:
    return report(platform(*(tenant(name, exposure={"hosts": names}) for name, names in of_tenants.items())))


OWN = "give each tenant names of its own  [E187]"


def test_rejects_a_host_of_two_tenants():
    assert hosts(alpha=["www.shop.example"], beta=["shop.example", "www.shop.example"]) == [
        f"beta: exposure.hosts[1]: www.shop.example is also alpha's; {OWN}"
    ]


def test_rejects_a_wildcard_over_hosts_of_other_tenants():
    assert hosts(alpha=["*.shop.example"], beta=["www.shop.example"], gamma=["*.eu.shop.example"]) == [
        f"exposure.hosts[0]: *.shop.example also covers gamma's *.eu.shop.example; {OWN}",
        f"exposure.hosts[0]: *.shop.example also covers beta's www.shop.example; {OWN}",
    ]


def test_accepts_names_that_only_look_alike():
    assert hosts(alpha=["*.shop.example", "www.shop.example"], beta=["shop.example", "www.my-shop.example"]) == []
