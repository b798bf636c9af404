"""What Karpenter's controller may do in AWS, and how its service account gets these rights."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import eks, iam

from .eks import Eks
from .model import names
from .model.enums import IdentityMode
from .model.platform import PlatformSettings
from .rendering.chart import service_account
from .rendering.controller_policies import ControllerPolicy, controller_policies
from .rendering.facts import ClusterFacts, arn
from .rendering.policy_document import PolicyDocument
from .trust import service_account_trust


@dataclass(frozen=True, kw_only=True)
class ControllerIdentityArgs:
    """Wiring of `ControllerIdentity`."""

    settings: PlatformSettings
    facts: ClusterFacts
    eks: Eks
    tags: Mapping[str, str]

    nodes: Sequence[pulumi.Input[pulumi.Resource]]
    """The core nodes: they outlive the identity, as they outlive the controller."""


class ControllerIdentity(pulumi.ComponentResource):
    """The controller's role with its policies, or the role that exists (`controllerRole.existingArn`).

    Attributes:
        role_arn: Plain text, known before the role is.
        rights: What must exist before the controller starts: every attachment, and the Pod Identity association.
    """

    role_arn: str
    rights: tuple[pulumi.Resource, ...]

    def __init__(self, name: str, args: ControllerIdentityArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:ControllerIdentity", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)

        given = args.settings.karpenter.controller_role.existing_arn
        self.role_arn = self._role_arn() if given is None else given
        rights: list[pulumi.Resource] = [] if given is not None else self._create_role()
        if args.settings.cluster.identity is IdentityMode.POD_IDENTITY:
            rights.append(self._create_association(rights))
        self.rights = tuple(rights)
        self.register_outputs({"role_arn": self.role_arn})

    @property
    def _role_name(self) -> str:
        given = self._args.settings.karpenter.controller_role.name
        return names.controller_role(self._args.facts.name) if given is None else given

    def _role_arn(self) -> str:
        facts, path = self._args.facts, self._args.settings.karpenter.controller_role.path
        return arn(facts.partition, "iam", f"role{path}{self._role_name}", account=facts.account)

    def _create_role(self) -> list[pulumi.Resource]:
        args, settings = self._args, self._args.settings.karpenter
        role = iam.Role(
            f"{self._name}-role",
            name=self._role_name,
            path=settings.controller_role.path,
            permissions_boundary=settings.controller_role.permissions_boundary,
            assume_role_policy=service_account_trust(
                args.settings.cluster.identity,
                args.eks,
                namespace=settings.namespace,
                service_account=service_account(settings),
            ),
            tags=args.tags,
            opts=pulumi.ResourceOptions(parent=self, depends_on=args.nodes),
        )
        return [
            self._create_policy(role, part, document) for part, document in controller_policies(args.facts, settings)
        ]

    def _create_policy(self, role: iam.Role, part: ControllerPolicy, document: PolicyDocument) -> pulumi.Resource:
        policy = iam.Policy(
            f"{self._name}-{part}",
            name=names.controller_policy(self._args.facts.name, part),
            policy=json.dumps(document),
            tags=self._args.tags,
            opts=self._child,
        )
        return iam.RolePolicyAttachment(f"{self._name}-{part}", role=role.name, policy_arn=policy.arn, opts=self._child)

    def _create_association(self, rights: list[pulumi.Resource]) -> pulumi.Resource:
        return eks.PodIdentityAssociation(
            f"{self._name}-association",
            cluster_name=self._args.facts.name,
            namespace=self._args.settings.karpenter.namespace,
            service_account=service_account(self._args.settings.karpenter),
            role_arn=self.role_arn,
            tags=self._args.tags,
            opts=pulumi.ResourceOptions(parent=self, depends_on=[*self._args.nodes, *rights]),
        )
