"""What clients of Dragon Castle need besides positions: the pieces, and decisions in their context."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from palatine.core.bits import members
from palatine.core.compiled import interpreted
from palatine.core.prospects import Tried, derived_values
from palatine.games.dragon_castle import castles
from palatine.games.dragon_castle.actions import REALM_NAMES
from palatine.games.dragon_castle.layout import (
    ALL_SHRINES,
    BUILD_FIRST,
    CASTLE_SPACES,
    COPIES,
    COUNTDOWN,
    COUNTDOWN_POINTS,
    CUNNING_SET,
    DONE_WORD,
    EARNED,
    EARNED_SETS,
    FACTION_SHRINES,
    HIGHEST_SHRINE,
    LAST_FACTION,
    PHASES,
    PLACE_FIRST,
    RANK_FROM,
    REALM_SIZES,
    REALM_SPACES,
    SET_POINTS,
    SMALLEST_SET,
    SOLO_COUNTDOWN,
    SPECIAL_SHRINES,
    STAGES,
    SYMBOLS_OF_TYPE,
    TYPES,
    WORD_FIRST,
)
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS
from palatine.games.dragon_castle.rules import carry_out
from palatine.games.dragon_castle.sets import set_points
from palatine.games.dragon_castle.view import TILE_OF


def _castle(name: str) -> dict[str, Any]:
    castle = castles.named(name)
    return {
        "name": name,
        "best_for": list(castles.BEST_FOR[name]),
        "columns": castle.columns,
        "rows": list(castle.rows),
        "floors": list(castle.floors),
    }


def pieces() -> dict[str, Any]:
    """`tiles`: each with its type, its number if it has one, and its copies; `castles`: `rows` are the heights of the
    spaces from the top, a digit each. The thick lines of a Realm are always in its middle."""
    return {
        "types": [
            {
                "type": kind,
                "faction": number < LAST_FACTION,
                "shrines": FACTION_SHRINES if number < LAST_FACTION else SPECIAL_SHRINES,
            }
            for number, kind in enumerate(TYPES)
        ],
        "tiles": [
            {"tile": tile, "type": kind, "number": rank if number < LAST_FACTION else None, "copies": COPIES}
            for number, (kind, tiles) in enumerate(zip(TYPES, SYMBOLS_OF_TYPE, strict=True))
            for rank, tile in enumerate(tiles, start=1)
        ],
        "spirits": list(SPIRITS),
        "dragons": list(DRAGONS),
        "castles": [_castle(name) for name in castles.NAMES],
        "largest_castle": {"columns": castles.COLUMNS, "rows": castles.ROWS, "height": castles.TALLEST},
        "castle_tiles": castles.TILES,
        "realm_sizes": list(REALM_SIZES),
        "shrines": ALL_SHRINES,
        "highest_shrine": HIGHEST_SHRINE,
        "countdown": {"tokens": COUNTDOWN, "points": COUNTDOWN_POINTS, "solo": SOLO_COUNTDOWN},
        "smallest_set": SMALLEST_SET,
        "cunning_set": CUNNING_SET,
        "set_points": list(SET_POINTS),
        "solo_ranks_from": list(RANK_FROM),
        "phases": list(PHASES),
        "stages": list(STAGES[1:]),
        "sources": [*EARNED, "countdown", "shrines", *DRAGONS, "solo_cards"],
    }


def about(state: Any, decision: int) -> dict[str, Any]:
    """What the words of a decision leave out: the `tile` taken, destroyed or placed; the `phase` that "done" ends."""
    if decision < PLACE_FIRST:
        return {"tile": TILE_OF[state.castle_codes[decision % CASTLE_SPACES]]}
    if decision < BUILD_FIRST:
        return {"tile": TILE_OF[state.held[(decision - PLACE_FIRST) // REALM_SPACES]]}
    return {"phase": PHASES[state.phase]} if decision == WORD_FIRST + DONE_WORD else {}


def effects(tried: Tried) -> list[dict[str, Any]]:
    """For each decision the `sets` of the deciding seat that wait after it or are Consolidated by it, with their points."""
    before = tried.engine.view(tried.before)
    seat = int(before.seat)
    consolidates = tried.states["earned"][:, seat, EARNED_SETS] != before.earned[seat, EARNED_SETS]
    groups = [row.tobytes() for row in tried.derived["groups"][:, seat]]
    waiting = {row: _described(_large(row)) for row in set(groups)}  # most decisions leave the groups as they are
    return [
        {"sets": _described(_sets_on_the_way(tried, seat, decision)) if scored else waiting[row]}
        for decision, row, scored in zip(tried.decisions, groups, consolidates.tolist(), strict=True)
    ]


def _large(groups: bytes) -> list[list[int]]:
    """The sets among the groups of a Realm, which are given by the first space, plus one, of each tile's group."""
    return [
        [space for space, first in enumerate(groups) if first == one]
        for one, tiles in Counter(groups).items()
        if one and tiles >= SMALLEST_SET
    ]


def _sets_on_the_way(tried: Tried, seat: int, decision: int) -> list[list[int]]:
    """The sets of a decision after which the turn goes on by itself and Consolidates them: those just before that."""
    raw = tried.before.copy()
    state = tried.engine.view(raw)
    built_on = set(state.sets.tolist())
    interpreted(carry_out)(state, decision)
    turned_down = [members(spaces) for spaces in state.sets.tolist() if spaces and spaces not in built_on]
    return turned_down + _large(derived_values(tried.engine, raw[np.newaxis])["groups"][0, seat].tobytes())


def _described(sets: list[list[int]]) -> list[dict[str, Any]]:
    return [
        {"spaces": [REALM_NAMES[space] for space in spaces], "points": int(interpreted(set_points)(len(spaces)))}
        for spaces in sorted(sets)
    ]
