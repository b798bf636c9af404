"""Two hundred provisioners at random: what the model accepts and renders, Karpenter calls Ready and buys a node for.

Each provisioner is made from an instance type that exists, so that at least this type fits, and no pod is there before
its pool is Ready. Which types fit is computed here from EC2's descriptions, not from anything that the product renders.
The seed is fixed: a failure comes back. What these tests do not prove: node classes, of which all pools share one.
"""

import gzip
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

import pytest

from localcloud.aws.prices import on_demand_prices
from tests.cloud.conftest import SECONDS_TO_START
from tests.cloud.karpenter.builders import POOL_LABEL, Document, Play, play, pod, tolerating
from tests.cloud.karpenter.conftest import Stage, condition

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(4 * SECONDS_TO_START)]

SEED = 20261130
COUNT = 200
BATCH = 25
"""Provisioners that are there at once: each pass of Karpenter looks at all of them."""
NAME = "many"
ZONES = ("eu-central-1a", "eu-central-1b", "eu-central-1c")

Type = Mapping[str, Any]


def test_karpenter_takes_every_provisioner_that_the_model_accepts(stage: Stage):
    everything = instance_types()
    dice = random.Random(SEED)
    # With room for a pod beside what the system takes.
    roomy = {name: each for name, each in everything.items() if each["mebibytes"] >= 4096 and not each["metal"]}
    provisioners = {f"p{number}": provisioner(dice, roomy) for number in range(COUNT)}
    parts = [part({key: provisioners[key] for key in keys}) for keys in batched(provisioners, BATCH)]
    stage.clear()

    verdicts = [verdict for each in parts for verdict in verdicts_of(stage, each, everything)]

    assert len(verdicts) == COUNT
    assert [verdict for verdict in verdicts if verdict.wrong] == []
    stage.live.until(lambda: not any(stage.claims(each) for each in parts), "the end of all nodes")


def part(provisioners: Mapping[str, Any]) -> Play:
    """The tenant with these provisioners, each with a pod that asks for little and tolerates what is there."""
    pods = {
        key: pod("10m", "16Mi", nodeSelector={POOL_LABEL: f"{NAME}-{key}"}, tolerations=tolerating("t"))
        for key in provisioners
    }
    return play(NAME, provisioners=provisioners, pods=pods)


@dataclass(frozen=True)
class Verdict:
    """What Karpenter made of a provisioner.

    Attributes:
        written: The provisioner.
        wrong: What should not be so; empty where a node that fits was launched.
    """

    written: Mapping[str, Any]
    wrong: str


def verdicts_of(stage: Stage, shown: Play, everything: Mapping[str, Type]) -> list[Verdict]:
    """Puts these provisioners on, asks what came of each, and takes them off again."""

    def decided() -> bool:
        return all(launched(stage, shown, key) or refused(stage, key) for key in shown.pods)

    stage.put_on(shown)
    stage.live.until(decided, "what Karpenter decides")
    found = [Verdict(shown.written["provisioners"][key], wrong(stage, shown, key, everything)) for key in shown.pods]
    stage.withdraw(shown)
    return found


def wrong(stage: Stage, shown: Play, key: str, everything: Mapping[str, Type]) -> str:
    """What of the provisioner's first node is not as it was written; empty where it fits."""
    claims = launched(stage, shown, key)
    if not claims:
        return "; ".join(refused(stage, key))
    labels = claims[0]["metadata"]["labels"]
    chosen = everything.get(labels["node.kubernetes.io/instance-type"])
    return "" if chosen and fits(chosen, labels, shown.written["provisioners"][key]) else f"got {labels}"


def launched(stage: Stage, shown: Play, key: str) -> list[Document]:
    """The NodeClaims of a provisioner for which an instance was launched."""
    return [claim for claim in stage.claims(shown, key) if condition(claim, "Launched") == "True"]


def refused(stage: Stage, key: str) -> list[str]:
    """What Karpenter says of a pod for which it buys nothing."""
    named = [each for each in stage.pods(NAME) if each["metadata"]["name"] == key]
    return [text for each in named for text in stage.refusals(each)]


def batched(keys: Iterable[str], size: int) -> Iterator[list[str]]:
    """The keys in lists of that size."""
    left = list(keys)
    while left:
        yield left[:size]
        left = left[size:]


# --- Provisioners ---


def provisioner(dice: random.Random, everything: Mapping[str, Type]) -> dict[str, Any]:
    """A provisioner that at least one type fits, with some of the other fields."""
    chosen = everything[dice.choice(sorted(everything))]
    made: dict[str, Any] = {"limits": {"cpu": dice.choice([1000, "2k", "1500000m"]), "memory": "40Ti"}}
    made |= dice.choice([by_name, by_family, by_category])(dice, chosen, everything)
    if dice.random() < 0.5 or chosen["arch"] == "arm64":
        made["architectures"] = [chosen["arch"]] if dice.random() < 0.5 else ["amd64", "arm64"]
    made["zones"] = dice.sample(ZONES, dice.randint(1, 3)) if set(ZONES) <= chosen["zones"] else sorted(chosen["zones"])
    made["capacityTypes"] = dice.choice([["on-demand"], ["spot"], ["on-demand", "spot"]])
    made |= dict(dice.sample(sorted(extras(dice).items()), dice.randint(0, 4)))
    return made


