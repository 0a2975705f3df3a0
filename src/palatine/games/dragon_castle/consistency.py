"""Checks that the pieces, stage, phase and seat of a position given as plain data are consistent."""

from __future__ import annotations

from typing import Any

from palatine.core.bits import ZERO, count_ones
from palatine.core.compiled import interpreted
from palatine.core.errors import PositionError
from palatine.games.dragon_castle import boards, realms
from palatine.games.dragon_castle.actions import REALM_NAMES
from palatine.games.dragon_castle.flow import tokens_taken
from palatine.games.dragon_castle.layout import (
    ACTION,
    ACTIONS,
    ALL_SHRINES,
    ALL_TILES,
    BEAUTY,
    BEAUTY_GROUP,
    BUILD,
    CASTLE_SPACES,
    CHANGE,
    CHANGE_TILE,
    CHECK,
    CODE_OF,
    COMPLETION,
    COPIES,
    CUNNING,
    CUNNING_GROUP,
    CUNNING_SET,
    DECEPTION,
    DECEPTION_PAIR,
    DEEP,
    DEEP_PAIR,
    DESTRUCTION,
    DESTRUCTION_TILE,
    DONE_WORD,
    ELEGANCE,
    END,
    FAITH,
    FAITH_BUILD,
    FIRST_TYPE,
    FLOORS,
    LAST_TYPE,
    OVER,
    OWED,
    PAIR,
    PHASES,
    PLACEMENT,
    SATISFIED,
    SHRINE,
    SMALLEST_SET,
    SOLO_COUNTDOWN,
    SOLO_SEATS,
    STAGES,
    STRENGTH,
    STRENGTH_DROP,
    STRENGTH_LIFT,
    SUMMON,
    SYMBOLS,
    TILES,
    WIND,
    WIND_DROP,
    WIND_FLIP,
    WIND_LIFT,
)
from palatine.games.dragon_castle.legal import count, offer, spirits_offered

SPIRIT_OF_PHASE = {
    BEAUTY_GROUP: BEAUTY,
    CUNNING_GROUP: CUNNING,
    CHANGE_TILE: CHANGE,
    STRENGTH_LIFT: STRENGTH,
    STRENGTH_DROP: STRENGTH,
    WIND_FLIP: WIND,
    WIND_LIFT: WIND,
    WIND_DROP: WIND,
    FAITH_BUILD: FAITH,
    DECEPTION_PAIR: DECEPTION,
    DEEP_PAIR: DEEP,
    DESTRUCTION_TILE: DESTRUCTION,
}
ONLY_IN_COMPLETION = {DECEPTION_PAIR, DEEP_PAIR}
ONLY_IN_BUILDING = {BUILD, FAITH_BUILD}
MAYBE_IN_BUILDING = {WIND_FLIP, WIND_LIFT, WIND_DROP}
ACTIONS_OF_STAGE = {
    OVER: {0},
    ACTION: {0},
    COMPLETION: {0},
    PLACEMENT: {PAIR, SHRINE},
    CHECK: {PAIR, SHRINE},
    END: set(range(1, len(ACTIONS))),
}


