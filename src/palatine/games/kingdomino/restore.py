"""From plain data back to a position of Kingdomino: what must be told is checked and filled in, the rest computed.

A position need not be one that play could have led to, so that puzzles and what-ifs can be set up: each domino must lie
as the rules allow, and lines, kings, phase and seat must go together; who got how many dominoes is not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, lowest, wide
from palatine.core.compiled import interpreted, kernel
from palatine.core.dispatch import implements
from palatine.core.game import Settings
from palatine.core.problems import Phrase, PositionError
from palatine.core.reading import Plain, Reader
from palatine.games.kingdomino import actions
from palatine.games.kingdomino.layout import (
    DIRECTIONS,
    DOMINO,
    DOMINOES,
    DTYPE,
    GAMES,
    PHASES,
    PLACE_FIRST,
    SEATS,
    SMALL_GRID,
    State,
)
from palatine.games.kingdomino.legal import openings, placement_at
from palatine.games.kingdomino.rules import clear_kingdoms, close_game, configure, put
from palatine.games.kingdomino.scoring import list_sources
from palatine.games.kingdomino.squares import NONE_LARGE, NONE_SMALL, Squares, first, nth_place, size, without

# ------------------------------------------------------------------------------------------------------- compiled


@kernel
def _fits(ring: Squares, state: State, seat: int, domino: int, decision: int) -> bool:
    direction = (decision - PLACE_FIRST) % DIRECTIONS
    places = openings(ring, state, seat, domino)
    left = places[0]
    for i in range(DIRECTIONS):
        if i == direction:
            left = places[i]
    while size(left) > 0:
        if placement_at(ring, state, seat, nth_place(left, 0), direction) == decision:
            return True
        left = without(left, first(left))
    return False


@kernel
def _lay_kingdoms(state: State, game: int) -> int:
    """Rebuild the kingdoms of a game from `placed`, each domino when it fits; returns 0 or one that never does."""
    state.game = game
    clear_kingdoms(state)
    left = ZERO
    for domino in range(DOMINOES):
        if state.placed[game, domino]:
            left |= bit(domino)
    while left != ZERO:
        laid = ZERO
        for domino in range(DOMINOES):
            if left & bit(domino):
                code = wide(state.placed[game, domino]) - 1
                seat, decision = code % SEATS, PLACE_FIRST + code // SEATS
                fits = False
                if state.grid == SMALL_GRID:
                    fits = _fits(NONE_SMALL, state, seat, domino, decision)
                else:
                    fits = _fits(NONE_LARGE, state, seat, domino, decision)
                if fits:
                    put(state, seat, domino, decision)
                    laid |= bit(domino)
        if laid == ZERO:
            return lowest(left) + 1
        left ^= laid
    return 0


@implements(contract.restore, DTYPE)
def restore(state: State) -> int:
    last = wide(state.game)
    for game in range(last + 1):
        misfit = _lay_kingdoms(state, game)
        if misfit:
            return misfit
        if game < last:
            close_game(state, game)
    return 0


@implements(contract.sources, DTYPE)
def sources(state: State, scratch: State, rows: NDArray[np.int32]) -> int:
    contract.observe(state, scratch)
    total = 0
    for game in range(wide(state.game) + 1):
        _lay_kingdoms(scratch, game)
        total = list_sources(scratch, rows, total)
    return total


# ----------------------------------------------------------------------------------------------- reading plain data


class _Reader(Reader):
    """Reads what a position of Kingdomino is made of."""

    def domino(self, value: object, field: str) -> int:
        return self.number(value, field, range(1, DOMINOES + 1), Phrase("kingdomino.wanted.domino"))

    def square(self, value: object, field: str) -> tuple[int, int]:
        pair = self.list(value, field, 2)
        if not all(isinstance(part, int) and not isinstance(part, bool) for part in pair):
            raise self.refuse(field, Phrase("kingdomino.wanted.numbers"), value)
        return pair[0], pair[1]

    def line(self, name: str, *, may_be_free: bool) -> dict[int, int | None]:
        owners: dict[int, int | None] = {}
        for i, entry in enumerate(self.list(self.get(self.plain, "", name), name)):
            field = f"{name}[{i}]"
            number = self.domino(self.get(entry, field, "domino"), f"{field}.domino")
            seat = self.get(entry, field, "seat")
            free = seat is None and may_be_free
            owners[number] = None if free else self.seat(seat, f"{field}.seat")
        return owners

    def kingdoms(self, holder: Any, field: str) -> NDArray[np.uint16]:
        """The codes of all placed dominoes of a game."""
        codes = np.zeros(DOMINOES, dtype=np.uint16)
        where = f"{field}.kingdoms" if field else "kingdoms"
        kingdoms = self.list(self.get(holder, field, "kingdoms"), where, self.settings.players)
        for seat, kingdom in enumerate(kingdoms):
            pieces = self.list(self.get(kingdom, f"{where}[{seat}]", "placed"), f"{where}[{seat}].placed")
            for i, piece in enumerate(pieces):
                at = f"{where}[{seat}].placed[{i}]"
                number = self.domino(self.get(piece, at, "domino"), f"{at}.domino")
                if codes[number - 1]:
                    raise self.refuse(f"{at}.domino", Phrase("kingdomino.wanted.once"), number)
                codes[number - 1] = 1 + SEATS * self.placement(piece, at, number) + seat
        return codes

    def placement(self, piece: Any, field: str, number: int) -> int:
        left = self.square(self.get(piece, field, "left"), f"{field}.left")
        right = self.square(self.get(piece, field, "right"), f"{field}.right")
        decision = actions.placement(*actions.in_reading_order(DOMINO[number - 1], left, right))
        if decision is None:
            raise self.refuse(field, Phrase("kingdomino.wanted.neighbours"), piece)
        return decision - PLACE_FIRST


def _set_of(numbers: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << (number - 1) for number in numbers))


def from_position(settings: Settings, plain: Plain) -> NDArray[np.uint8]:
    """The memory of an open position given as plain data; the contract's `restore` has the last word on it."""
    reader = _Reader(settings, plain)
    raw = np.zeros(DTYPE.itemsize, dtype=np.uint8)
    state = raw.view(DTYPE)[0]
    interpreted(configure)(state, settings.players, np.array(settings.codes(), dtype=np.int64))
    games = GAMES if settings.options["dynasty"] else 1
    game_number = reader.between(reader.get(plain, "", "game_number"), "game_number", 1, games)
    state.game = game_number - 1
    past = reader.list(reader.get(plain, "", "past_games"), "past_games", game_number - 1)
    for game, holder in enumerate([*past, plain]):
        state.placed[game] = reader.kingdoms(holder, f"past_games[{game}]" if game < len(past) else "")
    state.phase = reader.one_of(reader.get(plain, "", "phase"), "phase", PHASES)
    current = reader.line("current_line", may_be_free=False)
    offer = reader.line("next_line", may_be_free=True)
    out = reader.list(reader.get(plain, "", "discarded"), "discarded")
    discarded = [reader.domino(number, f"discarded[{i}]") for i, number in enumerate(out)]
    placed = [int(i) + 1 for i in np.flatnonzero(state.placed[game_number - 1])]
    drawn = [*placed, *discarded, *current, *offer]
    if len(set(drawn)) != len(drawn):
        twice = [number for number, times in Counter(drawn).items() if times > 1]
        raise PositionError("kingdomino.position_twice", domino=twice[0])
    claimed = {number: seat for number, seat in offer.items() if seat is not None}
    state.seen = _set_of(drawn)
    state.drawn = len(drawn)
    state.discarded = _set_of(discarded)
    state.current = _set_of(current)
    state.claimed = _set_of(claimed)
    state.offered = _set_of(offer.keys() - claimed.keys())
    owners = {**current, **claimed}
    state.owner_low = _set_of(number for number, seat in owners.items() if seat in (1, 3))
    state.owner_high = _set_of(number for number, seat in owners.items() if seat in (2, 3))
    order = reader.list(reader.get(plain, "", "first_order"), "first_order", int(state.kings))
    kings = [king % settings.players for king in range(int(state.kings))]
    state.order[: len(kings)] = [reader.seat(seat, f"first_order[{i}]") for i, seat in enumerate(order)]
    if settings.options["first_order"] == "abba":
        kings = [order[0], 1 - order[0], 1 - order[0], order[0]]
        if order != kings:
            raise reader.refuse("first_order", Phrase("kingdomino.wanted.abba", {"kings": kings}), order)
    if sorted(order) != sorted(kings):
        raise reader.refuse("first_order", Phrase("kingdomino.wanted.kings", {"kings": sorted(kings)}), order)
    _check_turn(reader, state, current, offer, len(placed) + len(discarded))
    return raw


