"""Why EKS refuses an access entry: it keeps one for each principal, and has one already.

EKS makes an entry for whoever makes the cluster, by itself and unknown to the state; pulumi-eks leaves no choice in
that (pulumi/pulumi-eks#2373). Who that is must not decide what is registered, so a second entry is only explained.
"""

from collections.abc import Callable

import pulumi

_IN_USE = "already in use"
"""Of EKS' answer: "The specified access entry resource is already in use on this cluster"."""


def refusal_of(place: str) -> Callable[[pulumi.ErrorHookArgs], bool]:
    """An error hook that says what to change in the list `place`; it never retries."""

    def explain(args: pulumi.ErrorHookArgs) -> bool:
        if any(_IN_USE in error for error in args.errors):
            principal = (args.new_inputs or {})["principalArn"]
            pulumi.error(
                f"{place}: {principal} has an access entry already, as whoever made the cluster has; remove it from the"
                " list"
            )
        return False

    return explain
