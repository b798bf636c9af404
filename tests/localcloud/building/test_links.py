"""Where binaries are found once they are linked."""

from localcloud.building.links import link_binaries, linked_binary
from localcloud.building.tools import ETCD, KUBERNETES_PROVIDER, PULUMI


def cached(folder, tool, content="binary"):
    binary = folder / f"{tool.name}-0123" / tool.name
    binary.parent.mkdir(parents=True)
    binary.write_text(content)
    return binary


def test_the_engine_is_no_symbolic_link_because_it_looks_beside_itself(tmp_path):
    engine = cached(tmp_path / "cache", PULUMI)
    (engine.parent / "pulumi-language-python-exec").write_text("exec")

    link_binaries({PULUMI: engine}, tmp_path / "bin")

    assert sorted(path.name for path in (tmp_path / "bin").iterdir()) == [
        "providers",
        "pulumi",
        "pulumi-language-python-exec",
    ]
    assert not (tmp_path / "bin" / "pulumi").is_symlink()


def test_providers_are_not_on_the_path(tmp_path):
    provider = cached(tmp_path / "cache", KUBERNETES_PROVIDER)

    link_binaries({KUBERNETES_PROVIDER: provider}, tmp_path / "bin")

    assert linked_binary(KUBERNETES_PROVIDER, tmp_path / "bin").readlink() == provider
    assert not (tmp_path / "bin" / "pulumi-resource-kubernetes").exists()


def test_links_follow_to_a_new_build(tmp_path):
    link_binaries({ETCD: cached(tmp_path / "old", ETCD)}, tmp_path / "bin")
    newer = cached(tmp_path / "new", ETCD)

    link_binaries({ETCD: newer}, tmp_path / "bin")

    assert (tmp_path / "bin" / "etcd").readlink() == newer


def test_a_new_engine_takes_the_place_of_the_old_one(tmp_path):
    link_binaries({PULUMI: cached(tmp_path / "old", PULUMI, "old")}, tmp_path / "bin")

    link_binaries({PULUMI: cached(tmp_path / "new", PULUMI, "newer")}, tmp_path / "bin")

    assert (tmp_path / "bin" / "pulumi").read_text() == "newer"
