"""The folder of a project: whether it is one, and has a stack."""

import os
from pathlib import Path as FilePath

from ..model.project_files import PROJECT_FILE, STACK_FILES, stack_file_name, stack_of
from .loaded import NoProject


def require_project(root: FilePath) -> None:
    """Nothing, where the folder is a project's.

    Raises:
        NoProject: There is no Pulumi.yaml in it.
    """
    if not (root / PROJECT_FILE).is_file():
        raise NoProject(f"{root} holds no {PROJECT_FILE}; change to the project's folder or name it with --project")


def require_stack(root: FilePath, stack: str) -> None:
    """Nothing, where the project has a file of the stack.

    Raises:
        NoProject: It has none, or the folder is no project's.
    """
    require_project(root)
    if os.path.lexists(root / stack_file_name(stack)):
        return
    existing = sorted(stack_of(path.name) for path in root.glob(STACK_FILES))
    known = f"stacks of this project: {', '.join(existing)}" if existing else "this project has no stack"
    raise NoProject(f"{stack_file_name(stack)} does not exist; {known}, name one with --stack")
