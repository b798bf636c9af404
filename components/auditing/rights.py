"""Rights in the whole cluster that somebody bound to a tenant's people (D31)."""

from collections.abc import Iterable, Iterator

from .departure import Departure, Document


def cluster_wide(bindings: Iterable[Document]) -> Iterator[Departure]:
    """ClusterRoleBindings of groups `tenant:…`; a tenant's rights lie in its namespaces."""
    for binding in bindings:
        for subject in binding.get("subjects") or ():
            if subject["kind"] == "Group" and subject["name"].startswith("tenant:"):
                name, role = binding["metadata"]["name"], binding["roleRef"]["name"]
                what = f"gives {subject['name']} the rights of {role} in the whole cluster"
                fix = f"kubectl delete clusterrolebinding {name}; use admission.tenantRoles.<role>.extraRules"
                yield Departure("D31", f"ClusterRoleBinding {name}", what, fix)
