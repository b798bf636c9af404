"""Who may say whose a namespace is: labels and annotations of namespaces are what all other policies read."""

from ...model.labels import POD_SECURITY_DOMAIN, PRODUCT_DOMAIN
from .policy import Policy, Rule

_PLATFORM = "authorizer.group('karpenter.sh').resource('nodepools').check('create').allowed()"
"""Whoever may make pools is the platform, whether by role or by an access policy of EKS."""


def tenant_labels() -> Policy:
    """Of every namespace: for Namespace objects a selector sees the labels of the new object, and removing the label
    would leave the policy."""
    return Policy(
        name="tenant-labels",
        group="",
        version="v1",
        resources=("namespaces",),
        operations=("CREATE", "UPDATE"),
        namespaces=(),
        variables=(
            ("labels", "object.metadata.?labels.orValue({})"),
            ("oldLabels", "request.operation == 'CREATE' ? {} : oldObject.metadata.?labels.orValue({})"),
            ("annotations", "object.metadata.?annotations.orValue({})"),
            ("oldAnnotations", "request.operation == 'CREATE' ? {} : oldObject.metadata.?annotations.orValue({})"),
        ),
        rules=(
            Rule(
                id="namespace",
                allows=f"{_PLATFORM} || ({_unchanged('labels', 'oldLabels', PRODUCT_DOMAIN, POD_SECURITY_DOMAIN)})",
                message=f"labels under {PRODUCT_DOMAIN}/ and {POD_SECURITY_DOMAIN}/ belong to the platform; leave them",
                on_update=True,
            ),
            Rule(
                id="namespace",
                allows=f"{_PLATFORM} || ({_unchanged('annotations', 'oldAnnotations', PRODUCT_DOMAIN)})",
                message=f"annotations under {PRODUCT_DOMAIN}/ belong to the platform; leave them",
                on_update=True,
            ),
        ),
    )


def _unchanged(new: str, old: str, *domains: str) -> str:
    """CEL: no key of the domains is added, changed or removed."""
    free = " && ".join(f"!key.startsWith('{domain}/')" for domain in domains)
    return (
        f"variables.{new}.all(key, ({free}) || (key in variables.{old} && variables.{old}[key] == "
        f"variables.{new}[key])) && variables.{old}.all(key, ({free}) || key in variables.{new})"
    )
