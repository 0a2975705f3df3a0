"""Positions of In the Year of the Dragon read back; broken ones are refused with a sentence or playable."""

from __future__ import annotations

import copy
import functools
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palatine
from games.broken import Nonsense, broken, changed, refused_or_playable
from games.year_of_the_dragon.positions import CARDS, TROUBLES, TYPES, YEAR, Plain, tiles_at_first, year_with
from games.year_of_the_dragon.wrong_positions import TABLES, valid
from palatine import OptionError
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.games.year_of_the_dragon import SUPER_EVENTS

GAMES = list(itertools.product(("off", *SUPER_EVENTS), (False, True)))
"""Every super event, without the wall and with it."""
KEPT = 2
"""The number of positions of each phase that are kept from a game."""
MOST_DECISIONS = 2500
"""More than the longest game from the strangest position."""
MOST_GOODS = 1500
"""More than a position may have and a game can add. A number below zero would show as a huge one."""


def played(super_event: str, great_wall: bool, seed: int) -> Iterator[Table]:
    """Yield the table of a random game, as set up and after each decision; rare actions are taken often."""
    choices = random.Random(seed)
    options = {"super_event": super_event, "great_wall": great_wall, "large_privilege": choices.choice(["6", "7"])}
    table = palatine.new("year_of_the_dragon", players=2 + seed % 4, seed=seed, **options)
    yield table
    while not table.over:
        moves = table.moves()
        rare = [move for move in moves if move.endswith((" wall", " privilege", " build", " floor", " craftsman"))]
        table.play(choices.choice(rare if rare and choices.random() < 0.5 else moves))
        yield table


