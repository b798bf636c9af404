"""Images of node classes. Not proved here: whether a pinned release exists, which nobody can know offline."""

import pytest

from components.model.platform import Platform
from tests.builders import platform
from tests.checking.builders import cluster, karpenter, report, with_class, with_pool

OLDER = karpenter("1.9.3") | cluster(kubernetesVersion="1.32")
TWO_ARCHITECTURES = {"architectures": ["amd64", "arm64"]}
BOTH = (
    "provisioners.web.architectures: both are allowed and the cheaper wins, so every image must exist for both;"
    " keep one if unsure  [W105]"
)
NO_POLICY = (
    "networkPolicy: not enforced on the Windows nodes of provisioners.web, its pods are open to the whole VPC;"
    " keep exposed services off them  [W184]"
)


def terms(*items: dict[str, str], family: str | None = "AL2023") -> dict[str, object]:
    return {"amiSelectorTerms": list(items)} | ({} if family is None else {"amiFamily": family})


IMAGES = {
    "one image for two architectures": (
        with_pool(**TWO_ARCHITECTURES, node_class=terms({"id": "ami-0a"})),
        [
            BOTH,
            "nodeClasses.default.amiSelectorTerms: 1 image id cannot serve amd64 and arm64;"
            " add one id per architecture or use ami  [E104]",
        ],
    ),
    "an image for each architecture": (
        with_pool(**TWO_ARCHITECTURES, node_class=terms({"id": "ami-0a"}, {"id": "ami-0b"})),
        [BOTH],
    ),
    "image chosen by name": (with_pool(**TWO_ARCHITECTURES, node_class=terms({"name": "golden-*"})), [BOTH]),
    "Windows image on Linux": (
        with_class(ami="windows2022@latest"),
        [
            "nodeClasses.default.ami: windows2022@latest on a pool with operatingSystem linux;"
            " write operatingSystem: windows  [E108]"
        ],
    ),
    "Linux image on Windows": (
        with_pool(operatingSystem="windows", node_class={"ami": "al2023@v20261101"}),
        [
            NO_POLICY,
            "nodeClasses.default.ami: al2023@v20261101 on a pool with operatingSystem windows;"
            " write a Windows family, such as windows2022  [E108]",
        ],
    ),
    "Linux family on Windows": (
        with_pool(operatingSystem="windows", node_class=terms({"id": "ami-0a"})),
        [
            NO_POLICY,
            "nodeClasses.default.amiFamily: AL2023 on a pool with operatingSystem windows;"
            " write a Windows family, such as windows2022  [E108]",
        ],
    ),
    "Windows image on Windows": (
        with_pool(operatingSystem="windows", node_class={"ami": "windows2022@latest"}),
        [NO_POLICY],
    ),
    "Windows image of a day": (
        with_pool(operatingSystem="windows", node_class={"ami": "windows2022@2026.11.11"}),
        [NO_POLICY],
    ),
    "GPU types with a fixed image": (
        with_pool(instanceTypes=["g6.xlarge"], node_class=terms({"id": "ami-0a"})),
        [
            "nodeClasses.default.amiSelectorTerms: a fixed image cannot be checked for drivers;"
            " write ami: al2023@v20261101, which picks the NVIDIA variant  [W170]"
        ],
    ),
    "GPU category with a fixed image": (
        with_pool(instanceTypes=None, instanceCategories=["p"], node_class=terms({"id": "ami-0a"})),
        [
            "nodeClasses.default.amiSelectorTerms: a fixed image cannot be checked for drivers;"
            " write ami: al2023@v20261101, which picks the NVIDIA variant  [W170]"
        ],
    ),
    "GPU types with the family's image": (with_pool(instanceTypes=["g6.xlarge"]), []),
    "AMD GPU with a fixed image": (with_pool(instanceTypes=["g4ad.xlarge"], node_class=terms({"id": "ami-0a"})), []),
    "AL2 after its end": (
        with_class(ami="al2@v20251101"),
        [
            "nodeClasses.default.ami: al2@v20251101 has no image from Kubernetes 1.33 on, this cluster has 1.35;"
            " write al2023@v20261101  [E212]"
        ],
    ),
    "newest AL2 after its end": (
        with_class(ami="al2@latest"),
        [
            "nodeClasses.default.ami: al2@latest has no image from Kubernetes 1.33 on, this cluster has 1.35;"
            " write al2023@v20261101  [E212]"
        ],
    ),
    "AL2 before its end": (with_class(ami="al2@v20251101", stack=OLDER), []),
    "Windows 2025 before its beginning": (
        with_pool(operatingSystem="windows", node_class={"ami": "windows2025@latest"}, stack=OLDER),
        [
            NO_POLICY,
            "nodeClasses.default.ami: windows2025@latest has images from Kubernetes 1.35 on, this cluster has 1.32;"
            " write windows2022@latest  [E212]",
        ],
    ),
    "pinned Windows alias": (
        with_pool(operatingSystem="windows", node_class=terms({"alias": "windows2022@v20260101"}, family=None)),
        [
            NO_POLICY,
            "nodeClasses.default.amiSelectorTerms[0].alias: windows2022@v20260101 cannot be pinned by its alias, which"
            " knows only @latest; write windows2022@latest, or ami: windows2022@2026.11.11  [E212]",
        ],
    ),
    "alias without @": (
        with_class(**terms({"alias": "al2023-v20261101"}, family=None)),
        [
            'nodeClasses.default.amiSelectorTerms[0].alias: "al2023-v20261101" is not family@version of al2, al2023,'
            " bottlerocket, windows2019, windows2022, windows2025; write al2023@v20261101  [E212]"
        ],
    ),
    "alias without version": (
        with_class(**terms({"alias": "bottlerocket"}, family=None)),
        [
            'nodeClasses.default.amiSelectorTerms[0].alias: "bottlerocket" has no @version;'
            " write bottlerocket@v…  [E212]"
        ],
    ),
    "version that is none": (
        with_class(ami="al2023@newest"),
        ['nodeClasses.default.ami: "newest" is no version of al2023; write al2023@v20261101  [E212]'],
    ),
    "family that is none": (
        with_class(ami="ubuntu@v1"),
        [
            'nodeClasses.default.ami: "ubuntu@v1" is not a family or family@version of al2, al2023, bottlerocket,'
            " windows2019, windows2022, windows2025; write one of them  [E212]"
        ],
    ),
    "family in capitals": (
        with_class(ami="AL2023"),
        [
            'nodeClasses.default.ami: "AL2023" is not a family or family@version of al2, al2023, bottlerocket,'
            " windows2019, windows2022, windows2025; write al2023  [E212]"
        ],
    ),
    "family and version without @": (
        with_class(ami="bottlerocket-1.49.0"),
        [
            'nodeClasses.default.ami: "bottlerocket-1.49.0" is not a family or family@version of al2, al2023,'
            " bottlerocket, windows2019, windows2022, windows2025; write bottlerocket@1.49.0  [E212]"
        ],
    ),
    "misspelt family with a version": (
        with_class(ami="botlerocket@v1.49.0"),
        [
            'nodeClasses.default.ami: "botlerocket@v1.49.0" is not a family or family@version of al2, al2023,'
            " bottlerocket, windows2019, windows2022, windows2025; write bottlerocket@v1.49.0  [E212]"
        ],
    ),
    "alias in capitals": (
        with_class(**terms({"alias": "AL2023"})),
        [
            'nodeClasses.default.amiSelectorTerms[0].alias: "AL2023" is not family@version of al2, al2023,'
            " bottlerocket, windows2019, windows2022, windows2025; write al2023@v…  [E212]"
        ],
    ),
    "family of another alias": (
        with_class(**terms({"alias": "al2023@v20261101"}, family="Bottlerocket")),
        [
            "nodeClasses.default.amiFamily: Bottlerocket is not the family of al2023@v20261101;"
            " write AL2023 or remove it  [E212]"
        ],
    ),
    "custom family with an alias": (with_class(**terms({"alias": "al2023@v20261101"}, family="Custom")), []),
    "no family without an alias": (
        with_class(**terms({"id": "ami-0a"}, family=None)),
        [
            "nodeClasses.default.amiFamily: amiFamily is missing, only an alias tells it;"
            " write amiFamily: AL2023  [E212]"
        ],
    ),
    "floating image": (
        with_class(ami="bottlerocket@latest"),
        [
            "nodeClasses.default.ami: bottlerocket@latest rolls the fleet at each AWS release;"
            " write bottlerocket@v1.49.0  [E304]"
        ],
    ),
    "floating alias": (
        with_class(**terms({"alias": "al2023@latest"}, family=None)),
        [
            "nodeClasses.default.amiSelectorTerms[0].alias: al2023@latest rolls the fleet at each AWS release;"
            " write al2023@v20261101  [E304]"
        ],
    ),
    "floating image where the guard is off": (
        with_class(ami="bottlerocket@latest", stack={"guards": {"requirePinnedAmi": False}}),
        [],
    ),
}


