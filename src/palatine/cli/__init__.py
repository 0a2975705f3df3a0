"""The `palatine` command."""
