"""Files without end: refused early, and told in a report that ends. Not proved: time and memory, see benchmarks/."""

from components.loading.document import parse_document
from components.loading.yaml_nodes import MAX_ENTRIES, MAX_FAULTS, MAX_NODES
from tests.loading.builders import TENANT, Project

FILE = "tenants/alpha.yaml"


def faults(text: str) -> list[str]:
    """What is wrong with a text, one line each."""
    return [f"{f.line}:{f.column} {f.code} {f.what}; {f.fix}" for f in parse_document(text, FILE).faults]


def test_as_many_values_as_a_file_may_have():
    lists = ["[" + "1," * 999 + "1]"] * (MAX_NODES // 1_001)

    assert faults("a: [" + ",".join(lists) + "]\n") == []
    assert faults("a: [" + ",".join([*lists, *lists[:2]]) + "]\n") == [
        "1:1 E001 more than 100000 values in one file; split it up"
    ]


def test_as_many_entries_as_a_list_or_a_mapping_may_have():
    entries = range(MAX_ENTRIES)

    for most, one_more in (
        (
            "[" + ",".join(f"{entry}" for entry in entries) + "]",
            "[x," + ",".join(f"{entry}" for entry in entries) + "]",
        ),
        (
            "{" + ",".join(f"k{entry}: 1" for entry in entries) + "}",
            "{x: 1," + ",".join(f"k{entry}: 1" for entry in entries) + "}",
        ),
    ):
        assert faults(f"a: {most}\n") == []
        assert faults(f"a: {one_more}\n") == ["1:4 E001 5001 entries, at most 5000 are read; split them up"]


def test_many_mistakes_in_the_text_are_told_in_part():
    told = faults("a: 1\n" * (MAX_FAULTS + 500))

    assert len(told) == MAX_FAULTS
    assert told[-2:] == [
        "1000:1 E002 key given twice, lines 1 and 1000; keep one",
        "1001:1 E002 this and what follows in the text is not told any more; correct what is told",
    ]


def test_many_wrong_fields_are_told_in_part(project: Project):
    project.tenant("alpha", TENANT.format(name="alpha") + "".join(f"zz{number}: 1\n" for number in range(1_500)))

    lines = project.lines()

    assert len(lines) == 1_001
    assert lines[-2].startswith("tenants/alpha.yaml:1006:1: zz999: unknown field; known here are name, displayName, ")
    assert lines[-1] == (
        "tenants/alpha.yaml:1007:1: zz1000: this and 499 more mistakes are not told; correct what is told  [E003]"
    )


def test_only_the_first_wrong_names_are_compared_with_the_right_ones(project: Project):
    overrides = ", ".join(f"alphaa{number}: {{}}" for number in range(60))
    project.stack(f"  platform:tenantOverrides: {{{overrides}}}\n")

    fixes = [line.partition("; ")[2] for line in project.lines()]

    assert fixes == ["did you mean alpha?  [E009]"] * 50 + ["list it or remove this  [E009]"] * 10


def test_only_the_first_wrong_names_of_the_list_are_compared_with_the_files(project: Project):
    names = ", ".join(f"alphaa{number}" for number in range(60))
    project.stack(tenants=f"  platform:tenants: [alpha, beta, {names}]\n")

    fixes = [line.partition("; ")[2] for line in project.lines()]

    assert fixes[:50] == ["did you mean alpha?  [E012]"] * 50
    assert fixes[50] == "add it or remove alphaa50  [E012]"
    assert len(fixes) == 60


def test_a_list_of_tenants_without_end_is_not_called_empty(project: Project):
    project.stack(tenants=f"  platform:tenants: [{', '.join(f't{number}' for number in range(MAX_ENTRIES + 1))}]\n")

    assert [line for line in project.lines() if "[I013]" not in line] == [
        "Pulumi.dev.yaml:10:21: platform:tenants: 5001 entries, at most 5000 are read; split them up  [E001]"
    ]
