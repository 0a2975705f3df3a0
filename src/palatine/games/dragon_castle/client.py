"""Data for clients of Dragon Castle besides positions: the pieces, and decisions in context."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from palatine.core.bits import members
from palatine.core.compiled import interpreted
from palatine.core.engine import engine
from palatine.core.prospects import Tried, derived_values
from palatine.games.dragon_castle import GAME, castles
from palatine.games.dragon_castle.actions import REALM_NAMES, fields
from palatine.games.dragon_castle.copies import copied
from palatine.games.dragon_castle.layout import (
    ALL_SHRINES,
    BEAUTY_GROUP,
    BUILD_FIRST,
    CASTLE_SPACES,
    COPIES,
    COUNTDOWN,
    COUNTDOWN_POINTS,
    CUNNING_SET,
    DONE_WORD,
    DRAGON_TYPE,
    EARNED,
    EARNED_SETS,
    FACTION_SHRINES,
    FIRST_TYPE,
    HIGHEST_SHRINE,
    LAST_FACTION,
    PHASES,
    PLACE_FIRST,
    RANK_FROM,
    RANKS,
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

MAY_CONSOLIDATE = frozenset({"place", "build", "done", "consolidate", "change", "drop", "destroy"})
"""The kinds of decision by which, or after which, sets can be Consolidated."""


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
    """Return the pieces of the game.

    `rows` of a castle are the heights of its spaces from the top, a digit each. The thick lines of a Realm are always in
    its middle.
    """
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


def about(plain: Any, decision: int) -> dict[str, Any]:
    """Return what the words of a decision leave out.

    `tile`: the tile taken, destroyed or placed. `phase`: the phase that "done" ends. `sets`: the sets that the decision
    Consolidates, each with its `type` (null for Beauty), the `number` of Beauty's tiles, how many `tiles`, and the `points`.
    """
    known: dict[str, Any] = {}
    if decision < PLACE_FIRST:
        known["tile"] = TILE_OF[plain.castle_codes[decision % CASTLE_SPACES]]
    elif decision < BUILD_FIRST:
        known["tile"] = TILE_OF[plain.held[(decision - PLACE_FIRST) // REALM_SPACES]]
    elif decision == WORD_FIRST + DONE_WORD:
        known["phase"] = PHASES[plain.phase]
    if fields(decision)["kind"] in MAY_CONSOLIDATE and (sets := _consolidated(plain, decision)):
        known["sets"] = sets
    return known


def _consolidated(plain: Any, decision: int) -> list[dict[str, Any]]:
    """Return the sets that a decision Consolidates, found by playing it on copies."""
    seat = plain.seat
    played, after = copied(plain)
    engine(GAME).step(played, decision)
    earned = int(after.earned[seat, EARNED_SETS])
    if earned == plain.earned[seat][EARNED_SETS]:
        return []
    raw, state = copied(plain)
    interpreted(carry_out)(state, decision)
    turned_down = [members(spaces) for spaces in state.sets.tolist() if spaces and spaces not in plain.sets]
    sets = [_described_set(plain, decision, spaces, plain.realm_codes[seat]) for spaces in turned_down]
    if earned != state.earned[seat, EARNED_SETS]:  # the turn went on, and what was waiting was Consolidated
        derived = derived_values(engine(GAME), raw[np.newaxis])[0]
        codes = derived["realm_codes"][seat].tolist()
        sets += [_described_set(plain, None, spaces, codes) for spaces in _large(derived["groups"][seat].tobytes())]
    return sets


def _described_set(plain: Any, decision: int | None, spaces: list[int], codes: list[int]) -> dict[str, Any]:
    """Return a set; its type is that of its face-up tiles, unless the decision is one of Beauty or Change."""
    code = next(codes[space] for space in spaces if codes[space])
    points = int(interpreted(set_points)(len(spaces)))
    if decision is not None and plain.phase == BEAUTY_GROUP:
        return {"type": None, "number": code % RANKS, "tiles": len(spaces), "points": points + 1}
    changed = fields(decision).get("type") if decision is not None else None
    kind = changed or TYPES[code // RANKS - FIRST_TYPE]
    return {"type": kind, "tiles": len(spaces), "points": points + (kind == TYPES[DRAGON_TYPE - FIRST_TYPE])}


def effects(tried: Tried) -> list[dict[str, Any]]:
    """Return for each decision the `sets` of the deciding seat that wait after it or that it Consolidates, with points."""
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
    """Return the sets among the groups of a Realm, given for each tile by the first space of its group, plus one."""
    return [
        [space for space, first in enumerate(groups) if first == one]
        for one, tiles in Counter(groups).items()
        if one and tiles >= SMALLEST_SET
    ]


def _sets_on_the_way(tried: Tried, seat: int, decision: int) -> list[list[int]]:
    """Return the sets of a decision that is followed by a Consolidation, as they are just before that."""
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
