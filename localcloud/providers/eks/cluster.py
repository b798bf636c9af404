"""The component eks:index:Cluster: which children it makes, in which order, under which names."""

from collections.abc import Mapping
from typing import Any

import pulumi
import pulumi_kubernetes
from pulumi_aws import ec2, eks, get_partition_output, iam

from localcloud.providers.eks.access import create_access_entries, create_aws_auth
from localcloud.providers.eks.addons import VpcCniAddon, create_addon
from localcloud.providers.eks.kubeconfig import kubeconfig
from localcloud.providers.eks.security_groups import create_cluster_group, create_node_group
from localcloud.providers.eks.service_role import ServiceRole

TOKEN = "eks:index:Cluster"

FINGERPRINT = "9e99a48a9960b14926bb7f3b02e22da2b0ab7280"
"""SHA-1 of the root that signed EKS' issuers for years; the real component asks the issuer."""

WORKER_POLICIES = ("AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy", "AmazonEC2ContainerRegistryReadOnly")


class Cluster(pulumi.ComponentResource):
    """The control plane and what the real component makes around it, without a default node group.

    Attributes:
        outputs: The component's outputs by their names on the wire.
    """

    outputs: dict[str, Any]

    def __init__(self, name: str, inputs: Mapping[str, Any], opts: pulumi.ResourceOptions) -> None:
        super().__init__(TOKEN, name, dict(inputs), opts)
        self._name = name
        self._inputs = inputs
        self._child = pulumi.ResourceOptions(parent=self)
        self._invoke = pulumi.InvokeOptions(parent=self)
        self._partition = get_partition_output(opts=self._invoke)
        self._tags = inputs.get("tags")
        self._vpc_id, self._subnet_ids = self._network()

        self._service_role = self._create_service_role()
        self._cluster_group = self._create_cluster_group()
        self._cluster = self._create_cluster()
        self._create_kube_proxy()
        self._kubeconfig = self._create_kubeconfig()
        self._kubernetes = pulumi_kubernetes.Provider(
            f"{name}-eks-k8s",
            kubeconfig=pulumi.Output.json_dumps(self._kubeconfig),
            enable_config_map_mutable=inputs.get("enableConfigMapMutable"),
            opts=self._child,
        )
        self._instance_roles = self._create_instance_roles()
        access = self._create_access()
        self._create_other_addons(access)
        self._oidc_provider = self._create_oidc_provider()
        self._node_group, self._cluster_rule = self._create_node_group()
        self.outputs = self._outputs()
        self.register_outputs(self.outputs)

    def _network(self) -> tuple[Any, Any]:
        inputs = self._inputs
        vpc_id, subnet_ids = inputs.get("vpcId"), []
        if vpc_id is None:
            vpc = ec2.get_vpc_output(default=True, opts=self._invoke)
            within = [{"name": "vpc-id", "values": [vpc.id]}]
            vpc_id, subnet_ids = vpc.id, ec2.get_subnets_output(filters=within, opts=self._invoke).ids
        if "subnetIds" in inputs:
            subnet_ids = inputs["subnetIds"]
        elif "publicSubnetIds" in inputs or "privateSubnetIds" in inputs:
            given = pulumi.Output.all(inputs.get("publicSubnetIds") or [], inputs.get("privateSubnetIds") or [])
            subnet_ids = given.apply(lambda both: [*both[0], *both[1]])
        return vpc_id, subnet_ids

    def _create_service_role(self) -> ServiceRole | None:
        if "serviceRole" in self._inputs:
            return None
        return ServiceRole(
            f"{self._name}-eksRole",
            service="eks.amazonaws.com",
            description="Allows EKS to manage clusters on your behalf.",
            policies=("AmazonEKSClusterPolicy",),
            partition=self._partition.partition,
            actions=("sts:AssumeRole", "sts:TagSession"),
            tags=self._tags,
            parent=self,
        )

    def _create_cluster_group(self) -> Any:
        if "clusterSecurityGroup" in self._inputs:
            return self._inputs["clusterSecurityGroup"]
        if self._inputs.get("skipDefaultSecurityGroups"):
            return None
        tags = self._merged_tags("clusterSecurityGroupTags")
        return create_cluster_group(self._name, self._vpc_id, tags, self)

    def _create_cluster(self) -> eks.Cluster:
        inputs = self._inputs
        mode = inputs.get("authenticationMode")
        logical_name = f"{self._name}-eksCluster"
        attached = self._service_role.attachments if self._service_role else []
        return eks.Cluster(
            logical_name,
            name=inputs.get("name"),
            role_arn=self._service_role_of(lambda role: role.arn),
            bootstrap_self_managed_addons=inputs.get("bootstrapSelfManagedAddons", True),
            vpc_config={
                "security_group_ids": None if self._cluster_group is None else [_attribute(self._cluster_group, "id")],
                "subnet_ids": self._subnet_ids,
                "endpoint_private_access": inputs.get("endpointPrivateAccess"),
                "endpoint_public_access": inputs.get("endpointPublicAccess"),
                "public_access_cidrs": inputs.get("publicAccessCidrs"),
            },
            kubernetes_network_config=self._network_config(),
            version=inputs.get("version"),
            enabled_cluster_log_types=inputs.get("enabledClusterLogTypes"),
            tags=self._merged_tags("clusterTags").apply(lambda tags: {"Name": logical_name, **tags}),
            encryption_config=self._encryption(),
            access_config={"authentication_mode": mode, "bootstrap_cluster_creator_admin_permissions": True}
            if mode
            else None,
            upgrade_policy=inputs.get("upgradePolicy"),
            deletion_protection=inputs.get("deletionProtection"),
            opts=pulumi.ResourceOptions(
                parent=self,
                depends_on=attached,
                ignore_changes=[
                    "accessConfig.bootstrapClusterCreatorAdminPermissions",
                    "bootstrapSelfManagedAddons",
                ],
            ),
        )

    def _network_config(self) -> Any:
        addresses, family = self._inputs.get("kubernetesServiceIpAddressRange"), self._inputs.get("ipFamily")
        if addresses is None and family is None:
            return None
        return {
            "service_ipv4_cidr": pulumi.Output.all(addresses, family).apply(
                lambda known: known[0] if known[1] in (None, "ipv4") else None
            )
            if addresses is not None
            else None,
            "ip_family": "ipv4" if family is None else family,
        }

    def _encryption(self) -> Any:
        key = self._inputs.get("encryptionConfigKeyArn")
        return None if key is None else {"provider": {"key_arn": key}, "resources": ["secrets"]}

    def _create_kube_proxy(self) -> None:
        options = self._inputs.get("kubeProxyAddonOptions", {})
        if options.get("enabled", True):
            create_addon(f"{self._name}-kube-proxy", "kube-proxy", self._cluster, options, self._tags, self._child)

    def _create_kubeconfig(self) -> pulumi.Output[dict[str, Any]]:
        known = pulumi.Output.all(
            self._cluster.name,
            self._cluster.endpoint,
            self._cluster.certificate_authority.apply(lambda authority: authority.data),
            self._cluster.arn.apply(lambda arn: arn.split(":")[3]),
            self._inputs.get("providerCredentialOpts"),
        )
        return known.apply(lambda facts: kubeconfig(*facts))

    def _create_instance_roles(self) -> list[Any]:
        inputs = self._inputs
        if "instanceRoles" in inputs:
            return inputs["instanceRoles"]
        if "instanceRole" in inputs:
            return [inputs["instanceRole"]]
        if not inputs.get("createInstanceRole"):
            return []
        role = ServiceRole(
            f"{self._name}-instanceRole",
            service=self._partition.dns_suffix.apply(lambda suffix: f"ec2.{suffix}"),
            description=None,
            policies=WORKER_POLICIES,
            partition=self._partition.partition,
            actions=("sts:AssumeRole",),
            tags=self._tags,
            parent=self,
        ).role
        iam.InstanceProfile(f"{self._name}-instanceProfile", role=role.name, opts=self._child)
        return [role]

    def _create_access(self) -> list[pulumi.Resource]:
        mode = self._inputs.get("authenticationMode")
        made: list[pulumi.Resource] = []
        if mode in (None, "CONFIG_MAP", "API_AND_CONFIG_MAP"):
            made.append(create_aws_auth(self._name, self._inputs, self._instance_roles, self._kubernetes, self))
        if mode in ("API", "API_AND_CONFIG_MAP"):
            made += create_access_entries(self._name, self._cluster, self._inputs.get("accessEntries", {}), self)
        return made

    def _create_other_addons(self, access: list[pulumi.Resource]) -> None:
        if not self._inputs.get("useDefaultVpcCni"):
            options = self._inputs.get("vpcCniOptions", {})
            after = pulumi.ResourceOptions(parent=self, depends_on=access)
            VpcCniAddon(f"{self._name}-vpc-cni", self._cluster, options, self._tags, after)
        coredns = self._inputs.get("corednsAddonOptions", {})
        if coredns.get("enabled") is True or coredns.get("configurationValues"):
            create_addon(f"{self._name}-coredns", "coredns", self._cluster, coredns, self._tags, self._child)

    def _create_oidc_provider(self) -> iam.OpenIdConnectProvider | None:
        if not self._inputs.get("createOidcProvider"):
            return None
        return iam.OpenIdConnectProvider(
            f"{self._name}-oidcProvider",
            client_id_lists=["sts.amazonaws.com"],
            url=self._issuer(),
            thumbprint_lists=[FINGERPRINT],
            opts=self._child,
        )

    def _create_node_group(self) -> tuple[Any, Any]:
        if self._inputs.get("skipDefaultSecurityGroups"):
            return None, None
        return create_node_group(
            self._name,
            self._vpc_id,
            self._cluster.name,
            _attribute(self._cluster_group, "id"),
            self._merged_tags("nodeSecurityGroupTags"),
            self,
        )

    def _outputs(self) -> dict[str, Any]:
        made_group = self._cluster.vpc_config.apply(lambda config: config.cluster_security_group_id)
        issuer = self._issuer()
        return {
            "clusterSecurityGroup": self._cluster_group,
            "core": self._core(),
            "eksCluster": self._cluster,
            "eksClusterIngressRule": self._cluster_rule,
            "instanceRoles": self._instance_roles,
            "kubeconfig": self._kubeconfig,
            "kubeconfigJson": pulumi.Output.json_dumps(self._kubeconfig),
            "nodeSecurityGroup": self._node_group,
            "clusterSecurityGroupId": made_group
            if self._cluster_group is None
            else _attribute(self._cluster_group, "id"),
            "nodeSecurityGroupId": made_group if self._node_group is None else self._node_group.id,
            "clusterIngressRuleId": "" if self._cluster_rule is None else self._cluster_rule.security_group_rule_id,
            "defaultNodeGroupAsgName": "",
            "fargateProfileId": "",
            "fargateProfileStatus": "",
            "oidcProviderArn": "" if self._oidc_provider is None else self._oidc_provider.arn,
            "oidcProviderUrl": issuer,
            "oidcIssuer": issuer.apply(lambda url: url.removeprefix("https://")),
            "autoModeNodeRoleName": "",
        }

    def _core(self) -> dict[str, Any]:
        core = {
            "cluster": self._cluster,
            "vpcId": self._vpc_id,
            "subnetIds": self._subnet_ids,
            "publicSubnetIds": self._inputs.get("publicSubnetIds"),
            "privateSubnetIds": self._inputs.get("privateSubnetIds"),
            "endpoint": self._cluster.endpoint,
            "clusterSecurityGroup": self._cluster_group,
            "provider": self._kubernetes,
            "instanceRoles": self._instance_roles,
            "nodeGroupOptions": self._inputs.get("nodeGroupOptions", {}),
            "kubeconfig": self._kubeconfig,
            "tags": self._tags,
            "nodeSecurityGroupTags": self._inputs.get("nodeSecurityGroupTags"),
            "oidcProvider": self._oidc_provider,
            "clusterIamRole": self._service_role.role if self._service_role else self._inputs["serviceRole"],
        }
        return {name: value for name, value in core.items() if value is not None}

    def _issuer(self) -> pulumi.Output[str]:
        return self._cluster.identities.apply(lambda identities: identities[0].oidcs[0].issuer)

    def _service_role_of(self, attribute: Any) -> Any:
        if self._service_role is not None:
            return attribute(self._service_role.role)
        return pulumi.Output.from_input(self._inputs["serviceRole"]).apply(attribute)

    def _merged_tags(self, name: str) -> pulumi.Output[dict[str, str]]:
        given = pulumi.Output.all(self._inputs.get(name), self._tags)
        return given.apply(lambda both: {**(both[0] or {}), **(both[1] or {})})


def _attribute(resource: Any, name: str) -> pulumi.Output[Any]:
    return pulumi.Output.from_input(resource).apply(lambda known: getattr(known, name))
