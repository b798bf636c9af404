"""The controller's policies: the documents of 1.14.3, what each version changes, their size, and what they decide.

What these tests do not prove: that the controller makes no call that is missing here; upstream's own template and
the table of its calls do (`test_every_call_of_the_version_is_permitted`).
"""

from pathlib import Path

import pytest
import yaml

from components.model.names import tenant_role_path
from components.rendering.addon_registries import ADDON_REGISTRY_ACCOUNTS
from components.rendering.controller_policies import ControllerPolicy, controller_policies
from components.rendering.policy_document import MANAGED_POLICY_LIMIT, PolicyTooLong, policy_size
from components.versions import karpenter_version
from components.versions.table import MINORS
from tests.rendering.iam.builders import ACCOUNT, REGION, cluster, settings

GOLDEN = Path(__file__).parent / "golden" / "controller-policies-1.14.3.yaml"
DEPLOYABLE = [f"{minor}.{row.newest_patch}" for minor, row in MINORS.items() if minor >= (1, 0)]
PARTITIONS = [
    ("aws-cn" if region.startswith("cn-") else "aws-us-gov" if region.startswith("us-gov-") else "aws", region)
    for region in ADDON_REGISTRY_ACCOUNTS
]
EVERYTHING = {
    "featureGates": {"nodeRepair": True, "rebootForRepair": True},
    "values": {"settings": {"enableZonalShift": True}},
}
EC2 = f"arn:aws:ec2:{REGION}:{ACCOUNT}"
CLUSTER_TAG = "aws:ResourceTag/kubernetes.io/cluster/acme-dev"
POOL_TAG = "aws:ResourceTag/karpenter.sh/nodepool"
OURS = {CLUSTER_TAG: "owned", POOL_TAG: "alpha-default"}
REQUEST = {
    "aws:RequestTag/kubernetes.io/cluster/acme-dev": "owned",
    "aws:RequestTag/eks:eks-cluster-name": "acme-dev",
    "aws:RequestTag/karpenter.sh/nodepool": "alpha-default",
}
PROFILE = f"arn:aws:iam::{ACCOUNT}:instance-profile/acme-dev_123"
PROFILE_REQUEST = {
    "aws:RequestTag/kubernetes.io/cluster/acme-dev": "owned",
    "aws:RequestTag/eks:eks-cluster-name": "acme-dev",
    "aws:RequestTag/topology.kubernetes.io/region": REGION,
    "aws:RequestTag/karpenter.k8s.aws/ec2nodeclass": "alpha-default",
}
PROFILE_OURS = {
    "aws:ResourceTag/kubernetes.io/cluster/acme-dev": "owned",
    "aws:ResourceTag/topology.kubernetes.io/region": REGION,
    "aws:ResourceTag/karpenter.k8s.aws/ec2nodeclass": "alpha-default",
}


def documents(version="1.14.3", **written):
    return [document for _, document in controller_policies(cluster(karpenter=version), settings(**written))]


def parts(version="1.14.3", **written):
    return [policy for policy, _ in controller_policies(cluster(karpenter=version), settings(**written))]


def statements(version, **written):
    return {
        statement.get("Sid"): statement for policy in documents(version, **written) for statement in policy["Statement"]
    }


def kinds(version, sid):
    return [resource.rpartition(":")[2].removesuffix("/*") for resource in statements(version)[sid]["Resource"]]


def test_documents_of_1_14_3():
    found = {str(policy): document for policy, document in controller_policies(cluster(), settings())}

    assert found == yaml.safe_load(GOLDEN.read_text(encoding="utf-8"))


def test_the_policies_and_their_order():
    assert parts(
        policyAdditions=[{"Effect": "Allow", "Action": "ec2:DescribeVpcs", "Resource": "*"}], **EVERYTHING
    ) == [
        ControllerPolicy.NODE_LIFECYCLE,
        ControllerPolicy.IAM_INTEGRATION,
        ControllerPolicy.EKS_INTEGRATION,
        ControllerPolicy.INTERRUPTION,
        ControllerPolicy.ZONAL_SHIFT,
        ControllerPolicy.RESOURCE_DISCOVERY,
        ControllerPolicy.ADDITIONS,
    ]


def test_without_interruption_handling_no_queue_is_read():
    assert ControllerPolicy.INTERRUPTION not in parts(interruptionHandling=False)


