"""Network policies of a namespace. What the CNI makes of them is not proven here."""

from typing import Any

import pytest

from components.rendering.network_policies import network_policies
from tests.builders import settings, tenant
from tests.rendering.builders import cluster

RANGES = ("10.0.0.0/19", "10.0.32.0/19")


def policies(workloads: tuple[dict[str, Any], ...] = (), **network: Any) -> dict[str, dict[str, Any]]:
    spec = tenant(networkPolicy=network, namespaces=[{}, {"suffix": "web"}], iam={"workloads": list(workloads)})
    found = network_policies(spec, spec.namespaces[0], settings(), cluster(subnet_ranges=RANGES))
    return {policy["metadata"]["name"]: policy["spec"] for policy in found}


def test_everything_is_denied_and_four_things_are_open():
    assert list(policies()) == ["default-deny", "same-tenant", "dns", "kubernetes-api", "internet"]
    assert policies()["default-deny"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}


def test_only_the_own_tenant_gets_in():
    found = policies()

    own = [{"namespaceSelector": {"matchLabels": {"karpenter-tenants/tenant": "alpha"}}}]
    assert {name: spec["ingress"] for name, spec in found.items() if "ingress" in spec} == {
        "same-tenant": [{"from": own}]
    }


def test_the_internet_is_public_addresses_only():
    (rule,) = policies()["internet"]["egress"]

    assert rule["to"] == [
        {
            "ipBlock": {
                "cidr": "0.0.0.0/0",
                "except": [
                    "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", *RANGES,
                ],
            }
        },
        {"ipBlock": {"cidr": "::/0", "except": ["fc00::/7", "fe80::/10"]}},
    ]  # fmt: skip


def test_the_kubernetes_api_is_one_port_of_its_addresses():
    (rule,) = policies()["kubernetes-api"]["egress"]

    assert [each["ipBlock"]["cidr"] for each in rule["to"]] == ["10.100.0.1/32", "172.20.0.1/32", *RANGES]
    assert rule["ports"] == [{"port": 443, "protocol": "TCP"}]


def test_both_can_be_switched_off():
    assert list(policies(internet=False, kubernetesApi=False)) == ["default-deny", "same-tenant", "dns"]


def test_openings_of_the_tenant_file():
    found = policies(
        allowFrom=[{"loadBalancers": True, "ports": [{"port": 8080}]}, {"namespace": "monitoring"}],
        allowTo=[
            {"tenant": "beta", "ports": [{"port": 9000, "endPort": 9010, "protocol": "UDP"}]},
            {"cidr": "10.9.0.0/16"},
        ],
    )

    assert found["allow-from"] == {
        "podSelector": {},
        "policyTypes": ["Ingress"],
        "ingress": [
            {
                "from": [{"ipBlock": {"cidr": each}} for each in RANGES],
                "ports": [{"port": 8080, "protocol": "TCP"}],
            },
            {"from": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}]},
        ],
    }
    assert found["allow-to"] == {
        "podSelector": {},
        "policyTypes": ["Egress"],
        "egress": [
            {
                "to": [{"namespaceSelector": {"matchLabels": {"karpenter-tenants/tenant": "beta"}}}],
                "ports": [{"port": 9000, "protocol": "UDP", "endPort": 9010}],
            },
            {"to": [{"ipBlock": {"cidr": "10.9.0.0/16"}}]},
        ],
    }


@pytest.mark.parametrize(
    ("cidr", "kept"),
    [
        ("0.0.0.0/0", ["169.254.169.254/32"]),
        ("169.254.169.254/31", ["169.254.169.254/32"]),
        ("fd00::/8", ["fd00:ec2::254/128"]),
        ("::/0", ["fd00:ec2::254/128"]),
        ("169.254.169.254/32", None),
        ("fd00:ec2::254/128", None),
        ("169.254.20.10/32", None),
        ("10.0.0.0/8", None),
    ],
)
def test_a_wide_range_does_not_open_instance_metadata(cidr, kept):
    found = policies(allowFrom=[{"cidr": cidr}], allowTo=[{"cidr": cidr}])
    written = {"cidr": cidr} if kept is None else {"cidr": cidr, "except": kept}

    assert found["allow-to"]["egress"] == [{"to": [{"ipBlock": written}]}]
    assert found["allow-from"]["ingress"] == [{"from": [{"ipBlock": {"cidr": cidr}}]}]


READER = {"namespace": "alpha", "serviceAccount": "reader", "roleArn": "arn:aws:iam::111122223333:role/Reader"}


def test_pods_that_ask_the_agent_of_pod_identity_reach_it_and_nothing_else_of_the_node():
    found = policies(({**READER, "mode": "podIdentity"},))

    assert found["pod-identity"] == {
        "podSelector": {},
        "policyTypes": ["Egress"],
        "egress": [
            {
                "to": [{"ipBlock": {"cidr": "169.254.170.23/32"}}, {"ipBlock": {"cidr": "fd00:ec2::23/128"}}],
                "ports": [{"port": 80, "protocol": "TCP"}],
            }
        ],
    }


def test_no_agent_is_reached_for_irsa_or_for_another_namespace():
    assert "pod-identity" not in policies((READER, {**READER, "namespace": "alpha-web", "mode": "podIdentity"}))
