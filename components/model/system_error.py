"""What the operating system refuses, in the words of a report."""


def cause_of(error: OSError) -> str:
    """Why, in lower case: `no space left on device`."""
    return (error.strerror or str(error)).lower()


def place_and_cause(error: OSError) -> str:
    """The same after the file, where the system names one: `tenants/alpha.yaml: permission denied`."""
    return f"{error.filename}: {cause_of(error)}" if error.filename else cause_of(error)
