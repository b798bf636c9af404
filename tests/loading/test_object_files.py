"""Files that `objects[]` names: what is wrong with them, and where the report points.

Not proved: that the API server takes the objects.
"""

import pytest

from components.loading.document import parse_documents
from tests.loading.builders import TENANT, Project

ALPHA = TENANT.format(name="alpha")
CA = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ca}\ndata: {ca.crt: x}\n"
STORE = "apiVersion: external-secrets.io/v1\nkind: SecretStore\nmetadata: {name: aws, namespace: '${namespace}'}\n"
SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {password: hunter2}\n"
QUOTA = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: all}\n"


def names(project: Project, *files: str) -> None:
    """Alpha's only namespace names these files."""
    project.tenant("alpha", ALPHA + f"namespaces: [{{objects: [{', '.join(files)}]}}]\n")


def test_files_with_one_or_several_objects(project: Project):
    project.write("objects/ca.yaml", CA)
    project.write(
        "objects/all.yaml", f"---\n# the store first\n{STORE}---\n---\n{CA.replace('name: ca', 'name: b')}...\n"
    )
    names(project, "objects/ca.yaml", "objects/all.yaml")

    assert project.lines() == []


def test_a_missing_file(project: Project):
    project.write("objects/ca.yaml", CA)
    names(project, "objects/cat.yaml", "other/store.yaml")

    assert project.lines() == [
        "tenants/alpha.yaml:7:25: namespaces[0].objects[0]: objects/cat.yaml does not exist; "
        "did you mean objects/ca.yaml?  [E009]",
        "tenants/alpha.yaml:7:43: namespaces[0].objects[1]: other/store.yaml does not exist; "
        "add it or remove it here; paths begin at the project's folder  [E009]",
    ]


def test_a_folder_is_no_file(project: Project):
    (project.root / "objects/ca.yaml").mkdir(parents=True)
    names(project, "objects/ca.yaml")

    assert project.lines() == ["objects/ca.yaml:1:1: a folder; put the file itself there  [E001]"]


def test_a_link_to_itself_is_no_file(project: Project):
    (project.root / "objects").mkdir()
    (project.root / "objects/ca.yaml").symlink_to("ca.yaml")
    names(project, "objects/ca.yaml")

    assert project.lines() == ["objects/ca.yaml:1:1: a link that leads nowhere; put the file itself there  [E001]"]


def test_a_folder_that_cannot_be_listed_is_told_once(project: Project):
    (project.root / "objects").symlink_to("objects")
    names(project, "objects/ca.yaml", "objects/store.yaml")

    assert project.lines() == [
        "objects/:1:1: cannot be listed: too many levels of symbolic links; "
        "make it a folder that is readable for whoever runs this  [E001]"
    ]


def test_a_link_never_leaves_the_project(project: Project):
    outside = project.root.with_name(f"{project.root.name}-outside.yaml")
    outside.write_text(CA)
    project.write("objects/ca.yaml", CA)
    (project.root / "objects/link.yaml").symlink_to(outside)
    names(project, "objects/link.yaml")

    assert project.lines() == [
        "tenants/alpha.yaml:7:25: namespaces[0].objects[0]: objects/link.yaml leads out of the project's folder; "
        "put the file itself there  [E005]"
    ]


def test_what_the_product_refuses_is_reported_where_the_file_is_named(project: Project):
    project.write("objects/db.yaml", f"{CA}---\n{SECRET}---\n{QUOTA}")
    names(project, "objects/db.yaml")

    assert project.lines() == [
        "tenants/alpha.yaml:7:25: namespaces[0].objects[0]: objects/db.yaml holds a ResourceQuota, "
        "which the product makes itself; write resourceQuota of the namespace  [E019]",
        "tenants/alpha.yaml:7:25: namespaces[0].objects[0]: objects/db.yaml holds a Secret with data, "
        "which would lie in the repository; refer to it by a SecretStore or an ExternalSecret  [E019]",
    ]


