"""Words that an older Karpenter does not have; each is accepted by the first version that has it."""

from typing import Any

import pytest

from tests.checking.builders import cluster, karpenter, report, with_pool

TAGGED = {"tags": {"team": "alpha"}}

POOL_WORDS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "replicas": ("1.8", {"replicas": 2, "limits": None}, "replicas", ""),
    "limits.nodes": ("1.11", {"limits": {"nodes": 9}}, "limits.nodes", ""),
    "frozenLimits.nodes": ("1.11", {"frozenLimits": {"nodes": 9}}, "frozenLimits.nodes", ""),
    "Gte": (
        "1.9",
        {"requirements": [{"key": "example.com/rank", "operator": "Gte", "values": ["2"]}]},
        "requirements[0].operator",
        "Gte ",
    ),
    "Lte": (
        "1.9",
        {"requirements": [{"key": "example.com/rank", "operator": "Lte", "values": ["2"]}]},
        "requirements[0].operator",
        "Lte ",
    ),
    "Balanced": (
        "1.14",
        {"disruption": {"consolidationPolicy": "Balanced"}},
        "disruption.consolidationPolicy",
        "Balanced ",
    ),
    "Unhealthy in a budget": (
        "1.15",
        {"disruption": {"budgets": [{"nodes": "1", "reasons": ["Unhealthy"]}]}},
        "disruption.budgets[0].reasons[0]",
        "Unhealthy ",
    ),
    "Unhealthy in windows": (
        "1.15",
        {
            "maintenanceWindows": {
                "reasons": ["Drifted", "Unhealthy"],
                "windows": [{"days": ["sat"], "start": "02:00", "duration": "4h"}],
            }
        },
        "maintenanceWindows.reasons[1]",
        "Unhealthy ",
    ),
}

CLASS_WORDS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "capacityReservationSelectorTerms": (
        "1.3",
        {"capacityReservationSelectorTerms": [TAGGED]},
        "capacityReservationSelectorTerms",
        "",
    ),
    "ssmParameter": (
        "1.4",
        {"amiFamily": "AL2023", "amiSelectorTerms": [{"ssmParameter": "/golden/ami"}]},
        "amiSelectorTerms[0].ssmParameter",
        "",
    ),
    "volumeInitializationRate": (
        "1.5",
        {
            "blockDeviceMappings": [
                {"deviceName": "/dev/xvda", "ebs": {"snapshotID": "snap-0a1b", "volumeInitializationRate": 200}}
            ]
        },
        "blockDeviceMappings[0].ebs.volumeInitializationRate",
        "",
    ),
    "instanceMatchCriteria": (
        "1.8",
        {"capacityReservationSelectorTerms": [{"instanceMatchCriteria": "open"}]},
        "capacityReservationSelectorTerms[0].instanceMatchCriteria",
        "",
    ),
    "ipPrefixCount": ("1.8", {"ipPrefixCount": 1}, "ipPrefixCount", ""),
    "placementGroupSelector": ("1.11", {"placementGroupSelector": {"name": "a"}}, "placementGroupSelector", ""),
    "networkInterfaces": (
        "1.11",
        {"networkInterfaces": [{"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"}]},
        "networkInterfaces",
        "",
    ),
    "connectionTracking": ("1.13", {"connectionTracking": {"udpTimeout": 30}}, "connectionTracking", ""),
    "cpuOptions": ("1.13", {"cpuOptions": {"nestedVirtualization": "enabled"}}, "cpuOptions", ""),
    "enclaveOptions": ("1.15", {"enclaveOptions": {"enabled": True}}, "enclaveOptions", ""),
}


def too_new(version: str, **words: Any) -> list[str]:
    """Lines of E215 on a stack with this version."""
    stack = with_pool(**words, stack=karpenter(version) | cluster(kubernetesVersion="1.31"))
    return [line for line in report(stack) if line.endswith("[E215]")]


def before(minor: str) -> str:
    return f"1.{int(minor.removeprefix('1.')) - 1}.0"


@pytest.mark.parametrize(("minor", "words", "path", "word"), POOL_WORDS.values(), ids=POOL_WORDS)
def test_word_of_a_pool(minor: str, words: dict[str, Any], path: str, word: str):
    older = before(minor)

    assert too_new(older, **words) == [
        f"provisioners.web.{path}: {word}exists from Karpenter {minor} on, this stack has {older};"
        " remove it or upgrade  [E215]"
    ]
    assert too_new(f"{minor}.0", **words) == []


@pytest.mark.parametrize(("minor", "words", "path", "word"), CLASS_WORDS.values(), ids=CLASS_WORDS)
def test_word_of_a_node_class(minor: str, words: dict[str, Any], path: str, word: str):
    older = before(minor)

    found = too_new(older, node_class=words)

    assert (
        f"nodeClasses.default.{path}: {word}exists from Karpenter {minor} on, this stack has {older};"
        " remove it or upgrade  [E215]"
    ) in found
    assert too_new(f"{minor}.0", node_class=words) == []


def test_windows_2025():
    words = {"operatingSystem": "windows", "node_class": {"ami": "windows2025@latest"}}

    assert too_new("1.8.0", **words) == [
        "nodeClasses.default.ami: windows2025 exists from Karpenter 1.9 on, this stack has 1.8.0;"
        " remove it or upgrade  [E215]"
    ]
    assert too_new("1.9.0", **words) == []
