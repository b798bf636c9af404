"""Which public SSM parameters the local cloud answers: images of Karpenter's aliases and of EKS' recommendations."""

from collections.abc import Iterator

from localcloud.aws.images import AL2023_RELEASES, KUBERNETES_VERSIONS, images


def parameter_values() -> Iterator[tuple[str, str]]:
    """Name and value of every public parameter."""
    for image in images():
        for name in image.parameters:
            yield name, image.image_id
    release = AL2023_RELEASES[-1].removeprefix("v")
    for kubernetes in KUBERNETES_VERSIONS:
        for architecture in ("x86_64", "arm64"):
            folder = f"/aws/service/eks/optimized-ami/{kubernetes}/amazon-linux-2023/{architecture}/standard"
            yield f"{folder}/recommended/release_version", f"{kubernetes}.0-{release}"
