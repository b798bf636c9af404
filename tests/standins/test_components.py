"""The children of the eks components: types, names and parents are those of pulumi-eks 4.4.

Recorded as in a preview, against Pulumi's mocks; the local cloud's own tests prove them on the real engine.
"""

from typing import Any

from localcloud.providers.eks.cluster import Cluster
from localcloud.providers.eks.node_group import ManagedNodeGroup
from tests.recording import Recording, record

ROLE_ARN = "arn:aws:iam::111122223333:role/a"

MINIMAL = {
    "name": "acme",
    "version": "1.36",
    "vpcId": "vpc-1",
    "subnetIds": ["subnet-1", "subnet-2"],
    "authenticationMode": "API",
    "skipDefaultNodeGroup": True,
    "skipDefaultSecurityGroups": True,
    "createOidcProvider": False,
    "useDefaultVpcCni": True,
    "kubeProxyAddonOptions": {"enabled": False},
}
"""The component with everything switched off that can be."""

ADDON_VERSION = {"aws:eks/getAddonVersion:getAddonVersion": {"version": "v1.0.0-eksbuild.1", "id": "a"}}


def recorded(**inputs: Any) -> Recording:
    """A cluster component named `dev`."""
    wanted = {name: value for name, value in {**MINIMAL, **inputs}.items() if value is not None}
    return record(lambda: Cluster("dev", wanted, None), preview=True, answers=ADDON_VERSION)


def test_minimal_children():
    seen = recorded()

    assert seen.children("dev") == [
        ("aws:eks/cluster:Cluster", "dev-eksCluster"),
        ("eks:index:ServiceRole", "dev-eksRole"),
        ("pulumi:providers:kubernetes", "dev-eks-k8s"),
    ]
    assert seen.children("dev-eksRole") == [
        ("aws:iam/role:Role", "dev-eksRole-role"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "dev-eksRole-4b490823"),
    ]


def test_cluster_waits_for_its_role_and_policies():
    seen = recorded()

    assert "dev-eksRole-4b490823" in seen["dev-eksCluster"].dependencies


def test_cluster_passes_on_what_it_was_given():
    seen = recorded(
        endpointPrivateAccess=True,
        endpointPublicAccess=False,
        enabledClusterLogTypes=["audit"],
        upgradePolicy={"supportType": "STANDARD"},
        deletionProtection=True,
        bootstrapSelfManagedAddons=False,
        ipFamily="ipv4",
        encryptionConfigKeyArn="arn:aws:kms:eu-west-1:111122223333:key/a",
        tags={"team": "platform"},
    )

    inputs = dict(seen["dev-eksCluster"].inputs)
    inputs.pop("roleArn", None)
    assert inputs == {
        "name": "acme",
        "version": "1.36",
        "accessConfig": {"authenticationMode": "API", "bootstrapClusterCreatorAdminPermissions": True},
        "bootstrapSelfManagedAddons": False,
        "deletionProtection": True,
        "enabledClusterLogTypes": ["audit"],
        "encryptionConfig": {
            "provider": {"keyArn": "arn:aws:kms:eu-west-1:111122223333:key/a"},
            "resources": ["secrets"],
        },
        "kubernetesNetworkConfig": {"ipFamily": "ipv4"},
        "tags": {"Name": "dev-eksCluster", "team": "platform"},
        "upgradePolicy": {"supportType": "STANDARD"},
        "vpcConfig": {
            "subnetIds": ["subnet-1", "subnet-2"],
            "endpointPrivateAccess": True,
            "endpointPublicAccess": False,
        },
    }


def test_private_subnets_follow_the_public_ones():
    seen = recorded(subnetIds=None, privateSubnetIds=["subnet-p"], publicSubnetIds=["subnet-o"])

    assert seen["dev-eksCluster"].inputs["vpcConfig"]["subnetIds"] == ["subnet-o", "subnet-p"]


def test_default_security_groups():
    seen = recorded(skipDefaultSecurityGroups=None)

    assert [name for kind, name in seen.children("dev") if "ecurityGroup" in kind] == [
        "dev-eksClusterSecurityGroup",
        "dev-nodeSecurityGroup",
        "dev-eksClusterIngressRule",
        "dev-eksClusterInternetEgressRule",
        "dev-eksExtApiServerClusterIngressRule",
        "dev-eksNodeClusterIngressRule",
        "dev-eksNodeIngressRule",
        "dev-eksNodeInternetEgressRule",
    ]


def test_addons_of_the_component():
    seen = recorded(
        kubeProxyAddonOptions=None,
        useDefaultVpcCni=None,
        corednsAddonOptions={"enabled": True, "configurationValues": {"replicaCount": 2}},
    )

    assert [child for child in seen.children("dev") if "ddon" in child[0]] == [
        ("aws:eks/addon:Addon", "dev-coredns"),
        ("aws:eks/addon:Addon", "dev-kube-proxy"),
        ("eks:index:VpcCniAddon", "dev-vpc-cni"),
    ]
    assert seen.children("dev-vpc-cni") == [("aws:eks/addon:Addon", "dev-vpc-cni")]
    assert seen["dev-coredns"].inputs["configurationValues"] == '{"replicaCount": 2}'


def test_instance_role():
    seen = recorded(createInstanceRole=True)

    assert ("aws:iam/instanceProfile:InstanceProfile", "dev-instanceProfile") in seen.children("dev")
    assert seen.children("dev-instanceRole") == [
        ("aws:iam/role:Role", "dev-instanceRole-role"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "dev-instanceRole-03516f97"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "dev-instanceRole-3eb088f2"),
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "dev-instanceRole-e1b295bd"),
    ]


def test_oidc_provider():
    assert ("aws:iam/openIdConnectProvider:OpenIdConnectProvider", "dev-oidcProvider") in recorded(
        createOidcProvider=True
    ).children("dev")


def test_access_entries_carry_their_associations():
    policy = {"policyArn": "arn:aws:eks::aws:cluster-access-policy/a", "accessScope": {"type": "cluster"}}
    seen = recorded(accessEntries={"ops": {"principalArn": ROLE_ARN, "accessPolicies": {"admin": policy}}})

    assert ("aws:eks/accessEntry:AccessEntry", "dev-ops") in seen.children("dev")
    assert seen.children("dev-ops") == [
        ("aws:eks/accessPolicyAssociation:AccessPolicyAssociation", "dev-ops-admin"),
    ]


def test_config_map_of_the_old_mode():
    seen = recorded(authenticationMode="CONFIG_MAP", roleMappings=[])

    assert ("kubernetes:core/v1:ConfigMap", "dev-nodeAccess") in seen.children("dev")
    assert seen["dev-nodeAccess"].provider == "dev-eks-k8s"


def test_node_group_has_the_name_of_its_component():
    core = {"cluster": {"name": "acme", "version": "1.36"}, "subnetIds": ["subnet-1"]}
    inputs = {"cluster": core, "clusterName": "acme", "nodeRoleArn": ROLE_ARN, "version": "1.36", "amiType": "a"}

    seen = record(lambda: ManagedNodeGroup("core", inputs, None))

    assert seen.identities == [("aws:eks/nodeGroup:NodeGroup", "core"), ("eks:index:ManagedNodeGroup", "core")]
    group = seen.of("aws:eks/nodeGroup:NodeGroup")[0]
    assert group.parent == "core"
    assert group.inputs == {
        "clusterName": "acme",
        "nodeRoleArn": ROLE_ARN,
        "version": "1.36",
        "amiType": "a",
        "subnetIds": ["subnet-1"],
        "scalingConfig": {"desiredSize": 2, "minSize": 1, "maxSize": 2},
    }
