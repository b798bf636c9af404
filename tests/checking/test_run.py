"""The whole set of rules over a platform."""

from components.checking import check
from components.checking.codes import CODES, WITHOUT_DATA
from tests.builders import platform, tenant
from tests.checking.builders import karpenter, pool, report, with_pool


def test_the_smallest_tenant_has_no_problem():
    assert report(platform()) == []


def test_an_unknown_version_hides_only_what_depends_on_it():
    stack = with_pool(
        limits=None,
        labels={"karpenter.sh/x": "y"},
        node_class={"enclaveOptions": {"enabled": True}},
        stack=karpenter("1.41.0"),
    )

    assert report(stack) == [
        "platform:karpenter.version: 1.41.0 is not in the version table (0.13 to 1.15); write 1.14.3  [E226]",
        "provisioners.web.limits: missing, a pod loop could buy without end;"
        " write cpu and memory, or guards.requireLimits: false  [E110]",
    ]


def test_pools_of_the_platform_are_checked_like_those_of_tenants():
    stack = platform(**karpenter(systemPool={"capacityTypes": ["spot"], "nodeClass": {"ami": "al2023@latest"}}))

    assert report(stack) == [
        "platform:karpenter.systemPool.limits: missing, a pod loop could buy without end;"
        " write cpu and memory, or guards.requireLimits: false  [E110]",
        "platform:karpenter.systemPool.capacityTypes: [spot] starts nothing without AWSServiceRoleForEC2Spot;"
        " create that role once per account or add on-demand  [W140]",
        "platform:karpenter.systemPool.nodeClass.ami: al2023@latest rolls the fleet at each AWS release;"
        " write al2023@v20261101  [E304]",
    ]


def test_a_good_tenant_beside_a_bad_one_is_not_flagged():
    bad = tenant("beta", provisioners={"web": pool(limits=None)})

    assert {problem.tenant for problem in check(platform(tenant("alpha"), bad, tenant("gamma")))} == {"beta"}


def test_codes_without_data_are_warnings_of_the_table():
    assert WITHOUT_DATA <= CODES
    assert {code[0] for code in WITHOUT_DATA} == {"W"}
