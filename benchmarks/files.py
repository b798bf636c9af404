"""Measures loading, checking and rendering of a project's files in one process, as the command does it."""

import json
import resource
import sys
import time
from pathlib import Path

from components.checked import examine
from components.cli.documents import tenant_documents
from components.cli.placeholders import cluster_facts
from components.cli.yaml_output import to_yaml
from components.versions import karpenter_version

from .project import STACK


def main(project: Path) -> None:
    """Prints seconds of processor time of each step, and megabytes."""
    start = time.process_time()
    platform = examine(project, STACK).loaded.platform
    assert platform is not None
    checked = time.process_time()
    settings = platform.settings
    facts = cluster_facts(settings, platform.region, karpenter_version(settings.karpenter.version))
    for tenant in platform.tenants:
        for _ in tenant_documents(tenant, settings, facts, {}):
            pass
    rendered = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for tenant in platform.tenants:
        for _, document in tenant_documents(tenant, settings, facts, {}):
            to_yaml(document)
    written = time.process_time()
    seconds = {"check": checked - start, "render": rendered - checked, "render_and_write": written - rendered}
    print(json.dumps({**seconds, "megabytes": peak}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
