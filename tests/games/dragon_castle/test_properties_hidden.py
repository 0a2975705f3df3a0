"""Covered tiles of Dragon Castle are hidden, and have no effect before they are uncovered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import palatine
from games.dragon_castle.positions import moves, play, spirited, spirits_offered, table
from games.dragon_castle.random_games import PLAYED, games, played
from palatine.core import chance
from palatine.core.check import chi_square_bound
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.games.dragon_castle.layout import SYMBOL_OF, TILES

KEPT = 2 if JIT else 1
"""Positions examined per phase and game."""
TRIED = 6
"""Legal decisions tried at each position."""
RESAMPLES = 3000 if JIT else 250

REALM_KEYS = {"stacks", "shrine_pool", "tokens", "earned", "groups", "waiting"}
POSITION_KEYS = {
    *(
        "game",
        "players",
        "options",
        "stage",
        "phase",
        "seat",
        "start",
        "castle",
        "unseen",
        "spirits",
        "dragons",
        "used",
    ),
    *(
        "elegance",
        "first_tile",
        "action",
        "held",
        "sets",
        "lifted",
        "moved",
        "general_shrines",
        "dummy_tokens",
        "realms",
    ),
    *("top_floor", "available", "countdown", "final_round", "rank", "totals"),
}


def looks(number: int, seed: int) -> Iterator[Table]:
    """Yield the table of a random game a few times in each phase and stage, and at its end."""
    counts: Counter[tuple[str, str]] = Counter()
    for one in played(number, seed):
        if one.over:
            yield one
            continue
        position = one.position()
        counts[position["phase"], position["stage"]] += 1
        if counts[position["phase"], position["stage"]] <= KEPT:
            yield one


@pytest.mark.rule("DC-5")
@pytest.mark.parametrize("number", range(len(PLAYED) if JIT else 1))
def test_a_loaded_position_plays_the_same_with_any_covered_tiles(number: int) -> None:
    """The loaded one has other covered tiles; the two are indistinguishable until one is uncovered."""
    for one in looks(number, seed=number):
        position = json.loads(json.dumps(one.position()))
        other = palatine.position("dragon_castle", position, seed=number + 50)
        assert other.position() == position == one.position()
        assert (other.seat, other.moves(), other.revealed) == (one.seat, one.moves(), one.revealed)
        assert other.observation().tobytes() == one.observation().tobytes()
        assert (other.scores(), other.result()) == (one.scores(), one.result())
        legal, before = one.legal(), one.revealed
        for decision in legal[:: max(1, len(legal) // TRIED)]:
            one.play(decision)
            other.play(decision)
            assert one.revealed == other.revealed
            if one.revealed == before:
                assert other.position() == one.position()
                assert other.moves() == one.moves()
                assert other.observation().tobytes() == one.observation().tobytes()
            one.undo()
            other.undo()


def test_a_position_has_only_open_fields() -> None:
    for moments in games():
        for moment in moments:
            position = moment.position
            assert position.keys() == POSITION_KEYS
            assert all(realm.keys() == REALM_KEYS for realm in position["realms"])
            assert all(entry.keys() == {"space", "floor", "tile"} for entry in position["castle"])


# ---------------------------------------------------------------------------- legality that could leak hidden tiles

ALL_SPIRITS = "beauty,elegance,wind,deception,strength,change,faith,deep,destruction,cunning"


@pytest.mark.rule("DC-S2", "DC-5")
@pytest.mark.parametrize(("stage", "offered"), [("action", "elegance"), ("completion", "destruction")])
@pytest.mark.parametrize("below", ["m1", "m2", "s1", "D1"])
def test_covered_tiles_do_not_decide_which_spirits_are_legal(below: str, stage: str, offered: str) -> None:
    """The tile under the first pick could be the one that Elegance, The Deep or Deception needs."""
    castle = {"a1": f"m1 {below}", "b1": "s3 s4", "c1": "f5 f6", "e1": "W1"}
    usual = {"a1": "m1 W2", "b1": "s3 s4", "c1": "f5 f6", "e1": "W1"}
    tables = [spirited(ALL_SPIRITS, "f1 f2", given, pool=2) for given in (castle, usual)]
    if stage == "completion":
        for one in tables:
            one.play("pick c1")
    assert tables[0].moves() == tables[1].moves()
    assert offered in spirits_offered(tables[0])


@pytest.mark.rule("DC-S2", "DC-5")
@pytest.mark.parametrize("below", ["s1", "m1", "W3"])
def test_legal_picks_with_elegance_do_not_depend_on_what_they_uncover(below: str) -> None:
    """With a1 gone, b1 is freed; the sides of the tile under a1 do not depend on its symbol."""
    castle = {"a1": f"s1 {below}", "b1": "f1 f2", "c1": "s2 W1", "a2": "m2"}
    one = spirited(ALL_SPIRITS, "f1 f2", castle, pool=3)
    other = spirited(ALL_SPIRITS, "f1 f2", castle | {"a1": "s1 D2"}, pool=3)
    for game in (one, other):
        play(game, "spirit elegance pay shrine")
    assert one.moves() == other.moves()
    assert moves(one, "pick")


FREED = {"a1": "W1", "c1": "W2"}
"""Ground tiles beside b1: the tile under the top of b1 has both long sides blocked and a short side free."""
UNKNOWN_BELOW = ["m1", "m2", "D1"]
"""The same tile as the one above it, one of its type, and another."""


@pytest.mark.rule("DC-S2", "DC-5")
@pytest.mark.parametrize("spirits", ["elegance", "elegance,deep", "elegance,deep,deception"])
@pytest.mark.parametrize("below", UNKNOWN_BELOW)
def test_elegance_is_not_offered_for_the_sake_of_a_covered_tile(below: str, spirits: str) -> None:
    """A pair with the tile above it would be the only way to satisfy Elegance."""
    game = spirited(spirits, "f1 f2", FREED | {"b1": f"m1 {below}"}, pool=2)
    assert game.moves() == ["pick b1"]


@pytest.mark.rule("DC-S2", "DC-5")
@pytest.mark.parametrize("below", UNKNOWN_BELOW)
def test_a_pick_while_elegance_is_owed_cannot_count_on_a_covered_tile(below: str) -> None:
    castle = FREED | {"b1": f"m1 {below}", "d3": "s1 ?", "e3": "s2 ?", "f3": "s3 ?"}
    game = play(spirited("elegance,deep", "f1 f2", castle, pool=1), "spirit elegance pay shrine")
    assert moves(game, "pick") == {"e3"}


@pytest.mark.rule("DC-S2", "DC-S9", "DC-5")
@pytest.mark.parametrize("below", UNKNOWN_BELOW)
def test_destruction_while_elegance_is_owed_cannot_count_on_a_covered_tile(below: str) -> None:
    """With b1 or d1 gone, c1 is Available; then only the tile under b1 could pair with e5 for Elegance."""
    castle = {"a1": "W1", "b1": f"s5 {below}", "c1": "s6 ?", "d1": "s4 ?", "e5": "m1 ?"}
    game = spirited("elegance,destruction", "f1 f2", castle, pool=3)
    play(game, "spirit elegance pay shrine", "spirit destruction pay shrine")
    assert moves(game, "destroy") == {"a1", "e5"}


# --------------------------------------------------------------------------------------------------------- resampling


def resampled(one: Table) -> NDArray[Any]:
    """Resample the covered tiles many times; return one row per sample, with a code for each covered place."""
    rows = np.repeat(one.observation()[np.newaxis], RESAMPLES, axis=0)
    one._engine.resample(rows, chance.randoms(np.array([17], dtype=np.uint64)))
    drawn: NDArray[Any] = rows.view(one._engine.dtype)[:, 0]["covered"].reshape(RESAMPLES, -1)
    return drawn


CASTLE = {"a1": "m1 D1 D1", "c1": "m2 D1 S1", "e1": "m3 W1", "b2": "s1", "f4": "s2 S1 m1"}
"""Seven covered tiles: three red dragons, two springs, two others."""


@pytest.mark.rule("DC-5")
def test_resampling_places_exactly_the_unseen_tiles() -> None:
    one = table(CASTLE)
    unseen = one.position()["unseen"]
    drawn = resampled(one)
    places = {number for number in range(drawn.shape[1]) if drawn[:, number].any()}
    assert len(places) == 7
    for row in drawn[:200]:
        assert Counter(TILES[SYMBOL_OF[code]] for code in row if code) == Counter(
            {tile: n for tile, n in unseen.items() if n}
        )


@pytest.mark.rule("DC-5")
def test_unseen_tiles_are_equally_likely_on_each_covered_place() -> None:
    one = table(CASTLE)
    unseen = {tile: n for tile, n in one.position()["unseen"].items() if n}
    drawn = resampled(one)
    for place in np.flatnonzero(drawn.any(axis=0)):
        counts = Counter(TILES[SYMBOL_OF[code]] for code in drawn[:, place])
        expected = {tile: RESAMPLES * n / 7 for tile, n in unseen.items()}
        statistic = sum((counts[tile] - wanted) ** 2 / wanted for tile, wanted in expected.items())
        assert statistic <= chi_square_bound(len(unseen) - 1)


@pytest.mark.rule("DC-5")
def test_covered_places_are_drawn_independently() -> None:
    """All pairs of different tiles occur, in both orders."""
    drawn = resampled(table(CASTLE))
    first, second = np.flatnonzero(drawn.any(axis=0))[:2]
    pairs = Counter((SYMBOL_OF[a], SYMBOL_OF[b]) for a, b in zip(drawn[:, first], drawn[:, second], strict=True))
    assert len(pairs) == 4 * 4 - 2  # a single tile cannot lie on both places
    assert pairs[TILES.index("red_dragon"), TILES.index("red_dragon")] == pytest.approx(RESAMPLES * 6 / 42, rel=0.4)


@pytest.mark.rule("DC-5")
def test_the_seed_of_a_position_determines_what_is_uncovered() -> None:
    position = table(CASTLE).position()
    uncovered = set()
    for seed in range(30):
        one = palatine.position("dragon_castle", position, seed)
        one.play("pick a1")
        uncovered.add(next(entry["tile"] for entry in one.position()["castle"] if entry["space"] == "a1"))
    assert uncovered == {tile for tile, n in position["unseen"].items() if n}
