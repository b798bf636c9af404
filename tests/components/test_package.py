"""What the package promises, and what its import costs."""

import subprocess
import sys

import components


def test_the_three_components_and_their_args():
    assert sorted(components.__all__) == [
        "KarpenterCluster",
        "KarpenterClusterArgs",
        "Provisioner",
        "ProvisionerArgs",
        "Tenant",
        "TenantArgs",
    ]
    assert [getattr(components, name).__name__ for name in components.__all__] == components.__all__


def test_the_command_does_not_load_pulumi():
    code = "import sys, components.cli; print([name for name in sys.modules if name.startswith('pulumi')])"

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"
