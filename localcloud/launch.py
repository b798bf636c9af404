"""Runs a module of this checkout from anywhere: `launch.py MODULE ARGUMENTS…`.

The engine starts providers and language hosts in folders of its own choice, with the environment that programs inherit:
neither the working directory nor PYTHONPATH can say where `localcloud` is.
"""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    # First on the path would be this file's folder, whose `aws` and `providers` must not be importable by those names.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    module = sys.argv.pop(1)
    runpy.run_module(module, run_name="__main__", alter_sys=True)