def test_a_default_is_reported_once_for_all_tenants(project: Project):
    project.write("objects/db.yaml", SECRET)
    project.stack("  platform:tenantDefaults: {objects: [objects/db.yaml, objects/no.yaml]}\n")

    assert project.lines() == [
        "Pulumi.dev.yaml:11:39: platform:tenantDefaults.objects[0]: objects/db.yaml holds a Secret with data, "
        "which would lie in the repository; refer to it by a SecretStore or an ExternalSecret  [E019]",
        "Pulumi.dev.yaml:11:56: platform:tenantDefaults.objects[1]: objects/no.yaml does not exist; "
        "add it or remove it here; paths begin at the project's folder  [E009]",
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["1:1: empty, no mapping to read; write its content  [E001]"]),
        ("---\n---\n", ["1:1: empty, no mapping to read; write its content  [E001]"]),
        (f"{CA}---\n- a\n", ["6:1: a list where a mapping is expected; write key: value  [E001]"]),
        (f"{CA}---\nkind: [\n", ["7:1: no YAML: did not find expected node content; correct the text here  [E001]"]),
        (f"{CA}---\n{CA}kind: ConfigMap\n", ["10:1: kind: key given twice, lines 7 and 10; keep one  [E002]"]),
        (
            f"{CA}---\n{CA}",
            ["8:18: metadata.name: ConfigMap ca stands twice in the file, lines 3 and 8; keep one  [E008]"],
        ),
        ("kind: ConfigMap\nmetadata: {name: ca}\n", ["1:1: apiVersion: missing; write apiVersion  [E006]"]),
        (
            "apiVersion: v1\nkind: [ConfigMap]\nmetadata:\n  name: 4711\n",
            [
                "2:7: kind: a list where text is expected; put it in quotes  [E004]",
                "4:9: metadata.name: number 4711 where text is expected; put it in quotes  [E004]",
            ],
        ),
        (
            "apiVersion: a/b/c\nkind: configMap\nmetadata: {name: ca}\n",
            [
                '1:13: apiVersion: text "a/b/c" is no apiVersion; write group/version, such as apps/v1  [E005]',
                '2:7: kind: text "configMap" is no kind; write the name of a kind, such as ConfigMap  [E005]',
            ],
        ),
        (
            "apiVersion: v1\nkind: Secret\n password hunter2\nmetadata: {name: db}\n",
            ["2:7: kind: text of several words is no kind; write the name of a kind, such as ConfigMap  [E005]"],
        ),
        ("apiVersion: v1\nkind: ConfigMap\n", ["1:1: metadata: missing; write name below it  [E006]"]),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: ca\n",
            ['3:11: metadata: text "ca" where a mapping is expected; write name below it  [E004]'],
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: ca-}\n",
            ["3:1: metadata.name: missing; write name  [E006]"],
        ),
        (
            CA.replace("name: ca", "name: ca, namespace: kube-system"),
            [
                '3:33: metadata.namespace: text "kube-system", but the object goes to each namespace that names the '
                "file; remove it or write ${namespace}  [E005]"
            ],
        ),
        (
            "apiVersion: v1\nkind: List\nitems: []\n",
            ["3:8: items: a list hides its objects; write each as a document of its own  [E005]"],
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_reported_in_that_file_once(project: Project, text: str, lines: list[str]):
    project.write("objects/x.yaml", text)
    names(project, "objects/x.yaml")
    project.tenant("beta", TENANT.format(name="beta") + "namespaces: [{objects: [objects/x.yaml]}]\n")

    assert project.lines() == [f"objects/x.yaml:{line}" for line in lines]


def test_one_object_from_two_files_of_a_namespace(project: Project):
    project.write("objects/ca.yaml", CA)
    project.write("objects/more.yaml", CA)
    project.stack("  platform:tenantDefaults: {objects: [objects/ca.yaml]}\n")
    names(project, "objects/more.yaml")

    assert project.lines() == [
        "tenants/alpha.yaml:7:25: namespaces[0].objects[0]: ConfigMap ca of objects/more.yaml is already in "
        "objects/ca.yaml; keep one  [E008]"
    ]


def test_one_file_named_twice(project: Project):
    project.write("objects/ca.yaml", CA)
    names(project, "objects/ca.yaml", "objects/ca.yaml")

    assert project.lines() == [
        "tenants/alpha.yaml:7:42: namespaces[0].objects[1]: ConfigMap ca of objects/ca.yaml is already in "
        "objects/ca.yaml; keep one  [E008]"
    ]


def test_two_namespaces_may_name_one_file(project: Project):
    project.write("objects/ca.yaml", CA)
    project.tenant(
        "alpha", ALPHA + "namespaces: [{objects: [objects/ca.yaml]}, {suffix: b, objects: [objects/ca.yaml]}]\n"
    )

    assert project.lines() == []


def test_the_place_is_right_beside_a_namespace_that_is_wrong_itself(project: Project):
    project.write("objects/db.yaml", SECRET)
    project.tenant("alpha", ALPHA + "namespaces: [{suffix: B}, {objects: [objects/db.yaml]}]\n")

    assert [(finding.path, finding.code) for finding in project.load().findings] == [
        (("namespaces", 0, "suffix"), "E005"),
        (("namespaces", 1, "objects", 0), "E019"),
    ]


def test_no_message_repeats_what_a_secret_holds(project: Project):
    wrong = SECRET.replace("name: db", "name: db, namespace: 5") + "data: {password: !!int hunter2}\n"
    project.write("objects/db.yaml", wrong)
    names(project, "objects/db.yaml")

    lines = project.lines()

    assert lines
    assert not any("hunter2" in line for line in lines)


def test_documents_know_their_places():
    first, second = parse_documents("a: 1\n---\n---\nb:\n  c: 2\n", "objects/x.yaml")

    assert (first.data, first.position(("a",)).line) == ({"a": 1}, 1)
    assert (second.data, second.position(("b", "c")).line) == ({"b": {"c": 2}}, 5)


def test_documents_share_the_limit_of_aliases():
    one = "a: &a [" + ", ".join(["x"] * 500) + "]\nb: [" + ", ".join(["*a"] * 25) + "]\n"

    faults = [document.faults for document in parse_documents("---\n".join([one] * 3), "objects/x.yaml")]

    assert [len(found) for found in faults] == [0, 1]


def test_what_the_files_hold_is_handed_on(project: Project):
    project.write("objects/ca.yaml", f"{CA}---\n{STORE}")
    names(project, "objects/ca.yaml")

    platform = project.load().platform

    assert platform is not None
    (documents,) = platform.object_files.values()
    assert [each["kind"] for each in documents] == ["ConfigMap", "SecretStore"]
    assert list(platform.object_files) == ["objects/ca.yaml"]


ACCOUNT = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: reader}\n"
READER = "{namespace: alpha, serviceAccount: reader, policyArns: ['arn:aws:iam::aws:policy/X']}"


