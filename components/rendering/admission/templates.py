"""Warns the author of a workload whose pods will be refused: the Deployment itself is accepted, its ReplicaSet fails.

Only below Kubernetes 1.36: from there on the selector is written into the pods, and every template would be warned of.
"""

from typing import Any

from .cel import DEDICATED, POOL, TENANT
from .pods import selector_rules
from .policy import IN_TENANTS, RECORD, Policy, Rule, binding


def tenant_templates() -> list[tuple[Policy, dict[str, Any]]]:
    """One policy for the kinds whose template is at the same place, one for CronJobs; each with its binding."""
    policies = [
        _policy("tenant-templates", "apps", ("daemonsets", "deployments", "replicasets", "statefulsets"), "spec"),
        _policy("tenant-job-templates", "batch", ("jobs",), "spec"),
        _policy("tenant-cron-job-templates", "batch", ("cronjobs",), "spec.jobTemplate.spec"),
    ]
    return [(policy, binding(policy.name, policy.name, RECORD, [])) for policy in policies]


def _policy(name: str, group: str, resources: tuple[str, ...], template: str) -> Policy:
    return Policy(
        name=name,
        group=group,
        version="v1",
        resources=resources,
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(TENANT, DEDICATED, POOL),
        rules=tuple(_on_update(rule) for rule in selector_rules(f"object.{template}.template.spec")),
    )


def _on_update(rule: Rule) -> Rule:
    return Rule(id=rule.id, allows=rule.allows, message=rule.message, on_update=True)
