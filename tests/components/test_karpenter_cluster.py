"""The cluster and its parts in the recorder: what is registered, under whom, and what waits for what.

Documents are proven in tests/rendering, the engine's view in tests/cloud.
"""

import json
from typing import Any

import pytest

from tests.builders import tenant
from tests.components.builders import cluster_settings, record_cluster, record_tenant
from tests.recording import ACCOUNT, CLUSTER_GROUP, ISSUER, Recording

KARPENTER_1_0 = {"karpenter": {"version": "1.0.14"}}


def test_parts_of_a_cluster_in_a_given_network():
    seen = record_cluster()

    assert seen.children("acme-dev") == [
        ("karpenter-tenants:index:Addons", "acme-dev-addons"),
        ("karpenter-tenants:index:Addons", "acme-dev-node-addons"),
        ("karpenter-tenants:index:Admission", "acme-dev-admission"),
        ("karpenter-tenants:index:ClusterAdmins", "acme-dev-admin"),
        ("karpenter-tenants:index:ControllerIdentity", "acme-dev-controller"),
        ("karpenter-tenants:index:CoreNodeGroup", "acme-dev-core"),
        ("karpenter-tenants:index:DiscoveryTags", "acme-dev-discovery"),
        ("karpenter-tenants:index:Eks", "acme-dev-eks"),
        ("karpenter-tenants:index:InterruptionQueue", "acme-dev-interruption"),
        ("karpenter-tenants:index:KarpenterRelease", "acme-dev-karpenter"),
        ("kubernetes:scheduling.k8s.io/v1:PriorityClass", "acme-dev-headroom-priority"),
        ("kubernetes:storage.k8s.io/v1:StorageClass", "acme-dev-default-storage-class"),
    ]


def test_switched_off_parts_are_absent():
    seen = record_cluster(
        karpenter={"version": "1.14.3", "interruptionHandling": False, "discoveryTags": False},
    )

    kinds = {kind.rpartition(":")[2] for kind, _ in seen.children("acme-dev")}
    assert kinds.isdisjoint({"InterruptionQueue", "DiscoveryTags"})
    assert "interruptionQueue" not in seen["acme-dev-karpenter-controller"].inputs["values"]["settings"]


def test_an_adopted_cluster_gets_karpenter_and_nothing_of_its_own():
    seen = record_cluster(cluster={"name": "adopted", "kubernetesVersion": "1.35", "existing": True})

    assert seen.children("acme-dev") == [
        ("karpenter-tenants:index:Admission", "acme-dev-admission"),
        ("karpenter-tenants:index:ClusterAdmins", "acme-dev-admin"),
        ("karpenter-tenants:index:ControllerIdentity", "acme-dev-controller"),
        ("karpenter-tenants:index:DiscoveryTags", "acme-dev-discovery"),
        ("karpenter-tenants:index:Eks", "acme-dev-eks"),
        ("karpenter-tenants:index:InterruptionQueue", "acme-dev-interruption"),
        ("karpenter-tenants:index:KarpenterRelease", "acme-dev-karpenter"),
        ("kubernetes:scheduling.k8s.io/v1:PriorityClass", "acme-dev-headroom-priority"),
    ]
    assert seen.children("acme-dev-eks") == [("pulumi:providers:kubernetes", "acme-dev-eks-kubernetes")]
    assert [one.inputs["resourceId"] for one in seen.of("aws:ec2/tag:Tag")] == [
        CLUSTER_GROUP,
        "subnet-0a1b2c3d4e5f60001",
        "subnet-0a1b2c3d4e5f60002",
    ]


