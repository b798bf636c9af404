"""Projects on disk for tests of loading and of the command line."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from components.loading import Loaded, load

STACK = """\
config:
  aws:region: eu-central-1
  platform:cluster:
    name: acme-dev
    kubernetesVersion: "1.35"
    vpc: {vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c01, subnet-0a1b2c02]}
    adminRoleArns: [arn:aws:iam::111122223333:role/PlatformAdmins]
  platform:karpenter: {version: 1.14.3}
  platform:amis: {main: {al2023: v20261101}}
"""
TENANTS = "  platform:tenants: [alpha, beta]\n"
TENANT = """\
name: {name}
owner: {{email: ops@{name}.example}}
provisioners:
  web:
    instanceTypes: [m6i.large]
    limits: {{cpu: 16, memory: 64Gi}}
"""


@dataclass(frozen=True)
class Project:
    """The folder of a project."""

    root: Path

    @classmethod
    def of_two(cls, root: Path) -> "Project":
        """Stack `dev` with the tenants alpha and beta, valid until a test writes something else."""
        made = cls(root)
        made.write("Pulumi.yaml", "name: platform\nruntime: python\n")
        made.stack()
        made.tenant("alpha")
        made.tenant("beta")
        return made

    def write(self, file: str, text: str) -> None:
        """Writes one file as it is."""
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def stack(self, more: str = "", *, tenants: str = TENANTS, base: str = STACK) -> None:
        """Writes the stack file; `more` are further keys of `config:`, indented by two."""
        self.write("Pulumi.dev.yaml", base + tenants + more)

    def tenant(self, name: str, text: str | None = None) -> None:
        """Writes one tenant file; the smallest useful one where no text is given."""
        self.write(f"tenants/{name}.yaml", TENANT.format(name=name) if text is None else text)

    def load(self, config: dict[str, Any] | None = None) -> Loaded:
        """The stack `dev` as it is read."""
        return load(self.root, "dev", config)

    def lines(self, config: dict[str, Any] | None = None) -> list[str]:
        """What loading finds, one line of the report each."""
        return [finding.line() for finding in self.load(config).findings]
