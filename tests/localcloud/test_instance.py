"""Instances on disk: names, versions, removal."""

import json

import pytest

from localcloud import instance as instances
from localcloud.errors import LocalCloudError
from localcloud.instance import instance


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(instances, "INSTANCES", tmp_path / ".localcloud")
    return tmp_path / ".localcloud"


@pytest.mark.parametrize("name", ["default", "a", "upgrade-1-15", "0"])
def test_usable_names(name, folder):
    assert instance(name).folder == folder / name


@pytest.mark.parametrize("name", ["", "A", "a/b", "..", "-a", "a-", "a" * 31, "ä"])
def test_rejects_a_name_that_is_no_folder_everywhere(name):
    with pytest.raises(LocalCloudError) as refused:
        instance(name)

    assert str(refused.value) == (
        f"instance name {name!r} is not usable; write 1 to 30 of a-z, 0-9 and -, with a letter or digit first and last"
    )


def test_claiming_twice_is_fine():
    instance("default").claim()

    instance("default").claim()


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        (json.dumps({"version": 0}), "0"),
        (json.dumps({"version": 99}), "99"),
        ("not JSON", "unknown"),
        (None, "unknown"),
    ],
)
def test_rejects_files_of_another_version(folder, content, shown):
    (folder / "old").mkdir(parents=True)
    if content is not None:
        (folder / "old" / "version.json").write_text(content)

    with pytest.raises(LocalCloudError) as refused:
        instance("old").claim()

    assert str(refused.value) == (
        f"instance 'old' is of another version of the local cloud (its files {shown}, this one 1); "
        "remove it with: python -m localcloud --name old down"
    )


def test_keys_are_readable_for_this_user_only(folder):
    instance("default").claim()

    assert (folder / "default").stat().st_mode & 0o077 == 0


def test_commands_name_the_instance_unless_it_is_the_default():
    assert instance("default").command("up") == "python -m localcloud up"
    assert instance("other").command("up") == "python -m localcloud --name other up"


def test_no_two_paths_are_the_same():
    chosen = instance("default")
    paths = [
        chosen.lock,
        chosen.records,
        chosen.logs,
        chosen.ports,
        chosen.keys,
        chosen.kubeconfig,
        chosen.etcd,
        chosen.aws,
        chosen.pulumi_home,
        chosen.pulumi_state,
    ]

    assert len(set(paths)) == len(paths)
    assert [path for path in paths if not path.is_relative_to(chosen.folder)] == [chosen.lock]
