"""Each departure by itself, beside a cluster that agrees with the files. That a real cluster that was just deployed
agrees, tests/cloud proves."""

from collections.abc import Callable

import pytest

from tests.auditing.builders import DEVS, FACTS, TOLERATES, Live, entry, namespace, node, pod
from tests.builders import tenant

ROLE = "tenant-edit"
REFRESH = "run pulumi up --refresh"
EDITED = f"{REFRESH}, or write it into the files  [D02]"
REACHES = (
    "selects or tolerates tenants' nodes, by node-restriction.kubernetes.io/tenant, karpenter-tenants/tenant or a"
    " toleration without key; remove it from the workload, and delete the pod  [D11]"
)
UNKNOWN = "delete it, or write it into access of a tenant, cluster.adminRoleArns or cluster.operators  [D41]"
PATH = f"/karpenter-tenants/{FACTS.name}/"


def without_default_class(live: Live) -> None:
    live.objects["StorageClass"].remove(live.one("StorageClass", "gp3-encrypted"))


def without_policy(live: Live) -> None:
    live.objects["ValidatingAdmissionPolicy"].remove(live.one("ValidatingAdmissionPolicy", "tenant-pods"))


def a_policy_with_an_exception(live: Live) -> None:
    spec = live.one("ValidatingAdmissionPolicy", "tenant-claims")["spec"]
    live.one("ValidatingAdmissionPolicy", "tenant-claims")["spec"] = {
        **spec,
        "matchConditions": [{"name": "mine", "expression": "request.name != 1 || request.dryRun"}],
    }


def a_policy_that_only_warns(live: Live) -> None:
    live.one("ValidatingAdmissionPolicyBinding", "tenant-labels")["spec"]["validationActions"] = ["Warn"]


def more_rights(live: Live) -> None:
    role = next(each for each in live.objects["Role"] if each["metadata"]["name"] == ROLE)
    role["rules"][0]["verbs"] = ["*"]


def a_greater_quota(live: Live) -> None:
    live.objects["ResourceQuota"][0]["spec"]["hard"]["pods"] = "100k"


def a_foreign_label(live: Live) -> None:
    live.one("Namespace", "alpha")["metadata"]["labels"]["karpenter-tenants/enforcement"] = "audit"


def a_namespace_that_passes_for_the_platforms(live: Live) -> None:
    live.objects["Namespace"].append(namespace("tools", **{"karpenter-tenants/system": "true"}))


def a_namespace_without_label(live: Live) -> None:
    del live.one("Namespace", "beta")["metadata"]["labels"]["karpenter-tenants/tenant"]


def a_foreign_toleration(live: Live) -> None:
    live.objects["Pod"].append(pod("logs", on="core-1", within="default", nodeSelector=None, tolerations=[TOLERATES]))


def a_toleration_of_everything(live: Live) -> None:
    tolerations = [{"operator": "Exists"}]
    live.objects["Pod"].append(pod("logs", on="core-1", within="default", nodeSelector=None, tolerations=tolerations))


def a_pod_that_reaches_for_beta(live: Live) -> None:
    selector = {"node-restriction.kubernetes.io/tenant": "beta"}
    live.objects["Pod"] = [pod(nodeSelector=selector, tolerations=[{**TOLERATES, "value": "beta"}])]


def a_pod_on_a_foreign_node(live: Live) -> None:
    live.objects["Node"].append(node("beta-1", "beta"))
    live.objects["Pod"] = [pod(on="beta-1")]


def a_standalone_pod(live: Live) -> None:
    del live.objects["Pod"][0]["metadata"]["ownerReferences"]


def a_daemon_set_that_stays_off(live: Live) -> None:
    spec = {"template": {"spec": {"nodeSelector": {"kubernetes.io/os": "linux"}, "tolerations": []}}}
    metadata = {"namespace": "kube-system", "name": "ebs-csi-node"}
    live.objects["DaemonSet"].append({"metadata": metadata, "spec": spec})


def a_node_without_taint(live: Live) -> None:
    live.one("Node", "alpha-1")["spec"]["taints"] = []


def a_node_without_label(live: Live) -> None:
    del live.one("Node", "alpha-1")["metadata"]["labels"]["node-restriction.kubernetes.io/tenant"]


def a_node_of_nobody(live: Live) -> None:
    other = node("x-1", "gamma")
    del other["metadata"]["labels"]["node-restriction.kubernetes.io/tenant"]
    live.objects["Node"].append(other)


