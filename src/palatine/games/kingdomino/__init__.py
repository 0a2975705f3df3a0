"""Kingdomino: name, players and options. Imports no rules."""

from __future__ import annotations

from palatine.core.game import Choice, Flag, Game

GAME = Game(
    name="kingdomino",
    title="Kingdomino",
    players=(2, 3, 4),
    default_players=4,
    options=(
        Flag("mighty_duel", players=(2,)),
        Flag("harmony"),
        Flag("middle_kingdom"),
        Flag("dynasty"),
        Flag("crown_tiebreak"),
        Choice("first_order", "drawn", ("drawn", "abba"), players=(2,)),
        Choice("three_player_deck", "48", ("48", "36"), players=(3,)),
    ),
    rules_version=1,
    package=__name__,
)
