"""The connection of one provider process to the local AWS."""

import os
import threading
from functools import cached_property
from typing import Any

ENDPOINT = "LOCALCLOUD_AWS_ENDPOINT"
"""Environment variable with the URL of the local AWS."""


class NotConfigured(Exception):
    """The provider lacks its region, or the local AWS its address."""


class Session:
    """boto3 clients of one region, made when first used."""

    def __init__(self, region: str) -> None:
        self.region = region
        self._clients: dict[tuple[str, str], Any] = {}
        self._lock = threading.Lock()

    def client(self, service: str, region: str | None = None) -> Any:
        """The client of a service; `region` where a resource overrides the provider's."""
        key = (service, region or self.region)
        with self._lock:
            if key not in self._clients:
                self._clients[key] = self._connect(*key)
            return self._clients[key]

    @cached_property
    def account(self) -> str:
        """Twelve digits of the local account."""
        return self.client("sts").get_caller_identity()["Account"]

    @cached_property
    def partition(self) -> str:
        """`aws`, `aws-cn` or `aws-us-gov`."""
        return self._boto().get_partition_for_region(self.region)

    def arn(self, service: str, resource: str) -> str:
        """ARN of a regional resource of the local account."""
        return f"arn:{self.partition}:{service}:{self.region}:{self.account}:{resource}"

    @cached_property
    def _endpoint(self) -> str:
        endpoint = os.environ.get(ENDPOINT)
        if not endpoint:
            raise NotConfigured(f"{ENDPOINT} is not set: the stand-in provider needs the URL of the local AWS")
        return endpoint

    def _connect(self, service: str, region: str) -> Any:
        from botocore.config import Config

        return self._boto().client(
            service,
            region_name=region,
            endpoint_url=self._endpoint,
            aws_access_key_id="local",
            aws_secret_access_key="local",
            config=Config(retries={"total_max_attempts": 1}, max_pool_connections=32),
        )

    def _boto(self) -> Any:
        # boto3 takes 0.3 s to import, which most provider processes of a preview never need.
        import boto3

        return boto3.session.Session()