def worth_a_look(tables: Iterator[Table]) -> Iterator[Table]:
    """Yield a game at phases that have not come often yet, and at its end."""
    asked: Counter[tuple[str, int]] = Counter()
    for table in tables:
        verb = table.moves()[0].split()[0] if not table.over else "over"
        asked[verb, table.revealed // 4] += 1
        if asked[verb, table.revealed // 4] <= KEPT:
            yield table


def reads_back(table: Table, seed: int) -> None:
    plain = json.loads(json.dumps(table.position()))
    again = palatine.position("year_of_the_dragon", plain, seed)
    assert again.position() == plain
    assert again.moves() == table.moves()
    assert again.observation().tobytes() == table.observation().tobytes()


@pytest.mark.parametrize(("super_event", "great_wall"), GAMES)
def test_positions_read_back_with_every_super_event_and_the_wall(super_event: str, great_wall: bool) -> None:
    for table in worth_a_look(played(super_event, great_wall, seed=GAMES.index((super_event, great_wall)))):
        reads_back(table, seed=9)


@pytest.mark.soak
@pytest.mark.parametrize(("super_event", "great_wall"), GAMES)
def test_every_position_reads_back_with_every_super_event_and_the_wall(super_event: str, great_wall: bool) -> None:
    for seed in range(100, 104):
        for table in played(super_event, great_wall, seed):
            reads_back(table, seed)


def test_a_position_takes_any_seed() -> None:
    plain = valid("act")
    for seed in (0, 7, 2**64 - 1, "0f" * 32):
        assert palatine.position("year_of_the_dragon", plain, seed).essence(0) == plain
    with pytest.raises(OptionError, match="A seed is a whole number"):
        palatine.position("year_of_the_dragon", plain, -1)


# ------------------------------------------------------------------------------------------------ lists in any order


@functools.cache
def pool() -> list[Plain]:
    """Return positions of random games, of all phases."""
    kept: list[Plain] = []
    for seed, (super_event, great_wall) in enumerate(GAMES):
        for table in worth_a_look(played(super_event, great_wall, seed)):
            plain = table.essence(len(table.decisions))
            kept.append(plain if len(kept) % 5 else table.position())
    return kept


def test_unordered_lists_are_read_in_any_order_and_returned_in_ours() -> None:
    reordered: Counter[str] = Counter()
    taken = changed(valid("sunrise"), {"sunrise": ["court_lady", "monk", "healer"]})
    for ours in [*pool()[::9], taken, valid("draft: house")]:
        plain = copy.deepcopy(ours)
        lists = [("persons", home["persons"]) for court in plain["courts"] for home in court["palaces"]]
        lists += [(name, court[name]) for court in plain["courts"] for name in ("hand", "pair") if court[name]]
        lists += [("groups", group) for group in plain["groups"]]
        lists += [(name, plain[name]) for name in ("sunrise", "struck")]
        for name, values in lists:
            reordered[name] += values != values[::-1]
            values.reverse()
        table = palatine.position("year_of_the_dragon", plain)
        assert (table.position() if "totals" in ours else table.essence(0)) == ours
    assert min(reordered[name] for name in ("persons", "hand", "pair", "groups", "sunrise")) > 0


def test_struck_palaces_are_read_in_any_order() -> None:
    plain = changed(valid("drought"), {"struck": [3, 1]})
    assert palatine.position("year_of_the_dragon", plain).position()["struck"] == [1, 3]
    assert palatine.position("year_of_the_dragon", plain).moves() == ["release 2 tax_collector"]


@pytest.mark.parametrize(
    ("name", "field", "given"),
    [
        ("act", "courts[0].palaces", [{"floors": 1, "persons": []}, {"floors": 2, "persons": ["craftsman"]}]),
        ("act", "events", year_with(3, "mongols")),
        ("act", "track", [{"space": 9, "seats": [0, 1]}]),
        ("act with wall", "wall", [{"seat": 1, "gift": "yuan"}, {"seat": 0, "gift": "yuan"}]),
        ("act with wall", "groups", [["parade", "research", "privilege", "wall"], ["taxes", "build", "harvest", "fireworks"]]),
    ],
)  # fmt: skip
def test_ordered_lists_keep_their_order(name: str, field: str, given: list[Any]) -> None:
    plain = changed(valid(name), {field: given})
    assert palatine.position("year_of_the_dragon", plain).essence(0) == plain


def test_derived_values_may_be_left_out() -> None:
    table = TABLES["act"]()
    essence, position = table.essence(0), table.position()
    assert essence.keys() < position.keys()
    assert essence["courts"][0].keys() < position["courts"][0].keys()
    assert palatine.position("year_of_the_dragon", essence).position() == position


# ---------------------------------------------------------------------------------------------------- broken positions

WORDS = sorted(
    {
        *(*CARDS, *tiles_at_first(2), *YEAR, *SUPER_EVENTS, "first", "drawn", "off", "6", "7"),
        *("taxes", "build", "harvest", "fireworks", "parade", "research", "privilege", "wall"),
        *("rice", "firework", "yuan", "floor", "points", "spaces", "draft", "action", "person", "event"),
        *("super_event", "event_again", "wall_again", "last_wall", "over", "house", "act", "buy", "play", "take"),
        *("release", "replace", "lay", "collapse", "return", "discard", "charter", "emperor", ""),
    }
)
numbers = st.one_of(
    st.integers(-1, 4), st.sampled_from([5, 7, 8, 9, 11, 12, 13, 30, 99, 100, 999, 1000, 2**64, -(2**70)])
)
words = st.sampled_from(WORDS)
homes = st.builds(
    lambda floors, persons: {"floors": floors, "persons": persons},
    st.integers(0, 4),
    st.lists(st.sampled_from([*tiles_at_first(2)]), max_size=4),
)
TILES = sorted(tiles_at_first(2))
FITTING: dict[str, st.SearchStrategy[Any]] = {
    "hand": st.lists(st.sampled_from(CARDS), max_size=9),
    "palaces": st.one_of(st.lists(homes, max_size=4), st.just([{"floors": 3, "persons": []}] * 30)),
    "persons": st.lists(st.sampled_from(TILES), max_size=3),
    "struck": st.lists(st.integers(1, 4), max_size=2),
    "sunrise": st.lists(st.sampled_from(TYPES), max_size=9, unique=True),
    "pair": st.lists(st.sampled_from(TYPES), min_size=2, max_size=2, unique=True),
    "display": st.fixed_dictionaries(dict.fromkeys(TILES, st.integers(0, 2))),
    "person": st.sampled_from([None, *TILES]),
    "card": st.sampled_from([None, *CARDS]),
    "events": st.sampled_from([year_with(3, event) for event in TROUBLES]),
    "wall": st.permutations([{"seat": seat, "gift": gift} for seat in (0, 1) for gift in WORDS if gift in ("rice", "yuan", "floor", "points", "firework", "spaces")]),
}  # fmt: skip
"""Plausible values for a field, so that not all nonsense is obvious."""
OFTEN = (
    *("display", "events", "phase", "seat", "wall", "sunrise", "floors_left", "struck", "owed", "yuan", "hand"),
    *("palaces", "persons", "floors", "person", "card", "pair", "dragon", "space"),
)


NONSENSE = Nonsense(words, numbers, FITTING, often=OFTEN * 4)


@st.composite
def broken_positions(draw: st.DrawFn) -> Plain:
    """Return a position of a random game with something wrong in it."""
    return broken(draw, pool, NONSENSE)


def sane(table: Table) -> None:
    """Assert that no number is negative and that points have sources."""
    position = table.position()
    at_first = tiles_at_first(table.settings.players)
    assert all(0 <= left <= at_first[tile] for tile, left in position["display"].items())
    for court, score in zip(position["courts"], table.scores(), strict=True):
        assert all(0 <= court[name] <= MOST_GOODS for name in ("yuan", "rice", "fireworks"))
        assert score["total"] == sum(source["points"] for source in score["sources"])
        assert all(0 <= home["floors"] <= 3 for home in court["palaces"])
        assert court["persons"] == sum(len(home["persons"]) for home in court["palaces"])


@settings(deadline=None, max_examples=1000 if JIT else 400, derandomize=True, database=None)
@given(broken_positions(), st.integers(0, 2**32))
def test_a_broken_position_is_refused_with_a_sentence_or_can_be_played_to_the_end(plain: Plain, seed: int) -> None:
    refused_or_playable("year_of_the_dragon", plain, seed, sane, MOST_DECISIONS)


@pytest.mark.soak
@settings(deadline=None, max_examples=20_000, database=None)
@given(broken_positions(), st.integers(0, 2**32))
def test_any_broken_position_is_refused_with_a_sentence_or_can_be_played_to_the_end(plain: Plain, seed: int) -> None:
    refused_or_playable("year_of_the_dragon", plain, seed, sane, MOST_DECISIONS)