def a_pool_by_hand(live: Live) -> None:
    live.objects["NodePool"].append({"metadata": {"name": "mine"}, "spec": {}})
    live.objects["EC2NodeClass"].append({"metadata": {"name": "mine"}, "spec": {}})


def rights_in_the_whole_cluster(live: Live) -> None:
    subjects = [{"kind": "Group", "name": "tenant:alpha:edit"}, {"kind": "Group", "name": "staff"}]
    binding = {"metadata": {"name": "more"}, "roleRef": {"name": "cluster-admin"}, "subjects": subjects}
    live.objects["ClusterRoleBinding"].append(binding)


def an_entry_by_hand(live: Live) -> None:
    live.account["access_entries"].append(entry("arn:aws:iam::111122223333:role/Mallory"))


def an_entry_that_is_gone(live: Live) -> None:
    live.account["access_entries"].pop()


def an_entry_with_other_groups(live: Live) -> None:
    live.account["access_entries"][-1] = entry(DEVS, groups=("tenant:beta:admin",))


def an_association_by_hand(live: Live) -> None:
    live.account["associations"] = [
        {"namespace": "alpha", "serviceAccount": "web"},
        {"namespace": "kube-system", "serviceAccount": "karpenter"},
    ]


def a_profile_left_over(live: Live) -> None:
    live.account["instance_profiles"].append({"InstanceProfileName": "acme-dev_1", "Path": "/karpenter/x/acme-dev/"})


def a_role_left_over(live: Live) -> None:
    live.account["roles"].append({"RoleName": "acme-dev-gamma-node", "Path": PATH})


DEPARTURES: dict[Callable[[Live], None], list[str]] = {
    without_default_class: [f"StorageClass gp3-encrypted: missing; {REFRESH}  [D01]"],
    without_policy: [f"ValidatingAdmissionPolicy tenant-pods: missing; {REFRESH}  [D01]"],
    a_policy_with_an_exception: [
        "ValidatingAdmissionPolicy tenant-claims: spec.matchConditions is [{'name': 'mine', 'expression':"
        f" 'request.name != 1 || reques…, not absent; {EDITED}"
    ],
    a_policy_that_only_warns: [
        "ValidatingAdmissionPolicyBinding tenant-labels: spec.validationActions[0] is Warn, not Deny; " + EDITED
    ],
    more_rights: [f"Role alpha/tenant-edit: rules[0].verbs is ['*'], not ['get', 'list', 'watch']; {EDITED}"],
    a_greater_quota: [f"ResourceQuota alpha/tenant: spec.hard.pods is 100k, not 1000; {EDITED}"],
    a_foreign_label: [
        f'Namespace alpha: metadata.labels["karpenter-tenants/enforcement"] is audit, not enforce; {EDITED}'
    ],
    a_namespace_that_passes_for_the_platforms: [
        "Namespace tools: carries karpenter-tenants/system: true; kubectl annotate or label namespace tools"
        " karpenter-tenants/system-, or name the namespace in the files  [D03]"
    ],
    a_namespace_without_label: [
        f'Namespace beta: metadata.labels["karpenter-tenants/tenant"] is absent, not beta; {EDITED}'
    ],
    a_foreign_toleration: [f"Pod default/logs: {REACHES}"],
    a_toleration_of_everything: [f"Pod default/logs: {REACHES}"],
    a_pod_that_reaches_for_beta: [
        "Pod alpha/web-1: selects or tolerates nodes of others than alpha; remove it from the workload, and delete the"
        " pod  [D12]",
        "Pod alpha/web-1: could not be made again: [selector] pods of alpha run on its own nodes;"
        " write nodeSelector {node-restriction.kubernetes.io/tenant: alpha}  [D14]",
        "Pod alpha/web-1: could not be made again: [tolerations] a toleration has no key, one of the platform's, or"
        " another tenant's value; name the key of the taint, and for karpenter-tenants/tenant write operator Equal and"
        " value alpha  [D14]",
    ],
    a_pod_on_a_foreign_node: [
        "Pod alpha/web-1: belongs to alpha and runs on beta-1 of beta; delete the pod; its successor is placed anew"
        "  [D13]"
    ],
    a_standalone_pod: [
        "Pod alpha/web-1: could not be made again: [owner] network policies hold for pods with an owner only;"
        " write a Deployment, StatefulSet or Job  [D14]"
    ],
    a_daemon_set_that_stays_off: [
        "DaemonSet kube-system/ebs-csi-node: does not tolerate karpenter-tenants/tenant, so tenants' nodes go without"
        " it; give it a toleration {key: karpenter-tenants/tenant, operator: Exists}, or update it on Kubernetes 1.36"
        "  [D15]"
    ],
    a_node_without_taint: [
        "Node alpha-1: lacks the taint karpenter-tenants/tenant=alpha:NoSchedule of alpha-default;"
        " delete its NodeClaim, a successor takes its pods  [D21]"
    ],
    a_node_without_label: [
        "Node alpha-1: lacks the label node-restriction.kubernetes.io/tenant: alpha of alpha-default;"
        " delete its NodeClaim, a successor takes its pods  [D21]"
    ],
    a_node_of_nobody: [
        "Node x-1: belongs to NodePool gamma-default, which no file names;"
        " delete the NodePool, its nodes are drained with it  [D22]"
    ],
    a_pool_by_hand: [
        "EC2NodeClass mine: is in no file; delete it, or take it over by existingName: mine  [D23]",
        "NodePool mine: is in no file; delete it, or take it over by existingName: mine  [D23]",
    ],
    rights_in_the_whole_cluster: [
        "ClusterRoleBinding more: gives tenant:alpha:edit the rights of cluster-admin in the whole cluster;"
        " kubectl delete clusterrolebinding more; use admission.tenantRoles.<role>.extraRules  [D31]"
    ],
    an_entry_by_hand: [f"access entry arn:aws:iam::111122223333:role/Mallory: type STANDARD, is in no file; {UNKNOWN}"],
    an_entry_that_is_gone: [f"access entry {DEVS}: missing; {REFRESH}  [D42]"],
    an_entry_with_other_groups: [
        f"access entry {DEVS}: groups are tenant:beta:admin, not tenant:alpha:edit; {REFRESH}  [D43]"
    ],
    an_association_by_hand: [
        "Pod Identity association alpha/web: is in no file; delete it, or write it into iam.workloads  [D44]"
    ],
    a_profile_left_over: [
        "instance profile /karpenter/x/acme-dev/acme-dev_1: no tenant and no class uses it;"
        " delete it when no instance runs with it; accounts hold 1,000  [D51]"
    ],
    a_role_left_over: [f"role {PATH}acme-dev-gamma-node: no tenant has it; detach its policies and delete it  [D52]"],
}