@pytest.mark.parametrize(("stack", "expected"), IMAGES.values(), ids=IMAGES)
def test_image_of_a_class(stack: Platform, expected: list[str]):
    assert report(stack) == expected


def test_rejects_a_floating_pin_of_a_ring():
    stack = platform(amis={"main": {"al2023": "latest", "windows2022": "latest"}})

    assert report(stack) == [
        "platform:amis.main.al2023: al2023@latest rolls the fleet at each AWS release;"
        " write a version, such as v20261101  [E304]"
    ]


def test_accepts_a_floating_pin_where_the_guard_is_off():
    assert report(platform(amis={"main": {"al2023": "latest"}}, guards={"requirePinnedAmi": False})) == []


@pytest.mark.parametrize("ami", ["bottlerocket", "bottlerocket@v1.49.0"])
def test_refuses_user_data_that_bottlerocket_cannot_read(ami: str):
    assert report(with_class(ami=ami, userData="#!/bin/bash\necho ready\n")) == [
        "nodeClasses.default.userData: is no TOML, which is all that Bottlerocket reads: Expected '=' after a key in a"
        " key/value pair (at line 2, column 6); write settings, such as [settings.kubernetes]  [E005]"
    ]


@pytest.mark.parametrize(
    ("ami", "text"),
    [
        ("bottlerocket", '[settings.kubernetes]\n"kube-api-qps" = 30\n'),
        ("bottlerocket", ""),
        ("al2023", "#!/bin/bash\necho ready\n"),
    ],
)
def test_accepts_user_data_that_the_family_reads(ami: str, text: str):
    assert report(with_class(ami=ami, userData=text)) == []
