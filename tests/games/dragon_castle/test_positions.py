"""Positions of Dragon Castle load as they were saved; a broken one is refused or playable to the end."""

from __future__ import annotations

import contextlib
import copy
import functools
import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palatine
from games.broken import Nonsense, broken, refused_or_playable
from games.dragon_castle.random_games import PLAYED, Plain, games, played
from games.dragon_castle.wrong_positions import TABLES, valid
from palatine import OptionError
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.games.dragon_castle.actions import CASTLE_NAMES, REALM_NAMES
from palatine.games.dragon_castle.layout import ACTIONS, PHASES, STAGES, TILES
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS

KEPT = 2
"""Positions sampled per phase and game."""
REALM_FIELDS = ("stacks", "shrine_pool", "tokens", "earned")
"""The fields of a Realm that are not derived."""
MOST_DECISIONS = 4000
"""An upper bound on the decisions of a game from any position."""


@functools.cache
def pool() -> list[Plain]:
    """Return positions in all phases, hand-made and from random games, some with derived values."""
    positions = [valid(name) for name in TABLES]
    for moments in games():
        counts: Counter[tuple[str, str]] = Counter()
        for moment in moments:
            question = moment.position["phase"], moment.position["stage"]
            counts[question] += 1
            if counts[question] <= KEPT:
                follows = {"top_floor", "available", "countdown", "final_round", "rank", "totals"}
                position = {name: value for name, value in moment.position.items() if name not in follows}
                position["realms"] = [{name: realm[name] for name in REALM_FIELDS} for realm in position["realms"]]
                positions.append(position if len(positions) % 5 else moment.position)
    return positions


def reads_back(position: Plain) -> None:
    table = palatine.position("dragon_castle", json.loads(json.dumps(position)), seed=9)
    now = table.position()
    assert {name: now[name] for name in position if name != "realms"} == {
        name: position[name] for name in position if name != "realms"
    }
    assert [
        {name: new[name] for name in old} for new, old in zip(now["realms"], position["realms"], strict=True)
    ] == position["realms"]


def test_positions_of_random_games_load_unchanged() -> None:
    for position in pool()[:: 2 if JIT else 4]:
        reads_back(position)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_every_position_of_random_games_loads_unchanged(number: int) -> None:
    for seed in range(100, 104):
        for table in played(number, seed):
            reads_back(table.position())


def test_a_position_can_be_loaded_with_any_seed() -> None:
    position = valid("action")
    for seed in (0, 7, 2**64 - 1, "0f" * 32):
        assert palatine.position("dragon_castle", position, seed).essence(0) == position
    with pytest.raises(OptionError, match="A seed is a whole number"):
        palatine.position("dragon_castle", position, -1)


def test_derived_values_are_optional_in_a_position() -> None:
    table = TABLES["check"]()
    essence, position = table.essence(len(table.decisions)), table.position()
    assert essence.keys() < position.keys()
    assert essence["realms"][0].keys() < position["realms"][0].keys()
    assert palatine.position("dragon_castle", essence).position() == position


def test_missing_options_have_their_defaults() -> None:
    position = palatine.new("dragon_castle", players=2, seed=1).position()
    assert palatine.position("dragon_castle", position | {"options": {}}).position() == position


def test_unordered_lists_are_accepted_in_any_order_and_normalised() -> None:
    reordered: Counter[str] = Counter()
    drawn = valid("drawn") | {"spirits": ["wind", "deep"], "dragons": ["humility", "power", "harmony"]}
    for ours in [*pool()[:: 5 if JIT else 30], drawn, valid("build"), valid("satisfied")]:
        position = copy.deepcopy(ours)
        lists = [("stacks", realm["stacks"]) for realm in position["realms"]]
        lists += [("spaces", entry["spaces"]) for entry in position["sets"]]
        lists += [(name, position[name]) for name in ("castle", "spirits", "dragons", "used", "moved")]
        for name, values in lists:
            reordered[name] += values != values[::-1]
            values.reverse()
        reads_back_as = palatine.position("dragon_castle", position).essence(0)
        assert reads_back_as == {name: ours[name] for name in reads_back_as} | {"realms": reads_back_as["realms"]}
    assert min(reordered[name] for name in ("stacks", "spaces", "castle", "spirits", "dragons")) > 0


def test_held_tiles_and_sets_keep_their_order() -> None:
    position = valid("placement") | {"held": ["merchants_5", "merchants_4"]}
    assert palatine.position("dragon_castle", position).essence(0)["held"] == ["merchants_5", "merchants_4"]


# ---------------------------------------------------------------------------------------------------- broken positions