def check_pieces(state: Any) -> None:
    """Raise if there are more pieces than the game has, or pieces where they cannot be."""
    seats = range(int(state.players))
    seen = [int(interpreted(boards.code_of)(state, space)) for space in range(CASTLE_SPACES)]
    for seat in seats:
        seen += [int(interpreted(realms.code_at)(state, seat, space)) for space in range(len(REALM_NAMES))]
    seen += [int(code) for code in state.held]
    if state.stage == COMPLETION:
        seen.append(int(state.first_code))
    for symbol in range(SYMBOLS):
        if seen.count(int(CODE_OF[symbol])) + int(state.unseen[symbol]) > COPIES:
            raise PositionError("dragon_castle.position_copies", tile=TILES[symbol], most=COPIES)
    castle = sum(_tiles_on(state, floor) for floor in range(FLOORS))
    covered = castle - _tiles_on(state, 0)
    if covered != int(state.unseen.sum()):
        raise PositionError("dragon_castle.position_unseen", wanted=covered, given=int(state.unseen.sum()))
    taken = sum(code > 0 for code in state.held) + (state.stage == COMPLETION)
    if castle + int(state.heights.sum()) + taken > ALL_TILES:
        raise PositionError("dragon_castle.position_tiles", most=ALL_TILES)
    shrines = int(state.general_shrines) + int(state.shrine_pool.sum())
    shrines += sum(count_ones(state.shrines[seat]) for seat in seats)
    if shrines > ALL_SHRINES or (state.players > SOLO_SEATS and shrines < ALL_SHRINES):
        raise PositionError("dragon_castle.position_shrines", wanted=ALL_SHRINES, given=shrines)


def _tiles_on(state: Any, floor: int) -> int:
    return sum(count_ones(word) for word in state.floors[floor])


def check_turn(state: Any) -> None:
    """Raise if stage, phase, seat and the fields of the turn contradict each other, or there is nothing to decide."""
    _check_countdown(state)
    _check_phase(state)
    _check_spirits(state)
    _check_tiles_of_turn(state)
    _check_sets(state)
    if state.phase == OVER:
        return
    interpreted(offer)(state)
    nothing_else = state.phase > COMPLETION and state.phase <= BUILD and state.word_choices == 1 << DONE_WORD
    building = state.phase == BUILD and not _faith_offered(state)
    idle = nothing_else and not state.realm_choices[0] and (building or not interpreted(spirits_offered)(state))
    if idle or _lacks_a_shrine(state) or not interpreted(count)(state):
        raise _misfit(state, "dragon_castle.position_stuck", seat=int(state.seat))


def _lacks_a_shrine(state: Any) -> bool:
    """Return True if Wind has no Shrine to move, or after the flip no place for it, or Faith no Shrine to build."""
    seat, phase = int(state.seat), int(state.phase)
    if phase == FAITH_BUILD:
        return not state.shrine_pool[seat]
    no_place = phase == WIND_LIFT and not interpreted(realms.shrine_places)(state, seat)
    return phase in (WIND_FLIP, WIND_LIFT) and (not state.shrines[seat] or bool(no_place))


def _faith_offered(state: Any) -> bool:
    return bool(state.tile_payments[FAITH]) or bool(int(state.shrine_payments) >> FAITH & 1)


def _misfit(state: Any, key: str, **fields: object) -> PositionError:
    return PositionError(key, stage=STAGES[int(state.stage)], phase=PHASES[int(state.phase)], **fields)


def _check_countdown(state: Any) -> None:
    """Raise if more tokens are taken than play allows, or the game is over too early (DC-30, DC-31).

    A round begins before the token on "!" is taken, and a turn takes at most one token.
    """
    taken = int(interpreted(tokens_taken)(state))
    players = int(state.players)
    solo = players == SOLO_SEATS
    last = SOLO_COUNTDOWN if solo else players
    turns_taken = (int(state.seat) - int(state.start)) % players + (state.action == SUMMON)
    if state.phase == OVER:
        turns_taken = players + solo  # the dummy takes its turn too
    least, most = last if state.phase == OVER else 0, last - 1 + turns_taken
    if not least <= taken <= most:
        raise PositionError("dragon_castle.position_tokens", given=taken, least=least, most=most)


def _check_phase(state: Any) -> None:
    """Raise unless the phase is that of its stage, of a Spirit or of a building step."""
    phase, stage = int(state.phase), int(state.stage)
    fits = phase == stage if phase <= END or stage == OVER else phase not in ONLY_IN_COMPLETION or stage == COMPLETION
    building = state.sets[0] != ZERO
    if phase in ONLY_IN_BUILDING:
        fits = fits and building
    elif phase not in MAYBE_IN_BUILDING:
        fits = fits and not building
    if not fits:
        raise _misfit(state, "dragon_castle.position_phase")


