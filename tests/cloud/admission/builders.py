"""Who asks, and what for: callers by impersonation, namespaces of tenants, and a pod that may run.

Everything is judged by a dry run and not kept, except where a test says otherwise.
"""

import copy
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from localcloud.api_server import ApiServer

ADMISSION = "/apis/admissionregistration.k8s.io/v1"


@dataclass(frozen=True)
class Answer:
    """What the API server said: the object, or why not; with its warnings."""

    code: int
    body: Mapping[str, Any]
    warnings: tuple[str, ...]

    @property
    def message(self) -> str:
        return self.body.get("message", "")

    @property
    def denied_by(self) -> tuple[int, str, str]:
        """Status, policy and rule; the policy and rule are empty where no policy denied."""
        _, _, rest = self.message.partition("ValidatingAdmissionPolicy '")
        if not rest:
            return self.code, "", ""
        return self.code, rest.partition("'")[0], rest.partition("[")[2].partition("]")[0]


class Caller(ApiServer):
    """The API server as somebody else sees it; without a name, as the administrator."""

    def __init__(self, kubeconfig: Path, user: str = "", group: str = "") -> None:
        super().__init__(kubeconfig)
        asked = {"Impersonate-User": user, "Impersonate-Group": group}
        self._impersonated = {header: value for header, value in asked.items() if value}

    def ask(
        self,
        method: str,
        path: str,
        document: Any = None,
        content_type: str = "application/json",
        *,
        keep: bool = False,
    ) -> Answer:
        """One request; a dry run unless `keep`."""
        query = "" if keep else "?dryRun=All"
        request = urllib.request.Request(
            self.address + path + query,
            None if document is None else json.dumps(document).encode(),
            {"Authorization": f"Bearer {self._token}", "Content-Type": content_type, **self._impersonated},
            method=method,
        )
        try:
            with self._opener.open(request) as answer:
                warnings = tuple(answer.headers.get_all("Warning") or ())
                return Answer(answer.status, json.loads(answer.read()), warnings)
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            warnings = tuple(error.headers.get_all("Warning") or ())
            return Answer(error.code, json.loads(text) if text.startswith("{") else {"message": text}, warnings)

    def post(self, path: str, document: Mapping[str, Any], *, keep: bool = False) -> Answer:
        """Creates an object in the collection `path`."""
        return self.ask("POST", path, document, keep=keep)

    def patch(self, path: str, *operations: Mapping[str, Any]) -> Answer:
        """Changes an object by a JSON patch."""
        return self.ask("PATCH", path, list(operations), "application/json-patch+json")


def namespace(name: str, labels: Mapping[str, str], annotations: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A namespace; keys of the product without their domain, such as `tenant`."""
    return {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {
            "name": name,
            "labels": {_key(key): value for key, value in labels.items()},
            "annotations": {_key(key): value for key, value in (annotations or {}).items()},
        },
    }


def _key(word: str) -> str:
    return word if "/" in word else f"karpenter-tenants/{word}"


POD: Mapping[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {
        "name": "p",
        # A dry run does not look the object up.
        "ownerReferences": [
            {
                "apiVersion": "apps/v1",
                "kind": "ReplicaSet",
                "name": "p",
                "uid": "00000000-0000-4000-8000-000000000000",
                "controller": True,
            }
        ],
    },
    "spec": {
        "nodeSelector": {"node-restriction.kubernetes.io/tenant": "alpha"},
        "tolerations": [
            {"key": "karpenter-tenants/tenant", "operator": "Equal", "value": "alpha", "effect": "NoSchedule"}
        ],
        "securityContext": {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}},
        "containers": [
            {
                "name": "c",
                "image": "registry.example/app:1",
                "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"memory": "64Mi"}},
                "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
            }
        ],
    },
}
"""Runs in alpha: satisfies `restricted`, the selector and the toleration."""


def pod(**spec: Any) -> dict[str, Any]:
    """The pod that may run, with these fields of its spec replaced; None takes one out."""
    document = copy.deepcopy(dict(POD))
    document["spec"] = {key: value for key, value in {**document["spec"], **spec}.items() if value is not None}
    return document


def tolerating(*tolerations: Mapping[str, Any]) -> dict[str, Any]:
    """The pod with further tolerations."""
    return pod(tolerations=[*POD["spec"]["tolerations"], *tolerations])


def container(**fields: Any) -> dict[str, Any]:
    """The pod with these fields of its container."""
    return pod(containers=[{**copy.deepcopy(POD["spec"]["containers"][0]), **fields}])


def annotated(**annotations: str) -> dict[str, Any]:
    """The pod with annotations of karpenter.sh; `_` stands for `-`."""
    document = pod()
    document["metadata"]["annotations"] = {
        f"karpenter.sh/{key.replace('_', '-')}": value for key, value in annotations.items()
    }
    return document


def workload(kind: str, name: str = "w", **spec: Any) -> dict[str, Any]:
    """A Deployment or DaemonSet of that pod; `spec` as in `pod`."""
    return {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {"name": name},
        "spec": {
            "selector": {"matchLabels": {"app": name}},
            "template": {"metadata": {"labels": {"app": name}}, "spec": pod(**spec)["spec"]},
        },
    }


def service(annotations: Mapping[str, str] | None = None, **spec: Any) -> dict[str, Any]:
    """A service on port 80."""
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "s", "annotations": dict(annotations or {})},
        "spec": {"selector": {"app": "p"}, "ports": [{"port": 80}], **spec},
    }


def ingress(*hosts: str | None, annotations: Mapping[str, str] | None = None, **spec: Any) -> dict[str, Any]:
    """An ingress with a rule for each host; None is a rule without host."""
    backend = {"service": {"name": "s", "port": {"number": 80}}}
    paths = {"paths": [{"path": "/", "pathType": "Prefix", "backend": backend}]}
    rules = [{"http": paths, **({} if host is None else {"host": host})} for host in hosts]
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "Ingress",
        "metadata": {"name": "i", "annotations": dict(annotations or {})},
        "spec": {"rules": rules, **spec},
    }


def claim(**spec: Any) -> dict[str, Any]:
    """A claim of one gibibyte."""
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "c"},
        "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, **spec},
    }


def service_account(role_arn: str | None) -> dict[str, Any]:
    """A service account that asks for a role of AWS."""
    annotations = {} if role_arn is None else {"eks.amazonaws.com/role-arn": role_arn}
    return {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "sa", "annotations": annotations}}
