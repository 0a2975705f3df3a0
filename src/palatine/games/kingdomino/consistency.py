"""Validation of given positions: lines, kings, phase and seat must be consistent."""

from __future__ import annotations

from collections import Counter
from typing import Any

from palatine.core.errors import Phrase, PositionError
from palatine.core.reading import Reader
from palatine.games.kingdomino.layout import GAMES, PHASES


def check_turn(reader: Reader, state: Any, current: dict[int, Any], offer: dict[int, Any], gone: int) -> None:
    """Fill in the seat that decides, or raise if lines, kings, phase and seat contradict each other."""
    phase = PHASES[int(state.phase)]
    seat = reader.get(reader.plain, "", "seat")
    line, deck_size = int(state.line), int(state.deck_size)
    drawn = int(state.drawn)
    order = [int(king) for king in state.order[: int(state.kings)]]
    claims = [owner for owner in offer.values() if owner is not None]
    if drawn % line or not 0 < drawn <= deck_size:
        raise PositionError("kingdomino.position_drawn", line=line, deck=deck_size, count=drawn)
    if offer and len(offer) != line:
        raise reader.refuse("next_line", Phrase("kingdomino.wanted.line", {"count": line}), len(offer))
    if not offer and drawn < deck_size:
        raise reader.refuse("next_line", Phrase("kingdomino.wanted.whole_line", {"count": line}), [])
    if phase == "over":
        last = GAMES if state.dynasty else 1
        if current or offer or drawn < deck_size or state.game != last - 1 or seat is not None:
            raise PositionError("kingdomino.position_not_over")
        state.first_claims = state.kings
        return
    seat = reader.seat(seat, "seat")
    state.seat = seat
    first_round = not current and not gone
    state.first_claims = len(claims) if first_round else state.kings
    if first_round:
        consistent = (
            phase == "claim"
            and [*order, None][len(claims)] == seat
            and Counter(claims) == Counter(order[: len(claims)])
        )
    else:
        in_hand = [seat] if phase == "claim" else []
        kings = Counter([*current.values(), *claims, *in_hand])
        all_placed = kings == Counter(order) if offer else kings <= Counter(order)
        acts = phase == "claim" or (bool(current) and current[min(current)] == seat)
        consistent = all_placed and acts and (phase == "place" or bool(offer))
    if not consistent:
        raise PositionError("kingdomino.position_kings", phase=phase, seat=seat)