def _check_spirits(state: Any) -> None:
    """Raise unless the Spirits used are in play, and the one being carried out is among them."""
    used = int(state.used)
    fits = not used & ~int(state.spirits)
    spirit = SPIRIT_OF_PHASE.get(int(state.phase))
    fits = fits and (spirit is None or bool(used >> spirit & 1)) and bool(used >> ELEGANCE & 1) == bool(state.elegance)
    if state.elegance == OWED:
        fits = fits and state.stage in (ACTION, COMPLETION)
    if state.elegance == SATISFIED:
        fits = fits and bool(state.first_code)
    if state.stage == OVER:
        fits = fits and not used
    if not fits:
        raise _misfit(state, "dragon_castle.position_used")


def _check_tiles_of_turn(state: Any) -> None:
    """Raise unless first tile, action, held and lifted tiles belong to the stage and phase."""
    stage, phase = int(state.stage), int(state.phase)
    placed = sum(code > 0 for code in state.held)
    most = {PAIR: 2, SHRINE: 1}.get(int(state.action), 0)
    wants_first = stage >= COMPLETION and state.action != SUMMON
    fits = int(state.action) in ACTIONS_OF_STAGE[stage] and bool(state.first_code) == wants_first
    fits = fits and (1 <= placed <= most if stage == PLACEMENT else placed == 0)
    if state.first_code:
        height = interpreted(boards.height_of)(state, int(state.first_space))
        fits = fits and height <= int(state.first_floor)
    seat = int(state.seat)
    if phase == STRENGTH_DROP:
        tiles = (state.up[seat] | state.down[seat]) & ~(state.shrines[seat] | state.moved)
        fits = fits and bool(state.lifted) and bool(int(tiles) >> int(state.lifted) - 1 & 1)
    elif phase == WIND_DROP:
        fits = fits and bool(state.lifted) and bool(int(state.shrines[seat]) >> int(state.lifted) - 1 & 1)
    else:
        fits = fits and not state.lifted
    moved = count_ones(state.moved)
    occupied = state.up[seat] | state.down[seat]
    strength = phase in (STRENGTH_LIFT, STRENGTH_DROP)
    fits = fits and moved <= strength and not state.moved & (~occupied | state.shrines[seat])
    if not fits:
        raise _misfit(state, "dragon_castle.position_question")


def _check_sets(state: Any) -> None:
    """Raise unless the sets that wait, or are built on, are possible in a turn."""
    seat = int(state.seat)
    one, other = state.sets
    down = state.down[seat]
    for spaces in (one, other):
        if spaces and (spaces & ~down or count_ones(spaces) < CUNNING_SET):
            raise _misfit(state, "dragon_castle.position_sets")
    if one & other or (other and not one):
        raise _misfit(state, "dragon_castle.position_sets")
    for owner in range(int(state.players)):
        waiting = sum(
            len(_large_groups(interpreted(realms.of_type)(state, owner, kind)))
            for kind in range(FIRST_TYPE, LAST_TYPE + 1)
        )
        laid = {PAIR: 2, SHRINE: 1}.get(int(state.action), 0) - sum(code > 0 for code in state.held)
        most = laid if owner == seat and state.stage in (PLACEMENT, CHECK) else 0
        least = 1 if owner == seat and state.phase == CHECK else 0
        if not least <= waiting <= most:
            raise _misfit(state, "dragon_castle.position_waiting", seat=owner, least=least, most=most, given=waiting)


def _large_groups(spaces: Any) -> list[Any]:
    groups = []
    while spaces:
        group = interpreted(realms.first_group)(spaces)
        spaces &= ~group
        if count_ones(group) >= SMALLEST_SET:
            groups.append(group)
    return groups
