"""docs/isolation.md names every rule by which pods and other objects of customers are refused, with its policies.

Not proved: that a rule refuses what its row says.
"""

import re
from pathlib import Path

from components.rendering.admission import admission_documents
from tests.builders import settings
from tests.rendering.builders import cluster

PAGE = (Path(__file__).parents[2] / "docs" / "isolation.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(?P<rule>[a-z-]+)` \| (?P<policies>`tenant-[^|]+) \|", re.MULTILINE)
OF_NO_CUSTOMER = "other-pods"
"""The page says in its text what this policy refuses."""


def test_every_rule_has_a_row_with_its_policies():
    documents = admission_documents(settings(), cluster(kubernetes_version="1.36"))
    rules = {
        (rule["message"].partition("]")[0].removeprefix("["), document["metadata"]["name"])
        for document in documents
        if document["kind"] == "ValidatingAdmissionPolicy" and document["metadata"]["name"] != OF_NO_CUSTOMER
        for rule in document["spec"]["validations"]
    }

    rows = {(row["rule"], policy) for row in ROW.finditer(PAGE) for policy in re.findall("`([^`]+)`", row["policies"])}
    assert rows == rules
