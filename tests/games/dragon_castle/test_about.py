"""The details that the log adds to a decision of Dragon Castle: tiles, the meaning of "done", sets and their points."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import palatine
from games.dragon_castle.positions import placing, play, points, spirited, table
from games.dragon_castle.random_games import GAMES, PLAYED, choice
from games.dragon_castle.wrong_positions import TABLES
from palatine.core.table import Table


def about(game: Table, decision: str) -> dict[str, Any]:
    """Return what the log adds to a decision."""
    return game.about(game.number(decision))


def of(kind: str, tiles: int, points: int) -> dict[str, Any]:
    """Return a set as the log describes it."""
    return {"type": kind, "tiles": tiles, "points": points}


CASES: dict[str, tuple[Callable[[], Table], str, list[dict[str, Any]]]] = {
    "last tile": (lambda: placing("m1 m2 m3", "m4"), "place d1", [of("merchants", 4, 2)]),
    "dragons": (lambda: placing("D1 D2 D3 . D1", "D2"), "place d1", [of("dragons", 5, 4)]),
    "two sets": (
        lambda: play(placing("m1 m2 m3 .\ns1 s2 s3 .", "m4", "s4"), "place d1"),
        "place d2",
        [of("merchants", 4, 2), of("soldiers", 4, 2)],
    ),
    "done in the check": (lambda: TABLES["check"](), "done", [of("merchants", 4, 2)]),
    "beauty": (
        lambda: TABLES["beauty"](),
        "consolidate a1",
        [{"type": None, "number": 1, "tiles": 4, "points": 3}],
    ),
    "cunning": (lambda: TABLES["cunning"](), "consolidate a2", [of("dragons", 3, 3)]),
    "change": (lambda: TABLES["change"](), "change f3 farmers", [of("farmers", 4, 2)]),
    "strength, second move": (
        lambda: play(
            spirited("strength", "m1 m2 m3 . m4"), "spirit strength pay shrine", "lift a1", "drop a4", "lift e1"
        ),
        "drop d1",
        [],
    ),
    "strength, done": (
        lambda: play(spirited("strength", "m1 m2 m3 . . m4"), "spirit strength pay shrine", "lift f1", "drop d1"),
        "done",
        [of("merchants", 4, 2)],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_consolidation_names_its_sets_and_points(name: str) -> None:
    make, decision, sets = CASES[name]
    assert about(make(), decision).get("sets", []) == sets


@pytest.mark.parametrize(
    ("name", "phase"),
    [("check", "check"), ("build", "build"), ("end", "end"), ("second lift", "strength_lift")],
)
def test_done_names_its_phase(name: str, phase: str) -> None:
    assert about(TABLES[name](), "done")["phase"] == phase


def test_a_decision_names_its_tile() -> None:
    game = table({"a1": "m1", "c1": "m1"})
    assert about(game, "pick c1") == {"tile": "merchants_1"}
    play(game, "pick c1", "shrine")
    assert about(game, "place b2") == {"tile": "merchants_1"}


@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_the_sets_of_the_log_account_for_all_points_of_sets(number: int) -> None:
    players, options = GAMES[number]
    game = palatine.new("dragon_castle", players=players, seed=number, **options)
    choices = random.Random(number)
    named = [0] * players
    while not game.over:
        decision = choice(game, choices)
        seat = game.seat
        assert seat is not None
        named[seat] += sum(one["points"] for one in about(game, decision).get("sets", ()))
        game.play(decision)
    for seat, total in enumerate(named):
        earned = points(game, seat)
        assert total == earned["sets"] + earned["dragon_sets"] + earned["beauty"]
    assert sum(named) > 0
