"""The ECR accounts from which AWS serves the images of EKS' add-ons, by region.

Every node pulls its network plugin, kube-proxy and pause image from there, whichever tenant it belongs to.

Sources, 2026-11: EKS user guide, "View Amazon container image registries for Amazon EKS add-ons"; regions that the
page leaves out from `get-ecr-uri.sh` of github.com/awslabs/amazon-eks-ami.
"""

from types import MappingProxyType
from typing import Final

_DEFAULT_REGIONS: Final = (
    "ap-northeast-1",
    "ap-northeast-2",
    "ap-northeast-3",
    "ap-south-1",
    "ap-southeast-1",
    "ap-southeast-2",
    "ca-central-1",
    "eu-central-1",
    "eu-north-1",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "sa-east-1",
    "us-east-1",
    "us-east-2",
    "us-west-1",
    "us-west-2",
)
"""Regions that are on in every account; they share one registry account."""

ADDON_REGISTRY_ACCOUNTS: Final = MappingProxyType(
    {
        **dict.fromkeys(_DEFAULT_REGIONS, "602401143452"),
        "af-south-1": "877085696533",
        "ap-east-1": "800184023465",
        "ap-east-2": "533267051163",
        "ap-south-2": "900889452093",
        "ap-southeast-3": "296578399912",
        "ap-southeast-4": "491585149902",
        "ap-southeast-5": "151610086707",
        "ap-southeast-6": "333609536671",
        "ap-southeast-7": "121268973566",
        "ca-west-1": "761377655185",
        "cn-north-1": "918309763551",
        "cn-northwest-1": "961992271922",
        "eu-central-2": "900612956339",
        "eu-south-1": "590381155156",
        "eu-south-2": "455263428931",
        "eusc-de-east-1": "877088126301",
        "il-central-1": "066635153087",
        "me-central-1": "759879836304",
        "me-south-1": "558608220178",
        "mx-central-1": "730335286997",
        "us-gov-east-1": "151742754352",
        "us-gov-west-1": "013241004608",
    }
)
"""Twelve-digit account by region."""
