"""Addresses, names and values of Karpenter's two releases.

What these tests do not prove: that the charts read the values; tests/cloud render the real charts with them.
"""

import pytest

from components.model.platform import PlatformSettings
from components.rendering.chart import (
    ChartSource,
    chart_source,
    controller_chart_values,
    crd_chart_values,
    service_account,
    webhook_port,
)
from components.versions import karpenter_version
from components.versions.chart_keys import CRD_CHART_KEYS, unknown_chart_keys
from components.versions.table import MINORS

DEPLOYABLE = [f"{minor}.{row.newest_patch}" for minor, row in MINORS.items() if minor >= (1, 0)]
ROLE = "arn:aws:iam::111122223333:role/acme-dev-karpenter"


def platform(*, existing=False, **karpenter):
    network = {"vpcId": "vpc-0a1b2c3d4e5f60718", "subnetIds": ["subnet-0a1b2c3d4e5f60001", "subnet-0a1b2c3d4e5f60002"]}
    return PlatformSettings.model_validate(
        {
            "region": "eu-central-1",
            "cluster": {"name": "acme-dev", "kubernetesVersion": "1.35", "vpc": network, "existing": existing},
            "karpenter": {"version": "1.14.3", **karpenter},
            "tenants": ["alpha"],
        }
    )


def values(version="1.14.3", *, queue="acme-dev-karpenter", role=ROLE, **karpenter):
    return controller_chart_values(
        platform(**karpenter),
        karpenter_version(version),
        endpoint="${endpoint}",
        interruption_queue=queue,
        role_arn=role,
    )


def test_values_of_a_stack_that_writes_nothing():
    assert values() == {
        "settings": {
            "clusterName": "acme-dev",
            "clusterEndpoint": "${endpoint}",
            "interruptionQueue": "acme-dev-karpenter",
        },
        "serviceAccount": {"name": "karpenter", "annotations": {"eks.amazonaws.com/role-arn": ROLE}},
        "replicas": 2,
        "logLevel": "info",
        "controller": {"resources": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"memory": "2Gi"}}},
    }


def test_values_of_a_stack_that_writes_everything():
    assert values(
        "1.15.2",
        replicas=3,
        logLevel="debug",
        resources={"requests": {"cpu": 4, "memory": "4Gi"}, "limits": {"memory": "8Gi"}},
        featureGates={"NodeRepair": True, "RebootForRepair": False, "capacityBuffer": True},
        values={
            "settings": {"batchIdleDuration": "2s", "featureGates": {"capacityBuffer": False}},
            "serviceAccount": {"annotations": {"team": "platform"}},
            "podLabels": {"team": "platform"},
            "replicas": 4,
        },
    ) == {
        "settings": {
            "clusterName": "acme-dev",
            "clusterEndpoint": "${endpoint}",
            "interruptionQueue": "acme-dev-karpenter",
            "featureGates": {"nodeRepair": True, "capacityBuffer": False},
            "awsFeatureGates": {"rebootForRepair": False},
            "batchIdleDuration": "2s",
        },
        "serviceAccount": {
            "name": "karpenter",
            "annotations": {"eks.amazonaws.com/role-arn": ROLE, "team": "platform"},
        },
        "podLabels": {"team": "platform"},
        "replicas": 4,
        "logLevel": "debug",
        "controller": {"resources": {"requests": {"cpu": "4", "memory": "4Gi"}, "limits": {"memory": "8Gi"}}},
    }


def test_without_interruption_handling_no_queue_is_named():
    assert "interruptionQueue" not in values(queue=None)["settings"]


def test_with_pod_identity_nothing_is_annotated():
    assert values(role=None)["serviceAccount"] == {"name": "karpenter"}


def test_a_chart_out_of_a_folder_gets_the_image_of_the_version():
    chart = values(chartRepository="charts/1.14.3")

    assert chart["controller"]["image"] == {"tag": "1.14.3", "digest": ""}


def test_a_published_chart_keeps_its_own_image():
    assert "image" not in values(chartRepository="oci://registry.example/mirror")["controller"]


@pytest.mark.parametrize("version", DEPLOYABLE)
def test_the_chart_of_every_version_reads_all_of_our_values(version):
    written = values(version, chartRepository="charts", featureGates={"spotToSpotConsolidation": True})

    assert list(unknown_chart_keys(written, karpenter_version(version))) == []


@pytest.mark.parametrize(
    ("repository", "source"),
    [
        ("oci://public.ecr.aws/karpenter", ChartSource("oci://public.ecr.aws/karpenter/karpenter", "1.14.3")),
        ("oci://registry.example/mirror/", ChartSource("oci://registry.example/mirror/karpenter", "1.14.3")),
        ("charts/1.14.3", ChartSource("charts/1.14.3/karpenter", None)),
        ("/srv/charts/", ChartSource("/srv/charts/karpenter", None)),
    ],
)
def test_charts_come_from_a_registry_with_a_version_or_from_a_folder_without(repository, source):
    settings = platform(chartRepository=repository).karpenter

    assert chart_source("karpenter", settings, karpenter_version("1.14.3")) == source


@pytest.mark.parametrize(
    ("version", "existing", "written"),
    [
        ("1.14.3", False, {}),
        ("1.14.3", True, {"additionalAnnotations": {"helm.sh/resource-policy": "keep"}}),
        ("1.1.10", True, {}),
        ("1.0.14", False, {"webhook": {"port": 8443}}),
    ],
)
def test_values_of_the_crd_chart(version, existing, written):
    assert crd_chart_values(platform(existing=existing), karpenter_version(version)) == written


@pytest.mark.parametrize("version", DEPLOYABLE)
def test_the_crd_chart_of_every_version_reads_all_of_our_values(version):
    written = crd_chart_values(platform(existing=True), karpenter_version(version))
    known = {key.path[0] for key in CRD_CHART_KEYS.values() if key.known_to(karpenter_version(version))}

    assert set(written) <= known


def test_one_port_for_chart_crds_and_security_group():
    settings = platform(version="1.0.14", values={"webhook": {"port": 9443}})

    assert webhook_port(settings.karpenter) == 9443
    assert crd_chart_values(settings, karpenter_version("1.0.14")) == {"webhook": {"port": 9443}}
    assert webhook_port(platform().karpenter) == 8443


def test_the_service_account_is_the_one_of_the_values():
    assert service_account(platform().karpenter) == "karpenter"
    assert service_account(platform(values={"serviceAccount": {"name": "scaler"}}).karpenter) == "scaler"
