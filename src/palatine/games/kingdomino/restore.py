"""Positions of Kingdomino from plain data: the essence is checked and filled in, the rest computed.

Puzzles and what-ifs are allowed, so a position need not be reachable: each domino must lie as the rules allow, and lines,
kings, phase and seat must be consistent. The number of dominoes of each player is not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.compiled import interpreted
from palatine.core.dispatch import implements
from palatine.core.errors import Phrase, PositionError
from palatine.core.game import Settings
from palatine.core.reading import Plain, Reader
from palatine.games.kingdomino import actions
from palatine.games.kingdomino.consistency import check_turn
from palatine.games.kingdomino.flow import close_game
from palatine.games.kingdomino.kingdoms import lay_kingdoms
from palatine.games.kingdomino.layout import (
    DOMINO,
    DOMINOES,
    DTYPE,
    GAMES,
    PHASES,
    PLACE_FIRST,
    SEATS,
    State,
)
from palatine.games.kingdomino.rules import configure


@implements(contract.restore, DTYPE)
def restore(state: State) -> int:
    last = wide(state.game)
    for game in range(last + 1):
        misfit = lay_kingdoms(state, game)
        if misfit:
            return misfit
        if game < last:
            close_game(state, game)
    return 0


class _Reader(Reader):
    """A reader for the essence of a position of Kingdomino."""

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
        """Return the codes of all placed dominoes of a game."""
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
    """Return the memory of an open position given as plain data, for the contract's `restore` to check and complete."""
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
    check_turn(reader, state, current, offer, len(placed) + len(discarded))
    return raw


def in_order(plain: Plain) -> Plain:
    """Return an accepted position with its lists and doubles in the order of `view.position`."""

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