def test_a_key_of_the_queue_may_be_used():
    key = f"arn:aws:kms:{REGION}:{ACCOUNT}:key/0a1b"

    policies = dict(controller_policies(cluster(), settings(queue={"name": "events", "kmsKeyArn": key})))

    assert policies[ControllerPolicy.INTERRUPTION]["Statement"] == [
        {
            "Sid": "AllowInterruptionQueueActions",
            "Effect": "Allow",
            "Action": ["sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"],
            "Resource": f"arn:aws:sqs:{REGION}:{ACCOUNT}:events",
        },
        {"Sid": "AllowInterruptionQueueDecryption", "Effect": "Allow", "Action": "kms:Decrypt", "Resource": key},
    ]


@pytest.mark.parametrize(
    ("version", "written", "there"),
    [
        ("1.11.3", EVERYTHING, False),
        ("1.12.2", EVERYTHING, True),
        ("1.14.3", {}, False),
    ],
)
def test_zonal_shift_only_where_asked_for_and_known(version, written, there):
    assert (ControllerPolicy.ZONAL_SHIFT in parts(version, **written)) is there


def test_zonal_shift_is_read_for_this_cluster():
    assert statements("1.14.3", **EVERYTHING)["AllowZonalShiftStatusReadOnly"] == {
        "Sid": "AllowZonalShiftStatusReadOnly",
        "Effect": "Allow",
        "Action": "arc-zonal-shift:GetManagedResource",
        "Resource": "*",
        "Condition": {
            "StringEquals": {"arc-zonal-shift:ResourceIdentifier": f"arn:aws:eks:{REGION}:{ACCOUNT}:cluster/acme-dev"}
        },
    }


@pytest.mark.parametrize(
    ("version", "gates", "there"),
    [
        ("1.14.3", {"nodeRepair": True, "rebootForRepair": True}, False),
        ("1.15.2", {}, False),
        ("1.15.2", {"nodeRepair": True}, False),
        ("1.15.2", {"rebootForRepair": True}, False),
        ("1.15.2", {"NodeRepair": True, "RebootForRepair": True}, True),
    ],
)
def test_reboots_only_with_both_gates(version, gates, there):
    assert ("AllowScopedReboot" in statements(version, featureGates=gates)) is there


@pytest.mark.parametrize(
    ("version", "inputs"),
    [
        ("1.2.8", []),
        ("1.3.8", ["capacity-reservation"]),
        ("1.10.2", ["capacity-reservation"]),
        ("1.11.3", ["capacity-reservation", "placement-group"]),
    ],
)
def test_inputs_of_a_launch_by_version(version, inputs):
    assert kinds(version, "AllowScopedEC2InstanceAccessActions") == [
        "image",
        "snapshot",
        "security-group",
        "subnet",
        *inputs,
    ]


@pytest.mark.parametrize(
    ("version", "outputs"),
    [("1.2.8", []), ("1.3.8", ["capacity-reservation"]), ("1.8.8", ["capacity-reservation"]), ("1.9.3", [])],
)
def test_outputs_of_a_launch_by_version(version, outputs):
    made = ["fleet", "instance", "volume", "network-interface", "launch-template", "spot-instances-request"]

    assert kinds(version, "AllowScopedEC2InstanceActionsWithTags") == [*made, *outputs]
    assert kinds(version, "AllowScopedResourceCreationTagging") == made


READS = [
    "ec2:DescribeImages",
    "ec2:DescribeInstanceTypeOfferings",
    "ec2:DescribeInstanceTypes",
    "ec2:DescribeInstances",
    "ec2:DescribeLaunchTemplates",
    "ec2:DescribeSecurityGroups",
    "ec2:DescribeSpotPriceHistory",
    "ec2:DescribeSubnets",
]


@pytest.mark.parametrize(
    ("version", "more"),
    [
        ("1.0.14", ["ec2:DescribeAvailabilityZones"]),
        ("1.1.10", []),
        ("1.3.8", ["ec2:DescribeCapacityReservations"]),
        ("1.11.3", ["ec2:DescribeCapacityReservations", "ec2:DescribePlacementGroups"]),
        ("1.12.2", ["ec2:DescribeCapacityReservations", "ec2:DescribePlacementGroups"]),
        (
            "1.13.1",
            ["ec2:DescribeCapacityReservations", "ec2:DescribeInstanceStatus", "ec2:DescribePlacementGroups"],
        ),
    ],
)
def test_reads_by_version(version, more):
    assert statements(version)["AllowRegionalReadActions"]["Action"] == sorted([*READS, *more])


