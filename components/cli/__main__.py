"""`python -m components.cli`: the command without an installation."""

from .group import main

main()
