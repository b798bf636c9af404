"""OIDC providers of clusters.

Source: documentation of the provider's resources 7.51; IAM API reference.
"""

from collections.abc import Iterator
from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.handler import Properties, changed
from localcloud.providers.aws.iam.base import IamHandler
from localcloud.providers.validation import Failure


class OpenIdConnectProvider(IamHandler):
    """aws.iam.OpenIdConnectProvider; id is the ARN, the reported URL has no scheme."""

    supports = frozenset({"clientIdLists", "tags", "thumbprintLists", "url"})
    replaces = frozenset({"url"})

    def checks(self, inputs: Properties) -> Iterator[Failure]:
        """The URL."""
        if "url" in inputs and not inputs["url"].startswith("https://"):
            yield Failure("url", f"must start with https://, is {inputs['url']!r}")

    def create(self, inputs: Properties) -> str:
        """CreateOpenIDConnectProvider; one per URL."""
        answer = self.iam.create_open_id_connect_provider(
            Url=inputs["url"],
            ClientIDList=inputs["clientIdLists"],
            ThumbprintList=inputs.get("thumbprintLists", []),
            Tags=tags.to_list(inputs.get("tags")),
        )
        return answer["OpenIDConnectProviderArn"]

    def read(self, resource_id: str, inputs: Properties) -> dict[str, Any] | None:
        """GetOpenIDConnectProvider."""
        provider = self.found(lambda: self.iam.get_open_id_connect_provider(OpenIDConnectProviderArn=resource_id))
        return provider and {
            "arn": resource_id,
            "url": provider["Url"].removeprefix("https://"),
            "clientIdLists": provider["ClientIDList"],
            "thumbprintLists": provider["ThumbprintList"],
            **tags.properties(tags.from_list(provider.get("Tags"))),
        }

    def update(self, resource_id: str, old: Properties, new: Properties) -> None:
        """Thumbprints, client ids and tags change in place."""
        arn = {"OpenIDConnectProviderArn": resource_id}
        if changed("thumbprintLists", old, new):
            self.iam.update_open_id_connect_provider_thumbprint(**arn, ThumbprintList=new["thumbprintLists"])
        for client in set(new["clientIdLists"]) - set(old["clientIdLists"]):
            self.iam.add_client_id_to_open_id_connect_provider(**arn, ClientID=client)
        for client in set(old["clientIdLists"]) - set(new["clientIdLists"]):
            self.iam.remove_client_id_from_open_id_connect_provider(**arn, ClientID=client)
        if changed("tags", old, new):
            gone = tags.removed(old.get("tags"), new.get("tags"))
            self.iam.untag_open_id_connect_provider(**arn, TagKeys=gone)
            self.iam.tag_open_id_connect_provider(**arn, Tags=tags.to_list(new.get("tags")))

    def delete(self, resource_id: str, state: Properties) -> None:
        """DeleteOpenIDConnectProvider."""
        self.iam.delete_open_id_connect_provider(OpenIDConnectProviderArn=resource_id)

    def same(self, name: str, written: Any, live: Any) -> bool:
        """A URL with and without scheme is one URL."""
        if name == "url":
            return written.removeprefix("https://") == live.removeprefix("https://")
        return super().same(name, written, live)