def test_nodes_of_an_adopted_cluster_get_its_network_and_its_controller_trusts_its_issuer():
    seen = record_tenant(tenant(), cluster={"name": "adopted", "kubernetesVersion": "1.35", "existing": True})

    node_class = seen["alpha-default-node-class"].inputs["spec"]
    assert node_class["securityGroupSelectorTerms"] == [{"id": CLUSTER_GROUP}]
    assert node_class["subnetSelectorTerms"] == [
        {"id": "subnet-0a1b2c3d4e5f60001"},
        {"id": "subnet-0a1b2c3d4e5f60002"},
    ]
    trust = json.loads(seen["acme-dev-controller-role"].inputs["assumeRolePolicy"])
    assert trust["Statement"][0]["Principal"] == {"Federated": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{ISSUER}"}


@pytest.mark.parametrize(
    ("existing", "annotations", "retained"),
    [
        pytest.param(
            {"karpenter": {"version": "1.14.3"}}, {"helm.sh/resource-policy": "keep"}, False, id="by the chart"
        ),
        pytest.param(KARPENTER_1_0, None, True, id="below 1.2 by leaving the release"),
    ],
)
def test_crds_stay_on_an_adopted_cluster(existing: dict[str, Any], annotations: dict[str, str] | None, retained: bool):
    cluster = {"name": "adopted", "kubernetesVersion": "1.31", "existing": True}

    release = record_cluster(cluster=cluster, **existing)["acme-dev-karpenter-crds"]

    assert release.inputs.get("values", {}).get("additionalAnnotations") == annotations
    assert release.retained is retained


def test_crds_go_with_a_cluster_that_was_made():
    release = record_cluster()["acme-dev-karpenter-crds"]

    assert release.retained is False
    assert release.inputs.get("values", {}) == {}


# --- The webhook's way ---


@pytest.mark.parametrize(
    ("version", "group", "rules"),
    [
        pytest.param("1.0.14", "sg-0f", 1, id="a webhook on nodes of another group"),
        pytest.param("1.0.14", None, 0, id="nodes that share the cluster's group are reachable"),
        pytest.param("1.14.3", "sg-0f", 0, id="no webhook any more"),
    ],
)
def test_rule_for_the_webhook(version: str, group: str | None, rules: int):
    seen = record_cluster(
        cluster=cluster_settings(kubernetesVersion="1.31"),
        karpenter={"version": version},
        controller_security_group=group,
    )

    found = seen.of("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule")
    assert [{key: one.inputs[key] for key in one.inputs if key != "description"} for one in found] == [
        {
            "securityGroupId": "sg-0f",
            "referencedSecurityGroupId": CLUSTER_GROUP,
            "ipProtocol": "tcp",
            "fromPort": 8443,
            "toPort": 8443,
            "tags": {},
        }
    ] * rules


# --- Order ---


def test_the_controller_starts_last_and_goes_first():
    seen = record_cluster(cluster=cluster_settings(adminRoleArns=[f"arn:aws:iam::{ACCOUNT}:role/PlatformAdmins"]))

    reached = seen.waits_for(seen["acme-dev-karpenter-controller"])
    parts = [
        *seen.of("kubernetes:helm.sh/v3:Release", "*-crds"),
        *seen.of("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "acme-dev-controller-*"),
        *seen.of("aws:sqs/*"),
        *seen.of("aws:cloudwatch/*"),
        *seen.of("eks:index:ManagedNodeGroup"),
        *seen.of("aws:eks/addon:Addon"),
        *seen.of("aws:eks/accessPolicyAssociation:AccessPolicyAssociation"),
        *seen.of("eks:index:Cluster"),
    ]
    assert len(parts) == 1 + 5 + 12 + 1 + 5 + 1 + 1
    assert [one.name for one in parts if one.urn not in reached] == []


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("acme-dev-karpenter-controller", "acme-dev-karpenter-crds"),
        ("acme-dev-karpenter-crds", "acme-dev-controller-role"),
        ("acme-dev-controller-role", "acme-dev-core-nodes"),
        ("acme-dev-core-nodes", "acme-dev-eks-cluster"),
    ],
)
def test_delete_order_of_the_design(first: str, then: str):
    seen = record_cluster()

    assert seen[then].urn in seen.waits_for(seen[first])


