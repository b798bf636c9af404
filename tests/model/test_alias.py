"""YAML words of fields. That each word is one of the API is tested with the schema's words and the CRDs."""

import pytest

from components.model.alias import alias

WORDS = {
    "associate_public_ip_address": "associatePublicIPAddress",
    "cluster_dns": "clusterDNS",
    "cpu_cfs_quota": "cpuCFSQuota",
    "disk_size_gib": "diskSizeGiB",
    "from_": "from",
    "http_protocol_ipv6": "httpProtocolIPv6",
    "image_gc_high_threshold_percent": "imageGCHighThresholdPercent",
    "instance_cpu": "instanceCpu",
    "instance_memory_gib": "instanceMemoryGiB",
    "ip_family": "ipFamily",
    "ip_prefix_count": "ipPrefixCount",
    "kms_key_arn": "kmsKeyArn",
    "kms_key_id": "kmsKeyID",
    "max_hourly_usd": "maxHourlyUSD",
    "name": "name",
    "owner_id": "ownerID",
    "snapshot_id": "snapshotID",
    "subnet_ids": "subnetIds",
    "vcpu_quotas": "vcpuQuotas",
    "vpc_id": "vpcId",
}


@pytest.mark.parametrize(("field", "word"), WORDS.items(), ids=WORDS)
def test_word_of(field: str, word: str):
    assert alias(field) == word
