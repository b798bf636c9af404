"""StorageClasses of encrypted volumes: a tenant's, with its tags, so that the bill shows them, and the default one."""

from collections.abc import Mapping
from typing import Any, Final

from ..model import names
from ..model.enums import DefaultStorageClass
from ..model.platform import PlatformSettings
from ..model.storage import StorageClassSpec
from ..model.tenant import TenantSpec
from .tags import cluster_tags, tenant_tags

_DEFAULT: Final = "storageclass.kubernetes.io/is-default-class"
"""Source: Kubernetes, "Default StorageClass"."""


def default_storage_class(settings: PlatformSettings) -> dict[str, Any] | None:
    """The class of claims that name none; None where the operator wants none."""
    match settings.cluster.made_storage_class:
        case DefaultStorageClass.GP3_ENCRYPTED as name:
            metadata = {"name": str(name), "annotations": {_DEFAULT: "true"}}
            return _document(metadata, "Delete", {"type": "gp3", "encrypted": "true"}, cluster_tags(settings))
        case DefaultStorageClass.NONE:
            return None


def storage_classes(tenant: TenantSpec, settings: PlatformSettings) -> list[dict[str, Any]]:
    """One for each key of `storage.classes`.

    Source: aws-ebs-csi-driver, docs "StorageClass parameters" and "tagging".
    """
    return [_storage_class(tenant, key, spec, settings) for key, spec in tenant.storage.classes.items()]


def _storage_class(tenant: TenantSpec, key: str, spec: StorageClassSpec, settings: PlatformSettings) -> dict[str, Any]:
    parameters = {
        **{str(name): str(value) for name, value in spec.parameters.items()},
        "type": str(spec.type),
        "encrypted": "true",
        **({} if spec.kms_key_id is None else {"kmsKeyId": str(spec.kms_key_id)}),
    }
    metadata = {"name": names.storage_class(tenant.name, key)}
    return _document(metadata, str(spec.reclaim_policy), parameters, tenant_tags(tenant, settings))


def _document(
    metadata: dict[str, Any], reclaim_policy: str, parameters: Mapping[str, str], tags: Mapping[str, str]
) -> dict[str, Any]:
    on_volumes = enumerate(tags.items(), 1)
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": metadata,
        "provisioner": "ebs.csi.aws.com",
        "reclaimPolicy": reclaim_policy,
        # A volume lies in one zone: the pod's node decides which.
        "volumeBindingMode": "WaitForFirstConsumer",
        "allowVolumeExpansion": True,
        "parameters": {
            **parameters,
            **{f"tagSpecification_{number}": f"{name}={value}" for number, (name, value) in on_volumes},
        },
    }