def by_name(dice: random.Random, chosen: Type, everything: Mapping[str, Type]) -> dict[str, Any]:
    others = dice.sample(sorted(everything), dice.randint(0, 4))
    return {"instanceTypes": sorted({chosen["name"], *others})}


def by_family(dice: random.Random, chosen: Type, everything: Mapping[str, Type]) -> dict[str, Any]:
    made: dict[str, Any] = {"instanceFamilies": [chosen["family"]]}
    if dice.random() < 0.5:
        made["instanceSizes"] = [chosen["size"]]
    return made | ranges(dice, chosen)


def by_category(dice: random.Random, chosen: Type, everything: Mapping[str, Type]) -> dict[str, Any]:
    made: dict[str, Any] = {"instanceCategories": [chosen["category"]]}
    if dice.random() < 0.5:
        made["instanceGeneration"] = {"min": chosen["generation"]}
    return made | ranges(dice, chosen)


def ranges(dice: random.Random, chosen: Type) -> dict[str, Any]:
    """Bounds around what the chosen type has."""
    made: dict[str, Any] = {}
    if dice.random() < 0.5:
        made["instanceCpu"] = {"min": chosen["cpu"], "max": chosen["cpu"] * dice.randint(1, 4)}
    if dice.random() < 0.5:
        made["instanceMemoryGiB"] = {"min": max(1, chosen["memory"] // 2), "max": chosen["memory"]}
    return made


def extras(dice: random.Random) -> dict[str, Any]:
    """Fields that change no choice of instance types."""
    taint = {"key": "t", "value": dice.choice(["a", "b-c"]), "effect": dice.choice(["NoSchedule", "PreferNoSchedule"])}
    return {
        "taints": [taint],
        "startupTaints": [{"key": "example.com/agent", "effect": "NoExecute"}],
        "labels": {dice.choice(["team", "example.com/team"]): dice.choice(["web", "a_b.C-1"])},
        "annotations": {"example.com/note": dice.choice(["", "a text: with {signs}"])},
        "weight": dice.randint(1, 100),
        "expireAfter": dice.choice(["Never", "720h", "36h30m"]),
        "terminationGracePeriod": dice.choice([None, "30m", "48h"]),
        "disruption": {
            "consolidationPolicy": dice.choice(["WhenEmpty", "WhenEmptyOrUnderutilized"]),
            "consolidateAfter": dice.choice(["Never", "30m"]),
            "budgets": [{"nodes": dice.choice(["0", "5", "20%"]), "schedule": "0 9 * * 1-5", "duration": "8h"}],
        },
        "requirements": [{"key": "karpenter.k8s.aws/instance-hypervisor", "operator": "Exists"}],
    }


# --- Instance types, as EC2 describes them ---


def fits(chosen: Type, labels: Mapping[str, str], written: Mapping[str, Any]) -> bool:
    """Whether the launched node is one that the operator asked for."""
    cpu, memory = written.get("instanceCpu", {}), written.get("instanceMemoryGiB", {})
    return (
        chosen["name"] in written.get("instanceTypes", [chosen["name"]])
        and chosen["family"] in written.get("instanceFamilies", [chosen["family"]])
        and chosen["category"] in written.get("instanceCategories", [chosen["category"]])
        and chosen["size"] in written.get("instanceSizes", [chosen["size"]])
        and chosen["generation"] >= written.get("instanceGeneration", {}).get("min", 0)
        and cpu.get("min", 0) <= chosen["cpu"] <= cpu.get("max", 10**6)
        and memory.get("min", 0) * 1024 <= chosen["mebibytes"] <= memory.get("max", 10**6) * 1024
        and labels["kubernetes.io/arch"] in written.get("architectures", ["amd64"])
        and labels["topology.kubernetes.io/zone"] in written["zones"]
        and labels["karpenter.sh/capacity-type"] in written["capacityTypes"]
    )


def instance_types() -> dict[str, Type]:
    """Types that Karpenter can buy in eu-central-1."""
    zones: dict[str, set[str]] = {}
    for offered in _read("instance_type_offerings/availability-zone/eu-central-1.json.gz"):
        zones.setdefault(offered["InstanceType"], set()).add(offered["Location"])
    prices = on_demand_prices()
    described = {each["name"]: each for each in _described()}
    return {
        name: {**each, "zones": zones[name]} for name, each in described.items() if name in zones and name in prices
    }


def _described() -> Iterator[dict[str, Any]]:
    for name, each in _read("instance_types.json.gz").items():
        family, size = name.split(".")
        category, generation = family[0], next((letter for letter in family if letter.isdigit()), "")
        if (
            generation
            and family[1] == generation
            and category in "cmrtxgd"
            and "hvm" in each["SupportedVirtualizationTypes"]
        ):
            arm = "arm64" in each["ProcessorInfo"]["SupportedArchitectures"]
            yield {
                "name": name,
                "family": family,
                "size": size,
                "category": category,
                "generation": int(generation),
                "arch": "arm64" if arm else "amd64",
                "metal": each.get("BareMetal") is not False,
                "cpu": each["VCpuInfo"]["DefaultVCpus"],
                "mebibytes": each["MemoryInfo"]["SizeInMiB"],
                "memory": each["MemoryInfo"]["SizeInMiB"] // 1024,
            }


def _read(path: str) -> Any:
    packed = resources.files("moto.ec2").joinpath("resources", *path.split("/"))
    return json.loads(gzip.decompress(packed.read_bytes()))