def in_order(plain: Plain) -> Plain:
    """A position that `from_position` has accepted, with its lists and doubles in the order in which we tell them."""

    def kingdom_in_order(kingdom: Plain) -> Plain:
        pieces = []
        for piece in sorted(kingdom["placed"], key=lambda piece: int(piece["domino"])):
            left, right = tuple(piece["left"]), tuple(piece["right"])
            left, right = actions.in_reading_order(DOMINO[piece["domino"] - 1], left, right)
            pieces.append(piece | {"left": list(left), "right": list(right)})
        return kingdom | {"placed": pieces}

    return plain | {
        "kingdoms": [kingdom_in_order(kingdom) for kingdom in plain["kingdoms"]],
        "past_games": [
            game | {"kingdoms": [kingdom_in_order(kingdom) for kingdom in game["kingdoms"]]}
            for game in plain["past_games"]
        ],
        "current_line": sorted(plain["current_line"], key=lambda entry: int(entry["domino"])),
        "next_line": sorted(plain["next_line"], key=lambda entry: int(entry["domino"])),
        "discarded": sorted(plain["discarded"]),
    }


def _check_turn(reader: _Reader, state: Any, current: dict[int, Any], offer: dict[int, Any], gone: int) -> None:
    """Fill in who decides, after checking that the lines, the kings and the phase go together."""
    phase = PHASES[int(state.phase)]
    seat = reader.get(reader.plain, "", "seat")
    line, deck_size = int(state.line), int(state.deck_size)
    drawn = int(state.drawn)
    order = [int(king) for king in state.order[: int(state.kings)]]
    claims = [owner for owner in offer.values() if owner is not None]
    if drawn % line or not 0 < drawn <= deck_size:
        raise PositionError("kingdomino.position_drawn", line=line, deck=deck_size, drawn=drawn)
    if offer and len(offer) != line:
        raise reader.refuse("next_line", Phrase("kingdomino.wanted.line", {"line": line}), len(offer))
    if not offer and drawn < deck_size:
        raise reader.refuse("next_line", Phrase("kingdomino.wanted.whole_line", {"line": line}), [])
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
