"""The open position of Dragon Castle as plain data, with derived values.

| key                                | meaning                                                                               |
|------------------------------------|---------------------------------------------------------------------------------------|
| `stage`, `phase`, `seat`, `start`  | the stage of the turn, the question to decide, the seat to decide, the first player     |
| `castle`                           | per space that has tiles, in reading order: `space`, `floor` and `tile` of the uncovered one |
| `unseen`                           | the copies of each tile that are still covered                                        |
| `spirits`, `dragons`               | the cards in play                                                                     |
| `used`, `elegance`                 | the Spirits activated in this turn; null, or whether Elegance is `owed` or `satisfied` |
| `first_tile`, `action`, `held`     | the first tile taken in this turn; the action completed; the tiles still to be placed |
| `sets`                             | in a building step the sets just Consolidated: `spaces`, and how many `shrines` may still be built |
| `lifted`, `moved`                  | with Wind and Strength: the space of what is lifted; where the tiles moved so far lie |
| `general_shrines`, `dummy_tokens`  | Shrines in the general pool; Countdown tokens that the dummy of the solo game has taken |
| `realms`                           | per seat: `stacks` (`space`, `height`, `tile` or null if face down, `shrine`), `shrine_pool`, `tokens`, `earned` |
| follows: `top_floor`, `available` (spaces of Available tiles), `countdown` (tokens left), `final_round`, in a solo game `rank`,   |
| and per realm `groups`: the connected groups of face-up tiles of one `type`, with their `spaces`,                    |
| and `waiting`: those of 4 or more, which are going to be Consolidated                                                |
"""

from __future__ import annotations

from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import members
from palatine.core.game import Settings
from palatine.games.dragon_castle import scoring
from palatine.games.dragon_castle.actions import CASTLE_NAMES, REALM_NAMES
from palatine.games.dragon_castle.layout import (
    ACTIONS,
    COUNTDOWN,
    COUNTDOWN_SOURCE,
    EARNED,
    ELEGANCES,
    FIRST_DRAGON_SOURCE,
    FIRST_TYPE,
    HARMONY,
    KNOWLEDGE,
    LASTING,
    MAJESTY,
    OVER,
    PHASES,
    POWER,
    RANK_FROM,
    RANKING_BASE,
    RANKS,
    RIGHTEOUSNESS,
    SHRINES_SOURCE,
    SMALLEST_SET,
    SOLO_COUNTDOWN,
    SOLO_SEATS,
    SOLO_SOURCE,
    STAGES,
    SYMBOL_OF,
    TILES,
    TYPES,
)
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS

Plain = dict[str, Any]


TILE_OF = [TILES[symbol] if symbol >= 0 else None for symbol in SYMBOL_OF.tolist()]
"""The name of the tile of each code; None for no tile."""

BY_SEAT = ("realms",)
"""The entries of a position that are lists with an item for each seat."""


def _named(mask: int, names: tuple[str, ...]) -> list[str]:
    """Return the members of a set of bits by name."""
    return [name for number, name in enumerate(names) if mask >> number & 1]


def _spaces(spaces: int) -> list[str]:
    """Return the names of a set of Realm spaces, in reading order."""
    return [REALM_NAMES[space] for space in members(spaces)]


def _castle(state: Any) -> list[Plain]:
    return [
        {"space": name, "floor": height, "tile": TILE_OF[code]}
        for name, height, code in zip(CASTLE_NAMES, state.castle_heights, state.castle_codes, strict=True)
        if height
    ]


def _realm(state: Any, seat: int) -> Plain:
    shrines = state.shrines[seat]
    spaces = enumerate(zip(REALM_NAMES, state.heights[seat], state.realm_codes[seat], strict=True))
    return {
        "stacks": [
            {"space": name, "height": height, "tile": TILE_OF[code], "shrine": bool(shrines >> space & 1)}
            for space, (name, height, code) in spaces
            if height
        ],
        "shrine_pool": state.shrine_pool[seat],
        "tokens": state.tokens[seat],
        "earned": dict(zip(EARNED, state.earned[seat], strict=True)),
    }


def _first_tile(state: Any) -> Plain | None:
    if not state.first_code:
        return None
    space, floor = CASTLE_NAMES[state.first_space], state.first_floor + 1
    return {"space": space, "floor": floor, "tile": TILE_OF[state.first_code]}


