"""Physical names: within their limits, different for what is different, also for IAM, which ignores case."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from components.model import names
from components.model.names import ClusterName, TenantName, fit, tenant_name_faults, tenant_name_remedy

cluster_names = st.from_regex(r"[0-9A-Za-z][A-Za-z0-9_-]{0,99}", fullmatch=True).map(ClusterName)
tenant_names = st.from_regex(names.TENANT_NAME, fullmatch=True).map(TenantName)
systems = st.sampled_from(["linux", "windows"])
IAM_NAME = re.compile(r"[A-Za-z0-9_+=,.@-]+")


def test_short_name_is_kept_whole():
    assert fit("acme-dev-alpha-node", 64) == "acme-dev-alpha-node"


def test_name_of_the_limit_is_kept_whole():
    assert fit("a" * 64, 64) == "a" * 64


def test_long_name_ends_with_a_hash_of_all_of_it():
    assert fit("payments-production-eu-west-1-shared-services-blue-northwind-logistics-euro-node", 64) == (
        "payments-production-eu-west-1-shared-services-blue-nort-6483909a"
    )


@given(st.text("ab-", max_size=40), st.text("ab-", max_size=40), st.integers(12, 20))
def test_different_names_stay_different(one: str, other: str, limit: int):
    assume(one != other)

    assert fit(one, limit) != fit(other, limit)
    assert len(fit(one, limit)) <= limit


@given(cluster_names, tenant_names, tenant_names, systems, systems)
def test_node_roles_of_a_cluster_differ_for_iam(
    cluster: ClusterName, one: TenantName, other: TenantName, one_system: str, other_system: str
):
    assume((one, one_system) != (other, other_system))
    assume(not _continues(one, other))

    roles = [names.node_role(cluster, one, one_system), names.node_role(cluster, other, other_system)]

    assert roles[0].lower() != roles[1].lower()


def _continues(one: str, other: str) -> bool:
    """Names that no platform holds together: E011."""
    return one.startswith(f"{other}-") or other.startswith(f"{one}-")


@given(cluster_names, tenant_names, systems)
def test_names_in_iam_are_within_their_limits(cluster: ClusterName, tenant: TenantName, system: str):
    roles = [
        names.node_role(cluster, tenant, system),
        names.workload_role(cluster, names.namespace(tenant, "web"), "api"),
        names.cluster_role(cluster),
        names.core_node_role(cluster),
        names.controller_role(cluster),
        names.addon_role(cluster, "aws-ebs-csi-driver"),
    ]
    others = [
        names.instance_profile(cluster, tenant, system),
        names.boundary_policy(cluster, tenant),
        names.controller_policy(cluster, "node-lifecycle"),
    ]

    assert all(IAM_NAME.fullmatch(name) for name in [*roles, *others])
    assert max(map(len, roles)) <= names.ROLE_NAME_LIMIT
    assert max(map(len, others)) <= names.POLICY_NAME_LIMIT
    assert len(set(roles)) == len(roles)


@given(cluster_names)
def test_queue_and_rules_are_within_their_limits(cluster: ClusterName):
    queue = names.interruption_queue(cluster)
    rules = {names.event_rule(cluster, suffix) for suffix in ("spot", "rebalance", "health", "state")}

    assert re.fullmatch(r"[A-Za-z0-9_-]{1,80}", queue)
    assert len(rules) == 4
    assert max(map(len, rules)) <= names.EVENT_RULE_LIMIT


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "node role": (names.node_role(ClusterName("c"), TenantName("alpha"), "linux"), "c-alpha-node"),
        "node role on Windows": (
            names.node_role(ClusterName("c"), TenantName("alpha"), "windows"),
            "c-alpha-node-windows",
        ),
        "profile": (names.instance_profile(ClusterName("c"), TenantName("alpha"), "linux"), "c-alpha-node"),
        "role path": (names.tenant_role_path(ClusterName("c")), "/karpenter-tenants/c/"),
        "workload path": (
            names.workload_role_path(ClusterName("c"), TenantName("alpha")),
            "/karpenter-tenants-workloads/c/alpha/",
        ),
        "workload role": (names.workload_role(ClusterName("c"), "alpha-web", "api"), "c-alpha-web.api"),
        "boundary": (names.boundary_policy(ClusterName("c"), TenantName("alpha")), "c-alpha-boundary"),
        "controller role": (names.controller_role(ClusterName("c")), "c-karpenter"),
        "controller policy": (names.controller_policy(ClusterName("c"), "eks"), "c-karpenter-eks"),
        "core node role": (names.core_node_role(ClusterName("c")), "c-core-node"),
        "cluster role": (names.cluster_role(ClusterName("c")), "c-cluster"),
        "queue": (names.interruption_queue(ClusterName("c")), "c-karpenter"),
        "rule": (names.event_rule(ClusterName("c"), "spot"), "c-karpenter-spot"),
        "pool": (names.node_pool(TenantName("alpha"), "web"), "alpha-web"),
        "class": (names.ec2_node_class(TenantName("alpha"), "web"), "alpha-web"),
        "namespace": (names.namespace(TenantName("alpha")), "alpha"),
        "namespace with suffix": (names.namespace(TenantName("alpha"), "web"), "alpha-web"),
        "storage class": (names.storage_class(TenantName("alpha"), "fast"), "alpha-fast"),
    }.values(),
)
def test_name(name: str, text: str):
    """A changed name replaces what is deployed under the old one."""
    assert name == text


@given(tenant_names, st.from_regex(names.PROVISIONER_KEY, fullmatch=True))
def test_names_that_users_see_fit_a_label_without_being_cut(tenant: TenantName, key: str):
    assert len(names.node_pool(tenant, key)) <= 41 <= names.NODE_POOL_LIMIT
    assert len(names.namespace(tenant, "s" * names.NAMESPACE_SUFFIX_LIMIT)) <= names.NAMESPACE_LIMIT


@pytest.mark.parametrize(
    ("name", "faults"),
    {
        "good": ("team-data", ()),
        "one letter": ("a", ()),
        "24 characters": ("northwind-logistics-euro", ()),
        "reserved": ("core", ("is reserved",)),
        "reserved prefix": ("kube-ops", ("is reserved",)),
        "reserved and capitals": ("Kube-Ops", ("is reserved", "has capitals")),
        "underscore": ("Team_Data", ("has capitals", "has characters other than letters, digits and -")),
        "hyphens at the ends": ("-edge-", ("does not begin with a letter", "ends with -")),
        "umlaut": ("müller", ("has characters other than letters, digits and -",)),
        "digit first": ("3m", ("does not begin with a letter",)),
        "25 characters": ("a" * 25, ("has 25 characters, 24 are allowed",)),
        "empty": ("", ("is empty",)),
        "newline": ("alpha\n", ("has characters other than letters, digits and -",)),
        "path": ("../x", ("has characters other than letters, digits and -",)),
    }.values(),
)
def test_faults_of_tenant_names(name: str, faults: tuple[str, ...]):
    assert tenant_name_faults(name) == faults


@given(st.text("abAB0-_.ü\n", max_size=26))
def test_a_name_without_faults_is_one_of_the_pattern(name: str):
    assert (not tenant_name_faults(name)) == bool(names.TENANT_NAME.fullmatch(name))


@pytest.mark.parametrize("name", ["a" * 25, "a" * 23 + "-a", "a" * 24 + "-"])
def test_a_name_that_is_only_too_long_is_to_be_shortened(name: str):
    assert tenant_name_remedy(name) == "shorten it"


@pytest.mark.parametrize("name", ["Alpha", "A" * 30, "kube-" + "a" * 30, ""])
def test_another_name_is_to_be_chosen_instead_of_one_with_other_faults(name: str):
    assert tenant_name_remedy(name) == "choose lower-case letters, digits and - without a reserved prefix"
