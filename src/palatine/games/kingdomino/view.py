"""The open position of Kingdomino as plain data, and the sources of points.

The *essence* defines a position; `position` adds values that follow from it, for convenience.

| key            | meaning                                                                                              |
|----------------|------------------------------------------------------------------------------------------------------|
| `game`, `players`, `options` | as in `palatine.new`                                                                   |
| `phase`        | "claim", "place" or "over"                                                                           |
| `seat`         | the seat that decides, null when over                                                                |
| `game_number`  | 1, or 1-3 in a Dynasty                                                                               |
| `first_order`  | the seats of the kings in the order of the first claims                                              |
| `current_line` | the claimed dominoes still to be placed, each with its seat                                          |
| `next_line`    | the dominoes on offer, each with the seat that claimed it, or null                                   |
| `discarded`    | discarded dominoes, face up                                                                          |
| `kingdoms`     | per seat `placed`: each domino, and the places of its left and right square                          |
| `past_games`   | the kingdoms of the finished games of a Dynasty                                                      |
| follows: `kingdoms[].squares`, `kingdoms[].bounds`, `deck` (dominoes yet to come), `line_number`, `lines`, `grid`     |
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import members
from palatine.core.game import Settings
from palatine.games.kingdomino import actions
from palatine.games.kingdomino.layout import (
    DOMINO,
    OVER,
    PHASES,
    PLACE_FIRST,
    RANKING_BASE,
    SEATS,
    SOURCES,
    TERRAINS,
    TERRITORY,
)

Plain = dict[str, Any]

SIDES = [
    ((TERRAINS[left], left_crowns), (TERRAINS[right], right_crowns))
    for left, left_crowns, right, right_crowns in DOMINO.tolist()
]
"""Terrain and crowns of the left and the right square of each domino, by its number less one."""

ROUND = "game_number"
"""The entry of positions and sources that numbers the games of a series."""
SOURCE_DETAIL = "terrain"
"""The field by which statistics distinguish sources of the same name."""
BY_SEAT = ("kingdoms",)
"""The entries of a position that are lists with an item for each seat."""


def _numbers(dominoes: int) -> list[int]:
    """Return the dominoes of a set, by the numbers on their backs."""
    return [domino + 1 for domino in members(dominoes)]


def _owner(state: Any, number: int) -> int:
    """Return the seat that has claimed a domino."""
    shift = number - 1
    return (state.owner_low >> shift & 1) + 2 * (state.owner_high >> shift & 1)


def _kingdoms(state: Any, game: int, players: int) -> list[Plain]:
    kingdoms: list[Plain] = [{"placed": []} for _ in range(players)]
    for number, code in enumerate(state.placed[game], start=1):
        if code:
            place, seat = divmod(code - 1, SEATS)
            left, right = actions.squares(PLACE_FIRST + place)
            kingdoms[seat]["placed"].append({"domino": number, "left": list(left), "right": list(right)})
    return kingdoms


def essence(settings: Settings, state: Any) -> Plain:
    """Return what defines the open position."""
    players = settings.players
    offered = state.offered
    return {
        "game": settings.game.name,
        "players": players,
        "options": dict(settings.options),
        "phase": PHASES[state.phase],
        "seat": None if state.phase == OVER else state.seat,
        "game_number": state.game + 1,
        "first_order": state.order[: state.kings],
        "current_line": [{"domino": number, "seat": _owner(state, number)} for number in _numbers(state.current)],
        "next_line": [
            {"domino": number, "seat": None if offered >> (number - 1) & 1 else _owner(state, number)}
            for number in _numbers(offered | state.claimed)
        ],
        "discarded": _numbers(state.discarded),
        "kingdoms": _kingdoms(state, state.game, players),
        "past_games": [{"kingdoms": _kingdoms(state, game, players)} for game in range(state.game)],
    }


def position(settings: Settings, state: Any) -> Plain:
    """Return the open position, with values that follow from it."""
    plain = essence(settings, state)
    plain["deck"] = state.deck_size - state.drawn
    plain["line_number"] = state.drawn // state.line
    plain["lines"] = state.deck_size // state.line
    plain["grid"] = state.grid
    for seat, kingdom in enumerate(plain["kingdoms"]):
        kingdom["squares"] = _squares(kingdom["placed"])
        kingdom["bounds"] = {
            "west": state.west[seat],
            "east": state.east[seat],
            "north": state.north[seat],
            "south": state.south[seat],
        }
    return plain


def _squares(placed: list[Plain]) -> list[Plain]:
    """Return every square of a kingdom except the castle, in reading order."""
    squares: list[Plain] = []
    for piece in placed:
        number = piece["domino"]
        left, right = SIDES[number - 1]
        for (x, y), (terrain, crowns) in ((piece["left"], left), (piece["right"], right)):
            squares.append({"x": x, "y": y, "terrain": terrain, "crowns": crowns, "domino": number})
    squares.sort(key=lambda square: (square["y"], square["x"]))
    return squares


def sources(settings: Settings, rows: NDArray[np.int32]) -> list[list[Plain]]:
    """Return the sources of points of each seat, in all games of a Dynasty."""
    of_seats: list[list[Plain]] = [[] for _ in range(settings.players)]
    for seat, game, kind, terrain, squares, crowns, points in rows.tolist():
        source: Plain = {"source": SOURCES[kind], "points": points}
        if kind == TERRITORY:
            source |= {"terrain": TERRAINS[terrain], "squares": squares, "crowns": crowns}
        if settings.options["dynasty"]:
            source["game_number"] = game + 1
        of_seats[seat].append(source)
    return of_seats


def decided_by(rankings: list[int]) -> str:
    """Return what decided the win: "score", "largest_territory" or "crowns"; "shared" if nothing did."""
    first, second = sorted(rankings, reverse=True)[:2]
    if first == second:
        return "shared"
    if first // RANKING_BASE**2 != second // RANKING_BASE**2:
        return "score"
    return "largest_territory" if first // RANKING_BASE != second // RANKING_BASE else "crowns"
