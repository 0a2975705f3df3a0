"""`python -m palatine` is the command `palatine`."""

from palatine.cli.main import main

main()
