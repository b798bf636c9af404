"""StorageClasses of a tenant: encrypted volumes that carry the tenant's tags, so that the bill shows them."""

from typing import Any

from ..model import names
from ..model.platform import PlatformSettings
from ..model.storage import StorageClassSpec
from ..model.tenant import TenantSpec
from .tags import tenant_tags


def storage_classes(tenant: TenantSpec, settings: PlatformSettings) -> list[dict[str, Any]]:
    """One for each key of `storage.classes`.

    Source: aws-ebs-csi-driver, docs "StorageClass parameters" and "tagging".
    """
    return [_storage_class(tenant, key, spec, settings) for key, spec in tenant.storage.classes.items()]


def _storage_class(tenant: TenantSpec, key: str, spec: StorageClassSpec, settings: PlatformSettings) -> dict[str, Any]:
    tags = tenant_tags(tenant, settings)
    parameters = {
        **{str(name): str(value) for name, value in spec.parameters.items()},
        "type": str(spec.type),
        "encrypted": "true",
        **({} if spec.kms_key_id is None else {"kmsKeyId": str(spec.kms_key_id)}),
        **{f"tagSpecification_{number}": f"{name}={value}" for number, (name, value) in enumerate(tags.items(), 1)},
    }
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": names.storage_class(tenant.name, key)},
        "provisioner": "ebs.csi.aws.com",
        "reclaimPolicy": str(spec.reclaim_policy),
        # A volume lies in one zone: the pod's node decides which.
        "volumeBindingMode": "WaitForFirstConsumer",
        "allowVolumeExpansion": True,
        "parameters": parameters,
    }
