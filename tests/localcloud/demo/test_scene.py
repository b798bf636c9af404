"""What the demonstration says of two looks at the cluster, and its table.

What these tests do not prove: that Karpenter does what is said; tests/cloud runs it.
"""

from decimal import Decimal

from localcloud.demo.scene import Node, Scene, changes, scene, table

PRICES = {"m6i.xlarge": Decimal("0.192"), "c6i.xlarge": Decimal("0.17")}
CONDITIONS = {"Initialized": "True"}


def claim(name="alpha-default-x1", *, node="node-1", capacity_type="on-demand", conditions=CONDITIONS, **metadata):
    return {
        "metadata": {
            "name": name,
            "labels": {
                "node-restriction.kubernetes.io/tenant": "alpha",
                "karpenter.sh/nodepool": "alpha-default",
                "karpenter.sh/capacity-type": capacity_type,
                "node.kubernetes.io/instance-type": "m6i.xlarge",
                "topology.kubernetes.io/zone": "eu-central-1a",
            },
            **metadata,
        },
        "status": {
            **({"nodeName": node} if node else {}),
            "conditions": [{"type": kind, "status": status} for kind, status in conditions.items()],
        },
    }


def pod(app="shop", node="node-1", phase="Running", **metadata):
    return {
        "metadata": {"labels": {"app": app}, **metadata},
        "spec": {"nodeName": node} if node else {},
        "status": {"phase": phase},
    }


def said(before, after):
    return list(changes(before, after))


EMPTY = Scene({}, {}, {})


def test_a_scene_is_nodes_and_pods():
    seen = scene(
        [claim(), {"metadata": {"name": "not-launched", "labels": {}}}],
        [pod(), pod(), pod("train", None, "Pending"), pod("shop", "node-1", deletionTimestamp="2026-11-30T12:00:00Z")],
        PRICES,
    )

    assert seen == Scene(
        nodes={
            "alpha-default-x1": Node(
                claim="alpha-default-x1",
                name="node-1",
                tenant="alpha",
                pool="alpha-default",
                instance_type="m6i.xlarge",
                zone="eu-central-1a",
                capacity_type="on-demand",
                price=Decimal("0.192"),
                ready=True,
                leaving=False,
            )
        },
        running={("shop", "node-1"): 2},
        waiting={"train": 1},
    )


def test_spot_costs_less():
    (node,) = scene([claim(capacity_type="spot")], [], PRICES).nodes.values()

    assert node.price == Decimal("0.0672")


def test_a_node_is_announced_when_it_is_bought_ready_drained_and_gone():
    bought = scene([claim(node=None, conditions={})], [], PRICES)
    ready = scene([claim()], [], PRICES)
    drained = scene([claim(deletionTimestamp="2026-11-30T12:00:00Z")], [], PRICES)

    assert said(EMPTY, bought) == [
        "alpha  Karpenter buys m6i.xlarge in eu-central-1a, on-demand, 0.192 USD/h, for pool alpha-default"
    ]
    assert said(bought, ready) == ["alpha  m6i.xlarge of pool alpha-default is ready"]
    assert said(ready, drained) == ["alpha  m6i.xlarge of pool alpha-default is drained"]
    assert said(drained, EMPTY) == ["alpha  m6i.xlarge of pool alpha-default is gone, 0.192 USD/h less"]


def test_nothing_is_said_when_nothing_has_changed():
    seen = scene([claim()], [pod()], PRICES)

    assert said(seen, seen) == []


def test_pods_are_counted_by_workload():
    before = scene([], [pod()], PRICES)
    after = scene([], [pod("train", "node-2"), pod("train", None, "Pending")], PRICES)

    assert said(before, after) == ["       shop: running 0", "       train: running 1, waiting 1"]


def test_the_table_has_a_line_for_each_node_and_the_sums():
    seen = scene([claim(), claim("alpha-default-x2", node="node-2", capacity_type="spot")], [pod(), pod()], PRICES)

    assert table(seen) == (
        "tenant  pool           instance type  zone           capacity type  USD/h   pods\n"
        "alpha   alpha-default  m6i.xlarge     eu-central-1a  on-demand      0.1920  2\n"
        "alpha   alpha-default  m6i.xlarge     eu-central-1a  spot           0.0672  0\n"
        "USD/h: alpha 0.2592"
    )