WORDS = sorted(
    {
        *(
            *TILES,
            *SPIRITS,
            *DRAGONS,
            *PHASES,
            *(stage for stage in STAGES if stage),
            *(word for word in ACTIONS if word),
        ),
        *(
            "owed",
            "satisfied",
            "basic_2",
            "basic_4",
            "the_keep",
            "0",
            "1",
            "4",
            "6",
            "8",
            "first",
            "drawn",
            "emperor",
            "",
        ),
        *(*REALM_NAMES[:6], *REALM_NAMES[8:12], *CASTLE_NAMES[:4], "h1", "p12"),
    }
)
numbers = st.one_of(st.integers(-1, 5), st.sampled_from([6, 7, 8, 20, 38, 39, 40, 41, 100, 116, 117, 255, 256, 999, 1000, 2**64, -(2**70)]))  # fmt: skip
words = st.sampled_from(WORDS)
realm_spaces = st.sampled_from([f"{column}{row}" for column in "abcdef" for row in "1234"])
castle_spaces = st.sampled_from(["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d4", "e5", "f6", "h1", "h8"])
tiles = st.sampled_from(TILES)
FITTING: dict[str, st.SearchStrategy[Any]] = {
    "space": st.one_of(realm_spaces, castle_spaces),
    "spaces": st.lists(realm_spaces, min_size=3, max_size=5, unique=True),
    "moved": st.lists(realm_spaces, max_size=2, unique=True),
    "lifted": st.one_of(st.none(), realm_spaces),
    "tile": st.one_of(st.none(), tiles),
    "height": st.integers(1, 4),
    "floor": st.integers(1, 3),
    "shrine": st.booleans(),
    "held": st.lists(tiles, max_size=2),
    "used": st.lists(st.sampled_from(SPIRITS), max_size=3, unique=True),
    "spirits": st.lists(st.sampled_from(SPIRITS), max_size=10, unique=True),
    "dragons": st.lists(st.sampled_from(DRAGONS), max_size=10, unique=True),
    "elegance": st.sampled_from([None, "owed", "satisfied"]),
    "first_tile": st.one_of(st.none(), st.builds(lambda space, floor, tile: {"space": space, "floor": floor, "tile": tile}, castle_spaces, st.integers(1, 3), tiles)),
    "action": st.sampled_from(ACTIONS),
    "stage": st.sampled_from(STAGES),
    "phase": st.sampled_from(PHASES),
    "seat": st.sampled_from([None, 0, 1, 2, 3]),
    "start": st.integers(0, 3),
    "tokens": st.integers(0, 7),
    "shrine_pool": st.integers(0, 3),
    "castle": st.just([]),
    "unseen": st.just(dict.fromkeys(TILES, 0)),
}  # fmt: skip
"""Plausible values by field, to get past the first checks."""


NONSENSE = Nonsense(words, numbers, FITTING, often=sorted(FITTING) * 3)


def balanced(plain: Plain) -> None:
    """Correct the counts of Shrines and unseen tiles to reach later checks."""
    realms = plain["realms"]
    in_realms = sum(realm["shrine_pool"] + sum(stack["shrine"] for stack in realm["stacks"]) for realm in realms)
    plain["general_shrines"] = 40 - in_realms
    covered = sum(entry["floor"] - 1 for entry in plain["castle"])
    seen = Counter(stack["tile"] for realm in realms for stack in realm["stacks"])
    seen.update([entry["tile"] for entry in plain["castle"]] + plain["held"])
    if plain["first_tile"]:
        seen[plain["first_tile"]["tile"]] += 1
    for tile in TILES:
        plain["unseen"][tile] = max(0, min(covered, 4 - seen[tile]))
        covered -= plain["unseen"][tile]


@st.composite
def broken_positions(draw: st.DrawFn) -> Plain:
    """Draw a broken position; in half of them the numbers of pieces are corrected."""
    plain = broken(draw, pool, NONSENSE)
    if draw(st.booleans()):
        with contextlib.suppress(KeyError, TypeError, AttributeError):  # too broken to balance
            balanced(plain)
    return plain


def sane(table: Table) -> None:
    """Assert that no count is negative, no piece is duplicated, and all points have sources."""
    position = table.position()
    tiles_left = sum(entry["floor"] for entry in position["castle"]) + len(position["held"])
    for realm, score in zip(position["realms"], table.scores(), strict=True):
        assert realm["shrine_pool"] <= 40
        assert score["total"] == sum(source["points"] for source in score["sources"])
        assert all(stack["height"] <= 116 and not (stack["tile"] and stack["shrine"]) for stack in realm["stacks"])
        tiles_left += sum(stack["height"] for stack in realm["stacks"])
    assert tiles_left <= 116
    assert position["general_shrines"] <= 40
    assert sum(position["unseen"].values()) == sum(entry["floor"] - 1 for entry in position["castle"])
    assert 0 <= position["countdown"] <= 7


@settings(deadline=None, max_examples=300 if JIT else 40, derandomize=True, database=None)
@given(broken_positions(), st.integers(0, 2**32))
def test_a_broken_position_is_refused_or_playable_to_the_end(plain: Plain, seed: int) -> None:
    refused_or_playable("dragon_castle", plain, seed, sane, MOST_DECISIONS)


@pytest.mark.soak
@settings(deadline=None, max_examples=20_000, database=None)
@given(broken_positions(), st.integers(0, 2**32))
def test_any_broken_position_is_refused_or_playable_to_the_end(plain: Plain, seed: int) -> None:
    refused_or_playable("dragon_castle", plain, seed, sane, MOST_DECISIONS)
