"""A Realm on bit boards, as it is or as the turn will leave it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.boards import of_type as castle_tiles_of_type
from palatine.games.dragon_castle.bots.features.rows import SPECIALS_PLANE
from palatine.games.dragon_castle.layout import (
    BEAUTY_GROUP,
    CHANGE_TILE,
    CODE_BITS,
    COMPLETION,
    CUNNING_GROUP,
    DECEPTION_PAIR,
    DEEP_PAIR,
    DRAGON_TYPE,
    FACTION_SHRINES,
    FAITH_BUILD,
    FIRST_TYPE,
    HELD,
    LAST_FACTION,
    LAST_TYPE,
    MOST_SETS,
    NUMBERS,
    PLACEMENT,
    RANK_BITS,
    RANKS,
    SMALLEST_SET,
    SPECIAL_SHRINES,
    WORDS,
    State,
)
from palatine.games.dragon_castle.realms import (
    COLUMN,
    NOT_FIRST_COLUMN,
    ROW,
    beside,
    first_group,
    group_of,
    of_type,
    realm,
)
from palatine.games.dragon_castle.sets import ANY_TYPE, set_points
from palatine.games.dragon_castle.spirits import beauty_group_at, change_group, type_group_at


class Look(NamedTuple):
    """A Realm, as it is or as the turn will leave it."""

    spaces: np.uint64
    up: np.uint64
    shrines: np.uint64
    planes: tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]
    first: np.uint64  # the stacks of at least one tile
    second: np.uint64  # of two
    third: np.uint64
    fourth: np.uint64


@kernel
def look_at(state: State, seat: int) -> Look:
    """Return the Realm of a seat as it is."""
    first, second, third, fourth = state.up[seat] | state.down[seat], ZERO, ZERO, ZERO
    left = first
    while left:
        space = lowest(left)
        left &= left - ONE
        height = wide(state.heights[seat, space])
        if height > 1:
            second |= bit(space)
            third |= bit(space) if height > 2 else ZERO
            fourth |= bit(space) if height > 3 else ZERO
    faces = state.faces[seat]
    planes = (faces[0], faces[1], faces[2], faces[3], faces[4], faces[5])
    return Look(realm(state), state.up[seat], state.shrines[seat], planes, first, second, third, fourth)


@kernel
def _with_tile(look: Look, tile: np.uint64, code: int) -> Look:
    """Return the Realm with one more tile on a space."""
    return Look(
        look.spaces,
        look.up | tile,
        look.shrines,
        (
            look.planes[0] | (tile if code & 1 else ZERO),
            look.planes[1] | (tile if code & 2 else ZERO),
            look.planes[2] | (tile if code & 4 else ZERO),
            look.planes[3] | (tile if code & 8 else ZERO),
            look.planes[4] | (tile if code & 16 else ZERO),
            look.planes[5] | (tile if code & 32 else ZERO),
        ),
        look.first | tile,
        look.second | tile & look.first,
        look.third | tile & look.second,
        look.fourth | tile & look.third,
    )


@kernel
def _with_set(look: Look, turned: np.uint64, built: np.uint64) -> Look:
    """Return the Realm with some tiles turned down and Shrines built."""
    return Look(
        look.spaces,
        look.up & ~turned,
        look.shrines | built,
        look.planes,
        look.first,
        look.second,
        look.third,
        look.fourth,
    )


@kernel
def _best_place(tiles: np.uint64, places: np.uint64, second: np.uint64, third: np.uint64) -> np.uint64:
    """Return the place where one more tile makes the largest group; of several the highest, then the roomiest."""
    best, most = ZERO, -1
    left = beside(tiles) & places
    if left == ZERO:
        left = places
    while left:
        place = left & (~left + ONE)
        left &= ~place
        worth = 16 * count_ones(group_of(place, tiles | place)) + count_ones(beside(place) & (places | tiles))
        worth += (4 if place & second else 0) + (4 if place & third else 0)
        if worth > most:
            best, most = place, worth
    return best


@kernel
def _built(tiles: np.uint64, number: int, second: np.uint64, third: np.uint64, on_ground: bool) -> np.uint64:
    """Return the highest of some tiles, up to a number."""
    found = ZERO
    for _ in range(number):
        left = tiles & ~found
        if left & third:
            left &= third
        elif left & second:
            left &= second
        elif not on_ground:
            left = ZERO
        if left == ZERO:
            break
        found |= left & (~left + ONE)
    return found


@kernel
def _spirits_set(state: State, seat: int) -> tuple[np.uint64, int]:
    """Return the largest set that Beauty, Cunning or Change can Consolidate now, and its type."""
    best, best_kind = ZERO, ANY_TYPE
    for word in range(LAST_TYPE if state.phase == CHANGE_TILE else 1):
        left = state.realm_choices[word]
        while left:
            space = lowest(left)
            left &= left - ONE
            kind = ANY_TYPE
            if state.phase == CHANGE_TILE:
                kind = FIRST_TYPE + word
                group = change_group(state, seat, bit(space), kind, ZERO)
            elif state.phase == CUNNING_GROUP:
                group = type_group_at(state, seat, space)
                kind = LAST_TYPE if group & state.faces[seat, SPECIALS_PLANE] else FIRST_TYPE
            else:
                group = beauty_group_at(state, seat, space)
            if count_ones(group) > count_ones(best):
                best, best_kind = group, kind
    return best, best_kind


@kernel
def _deceived(state: State, seat: int) -> int:
    """Return a code with the type of the second tile that Deception is likely to take."""
    best, most = 0, -1
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        tiles = castle_tiles_of_type(state, kind)
        offered = ZERO
        for word in range(WORDS):
            offered |= tiles[word] & state.castle_choices[word]
        shown = count_ones(of_type(state, seat, kind)) + (2 if wide(state.first_code) // RANKS == kind else 0)
        if offered and shown > most:
            best, most = RANKS * kind, shown
    return best


@kernel
def joined(spaces: np.uint64) -> int:
    """Return the number of pairs of spaces that lie side by side."""
    return count_ones(spaces & (spaces << COLUMN) & NOT_FIRST_COLUMN) + count_ones(spaces & spaces << ROW)


@kernel
def of_kind(look: Look, kind: int) -> np.uint64:
    """Return the face-up tiles of a type."""
    found = look.up
    for place in range(RANK_BITS, CODE_BITS):
        found &= look.planes[place] if kind * RANKS >> place & 1 else ~look.planes[place]
    return found


@kernel
def of_number(look: Look, number: int) -> np.uint64:
    """Return the face-up tiles of a rank."""
    found = look.up
    for place in range(RANK_BITS):
        found &= look.planes[place] if number >> place & 1 else ~look.planes[place]
    return found


@kernel
def largest_of_a_number(look: Look) -> int:
    """Return the size of the largest group of Faction tiles of one number (Beauty)."""
    largest = 0
    for number in range(1, NUMBERS + 1):
        left = of_number(look, number) & ~look.planes[SPECIALS_PLANE]
        while count_ones(left) > largest:
            group = first_group(left)
            left &= ~group
            largest = max(largest, count_ones(group))
    return largest


@kernel
def settled(state: State, seat: int, look: Look, pool: int, on_ground: bool) -> tuple[Look, int, int]:
    """Return the Realm of the deciding seat as its turn will leave it, its Shrines in the pool, and the points of its sets."""
    phase, points = wide(state.phase), 0
    code_1, code_2 = 0, 0
    if state.stage == COMPLETION:
        code_1 = wide(state.first_code)
        choices = state.castle_choices[0] | state.castle_choices[1] | state.castle_choices[2]
        if phase == DECEPTION_PAIR:
            code_2 = _deceived(state, seat)
        elif phase in (COMPLETION, DEEP_PAIR) and choices:
            code_2 = code_1
        pool += 0 if code_2 else 1
    elif state.stage == PLACEMENT:
        code_1, code_2 = wide(state.held[0]), wide(state.held[1])
    for number in range(HELD):
        code = code_2 if number else code_1
        if code:
            tiles = of_kind(look, code // RANKS)
            tile = _best_place(tiles, look.spaces & ~(look.up | look.shrines), look.second, look.third)
            look = _with_tile(look, tile, code)
            if state.stage == COMPLETION and pool == 0 and count_ones(group_of(tile, tiles | tile)) >= SMALLEST_SET:
                code_2, pool = 0, 1  # better one tile and a Shrine
    group, kind = ZERO, ANY_TYPE
    for number in range(-MOST_SETS, LAST_TYPE + 1):
        tiles = ZERO
        if number < 0:
            group = state.sets[number + MOST_SETS]
        elif number > 0:
            kind = number
            tiles = of_kind(look, kind)
        elif phase in (BEAUTY_GROUP, CUNNING_GROUP, CHANGE_TILE):
            group, kind = _spirits_set(state, seat)
        while group or count_ones(tiles) >= SMALLEST_SET:
            if number > 0:
                group = first_group(tiles)
                tiles &= ~group
            if number < 0:
                allowed = wide(state.allowance[number + MOST_SETS]) + (
                    1 if phase == FAITH_BUILD and number == -1 else 0
                )
            else:
                allowed = FACTION_SHRINES if FIRST_TYPE <= kind <= LAST_FACTION else SPECIAL_SHRINES
            if number <= 0 or count_ones(group) >= SMALLEST_SET:
                built = _built(group & ~look.shrines, min(pool, allowed), look.second, look.third, on_ground)
                pool -= count_ones(built)
                look = _with_set(look, group, built)
                if number >= 0:
                    points += set_points(count_ones(group)) + (1 if kind in (ANY_TYPE, DRAGON_TYPE) else 0)
            group = ZERO
    return look, pool, points
