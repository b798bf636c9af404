"""What a tenant's pods may reach."""

from typing import Any

import pytest

from components.model.network import NetworkPolicySpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "peers": {
        "internet": False,
        "kubernetesApi": False,
        "allowFrom": [{"tenant": "beta"}, {"namespace": "ingress", "ports": [{"port": 8080}]}, {"loadBalancers": True}],
        "allowTo": [
            {"cidr": "10.0.0.0/16", "ports": [{"port": 5432, "endPort": 5440, "protocol": "UDP"}]},
            {"cidr": "fd00::/8"},
        ],
    },
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no peer": (
        {"allowFrom": [{}]},
        ["allowFrom[0]: none of tenant, namespace, cidr, loadBalancers is given; write one of them  [E006]"],
    ),
    "two peers": (
        {"allowFrom": [{"tenant": "beta", "cidr": "10.0.0.0/8"}]},
        ["allowFrom[0].cidr: cidr and tenant exclude each other; keep one  [E008]"],
    ),
    "host bits": (
        {"allowTo": [{"cidr": "10.0.0.1/8"}]},
        ['allowTo[0].cidr: "10.0.0.1/8" is no range of addresses; write 10.0.0.0/8  [E005]'],
    ),
    "an address": (
        {"allowTo": [{"cidr": "10.0.0.1"}]},
        ['allowTo[0].cidr: "10.0.0.1" is no range of addresses; write 10.0.0.1/32  [E005]'],
    ),
    "an address of version 6": (
        {"allowTo": [{"cidr": "fd00::1"}]},
        ['allowTo[0].cidr: "fd00::1" is no range of addresses; write fd00::1/128  [E005]'],
    ),
    "a mask": (
        {"allowTo": [{"cidr": "10.0.0.0/255.0.0.0"}]},
        ['allowTo[0].cidr: "10.0.0.0/255.0.0.0" is no range of addresses; write 10.0.0.0/8  [E005]'],
    ),
    "no range": (
        {"allowTo": [{"cidr": "db.example"}]},
        ['allowTo[0].cidr: "db.example" is no range of addresses; write for example 10.0.0.0/16  [E005]'],
    ),
    "port 0": (
        {"allowTo": [{"tenant": "b", "ports": [{"port": 0}]}]},
        ["allowTo[0].ports[0].port: 0 is below 1; write 1 to 65535  [E005]"],
    ),
    "ports backwards": (
        {"allowTo": [{"tenant": "b", "ports": [{"port": 5, "endPort": 4}]}]},
        ["allowTo[0].ports[0].endPort: 4 is below port 5; write 5 or more  [E005]"],
    ),
    "protocol in small letters": (
        {"allowTo": [{"tenant": "b", "ports": [{"port": 5, "protocol": "tcp"}]}]},
        ['allowTo[0].ports[0].protocol: "tcp" is none of TCP, UDP, SCTP; write TCP  [E005]'],
    ),
    "text for a boolean": ({"internet": "no"}, ["internet: [bool_type]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(NetworkPolicySpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(NetworkPolicySpec, given) == messages