def essence(settings: Settings, state: Any) -> Plain:
    """Return the parts that make up the open position."""
    return {
        "game": settings.game.name,
        "players": settings.players,
        "options": dict(settings.options),
        "stage": STAGES[state.stage],
        "phase": PHASES[state.phase],
        "seat": None if state.phase == OVER else state.seat,
        "start": state.start,
        "castle": _castle(state),
        "unseen": dict(zip(TILES, state.unseen, strict=True)),
        "spirits": _named(state.spirits, SPIRITS),
        "dragons": _named(state.dragons, DRAGONS),
        "used": _named(state.used, SPIRITS),
        "elegance": ELEGANCES[state.elegance],
        "first_tile": _first_tile(state),
        "action": ACTIONS[state.action],
        "held": [TILE_OF[code] for code in state.held if code],
        "sets": [
            {"spaces": _spaces(spaces), "shrines": shrines}
            for spaces, shrines in zip(state.sets, state.allowance, strict=True)
            if spaces
        ],
        "lifted": REALM_NAMES[state.lifted - 1] if state.lifted else None,
        "moved": _spaces(state.moved),
        "general_shrines": state.general_shrines,
        "dummy_tokens": state.dummy_tokens,
        "realms": [_realm(state, seat) for seat in range(settings.players)],
    }


def _groups(state: Any, seat: int) -> list[Plain]:
    """Return the connected groups of face-up tiles of one type (DC-20), in the order of their first spaces."""
    groups: dict[int, list[str]] = {}
    for name, first in zip(REALM_NAMES, state.groups[seat], strict=True):
        if first:
            groups.setdefault(first, []).append(name)
    codes = state.realm_codes[seat]
    return [
        {"type": TYPES[codes[first - 1] // RANKS - FIRST_TYPE], "spaces": spaces} for first, spaces in groups.items()
    ]


def rank_of(points: int) -> int:
    """Return the rank that a solo score reaches, from 1 (DC-41)."""
    return sum(points >= least for least in RANK_FROM) + 1


def position(settings: Settings, state: Any) -> Plain:
    """Return the open position with the values derived from it."""
    plain = essence(settings, state)
    solo = settings.players == SOLO_SEATS
    plain["top_floor"] = state.top_floor
    plain["available"] = list(compress(CASTLE_NAMES, state.available))
    plain["countdown"] = COUNTDOWN - state.tokens_taken
    plain["final_round"] = state.tokens_taken >= (SOLO_COUNTDOWN if solo else settings.players)
    plain["rank"] = rank_of(state.totals[0]) if solo else None
    for seat, realm in enumerate(plain["realms"]):
        groups = _groups(state, seat)
        realm["groups"] = sorted(groups, key=lambda group: TYPES.index(group["type"]))
        realm["waiting"] = [group["spaces"] for group in groups if len(group["spaces"]) >= SMALLEST_SET]
    return plain


def _explained(card: int, part: int, amount: int) -> Plain:
    """Return the fields `part` and `amount` of a Dragon card's row in words."""
    if card == RIGHTEOUSNESS:
        return {"line": ("row", "column")[part], "number": amount + 1}
    if card == MAJESTY:
        return {"type": TYPES[part - FIRST_TYPE], "number": amount}
    if card == POWER:
        own, other = divmod(amount, scoring.TOTALS)
        return {
            "type": TYPES[part % scoring.OF_SEAT - FIRST_TYPE],
            "neighbour": part // scoring.OF_SEAT,
            "total": own,
            "theirs": other,
        }
    if card == KNOWLEDGE:
        return {"tile": TILES[part]}
    if card == HARMONY:
        return {"mirrored": ("stacks", "shrines")[amount], "way": ("left_right", "top_bottom")[part]}
    return {}


def sources(settings: Settings, rows: NDArray[np.int32]) -> list[list[Plain]]:
    """Return the sources of each seat's points: the rows of the contract's `sources` in words.

    Dragon cards have the `spaces` they count, and some a `line`, `type`, `tile` or mirror line.
    """
    of_seats: list[list[Plain]] = [[] for _ in range(settings.players)]
    for seat, source, part, amount, low, high, points in rows.tolist():
        spaces = _spaces((high & 0xFFFFFFFF) << 32 | low & 0xFFFFFFFF)
        if source < LASTING:
            entry: Plain = {"source": EARNED[source]}
        elif source == COUNTDOWN_SOURCE:
            entry = {"source": "countdown", "tokens": amount}
        elif source == SHRINES_SOURCE:
            entry = {"source": "shrines", "floor": part, "spaces": spaces}
        elif source == SOLO_SOURCE:
            entry = {"source": "solo_cards"}
        else:
            card = source - FIRST_DRAGON_SOURCE
            counted = spaces or points
            entry = {"source": DRAGONS[card], "spaces": spaces} | (_explained(card, part, amount) if counted else {})
        of_seats[seat].append(entry | {"points": points})
    return of_seats


def decided_by(rankings: list[int]) -> str:
    """Return what decided the game: "score", "face_down" stacks, "shrines", "shared"; "alone" in a solo game."""
    ordered = sorted(rankings, reverse=True)
    if len(ordered) == 1:
        return "alone"
    first, second = ordered[:2]
    if first // RANKING_BASE**2 != second // RANKING_BASE**2:
        return "score"
    if first // RANKING_BASE != second // RANKING_BASE:
        return "face_down"
    return "shrines" if first != second else "shared"
