"""EKS add-ons of the cluster, each with an identity of its own where it calls AWS.

There are two groups: what nodes need to become Ready comes before the first node, everything else after it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import eks, iam

from .eks import Eks
from .model import names
from .model.cluster import ADDON_SERVICE_ACCOUNTS, ClusterSettings
from .model.enums import IdentityMode
from .rendering.addons import (
    ADDON_NAMESPACE,
    AddonRights,
    addon_configuration,
    addon_rights,
)
from .rendering.policy_document import policy_label, policy_name
from .role_policies import attach_policies, write_policies
from .trust import service_account_trust


@dataclass(frozen=True, kw_only=True)
class AddonsArgs:
    """Wiring of `Addons`."""

    settings: ClusterSettings
    partition: str
    eks: Eks
    tags: Mapping[str, str]

    addons: Sequence[str]
    """Names of the add-ons of this group."""

    after: Sequence[pulumi.Input[pulumi.Resource]]
    """What must exist before them."""


class Addons(pulumi.ComponentResource):
    """One group of add-ons.

    Attributes:
        addons: The add-ons; nodes, or the controller, wait for them.
    """

    addons: tuple[eks.Addon, ...]

    def __init__(self, name: str, args: AddonsArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("karpenter-tenants:index:Addons", name, None, opts)
        self._name = name
        self._args = args
        self._child = pulumi.ResourceOptions(parent=self)
        self.addons = tuple(self._create_addon(addon) for addon in args.addons)
        self.register_outputs({})

    def _create_addon(self, addon: str) -> eks.Addon:
        args = self._args
        settings = args.settings.active_addons[addon]
        configuration = addon_configuration(addon, args.settings)
        rights = addon_rights(addon, args.settings, args.partition)
        role, policies = self._create_role(addon, rights) if rights else (None, [])
        return eks.Addon(
            f"{self._name}-{addon}",
            cluster_name=args.settings.name,
            addon_name=addon,
            addon_version=settings.version,
            configuration_values=json.dumps(configuration, sort_keys=True) if configuration else None,
            service_account_role_arn=role.arn if role is not None and not self._pod_identity else None,
            pod_identity_associations=[{"role_arn": role.arn, "service_account": ADDON_SERVICE_ACCOUNTS[addon]}]
            if role is not None and self._pod_identity
            else None,
            # A cluster that was made without add-ons has nothing to conflict with, and an upgrade must not stop at a
            # change that somebody made by hand.
            resolve_conflicts_on_create="OVERWRITE",
            resolve_conflicts_on_update="OVERWRITE",
            tags=args.tags,
            opts=pulumi.ResourceOptions(parent=self, depends_on=[*args.after, *policies]),
        )

    @property
    def _pod_identity(self) -> bool:
        return self._args.settings.identity is IdentityMode.POD_IDENTITY

    def _create_role(self, addon: str, rights: AddonRights) -> tuple[iam.Role, list[pulumi.Resource]]:
        args = self._args
        role = iam.Role(
            f"{self._name}-{addon}",
            name=names.addon_role(args.settings.name, addon),
            assume_role_policy=service_account_trust(
                args.settings.identity,
                args.eks,
                namespace=ADDON_NAMESPACE,
                service_account=ADDON_SERVICE_ACCOUNTS[addon],
            ),
            tags=args.tags,
            opts=self._child,
        )
        name = f"{self._name}-{addon}"
        attached = attach_policies(name, role, _labelled(rights.managed_policies), self._child)
        inline = write_policies(name, role, rights.inline_policies, self._child)
        return role, [*attached, *inline]


def _labelled(policies: Iterable[str]) -> Iterator[tuple[str, str]]:
    """With the name of each, and the account's number where another account has one of that name."""
    names_before = set[str]()
    for policy in policies:
        name = policy_name(policy)
        yield policy_label(policy) if name in names_before else name, policy
        names_before.add(name)
