"""The program that registers recorded resources, run as the engine runs one: by its path.

The environment variable names the file of what was recorded.
"""

import os
import pickle
from pathlib import Path

from benchmarks.bare import register

RESOURCES = "BARE_RESOURCES"

if __name__ == "__main__":
    register(pickle.loads(Path(os.environ[RESOURCES]).read_bytes()))