def test_nodes_wait_for_the_network_plugin_and_coredns_for_nodes():
    seen = record_cluster()

    assert seen["acme-dev-node-addons-kube-proxy"].urn in seen.waits_for(seen["acme-dev-core-nodes"])
    assert seen["acme-dev-core-nodes"].urn in seen.waits_for(seen["acme-dev-addons-coredns"])


# --- EKS ---


def test_the_cluster_knows_access_entries_only_and_leaves_nodes_and_addons_to_us():
    seen = record_cluster()

    assert seen["acme-dev-eks-cluster"].inputs == {
        "name": "acme-dev",
        "version": "1.35",
        "authenticationMode": "API",
        "vpcId": "vpc-0123",
        "privateSubnetIds": ["subnet-a", "subnet-b", "subnet-c"],
        "ipFamily": "ipv4",
        "serviceRole": "acme-dev-eks-role",
        "endpointPrivateAccess": True,
        "endpointPublicAccess": False,
        "enabledClusterLogTypes": ["audit", "authenticator"],
        "deletionProtection": True,
        "upgradePolicy": {"supportType": "STANDARD"},
        "createOidcProvider": True,
        "createInstanceRole": False,
        "skipDefaultNodeGroup": True,
        "skipDefaultSecurityGroups": True,
        "bootstrapSelfManagedAddons": False,
        "useDefaultVpcCni": True,
        "corednsAddonOptions": {"enabled": False},
        "kubeProxyAddonOptions": {"enabled": False},
        "tags": {},
    }


def test_every_switch_of_the_cluster_arrives():
    key = f"arn:aws:kms:eu-west-1:{ACCOUNT}:key/00000000-0000-0000-0000-000000000000"
    seen = record_cluster(
        cluster=cluster_settings(
            endpointPublicAccess=True,
            publicAccessCidrs=["203.0.113.0/24"],
            logTypes=["api"],
            encryptionKeyArn=key,
            deletionProtection=False,
            upgradePolicy="EXTENDED",
            tags={"team": "platform"},
        )
    )

    inputs = seen["acme-dev-eks-cluster"].inputs
    assert {
        "endpointPublicAccess": True,
        "publicAccessCidrs": ["203.0.113.0/24"],
        "enabledClusterLogTypes": ["api"],
        "encryptionConfigKeyArn": key,
        "deletionProtection": False,
        "upgradePolicy": {"supportType": "EXTENDED"},
        "tags": {"team": "platform"},
    }.items() <= inputs.items()


