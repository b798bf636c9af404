"""Manifests judged by a real API server with Karpenter's real CRDs: schema, rules and defaults.

What these tests do not prove: that the controller makes nodes of them; no controller runs here.
"""

import time
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import HealthCheck, given, settings

from components.model.tenant import TenantSpec
from localcloud.api_server import ApiServer, Refused
from localcloud.folders import CHARTS
from tests import builders
from tests.cloud.builders import tenants
from tests.cloud.conftest import SECONDS_TO_START, Cloud
from tests.rendering.builders import cluster, manifests, rich_tenant

pytestmark = [pytest.mark.cloud, pytest.mark.timeout(SECONDS_TO_START)]

PINS = {"main": {"al2023": "v20261101"}, "canary": {"bottlerocket": "v1.49.0"}}
COLLECTIONS = {"NodePool": "nodepools", "EC2NodeClass": "ec2nodeclasses"}
SERVING_SECONDS = 30


@pytest.fixture(scope="module", params=["1.14.3", "1.15.2"])
def api(cloud: Cloud, request: pytest.FixtureRequest) -> Iterator["Judge"]:
    with cloud.alone():
        judge = Judge(cloud.api, request.param)
        judge.install()
        yield judge


class Judge:
    """The API server with the CRDs of one version."""

    def __init__(self, server: ApiServer, version: str) -> None:
        self.server = server
        self.version = version

    def install(self) -> None:
        for file in sorted((CHARTS / self.version / "crds").glob("*.yaml")):
            crd = yaml.safe_load(file.read_text())
            self.server.apply(f"/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{crd['metadata']['name']}", crd)
        self._wait_until_served()

    def changes(self, spec: TenantSpec) -> list[str]:
        """What the server refuses, and what it writes otherwise than it was given; nothing is stored."""
        found = manifests(spec, cluster(self.version), builders.settings(amis=PINS))
        return [text for manifest in found if (text := self._change(manifest)) is not None]

    def _change(self, manifest: dict[str, object]) -> str | None:
        collection = f"/apis/{manifest['apiVersion']}/{COLLECTIONS[str(manifest['kind'])]}"
        try:
            kept = self.server.create(f"{collection}?dryRun=All&fieldValidation=Strict", manifest)
        except Refused as refused:
            return str(refused)
        return None if kept["spec"] == manifest["spec"] else f"{manifest['spec']} became {kept['spec']}"

    def _wait_until_served(self) -> None:
        """The schema in use shows by a field that only 1.15 has."""
        spec = builders.tenant(nodeClasses={"default": {"enclaveOptions": {"enabled": True}}})
        expected = self.version == "1.15.2"
        for _ in range(SERVING_SECONDS):
            if (self.changes(spec) == []) is expected:
                return
            time.sleep(1)
        pytest.fail(f"the CRDs of {self.version} are not served after {SERVING_SECONDS} s")


def test_smallest_tenant_is_kept_as_it_is(api: Judge):
    assert api.changes(builders.tenant()) == []


def test_every_field_is_kept_as_it_is(api: Judge):
    written = rich_tenant()
    if api.version == "1.14.3":
        del written["nodeClasses"]["words"]["enclaveOptions"]

    assert api.changes(TenantSpec.model_validate(written)) == []


@given(tenants())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_tenant_is_kept_as_it_is(api: Judge, spec: TenantSpec):
    assert api.changes(spec) == []
