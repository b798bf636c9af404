"""What all EKS handlers share: the client, the error that means "not there", tags."""

from typing import Any

from localcloud.providers.aws import tags
from localcloud.providers.aws.handler import Handler, Properties, changed


class EksHandler(Handler):
    """A resource of EKS."""

    gone = frozenset({"ResourceNotFoundException"})

    @property
    def eks(self) -> Any:
        """The client."""
        return self.session.client("eks")

    def change_tags(self, arn: str, old: Properties, new: Properties) -> None:
        """Bring the tags up to date."""
        if not changed("tags", old, new):
            return
        gone = tags.removed(old.get("tags"), new.get("tags"))
        if gone:
            self.eks.untag_resource(resourceArn=arn, tagKeys=gone)
        if new.get("tags"):
            self.eks.tag_resource(resourceArn=arn, tags=dict(new["tags"]))
