"""The features of Dragon Castle by name: the index of each number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.games.dragon_castle.layout import (
    BEAUTY_GROUP,
    CARDS,
    CODE_BITS,
    RANKS,
    SMALLEST_SET,
    SYMBOLS_OF_TYPE,
)

GROUP_SIZES = SMALLEST_SET - 1
(
    GROUPS,  # that have room to grow
    GROUPS_LATER,  # the same times what is left of the game
    GROUP_FLOORS,  # the height of their highest tiles, times what is left
    GROUP_SUPPLY,  # the tiles of their type that the castle still has, for each player
    GROUPS_TIGHT,  # those with one place beside them, times what is left
    GROUPS_STUCK,  # those without room, times what is left
    OF_GROUPS,
) = range(7)
REALM_AT = 2 * GROUP_SIZES * OF_GROUPS
(
    ONE_FROM_A_SET,  # types with which one more tile makes a set
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
    PLACES_FEW,  # the number missing to five
    PLACES_UP_JOINED,  # pairs of places side by side on floor 1 or higher, times what is left
    PLACES_HIGH_JOINED,  # on floor 2 or higher
    SHRINES,  # built
    SHRINES_LATER,
    LEFT,  # tiles of the castle for each player
    LEFT_ABOVE,  # of them, above the ground floor
    FADING,  # the share of the future that will come
    FADING_SQUARED,
    SUMMONING,  # only the ground floor is left
    SUMMONING_TOKENS,  # and the number of tokens before the last round
    SUMMONING_LEFT,  # and tiles for each player
    LAST_ROUND,
    LAST_TURN,  # it is the last round, and this seat has a turn left
    TURNS_BEFORE,  # of others, before this seat's next
    OFFER_NOW,  # the best offer of the castle to this seat, whose turn begins
    OFFER_NEXT,  # the same if another seat is before it
    SET_NOW,  # sets that the castle offers this seat, whose turn begins
    TO_COMPLETE,  # it has to complete the action, and a pair is possible
    TO_COMPLETE_ALONE,  # no pair is possible
    TO_PLACE,  # tiles held
    TO_BUILD,
    IN_A_SPIRIT,  # it has paid for a Spirit that is not carried out yet
    DECIDES,
    OF_REALM,
) = range(42)
SPIRITS_AT = REALM_AT + OF_REALM
(
    SPIRIT_LATER,  # in play, times what is left
    SPIRIT_READY,  # groups that Cunning, Change or Beauty could make a set; for others: it is being carried out
    OF_SPIRIT,
) = range(3)
DRAGONS_AT = SPIRITS_AT + CARDS * OF_SPIRIT
(
    DRAGON_LATER,  # in play, times what is left
    DRAGON_POINTS,  # its points now
    DRAGON_POINTS_LATER,
    DRAGON_CHANCE,  # its potential (see `by_card`), times what is left
    OF_DRAGON,
) = range(5)
FEATURES = DRAGONS_AT + CARDS * OF_DRAGON

TILES_A_TURN = 1.7
TURNS_THAT_HALVE = 4.0
WORTH_OF_GROUP = (0.0, 0.4, 1.6, 3.0, 5.5, 6.5, 8.5, 9.5, 11.5)
"""A rough guess by size, to compare offers of the castle."""
WORTH_OF_A_SHRINE = 0.6
EARLY = 6.0
"""The number of turns before the end until which no Shrine is expected on the ground floor."""
FIRST_SYMBOL = np.array([0, *np.cumsum([len(symbols) for symbols in SYMBOLS_OF_TYPE])], dtype=np.int64)
SPECIALS_PLANE = CODE_BITS - 1
"""The bit of a code that only Specials have."""
OF_A_TYPE = np.uint64((1 << RANKS) - 1)
PHASE_SPIRIT = BEAUTY_GROUP
"""The first of the phases in which a Spirit is carried out."""


def first_guess(weights: NDArray[np.float32]) -> None:
    """Write the weights that fitting starts from: the values of the greedy player."""
    for special in range(2):
        for tiles, worth in enumerate((0.37, 1.6, 2.98)):
            at = OF_GROUPS * (tiles + special * GROUP_SIZES)
            weights[at + GROUPS_LATER] = worth * (1.25 + 0.35 * special)
            weights[at + GROUP_FLOORS] = worth * 0.5
    for floor, worth in enumerate((0.085, 0.875, 1.665, 2.455)):
        weights[REALM_AT + PLACES_LATER + floor] = 8.0 * worth
    weights[REALM_AT + POOL_LATER] = 4.0 * 0.56
    weights[REALM_AT + POOL_MANY] = -0.5
