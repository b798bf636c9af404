"""ARNs as operators write them, checked for the kind that a field needs.

Source: AWS IAM user guide, "IAM ARNs": arn:<partition>:<service>:<region>:<account>:<resource>; accounts have twelve
digits.
"""

import re
from typing import ClassVar, Self

from pydantic.json_schema import JsonSchemaValue

from .errors import reject, shown
from .scalar import Scalar, worded

_ARN = re.compile(
    r"arn:(?P<partition>aws[a-z-]*):(?P<service>[a-z0-9-]+):(?P<region>[a-z0-9-]*):(?P<account>[0-9]{12}|aws|):(?P<resource>\S+)"
)
_LONGEST = 2048
"""Characters (source: IAM quotas, the longest ARN that a policy or a role may have)."""


class Arn(Scalar):
    """Any ARN. The classes below narrow it to one kind."""

    __slots__ = ()

    kind: ClassVar[str] = "ARN"
    example: ClassVar[str] = "arn:aws:<service>:<region>:<account>:<resource>"
    form: ClassVar[str] = r".*"
    """Regular expression of `<service>:<region>:<account>:<resource>`."""

    def __new__(cls, text: str) -> Self:
        """Refuses what is no ARN of this kind (E005)."""
        found = _ARN.fullmatch(text) if len(text) <= _LONGEST else None
        if found is None or not re.fullmatch(cls.form, text.split(":", 2)[2]):
            raise reject("E005", f"{shown(text)} is no {cls.kind}", f"write {cls.example}")
        return super().__new__(cls, text)

    @property
    def account(self) -> str:
        """Twelve digits; `aws` for what AWS owns."""
        return self.split(":")[4]

    @property
    def name(self) -> str:
        """The last part of the resource, without type and path: the bare name of a role or policy."""
        return self.rpartition("/")[2]

    @classmethod
    def editor_schema(cls) -> JsonSchemaValue:
        """Text that begins like an ARN."""
        return {"type": "string", **worded(r"^arn:aws[a-z-]*:", "an ARN, which begins with arn:aws")}


class PolicyArn(Arn):
    """A managed IAM policy, AWS's or one's own."""

    __slots__ = ()
    kind = "ARN of an IAM policy"
    example = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"
    form = r"iam::(?:[0-9]{12}|aws):policy/\S+"


class RoleArn(Arn):
    """An IAM role. A session of it (`arn:aws:sts::…:assumed-role/…`) is not one."""

    __slots__ = ()
    kind = "ARN of an IAM role"
    example = "arn:aws:iam::111122223333:role/Name"
    form = r"iam::[0-9]{12}:role/\S+"


class PrincipalArn(Arn):
    """An IAM role or user: what EKS makes an access entry for."""

    __slots__ = ()
    kind = "ARN of an IAM role or user"
    example = "arn:aws:iam::111122223333:role/Name"
    form = r"iam::[0-9]{12}:(?:role|user)/\S+"


class KmsKeyArn(Arn):
    """A KMS key or alias by ARN."""

    __slots__ = ()
    kind = "ARN of a KMS key"
    example = "arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-0000-0000-000000000000"
    form = r"kms:[a-z0-9-]+:[0-9]{12}:(?:key|alias)/\S+"


class ParameterArn(Arn):
    """SSM parameters; `*` stands for several."""

    __slots__ = ()
    kind = "ARN of an SSM parameter"
    example = "arn:aws:ssm:eu-central-1:111122223333:parameter/golden/ami"
    form = r"ssm:[a-z0-9*-]*:(?:[0-9]{12})?:parameter/\S+"
