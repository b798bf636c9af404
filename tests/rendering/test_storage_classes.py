"""StorageClasses of a tenant."""

from typing import Any

from components.rendering.storage_classes import default_storage_class, storage_classes
from tests.builders import SETTINGS, settings, tenant


def test_volumes_are_encrypted_and_carry_the_tags_of_the_tenant():
    written = {
        "type": "io2",
        "kmsKeyID": "alias/alpha",
        "reclaimPolicy": "Retain",
        # What holds for every volume cannot be taken back by a parameter.
        "parameters": {"iopsPerGB": "50", "encrypted": "false"},
    }
    spec = tenant(tags={"environment": "dev"}, storage={"classes": {"fast": written}})

    assert storage_classes(spec, settings()) == [
        {
            "apiVersion": "storage.k8s.io/v1",
            "kind": "StorageClass",
            "metadata": {"name": "alpha-fast"},
            "provisioner": "ebs.csi.aws.com",
            "reclaimPolicy": "Retain",
            "volumeBindingMode": "WaitForFirstConsumer",
            "allowVolumeExpansion": True,
            "parameters": {
                "iopsPerGB": "50",
                "encrypted": "true",
                "type": "io2",
                "kmsKeyId": "alias/alpha",
                "tagSpecification_1": "environment=dev",
                "tagSpecification_2": "tenant=alpha",
                "tagSpecification_3": "owner=ops@alpha.example",
            },
        }
    ]


def test_no_class_without_need():
    assert storage_classes(tenant(), settings()) == []


def default(**cluster: Any) -> dict[str, Any] | None:
    return default_storage_class(settings(cluster={**SETTINGS["cluster"], **cluster}))


def test_the_default_class_encrypts_and_carries_the_tags_of_the_cluster():
    assert default(tags={"environment": "dev"}) == {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {
            "name": "gp3-encrypted",
            "annotations": {"storageclass.kubernetes.io/is-default-class": "true"},
        },
        "provisioner": "ebs.csi.aws.com",
        "reclaimPolicy": "Delete",
        "volumeBindingMode": "WaitForFirstConsumer",
        "allowVolumeExpansion": True,
        "parameters": {"type": "gp3", "encrypted": "true", "tagSpecification_1": "environment=dev"},
    }


def test_there_may_be_none():
    assert default(defaultStorageClass="none") is None


def test_a_cluster_that_exists_keeps_its_default_unless_another_is_written():
    assert default(existing=True) is None
    assert default(existing=True, defaultStorageClass="gp3-encrypted") is not None
