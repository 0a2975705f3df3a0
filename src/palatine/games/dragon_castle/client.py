"""The pieces of Dragon Castle as plain data: what a client needs to draw them."""

from __future__ import annotations

from typing import Any

from palatine.games.dragon_castle import castles
from palatine.games.dragon_castle.layout import (
    ALL_SHRINES,
    COPIES,
    COUNTDOWN,
    COUNTDOWN_POINTS,
    CUNNING_SET,
    EARNED,
    FACTION_SHRINES,
    HIGHEST_SHRINE,
    LAST_FACTION,
    PHASES,
    RANK_FROM,
    REALM_SIZES,
    SET_POINTS,
    SMALLEST_SET,
    SOLO_COUNTDOWN,
    SPECIAL_SHRINES,
    STAGES,
    SYMBOLS_OF_TYPE,
    TYPES,
)
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS


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
