"""Puts the public parameters into moto.

They go straight into its backend: its API, like AWS', refuses names that start with `/aws`.
"""

from datetime import UTC, datetime

from moto.core import DEFAULT_ACCOUNT_ID
from moto.ssm.models import Parameter, ssm_backends

from localcloud.aws.parameters import parameter_values

PUBLISHED = datetime(2026, 11, 20, tzinfo=UTC)


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
