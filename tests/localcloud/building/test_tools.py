"""The table of tools against the committed module files. What these tests do not prove: that the tools can be built."""

import re
from importlib import metadata

import pytest

from localcloud.building.tools import (
    KARPENTER_CONTROLLERS,
    KARPENTER_VERSIONS,
    KUBERNETES_VERSION,
    PULUMI_VERSION,
    TOOLS_FOR_DEPLOYMENT,
)
from localcloud.engine import OLDEST
from localcloud.folders import TOOLS

ALL = [*TOOLS_FOR_DEPLOYMENT, *KARPENTER_CONTROLLERS]


def go_mod(module):
    return (TOOLS / module / "go.mod").read_text(encoding="utf-8")


def test_tools_for_a_deployment():
    assert [tool.name for tool in TOOLS_FOR_DEPLOYMENT] == [
        "etcd",
        "pulumi",
        "kube-apiserver",
        "kube-controller-manager",
        "kube-scheduler",
        "kwok",
        "pulumi-resource-kubernetes",
        "karpenter-1.14",
    ]


def test_every_module_folder_belongs_to_a_tool():
    assert {tool.module for tool in ALL} == {folder.name for folder in TOOLS.iterdir()}


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_the_package_is_one_of_the_modules_requirements(tool):
    required = re.findall(r"^\s*(?:require )?(\S+) v\S+", go_mod(tool.module), re.MULTILINE)

    assert tool.package == "." or any(f"{tool.package}/".startswith(f"{module}/") for module in required)


@pytest.mark.parametrize(
    ("module", "requirement"),
    [
        ("control-plane", f"k8s.io/kubernetes v{KUBERNETES_VERSION}"),
        ("engine", f"github.com/pulumi/pulumi/pkg/v3 v{PULUMI_VERSION}"),
        ("engine", f"github.com/pulumi/pulumi/sdk/v3 v{PULUMI_VERSION}"),
        *(
            (tool.module, f"github.com/aws/karpenter-provider-aws v{version}")
            for tool, version in zip(KARPENTER_CONTROLLERS, KARPENTER_VERSIONS, strict=True)
        ),
    ],
)
def test_the_stamped_version_is_the_one_that_is_built(module, requirement):
    assert re.search(rf"^\s*(?:require )?{re.escape(requirement)}(?: // indirect)?$", go_mod(module), re.MULTILINE)


def test_every_staging_module_of_kubernetes_is_replaced_by_its_release():
    text = go_mod("control-plane")
    staged = set(re.findall(r"^\s*(k8s\.io/\S+) v0\.0\.0 ", text, re.MULTILINE))
    replaced = set(re.findall(r"^\s*(?:replace )?(k8s\.io/\S+) => \1 v0\.36\.3$", text, re.MULTILINE))

    assert staged <= replaced


def test_the_kubernetes_provider_calls_itself_as_the_sdk_does():
    main = (TOOLS / "kubernetes-provider" / "main.go").read_text(encoding="utf-8")

    assert f'provider.Serve("kubernetes", "{metadata.version("pulumi-kubernetes")}"' in main


def test_the_engine_is_not_older_than_the_sdk():
    sdk = tuple(int(part) for part in metadata.version("pulumi").split(".")[:2])
    built = tuple(int(part) for part in PULUMI_VERSION.split(".")[:2])

    assert built >= sdk
    assert sdk == OLDEST


def test_linker_flags_of_the_api_server():
    (server,) = [tool for tool in TOOLS_FOR_DEPLOYMENT if tool.name == "kube-apiserver"]

    assert server.ldflags == (
        "-s -w -X k8s.io/component-base/version.gitVersion=v1.36.3"
        " -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=36"
    )
