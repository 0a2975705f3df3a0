"""The engine agrees with a naive oracle in random games, decision by decision."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pytest

import palatine
from games.kingdomino.oracle import Oracle
from modes import thinned
from palatine.core.table import Table
from palatine.games.kingdomino.layout import RANKING_BASE

KINDS: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"first_order": "abba"}),
    (2, {"mighty_duel": True}),
    (2, {"mighty_duel": True, "first_order": "abba"}),
    (3, {}),
    (3, {"three_player_deck": "36"}),
    (4, {}),
]
FLAGS = ("harmony", "middle_kingdom", "dynasty", "crown_tiebreak")
COMBINATIONS = [
    (players, {**kind, **dict(zip(FLAGS, values, strict=True))})
    for players, kind in KINDS
    for values in itertools.product((False, True), repeat=len(FLAGS))
]
SOAK_GAMES = 25
"""Games of each of the 112 combinations in `make soak`: 2,800 in all."""


def oracle_for(table: Table) -> Oracle:
    """Return an oracle with the shuffle of a table."""
    state = table._engine.view(table._raw)
    games = 3 if table.settings.options["dynasty"] else 1
    decks = [[int(domino) + 1 for domino in state.deck[game][: int(state.deck_size)]] for game in range(games)]
    orders = [[int(seat) for seat in state.orders[game][: int(state.kings)]] for game in range(games)]
    return Oracle(table.settings.players, table.settings.options, decks, orders)


def sources_by_game(score: Mapping[str, Any], games: int) -> list[dict[str, object]]:
    """Return a table's points by source in the oracle's form."""
    by_game: list[dict[str, Any]] = [
        {"total": 0, "territories": [], "harmony": 0, "middle_kingdom": 0} for _ in range(games)
    ]
    for source in score["sources"]:
        game = by_game[source.get("game_number", 1) - 1]
        game["total"] += source["points"]
        if source["source"] == "territory":
            game["territories"].append((source["terrain"], source["squares"], source["crowns"], source["points"]))
        else:
            game[source["source"]] = source["points"]
    for game in by_game:
        game["territories"].sort()
    return by_game


def agree(table: Table, oracle: Oracle) -> None:
    """Assert that everything a player sees is the same."""
    assert table.seat == oracle.seat
    assert set(table.moves()) == oracle.moves()
    position = table.position()
    assert position["phase"] == oracle.phase
    assert position["game_number"] == oracle.game_number + 1
    assert [(entry["domino"], entry["seat"]) for entry in position["current_line"]] == oracle.current_line()
    assert [(entry["domino"], entry["seat"]) for entry in position["next_line"]] == oracle.next_line()
    assert set(position["discarded"]) == oracle.discarded()
    for seat, kingdom in enumerate(position["kingdoms"]):
        squares = {(s["x"], s["y"]): (s["terrain"], s["crowns"]) for s in kingdom["squares"]}
        assert squares == oracle.kingdom(seat)


def agree_on_points(table: Table, oracle: Oracle) -> None:
    """Assert that all points, their sources and the tie-breaks are the same."""
    rankings = table.rankings()
    for score, expected, ranking in zip(table.scores(), oracle.scores(), rankings, strict=True):
        assert score["total"] == expected["total"]
        games = expected["games"]
        assert isinstance(games, list)
        assert sources_by_game(score, len(games)) == games
        # Ties are rare in random games, so the tie-breaks are compared without one, too.
        largest = sum(max((squares for _, squares, _, _ in game["territories"]), default=0) for game in games)
        crowns = sum(crowns for game in games for _, _, crowns, _ in game["territories"])
        counted = crowns if table.settings.options["crown_tiebreak"] else 0
        assert ranking == (score["total"] * RANKING_BASE + largest) * RANKING_BASE + counted


def play_along(players: int, options: Mapping[str, object], seed: int) -> None:
    table = palatine.new("kingdomino", players=players, seed=seed, **options)
    oracle = oracle_for(table)
    choices = random.Random(seed)
    while not table.over:
        agree(table, oracle)
        if len(table.decisions) % 10 == 0:
            agree_on_points(table, oracle)
        move = choices.choice(table.moves())
        table.play(move)
        oracle.play(move)
    agree(table, oracle)
    agree_on_points(table, oracle)
    result = table.result()
    assert result is not None
    assert (result["winners"], result["decided_by"]) == oracle.winners()


@pytest.mark.parametrize(("players", "options"), thinned(COMBINATIONS, 13))
def test_agrees_with_the_oracle(players: int, options: dict[str, object]) -> None:
    play_along(players, options, seed=len(str(options)) + players)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), COMBINATIONS)
def test_agrees_with_the_oracle_at_length(players: int, options: dict[str, object]) -> None:
    for seed in range(SOAK_GAMES):
        play_along(players, options, seed=1000 + seed)
