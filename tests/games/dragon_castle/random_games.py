"""Random games of Dragon Castle, played once and shared by tests."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import palatine
from palatine.core.compiled import JIT
from palatine.core.table import Table

Plain = dict[str, Any]

ON_THE_CASTLE = "elegance,deception,deep,destruction"
ON_THE_REALM = "beauty,strength,change,cunning"
ON_SHRINES = "wind,faith,cunning,strength"
GAMES: list[tuple[int, dict[str, object]]] = [
    (2, {"spirits": "10", "dragons": "10", "castle": "basic_4"}),
    (1, {"spirits": "10", "dragons": "9", "castle": "the_keep", "realm_columns": "8", "realm_rows": "6"}),
    (4, {"spirits": "0", "dragons": "1"}),
    (3, {"spirits": ON_THE_CASTLE, "castle": "a_thousand_towers", "realm_columns": "4"}),
    (2, {"spirits": ON_SHRINES, "dragons": "3", "castle": "the_fortress", "realm_rows": "8"}),
    (1, {"castle": "the_blockhouse", "realm_columns": "4"}),
    (3, {"spirits": ON_THE_REALM, "dragons": "4", "castle": "monastery_of_the_abyss", "realm_columns": "8"}),
    (4, {"spirits": "10", "dragons": "2", "castle": "the_forbidden_city", "realm_columns": "4", "realm_rows": "6"}),
    (2, {"spirits": ON_THE_CASTLE, "dragons": "1", "castle": "parade_ground", "start_player": "first"}),
    (1, {"spirits": ON_THE_CASTLE, "dragons": "1", "castle": "basic_4", "realm_columns": "4"}),
    (4, {"spirits": "10", "dragons": "5"}),
    (2, {"spirits": "beauty,faith,change", "castle": "the_barracks", "realm_columns": "8", "realm_rows": "8"}),
]
"""Settings that cover every number of players, Realms of all sizes, and all Spirits in play together."""
PLAYED = GAMES if JIT else GAMES[:3]
SPIRITED = 0.3
"""The probability of activating a Spirit when one is legal; uniform choices would activate one nearly always."""
RARE = {"beauty", "change", "faith", "cunning"}
"""Spirits that are rarely legal."""


def gathered(table: Table, moves: list[str]) -> str:
    """Return the placement that puts a tile beside most of its type, or in odd games of its number."""
    position = table.position()
    tiles = {stack["space"]: stack["tile"] or "" for stack in position["realms"][position["seat"]]["stacks"]}
    word = 0 if int(table.seed) % 2 == 0 else -1

    def alike(move: str) -> int:
        tile = position["held"][-1 if "second" in move else 0]
        column, row = move[-2], move[-1]
        near = [f"{chr(ord(column) + step)}{row}" for step in (-1, 1)] + [
            f"{column}{int(row) + step}" for step in (-1, 1)
        ]
        return sum(tiles.get(space, "").split("_")[word] == tile.split("_")[word] for space in near)

    return max(moves, key=alike)


def choice(table: Table, choices: random.Random) -> str:
    """Return a random decision, biased towards eventful games: grouped tiles, few discards, all Spirits used."""
    moves = table.moves()
    spirits = [move for move in moves if move.startswith("spirit")]
    others = [move for move in moves if not move.startswith("spirit")]
    kinds = sorted({move.split()[1] for move in spirits})
    rare = [kind for kind in kinds if kind in RARE]
    if not others or (spirits and choices.random() < (0.7 if rare else SPIRITED)):
        kind = choices.choice(rare or kinds)
        return choices.choice([move for move in spirits if move.split()[1] == kind])
    if choices.random() < 0.9:
        others = [move for move in others if move not in ("discard", "summon", "done")] or others
    if others[0].startswith("place") and choices.random() < 0.85:
        return gathered(table, choices.sample(others, len(others)))
    return choices.choice(others)


def played(number: int, seed: int) -> Iterator[Table]:
    """Yield the table of a random game after set-up and after each decision (always the same object)."""
    players, options = GAMES[number]
    choices = random.Random(seed)
    table = palatine.new("dragon_castle", players=players, seed=seed, **options)
    yield table
    while not table.over:
        table.play(choice(table, choices))
        yield table


@dataclass(frozen=True)
class Moment:
    """A position, its legal moves, the number of tiles revealed, and the decision that led to it ("" for the first)."""

    position: Plain
    moves: tuple[str, ...]
    revealed: int
    decision: str


@functools.cache
def games() -> list[list[Moment]]:
    """Return all moments of the random games."""
    all_games = []
    for number in range(len(PLAYED)):
        moments = []
        for table in played(number, seed=number):
            decision = table.text(table.decisions[-1]) if table.decisions else ""
            moments.append(Moment(table.position(), tuple(table.moves()), table.revealed, decision))
        all_games.append(moments)
    return all_games


def steps() -> Iterator[tuple[Moment, Moment]]:
    """Yield the moments before and after every decision of the random games."""
    for moments in games():
        yield from itertools.pairwise(moments)


def turn_ended(before: Moment, after: Moment) -> bool:
    """Return True if the decision ended a turn."""
    acted = before.position["stage"] != "action" or after.decision == "summon"
    return after.position["stage"] is None or (acted and after.position["stage"] == "action")
