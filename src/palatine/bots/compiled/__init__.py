"""The compiled parts of the built-in bots: evaluation and search, over the contract of a game."""
