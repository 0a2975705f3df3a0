"""The rules of a table: its log, its state, its commands. No I/O."""
