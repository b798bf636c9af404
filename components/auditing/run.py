"""The whole audit: what was read of cluster and account against what the files ask for."""

from collections.abc import Mapping

from .account import Account, Files, departed_account
from .departure import Departure, Document
from .namespaces import labelled_by_hand
from .nodes import departed_nodes, foreign_pools
from .objects import departed_objects, key_of
from .pods import Pods, departed_pods
from .rights import cluster_wide


def audit(files: Files, objects: Mapping[str, tuple[Document, ...]], account: Account | None) -> tuple[Departure, ...]:
    """Every departure, by code and subject.

    Args:
        files: What the files ask for.
        objects: Of the cluster by kind.
        account: None leaves AWS out.
    """
    manifests = [document for document in files.documents if "apiVersion" in document]
    live = {key_of(kind, each): each for kind, found in objects.items() for each in found}
    spaces = [each for each in manifests if each["kind"] == "Namespace"]
    pods = Pods(objects["Pod"], objects["DaemonSet"], objects["Namespace"], objects["Node"])
    found = [
        *departed_objects(manifests, live),
        *labelled_by_hand(spaces, objects["Namespace"]),
        *departed_pods(pods, files.settings),
        *departed_nodes(objects["Node"], manifests),
        *foreign_pools(objects, manifests),
        *cluster_wide(objects["ClusterRoleBinding"]),
        *(() if account is None else departed_account(account, files, objects["EC2NodeClass"])),
    ]
    return tuple(sorted(found, key=lambda each: (each.code, each.subject, each.what)))
