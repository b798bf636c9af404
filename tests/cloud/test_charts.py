"""Karpenter's real charts, rendered with our values: what the controller is told in the end.

Needs the charts of the build, no running cloud. What these tests do not prove: that the controller does what it is
told; the other tests of this folder do.
"""

import pytest
import yaml
from helm_python import Chart

from components.model.platform import PlatformSettings
from components.rendering.chart import controller_chart_values, crd_chart_values
from components.versions import karpenter_version
from components.versions.chart_keys import CONTROLLER_CHART_KEYS, CRD_CHART_KEYS
from localcloud.folders import CHARTS

pytestmark = pytest.mark.cloud

VERSIONS = ["1.14.3", "1.15.2"]
ROLE = "arn:aws:iam::111122223333:role/acme-dev-karpenter"


def platform(version, *, existing=False, **karpenter):
    network = {"vpcId": "vpc-0a1b2c3d4e5f60718", "subnetIds": ["subnet-0a1b2c3d4e5f60001", "subnet-0a1b2c3d4e5f60002"]}
    return PlatformSettings.model_validate(
        {
            "region": "eu-central-1",
            "cluster": {"name": "acme-dev", "kubernetesVersion": "1.35", "vpc": network, "existing": existing},
            "karpenter": {"version": version, "chartRepository": f"{CHARTS}/{version}", **karpenter},
            "tenants": ["alpha"],
        }
    )


def render(version, chart, values):
    with Chart.load(CHARTS / version / chart) as loaded:
        files = loaded.render(values=values, name=chart, namespace="kube-system")
    return [document for _, text in sorted(files.items()) for document in yaml.safe_load_all(text) if document]


def controller(version, **karpenter):
    values = controller_chart_values(
        platform(version, **karpenter),
        karpenter_version(version),
        endpoint="https://0a1b.eks.eu-central-1.amazonaws.com",
        interruption_queue="acme-dev-karpenter",
        role_arn=ROLE,
    )
    return render(version, "karpenter", values)


def only(documents, kind):
    (found,) = [document for document in documents if document["kind"] == kind]
    return found


def container(documents):
    (found,) = only(documents, "Deployment")["spec"]["template"]["spec"]["containers"]
    return found


def environment(documents):
    return {variable["name"]: variable.get("value") for variable in container(documents)["env"]}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_controller_learns_cluster_endpoint_and_queue(version):
    found = environment(controller(version))

    assert {name: found[name] for name in ("CLUSTER_NAME", "CLUSTER_ENDPOINT", "INTERRUPTION_QUEUE", "LOG_LEVEL")} == {
        "CLUSTER_NAME": "acme-dev",
        "CLUSTER_ENDPOINT": "https://0a1b.eks.eu-central-1.amazonaws.com",
        "INTERRUPTION_QUEUE": "acme-dev-karpenter",
        "LOG_LEVEL": "info",
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_an_image_of_the_version_runs_whatever_the_sources_say(version):
    assert container(controller(version))["image"] == f"public.ecr.aws/karpenter/controller:{version}"


@pytest.mark.parametrize("version", VERSIONS)
def test_resources_replicas_and_service_account(version):
    documents = controller(version)

    assert container(documents)["resources"] == {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"memory": "2Gi"}}
    assert only(documents, "Deployment")["spec"]["replicas"] == 2
    assert only(documents, "ServiceAccount")["metadata"]["name"] == "karpenter"
    assert only(documents, "ServiceAccount")["metadata"]["annotations"] == {"eks.amazonaws.com/role-arn": ROLE}


def test_gates_reach_both_lists():
    found = environment(controller("1.15.2", featureGates={"CapacityBuffer": True, "NodeClassCEL": True}))

    assert "CapacityBuffer=true" in found["FEATURE_GATES"].split(",")
    assert "NodeClassCEL=true" in found["AWS_FEATURE_GATES"].split(",")


def test_the_name_of_the_release_does_not_move_the_service_account():
    documents = controller("1.14.3", values={"nameOverride": "scaler"})

    assert only(documents, "ServiceAccount")["metadata"]["name"] == "karpenter"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("existing", "kept"), [(False, None), (True, "keep")])
def test_crds_stay_on_an_adopted_cluster_only(version, existing, kept):
    values = crd_chart_values(platform(version, existing=existing), karpenter_version(version))

    documents = render(version, "karpenter-crd", values)

    assert {document["kind"] for document in documents} == {"CustomResourceDefinition"}
    assert {document["metadata"]["annotations"].get("helm.sh/resource-policy") for document in documents} == {kept}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_table_of_keys_is_the_charts_own(version):
    for chart, table in (("karpenter", CONTROLLER_CHART_KEYS), ("karpenter-crd", CRD_CHART_KEYS)):
        with Chart.load(CHARTS / version / chart) as loaded:
            written = set(_leaves(loaded.values, tuple(key.path for key in table.values() if key.free)))

        known = {key.path for key in table.values() if key.known_to(karpenter_version(version))}
        assert written == known


def _leaves(values, free, above=()):
    for word, value in values.items():
        path = (*above, word)
        if isinstance(value, dict) and path not in free:
            yield from _leaves(value, free, path)
        else:
            yield path
