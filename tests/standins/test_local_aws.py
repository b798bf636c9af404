"""The local AWS around moto: images, parameters, prices, and what is left after a destroy."""

import json
import urllib.request
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from localcloud.aws.images import KUBERNETES_VERSIONS, images
from localcloud.aws.parameters import parameter_values
from localcloud.aws.prices import on_demand_prices, read_go_table
from localcloud.aws.server import Server
from localcloud.providers.aws.session import Session
from tests.standins.builders import cluster, network
from tests.standins.recording import Engine

ALIASES = {
    "AL2023": "/aws/service/eks/optimized-ami/{k8s}/amazon-linux-2023/x86_64/standard/"
    "amazon-eks-node-al2023-x86_64-standard-{k8s}-v20261101/image_id",
    "AL2023 latest": "/aws/service/eks/optimized-ami/{k8s}/amazon-linux-2023/arm64/nvidia/recommended/image_id",
    "Bottlerocket": "/aws/service/bottlerocket/aws-k8s-{k8s}/arm64/1.49.0/image_id",
    "Bottlerocket with GPU": "/aws/service/bottlerocket/aws-k8s-{k8s}-nvidia/x86_64/latest/image_id",
    "Windows": "/aws/service/ami-windows-latest/Windows_Server-2022-English-Core-EKS_Optimized-{k8s}/image_id",
}
"""Parameters as Karpenter 1.14 composes them."""


def fetch(server: Server, path: str) -> Any:
    """A document of the server's own."""
    with urllib.request.urlopen(f"{server.endpoint}{path}") as answer:
        return json.load(answer)


def test_image_ids_are_distinct():
    ids = Counter(image.image_id for image in images())

    assert {image_id: count for image_id, count in ids.items() if count > 1} == {}


@pytest.mark.parametrize("kubernetes", KUBERNETES_VERSIONS)
@pytest.mark.parametrize("parameter", ALIASES.values(), ids=ALIASES.keys())
def test_every_alias_names_an_image(parameter: str, kubernetes: str):
    values = dict(parameter_values())

    assert values[parameter.format(k8s=kubernetes)] in {image.image_id for image in images()}


def test_image_keeps_its_architecture(aws: Session):
    wanted = next(image for image in images() if image.architecture == "arm64")

    found = aws.client("ec2").describe_images(ImageIds=[wanted.image_id])["Images"]

    assert [(image["Name"], image["Architecture"]) for image in found] == [(wanted.name, "arm64")]


def test_parameters_are_there_in_every_region(aws: Session):
    name = ALIASES["Bottlerocket"].format(k8s="1.36")

    found = aws.client("ssm", "ca-central-1").get_parameter(Name=name)

    assert found["Parameter"]["Value"].startswith("ami-")


def test_prices_of_both_queries_of_karpenter(aws: Session):
    shared, bare_metal = (
        aws.client("pricing", "us-east-1").get_products(
            ServiceCode="AmazonEC2",
            Filters=[
                {"Type": "TERM_MATCH", "Field": "regionCode", "Value": "eu-central-1"},
                {"Type": "TERM_MATCH", "Field": "productFamily", "Value": family},
            ],
        )["PriceList"]
        for family in ("Compute Instance", "Compute Instance (bare metal)")
    )

    names = {json.loads(product)["product"]["attributes"]["instanceType"] for product in bare_metal}
    assert len(shared) + len(bare_metal) == len(on_demand_prices())
    assert all(".metal" in name for name in names)
    assert names


def test_spot_costs_a_part_of_on_demand(aws: Session):
    history = aws.client("ec2").describe_spot_price_history(InstanceTypes=["m6i.large"])["SpotPriceHistory"]

    assert {entry["SpotPrice"] for entry in history} == {"0.033600"}
    assert {entry["AvailabilityZone"] for entry in history} == {f"eu-central-1{zone}" for zone in "abc"}
    assert on_demand_prices()["m6i.large"] == Decimal("0.096000")


def test_reads_the_table_of_karpenter():
    text = 'x = {\n\t"us-east-1": {\n\t\t// m5\n\t\t"m5.large": 0.096000, "m5.metal": 4.608000,\n\t},\n\t"eu": {},\n}'

    assert read_go_table(text) == {"m5.large": "0.096000", "m5.metal": "4.608000"}


def test_profiles_are_listed_by_path(aws: Session):
    iam = aws.client("iam")
    paths = {"listed": "/karpenter/eu-central-1/acme/", "unlisted": "/karpenter-tenants/acme/"}
    for name, path in paths.items():
        iam.create_instance_profile(InstanceProfileName=name, Path=path)

    found = iam.list_instance_profiles(PathPrefix="/karpenter/eu-central-1/acme/")["InstanceProfiles"]

    assert [profile["InstanceProfileName"] for profile in found] == ["listed"]


def test_server_says_that_it_is_ready(local_aws: Server):
    assert fetch(local_aws, "/health") == {"status": "ready"}


def test_what_was_made_remains_until_it_is_deleted(engine: Engine, local_aws: Server):
    made = cluster(engine, "remaining")
    queue = engine.create("aws:sqs/queue:Queue", "a", name="remaining")
    vpc, subnets = network(engine, "remaining-other")

    left = fetch(local_aws, "/remaining")

    assert "remaining" in left["cluster"]
    assert "remaining" in left["queue"]
    assert vpc.id in left["vpc"]
    assert set(subnets) <= set(left["subnet"])
    assert made["vpcConfig"]["clusterSecurityGroupId"] in left["security group"]
    engine.delete(made)
    engine.delete(queue)
    left = fetch(local_aws, "/remaining")
    assert "remaining" not in left.get("cluster", [])
    assert "remaining" not in left.get("queue", [])
    assert made["vpcConfig"]["clusterSecurityGroupId"] not in left.get("security group", [])


def test_what_an_account_has_anyway_does_not_remain(aws: Session, local_aws: Server):
    ec2 = aws.client("ec2")
    default = ec2.describe_vpcs(Filters=[{"Name": "is-default", "Values": ["true"]}])["Vpcs"][0]["VpcId"]
    within = [{"Name": "vpc-id", "Values": [default]}]
    subnets = {subnet["SubnetId"] for subnet in ec2.describe_subnets(Filters=within)["Subnets"]}

    left = fetch(local_aws, "/remaining")

    assert default not in left.get("vpc", [])
    assert subnets.isdisjoint(left.get("subnet", []))
