"""The trust policy of a role for one service account of the cluster, as text for IAM.

Under IRSA it names the cluster's OIDC provider, which only a deployment knows: the one document that is rendered inside
an `apply`.
"""

from typing import assert_never

import pulumi

from .eks import Eks
from .model.enums import IdentityMode
from .rendering.service_account_trust import irsa_trust_policy, pod_identity_trust_policy


def service_account_trust(
    identity: IdentityMode, eks: Eks, *, namespace: str, service_account: str
) -> pulumi.Output[str]:
    """The document for `identity`."""
    match identity:
        case IdentityMode.IRSA:
            facts = pulumi.Output.all(provider_arn=eks.oidc_provider_arn, issuer=eks.oidc_issuer)
            return pulumi.Output.json_dumps(
                facts.apply(
                    lambda known: irsa_trust_policy(known["provider_arn"], known["issuer"], namespace, service_account)
                )
            )
        case IdentityMode.POD_IDENTITY:
            return pulumi.Output.json_dumps(pod_identity_trust_policy(eks.arn, namespace, service_account))
        case _:
            assert_never(identity)
