"""The flow of Kingdomino, compiled: from king to king, line to line, and game to game of a Dynasty."""

from __future__ import annotations

from palatine.core.bits import ZERO, bit, wide
from palatine.core.compiled import kernel
from palatine.games.kingdomino.kingdoms import clear_kingdoms
from palatine.games.kingdomino.layout import CLAIM, GAMES, OVER, PLACE, State
from palatine.games.kingdomino.legal import active_domino, owner
from palatine.games.kingdomino.scoring import largest_territory, points_of_kingdom, total_crowns


@kernel
def begin_game(state: State) -> None:
    """Set up empty kingdoms, the first line, and the kings in their drawn order (KD-2 to KD-5)."""
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
def _draw_line(state: State) -> None:
    """Offer the next dominoes of the deck, or none when it is empty (KD-4, KD-6)."""
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


@kernel
def go_on(state: State) -> None:
    """Continue with the next king of the line; after the last one with the next line, or the end (KD-7, KD-11)."""
    if state.current == ZERO:
        state.discarded |= state.offered  # KD-15: the unclaimed one
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
    begin_game(state)


@kernel
def close_game(state: State, game: int) -> None:
    """Store the points and tie-breaks of a finished game of a Dynasty (KD-19)."""
    for seat in range(state.players):
        state.past_points[game, seat] = points_of_kingdom(state, seat)
        state.past_largest[game, seat] = largest_territory(state, seat)
        state.past_crowns[game, seat] = total_crowns(state, seat)
