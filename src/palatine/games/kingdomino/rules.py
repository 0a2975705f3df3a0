"""The rules of Kingdomino, compiled: set-up, legal decisions, and what a decision does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, count_ones, lowest, nth_bit, wide
from palatine.core.chance import below, next_random, next_word, quick_shuffle, shuffle
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
    EAST,
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
    NORTH,
    OVER,
    PLACE,
    PLACE_FIRST,
    REACH,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    SEATS,
    SMALL_GRID,
    SOUTH,
    SPAN,
    STEP_X,
    STEP_Y,
    THREE_PLAYER_DECK,
    WEST,
    State,
)
from palatine.games.kingdomino.scoring import largest_territory, points_of_kingdom, total_crowns
from palatine.games.kingdomino.squares import (
    NONE_LARGE,
    NONE_SMALL,
    Squares,
    beside,
    both,
    castle,
    either,
    first,
    moved,
    nth_place,
    place_of,
    read,
    rectangle,
    size,
    stride_of,
    without,
)

TWO_PLAYER_DECK = 24
SMALL_THREE_PLAYER_DECK = 36
WORD_BITS = 64

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
            _abba(state.orders[game], wide(next_word(stream)) & 1)
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
def _abba(order: NDArray[np.uint8], first_seat: int) -> None:
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


# ---------------------------------------------------------------------------------------------- legal decisions


@kernel
def active_domino(state: State) -> int:
    """The domino to be placed now, by its number less one: the lowest of the line."""
    return lowest(state.current)


@kernel
def owner(state: State, domino: int) -> int:
    """The seat whose king stands, or stood, on a domino."""
    shift = np.uint64(domino)
    low = wide((state.owner_low >> shift) & bit(0))
    high = wide((state.owner_high >> shift) & bit(0))
    return low + 2 * high


@kernel
def is_double(domino: int) -> bool:
    """Whether both squares of a domino are the same, so that turning it round changes nothing."""
    return (
        DOMINO[domino, LEFT_TERRAIN] == DOMINO[domino, RIGHT_TERRAIN]
        and DOMINO[domino, LEFT_CROWNS] == DOMINO[domino, RIGHT_CROWNS]
    )


@kernel
def free_squares(ring: Squares, state: State, seat: int) -> Squares:
    """The squares that one domino can add to a kingdom: up to two beyond it, as far as the grid allows (KD-8)."""
    grid = wide(state.grid)
    west, north = wide(state.west[seat]), wide(state.north[seat])
    width = wide(state.east[seat]) - west + 1
    height = wide(state.south[seat]) - north + 1
    across, down = min(2, grid - width), min(2, grid - height)
    window = rectangle(ring, west - across, north - down, width + 2 * across, height + 2 * down)
    return without(window, read(ring, state.taken[seat]))


@kernel
def openings(ring: Squares, state: State, seat: int, domino: int) -> tuple[Squares, Squares, Squares, Squares]:
    """For each direction of the right square, the places where the left square of a domino may lie (KD-8, KD-9)."""
    free = free_squares(ring, state, seat)
    left = DOMINO[domino, LEFT_TERRAIN]
    right = DOMINO[domino, RIGHT_TERRAIN]
    home = castle(ring)
    left_fits = beside(either(read(ring, state.terrain[seat, left]), home))
    right_fits = beside(either(read(ring, state.terrain[seat, right]), home))
    to_east = _opening(free, left_fits, right_fits, EAST)
    to_south = _opening(free, left_fits, right_fits, SOUTH)
    if is_double(domino):
        return to_east, to_south, ring, ring
    return (
        to_east,
        to_south,
        _opening(free, left_fits, right_fits, WEST),
        _opening(free, left_fits, right_fits, NORTH),
    )


@kernel
def _opening(free: Squares, left_fits: Squares, right_fits: Squares, direction: int) -> Squares:
    back = place_of(free, -STEP_X[direction], -STEP_Y[direction])
    fits = either(left_fits, moved(right_fits, back))
    return both(both(free, moved(free, back)), fits)


@kernel
def _sizes(places: tuple[Squares, Squares, Squares, Squares]) -> tuple[int, int, int, int]:
    return size(places[0]), size(places[1]), size(places[2]), size(places[3])


@kernel
def _nth_placement(
    state: State,
    seat: int,
    places: tuple[Squares, Squares, Squares, Squares],
    sizes: tuple[int, int, int, int],
    n: int,
) -> int:
    direction = EAST
    of_direction = places[0]
    if n >= sizes[0]:
        n -= sizes[0]
        direction = SOUTH
        of_direction = places[1]
        if n >= sizes[1]:
            n -= sizes[1]
            direction = WEST
            of_direction = places[2]
            if n >= sizes[2]:
                n -= sizes[2]
                direction = NORTH
                of_direction = places[3]
    return placement_at(of_direction, state, seat, nth_place(of_direction, n), direction)


@kernel
def placement_at(ring: Squares, state: State, seat: int, place: int, direction: int) -> int:
    """The decision that puts the left square on a place of the ring: its x,y are counted from the kingdom's corner."""
    west = wide(state.west[seat]) - 2
    north = wide(state.north[seat]) - 2
    offset = (place - place_of(ring, west, north)) & (place_of(ring, -1, 0))
    stride = stride_of(ring)
    x = west + offset % stride
    y = north + offset // stride
    return PLACE_FIRST + DIRECTIONS * (SPAN * (y + REACH) + x + REACH) + direction


