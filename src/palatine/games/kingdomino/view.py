"""The open position of Kingdomino as plain data; where the points come from.

The *essence* is what a position is made of; `position` adds what follows from it, for the reader's convenience.

| key            | meaning                                                                                              |
|----------------|------------------------------------------------------------------------------------------------------|
| `game`, `players`, `options` | as in `palatine.new`                                                                   |
| `phase`        | "claim", "place" or "over"                                                                           |
| `seat`         | who decides, null when over                                                                          |
| `game_number`  | 1, or 1-3 in a Dynasty                                                                               |
| `first_order`  | the seats of the kings in the order drawn for the first claims                                       |
| `current_line` | the claimed dominoes that are still to be placed, each with its seat                                 |
| `next_line`    | the dominoes on offer, each with the seat that has claimed it, or null                               |
| `discarded`    | dominoes that are out of the game, face up                                                           |
| `kingdoms`     | per seat `placed`: domino, where its left and its right square lie                                   |
| `past_games`   | the kingdoms of the finished games of a Dynasty                                                      |
| follows: `kingdoms[].squares`, `kingdoms[].bounds`, `deck` (dominoes yet to come), `line_number`, `lines`, `grid`     |
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.game import Settings
from palatine.games.kingdomino import actions
from palatine.games.kingdomino.layout import (
    DOMINO,
    DOMINOES,
    OVER,
    PHASES,
    PLACE_FIRST,
    RANKING_BASE,
    SEATS,
    SOURCES,
    TERRAINS,
    TERRITORY,
)
from palatine.games.kingdomino.restoring import from_position, in_order

__all__ = ["decided_by", "essence", "from_position", "in_order", "position", "sources"]

Square = tuple[int, int]
Plain = dict[str, Any]


def members(word: Any) -> list[int]:
    """The dominoes of a set, by their numbers on the back."""
    return [number for number in range(1, DOMINOES + 1) if int(word) >> (number - 1) & 1]


def owner(state: Any, number: int) -> int:
    """The seat that has claimed a domino."""
    shift = number - 1
    return (int(state.owner_low) >> shift & 1) + 2 * (int(state.owner_high) >> shift & 1)


def _placed(state: Any, game: int, seat: int) -> list[Plain]:
    placed = []
    for number in range(1, DOMINOES + 1):
        code = int(state.placed[game, number - 1]) - 1
        if code >= 0 and code % SEATS == seat:
            left, right = actions.squares(PLACE_FIRST + code // SEATS)
            placed.append({"domino": number, "left": list(left), "right": list(right)})
    return placed


def _kingdoms(state: Any, game: int, players: int) -> list[Plain]:
    return [{"placed": _placed(state, game, seat)} for seat in range(players)]


def essence(settings: Settings, state: Any) -> Plain:
    """What the open position is made of."""
    players = settings.players
    over = state.phase == OVER
    offered = int(state.offered)
    return {
        "game": settings.game.name,
        "players": players,
        "options": dict(settings.options),
        "phase": PHASES[int(state.phase)],
        "seat": None if over else int(state.seat),
        "game_number": int(state.game) + 1,
        "first_order": [int(seat) for seat in state.order[: int(state.kings)]],
        "current_line": [{"domino": number, "seat": owner(state, number)} for number in members(state.current)],
        "next_line": [
            {"domino": number, "seat": None if offered >> (number - 1) & 1 else owner(state, number)}
            for number in members(offered | int(state.claimed))
        ],
        "discarded": members(state.discarded),
        "kingdoms": _kingdoms(state, int(state.game), players),
        "past_games": [{"kingdoms": _kingdoms(state, game, players)} for game in range(int(state.game))],
    }


def position(settings: Settings, state: Any) -> Plain:
    """The open position, with what follows from it."""
    plain = essence(settings, state)
    drawn, line = int(state.drawn), int(state.line)
    plain["deck"] = int(state.deck_size) - drawn
    plain["line_number"] = drawn // line
    plain["lines"] = int(state.deck_size) // line
    plain["grid"] = int(state.grid)
    for kingdom in plain["kingdoms"]:
        squares = kingdom_squares(kingdom["placed"])
        kingdom["squares"] = [
            {"x": x, "y": y, "terrain": terrain, "crowns": crowns, "domino": domino}
            for (x, y), (terrain, crowns, domino) in sorted(squares.items(), key=lambda item: item[0][::-1])
        ]
        xs = [0, *(x for x, _ in squares)]
        ys = [0, *(y for _, y in squares)]
        kingdom["bounds"] = {"west": min(xs), "east": max(xs), "north": min(ys), "south": max(ys)}
    return plain


def kingdom_squares(placed: list[Plain]) -> dict[Square, tuple[str, int, int]]:
    """Terrain, crowns and domino of every square of a kingdom, the castle excepted."""
    squares: dict[Square, tuple[str, int, int]] = {}
    for piece in placed:
        left_terrain, left_crowns, right_terrain, right_crowns = DOMINO[piece["domino"] - 1].tolist()
        squares[tuple(piece["left"])] = TERRAINS[left_terrain], left_crowns, piece["domino"]
        squares[tuple(piece["right"])] = TERRAINS[right_terrain], right_crowns, piece["domino"]
    return squares


def sources(settings: Settings, rows: NDArray[np.int32]) -> list[list[Plain]]:
    """Per seat where its points come from, in all games of a Dynasty: the rows of the contract's `sources` in words."""
    of_seats: list[list[Plain]] = [[] for _ in range(settings.players)]
    for seat, game, kind, terrain, squares, crowns, points in rows.tolist():
        source: Plain = {"source": SOURCES[kind], "points": points}
        if kind == TERRITORY:
            source |= {"terrain": TERRAINS[terrain], "squares": squares, "crowns": crowns}
        if settings.options["dynasty"]:
            source["game_number"] = game + 1
        of_seats[seat].append(source)
    return of_seats


def decided_by(rankings: NDArray[np.int64]) -> str:
    """What told the winner from the next: "score", "largest_territory" or "crowns"; "shared" if nothing did."""
    first, second = sorted(rankings.tolist(), reverse=True)[:2]
    if first == second:
        return "shared"
    if first // RANKING_BASE**2 != second // RANKING_BASE**2:
        return "score"
    return "largest_territory" if first // RANKING_BASE != second // RANKING_BASE else "crowns"
