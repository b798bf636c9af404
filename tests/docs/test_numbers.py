"""Versions, times and names in the pages are those of the code."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from components.drain import MARGIN_MINUTES, SHORTEST_MINUTES
from components.model.labels import ENFORCEMENT_LABEL
from localcloud.aws.images import AL2023_RELEASES, BOTTLEROCKET_RELEASES, WINDOWS_RELEASE
from localcloud.aws.prices import SPOT_FRACTION
from localcloud.building.tools import KARPENTER_VERSIONS
from localcloud.engine import OLDEST
from tests.builders import provisioner

ROOT = Path(__file__).parents[2]


def text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


PROJECT = tomllib.loads(text("pyproject.toml"))["project"]
PYTHONS = [
    each.removeprefix("Programming Language :: Python :: ") for each in PROJECT["classifiers"] if ":: 3." in each
]
LANGUAGE_SERVER = json.loads(text("tools/yaml_language_server/package.json"))["dependencies"]["yaml-language-server"]
KUBERNETES = re.findall(r"k8s\.io/kubernetes v(1\.[0-9]+)", text("localcloud/tools/control-plane/go.mod"))[0]
ENGINE = ".".join(map(str, OLDEST))


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("README.md", f"Python {PYTHONS[0]} to {PYTHONS[-1]}"),
        ("docs/aws.md", f"| Pulumi CLI {ENGINE} or newer |"),
        ("docs/aws.md", f"waits that long and {MARGIN_MINUTES} minutes more, at least {SHORTEST_MINUTES} in all"),
        ("docs/aws.md", f"`terminationGracePeriod`, {provisioner().termination_grace_period.seconds // 3600} hours by"),
        ("docs/aws.md", f"`kubectl label namespace <namespace> {ENFORCEMENT_LABEL}=audit --overwrite`"),
        ("docs/local-cloud.md", f"an installed one from {ENGINE} on is used instead"),
        ("docs/local-cloud.md", f"real, Kubernetes {KUBERNETES} whatever the stack file says"),
        ("docs/local-cloud.md", f"controller of {' and '.join(KARPENTER_VERSIONS)};"),
        ("docs/local-cloud.md", f"in `Pulumi.local.yaml` to {KARPENTER_VERSIONS[-1]},"),
        (
            "docs/local-cloud.md",
            f"AL2023 {', '.join(AL2023_RELEASES)}; Bottlerocket {', '.join(BOTTLEROCKET_RELEASES)};",
        ),
        ("docs/local-cloud.md", f"Windows {WINDOWS_RELEASE}."),
        ("docs/local-cloud.md", f"spot costs {SPOT_FRACTION:.0%}".replace("%", " %")),
        ("docs/tenant-file.md", f"yaml-language-server {LANGUAGE_SERVER}."),
    ],
)
def test_the_page_says(page: str, sentence: str):
    assert sentence in " ".join(text(page).split())
