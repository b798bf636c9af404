"""One node class of a tenant. What needs version, stack or image family is checked elsewhere."""

from typing import Any

import pytest

from components.model.node_class import NodeClassSpec
from tests.model.builders import refusals

GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "shorthands": {
        "ami": "bottlerocket@v1.49.0",
        "disk": {"size": "100Gi", "iops": 16000, "throughput": 1000, "kmsKeyID": "alias/x"},
        "subnets": ["subnet-a", {"id": "subnet-b", "zone": "eu-central-1b"}],
        "securityGroups": ["sg-a"],
        "imdsHopLimit": 2,
    },
    "own profile": {"instanceProfile": "core-dev-alpha-node"},
    "image terms": {
        "amiFamily": "AL2023",
        "amiSelectorTerms": [
            {"id": "ami-0a"},
            {"name": "golden-*", "tags": {"team": "web"}, "owner": "self"},
            {"ssmParameter": "/golden/ami"},
        ],
    },
    "tag selectors": {
        "subnetSelectorTerms": [{"tags": {"team": "*"}}, {"id": "subnet-a"}],
        "securityGroupSelectorTerms": [{"name": "web"}, {"tags": {"a": "b"}}],
    },
    "reservations": {
        "capacityReservationSelectorTerms": [
            {"tags": {"a": "b"}, "ownerID": "012345678901", "instanceMatchCriteria": "targeted"},
            {"instanceMatchCriteria": "open"},
            {"id": "cr-0a"},
        ]
    },
    "the rest": {
        "placementGroupSelector": {"name": "a"},
        "userData": "#!/bin/bash\n",
        "tags": {"Team": "web", "Name": "x"},
        "instanceStorePolicy": "RAID0",
        "detailedMonitoring": True,
        "associatePublicIPAddress": False,
        "networkInterfaces": [{"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"}],
        "connectionTracking": {"udpTimeout": 30},
        "cpuOptions": {"nestedVirtualization": "enabled"},
        "context": "c",
        "ipPrefixCount": 0,
        "enclaveOptions": {"enabled": True},
        "metadataOptions": {"httpProtocolIPv6": "enabled"},
    },
}

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "role and profile": (
        {"role": "x", "instanceProfile": "y"},
        ['role "x" and instanceProfile "y" exclude each other; remove both, the platform makes them  [E133]'],
    ),
    "profile as ARN": (
        {"instanceProfile": "arn:aws:iam::111122223333:instance-profile/beta-node"},
        [
            "instanceProfile: arn:aws:iam::111122223333:instance-profile/beta-node passes the API and fails at launch; "
            "write beta-node  [E136]"
        ],
    ),
    "role with a path": (
        {"role": "teams/alpha/beta-node"},
        ["role: teams/alpha/beta-node passes the API and fails at launch; write beta-node  [E136]"],
    ),
    "ARN without name": (
        {"role": "arn:aws:iam::111122223333:role/"},
        ["role: arn:aws:iam::111122223333:role/ passes the API and fails at launch; write the bare name  [E136]"],
    ),
    "role with blanks": (
        {"role": "beta node"},
        ['role: "beta node" is no name in IAM; write at most 64 letters, digits and _+=,.@-  [E005]'],
    ),
    "long role": (
        {"role": "r" * 65},
        ['role: "' + "r" * 65 + '" is no name in IAM; write at most 64 letters, digits and _+=,.@-  [E005]'],
    ),
    "two root volumes": (
        {
            "blockDeviceMappings": [
                {"deviceName": "/dev/xvda", "rootVolume": True, "ebs": {"volumeSize": "50Gi"}},
                {"deviceName": "/dev/xvdb", "rootVolume": True, "ebs": {"volumeSize": "50Gi"}},
            ]
        },
        ["blockDeviceMappings[1].rootVolume: a second rootVolume beside blockDeviceMappings[0]; keep one  [E208]"],
    ),
    "alias beside other terms": (
        {"amiSelectorTerms": [{"alias": "al2023@v20261101"}, {"alias": "bottlerocket@v1.39.1"}]},
        [
            'amiSelectorTerms: alias "al2023@v20261101" beside other terms, an alias must be the only one; '
            "keep one  [E209]"
        ],
    ),
    "alias and parameter in one term": (
        {"amiSelectorTerms": [{"alias": "al2023@v20261101", "ssmParameter": "/golden/ami"}]},
        ['amiSelectorTerms[0].ssmParameter: "/golden/ami" beside alias is ignored by the controller; keep one  [E209]'],
    ),
    "id with owner": (
        {"amiSelectorTerms": [{"id": "ami-0a", "owner": "self"}]},
        ['amiSelectorTerms[0].owner: "self" beside id is ignored by the controller; keep one  [E209]'],
    ),
    "image term without image": (
        {"amiSelectorTerms": [{"owner": "self"}]},
        [
            "amiSelectorTerms[0]: selects no image, it has none of alias, id, ssmParameter, name, tags; "
            "write one of them  [E209]"
        ],
    ),
    "long alias": (
        {"amiSelectorTerms": [{"alias": "a" * 31}]},
        ["amiSelectorTerms[0].alias: 31 characters, an alias holds 30; write family@version  [E005]"],
    ),
    "id and tags": (
        {"subnetSelectorTerms": [{"id": "subnet-a"}, {"id": "subnet-b", "tags": {"team": "web"}}]},
        ["subnetSelectorTerms[1].tags: {team: web} beside id is ignored; write two terms  [E211]"],
    ),
    "empty term": (
        {"subnetSelectorTerms": [{}]},
        ["subnetSelectorTerms[0]: selects nothing, it has none of id, tags; write one of id, tags  [E211]"],
    ),
    "empty tags": (
        {"subnetSelectorTerms": [{"tags": {"": "x", "b": ""}}]},
        [
            'subnetSelectorTerms[0].tags[""]: empty key; write a name  [E211]',
            'subnetSelectorTerms[0].tags.b: "" is refused by the API; write a value, or "*" for any  [E211]',
        ],
    ),
    "21 tags": (
        {"subnetSelectorTerms": [{"tags": {f"t{i}": "v" for i in range(21)}}]},
        ["subnetSelectorTerms[0].tags: 21 tags, a term holds 20; remove 1  [E211]"],
    ),
    "31 terms": (
        {"subnetSelectorTerms": [{"id": "subnet-a"}] * 31},
        ["subnetSelectorTerms: 31 entries, 30 are allowed; remove 1  [E005]"],
    ),
    "id and name": (
        {"securityGroupSelectorTerms": [{"id": "sg-a", "name": "web"}, {"name": "web", "tags": {"a": "b"}}]},
        [
            'securityGroupSelectorTerms[0].name: "web" beside id is ignored; write two terms  [E211]',
            "securityGroupSelectorTerms[1].tags: {a: b} beside name is ignored; write two terms  [E211]",
        ],
    ),
    "reservation by id and more": (
        {
            "capacityReservationSelectorTerms": [
                {"id": "cr-0a", "instanceMatchCriteria": "open"},
                {"id": "cr-0a", "ownerID": "111122223333"},
                {"id": "cr-0a", "tags": {"a": "b"}},
            ]
        },
        [
            "capacityReservationSelectorTerms[0].instanceMatchCriteria: open beside id is ignored; keep one  [E211]",
            "capacityReservationSelectorTerms[1].ownerID: 111122223333 beside id is ignored; keep one  [E211]",
            "capacityReservationSelectorTerms[2].tags: {a: b} beside id is ignored; write two terms  [E211]",
        ],
    ),
    "short account": (
        {"capacityReservationSelectorTerms": [{"tags": {"a": "b"}, "ownerID": "1"}]},
        ['capacityReservationSelectorTerms[0].ownerID: "1" is no account id; write its 12 digits in quotes  [E005]'],
    ),
    "placement group by name and id": (
        {"placementGroupSelector": {"name": "a", "id": "pg-0a"}},
        ['placementGroupSelector: name "a" and id "pg-0a" exclude each other; keep one  [E220]'],
    ),
    "placement group of no name": (
        {"placementGroupSelector": {}},
        ["placementGroupSelector: selects nothing, it has neither name nor id; write one of them  [E220]"],
    ),
    "reservation by owner alone": (
        {"capacityReservationSelectorTerms": [{"ownerID": "111122223333"}]},
        [
            "capacityReservationSelectorTerms[0]: selects nothing, it has none of id, tags, instanceMatchCriteria; "
            "write one of id, tags, instanceMatchCriteria  [E211]"
        ],
    ),
    "no primary interface": (
        {"networkInterfaces": [{"deviceIndex": 1, "networkCardIndex": 0, "interfaceType": "interface"}]},
        [
            "networkInterfaces: the primary interface is missing; "
            "add {deviceIndex: 0, networkCardIndex: 0, interfaceType: interface}  [E220]"
        ],
    ),
    "interfaces in one place": (
        {
            "networkInterfaces": [
                {"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"},
                {"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "efa-only"},
            ]
        },
        ["networkInterfaces[1]: deviceIndex 0 of this card is already networkInterfaces[0]; keep one  [E220]"],
    ),
    "two efa-only on a card": (
        {
            "networkInterfaces": [
                {"deviceIndex": 0, "networkCardIndex": 0, "interfaceType": "interface"},
                {"deviceIndex": 1, "networkCardIndex": 1, "interfaceType": "efa-only"},
                {"deviceIndex": 2, "networkCardIndex": 1, "interfaceType": "efa-only"},
            ]
        },
        ["networkInterfaces[2]: a second efa-only interface of its card beside networkInterfaces[1]; keep one  [E220]"],
    ),
    "interface without card": (
        {"networkInterfaces": [{"deviceIndex": 0, "interfaceType": "interface"}]},
        ["networkInterfaces[0].networkCardIndex: [missing]"],
    ),
    "no timeouts": (
        {"connectionTracking": {}},
        ["connectionTracking: none of its timeouts is given; write one or remove the field  [E220]"],
    ),
    "timeout out of range": (
        {"connectionTracking": {"udpTimeout": 90}},
        ["connectionTracking.udpTimeout: 90 is above 60; write 30 to 60  [E005]"],
    ),
    "ids that are none": (
        {"subnets": ["my subnet-0a1b", {"id": "x"}], "securityGroups": ["default"]},
        [
            'subnets[0]: "my subnet-0a1b" is not an id although the API accepts it; write subnet-0a1b  [E210]',
            'subnets[1].id: "x" is not an id; write subnet-…  [E210]',
            'securityGroups[0]: "default" is not an id; write sg-…  [E210]',
        ],
    ),
    "subnet with an unknown word": (
        {"subnets": [{"id": "subnet-a", "zome": "x"}]},
        ["subnets[0].zome: [extra_forbidden]"],
    ),
    "disk without unit": ({"disk": {"size": 100}}, ["disk.size: 100 would be 100 bytes; write 100Gi  [E113]"]),
    "unknown family": (
        {"amiFamily": "Ubuntu"},
        [
            'amiFamily: "Ubuntu" is none of AL2, AL2023, Bottlerocket, Custom, Windows2019, Windows2022, Windows2025; '
            "write one of them  [E005]"
        ],
    ),
    "family as an alias": (
        {"amiFamily": "al2023"},
        [
            'amiFamily: "al2023" is none of AL2, AL2023, Bottlerocket, Custom, Windows2019, Windows2022, Windows2025; '
            "write AL2023  [E005]"
        ],
    ),
    "hops out of range": (
        {"imdsHopLimit": 65, "metadataOptions": {"httpPutResponseHopLimit": 0}},
        [
            "imdsHopLimit: 65 is above 64; write 1 to 64  [E005]",
            "metadataOptions.httpPutResponseHopLimit: 0 is below 1; write 1 to 64  [E005]",
        ],
    ),
    "tags of Karpenter and AWS": (
        {
            "tags": {
                "eks:eks-cluster-name": "x",
                "kubernetes.io/cluster/x": "owned",
                "karpenter.sh/nodepool": "x",
                "aws:x": "1",
                "": "v",
            }
        },
        [
            'tags["eks:eks-cluster-name"]: written by Karpenter itself; remove it  [E180]',
            'tags["kubernetes.io/cluster/x"]: written by Karpenter itself; remove it  [E180]',
            'tags["karpenter.sh/nodepool"]: written by Karpenter itself; remove it  [E180]',
            'tags["aws:x"]: keys that begin with aws: belong to AWS; choose another key  [E180]',
            'tags[""]: empty key; write a name  [E180]',
        ],
    ),
    "word of the old API": ({"subnetSelector": {"a": "b"}}, ["subnetSelector: [extra_forbidden]"]),
    "misspelt word": ({"blockDeviceMapping": []}, ["blockDeviceMapping: [extra_forbidden]"]),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_accepts(given: dict[str, Any]):
    assert refusals(NodeClassSpec, given) == []


@pytest.mark.parametrize(("given", "messages"), BAD.values(), ids=BAD)
def test_rejects(given: dict[str, Any], messages: list[str]):
    assert refusals(NodeClassSpec, given) == messages
