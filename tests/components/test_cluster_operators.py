"""Staff over several tenants, in the recorder."""

from tests.builders import tenant
from tests.components.builders import cluster_settings, record_cluster, record_tenant
from tests.recording import ACCOUNT

ON_CALL = f"arn:aws:iam::{ACCOUNT}:role/OnCall"
EVERYWHERE = {"principalArn": ON_CALL, "role": "view", "tenants": "all"}


def test_one_entry_for_each_principal_with_the_groups_of_all_its_items():
    seen = record_cluster(
        cluster=cluster_settings(
            operators=[
                EVERYWHERE,
                {"group": "auditors", "role": "view", "tenants": "all"},
                {"principalArn": ON_CALL, "role": "edit", "tenants": ["alpha", "beta"]},
            ]
        )
    )

    (entry,) = seen.of("aws:eks/accessEntry:AccessEntry", "acme-dev-operator-*")
    assert entry.name == f"acme-dev-operator-{ACCOUNT}:role/OnCall"
    assert entry.inputs == {
        "clusterName": "acme-dev",
        "principalArn": ON_CALL,
        "kubernetesGroups": ["tenant:all:view", "tenant:alpha:edit", "tenant:beta:edit"],
        "type": "STANDARD",
        "tags": {},
    }
    assert not entry.protect
    assert entry.hooks == ("on_error: acme-dev-operator-refused",)


def test_nothing_is_made_where_no_principal_is_named():
    seen = record_cluster(cluster=cluster_settings(operators=[{"group": "auditors", "role": "view", "tenants": "all"}]))

    assert seen.of("*", "acme-dev-operator*") == []


def test_staff_over_all_changes_nothing_of_a_tenant():
    def of_alpha(**cluster: object) -> list[object]:
        seen = record_tenant(tenant(), cluster=cluster_settings(**cluster))
        return [(one.type, one.name, one.inputs) for one in seen.of("*", "alpha*")]

    assert of_alpha(operators=[EVERYWHERE]) == of_alpha()
