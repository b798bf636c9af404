"""How EKS refuses: its four error types, as moto spells them."""

from moto.eks.exceptions import (
    InvalidParameterException,
    InvalidRequestException,
    ResourceInUseException,
    ResourceNotFoundException,
)


def invalid_parameter(message: str) -> InvalidParameterException:
    """400: a value that cannot be right."""
    return InvalidParameterException(message=message)


def invalid_request(message: str) -> InvalidRequestException:
    """400: right values, wrong moment."""
    return InvalidRequestException(message=message)


def in_use(message: str, cluster: str) -> ResourceInUseException:
    """409: the object is there already, or something still needs it."""
    return ResourceInUseException(clusterName=cluster, nodegroupName=None, addonName=None, message=message)


def not_found(message: str, cluster: str | None = None) -> ResourceNotFoundException:
    """404."""
    return ResourceNotFoundException(clusterName=cluster, nodegroupName=None, addonName=None, message=message)