def test_an_account_that_has_rights_in_aws_is_made_already(project: Project):
    project.write("objects/account.yaml", ACCOUNT)
    written = f"namespaces: [{{objects: [objects/account.yaml]}}]\niam: {{workloads: [{READER}]}}\n"
    project.tenant("alpha", ALPHA + written)

    assert project.lines() == [
        "tenants/alpha.yaml:7:25: namespaces[0].objects[0]: ServiceAccount reader of objects/account.yaml is already "
        "in iam.workloads[0]; keep one  [E008]"
    ]


def test_names_meet_after_their_words_are_replaced(project: Project):
    project.write("objects/a.yaml", CA.replace("name: ca", "name: 'ca-${tenant}'"))
    project.write("objects/b.yaml", CA.replace("name: ca", "name: ca-alpha"))
    names(project, "objects/a.yaml", "objects/b.yaml")

    assert project.lines() == [
        "tenants/alpha.yaml:7:41: namespaces[0].objects[1]: ConfigMap ca-alpha of objects/b.yaml is already in "
        "objects/a.yaml; keep one  [E008]"
    ]


def test_objects_of_one_file_meet_after_their_words_are_replaced(project: Project):
    own, of_all = CA.replace("name: ca", "name: ca-alpha"), CA.replace("name: ca", "name: 'ca-${tenant}'")
    project.write("objects/ca.yaml", f"{own}---\n{STORE}---\n{of_all}")
    names(project, "objects/ca.yaml")
    project.tenant("beta", TENANT.format(name="beta") + "namespaces: [{objects: [objects/ca.yaml]}]\n")

    assert project.lines() == [
        "tenants/alpha.yaml:7:25: namespaces[0].objects[0]: ConfigMap ca-alpha stands twice in objects/ca.yaml, lines 3"
        " and 12; keep one  [E008]"
    ]


def test_what_meets_in_every_namespace_alike_is_said_once(project: Project):
    project.write("objects/ca.yaml", CA.replace("name: ca", "name: ca-alpha"))
    project.write("objects/of-all.yaml", CA.replace("name: ca", "name: 'ca-${tenant}'"))
    project.stack("  platform:tenantDefaults: {objects: [objects/ca.yaml, objects/of-all.yaml]}\n")
    project.tenant("alpha", ALPHA + "namespaces: [{}, {suffix: b}]\n")

    assert project.lines() == [
        "Pulumi.dev.yaml:11:56: platform:tenantDefaults.objects[1]: ConfigMap ca-alpha of objects/of-all.yaml is "
        "already in objects/ca.yaml; keep one  [E008]"
    ]
