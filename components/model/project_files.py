"""How the files of a project are called. Nothing is imported: the shell's Tab key asks for these names, too."""

PROJECT_FILE = "Pulumi.yaml"
STACK_FILES = "Pulumi.*.yaml"
"""All stack files, as a pattern of the shell."""
TENANTS = "tenants"
PROFILES = f"{TENANTS}/profiles"
"""Folders below the project's."""


def stack_file_name(stack: str) -> str:
    """`dev` -> `Pulumi.dev.yaml`."""
    return f"Pulumi.{stack}.yaml"


def stack_of(file_name: str) -> str:
    """`Pulumi.dev.yaml` -> `dev`; names of stacks may hold dots."""
    return file_name.removeprefix("Pulumi.").removesuffix(".yaml")
