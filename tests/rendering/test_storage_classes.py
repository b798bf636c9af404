"""StorageClasses of a tenant."""

from components.rendering.storage_classes import storage_classes
from tests.builders import settings, tenant


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
