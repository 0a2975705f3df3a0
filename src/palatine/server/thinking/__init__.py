"""Bots at work: in processes of their own, for tables, hints and analyses."""
