"""Which public SSM parameters the local cloud answers: image ids behind Karpenter's aliases and EKS' recommendations.

The parameters go straight into moto's backend: its API, like AWS', refuses names that start with `/aws`.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from moto.core import DEFAULT_ACCOUNT_ID
from moto.ssm.models import Parameter, ssm_backends

from localcloud.aws.images import AL2023_RELEASES, KUBERNETES_VERSIONS, images

PUBLISHED = datetime(2026, 11, 20, tzinfo=UTC)


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


def seed_parameters(region: str) -> None:
    """Put the public parameters into one region."""
    stored = ssm_backends[DEFAULT_ACCOUNT_ID][region]._parameters
    for name, value in parameter_values():
        stored[name] = [
            Parameter(
                account_id=DEFAULT_ACCOUNT_ID,
                name=name,
                value=value,
                parameter_type="String",
                description=None,
                allowed_pattern=None,
                keyid=None,
                last_modified_date=PUBLISHED,
                version=1,
                data_type="text",
            )
        ]
