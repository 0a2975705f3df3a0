"""The engine and a naive oracle play the same random games and must agree, decision by decision."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import palatine
from games.dragon_castle.oracle import Oracle
from modes import thinned
from palatine.core.table import Table
from palatine.games.dragon_castle.actions import CASTLE_NAMES
from palatine.games.dragon_castle.castles import NAMES
from palatine.games.dragon_castle.layout import RANKING_BASE, STAGES, SYMBOL_OF, TILES
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS

Case = tuple[int, dict[str, object]]

REALMS = [(columns, rows) for columns in ("6", "4", "8") for rows in ("4", "6", "8")]


def case(players: int, number: int, **options: object) -> Case:
    """Return a case; castles and Realm sizes rotate with `number`, so the cases cover all of them."""
    columns, rows = REALMS[number // 3 % len(REALMS) if number % 3 == 0 else 0]
    options = {"castle": NAMES[number % len(NAMES)], "realm_columns": columns, "realm_rows": rows} | options
    return players, options


PAIRS = [",".join(pair) for pair in itertools.combinations(SPIRITS, 2)]
SINGLE = [
    *(case(1 + n % 4, n, spirits="0", dragons="0") for n in range(12)),
    *(case(1 + n % 4, n, spirits=spirit, dragons="1") for n, spirit in enumerate(SPIRITS)),
    *(case(2 + n % 3, n, spirits="1", dragons=dragon) for n, dragon in enumerate(DRAGONS)),
    *(case(1 + n % 4, n, spirits="3", dragons="3") for n in range(8)),
    *(case(1 + n % 4, n, spirits="10", dragons="9") for n in range(4)),
]
OF_PAIRS = [case(1 + n % 4, n, spirits=pair, dragons="2") for n, pair in enumerate(PAIRS)]
CASES = SINGLE + OF_PAIRS
POINTS_EVERY = 4
"""Points are compared after every this many decisions."""
SOAK_GAMES = 45
"""Games of each of the 89 cases in `make soak`: about four thousand in all."""


def oracle_for(table: Table) -> Oracle:
    """Return an oracle with the castle and the cards of a table."""
    position, options = table.position(), table.settings.options
    state = table._engine.view(table._raw)
    castle = {}
    for entry in position["castle"]:
        number = CASTLE_NAMES.index(entry["space"])
        below = [TILES[SYMBOL_OF[state.covered[floor, number]]] for floor in range(entry["floor"] - 1)]
        castle[entry["space"]] = [*below, entry["tile"]]
    return Oracle(
        table.settings.players,
        int(str(options["realm_columns"])),
        int(str(options["realm_rows"])),
        position["start"],
        position["spirits"],
        position["dragons"],
        castle,
    )


def agree(table: Table, oracle: Oracle) -> None:
    """Assert that engine and oracle agree on everything a player can see."""
    assert table.seat == oracle.seat
    position = table.position()
    assert position["phase"] == oracle.phase
    assert set(table.moves()) == oracle.moves()
    if position["phase"] in STAGES:
        assert position["stage"] == oracle.stage
    assert [(entry["space"], entry["floor"], entry["tile"]) for entry in position["castle"]] == oracle.castle()
    assert position["available"] == oracle.available()
    assert position["unseen"] == oracle.unseen()
    assert position["held"] == oracle.held()
    assert position["general_shrines"] == oracle.general_shrines()
    assert position["countdown"] == oracle.countdown()
    assert (position["used"], position["elegance"]) == (oracle.used(), oracle.elegance())
    assert sorted((entry["spaces"], entry["shrines"]) for entry in position["sets"]) == sorted(oracle.sets())
    for seat, realm in enumerate(position["realms"]):
        expected: dict[str, Any] = {**oracle.realm(seat)}
        stacks = [(stack["space"], stack["height"], stack["tile"], stack["shrine"]) for stack in realm["stacks"]]
        assert stacks == expected.pop("stacks")
        assert {name: realm[name] for name in expected} == expected


def agree_on_points(table: Table, oracle: Oracle) -> None:
    """Assert that engine and oracle agree on every point and its source."""
    for score, expected in zip(table.scores(), oracle.scores(), strict=True):
        points: dict[str, int] = dict.fromkeys(expected, 0)
        for entry in score["sources"]:
            points[entry["source"]] += entry["points"]
        assert points == expected
        assert score["total"] == sum(expected.values())


def agree_on_ranking(table: Table, oracle: Oracle) -> None:
    """Assert that engine and oracle agree on the ranking.

    Ties are rare in random games, so the tie breakers are compared even without one.
    """
    rankings = table.rankings()
    for seat, ranking in enumerate(rankings):
        face_down, shrines = oracle.tie_breaks(seat)
        total = sum(oracle.scores()[seat].values())
        assert ranking == (total * RANKING_BASE + face_down) * RANKING_BASE + shrines


def play_along(players: int, options: dict[str, object], seed: int) -> None:
    """Play one game on both. Three in four are eventful: Spirits are activated often, few tiles discarded."""
    table = palatine.new("dragon_castle", players=players, seed=seed, **options)
    oracle = oracle_for(table)
    choices = random.Random(seed)
    eager = seed % 4
    while not table.over:
        agree(table, oracle)
        if len(table.decisions) % POINTS_EVERY == 0:
            agree_on_points(table, oracle)
        moves = table.moves()
        if eager:
            moves = [move for move in moves if move not in ("discard", "summon", "shrine")] or moves
            spirits = [move for move in moves if move.startswith("spirit")]
            if spirits and choices.random() < (0.1, 0.3, 0.6)[eager - 1]:
                kinds = sorted({move.split()[1] for move in spirits})
                kind = choices.choice(kinds)
                moves = [move for move in spirits if move.split()[1] == kind]
        move = choices.choice(moves)
        table.play(move)
        oracle.play(move)
    agree(table, oracle)
    agree_on_points(table, oracle)
    agree_on_ranking(table, oracle)
    result = table.result()
    assert result is not None
    assert (result["winners"], result["decided_by"]) == oracle.winners()


@pytest.mark.parametrize(("players", "options"), thinned(CASES, 11))
def test_the_engine_agrees_with_the_oracle(players: int, options: dict[str, object]) -> None:
    play_along(players, options, seed=len(str(options)) + players)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), CASES)
def test_the_engine_agrees_with_the_oracle_at_length(players: int, options: dict[str, object]) -> None:
    for seed in range(SOAK_GAMES):
        play_along(players, options, seed=1000 + seed)
