"""The rules of Kingdomino, compiled: set-up, and what a decision does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, wide
from palatine.core.chance import next_word, shuffle
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import (
    ABBA,
    CLAIM,
    CROWN_TIEBREAK,
    DIRECTIONS,
    DISCARD,
    DOMINO,
    DOMINOES,
    DTYPE,
    DYNASTY,
    FIRST_ORDER,
    GAMES,
    HARMONY,
    KINGS_OF_TWO,
    LARGE_GRID,
    LEFT_CROWNS,
    LEFT_TERRAIN,
    LINE,
    MIDDLE_KINGDOM,
    MIGHTY_DUEL,
    OVER,
    PLACE,
    PLACE_FIRST,
    REACH,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    SEATS,
    SMALL_GRID,
    SPAN,
    STEP_X,
    STEP_Y,
    THREE_PLAYER_DECK,
    State,
)
from palatine.games.kingdomino.legal import active_domino, owner
from palatine.games.kingdomino.scoring import largest_territory, points_of_kingdom, total_crowns
from palatine.games.kingdomino.squares import NONE_LARGE, NONE_SMALL, WORD_BITS, place_of

TWO_PLAYER_DECK = 24
SMALL_THREE_PLAYER_DECK = 36

# ------------------------------------------------------------------------------------------------------ set-up


@implements(contract.setup, DTYPE)
def setup(state: State, players: int, options: NDArray[np.int64], stream: NDArray[np.uint64]) -> None:
    configure(state, players, options)
    for game in range(GAMES if state.dynasty else 1):
        for i in range(DOMINOES):
            state.deck[game, i] = i
        shuffle(stream, state.deck[game])
        for king in range(state.kings):
            state.orders[game, king] = king % players
        if state.first_order == ABBA:
            abba_order(state.orders[game], wide(next_word(stream)) & 1)
        else:
            shuffle(stream, state.orders[game, : state.kings])
        # What was removed unseen (KD-14, KD-15) must not lie in the position either.
        for i in range(state.deck_size, DOMINOES):
            state.deck[game, i] = 0
    _begin_game(state)


@kernel
def configure(state: State, players: int, options: NDArray[np.int64]) -> None:
    """Fill in what follows from the options alone."""
    state.players = players
    state.grid = LARGE_GRID if options[MIGHTY_DUEL] else SMALL_GRID
    state.harmony = options[HARMONY]
    state.middle_kingdom = options[MIDDLE_KINGDOM]
    state.dynasty = options[DYNASTY]
    state.crown_tiebreak = options[CROWN_TIEBREAK]
    state.first_order = options[FIRST_ORDER]
    state.kings = KINGS_OF_TWO if players == 2 else players
    state.line = LINE
    state.deck_size = DOMINOES
    if players == 2 and not options[MIGHTY_DUEL]:
        state.deck_size = TWO_PLAYER_DECK
    if players == 3 and options[THREE_PLAYER_DECK]:
        state.deck_size = SMALL_THREE_PLAYER_DECK
        state.line = players


@kernel
def abba_order(order: NDArray[np.uint8], first_seat: int) -> None:
    for king in range(KINGS_OF_TWO):
        middle = 0 < king < KINGS_OF_TWO - 1
        order[king] = 1 - first_seat if middle else first_seat


@kernel
def _begin_game(state: State) -> None:
    """Empty kingdoms, the first line, the kings in their drawn order (KD-2 to KD-5)."""
    game = wide(state.game)
    clear_kingdoms(state)
    for king in range(state.kings):
        state.order[king] = state.orders[game, king]
    state.seen = ZERO
    state.discarded = ZERO
    state.current = ZERO
    state.claimed = ZERO
    state.owner_low = ZERO
    state.owner_high = ZERO
    state.drawn = 0
    state.first_claims = 0
    _draw_line(state)
    state.phase = CLAIM
    state.seat = state.order[0]


@kernel
def clear_kingdoms(state: State) -> None:
    """Leave every kingdom with its castle alone."""
    for seat in range(state.players):
        for word in range(2):
            for terrain in range(state.terrain.shape[1]):
                state.terrain[seat, terrain, word] = ZERO
            state.crowns_low[seat, word] = ZERO
            state.crowns_high[seat, word] = ZERO
            state.taken[seat, word] = ZERO
        state.taken[seat, 0] = bit(0)
        state.west[seat] = 0
        state.east[seat] = 0
        state.north[seat] = 0
        state.south[seat] = 0


@kernel
def _draw_line(state: State) -> None:
    """The next dominoes of the deck are on offer; none when it is used up (KD-4, KD-6)."""
    offered = ZERO
    drawn = wide(state.drawn)
    if drawn < state.deck_size:
        line = wide(state.line)
        game = wide(state.game)
        for i in range(drawn, drawn + line):
            offered |= bit(state.deck[game, i])
        state.drawn = drawn + line
    state.offered = offered
    state.seen |= offered


# ------------------------------------------------------------------------------------------- carrying decisions out


@implements(contract.apply, DTYPE)
def apply(state: State, decision: int) -> None:
    if decision < DOMINOES:
        _claim(state, decision)
    else:
        _place_or_discard(state, decision)


@kernel
def _claim(state: State, domino: int) -> None:
    seat = np.uint64(state.seat)
    state.offered ^= bit(domino)
    state.claimed |= bit(domino)
    state.owner_low |= (seat & bit(0)) << np.uint64(domino)
    state.owner_high |= (seat >> bit(0)) << np.uint64(domino)
    if state.first_claims < state.kings:
        state.first_claims += 1
        if state.first_claims < state.kings:
            state.seat = state.order[state.first_claims]
            return
    _next_in_line(state)


@kernel
def _place_or_discard(state: State, decision: int) -> None:
    domino = active_domino(state)
    if decision == DISCARD:
        state.discarded |= bit(domino)
    else:
        put(state, wide(state.seat), domino, decision)
    state.current ^= bit(domino)
    state.owner_low &= ~bit(domino)
    state.owner_high &= ~bit(domino)
    if state.offered != ZERO:
        state.phase = CLAIM  # KD-7: the same king claims at once
    else:
        _next_in_line(state)


@kernel
def _next_in_line(state: State) -> None:
    """Go on with the next king of the line; after the last one with the next line, or the end (KD-7, KD-11)."""
    if state.current == ZERO:
        state.discarded |= state.offered  # KD-15: the one that nobody claimed
        state.current = state.claimed
        state.claimed = ZERO
        _draw_line(state)
        if state.current == ZERO:
            _end_game(state)
            return
    state.phase = PLACE
    state.seat = owner(state, active_domino(state))


@kernel
def _end_game(state: State) -> None:
    game = wide(state.game)
    if not state.dynasty or game == GAMES - 1:
        state.phase = OVER
        state.seat = 0
        return
    close_game(state, game)
    state.game = game + 1
    _begin_game(state)


@kernel
def close_game(state: State, game: int) -> None:
    """Keep what a finished game of a Dynasty counts for (KD-19)."""
    for seat in range(state.players):
        state.past_points[game, seat] = points_of_kingdom(state, seat)
        state.past_largest[game, seat] = largest_territory(state, seat)
        state.past_crowns[game, seat] = total_crowns(state, seat)


@kernel
def put(state: State, seat: int, domino: int, decision: int) -> None:
    """Lay a domino into a kingdom, where a placing decision says."""
    placement = decision - PLACE_FIRST
    direction = placement % DIRECTIONS
    x = (placement // DIRECTIONS) % SPAN - REACH
    y = placement // (DIRECTIONS * SPAN) - REACH
    x_right, y_right = x + STEP_X[direction], y + STEP_Y[direction]
    left, right = 0, 0
    if state.grid == SMALL_GRID:
        left, right = place_of(NONE_SMALL, x, y), place_of(NONE_SMALL, x_right, y_right)
    else:
        left, right = place_of(NONE_LARGE, x, y), place_of(NONE_LARGE, x_right, y_right)
    _put_square(state, seat, left, DOMINO[domino, LEFT_TERRAIN], DOMINO[domino, LEFT_CROWNS])
    _put_square(state, seat, right, DOMINO[domino, RIGHT_TERRAIN], DOMINO[domino, RIGHT_CROWNS])
    state.west[seat] = min(wide(state.west[seat]), x, x_right)
    state.east[seat] = max(wide(state.east[seat]), x, x_right)
    state.north[seat] = min(wide(state.north[seat]), y, y_right)
    state.south[seat] = max(wide(state.south[seat]), y, y_right)
    state.placed[wide(state.game), domino] = 1 + SEATS * placement + seat


@kernel
def _put_square(state: State, seat: int, place: int, terrain: int, crowns: int) -> None:
    word = place // WORD_BITS
    shift = np.uint64(place % WORD_BITS)
    state.terrain[seat, terrain, word] |= bit(0) << shift
    state.taken[seat, word] |= bit(0) << shift
    state.crowns_low[seat, word] |= np.uint64(crowns & 1) << shift
    state.crowns_high[seat, word] |= np.uint64(crowns >> 1) << shift
