"""The dummy of the solo game, compiled: it removes tiles as a fixed function of the player's action (DC-42)."""

from __future__ import annotations

from palatine.core.bits import count_ones, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.boards import (
    NOWHERE,
    Board,
    available,
    available_on,
    both,
    code_of,
    either,
    empty,
    nth_space,
    of_code,
    only,
    put_back,
    set_aside,
    size,
    take_off,
    top_floor,
    without,
)
from palatine.games.dragon_castle.boards import (
    of_type as castle_tiles_of_type,
)
from palatine.games.dragon_castle.layout import PAIR, RANKS, SHRINE, SUMMON, State
from palatine.games.dragon_castle.realms import of_type

PLAYER = 0


@kernel
def take_dummy_turn(state: State) -> None:
    """Take the dummy's turn, which follows the player's."""
    floor = top_floor(state)
    if floor < 0:
        state.dummy_tokens += 1
        return
    on_top = available_on(state, floor)
    if state.action == PAIR:
        firsts = _firsts_of_pairs(state, on_top)
        code = take_off(state, _best(state, on_top if empty(firsts) else firsts))
        seconds = both(available(state), of_code(state, code))
        if not empty(firsts) and not empty(seconds):
            take_off(state, nth_space(seconds, 0))
    elif state.action == SHRINE:
        wanted = both(on_top, castle_tiles_of_type(state, wide(state.first_code) // RANKS))
        take_off(state, _best(state, on_top if empty(wanted) else wanted))
        if state.general_shrines:
            state.general_shrines -= 1
    else:
        take_off(state, _best(state, available(state) if state.action == SUMMON else on_top))


@kernel
def _best(state: State, candidates: Board) -> int:
    """Return the tile of the type that shows most often in the player's Realm, then the first in reading order."""
    best, most = -1, -1
    for n in range(size(candidates)):
        space = nth_space(candidates, n)
        shown = count_ones(of_type(state, PLAYER, code_of(state, space) // RANKS))
        if shown > most:
            best, most = space, shown
    return best


@kernel
def _firsts_of_pairs(state: State, candidates: Board) -> Board:
    """Return the tiles that, once removed, leave an identical Available one. Tiles they uncover do not count."""
    found = NOWHERE
    for n in range(size(candidates)):
        space = nth_space(candidates, n)
        code = code_of(state, space)
        aside = set_aside(state, space)
        if not empty(both(without(available(state), only(space)), of_code(state, code))):
            found = either(found, only(space))
        put_back(state, space, aside)
    return found
