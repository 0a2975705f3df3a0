"""Observations of Dragon Castle as numbers from 0 to 1, the viewer first.

| part      | numbers      | meaning                                                                                     |
|-----------|--------------|---------------------------------------------------------------------------------------------|
| castle    | 192 x 12     | each space: on which of 3 floors the uncovered tile lies, its type (6), its rank / 6,        |
|           |              | Available, short side free only                                                             |
| unseen    | 29           | copies never seen / 4                                                                       |
| realms    | 4 x 779      | for the viewer, then the others in seating order:                                           |
|           | 64 x 12      | each space: part of the Realm, height / 5, type (6) and rank / 6 of a face-up tile, face     |
|           |              | down, Shrine, just Consolidated and open to a Shrine                                        |
|           | 4 + 7        | earned by source / 50; Shrines in the pool / 10, tokens / 7, decides now, first player,      |
|           |              | Shrines built / 20, face-up tiles / 24, face-down stacks / 24                               |
| cards     | 10 + 10 + 10 | Spirits in play; Spirits used in this turn; Dragons in play                                 |
| held      | 2 x 29       | the tiles collected                                                                         |
| first     | 29           | the first tile                                                                              |
| turn      | 19 + 6 + 5 + 3 | phase; stage; action, the first standing for none; Elegance                                |
| general   | 7            | general Shrines / 40, tokens left / 7, tokens until the end / 4, dummy's tokens / 7,        |
|           |              | players / 4, columns / 8, rows / 8                                                          |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import bit, count_ones, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.boards import available, code_of, height_of, short_only
from palatine.games.dragon_castle.flow import tokens_taken
from palatine.games.dragon_castle.layout import (
    ACTIONS,
    ALL_SHRINES,
    CARDS,
    CASTLE_SPACES,
    COPIES,
    COUNTDOWN,
    DTYPE,
    ELEGANCES,
    FLOORS,
    HELD,
    LASTING,
    NUMBERS,
    PHASES,
    RANKS,
    REALM_SPACES,
    REALM_STRIDE,
    SEATS,
    SOLO_COUNTDOWN,
    SOLO_SEATS,
    STAGES,
    SYMBOL_OF,
    SYMBOLS,
    TYPES,
    WORD_SHIFT,
    State,
)
from palatine.games.dragon_castle.realms import code_at, realm
from palatine.games.dragon_castle.sets import buildable

TYPE_COUNT = len(TYPES)
ACTION_COUNT = len(ACTIONS)
ELEGANCE_COUNT = len(ELEGANCES)
PHASE_COUNT = len(PHASES)
STAGE_COUNT = len(STAGES)

# A space of the castle.
TYPE_AT = FLOORS
RANK_AT = TYPE_AT + TYPE_COUNT
AVAILABLE_AT = RANK_AT + 1
SHORT_AT = AVAILABLE_AT + 1
SPACE_SIZE = SHORT_AT + 1
# A space of a Realm.
IN_REALM, HEIGHT, REALM_TYPE_AT = range(3)
REALM_RANK_AT = REALM_TYPE_AT + TYPE_COUNT
FACE_DOWN, SHRINE, OPEN_TO_SHRINE = range(REALM_RANK_AT + 1, REALM_RANK_AT + 4)
STACK_SIZE = OPEN_TO_SHRINE + 1
# A Realm.
EARNED_AT = REALM_SPACES * STACK_SIZE
POOL, TOKENS, DECIDES, FIRST_PLAYER, BUILT, SHOWN, DOWN = range(EARNED_AT + LASTING, EARNED_AT + LASTING + 7)
REALM_SIZE = DOWN + 1
# The whole.
UNSEEN_AT = CASTLE_SPACES * SPACE_SIZE
REALMS_AT = UNSEEN_AT + SYMBOLS
SPIRITS_AT = REALMS_AT + SEATS * REALM_SIZE
USED_AT = SPIRITS_AT + CARDS
DRAGONS_AT = USED_AT + CARDS
HELD_AT = DRAGONS_AT + CARDS
FIRST_AT = HELD_AT + HELD * SYMBOLS
PHASE_AT = FIRST_AT + SYMBOLS
STAGE_AT = PHASE_AT + PHASE_COUNT
ACTION_AT = STAGE_AT + STAGE_COUNT
ELEGANCE_AT = ACTION_AT + ACTION_COUNT
GENERAL_AT = ELEGANCE_AT + ELEGANCE_COUNT
GENERAL, COUNTDOWN_LEFT, UNTIL_END, DUMMY, PLAYERS, COLUMNS, ROWS = range(7)
SIZE = GENERAL_AT + ROWS + 1

HEIGHT_SCALE = 5.0
EARNED_SCALE = 50.0
POOL_SCALE = 10.0
BUILT_SCALE = 20.0
STACKS_SCALE = 24.0


@kernel
def _share(value: int, scale: float) -> float:
    return min(1.0, value / scale)


@implements(contract.tensor, DTYPE)
def tensor(state: State, viewer: int, out: NDArray[np.float32]) -> None:
    players = wide(state.players)
    _write_castle(state, out)
    for symbol in range(SYMBOLS):
        out[UNSEEN_AT + symbol] = wide(state.unseen[symbol]) / COPIES
    for seat in range(players):
        at = REALMS_AT + (seat - viewer + players) % players * REALM_SIZE
        _write_realm(state, seat, out[at : at + REALM_SIZE])
    for card in range(CARDS):
        out[SPIRITS_AT + card] = wide(state.spirits) >> card & 1
        out[USED_AT + card] = wide(state.used) >> card & 1
        out[DRAGONS_AT + card] = wide(state.dragons) >> card & 1
    for place in range(HELD):
        if state.held[place]:
            out[HELD_AT + place * SYMBOLS + SYMBOL_OF[wide(state.held[place])]] = 1.0
    if state.first_code:
        out[FIRST_AT + SYMBOL_OF[wide(state.first_code)]] = 1.0
    out[PHASE_AT + wide(state.phase)] = 1.0
    out[STAGE_AT + wide(state.stage)] = 1.0
    out[ACTION_AT + wide(state.action)] = 1.0
    out[ELEGANCE_AT + wide(state.elegance)] = 1.0
    taken = tokens_taken(state)
    summoners = SOLO_COUNTDOWN if players == SOLO_SEATS else players
    out[GENERAL_AT + GENERAL] = wide(state.general_shrines) / ALL_SHRINES
    out[GENERAL_AT + COUNTDOWN_LEFT] = (COUNTDOWN - taken) / COUNTDOWN
    out[GENERAL_AT + UNTIL_END] = max(0, summoners - taken) / SEATS
    out[GENERAL_AT + DUMMY] = wide(state.dummy_tokens) / COUNTDOWN
    out[GENERAL_AT + PLAYERS] = players / SEATS
    out[GENERAL_AT + COLUMNS] = wide(state.columns) / REALM_STRIDE
    out[GENERAL_AT + ROWS] = wide(state.rows) / REALM_STRIDE


@kernel
def _write_castle(state: State, out: NDArray[np.float32]) -> None:
    free, short = available(state), short_only(state)
    for space in range(CASTLE_SPACES):
        height = height_of(state, space)
        if height == 0:
            continue
        at = space * SPACE_SIZE
        code = code_of(state, space)
        word, member = space >> WORD_SHIFT, bit(space & (1 << WORD_SHIFT) - 1)
        out[at + height - 1] = 1.0
        out[at + TYPE_AT + code // RANKS - 1] = 1.0
        out[at + RANK_AT] = code % RANKS / NUMBERS
        out[at + AVAILABLE_AT] = 1.0 if free[word] & member else 0.0
        out[at + SHORT_AT] = 1.0 if short[word] & member else 0.0


@kernel
def _write_realm(state: State, seat: int, out: NDArray[np.float32]) -> None:
    spaces = realm(state)
    open_to_shrine = buildable(state, seat) if seat == wide(state.seat) else spaces & ~spaces
    for space in range(REALM_SPACES):
        at, member = space * STACK_SIZE, bit(space)
        code = code_at(state, seat, space)
        out[at + IN_REALM] = 1.0 if spaces & member else 0.0
        out[at + HEIGHT] = _share(wide(state.heights[seat, space]), HEIGHT_SCALE)
        if code:
            out[at + REALM_TYPE_AT + code // RANKS - 1] = 1.0
            out[at + REALM_RANK_AT] = code % RANKS / NUMBERS
        out[at + FACE_DOWN] = 1.0 if state.down[seat] & member else 0.0
        out[at + SHRINE] = 1.0 if state.shrines[seat] & member else 0.0
        out[at + OPEN_TO_SHRINE] = 1.0 if open_to_shrine & member else 0.0
    for source in range(LASTING):
        out[EARNED_AT + source] = _share(wide(state.earned[seat, source]), EARNED_SCALE)
    out[POOL] = _share(wide(state.shrine_pool[seat]), POOL_SCALE)
    out[TOKENS] = wide(state.tokens[seat]) / COUNTDOWN
    out[DECIDES] = 1.0 if contract.seat(state) == seat else 0.0
    out[FIRST_PLAYER] = 1.0 if wide(state.start) == seat else 0.0
    out[BUILT] = _share(count_ones(state.shrines[seat]), BUILT_SCALE)
    out[SHOWN] = _share(count_ones(state.up[seat]), STACKS_SCALE)
    out[DOWN] = _share(count_ones(state.down[seat]), STACKS_SCALE)
