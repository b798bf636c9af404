"""What the run before this one left, from the stack's own outputs.

The engine answers by itself, in previews too: the question is no resource, draws no edge and needs no credentials.
"""

import pulumi

from .model.deployed import Deployment, ForeignOutputs, read_outputs


def last_deployment() -> Deployment:
    """The last deployment; an empty one before the first.

    A run that failed before it had registered everything leaves the outputs of the one before it.

    Raises:
        pulumi.RunError: Another program deployed this stack.
    """
    stack = f"{pulumi.get_organization()}/{pulumi.get_project()}/{pulumi.get_stack()}"
    answer = pulumi.runtime.invoke("pulumi:pulumi:readStackOutputs", {"name": stack})
    try:
        return read_outputs(answer.value["outputs"])
    except ForeignOutputs as error:
        raise pulumi.RunError(f"the stack {stack} was deployed by another program: {error}; make a new one") from None
