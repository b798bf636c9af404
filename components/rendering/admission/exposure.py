"""What tenants may show to the outside: services, ingresses, routes, and the host names that these claim."""

from typing import Final

from ...model.labels import HOSTS_ANNOTATION, LOAD_BALANCERS_LABEL
from .cel import TENANT, annotation, given, label, parts
from .policy import IN_TENANTS, Policy, Rule

_SERVICE_SCHEME: Final = "service.beta.kubernetes.io/aws-load-balancer-scheme"
_ALB: Final = "alb.ingress.kubernetes.io"
"""Source: AWS Load Balancer Controller, guides "Service" and "Ingress annotations"."""
_HOSTNAME: Final = "external-dns.alpha.kubernetes.io/hostname"
"""Source: ExternalDNS, "Annotations"."""

_HOSTS: Final = (
    "hosts",
    given(HOSTS_ANNOTATION),
)
_LOAD_BALANCERS: Final = ("loadBalancers", label(LOAD_BALANCERS_LABEL, "internal"))
_ANNOTATED: Final = ("annotated", parts(annotation(_HOSTNAME)))
_CLAIM_HOSTS: Final = "claims a host name that is not of <tenant>; write one of exposure.hosts in its tenant file"


def tenant_services() -> Policy:
    """Services: no traffic of others, no load balancer beyond what the tenant may have, no foreign host name."""
    return Policy(
        name="tenant-services",
        group="",
        version="v1",
        resources=("services",),
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(
            TENANT,
            _HOSTS,
            _LOAD_BALANCERS,
            _ANNOTATED,
            ("type", "object.spec.?type.orValue('ClusterIP')"),
        ),
        rules=(
            Rule(
                id="service",
                allows="!has(object.spec.externalIPs) || object.spec.externalIPs.size() == 0",
                message="externalIPs take over the traffic of an address; remove them",
                on_update=True,
            ),
            Rule(
                id="service",
                allows="variables.type != 'NodePort'",
                message="type NodePort opens a port on every node of the cluster; write ClusterIP or LoadBalancer",
                on_update=True,
            ),
            Rule(
                id="service",
                allows="variables.type != 'ExternalName'",
                message="type ExternalName points a name of the cluster elsewhere; write ClusterIP",
                on_update=True,
            ),
            Rule(
                id="scheme",
                allows="variables.type != 'LoadBalancer' || variables.loadBalancers != 'none'",
                message="<tenant> may have no load balancers; write type: ClusterIP",
                on_update=True,
            ),
            Rule(
                id="scheme",
                allows=(
                    "variables.type != 'LoadBalancer' || variables.loadBalancers != 'internal' || "
                    f"{annotation(_SERVICE_SCHEME)} == 'internal'"
                ),
                message=f"load balancers of <tenant> are internal; write the annotation {_SERVICE_SCHEME}: internal",
                on_update=True,
            ),
            _host_rule("annotated", f"annotation {_HOSTNAME} {_CLAIM_HOSTS}"),
        ),
    )


def tenant_ingresses() -> Policy:
    """Ingresses: host names of the tenant only, its own ALB groups, the controller's own security groups."""
    return Policy(
        name="tenant-ingresses",
        group="networking.k8s.io",
        version="v1",
        resources=("ingresses",),
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(
            TENANT,
            _HOSTS,
            _LOAD_BALANCERS,
            _ANNOTATED,
            ("ruled", "object.spec.?rules.orValue([]).map(rule, rule.?host.orValue(''))"),
            ("secured", f"object.spec.?tls.orValue([]).all(entry, {_covered('entry.?hosts.orValue([])')})"),
            ("group", annotation(f"{_ALB}/group.name")),
        ),
        rules=(
            Rule(
                id="host",
                allows="!has(object.spec.defaultBackend)",
                message="defaultBackend claims every host name; write rules with hosts",
                on_update=True,
            ),
            Rule(
                id="host",
                allows="variables.ruled.all(h, h != '')",
                message="a rule without host claims every name; write its host",
                on_update=True,
            ),
            _host_rule("ruled", f"a rule {_CLAIM_HOSTS}"),
            Rule(
                id="host",
                allows="variables.secured",
                message=f"tls {_CLAIM_HOSTS}",
                on_update=True,
            ),
            _host_rule("annotated", f"annotation {_HOSTNAME} {_CLAIM_HOSTS}"),
            Rule(
                id="scheme",
                allows=f"variables.loadBalancers == 'public' || {annotation(f'{_ALB}/scheme')} != 'internet-facing'",
                message=f"load balancers of <tenant> are not public; write the annotation {_ALB}/scheme: internal",
                on_update=True,
            ),
            Rule(
                id="ingress",
                allows=(
                    "variables.group == '' || variables.group == variables.tenant || "
                    "variables.group.startsWith(variables.tenant + '-')"
                ),
                message=f"{_ALB}/group.name joins another load balancer; write <tenant> or a name after <tenant>-",
                on_update=True,
            ),
            Rule(
                id="ingress",
                allows=f"{annotation(f'{_ALB}/security-groups')} == ''",
                message=f"annotation {_ALB}/security-groups chooses foreign security groups; remove it",
                on_update=True,
            ),
        ),
    )


def tenant_http_routes() -> Policy:
    """HTTPRoutes of the Gateway API, in whatever version the cluster serves them."""
    return Policy(
        name="tenant-http-routes",
        group="gateway.networking.k8s.io",
        version="*",
        resources=("httproutes",),
        operations=("CREATE", "UPDATE"),
        namespaces=(IN_TENANTS,),
        variables=(TENANT, _HOSTS, _ANNOTATED, ("named", "object.spec.?hostnames.orValue([])")),
        rules=(
            Rule(
                id="host",
                allows="variables.named.size() > 0",
                message="a route without hostnames claims every name; write them",
                on_update=True,
            ),
            _host_rule("named", f"hostnames {_CLAIM_HOSTS}"),
            _host_rule("annotated", f"annotation {_HOSTNAME} {_CLAIM_HOSTS}"),
        ),
    )


def _host_rule(claimed: str, message: str) -> Rule:
    return Rule(id="host", allows=_covered(f"variables.{claimed}"), message=message, on_update=True)


def _covered(claimed: str) -> str:
    """CEL: every name in the list is one of the tenant's, or below one of its wildcards."""
    return f"{claimed}.all(h, variables.hosts.exists(p, h == p || (p.startsWith('*.') && h.endsWith(p.substring(1)))))"
