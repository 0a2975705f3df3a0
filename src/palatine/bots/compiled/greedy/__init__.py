"""The greedy player of each game: frozen reference players (version 1)."""
