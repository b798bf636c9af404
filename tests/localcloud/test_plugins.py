"""Where the engine finds providers and language host, and that they start from anywhere."""

import subprocess

import pytest

from localcloud import plugins
from localcloud.folders import BIN
from localcloud.plugins import lay_language_host, lay_providers


@pytest.fixture
def home(tmp_path):
    lay_providers(tmp_path)
    return tmp_path


def test_one_folder_per_provider_with_the_version_that_its_sdk_asks_for(home):
    assert sorted(str(path.relative_to(home)) for path in home.rglob("pulumi-resource-*")) == [
        "plugins/resource-aws-v7.51.1/pulumi-resource-aws",
        "plugins/resource-eks-v4.4.0/pulumi-resource-eks",
        "plugins/resource-kubernetes-v4.34.2/pulumi-resource-kubernetes",
    ]


def test_the_kubernetes_provider_is_the_built_one(home):
    provider = home / "plugins" / "resource-kubernetes-v4.34.2" / "pulumi-resource-kubernetes"

    assert provider.readlink() == BIN / "providers" / "pulumi-resource-kubernetes"


def test_laying_them_twice_changes_nothing(home):
    launcher = home / "plugins" / "resource-aws-v7.51.1" / "pulumi-resource-aws"
    before = launcher.stat()

    lay_providers(home)

    assert (launcher.stat().st_ino, launcher.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_launcher_runs_its_module_from_any_folder_with_the_arguments_of_the_engine(tmp_path, monkeypatch):
    monkeypatch.setattr(plugins, "_STAND_INS", {"aws": "json.tool"})
    lay_providers(tmp_path)
    launcher = tmp_path / "plugins" / "resource-aws-v7.51.1" / "pulumi-resource-aws"

    finished = subprocess.run([launcher, "127.0.0.1:1"], cwd="/", capture_output=True, text=True)

    # The module's own complaint about the arguments shows that it was the one that ran, and what it was given.
    assert finished.stderr.splitlines()[-1].endswith("error: unrecognized arguments: --plugin")


def test_the_language_host_lies_beside_the_built_engine(tmp_path, monkeypatch):
    monkeypatch.setattr(plugins, "BIN", tmp_path)

    lay_language_host()

    assert [path.name for path in tmp_path.iterdir()] == ["pulumi-language-python"]
    assert (tmp_path / "pulumi-language-python").stat().st_mode & 0o111 == 0o111
