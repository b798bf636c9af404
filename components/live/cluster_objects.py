"""All objects of some kinds, each kind asked for once."""

from collections.abc import Iterable, Mapping
from typing import Final

from .api import Api
from .rest_paths import kind_path
from .snapshot import NODE_CLASSES, NODE_POOLS, Document

_ALWAYS: Final[Mapping[str, str]] = {
    "ClusterRoleBinding": "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    "DaemonSet": "/apis/apps/v1/daemonsets",
    "EC2NodeClass": NODE_CLASSES,
    "Namespace": "/api/v1/namespaces",
    "Node": "/api/v1/nodes",
    "NodePool": NODE_POOLS,
    "Pod": "/api/v1/pods",
}
"""Kinds that an audit looks at, whatever the files ask for."""


def read_objects(api: Api, wanted: Iterable[Document]) -> dict[str, tuple[Document, ...]]:
    """Objects by kind: of every kind among `wanted`, and of those that an audit always looks at.

    Raises:
        ApiError: The cluster did not answer, or the user may not list something.
    """
    paths = {**{each["kind"]: kind_path(each) for each in wanted}, **_ALWAYS}
    return {kind: tuple(api.list(path)) for kind, path in sorted(paths.items())}