@kernel
def _count_placements(ring: Squares, state: State) -> int:
    sizes = _sizes(openings(ring, state, wide(state.seat), active_domino(state)))
    return max(1, sizes[0] + sizes[1] + sizes[2] + sizes[3])


@kernel
def _pick_placement(ring: Squares, state: State, n: int) -> int:
    seat = wide(state.seat)
    places = openings(ring, state, seat, active_domino(state))
    sizes = _sizes(places)
    if sizes[0] + sizes[1] + sizes[2] + sizes[3] == 0:
        return DISCARD
    return _nth_placement(state, seat, places, sizes, n)


@kernel
def _choose_placement(ring: Squares, state: State, random_word: np.uint64) -> int:
    seat = wide(state.seat)
    places = openings(ring, state, seat, active_domino(state))
    sizes = _sizes(places)
    total = sizes[0] + sizes[1] + sizes[2] + sizes[3]
    if total == 0:
        return DISCARD
    return _nth_placement(state, seat, places, sizes, below(random_word, total))


@kernel
def _list_placements(ring: Squares, state: State, out: NDArray[np.int32]) -> int:
    seat = wide(state.seat)
    places = openings(ring, state, seat, active_domino(state))
    total = 0
    for direction in range(DIRECTIONS):
        left = places[direction]
        while size(left) > 0:
            out[total] = placement_at(ring, state, seat, nth_place(left, 0), direction)
            left = without(left, first(left))
            total += 1
    if total == 0:
        out[0] = DISCARD
        return 1
    return total


@implements(contract.seat, DTYPE)
def seat(state: State) -> int:
    return contract.OVER if state.phase == OVER else wide(state.seat)


@implements(contract.count, DTYPE)
def count(state: State) -> int:
    if state.phase == CLAIM:
        return count_ones(state.offered)
    if state.phase == OVER:
        return 0
    if state.grid == SMALL_GRID:
        return _count_placements(NONE_SMALL, state)
    return _count_placements(NONE_LARGE, state)


@implements(contract.nth, DTYPE)
def nth(state: State, n: int) -> int:
    if state.phase == CLAIM:
        return nth_bit(state.offered, n)
    if state.grid == SMALL_GRID:
        return _pick_placement(NONE_SMALL, state, n)
    return _pick_placement(NONE_LARGE, state, n)


@implements(contract.choose, DTYPE)
def choose(state: State, random_word: np.uint64) -> int:
    if state.phase == CLAIM:
        return nth_bit(state.offered, below(random_word, count_ones(state.offered)))
    if state.grid == SMALL_GRID:
        return _choose_placement(NONE_SMALL, state, random_word)
    return _choose_placement(NONE_LARGE, state, random_word)


@implements(contract.legal, DTYPE)
def legal(state: State, out: NDArray[np.int32]) -> int:
    if state.phase == CLAIM:
        total = count_ones(state.offered)
        for n in range(total):
            out[n] = nth_bit(state.offered, n)
        return total
    if state.phase == OVER:
        return 0
    if state.grid == SMALL_GRID:
        return _list_placements(NONE_SMALL, state, out)
    return _list_placements(NONE_LARGE, state, out)


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


# ------------------------------------------------------------------------------------------------- open and sealed


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    return DOMINOES * wide(state.game) + wide(state.drawn)


@implements(contract.observe, DTYPE)
def observe(state: State, out: State) -> None:
    out.terrain[:] = state.terrain
    out.taken[:] = state.taken
    out.crowns_low[:] = state.crowns_low
    out.crowns_high[:] = state.crowns_high
    out.current = state.current
    out.offered = state.offered
    out.claimed = state.claimed
    out.owner_low = state.owner_low
    out.owner_high = state.owner_high
    out.seen = state.seen
    out.discarded = state.discarded
    out.placed[:] = state.placed
    out.past_points[:] = state.past_points
    out.past_largest[:] = state.past_largest
    out.past_crowns[:] = state.past_crowns
    out.west[:] = state.west
    out.east[:] = state.east
    out.north[:] = state.north
    out.south[:] = state.south
    out.order[:] = state.order
    out.phase = state.phase
    out.seat = state.seat
    out.first_claims = state.first_claims
    out.game = state.game
    out.drawn = state.drawn
    out.players = state.players
    out.kings = state.kings
    out.line = state.line
    out.deck_size = state.deck_size
    out.grid = state.grid
    out.harmony = state.harmony
    out.middle_kingdom = state.middle_kingdom
    out.dynasty = state.dynasty
    out.crown_tiebreak = state.crown_tiebreak
    out.first_order = state.first_order


@implements(contract.reseal, DTYPE)
def reseal(state: State, random: NDArray[np.uint64]) -> None:
    game = wide(state.game)
    drawn = wide(state.drawn)
    unseen = 0
    for domino in range(DOMINOES):
        if not state.seen & bit(domino):
            state.deck[game, drawn + unseen] = domino
            unseen += 1
    quick_shuffle(random, state.deck[game, drawn:])
    for later in range(game + 1, GAMES if state.dynasty else 1):
        for i in range(DOMINOES):
            state.deck[later, i] = i
        quick_shuffle(random, state.deck[later])
        for king in range(state.kings):
            state.orders[later, king] = king % state.players
        if state.first_order == ABBA:
            _abba(state.orders[later], below(next_random(random), 2))
        else:
            quick_shuffle(random, state.orders[later, : state.kings])
    for any_game in range(game, GAMES if state.dynasty else 1):
        for i in range(state.deck_size, DOMINOES):
            state.deck[any_game, i] = 0
