"""Who may log in to the API server: one random token per identity, and a kubeconfig for each.

Controllers have the users and groups that Kubernetes' own roles are bound to, so their rights are the real ones.
A kubeconfig is written as JSON, which every YAML reader takes.
"""

import base64
import csv
import io
import json
import secrets
from pathlib import Path

from .private_file import write_private

ADMINISTRATOR = "administrator"
CONTROLLER_MANAGER = "controller-manager"
SCHEDULER = "scheduler"
NODE_SIMULATOR = "node-simulator"

_USERS = {
    ADMINISTRATOR: ("local-cloud-administrator", "system:masters"),
    CONTROLLER_MANAGER: ("system:kube-controller-manager", ""),
    SCHEDULER: ("system:kube-scheduler", ""),
    # kwok plays kubelet and container engine of every simulated node, which no role of Kubernetes' own covers.
    NODE_SIMULATOR: ("local-cloud-node-simulator", "system:masters"),
}
"""Identity: (user, group)."""


def make_token_file(folder: Path) -> Path:
    """tokens.csv as `kube-apiserver --token-auth-file` reads it, unless it is there."""
    file = folder / "tokens.csv"
    if not file.exists():
        rows = io.StringIO()
        writer = csv.writer(rows)
        for user, group in _USERS.values():
            # token, user, uid, groups
            writer.writerow([secrets.token_urlsafe(32), user, user, group])
        write_private(file, rows.getvalue().encode())
    return file


def write_kubeconfig(target: Path, identity: str, *, server: str, folder: Path) -> Path:
    """A kubeconfig with the certificate authority and the identity's token inside.

    Args:
        target: Where it is written, readable for this user only.
        identity: One of the constants above.
        server: Address of the API server.
        folder: Holds ca.crt and tokens.csv.
    """
    user = _USERS[identity][0]
    with (folder / "tokens.csv").open(newline="", encoding="utf-8") as rows:
        token = next(row[0] for row in csv.reader(rows) if row[1] == user)
    return write_token_kubeconfig(target, user, token, server=server, folder=folder)


def write_token_kubeconfig(target: Path, user: str, token: str, *, server: str, folder: Path) -> Path:
    """The same for a token that the API server has given out itself, such as a service account's."""
    authority = base64.b64encode((folder / "ca.crt").read_bytes()).decode()
    document = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "local-cloud",
        "clusters": [{"name": "local-cloud", "cluster": {"server": server, "certificate-authority-data": authority}}],
        "users": [{"name": user, "user": {"token": token}}],
        "contexts": [{"name": "local-cloud", "context": {"cluster": "local-cloud", "user": user}}],
    }
    write_private(target, json.dumps(document, indent=2).encode())
    return target
