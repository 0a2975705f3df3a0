"""The engine and a naive oracle play the same random games and must agree, decision by decision."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pytest

import palatine
from games.year_of_the_dragon.oracle import Oracle
from modes import thinned
from palatine.core.table import Table
from palatine.games.year_of_the_dragon import SUPER_EVENTS
from palatine.games.year_of_the_dragon.layout import ACTIONS, BASE_ACTIONS, MONTHS, RANKING_BASE, WITH_WALL

COMBINATIONS = [
    (players, {"great_wall": great_wall, "super_event": super_event, "large_privilege": large_privilege})
    for players, great_wall, super_event, large_privilege in itertools.product(
        (2, 3, 4, 5), (False, True), ("off", *SUPER_EVENTS), ("6", "7")
    )
]
SOAK_GAMES = 25
"""Games of each of the 176 combinations in `make soak`: 4,400 in all."""


def oracle_for(table: Table) -> Oracle:
    """Return an oracle with the events and the layouts of a table."""
    position = table.position()
    state = table._engine.view(table._raw)
    players = table.settings.players
    cards = WITH_WALL if table.settings.options["great_wall"] else BASE_ACTIONS
    layouts = [
        [[ACTIONS[card] for card in range(cards) if state.layouts[month, card] == group] for group in range(players)]
        for month in range(MONTHS)
    ]
    return Oracle(
        players, table.settings.options, position["start"], position["events"], position["super_event"], layouts
    )


def agree(table: Table, oracle: Oracle) -> None:
    """Assert that the open information is the same."""
    assert table.seat == oracle.seat
    assert set(table.moves()) == oracle.moves()
    position = table.position()
    assert (position["phase"], position["month"]) == (oracle.phase, oracle.month)
    assert [(entry["space"], entry["seats"]) for entry in position["track"]] == oracle.track()
    assert position["turn_order"] == oracle.order()
    assert position["display"] == oracle.display()
    assert [(tile["seat"], tile["gift"]) for tile in position["wall"]] == oracle.wall()
    for seat, court in enumerate(position["courts"]):
        expected: dict[str, Any] = {**oracle.court(seat)}
        palaces = [(palace["floors"], sorted(palace["persons"])) for palace in court["palaces"]]
        assert palaces == [(floors, sorted(persons)) for floors, persons in expected.pop("palaces")]
        assert {name: court[name] for name in expected} == expected


def agree_on_points(table: Table, oracle: Oracle) -> None:
    """Assert that the points are the same, by source."""
    for score, expected in zip(table.scores(), oracle.scores(), strict=True):
        sources = {source["source"]: source["points"] for source in score["sources"]}
        assert sources == {source: points for source, points in expected.items() if source in sources}
        assert score["total"] == sum(expected.values())


def agree_on_ranking(table: Table, oracle: Oracle) -> None:
    """Compare the tie-breaks even without a tie: ties are rare in random games."""
    spaces = {seat: space for space, seats in oracle.track() for seat in seats}
    rankings = table.rankings()
    for place, seat in enumerate(oracle.order()):
        total = sum(oracle.scores()[seat].values())
        expected = (total * RANKING_BASE + spaces[seat]) * RANKING_BASE + table.settings.players - place
        assert rankings[seat] == expected


def play_along(players: int, options: Mapping[str, object], seed: int) -> None:
    table = palatine.new("year_of_the_dragon", players=players, seed=seed, **options)
    oracle = oracle_for(table)
    choices = random.Random(seed)
    while not table.over:
        agree(table, oracle)
        agree_on_points(table, oracle)
        move = choices.choice(table.moves())
        table.play(move)
        oracle.play(move)
    agree(table, oracle)
    agree_on_points(table, oracle)
    agree_on_ranking(table, oracle)
    result = table.result()
    assert result is not None
    assert (result["winners"], result["decided_by"]) == oracle.winners()


@pytest.mark.parametrize(("players", "options"), thinned(COMBINATIONS, 13))
def test_the_engine_agrees_with_the_oracle(players: int, options: dict[str, object]) -> None:
    play_along(players, options, seed=len(str(options)) + players)


@pytest.mark.parametrize("event", ["tribute", "drought", "contagion", "mongols", "festival"])
def test_the_engine_agrees_with_the_oracle_when_an_event_is_eclipsed(event: str) -> None:
    """Play with the wall, which an eclipsed Mongol invasion tests twice: random draws rarely combine them."""
    options = {"great_wall": True, "super_event": "solar_eclipse"}
    for seed in range(100):
        year = palatine.new("year_of_the_dragon", players=3, seed=seed, **options).position()["events"]
        if year[6] == event:
            play_along(3, options, seed)
            return
    pytest.fail(f"no year has {event} in month 7")


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), COMBINATIONS)
def test_the_engine_agrees_with_the_oracle_at_length(players: int, options: dict[str, object]) -> None:
    for seed in range(SOAK_GAMES):
        play_along(players, options, seed=1000 + seed)