@pytest.mark.parametrize(("version", "there"), [("1.11.3", False), ("1.12.2", True), ("1.13.1", False)])
def test_only_1_12_reads_instance_status_in_a_statement_of_its_own(version, there):
    assert ("AllowInstanceStatusRead" in statements(version)) is there


@pytest.mark.parametrize(("version", "there"), [("1.6.8", False), ("1.7.6", True)])
def test_instance_profiles_are_listed_from_1_7(version, there):
    assert ("AllowUnscopedInstanceProfileListAction" in statements(version)) is there


@pytest.mark.parametrize(
    ("version", "services"),
    [("1.0.14", "ec2.amazonaws.com"), ("1.1.10", ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"])],
)
def test_roles_are_passed_to_ec2_under_the_names_of_the_version(version, services):
    assert statements(version)["AllowPassingInstanceRole"]["Condition"] == {
        "StringEquals": {"iam:PassedToService": services}
    }


def test_parameters_of_ones_own_are_readable_beside_aws_own():
    own = f"arn:aws:ssm:{REGION}:{ACCOUNT}:parameter/golden/al2023"

    assert statements("1.14.3", amiParameterArns=[own])["AllowSSMReadActions"]["Resource"] == [
        f"arn:aws:ssm:{REGION}::parameter/aws/service/*",
        own,
    ]


@pytest.mark.parametrize("version", DEPLOYABLE)
def test_every_document_fits_for_every_name_and_partition(version):
    chosen = settings(**EVERYTHING)
    sizes = {
        (partition, region, length, policy): policy_size(document)
        for partition, region in PARTITIONS
        for length in (1, 30, 45, 64, 100)
        for policy, document in controller_policies(
            cluster(name="n" * length, karpenter=version, partition=partition, region=region), chosen
        )
    }

    assert {place: size for place, size in sizes.items() if size > MANAGED_POLICY_LIMIT} == {}


def test_size_grows_with_the_name_alone_so_that_the_longest_name_is_the_worst():
    sizes = [
        max(policy_size(document) for _, document in controller_policies(cluster(name="n" * length), settings()))
        for length in range(1, 101)
    ]

    assert sizes == sorted(sizes)
    assert sizes[-1] <= MANAGED_POLICY_LIMIT


def test_rejects_additions_that_fit_into_no_policy():
    additions = [
        {"Effect": "Allow", "Action": "s3:GetObject", "Resource": f"arn:aws:s3:::bucket-{index:04}/*"}
        for index in range(100)
    ]

    with pytest.raises(PolicyTooLong) as error:
        controller_policies(cluster(), settings(policyAdditions=additions))

    assert str(error.value) == (
        "policy additions: 8738 characters are 2594 over IAM's limit of 6144; write fewer statements"
    )


def test_statement_ids_are_unique_across_all_documents():
    names = [statement["Sid"] for policy in documents(**EVERYTHING) for statement in policy["Statement"]]

    assert len(names) == len(set(names))


def test_no_value_holds_a_brace():
    """A template that was never filled in is a condition that never holds."""
    assert "{" not in "".join(_texts(documents(**EVERYTHING)))


def _texts(value):
    match value:
        case dict():
            return [text for item in value.items() for part in item for text in _texts(part)]
        case list():
            return [text for item in value for text in _texts(item)]
        case _:
            return [value]


@pytest.mark.parametrize("action", ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"])
@pytest.mark.parametrize(
    ("tags", "decision"),
    [
        pytest.param(OURS, "allowed", id="both tags"),
        pytest.param({**OURS, POOL_TAG: ""}, "allowed", id="pool not named yet"),
        pytest.param({CLUSTER_TAG: "owned"}, "not allowed", id="without pool"),
        pytest.param({POOL_TAG: "alpha-default"}, "not allowed", id="without cluster"),
        pytest.param({}, "not allowed", id="without tags"),
        pytest.param({**OURS, CLUSTER_TAG: "shared"}, "not allowed", id="shared"),
        pytest.param(
            {
                "aws:ResourceTag/kubernetes.io/cluster/acme-prod": "owned",
                "aws:ResourceTag/karpenter.sh/nodepool": "alpha-default",
            },
            "not allowed",
            id="another cluster",
        ),
    ],
)
def test_deletes_only_what_carries_both_tags_of_this_cluster(decide, action, tags, decision):
    kind = "instance/i-0a" if "Instances" in action else "launch-template/lt-0a"

    assert decide(documents(), action, f"{EC2}:{kind}", tags) == decision


@pytest.mark.parametrize(
    ("missing", "decision"),
    [
        (None, "allowed"),
        ("aws:RequestTag/kubernetes.io/cluster/acme-dev", "not allowed"),
        ("aws:RequestTag/eks:eks-cluster-name", "not allowed"),
        ("aws:RequestTag/karpenter.sh/nodepool", "not allowed"),
    ],
)
@pytest.mark.parametrize("action", ["ec2:RunInstances", "ec2:CreateFleet"])
def test_launches_only_with_the_tags_that_make_it_its_own(decide, action, missing, decision):
    request = {key: value for key, value in REQUEST.items() if key != missing}

    assert decide(documents(), action, f"{EC2}:instance/*", request) == decision


@pytest.mark.parametrize(
    ("resource", "decision"),
    [
        (f"arn:aws:ec2:{REGION}::image/ami-0a", "allowed"),
        (f"arn:aws:ec2:{REGION}::snapshot/snap-0a", "allowed"),
        (f"{EC2}:subnet/subnet-0a", "allowed"),
        (f"{EC2}:security-group/sg-0a", "allowed"),
        (f"{EC2}:capacity-reservation/cr-0a", "allowed"),
        (f"{EC2}:placement-group/pg", "allowed"),
        (f"{EC2}:key-pair/admin", "not allowed"),
        (f"arn:aws:ec2:us-east-1:{ACCOUNT}:subnet/subnet-0a", "not allowed"),
    ],
)
def test_launches_use_images_networks_and_reservations_of_the_region(decide, resource, decision):
    assert decide(documents(), "ec2:RunInstances", resource) == decision


def test_launches_from_its_own_launch_templates_only(decide):
    template = f"{EC2}:launch-template/lt-0a"

    assert decide(documents(), "ec2:CreateFleet", template, OURS) == "allowed"
    assert decide(documents(), "ec2:CreateFleet", template) == "not allowed"


@pytest.mark.parametrize(
    ("context", "decision"),
    [
        pytest.param({**REQUEST, "ec2:CreateAction": "RunInstances"}, "allowed", id="while launching"),
        pytest.param({**REQUEST, "ec2:CreateAction": "CreateSnapshot"}, "not allowed", id="while doing something else"),
        pytest.param({**REQUEST}, "not allowed", id="a foreign instance"),
        pytest.param({**OURS, "aws:TagKeys": ["Name", "karpenter.sh/nodeclaim"]}, "allowed", id="naming its own"),
        pytest.param({**OURS, "aws:TagKeys": ["karpenter.sh/nodepool"]}, "not allowed", id="moving it to another pool"),
        pytest.param(
            {
                **OURS,
                "aws:TagKeys": ["eks:eks-cluster-name"],
                "aws:RequestTag/eks:eks-cluster-name": "acme-prod",
            },
            "not allowed",
            id="giving it to another cluster",
        ),
    ],
)
def test_tags_instances_at_launch_and_its_own_later(decide, context, decision):
    assert decide(documents(), "ec2:CreateTags", f"{EC2}:instance/i-0a", context) == decision


@pytest.mark.parametrize(
    ("role", "service", "decision"),
    [
        ("karpenter-tenants/acme-dev/acme-dev-alpha-node", "ec2.amazonaws.com", "allowed"),
        ("karpenter-tenants/acme-dev/acme-dev-beta-node", "ec2.amazonaws.com.cn", "allowed"),
        ("karpenter-tenants/acme-dev/acme-dev-alpha-node", "lambda.amazonaws.com", "not allowed"),
        ("karpenter-tenants/acme-prod/acme-prod-alpha-node", "ec2.amazonaws.com", "not allowed"),
        ("karpenter-tenants-workloads/acme-dev/alpha/acme-dev-alpha.app", "ec2.amazonaws.com", "not allowed"),
        ("acme-dev-core-node", "ec2.amazonaws.com", "not allowed"),
        ("PlatformAdmins", "ec2.amazonaws.com", "not allowed"),
    ],
)
def test_passes_only_the_roles_under_the_path_of_the_tenants(decide, role, service, decision):
    arn = f"arn:aws:iam::{ACCOUNT}:role/{role}"

    assert decide(documents(), "iam:PassRole", arn, {"iam:PassedToService": service}) == decision


def test_the_path_lies_outside_the_one_that_karpenter_cleans_up():
    assert tenant_role_path("acme-dev") == "/karpenter-tenants/acme-dev/"
    assert not tenant_role_path("acme-dev").startswith(f"/karpenter/{REGION}/acme-dev/")


@pytest.mark.parametrize(
    ("action", "context", "decision"),
    [
        ("iam:CreateInstanceProfile", PROFILE_REQUEST, "allowed"),
        ("iam:CreateInstanceProfile", {}, "not allowed"),
        ("iam:TagInstanceProfile", {**PROFILE_REQUEST, **PROFILE_OURS}, "allowed"),
        ("iam:TagInstanceProfile", PROFILE_REQUEST, "not allowed"),
        ("iam:AddRoleToInstanceProfile", PROFILE_OURS, "allowed"),
        ("iam:AddRoleToInstanceProfile", {}, "not allowed"),
        ("iam:RemoveRoleFromInstanceProfile", PROFILE_OURS, "allowed"),
        ("iam:DeleteInstanceProfile", PROFILE_OURS, "allowed"),
        ("iam:DeleteInstanceProfile", {"aws:ResourceTag/tenant": "alpha"}, "not allowed"),
        (
            "iam:DeleteInstanceProfile",
            {**PROFILE_OURS, "aws:ResourceTag/topology.kubernetes.io/region": "us-east-1"},
            "not allowed",
        ),
    ],
)
def test_keeps_instance_profiles_of_its_own_and_leaves_the_products_alone(decide, action, context, decision):
    assert decide(documents(), action, PROFILE, context) == decision


CALLS = {
    "ec2:DescribeInstanceTypes": (1, 0),
    "ec2:DescribeInstanceTypeOfferings": (1, 0),
    "ec2:DescribeSubnets": (1, 0),
    "ec2:DescribeSecurityGroups": (1, 0),
    "ec2:DescribeImages": (1, 0),
    "ec2:DescribeSpotPriceHistory": (1, 0),
    "ec2:DescribeLaunchTemplates": (1, 0),
    "ec2:DescribeInstances": (1, 0),
    "ec2:DescribeCapacityReservations": (1, 3),
    "ec2:DescribePlacementGroups": (1, 11),
    "ec2:DescribeInstanceStatus": (1, 12),
    "pricing:GetProducts": (1, 0),
    "iam:ListInstanceProfiles": (1, 7),
}
"""Calls without a resource of their own, by first minor. Source: `pkg/aws/sdk.go` of karpenter-provider-aws."""


@pytest.mark.parametrize("version", DEPLOYABLE)
def test_every_call_of_the_version_is_permitted(decide, version):
    policies = documents(version)
    number = karpenter_version(version).number
    region = {"aws:RequestedRegion": REGION}
    calls = [
        *((action, "*", region) for action, since in CALLS.items() if number >= since),
        ("iam:GetInstanceProfile", PROFILE, {}),
        ("eks:DescribeCluster", f"arn:aws:eks:{REGION}:{ACCOUNT}:cluster/acme-dev", {}),
        ("ssm:GetParameter", f"arn:aws:ssm:{REGION}::parameter/aws/service/eks/optimized-ami/1.35/x", {}),
        ("sqs:ReceiveMessage", f"arn:aws:sqs:{REGION}:{ACCOUNT}:acme-dev-karpenter", {}),
        ("ec2:CreateLaunchTemplate", f"{EC2}:launch-template/*", REQUEST),
    ]

    assert [call for call, resource, context in calls if decide(policies, call, resource, context) != "allowed"] == []


def test_an_operator_can_deny_what_upstream_permits(decide):
    refusal = {"Effect": "Deny", "Action": "ec2:DescribeInstanceStatus", "Resource": "*"}
    region = {"aws:RequestedRegion": REGION}

    policies = documents(policyAdditions=[refusal])

    assert decide(policies, "ec2:DescribeInstanceStatus", "*", region) == "denied"
    assert decide(policies, "ec2:DescribeInstances", "*", region) == "allowed"


@pytest.mark.parametrize(
    ("action", "resource", "context"),
    [
        ("ec2:DescribeSubnets", "*", {"aws:RequestedRegion": "us-east-1"}),
        ("eks:DescribeCluster", f"arn:aws:eks:{REGION}:{ACCOUNT}:cluster/acme-prod", {}),
        ("ssm:GetParameter", f"arn:aws:ssm:{REGION}:{ACCOUNT}:parameter/secrets/database", {}),
        ("sqs:ReceiveMessage", f"arn:aws:sqs:{REGION}:{ACCOUNT}:orders", {}),
        ("iam:CreateRole", f"arn:aws:iam::{ACCOUNT}:role/x", {}),
    ],
)
def test_nothing_beyond_is_permitted(decide, action, resource, context):
    assert decide(documents(**EVERYTHING), action, resource, context) == "not allowed"