@pytest.mark.parametrize("windows", [False, True])
def test_rights_of_the_control_plane(windows: bool):
    seen = record_cluster(cluster=cluster_settings(windows=windows))

    attached = seen.of("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "acme-dev-eks-role-*")
    assert [one.inputs["policyArn"].rpartition("/")[2] for one in attached] == [
        "AmazonEKSClusterPolicy",
        *(["AmazonEKSVPCResourceController"] if windows else []),
    ]
    assert all(one.urn in seen.waits_for(seen["acme-dev-eks-cluster"]) for one in attached)


def test_our_own_provider_is_told_which_cluster_it_is_for():
    provider = record_cluster(preview=True)["acme-dev-eks-kubernetes"]

    assert provider.inputs["clusterIdentifier"] == f"arn:aws:eks:eu-central-1:{ACCOUNT}:cluster/acme-dev"


def test_everything_inside_the_cluster_goes_through_our_own_provider():
    seen = record_cluster()

    inside = [one for one in seen.all if one.type.startswith("kubernetes:")]
    assert {one.provider for one in inside} == {"acme-dev-eks-kubernetes"}


def test_an_administrator_has_an_entry_and_the_administrator_policy():
    seen = record_cluster(cluster=cluster_settings(adminRoleArns=[f"arn:aws:iam::{ACCOUNT}:role/ops/Admins"]))

    name = f"acme-dev-admin-{ACCOUNT}:role/ops/Admins"
    assert seen.children("acme-dev-admin") == [
        ("aws:eks/accessEntry:AccessEntry", name),
        ("aws:eks/accessPolicyAssociation:AccessPolicyAssociation", name),
    ]
    entry, association = seen.of("aws:eks/access*", name)
    assert (
        entry.inputs["principalArn"] == association.inputs["principalArn"] == f"arn:aws:iam::{ACCOUNT}:role/ops/Admins"
    )
    assert association.inputs["policyArn"] == "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
    assert association.inputs["accessScope"] == {"type": "cluster"}


# --- Core nodes ---


def core_nodes(**group: Any) -> Recording:
    return record_cluster(cluster=cluster_settings(coreNodeGroup=group))


def test_core_nodes_by_default():
    seen = core_nodes()

    inputs = dict(seen["acme-dev-core-nodes"].inputs)
    assert inputs.pop("nodeGroupName").startswith("acme-dev-core-")
    assert inputs == {
        "cluster": "acme-dev-eks-cluster",
        "nodeRoleArn": f"arn:aws:iam::{ACCOUNT}:role/acme-dev-core-role",
        "subnetIds": ["subnet-a", "subnet-b", "subnet-c"],
        "amiType": "AL2023_x86_64_STANDARD",
        "instanceTypes": ["m6i.large"],
        "version": "1.35",
        "launchTemplate": {"id": "acme-dev-core-launch-template", "version": "1"},
        "scalingConfig": {"minSize": 2, "desiredSize": 2, "maxSize": 3},
        "taints": [{"key": "CriticalAddonsOnly", "value": "true", "effect": "NO_SCHEDULE"}],
        "tags": {},
    }


def test_pods_on_core_nodes_do_not_reach_the_metadata_service():
    template = core_nodes(diskSizeGiB=80)["acme-dev-core-launch-template"].inputs

    assert template == {
        "name": "acme-dev-core",
        "metadataOptions": {"httpEndpoint": "enabled", "httpTokens": "required", "httpPutResponseHopLimit": 1},
        "blockDeviceMappings": [
            {
                "deviceName": "/dev/xvda",
                "ebs": {"volumeSize": 80, "volumeType": "gp3", "encrypted": "true", "deleteOnTermination": "true"},
            }
        ],
        "tagSpecifications": [
            {"resourceType": "instance", "tags": {"Name": "acme-dev-core"}},
            {"resourceType": "volume", "tags": {"Name": "acme-dev-core"}},
        ],
        "tags": {},
        "updateDefaultVersion": True,
    }


def test_other_core_nodes():
    seen = core_nodes(
        instanceTypes=["m7g.large"],
        amiFamily="bottlerocket",
        releaseVersion="1.49.0-abcdef",
        minSize=3,
        desiredSize=4,
        maxSize=6,
        taint=False,
    )

    inputs = seen["acme-dev-core-nodes"].inputs
    assert inputs["amiType"] == "BOTTLEROCKET_ARM_64"
    assert inputs["releaseVersion"] == "1.49.0-abcdef"
    assert inputs["scalingConfig"] == {"minSize": 3, "desiredSize": 4, "maxSize": 6}
    assert "taints" not in inputs
    template = seen["acme-dev-core-launch-template"].inputs
    assert template["blockDeviceMappings"][0]["deviceName"] == "/dev/xvdb"


def test_other_instance_types_are_another_group_and_another_size_is_not():
    plain = core_nodes()["acme-dev-core-nodes"].inputs["nodeGroupName"]

    assert core_nodes(minSize=3)["acme-dev-core-nodes"].inputs["nodeGroupName"] == plain
    assert core_nodes(instanceTypes=["m7i.large"])["acme-dev-core-nodes"].inputs["nodeGroupName"] != plain


# --- Add-ons ---


def test_addons_by_default():
    seen = record_cluster()

    assert [(one.parent, one.inputs["addonName"]) for one in seen.of("aws:eks/addon:Addon")] == [
        ("acme-dev-addons", "aws-ebs-csi-driver"),
        ("acme-dev-addons", "coredns"),
        ("acme-dev-node-addons", "eks-pod-identity-agent"),
        ("acme-dev-node-addons", "kube-proxy"),
        ("acme-dev-node-addons", "vpc-cni"),
    ]


def test_policies_of_one_name_in_several_accounts_are_all_attached():
    """AWS has the first one."""
    own = [f"arn:aws:iam::{account}:policy/AmazonEKS_CNI_Policy" for account in ("111122223333", "444455556666")]
    seen = record_cluster(
        cluster=cluster_settings(addons={"vpc-cni": {"policyArns": [*own, "arn:aws:iam::111122223333:policy/More"]}})
    )

    attached = {
        one.name: one.inputs["policyArn"]
        for one in seen.of("aws:iam/rolePolicyAttachment:RolePolicyAttachment")
        if one.name.startswith("acme-dev-node-addons-vpc-cni-")
    }
    assert attached == {
        "acme-dev-node-addons-vpc-cni-AmazonEKS_CNI_Policy": "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy",
        "acme-dev-node-addons-vpc-cni-111122223333-AmazonEKS_CNI_Policy": own[0],
        "acme-dev-node-addons-vpc-cni-444455556666-AmazonEKS_CNI_Policy": own[1],
        "acme-dev-node-addons-vpc-cni-More": "arn:aws:iam::111122223333:policy/More",
    }


def test_an_addon_can_be_left_out_pinned_and_configured():
    seen = record_cluster(
        cluster=cluster_settings(
            addons={
                "aws-ebs-csi-driver": {"enabled": False},
                "coredns": {"version": "v1.12.4-eksbuild.1", "configurationValues": {"replicaCount": 3}},
            }
        )
    )

    assert seen.of("*", "*ebs*") == []
    inputs = seen["acme-dev-addons-coredns"].inputs
    assert inputs == {
        "clusterName": "acme-dev",
        "addonName": "coredns",
        "addonVersion": "v1.12.4-eksbuild.1",
        "configurationValues": '{"replicaCount": 3}',
        "resolveConflictsOnCreate": "OVERWRITE",
        "resolveConflictsOnUpdate": "OVERWRITE",
        "tags": {},
    }


def test_an_addon_with_rights_has_an_identity_of_its_own():
    seen = record_cluster()

    role, addon = (
        seen["acme-dev-node-addons-vpc-cni", "aws:iam/role:Role"],
        seen["acme-dev-node-addons-vpc-cni", "aws:eks/addon:Addon"],
    )
    assert role.inputs["name"] == "acme-dev-addon-vpc-cni"
    assert json.loads(role.inputs["assumeRolePolicy"])["Statement"][0]["Condition"] == {
        "StringEquals": {
            f"{ISSUER}:aud": "sts.amazonaws.com",
            f"{ISSUER}:sub": "system:serviceaccount:kube-system:aws-node",
        }
    }
    assert addon.inputs["serviceAccountRoleArn"] == f"arn:aws:iam::{ACCOUNT}:role/acme-dev-node-addons-vpc-cni"
    attachment = seen["acme-dev-node-addons-vpc-cni-AmazonEKS_CNI_Policy"]
    assert attachment.urn in seen.waits_for(addon)


def test_under_pod_identity_an_addon_brings_its_association_along():
    seen = record_cluster(cluster=cluster_settings(identity="podIdentity"))

    addon = seen["acme-dev-addons-aws-ebs-csi-driver", "aws:eks/addon:Addon"].inputs
    assert addon["podIdentityAssociations"] == [
        {
            "roleArn": f"arn:aws:iam::{ACCOUNT}:role/acme-dev-addons-aws-ebs-csi-driver",
            "serviceAccount": "ebs-csi-controller-sa",
        }
    ]
    assert "serviceAccountRoleArn" not in addon


def test_in_an_ipv6_network_the_network_plugin_has_a_policy_of_ours():
    seen = record_cluster(cluster=cluster_settings(vpc={"create": {"cidr": "10.0.0.0/16"}, "ipFamily": "ipv6"}))

    assert [one.name for one in seen.of("aws:iam/rolePolicy*", "*vpc-cni*")] == [
        "acme-dev-node-addons-vpc-cni-addresses"
    ]


# --- Controller ---


def test_the_controllers_rights_are_one_policy_a_document():
    seen = record_cluster()

    parts = ["eks-integration", "iam-integration", "interruption", "node-lifecycle", "resource-discovery"]
    assert seen.children("acme-dev-controller") == [
        *(("aws:iam/policy:Policy", f"acme-dev-controller-{part}") for part in parts),
        ("aws:iam/role:Role", "acme-dev-controller-role"),
        *(("aws:iam/rolePolicyAttachment:RolePolicyAttachment", f"acme-dev-controller-{part}") for part in parts),
    ]
    policies = seen.of("aws:iam/policy:Policy", "acme-dev-controller-*")
    assert [one.inputs["name"] for one in policies] == [f"acme-dev-karpenter-{part}" for part in parts]


def test_irsa_trusts_the_controllers_service_account_and_the_chart_names_the_role():
    seen = record_cluster()

    trust = json.loads(seen["acme-dev-controller-role"].inputs["assumeRolePolicy"])
    assert trust["Statement"][0]["Principal"] == {"Federated": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{ISSUER}"}
    assert trust["Statement"][0]["Condition"]["StringEquals"][f"{ISSUER}:sub"] == (
        "system:serviceaccount:kube-system:karpenter"
    )
    assert seen["acme-dev-karpenter-controller"].inputs["values"]["serviceAccount"]["annotations"] == {
        "eks.amazonaws.com/role-arn": f"arn:aws:iam::{ACCOUNT}:role/acme-dev-karpenter"
    }
    assert seen.of("aws:eks/podIdentityAssociation:PodIdentityAssociation") == []


def test_pod_identity_associates_the_role_and_the_chart_names_none():
    seen = record_cluster(cluster=cluster_settings(identity="podIdentity"))

    trust = json.loads(seen["acme-dev-controller-role"].inputs["assumeRolePolicy"])
    assert trust["Statement"][0]["Condition"]["StringEquals"] == {
        "aws:RequestTag/eks-cluster-arn": f"arn:aws:eks:eu-central-1:{ACCOUNT}:cluster/acme-dev",
        "aws:RequestTag/kubernetes-namespace": "kube-system",
        "aws:RequestTag/kubernetes-service-account": "karpenter",
    }
    association = seen["acme-dev-controller-association"]
    assert association.inputs == {
        "clusterName": "acme-dev",
        "namespace": "kube-system",
        "serviceAccount": "karpenter",
        "roleArn": f"arn:aws:iam::{ACCOUNT}:role/acme-dev-karpenter",
        "tags": {},
    }
    assert "annotations" not in seen["acme-dev-karpenter-controller"].inputs["values"]["serviceAccount"]
    assert association.urn in seen.waits_for(seen["acme-dev-karpenter-controller"])


def test_a_role_that_exists_is_used_and_none_is_made():
    given = f"arn:aws:iam::{ACCOUNT}:role/platform/karpenter"

    seen = record_cluster(karpenter={"version": "1.14.3", "controllerRole": {"existingArn": given}})

    assert seen.children("acme-dev-controller") == []
    annotations = seen["acme-dev-karpenter-controller"].inputs["values"]["serviceAccount"]["annotations"]
    assert annotations == {"eks.amazonaws.com/role-arn": given}


def test_name_path_and_boundary_of_the_role():
    boundary = f"arn:aws:iam::{ACCOUNT}:policy/limits"
    role = {"name": "karpenter-controller-acme", "path": "/platform/", "permissionsBoundary": boundary}

    seen = record_cluster(karpenter={"version": "1.14.3", "controllerRole": role})

    inputs = seen["acme-dev-controller-role"].inputs
    assert (inputs["name"], inputs["path"], inputs["permissionsBoundary"]) == (role["name"], role["path"], boundary)
    annotations = seen["acme-dev-karpenter-controller"].inputs["values"]["serviceAccount"]["annotations"]
    assert (
        annotations["eks.amazonaws.com/role-arn"] == f"arn:aws:iam::{ACCOUNT}:role/platform/karpenter-controller-acme"
    )


# --- Queue ---


def test_queue_with_a_rule_and_a_target_for_each_kind_of_event():
    seen = record_cluster()

    kinds = ["health", "rebalance", "reservation-interruption", "spot-interruption", "state-change"]
    assert seen.children("acme-dev-interruption") == [
        *(("aws:cloudwatch/eventRule:EventRule", f"acme-dev-interruption-{kind}") for kind in kinds),
        *(("aws:cloudwatch/eventTarget:EventTarget", f"acme-dev-interruption-{kind}") for kind in kinds),
        ("aws:sqs/queue:Queue", "acme-dev-interruption-queue"),
        ("aws:sqs/queuePolicy:QueuePolicy", "acme-dev-interruption-policy"),
    ]
    assert seen["acme-dev-interruption-queue"].inputs == {
        "name": "acme-dev-karpenter",
        "messageRetentionSeconds": 300,
        "sqsManagedSseEnabled": True,
        "tags": {},
    }
    rule, target = (seen.of(f"aws:cloudwatch/event{kind}:*", "*-health")[0].inputs for kind in ("Rule", "Target"))
    assert rule["name"] == "acme-dev-karpenter-health"
    assert (target["rule"], target["targetId"]) == ("acme-dev-karpenter-health", "queue")
    assert target["arn"] == f"arn:aws:sqs:eu-west-1:{ACCOUNT}:acme-dev-interruption-queue"


def test_a_key_of_ones_own_takes_the_place_of_sqs_encryption():
    key = f"arn:aws:kms:eu-west-1:{ACCOUNT}:key/00000000-0000-0000-0000-000000000000"

    seen = record_cluster(karpenter={"version": "1.14.3", "queue": {"name": "events", "kmsKeyArn": key}})

    queue = seen["acme-dev-interruption-queue"].inputs
    assert queue == {"name": "events", "messageRetentionSeconds": 300, "kmsMasterKeyId": key, "tags": {}}


# --- Releases ---


def test_two_releases_of_one_version():
    seen = record_cluster()

    for name, chart in (("crds", "karpenter-crd"), ("controller", "karpenter")):
        inputs = dict(seen[f"acme-dev-karpenter-{name}"].inputs)
        inputs.pop("values", None)
        assert inputs == {
            "name": chart,
            "chart": f"oci://public.ecr.aws/karpenter/{chart}",
            "version": "1.14.3",
            "namespace": "kube-system",
            "createNamespace": False,
            "skipCrds": True,
            "atomic": True,
            "timeout": 600,
            "compat": "true",
        }


def test_a_namespace_of_ones_own_is_made_by_the_release():
    seen = record_cluster(karpenter={"version": "1.14.3", "namespace": "karpenter"})

    release = seen["acme-dev-karpenter-crds"].inputs
    assert (release["namespace"], release["createNamespace"]) == ("karpenter", True)


def test_charts_out_of_a_folder():
    seen = record_cluster(karpenter={"version": "1.14.3", "chartRepository": "charts/1.14.3"})

    release = seen["acme-dev-karpenter-controller"].inputs
    assert release["chart"] == "charts/1.14.3/karpenter"
    assert "version" not in release
