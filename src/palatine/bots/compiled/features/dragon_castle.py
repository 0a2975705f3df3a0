"""What the evaluation of Dragon Castle looks at: the groups of a Realm, room to build, the castle, the cards.

In the middle of a turn the Realm is looked at as the turn will leave it: tiles held are put where they make the largest
group, sets are Consolidated, Shrines built on the highest tiles. So one model judges all moments of a turn.

| numbers   | meaning                                                                                           |
|-----------|---------------------------------------------------------------------------------------------------|
| 2 x 3 x 6 | the groups of face-up tiles (see `OF_GROUPS`), of Factions and Specials, of one, two, three tiles |
| 41        | the Realm, the time left, what the castle offers, the turn (see `OF_REALM`)                       |
| 10 x 2    | the Spirits (see `OF_SPIRIT`)                                                                     |
| 10 x 4    | the Dragons (see `OF_DRAGON`)                                                                     |
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palatine.bots.compiled.evaluation import features, rivals_matter
from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.boards import available_on, on_floor, size, top_floor
from palatine.games.dragon_castle.boards import of_type as castle_tiles_of_type
from palatine.games.dragon_castle.dragons import (
    MIRRORED_SHRINES_POINTS,
    MIRRORED_TILES_POINTS,
    SYMBOL_POINTS,
    line_points,
    neighbour,
    neighbours,
    power_points,
)
from palatine.games.dragon_castle.layout import (
    ACTION,
    ALL_TILES,
    BEAUTY,
    BEAUTY_GROUP,
    BRAVERY,
    BUILD,
    CARDS,
    CHANGE,
    CHANGE_TILE,
    CODE_BITS,
    CODE_OF,
    COMPLETION,
    COUNTDOWN_POINTS,
    CUNNING,
    CUNNING_GROUP,
    DECEPTION_PAIR,
    DEEP_PAIR,
    DEVOTION,
    DRAGON_TYPE,
    DTYPE,
    ELEGANCE,
    FACTION_SHRINES,
    FAITH_BUILD,
    FIRST_SPECIAL_SYMBOL,
    FIRST_TYPE,
    HARMONY,
    HELD,
    HUMILITY,
    KNOWLEDGE,
    LAST_FACTION,
    LAST_TYPE,
    LASTING,
    MAJESTY,
    MOST_SETS,
    NUMBERS,
    OWED,
    PLACEMENT,
    POWER,
    RANK_BITS,
    RANKS,
    REALM_STRIDE,
    RIGHTEOUSNESS,
    SMALLEST_SET,
    SOLO_COUNTDOWN,
    SOLO_SEATS,
    SPECIAL_SHRINES,
    SYMBOLS,
    SYMBOLS_OF_TYPE,
    TRANQUILITY,
    WORDS,
    State,
)
from palatine.games.dragon_castle.realms import (
    ALL_ROWS,
    COLUMN,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
    ROW,
    beside,
    first_group,
    group_of,
    of_type,
    realm,
)
from palatine.games.dragon_castle.scoring import solo_points
from palatine.games.dragon_castle.sets import ANY_TYPE, set_points
from palatine.games.dragon_castle.spirits import beauty_group_at, change_group, type_group_at
from palatine.games.dragon_castle.turns import tokens_taken

GROUP_SIZES = SMALLEST_SET - 1
(
    GROUPS,  # that have room to grow
    GROUPS_LATER,  # the same times what is left of the game
    GROUP_FLOORS,  # how high their highest tiles lie, times what is left
    GROUP_SUPPLY,  # the tiles of their type that the castle still has, for each player
    GROUPS_TIGHT,  # those with one place beside them, times what is left
    GROUPS_STUCK,  # those without room, times what is left
    OF_GROUPS,
) = range(7)
REALM_AT = 2 * GROUP_SIZES * OF_GROUPS
(
    ONE_FROM_A_SET,  # types of which one tile makes a set
    ONE_FROM_A_SET_LATER,
    TWO_FROM_A_SET,
    TWO_FROM_A_SET_LATER,
    DRAGON_GROUPS,  # Dragons in groups of two or three
    POOL,  # Shrines to build
    POOL_LATER,
    POOL_NONE,
    POOL_MANY,  # beyond three
    PLACES,  # empty spaces; then face-down tiles on floor 1, 2, 3 or higher
    PLACES_1,
    PLACES_2,
    PLACES_3,
    PLACES_LATER,  # the same times what is left
    PLACES_1_LATER,
    PLACES_2_LATER,
    PLACES_3_LATER,
    PLACES_FEW,  # how many are lacking to five
    PLACES_UP_JOINED,  # pairs of places side by side on floor 1 or higher, times what is left
    PLACES_HIGH_JOINED,  # on floor 2 or higher
    SHRINES,  # built
    SHRINES_LATER,
    LEFT,  # tiles of the castle for each player
    LEFT_ABOVE,  # of them, above the ground floor
    FADING,  # how much of what is to come will come
    FADING_SQUARED,
    SUMMONING,  # only the ground floor is left
    SUMMONING_TOKENS,  # and how many tokens are to be taken before the last round
    SUMMONING_LEFT,  # and tiles for each player
    LAST_ROUND,
    LAST_TURN,  # it is the last round, and this seat has its turn yet
    TURNS_BEFORE,  # of others, before this seat's next
    OFFER_NOW,  # what the castle offers this seat, whose turn begins
    OFFER_NEXT,  # the same if another seat is before it
    SET_NOW,  # sets that the castle offers this seat, whose turn begins
    TO_COMPLETE,  # it has to complete the action: with a pair
    TO_COMPLETE_ALONE,  # no pair
    TO_PLACE,  # tiles held
    TO_BUILD,
    IN_A_SPIRIT,  # it has paid for a Spirit that is not carried out
    DECIDES,
    OF_REALM,
) = range(42)
SPIRITS_AT = REALM_AT + OF_REALM
(
    SPIRIT_LATER,  # it is in play, times what is left
    SPIRIT_READY,  # groups that Cunning, Change or Beauty could make a set; for others: it is being carried out
    OF_SPIRIT,
) = range(3)
DRAGONS_AT = SPIRITS_AT + CARDS * OF_SPIRIT
(
    DRAGON_LATER,  # it is in play, times what is left
    DRAGON_POINTS,  # what it gives now
    DRAGON_POINTS_LATER,
    DRAGON_CHANCE,  # what might give more (see `_by_card`), times what is left
    OF_DRAGON,
) = range(5)
FEATURES = DRAGONS_AT + CARDS * OF_DRAGON

TILES_A_TURN = 1.7
TURNS_THAT_HALVE = 4.0
WORTH_OF_GROUP = (0.0, 0.4, 1.6, 3.0, 5.5, 6.5, 8.5, 9.5, 11.5)
"""A rough guess by size, for comparing what the castle offers."""
WORTH_OF_A_SHRINE = 0.6
EARLY = 6.0
"""So many turns before the end no Shrine is supposed to be built on the ground floor."""
FIRST_SYMBOL = np.array([0, *np.cumsum([len(symbols) for symbols in SYMBOLS_OF_TYPE])], dtype=np.int64)
SPECIALS_PLANE = CODE_BITS - 1
"""The bit of a code that only Specials have."""
OF_A_TYPE = np.uint64((1 << RANKS) - 1)
PHASE_SPIRIT = BEAUTY_GROUP
"""The first of the phases in which a Spirit is carried out."""


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
def _look_at(state: State, seat: int) -> Look:
    """The Realm of a seat as it is."""
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
    """The Realm with one more tile on a space."""
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
    """The Realm with some tiles turned down and Shrines built."""
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
def _on_offer(state: State) -> tuple[np.uint64, np.uint64]:
    """The codes of the tiles that may be picked first, and those of which a pair can be taken."""
    top = top_floor(state)
    picks, once, twice = ZERO, ZERO, ZERO
    for floor in range(top + 1):
        tiles = available_on(state, floor)
        for word in range(WORDS):
            left = tiles[word]
            while left:
                space = np.uint64(lowest(left))
                left &= left - ONE
                code = ZERO
                for place in range(CODE_BITS):
                    code |= (state.planes[place, word] >> space & ONE) << np.uint64(place)
                twice |= once & ONE << code
                once |= ONE << code
                if floor == top:
                    picks |= ONE << code
    return picks, picks & twice


@kernel
def _best_place(tiles: np.uint64, places: np.uint64, second: np.uint64, third: np.uint64) -> np.uint64:
    """Where one more tile makes the largest group with some tiles; then the highest place, with most room."""
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
    """So many of some tiles, the highest ones."""
    found = ZERO
    for _ in range(number):
        left = tiles & ~found
        if left & third:
            left &= third
        elif left & second:
            left &= second
        elif not on_ground:
            left = ZERO
        found |= left & (~left + ONE)
    return found


@kernel
def _spirits_set(state: State, seat: int) -> tuple[np.uint64, int]:
    """The largest set that Beauty, Cunning or Change, being carried out, can Consolidate; and its type."""
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
    """The code of the second tile that Deception is likely to take, as far as its type goes."""
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
def _joined(spaces: np.uint64) -> int:
    """How many pairs of some spaces lie side by side."""
    return count_ones(spaces & (spaces << COLUMN) & NOT_FIRST_COLUMN) + count_ones(spaces & spaces << ROW)


@kernel
def _of_kind(look: Look, kind: int) -> np.uint64:
    """The face-up tiles of a type."""
    found = look.up
    for place in range(RANK_BITS, CODE_BITS):
        found &= look.planes[place] if kind * RANKS >> place & 1 else ~look.planes[place]
    return found


@kernel
def _of_number(look: Look, number: int) -> np.uint64:
    """The face-up tiles of a rank."""
    found = look.up
    for place in range(RANK_BITS):
        found &= look.planes[place] if number >> place & 1 else ~look.planes[place]
    return found


@kernel
def _sum_of(look: Look, tiles: np.uint64) -> int:
    """The sum of the numbers of some tiles."""
    return (
        count_ones(tiles & look.planes[0])
        + 2 * count_ones(tiles & look.planes[1])
        + 4 * count_ones(tiles & look.planes[2])
    )


@kernel
def _power(look: Look, faction: int) -> int:
    """The highest sum of a group of a Faction."""
    left, most = _of_kind(look, faction), 0
    while left:
        group = first_group(left)
        left &= ~group
        most = max(most, _sum_of(look, group))
    return most


@kernel
def _mirrored(state: State, spaces: np.uint64, about_columns: bool) -> np.uint64:
    """Some spaces, mirrored about a thick line."""
    found = ZERO
    last = (wide(state.columns) if about_columns else wide(state.rows)) - 1
    step = 1 if about_columns else REALM_STRIDE
    line = ALL_ROWS if about_columns else OF_A_TYPE
    for number in range(last + 1):
        found |= (spaces >> np.uint64(step * number) & line) << np.uint64(step * (last - number))
    return found


@kernel
def _by_card(state: State, seat: int, look: Look, card: int) -> tuple[int, float]:
    """What a Dragon gives for a Realm (as `card_points`, stacks of more than four tiles counting as four); and what
    might give more, from 0 to about 1."""
    points, chance = 0, 0.0
    places = look.spaces & ~(look.up | look.shrines)
    if card == HUMILITY:
        points += count_ones(look.shrines & ~look.second & beside(look.second))
        points += count_ones(look.shrines & look.second & ~look.third & beside(look.third))
        points += count_ones(look.shrines & look.third & ~look.fourth & beside(look.fourth))
        chance = count_ones(look.shrines & beside(places)) / 6.0
    elif card == RIGHTEOUSNESS:
        for about_columns in (False, True):
            most = 0
            for number in range(wide(state.columns) if about_columns else wide(state.rows)):
                line = ALL_ROWS << np.uint64(number) if about_columns else OF_A_TYPE << np.uint64(REALM_STRIDE * number)
                line &= look.spaces
                most = max(most, line_points(look.shrines, line))
            points += most
    elif card == TRANQUILITY:
        left = look.first & ~look.up
        while left:
            left &= ~first_group(left)
            points += 1
    elif card == BRAVERY:
        points += count_ones(look.first & ~look.second & ~beside(look.first))
        points += count_ones(look.second & ~look.third & ~beside(look.second))
        points += count_ones(look.third & ~look.fourth & ~beside(look.third))
        points += count_ones(look.fourth & ~beside(look.fourth))
    elif card == MAJESTY:
        for faction in range(FIRST_TYPE, LAST_FACTION + 1):
            tiles = _of_kind(look, faction) & look.third
            number = NUMBERS if tiles else 0
            while number and tiles & _of_number(look, number) == ZERO:
                number -= 1
            points += number
        chance = count_ones(places & look.second) / 4.0
    elif card == POWER:
        for number in range(neighbours(state)):
            other = neighbour(state, seat, number)
            there = _look_at(state, other)
            for faction in range(FIRST_TYPE, LAST_FACTION + 1):
                points += power_points(_power(look, faction), _power(there, faction))
    elif card == KNOWLEDGE:
        for symbol in range(FIRST_SPECIAL_SYMBOL, SYMBOLS):
            if _of_kind(look, CODE_OF[symbol] // RANKS) & _of_number(look, CODE_OF[symbol] % RANKS):
                points += SYMBOL_POINTS
    elif card == HARMONY:
        for about_columns in (False, True):
            unlike, wrong = 0, 0
            for level in (look.first, look.second, look.third, look.fourth):
                different = level ^ _mirrored(state, level, about_columns)
                unlike += count_ones(different)
                wrong += count_ones((level & look.shrines) ^ _mirrored(state, level & look.shrines, about_columns))
            points += MIRRORED_TILES_POINTS if look.first and unlike == 0 else 0
            points += MIRRORED_SHRINES_POINTS if look.shrines and wrong == 0 else 0
            chance += 1.0 / (1.0 + unlike + wrong)
    elif card == DEVOTION:
        points = count_ones(look.shrines & beside(_of_kind(look, DRAGON_TYPE)))
        chance = count_ones(look.shrines & beside(places)) / 6.0
    else:
        inner = look.spaces << ROW & look.spaces >> ROW
        inner &= look.spaces << COLUMN & NOT_FIRST_COLUMN & look.spaces >> COLUMN & NOT_LAST_COLUMN
        points = count_ones(look.shrines & ~inner)
        chance = count_ones(places & look.first & ~inner) / 8.0
    return points, chance


@kernel
def _largest_of_a_number(look: Look) -> int:
    """How large a group of Faction tiles of one number is (Beauty)."""
    largest = 0
    for number in range(1, NUMBERS + 1):
        left = _of_number(look, number) & ~look.planes[SPECIALS_PLANE]
        while count_ones(left) > largest:
            group = first_group(left)
            left &= ~group
            largest = max(largest, count_ones(group))
    return largest


@kernel
def _settled(state: State, seat: int, look: Look, pool: int, on_ground: bool) -> tuple[Look, int, int]:
    """The Realm of the seat that decides as its turn will leave it, the Shrines left in its pool, and the points of the
    sets that it will make."""
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
            tiles = _of_kind(look, code // RANKS)
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
            tiles = _of_kind(look, kind)
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


@implements(features, DTYPE)
def _(state: State, seat: int, out: NDArray[np.float32]) -> float:
    players = wide(state.players)
    sharers = max(2, players)
    decides = wide(state.seat) == seat
    acting = decides and state.stage != ACTION
    spirits, dragons = wide(state.spirits), wide(state.dragons)

    # The time left.
    above = size(on_floor(state, 1)) + size(on_floor(state, 2))
    tiles_left = size(on_floor(state, 0)) + above
    tokens = (SOLO_COUNTDOWN if players == SOLO_SEATS else players) - tokens_taken(state)
    before = sharers if acting else (seat - wide(state.seat)) % players
    turns = tiles_left / (TILES_A_TURN * sharers)
    out[REALM_AT + DECIDES] = 1.0 if decides else 0.0
    if tokens <= 0:
        start = wide(state.start)
        last_turn = not acting and (seat - start) % players >= (wide(state.seat) - start) % players
        turns = 1.0 if last_turn else 0.0
        out[REALM_AT + LAST_ROUND] = 1.0
        out[REALM_AT + LAST_TURN] = turns
    elif above == 0:
        out[REALM_AT + SUMMONING] = 1.0
        out[REALM_AT + SUMMONING_TOKENS] = tokens / 4.0
        out[REALM_AT + SUMMONING_LEFT] = turns / 5.0
    fading = turns / (turns + TURNS_THAT_HALVE)
    out[REALM_AT + LEFT] = turns * TILES_A_TURN * sharers / ALL_TILES
    out[REALM_AT + LEFT_ABOVE] = above / ALL_TILES
    out[REALM_AT + FADING] = fading
    out[REALM_AT + FADING_SQUARED] = fading * fading
    out[REALM_AT + TURNS_BEFORE] = before / 4.0

    # The Realm, and what the turn will make of it.
    look = _look_at(state, seat)
    pool = wide(state.shrine_pool[seat])
    base = COUNTDOWN_POINTS * wide(state.tokens[seat]) + solo_points(state)
    for source in range(LASTING):
        base += wide(state.earned[seat, source])
    if acting:
        look, pool, points = _settled(state, seat, look, pool, turns < EARLY)
        base += points
        if state.stage == COMPLETION:
            choices = state.castle_choices[0] | state.castle_choices[1] | state.castle_choices[2]
            out[REALM_AT + (TO_COMPLETE if choices else TO_COMPLETE_ALONE)] = 1.0
        elif state.stage == PLACEMENT:
            out[REALM_AT + TO_PLACE] = (1.0 if state.held[1] else 0.5) if state.held[0] else 0.0
        if state.phase == BUILD:
            out[REALM_AT + TO_BUILD] = 1.0
        if state.phase >= PHASE_SPIRIT:
            out[REALM_AT + IN_A_SPIRIT] = 1.0
    spaces, up, shrines = look.spaces, look.up, look.shrines
    first, second, third = look.first, look.second, look.third
    base += count_ones(shrines) + count_ones(shrines & second) + count_ones(shrines & third)

    # Groups, and what the castle offers for them.
    places = spaces & ~(up | shrines)
    picks, pairs = _on_offer(state) if before <= 1 and turns > 0.0 else (ZERO, ZERO)
    best_offer, sets_offered, threes, changeable = 0.0, 0, 0, 0
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        tiles = _of_kind(look, kind)
        supply = size(castle_tiles_of_type(state, kind))
        for symbol in range(FIRST_SYMBOL[kind - FIRST_TYPE], FIRST_SYMBOL[kind - FIRST_TYPE + 1]):
            supply += wide(state.unseen[symbol])
        reach = 1 if places else 0
        largest, room_before = 0, ZERO
        left = tiles
        while left:
            group = first_group(left)
            left &= ~group
            room = beside(group) & places
            number = min(GROUP_SIZES, count_ones(group))
            at = OF_GROUPS * (number - 1 + (GROUP_SIZES if kind > LAST_FACTION else 0))
            if room:
                out[at + GROUPS] += 0.5
                out[at + GROUPS_LATER] += fading
                out[at + GROUP_FLOORS] += fading * ((0.5 if group & second else 0.0) + (0.5 if group & third else 0.0))
                out[at + GROUP_SUPPLY] += supply / (8.0 * sharers)
                out[at + GROUPS_TIGHT] += fading if room & (room - ONE) == ZERO else 0.0
                reach = max(reach, number + 1)
                if room & room_before:
                    reach = max(reach, number + largest + 1)
                if kind == DRAGON_TYPE and number > 1:
                    out[REALM_AT + DRAGON_GROUPS] += fading
            else:
                out[at + GROUPS_STUCK] += fading
            largest = max(largest, number)
            room_before |= room
            if number == GROUP_SIZES:
                threes += 1
                if beside(group) & up & look.planes[SPECIALS_PLANE] & ~tiles:
                    changeable += 1
        if reach >= SMALLEST_SET:
            out[REALM_AT + ONE_FROM_A_SET] += 0.25
            out[REALM_AT + ONE_FROM_A_SET_LATER] += 0.5 * fading
        elif reach == SMALLEST_SET - 1:
            out[REALM_AT + TWO_FROM_A_SET] += 0.25
            out[REALM_AT + TWO_FROM_A_SET_LATER] += 0.5 * fading
        if reach and picks >> np.uint64(RANKS * kind) & OF_A_TYPE:
            more = 1 if pairs >> np.uint64(RANKS * kind) & OF_A_TYPE else 0
            gain = WORTH_OF_GROUP[min(8, reach + more)] - WORTH_OF_GROUP[min(8, reach - 1)]
            best_offer = max(best_offer, gain if more else gain + WORTH_OF_A_SHRINE)
            sets_offered += 1 if reach + more >= SMALLEST_SET else 0
    if before == 0:
        out[REALM_AT + OFFER_NOW] = best_offer / 5.0
        out[REALM_AT + SET_NOW] = min(3, sets_offered) / 3.0
    elif before == 1:
        out[REALM_AT + OFFER_NEXT] = best_offer / 5.0

    # Shrines and places.
    out[REALM_AT + POOL] = pool / 4.0
    out[REALM_AT + POOL_LATER] = fading * pool / 4.0
    out[REALM_AT + POOL_NONE] = 1.0 if pool == 0 else 0.0
    out[REALM_AT + POOL_MANY] = max(0, pool - 3) / 3.0
    for floor in range(4):
        at_least = spaces if floor == 0 else first if floor == 1 else second if floor == 2 else third
        higher = first if floor == 0 else second if floor == 1 else third if floor == 2 else ZERO
        number = count_ones(places & at_least & ~higher)
        out[REALM_AT + PLACES + floor] = number / 8.0
        out[REALM_AT + PLACES_LATER + floor] = fading * number / 8.0
    out[REALM_AT + PLACES_FEW] = max(0, 5 - count_ones(places)) / 5.0
    out[REALM_AT + PLACES_UP_JOINED] = fading * _joined(places & first) / 10.0
    out[REALM_AT + PLACES_HIGH_JOINED] = fading * _joined(places & second) / 10.0
    out[REALM_AT + SHRINES] = count_ones(shrines) / 6.0
    out[REALM_AT + SHRINES_LATER] = fading * count_ones(shrines) / 6.0

    # Cards.
    for card in range(CARDS):
        if spirits >> card & 1:
            at = SPIRITS_AT + card * OF_SPIRIT
            out[at + SPIRIT_LATER] = fading
            if card == CUNNING:
                out[at + SPIRIT_READY] = threes / 2.0
            elif card == CHANGE:
                out[at + SPIRIT_READY] = changeable / 2.0
            elif card == BEAUTY:
                out[at + SPIRIT_READY] = _largest_of_a_number(look) / 4.0
            elif card == ELEGANCE:
                out[at + SPIRIT_READY] = 1.0 if acting and state.elegance == OWED else 0.0
            else:
                out[at + SPIRIT_READY] = out[REALM_AT + IN_A_SPIRIT]
        if dragons >> card & 1:
            at = DRAGONS_AT + card * OF_DRAGON
            points, chance = _by_card(state, seat, look, card)
            base += points
            out[at + DRAGON_LATER] = fading
            out[at + DRAGON_POINTS] = points / 6.0
            out[at + DRAGON_POINTS_LATER] = fading * points / 6.0
            out[at + DRAGON_CHANCE] = fading * chance
    return base


@implements(rivals_matter, DTYPE)
def _(state: State) -> bool:
    return True
