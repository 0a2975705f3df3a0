"""The features of a seat, all together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import ONE, ZERO, count_ones, wide
from palatine.core.dispatch import implements
from palatine.core.heuristics import features, rivals_matter
from palatine.games.dragon_castle.boards import of_type as castle_tiles_of_type
from palatine.games.dragon_castle.boards import on_floor, size
from palatine.games.dragon_castle.bots.features.cards import by_card
from palatine.games.dragon_castle.bots.features.looks import joined, largest_of_a_number, look_at, of_kind, settled
from palatine.games.dragon_castle.bots.features.offers import on_offer
from palatine.games.dragon_castle.bots.features.rows import (
    DECIDES,
    DRAGON_CHANCE,
    DRAGON_GROUPS,
    DRAGON_LATER,
    DRAGON_POINTS,
    DRAGON_POINTS_LATER,
    DRAGONS_AT,
    EARLY,
    FADING,
    FADING_SQUARED,
    FIRST_SYMBOL,
    GROUP_FLOORS,
    GROUP_SIZES,
    GROUP_SUPPLY,
    GROUPS,
    GROUPS_LATER,
    GROUPS_STUCK,
    GROUPS_TIGHT,
    IN_A_SPIRIT,
    LAST_ROUND,
    LAST_TURN,
    LEFT,
    LEFT_ABOVE,
    OF_A_TYPE,
    OF_DRAGON,
    OF_GROUPS,
    OF_SPIRIT,
    OFFER_NEXT,
    OFFER_NOW,
    ONE_FROM_A_SET,
    ONE_FROM_A_SET_LATER,
    PHASE_SPIRIT,
    PLACES,
    PLACES_FEW,
    PLACES_HIGH_JOINED,
    PLACES_LATER,
    PLACES_UP_JOINED,
    POOL,
    POOL_LATER,
    POOL_MANY,
    POOL_NONE,
    REALM_AT,
    SET_NOW,
    SHRINES,
    SHRINES_LATER,
    SPECIALS_PLANE,
    SPIRIT_LATER,
    SPIRIT_READY,
    SPIRITS_AT,
    SUMMONING,
    SUMMONING_LEFT,
    SUMMONING_TOKENS,
    TILES_A_TURN,
    TO_BUILD,
    TO_COMPLETE,
    TO_COMPLETE_ALONE,
    TO_PLACE,
    TURNS_BEFORE,
    TURNS_THAT_HALVE,
    TWO_FROM_A_SET,
    TWO_FROM_A_SET_LATER,
    WORTH_OF_A_SHRINE,
    WORTH_OF_GROUP,
)
from palatine.games.dragon_castle.flow import tokens_taken
from palatine.games.dragon_castle.layout import (
    ACTION,
    ALL_TILES,
    BEAUTY,
    BUILD,
    CARDS,
    CHANGE,
    COMPLETION,
    COUNTDOWN_POINTS,
    CUNNING,
    DRAGON_TYPE,
    DTYPE,
    ELEGANCE,
    FIRST_TYPE,
    LAST_FACTION,
    LAST_TYPE,
    LASTING,
    OWED,
    PLACEMENT,
    POWER,
    RANKS,
    SMALLEST_SET,
    SOLO_COUNTDOWN,
    SOLO_SEATS,
    State,
)
from palatine.games.dragon_castle.realms import (
    beside,
    first_group,
)
from palatine.games.dragon_castle.scoring import solo_points


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

    # The Realm as the turn will leave it.
    look = look_at(state, seat)
    pool = wide(state.shrine_pool[seat])
    base = COUNTDOWN_POINTS * wide(state.tokens[seat]) + solo_points(state)
    for source in range(LASTING):
        base += wide(state.earned[seat, source])
    if acting:
        look, pool, points = settled(state, seat, look, pool, turns < EARLY)
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

    # Groups, and the offers of the castle for them.
    places = spaces & ~(up | shrines)
    picks, pairs = on_offer(state) if before <= 1 and turns > 0.0 else (ZERO, ZERO)
    best_offer, sets_offered, threes, changeable = 0.0, 0, 0, 0
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        tiles = of_kind(look, kind)
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
    out[REALM_AT + PLACES_UP_JOINED] = fading * joined(places & first) / 10.0
    out[REALM_AT + PLACES_HIGH_JOINED] = fading * joined(places & second) / 10.0
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
                out[at + SPIRIT_READY] = largest_of_a_number(look) / 4.0
            elif card == ELEGANCE:
                out[at + SPIRIT_READY] = 1.0 if acting and state.elegance == OWED else 0.0
            else:
                out[at + SPIRIT_READY] = out[REALM_AT + IN_A_SPIRIT]
        if dragons >> card & 1:
            at = DRAGONS_AT + card * OF_DRAGON
            points, chance = by_card(state, seat, look, card)
            base += points
            out[at + DRAGON_LATER] = fading
            out[at + DRAGON_POINTS] = points / 6.0
            out[at + DRAGON_POINTS_LATER] = fading * points / 6.0
            out[at + DRAGON_CHANCE] = fading * chance
    return base


@implements(rivals_matter, DTYPE)
def _(state: State) -> bool:
    in_the_realm = state.phase == PLACEMENT or state.phase == BUILD
    return not in_the_realm or wide(state.dragons) >> POWER & 1 == 1
