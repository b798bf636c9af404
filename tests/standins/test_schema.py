"""The reflected schema is that of the installed SDKs, so that an upgrade shows as a difference of the file."""

from localcloud.providers.schema import FILE, load_schema, render_schema


def test_schema_file_is_current():
    assert FILE.read_text() == render_schema(), "run python -m localcloud.providers.schema"


def test_required_and_plain_inputs_are_told_apart():
    inputs = load_schema()["resources"]["eks:index:Cluster"]["inputs"]

    assert inputs["skipDefaultNodeGroup"] == {"type": "boolean", "plain": True}
    assert inputs["createOidcProvider"] == {"type": "boolean"}


def test_nested_classes_are_described_by_name():
    schema = load_schema()
    network = schema["resources"]["aws:eks/cluster:Cluster"]["inputs"]["vpcConfig"]

    assert network == {"type": {"object": "pulumi_aws.eks.ClusterVpcConfigArgs"}, "required": True}
    assert schema["objects"]["pulumi_aws.eks.ClusterVpcConfigArgs"]["properties"]["subnetIds"] == {
        "type": {"list": "string"},
        "required": True,
    }
