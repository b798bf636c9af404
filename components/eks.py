"""The control plane: made with EKS' Pulumi component, or adopted by its name.

This is the only file that knows how the cluster comes about; everything else works on `Eks`' attributes. The cluster
knows access entries alone (authentication mode API), has no node group and no security group of Pulumi's own, and gets
its add-ons from `addons.py`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
import pulumi_eks
import pulumi_kubernetes
from pulumi_aws import ec2, eks, iam

from .model import names
from .model.cluster import ClusterSettings
from .network import NetworkFacts
from .rendering.addons import ip_family
from .rendering.cluster_identity import cluster_role_policies, cluster_trust_policy
from .rendering.facts import AccountFacts, cluster_arn
from .rendering.kubeconfig import kubeconfig
from .rendering.policy_document import policy_name
from .role_policies import attach_policies


@dataclass(frozen=True, kw_only=True)
class EksArgs:
    """Wiring of `Eks`."""

    settings: ClusterSettings
    home: AccountFacts

    network: NetworkFacts | None
    """Where the cluster is made; None for an adopted cluster, which lives somewhere already."""

    tags: Mapping[str, str]


class Eks(pulumi.ComponentResource):
    """The EKS cluster and the Kubernetes provider that reaches it.

    Attributes:
        made: The component that was made; None where the cluster is adopted. A node group is made from it.
        control_plane: What must exist before anything inside the cluster; empty where the cluster is adopted.
        subnets: Ids of the subnets for nodes.
        given_subnets: Those of them that are not the product's own, known before any deployment.
        subnet_ranges: IPv4 ranges of these and of the public subnets, known before any deployment.
        endpoint: Address of the API server.
        security_group: Id of the group that EKS makes; core nodes and tenants' nodes carry it.
        arn: Of the cluster, known before any deployment.
        oidc_provider_arn: The provider in IAM that trusts the cluster's service accounts.
        oidc_issuer: Its address without scheme, as trust policies want it.
        kubeconfig: For people and for the provider.
        kubernetes: The provider of everything inside the cluster; never the default one, which is the operator's own.
    """

    made: pulumi_eks.Cluster | None
    control_plane: tuple[pulumi.Input[pulumi.Resource], ...]
    subnets: tuple[pulumi.Input[str], ...]
    given_subnets: tuple[str, ...]
    subnet_ranges: tuple[str, ...]
    endpoint: pulumi.Input[str]
    security_group: pulumi.Input[str]
    arn: str
    oidc_provider_arn: pulumi.Input[str]
    oidc_issuer: pulumi.Input[str]
    kubeconfig: pulumi.Output[str]
    kubernetes: pulumi_kubernetes.Provider

    def __init__(self, name: str, args: EksArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:Eks", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)
        self.arn = cluster_arn(args.home, args.settings.name)

        if args.network is None:
            self._adopt()
        else:
            self._create_cluster(args.network, *self._create_role())
        self.subnet_ranges = self._ranges()
        self.kubernetes = self.create_provider("kubernetes", upsert=False)
        self.register_outputs({"endpoint": self.endpoint})

    def create_provider(self, suffix: str, *, upsert: bool) -> pulumi_kubernetes.Provider:
        """A provider of what is inside the cluster.

        Args:
            suffix: Of its name.
            upsert: Whether it writes objects that exist already, instead of failing.
        """
        return pulumi_kubernetes.Provider(
            f"{self._name}-{suffix}",
            kubeconfig=self.kubeconfig,
            # Compared instead of the kubeconfig: an unknown kubeconfig would plan the replacement of every object.
            cluster_identifier=self.arn,
            upsert_existing_objects=upsert or None,
            opts=self._child,
        )

    def _create_role(self) -> tuple[iam.Role, list[iam.RolePolicyAttachment]]:
        role = iam.Role(
            f"{self._name}-role",
            name=names.cluster_role(self._args.settings.name),
            assume_role_policy=json.dumps(cluster_trust_policy()),
            tags=self._args.tags,
            opts=self._child,
        )
        policies = cluster_role_policies(self._args.home.partition, windows=self._args.settings.windows)
        labelled = ((policy_name(policy), policy) for policy in policies)
        return role, attach_policies(f"{self._name}-role", role, labelled, self._child)

    def _create_cluster(self, network: NetworkFacts, role: iam.Role, policies: list[iam.RolePolicyAttachment]) -> None:
        settings = self._args.settings
        # Without its policies the role cannot remove the network interfaces of a cluster that is being deleted, and
        # without routes whatever runs in the cluster cannot end in order.
        with_rights = pulumi.ResourceOptions(parent=self, depends_on=[*policies, *network.routes])
        self.made = pulumi_eks.Cluster(
            f"{self._name}-cluster",
            name=settings.name,
            version=settings.kubernetes_version,
            service_role=role,
            vpc_id=network.vpc_id,
            private_subnet_ids=list(network.subnets),
            public_subnet_ids=list(network.public_subnets) or None,
            ip_family=str(ip_family(settings)),
            authentication_mode=pulumi_eks.AuthenticationMode.API,
            endpoint_private_access=True,
            endpoint_public_access=settings.endpoint_public_access,
            public_access_cidrs=list(settings.public_access_cidrs) or None,
            enabled_cluster_log_types=[str(log_type) for log_type in settings.log_types],
            encryption_config_key_arn=settings.encryption_key_arn,
            deletion_protection=settings.deletion_protection,
            upgrade_policy={"support_type": str(settings.upgrade_policy)},
            create_oidc_provider=True,
            create_instance_role=False,
            skip_default_node_group=True,
            # Managed nodes carry the group that EKS makes; nodes in a second one could not reach them, DNS first.
            skip_default_security_groups=True,
            bootstrap_self_managed_addons=False,
            use_default_vpc_cni=True,
            coredns_addon_options={"enabled": False},
            kube_proxy_addon_options={"enabled": False},
            tags=self._args.tags,
            opts=with_rights,
        )
        self.control_plane = (self.made.eks_cluster,)
        self.subnets = network.subnets
        self.given_subnets = self._written_subnets()
        self.endpoint = self.made.eks_cluster.endpoint
        self.security_group = self.made.cluster_security_group_id
        self.oidc_provider_arn = self.made.oidc_provider_arn
        self.oidc_issuer = self.made.oidc_issuer
        self.kubeconfig = self.made.kubeconfig_json

    def _adopt(self) -> None:
        lookup = pulumi.InvokeOptions(parent=self)
        found = eks.get_cluster(name=self._args.settings.name, opts=lookup)
        issuer = found.identities[0].oidcs[0].issuer
        self.made = None
        self.control_plane = ()
        self.given_subnets = self._written_subnets() or tuple(found.vpc_config.subnet_ids)
        self.subnets = self.given_subnets
        self.endpoint = found.endpoint
        self.security_group = found.vpc_config.cluster_security_group_id
        self.oidc_provider_arn = iam.get_open_id_connect_provider(url=issuer, opts=lookup).arn
        self.oidc_issuer = issuer.removeprefix("https://")
        document = kubeconfig(
            self._args.home,
            cluster=found.name,
            endpoint=found.endpoint,
            certificate_authority=found.certificate_authorities[0].data,
        )
        self.kubeconfig = pulumi.Output.json_dumps(document)

    def _ranges(self) -> tuple[str, ...]:
        """Of subnets that are not the product's own AWS is asked."""
        network, vpc = self._args.network, self._args.settings.vpc
        if network is not None and network.ranges:
            return network.ranges
        public = () if vpc is None else tuple(subnet.id for subnet in vpc.public_subnet_ids)
        lookup = pulumi.InvokeOptions(parent=self)
        found = [ec2.get_subnet(id=each, opts=lookup).cidr_block for each in (*self.given_subnets, *public)]
        return tuple(dict.fromkeys(found))

    def _written_subnets(self) -> tuple[str, ...]:
        vpc = self._args.settings.vpc
        return () if vpc is None else tuple(subnet.id for subnet in vpc.subnet_ids)
