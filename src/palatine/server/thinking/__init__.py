"""Bots in background processes, for tables, hints and analyses."""
