"""What waiting for a cluster in vain ends with."""


class NotReady(Exception):
    """Objects are not Ready, or nobody makes them so; the text has a line for each cause."""
