"""The one exception of the local cloud that is meant for the operator."""


class LocalCloudError(Exception):
    """The machine is in a state that the operator can repair; the text says what is wrong and what to do."""