def test_cluster_and_files_agree():
    assert Live().lines() == []


@pytest.mark.parametrize("depart", DEPARTURES, ids=lambda depart: depart.__name__)
def test_a_departure_is_told_and_nothing_else(depart: Callable[[Live], None]):
    live = Live()
    depart(live)

    assert live.lines() == DEPARTURES[depart]


@pytest.mark.parametrize("maker", ["root", "role/Deployers", "role/core/Deployers"])
def test_whoever_made_the_cluster_has_an_entry(maker: str):
    live = Live()
    live.account["access_entries"].append(entry(f"arn:aws:iam::{FACTS.account}:{maker}"))

    assert live.lines() == []


def test_a_role_that_a_pool_of_the_platform_names_has_an_entry():
    live = Live(karpenter={"version": "1.14.3", "systemPool": {"limits": {"cpu": 1}, "nodeClass": {"role": "nodes"}}})
    live.account["access_entries"].append(entry(f"arn:aws:iam::{FACTS.account}:role/nodes", "EC2_LINUX"))

    assert live.lines() == []


def test_pause_pods_of_headroom_break_no_rule():
    live = Live()
    live.objects["Pod"] = [pod(priorityClassName="karpenter-tenants-headroom")]

    assert live.lines() == []


def test_a_pod_beside_the_pool_of_its_namespace_is_told_of_the_pool():
    alpha = tenant(namespaces=[{"provisioner": "default"}])
    live = Live(alpha)
    live.account["access_entries"].pop()

    assert live.lines() == [
        "Pod alpha/web-1: could not be made again: [selector] pods of this namespace go to one pool;"
        " write nodeSelector {karpenter.sh/nodepool: alpha-default}  [D14]"
    ]


def test_aws_may_be_left_out():
    live = Live()
    an_entry_by_hand(live)

    assert live.lines(aws=False) == []
