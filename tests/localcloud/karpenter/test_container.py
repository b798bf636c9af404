"""What the controller's process is told, read from its Deployment.

What these tests do not prove: that Karpenter reads these variables; tests/cloud starts it with them.
"""

import pytest

from localcloud.karpenter.container import NotRunnable, container_of


def deployment(*, env=(), resources=None, replicas=2, **container):
    return {
        "metadata": {"name": "karpenter", "namespace": "kube-system"},
        "spec": {
            "replicas": replicas,
            "template": {
                "spec": {
                    "serviceAccountName": "karpenter",
                    "containers": [
                        {
                            "name": "controller",
                            "image": "public.ecr.aws/karpenter/controller:1.14.3",
                            "env": list(env),
                            "resources": resources or {},
                            **container,
                        }
                    ],
                }
            },
        },
    }


def resource(name, of, **divisor):
    return {"name": name, "valueFrom": {"resourceFieldRef": {"containerName": "controller", "resource": of, **divisor}}}


def test_the_container_is_who_and_what_the_deployment_says():
    found = container_of(deployment(env=[{"name": "CLUSTER_NAME", "value": "acme"}, {"name": "EMPTY"}]))

    assert found is not None
    assert (found.namespace, found.service_account, found.version) == ("kube-system", "karpenter", "1.14.3")
    assert found.environment == {"CLUSTER_NAME": "acme", "EMPTY": ""}


def test_a_digest_is_no_part_of_the_version():
    found = container_of(deployment(image="public.ecr.aws/karpenter/controller:1.15.2@sha256:0a1b"))

    assert found is not None
    assert found.version == "1.15.2"


def test_variables_that_speak_of_the_pod_are_filled_in():
    env = [
        {"name": "SYSTEM_NAMESPACE", "valueFrom": {"fieldRef": {"fieldPath": "metadata.namespace"}}},
        resource("CPU_REQUESTS", "requests.cpu", divisor="1m"),
        resource("MEMORY_LIMIT", "limits.memory", divisor="0"),
        resource("CPU_LIMIT", "limits.cpu"),
        resource("UNBOUNDED", "limits.ephemeral-storage"),
    ]
    resources = {"requests": {"cpu": "1"}, "limits": {"memory": "1Gi", "cpu": "1500m"}}

    found = container_of(deployment(env=env, resources=resources))

    assert found is not None
    assert found.environment == {
        "SYSTEM_NAMESPACE": "kube-system",
        "CPU_REQUESTS": "1000",
        "MEMORY_LIMIT": "1073741824",
        "CPU_LIMIT": "2",
        "UNBOUNDED": "0",
    }


def test_without_replicas_nothing_runs():
    assert container_of(deployment(replicas=0)) is None


@pytest.mark.parametrize(
    ("changed", "restarts"),
    [
        (deployment(env=[{"name": "LOG_LEVEL", "value": "debug"}]), True),
        (deployment(resources={"limits": {"memory": "2Gi"}}), True),
        (deployment(image="public.ecr.aws/karpenter/controller:1.15.2"), True),
        (deployment(replicas=3), False),
    ],
    ids=["environment", "resources", "image", "replicas"],
)
def test_what_replaces_the_pods_changes_the_fingerprint(changed, restarts):
    before, after = container_of(deployment()), container_of(changed)

    assert before is not None
    assert after is not None
    assert (before.fingerprint != after.fingerprint) is restarts


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (
            deployment(envFrom=[{"configMapRef": {"name": "more"}}]),
            "the container has envFrom; name its variables in controller.env",
        ),
        (
            deployment(env=[{"name": "TOKEN", "valueFrom": {"secretKeyRef": {"name": "a", "key": "b"}}}]),
            "variable TOKEN comes from secretKeyRef; write its value",
        ),
    ],
    ids=["envFrom", "secret"],
)
def test_rejects_variables_from_where_only_a_kubelet_looks(refused, message):
    with pytest.raises(NotRunnable) as error:
        container_of(refused)

    assert str(error.value) == message
