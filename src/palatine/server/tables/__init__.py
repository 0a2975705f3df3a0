"""The rules of a table: its log, its state, what may be done at it. No I/O."""
