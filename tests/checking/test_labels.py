"""Label and requirement keys by version. Not proved here: that the list of keys is Karpenter's (tests/cloud)."""

import pytest

from components.model.platform import Platform
from tests.checking.builders import cluster, karpenter, report, with_pool

OLD = karpenter("1.8.8") | cluster(kubernetesVersion="1.34")
SUPPORT = "platform:karpenter.version: 1.8.8 is out of support; write 1.14.3, supported to July 2027  [W230]"


def requires(key: str) -> dict[str, object]:
    return {"requirements": [{"key": key, "operator": "Exists"}]}


KEYS = {
    "domain of Kubernetes up to 1.8": (
        with_pool(labels={"app.kubernetes.io/name": "web"}, stack=OLD),
        [
            SUPPORT,
            'provisioners.web.labels["app.kubernetes.io/name"]: allowed from Karpenter 1.9, this stack has 1.8.8;'
            " use an own domain  [E182]",
        ],
    ),
    "domain of Kubernetes from 1.9": (with_pool(labels={"app.kubernetes.io/name": "web"}), []),
    "domain that was always free": (with_pool(labels={"node.kubernetes.io/team": "web"}, stack=OLD), [SUPPORT]),
    "node role": (
        with_pool(labels={"node-role.kubernetes.io/web": ""}),
        [
            'provisioners.web.labels["node-role.kubernetes.io/web"]: belongs to the cluster; use an own domain  [E182]',
        ],
    ),
    "host name": (
        with_pool(**requires("kubernetes.io/hostname")),
        [
            "provisioners.web.requirements[0].key: kubernetes.io/hostname belongs to the cluster;"
            " use an own domain  [E182]"
        ],
    ),
    "requirement on the node class": (
        with_pool(**requires("karpenter.k8s.aws/ec2nodeclass")),
        [
            "provisioners.web.requirements[0].key: karpenter.k8s.aws/ec2nodeclass passes the API and the pool"
            " never gets Ready; write nodeClass  [E201]"
        ],
    ),
    "key that Karpenter does not know": (
        with_pool(**requires("karpenter.k8s.aws/instance-pods")),
        [
            "provisioners.web.requirements[0].key: karpenter.k8s.aws/instance-pods is not known to 1.14.3;"
            " remove it  [E202]"
        ],
    ),
    "key that the version does not know yet": (
        with_pool(**requires("karpenter.k8s.aws/instance-tenancy"), stack=OLD),
        [
            SUPPORT,
            "provisioners.web.requirements[0].key: karpenter.k8s.aws/instance-tenancy is not known to 1.8.8;"
            " remove it  [E202]",
        ],
    ),
    "label in Karpenter's domain": (
        with_pool(labels={"team.karpenter.sh/name": "web"}),
        ['provisioners.web.labels["team.karpenter.sh/name"]: is not known to 1.14.3; remove it  [E202]'],
    ),
    "domain that ends like Karpenter's": (
        with_pool(labels={"mykarpenter.sh/x": "web"}),
        [
            'provisioners.web.labels["mykarpenter.sh/x"]: ends like a domain of Karpenter, which the API refuses;'
            " use another domain  [E202]"
        ],
    ),
    "known key": (with_pool(**requires("karpenter.k8s.aws/instance-tenancy")), []),
    "own key": (with_pool(labels={"example.com/team": "web"}, **requires("example.com/team")), []),
}


@pytest.mark.parametrize(("stack", "expected"), KEYS.values(), ids=KEYS)
def test_keys_of_a_pool(stack: Platform, expected: list[str]):
    assert report(stack) == expected
