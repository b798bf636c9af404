"""A cluster that is ready for tenants: network, EKS, core nodes, Karpenter with its rights and its queue."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pulumi
import pulumi_kubernetes
from pulumi_aws import get_caller_identity, get_partition, vpc

from .addons import Addons, AddonsArgs
from .admission import Admission, AdmissionArgs
from .cluster_admins import ClusterAdmins, ClusterAdminsArgs
from .cluster_operators import ClusterOperators, ClusterOperatorsArgs
from .controller_identity import ControllerIdentity, ControllerIdentityArgs
from .core_node_group import CoreNodeGroup, CoreNodeGroupArgs
from .discovery_tags import DiscoveryTags, DiscoveryTagsArgs
from .eks import Eks, EksArgs
from .interruption import InterruptionQueue, InterruptionQueueArgs
from .karpenter_release import KarpenterRelease, KarpenterReleaseArgs
from .model.enums import IdentityMode
from .model.platform import PlatformSettings
from .network import Network, NetworkArgs, NetworkFacts, given_network
from .object_guard import ObjectGuard
from .platform_nodes import PlatformNodes, PlatformNodesArgs
from .readiness import Readiness
from .rendering.addons import NODE_ADDONS
from .rendering.chart import webhook_port
from .rendering.facts import AccountFacts, ClusterFacts
from .rendering.headroom import headroom_priority_class
from .rendering.platform_pools import PlatformPool, platform_pools
from .rendering.storage_classes import default_storage_class
from .rendering.tags import cluster_tags, discovery_tags
from .versions import karpenter_version


@dataclass(frozen=True, kw_only=True)
class KarpenterClusterArgs:
    """Wiring of `KarpenterCluster`."""

    settings: PlatformSettings

    controller_security_group: pulumi.Input[str] | None = None
    """Group of the nodes that the controller runs on, where it is not the cluster's own: with an adopted cluster whose
    nodes are somebody else's. None: they carry the cluster's group, as the core node group does."""


class KarpenterCluster(pulumi.ComponentResource):
    """The EKS cluster with Karpenter on it.

    Attributes:
        settings: What the operator wrote.
        facts: What documents need to know of the cluster.
        eks: The control plane; the trust of service accounts' roles names it.
        kubernetes: The provider of everything inside the cluster.
        boundary: The admission policies and the priority of spare capacity; whatever is a tenant's in the cluster
            depends on them.
        controller: Karpenter's release; whatever needs a living controller depends on it.
        endpoint: Address of the API server.
        kubeconfig: How people reach it.
        guard: Looks at namespaces, pools and classes before a tenant gets them.
        readiness: Lets pools and classes wait until Karpenter calls them Ready, and confirms at the end that all are.
        queue_name: The interruption queue; None where interruption handling is off.
        versions: What runs: Karpenter and Kubernetes.
        platform_pools: What the stack exports for its own pools, by their word.
    """

    settings: PlatformSettings
    facts: ClusterFacts
    eks: Eks
    kubernetes: pulumi_kubernetes.Provider
    boundary: tuple[pulumi.Resource, ...]
    controller: pulumi.CustomResource
    endpoint: pulumi.Input[str]
    kubeconfig: pulumi.Output[str]
    readiness: Readiness
    guard: ObjectGuard
    queue_name: str | None
    versions: dict[str, str]
    platform_pools: dict[str, dict[str, str]]

    def __init__(self, name: str, args: KarpenterClusterArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:KarpenterCluster", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)
        self._tags = cluster_tags(args.settings)
        self.settings = args.settings

        home = self._home()
        self.eks = eks = self._create_eks(home, self._create_network())
        self.kubernetes, self.endpoint, self.kubeconfig = eks.kubernetes, eks.endpoint, eks.kubeconfig
        self.readiness = Readiness(name, self.kubeconfig, args.settings.karpenter.namespace)
        self.guard = ObjectGuard(name, self.kubeconfig)
        self.facts = self._facts(home, eks)
        self.versions = {"karpenter": str(self.facts.karpenter), "kubernetes": self.facts.kubernetes_version}
        admins = self._create_admins(eks)
        self._create_operators(eks)
        rights = (*eks.control_plane, *admins.policies)
        policies = Admission(
            f"{name}-admission",
            AdmissionArgs(
                settings=args.settings,
                facts=self.facts,
                kubernetes=self.kubernetes,
                rights=rights,
            ),
            opts=self._child,
        ).parts
        self.boundary = (*policies, self._create_headroom_priority(rights))
        self._create_storage_class(rights)
        nodes = self._create_nodes(eks)
        self._create_discovery_tags(eks)
        self._create_webhook_rule(eks)
        identity = self._create_identity(eks, nodes)
        queue = self._create_queue()
        self.queue_name = None if queue is None else queue.queue_name
        self.controller = KarpenterRelease(
            f"{name}-karpenter",
            KarpenterReleaseArgs(
                settings=args.settings,
                facts=self.facts,
                kubernetes=self.kubernetes,
                endpoint=self.endpoint,
                queue_name=self.queue_name,
                role_arn=identity.role_arn if self._irsa else None,
                nodes=(*nodes, *admins.policies),
                rights=(*identity.rights, *(() if queue is None else queue.parts)),
            ),
            opts=self._child,
        ).controller
        self.platform_pools = {pool.word: self._create_pool(pool) for pool in platform_pools(args.settings.karpenter)}
        self.register_outputs({"endpoint": self.endpoint})

    @cached_property
    def taking_over(self) -> pulumi_kubernetes.Provider:
        """Like `kubernetes`, for pools and classes that exist already, where a create of that one would fail; made when
        the first tenant takes one over."""
        return self.eks.create_provider("taking-over", upsert=True)

    def _home(self) -> AccountFacts:
        """Plain values, known at preview: names and ARNs in documents stay readable."""
        lookup = pulumi.InvokeOptions(parent=self)
        return AccountFacts(
            partition=get_partition(opts=lookup).partition,
            region=self.settings.region,
            account=get_caller_identity(opts=lookup).account_id,
        )

    @property
    def _irsa(self) -> bool:
        return self.settings.cluster.identity is IdentityMode.IRSA

    def _create_network(self) -> NetworkFacts | None:
        """The made or given network; None for an adopted cluster, which lives somewhere already."""
        cluster = self.settings.cluster
        if cluster.existing or cluster.vpc is None:
            return None
        if cluster.vpc.create is None:
            return given_network(cluster.vpc)
        return Network(
            f"{self._name}-network",
            NetworkArgs(
                settings=cluster.vpc.create,
                ip_family=cluster.vpc.ip_family,
                tags=self._tags,
                subnet_tags=discovery_tags(self.settings),
            ),
            opts=self._child,
        ).facts

    def _create_eks(self, home: AccountFacts, network: NetworkFacts | None) -> Eks:
        return Eks(
            f"{self._name}-eks",
            EksArgs(settings=self.settings.cluster, home=home, network=network, tags=self._tags),
            opts=self._child,
        )

    def _facts(self, home: AccountFacts, eks: Eks) -> ClusterFacts:
        return ClusterFacts(
            name=self.settings.cluster.name,
            region=home.region,
            partition=home.partition,
            account=home.account,
            kubernetes_version=self.settings.cluster.kubernetes_version,
            karpenter=karpenter_version(self.settings.karpenter.version),
            subnets=eks.subnets,
            security_group=eks.security_group,
            subnet_ranges=eks.subnet_ranges,
        )

    def _create_admins(self, eks: Eks) -> ClusterAdmins:
        return ClusterAdmins(
            f"{self._name}-admin",
            ClusterAdminsArgs(
                cluster=self.facts.name,
                partition=self.facts.partition,
                role_arns=self.settings.cluster.admin_role_arns,
                tags=self._tags,
                control_plane=eks.control_plane,
            ),
            opts=self._child,
        )

    def _create_operators(self, eks: Eks) -> None:
        if any(operator.principal_arn is not None for operator in self.settings.cluster.operators):
            ClusterOperators(
                f"{self._name}-operator",
                ClusterOperatorsArgs(settings=self.settings, tags=self._tags, control_plane=eks.control_plane),
                opts=self._child,
            )

    def _create_headroom_priority(self, rights: Sequence[pulumi.Input[pulumi.Resource]]) -> pulumi.Resource:
        """There whether a tenant keeps spare capacity or not: nothing of the cluster follows the set of tenants."""
        return pulumi.CustomResource(
            "kubernetes:scheduling.k8s.io/v1:PriorityClass",
            f"{self._name}-headroom-priority",
            headroom_priority_class(),
            # Its value cannot be changed in place, and pods name it.
            pulumi.ResourceOptions(
                parent=self, provider=self.kubernetes, depends_on=rights, delete_before_replace=True
            ),
        )

    def _create_storage_class(self, rights: Sequence[pulumi.Input[pulumi.Resource]]) -> None:
        document = default_storage_class(self.settings)
        if document is not None:
            pulumi.CustomResource(
                "kubernetes:storage.k8s.io/v1:StorageClass",
                f"{self._name}-default-storage-class",
                document,
                pulumi.ResourceOptions(
                    parent=self,
                    provider=self.kubernetes,
                    depends_on=rights,
                    # Parameters cannot be changed in place.
                    delete_before_replace=True,
                ),
            )

    def _create_nodes(self, eks: Eks) -> tuple[pulumi.Input[pulumi.Resource], ...]:
        """Core nodes and add-ons; an adopted cluster brings its own, and nothing is waited for."""
        if eks.made is None:
            return ()
        enabled = tuple(self.settings.cluster.active_addons)
        before = self._create_addons(
            "node-addons", eks, [name for name in enabled if name in NODE_ADDONS], eks.control_plane
        )
        group = CoreNodeGroup(
            f"{self._name}-core",
            CoreNodeGroupArgs(
                settings=self.settings.cluster,
                partition=self.facts.partition,
                cluster=eks.made,
                subnets=eks.subnets,
                tags=self._tags,
                node_addons=before.addons,
            ),
            opts=self._child,
        )
        # coredns without a node to run on is DEGRADED, and its creation fails after twenty minutes (pulumi-eks#1819).
        after = self._create_addons("addons", eks, [name for name in enabled if name not in NODE_ADDONS], group.nodes)
        return (*group.nodes, *after.addons)

    def _create_addons(
        self, suffix: str, eks: Eks, addons: list[str], after: Sequence[pulumi.Input[pulumi.Resource]]
    ) -> Addons:
        return Addons(
            f"{self._name}-{suffix}",
            AddonsArgs(
                settings=self.settings.cluster,
                partition=self.facts.partition,
                eks=eks,
                tags=self._tags,
                addons=addons,
                after=after,
            ),
            opts=self._child,
        )

    def _create_discovery_tags(self, eks: Eks) -> None:
        if not self.settings.karpenter.discovery_tags:
            return
        DiscoveryTags(
            f"{self._name}-discovery",
            DiscoveryTagsArgs(
                tags=discovery_tags(self.settings),
                security_group=eks.security_group,
                subnets=eks.given_subnets,
            ),
            opts=self._child,
        )

    def _create_webhook_rule(self, eks: Eks) -> None:
        """Up to 1.0 the API server calls Karpenter's webhook on the nodes; without this rule writes of its objects time
        out. Nodes that carry the cluster's own group are reachable anyway."""
        group = self._args.controller_security_group
        if group is None or not self.facts.karpenter.serves_webhook:
            return
        port = webhook_port(self.settings.karpenter)
        vpc.SecurityGroupIngressRule(
            f"{self._name}-webhook",
            description="API server to Karpenter's webhook",
            security_group_id=group,
            referenced_security_group_id=eks.security_group,
            ip_protocol="tcp",
            from_port=port,
            to_port=port,
            tags=self._tags,
            opts=self._child,
        )

    def _create_identity(self, eks: Eks, nodes: Sequence[pulumi.Input[pulumi.Resource]]) -> ControllerIdentity:
        return ControllerIdentity(
            f"{self._name}-controller",
            ControllerIdentityArgs(settings=self.settings, facts=self.facts, eks=eks, tags=self._tags, nodes=nodes),
            opts=self._child,
        )

    def _create_pool(self, pool: PlatformPool) -> dict[str, str]:
        return PlatformNodes(
            f"{self._name}-{pool.owner}",
            PlatformNodesArgs(
                pool=pool,
                settings=self.settings,
                facts=self.facts,
                kubernetes=self.kubernetes,
                readiness=self.readiness,
                guard=self.guard,
                controller=self.controller,
            ),
            opts=self._child,
        ).summary

    def _create_queue(self) -> InterruptionQueue | None:
        if not self.settings.karpenter.interruption_handling:
            return None
        return InterruptionQueue(
            f"{self._name}-interruption",
            InterruptionQueueArgs(settings=self.settings.karpenter, facts=self.facts, tags=self._tags),
            opts=self._child,
        )
