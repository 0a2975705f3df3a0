"""Derived values of a position of Dragon Castle, compiled: spaces of castle and Realms one by one, and groups."""

from __future__ import annotations

import numpy as np

from palatine.core import contract
from palatine.core.bits import ONE, lowest, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.boards import available, code_of, height_of, nth_space, on_floor, size, top_floor
from palatine.games.dragon_castle.flow import tokens_taken
from palatine.games.dragon_castle.layout import DTYPE, FIRST_TYPE, LAST_TYPE, Derived, State
from palatine.games.dragon_castle.realms import code_at, first_group, of_type
from palatine.games.dragon_castle.scoring import points


@implements(contract.derived, DTYPE)
def derived(state: State, out: Derived) -> None:
    points(state, out.totals)
    out.top_floor = top_floor(state) + 1
    out.tokens_taken = tokens_taken(state)
    ground = on_floor(state, 0)
    for n in range(size(ground)):
        space = nth_space(ground, n)
        out.castle_heights[space] = height_of(state, space)
        out.castle_codes[space] = code_of(state, space)
    free = available(state)
    for n in range(size(free)):
        out.available[nth_space(free, n)] = 1
    for seat in range(wide(state.players)):
        for kind in range(FIRST_TYPE, LAST_TYPE + 1):
            left = of_type(state, seat, kind)
            while left:
                group = first_group(left)
                left &= ~group
                _write_group(state, seat, group, out)


@kernel
def _write_group(state: State, seat: int, group: np.uint64, out: Derived) -> None:
    """Write the tiles of a group."""
    first = lowest(group) + 1
    while group:
        space = lowest(group)
        group &= group - ONE
        out.groups[seat, space] = first
        out.realm_codes[seat, space] = code_at(state, seat, space)
