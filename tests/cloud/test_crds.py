"""Manifests against the schemas of Karpenter's own CRDs, with unknown fields refused.

Needs the charts of the build, no running cloud. The rules that a CRD states as expressions are judged by the API server
alone: test_manifests.
"""

from functools import cache
from typing import Any

import jsonschema_rs
import pytest
import yaml
from hypothesis import given, settings

from components.model.tenant import TenantSpec
from components.versions.api_rules import api_rules
from localcloud.folders import CHARTS
from tests import builders
from tests.cloud.builders import tenants
from tests.rendering.builders import cluster, manifests, rich_tenant
from tools.api_rules import rules_of, schema_of

pytestmark = pytest.mark.cloud

VERSIONS = ["1.14.3", "1.15.2"]
PINS = {"main": {"al2023": "v20261101"}, "canary": {"bottlerocket": "v1.49.0"}}
FILES = {"NodePool": "karpenter.sh_nodepools.yaml", "EC2NodeClass": "karpenter.k8s.aws_ec2nodeclasses.yaml"}


@pytest.mark.parametrize("version", VERSIONS)
def test_manifests_of_the_smallest_tenant_follow_the_schema(version: str):
    assert _faults(builders.tenant(), version) == []


def test_manifests_with_every_field_follow_the_schema_of_1_15():
    assert _faults(TenantSpec.model_validate(rich_tenant()), "1.15.2") == []


def test_a_field_of_1_15_is_unknown_to_1_14():
    assert _faults(TenantSpec.model_validate(rich_tenant()), "1.14.3") == [
        "beta-words: Additional properties are not allowed ('enclaveOptions' was unexpected)"
    ]


@given(tenants())
@settings(deadline=None)
def test_manifests_of_any_tenant_follow_the_schema(spec: TenantSpec):
    for version in VERSIONS:
        assert _faults(spec, version) == []


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", FILES)
def test_the_table_of_api_rules_is_the_crds_own(kind: str, version: str):
    written = dict(rules_of(schema_of(CHARTS / version / "crds" / FILES[kind])))

    held = {path: _held(changes, version) for path, changes in api_rules()[kind].items()}

    assert written == {path: rules for path, rules in held.items() if rules is not None}


def _held(changes: dict[str, Any], version: str) -> Any:
    return [rules for since, rules in changes.items() if _number(since) <= _number(version)][-1]


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _faults(spec: TenantSpec, version: str) -> list[str]:
    found = manifests(spec, cluster(version), builders.settings(amis=PINS))
    return [
        f"{manifest['metadata']['name']}: {error.message}"
        for manifest in found
        for error in _validator(version, manifest["kind"]).iter_errors(manifest)
    ]


@cache
def _validator(version: str, kind: str) -> jsonschema_rs.Draft202012Validator:
    crd = yaml.safe_load((CHARTS / version / "crds" / FILES[kind]).read_text())
    (served,) = [each for each in crd["spec"]["versions"] if each["name"] == "v1"]
    return jsonschema_rs.Draft202012Validator(_closed(served["schema"]["openAPIV3Schema"]))


def _closed(schema: Any) -> Any:
    """The schema with every object of known fields closed, as the API server reads it under strict field validation."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and not schema.get("x-kubernetes-preserve-unknown-fields"):
        closed.setdefault("additionalProperties", False)
    return closed
