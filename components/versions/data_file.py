"""Reading the data files of this folder."""

from importlib.resources import files
from typing import Any, Final

import yaml

# libyaml's parser takes a twentieth of the time, and every command reads these files; it is in every wheel of PyYAML.
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def data_file(name: str) -> Any:
    """The content of the YAML file `name`, which lies beside this module."""
    text = files(__name__.rpartition(".")[0]).joinpath(name).read_text(encoding="utf-8")
    return yaml.load(text, _LOADER)
