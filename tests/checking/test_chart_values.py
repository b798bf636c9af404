"""Values and gates of the controller's chart. Not proved here: that the table is the chart's (tests/versions)."""

import pytest

from components.model.platform import Platform
from tests.builders import platform
from tests.checking.builders import karpenter, report

CHARTS = {
    "webhook where there is none": (
        platform(**karpenter(values={"webhook": {"enabled": True}})),
        [
            "platform:karpenter.values.webhook: unknown field, the chart of 1.14.3 does not read it; remove it  [E003]",
        ],
    ),
    "misspelt key": (
        platform(**karpenter(values={"settings": {"batchIdleDurations": "2s"}, "replica": 3})),
        [
            "platform:karpenter.values.settings.batchIdleDurations: unknown field,"
            " the chart of 1.14.3 does not read it; did you mean batchIdleDuration?  [E003]",
            "platform:karpenter.values.replica: unknown field, the chart of 1.14.3 does not read it;"
            " did you mean replicas?  [E003]",
        ],
    ),
    "key of a newer chart": (
        platform(**karpenter(values={"settings": {"legacyNodeRepair": True}})),
        [
            "platform:karpenter.values.settings.legacyNodeRepair: exists from Karpenter 1.15 on,"
            " this stack has 1.14.3; remove it or upgrade  [E215]"
        ],
    ),
    "gate of a newer chart": (
        platform(**karpenter(featureGates={"terminateFirstDrift": True})),
        [
            "platform:karpenter.featureGates.terminateFirstDrift: exists from Karpenter 1.15 on,"
            " this stack has 1.14.3; remove it or upgrade  [E215]"
        ],
    ),
    "misspelt gate": (
        platform(**karpenter(featureGates={"nodeOverlays": True})),
        [
            "platform:karpenter.featureGates.nodeOverlays: unknown field, the chart of 1.14.3 does not read it;"
            " did you mean nodeOverlay?  [E003]"
        ],
    ),
    "keys that the chart reads": (
        platform(
            **karpenter(
                values={"settings": {"batchIdleDuration": "2s"}, "podLabels": {"any": "thing"}},
                featureGates={"NodeRepair": True},
            )
        ),
        [],
    ),
}


@pytest.mark.parametrize(("stack", "expected"), CHARTS.values(), ids=CHARTS)
def test_chart_of_the_version(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_accepts_the_webhook_of_a_version_that_serves_one():
    stack = platform(**karpenter("1.0.14", values={"webhook": {"port": 9443}}))

    assert not [line for line in report(stack) if "webhook" in line]
