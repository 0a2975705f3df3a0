"""Ferries: name, players and options. Imports neither NumPy nor Numba."""

from __future__ import annotations

from palatine.core.game import Choice, Game

GAME = Game(
    name="ferries",
    title="Ferries",
    players=(2, 3, 4),
    default_players=2,
    options=(Choice("boats", "3", ("2", "3", "4")),),
    rules_version=1,
    package=__name__,
)
