"""The table of tools that are built from Go modules: which package, which version stamp, how long, how much disk.

The versions themselves stand in each tool's go.mod. What is stamped into a binary here must be the same version: a test
compares both.
"""

from dataclasses import dataclass

KUBERNETES_VERSION = "1.36.3"
PULUMI_VERSION = "3.274.1"
KARPENTER_VERSIONS = ("1.14.3", "1.15.2")
"""Versions whose charts and CRDs are laid ready: the default, and the one to rehearse the upgrade to."""


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One binary.

    Attributes:
        name: File name of the binary.
        module: Folder under localcloud/tools with go.mod and go.sum.
        package: Go package of its main function.
        stamps: Variables that get a value at link time, as `package.variable=value`.
        companions: Further files that lie beside the binary, each (module path, path of the file in that module).
        overlaid: Files that are compiled as if they lay in the module's folder, in the same form.
        minutes: Build time on 2 cores with empty Go caches, rounded up.
        cache_gb: Disk that its module files and build cache need, in gigabytes, rounded up.
    """

    name: str
    module: str
    package: str
    stamps: tuple[str, ...] = ()
    companions: tuple[tuple[str, str], ...] = ()
    overlaid: tuple[tuple[str, str], ...] = ()
    minutes: float
    cache_gb: float

    @property
    def ldflags(self) -> str:
        """Linker flags: no symbol table, no debug information, and the stamps."""
        return " ".join(["-s", "-w", *(f"-X {stamp}" for stamp in self.stamps)])


_KUBERNETES_STAMPS = (
    f"k8s.io/component-base/version.gitVersion=v{KUBERNETES_VERSION}",
    f"k8s.io/component-base/version.gitMajor={KUBERNETES_VERSION.split('.')[0]}",
    f"k8s.io/component-base/version.gitMinor={KUBERNETES_VERSION.split('.')[1]}",
)


def _kubernetes(name: str, minutes: float, cache_gb: float) -> Tool:
    return Tool(
        name=name,
        module="control-plane",
        package=f"k8s.io/kubernetes/cmd/{name}",
        stamps=_KUBERNETES_STAMPS,
        minutes=minutes,
        cache_gb=cache_gb,
    )


ETCD = Tool(name="etcd", module="etcd", package="go.etcd.io/etcd/server/v3", minutes=0.5, cache_gb=0.5)

PULUMI = Tool(
    name="pulumi",
    module="engine",
    package="github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    stamps=(f"github.com/pulumi/pulumi/sdk/v3/go/common/version.Version={PULUMI_VERSION}",),
    # The language host starts programs through this file of the SDK's Go module.
    companions=(("github.com/pulumi/pulumi/sdk/v3", "python/cmd/pulumi-language-python-exec"),),
    minutes=4,
    cache_gb=2.5,
)

KUBERNETES_PROVIDER = Tool(
    name="pulumi-resource-kubernetes", module="kubernetes-provider", package=".", minutes=7, cache_gb=2.5
)

KWOK = Tool(name="kwok", module="kwok", package="sigs.k8s.io/kwok/cmd/kwok", minutes=2, cache_gb=1)


def karpenter_controller(version: str) -> Tool:
    """The controller of one Karpenter version, with EC2's instance calls simulated (upstream's kwok flavour)."""
    minor = version.rsplit(".", 1)[0]
    return Tool(
        name=f"karpenter-{minor}",
        module=f"karpenter-{minor}",
        package=".",
        # Upstream's main function, with loopback.go beside it.
        overlaid=(("github.com/aws/karpenter-provider-aws", "kwok/main.go"),),
        minutes=3.5,
        cache_gb=1.5,
    )


KARPENTER_CONTROLLERS = tuple(karpenter_controller(version) for version in KARPENTER_VERSIONS)
"""The first is the default version's; the others are built when a stack asks for them."""

TOOLS_FOR_DEPLOYMENT = (
    ETCD,
    PULUMI,
    _kubernetes("kube-apiserver", minutes=3.5, cache_gb=2),
    _kubernetes("kube-controller-manager", minutes=1, cache_gb=0.5),
    _kubernetes("kube-scheduler", minutes=0.5, cache_gb=0.2),
    KWOK,
    KUBERNETES_PROVIDER,
    KARPENTER_CONTROLLERS[0],
)
"""What `up` and `deploy` need."""
