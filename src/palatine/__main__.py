"""The command `palatine`, as `python -m palatine`."""

from palatine.cli.main import main

main()
