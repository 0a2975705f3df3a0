"""Observations of Kingdomino as numbers from 0 to 1, the viewer's own first.

| part     | numbers     | meaning                                                                                          |
|----------|-------------|--------------------------------------------------------------------------------------------------|
| kingdoms | 4 x 8 x 169 | for the viewer, then the others in seating order: a 13 x 13 board around the castle for each      |
|          |             | terrain, for what is taken (castle included) and for crowns (a third each)                       |
| lines    | 2 x 4 x 20  | the current line and the next one, lowest number first; for each domino: present, number         |
|          |             | / 48, left terrain (6), left crowns / 3, right terrain (6), right crowns / 3, owner (4, relative) |
| seen     | 48          | the dominoes drawn in this game                                                                  |
| general  | 9           | to claim, to place, viewer decides, drawn / 48, game / 2, players / 4, 7 x 7, Harmony, Middle     |
|          |             | Kingdom                                                                                          |
| past     | 4           | the points of finished games, / 300, own first                                                   |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, lowest, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import (
    CLAIM,
    DOMINO,
    DOMINOES,
    DTYPE,
    GAMES,
    LARGE_GRID,
    LEFT_CROWNS,
    LEFT_TERRAIN,
    LINE,
    PLACE,
    REACH,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    SEATS,
    SMALL_GRID,
    SPAN,
    TERRAINS,
    State,
)
from palatine.games.kingdomino.legal import owner
from palatine.games.kingdomino.squares import NONE_LARGE, NONE_SMALL, WORD_BITS, place_of

BOARD = SPAN * SPAN
TERRAIN_COUNT = len(TERRAINS)
TAKEN_PLANE = TERRAIN_COUNT
CROWN_PLANE = TERRAIN_COUNT + 1
PLANES = TERRAIN_COUNT + 2
MOST_CROWNS = 3

LINE_FIELDS = 2 + 2 * (TERRAIN_COUNT + 1) + SEATS
LEFT_AT = 2
RIGHT_AT = LEFT_AT + TERRAIN_COUNT + 1
OWNER_AT = RIGHT_AT + TERRAIN_COUNT + 1

KINGDOMS_AT = 0
LINES_AT = KINGDOMS_AT + SEATS * PLANES * BOARD
SEEN_AT = LINES_AT + 2 * LINE * LINE_FIELDS
GENERAL_AT = SEEN_AT + DOMINOES
CLAIMING, PLACING, VIEWER_DECIDES, DRAWN, GAME_NUMBER, PLAYERS, LARGE, WITH_HARMONY, WITH_MIDDLE_KINGDOM = range(9)
GENERAL = WITH_MIDDLE_KINGDOM + 1
PAST_AT = GENERAL_AT + GENERAL
SIZE = PAST_AT + SEATS
PAST_SCALE = 300.0


@implements(contract.tensor, DTYPE)
def tensor(state: State, viewer: int, out: NDArray[np.float32]) -> None:
    for relative in range(state.players):
        seat = (viewer + relative) % wide(state.players)
        _write_kingdom(state, seat, out[relative * PLANES * BOARD : (relative + 1) * PLANES * BOARD])
        for game in range(state.game):
            out[PAST_AT + relative] += np.float32(state.past_points[game, seat] / PAST_SCALE)
    _write_line(state, viewer, state.current, out[LINES_AT : LINES_AT + LINE * LINE_FIELDS])
    _write_line(state, viewer, state.offered | state.claimed, out[LINES_AT + LINE * LINE_FIELDS : SEEN_AT])
    for domino in range(DOMINOES):
        out[SEEN_AT + domino] = 1.0 if state.seen & bit(domino) else 0.0
    general = out[GENERAL_AT:PAST_AT]
    general[CLAIMING] = 1.0 if state.phase == CLAIM else 0.0
    general[PLACING] = 1.0 if state.phase == PLACE else 0.0
    general[VIEWER_DECIDES] = 1.0 if contract.seat(state) == viewer else 0.0
    general[DRAWN] = state.drawn / DOMINOES
    general[GAME_NUMBER] = state.game / (GAMES - 1)
    general[PLAYERS] = state.players / SEATS
    general[LARGE] = 1.0 if state.grid == LARGE_GRID else 0.0
    general[WITH_HARMONY] = 1.0 if state.harmony else 0.0
    general[WITH_MIDDLE_KINGDOM] = 1.0 if state.middle_kingdom else 0.0


@kernel
def _write_kingdom(state: State, seat: int, out: NDArray[np.float32]) -> None:
    for y in range(wide(state.north[seat]), wide(state.south[seat]) + 1):
        for x in range(wide(state.west[seat]), wide(state.east[seat]) + 1):
            place = place_of(NONE_SMALL, x, y) if state.grid == SMALL_GRID else place_of(NONE_LARGE, x, y)
            word = place // WORD_BITS
            here = bit(place % WORD_BITS)
            at = SPAN * (y + REACH) + x + REACH
            if state.taken[seat, word] & here:
                out[TAKEN_PLANE * BOARD + at] = 1.0
            for terrain in range(TERRAIN_COUNT):
                if state.terrain[seat, terrain, word] & here:
                    out[terrain * BOARD + at] = 1.0
            crowns = 0
            if state.crowns_low[seat, word] & here:
                crowns += 1
            if state.crowns_high[seat, word] & here:
                crowns += 2
            out[CROWN_PLANE * BOARD + at] = crowns / MOST_CROWNS


@kernel
def _write_line(state: State, viewer: int, dominoes: np.uint64, out: NDArray[np.float32]) -> None:
    slot = 0
    while dominoes != ZERO:
        domino = lowest(dominoes)
        dominoes ^= bit(domino)
        fields = out[slot * LINE_FIELDS : (slot + 1) * LINE_FIELDS]
        fields[0] = 1.0
        fields[1] = (domino + 1) / DOMINOES
        fields[LEFT_AT + DOMINO[domino, LEFT_TERRAIN]] = 1.0
        fields[LEFT_AT + TERRAIN_COUNT] = DOMINO[domino, LEFT_CROWNS] / MOST_CROWNS
        fields[RIGHT_AT + DOMINO[domino, RIGHT_TERRAIN]] = 1.0
        fields[RIGHT_AT + TERRAIN_COUNT] = DOMINO[domino, RIGHT_CROWNS] / MOST_CROWNS
        if not state.offered & bit(domino):
            players = wide(state.players)
            fields[OWNER_AT + (owner(state, domino) - viewer + players) % players] = 1.0
        slot += 1
