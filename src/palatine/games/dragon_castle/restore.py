"""Positions of Dragon Castle from plain data: the given fields are checked, the rest is computed.

A position need not be reachable, so puzzles can be set up. Pieces, stage, phase and seat must be consistent for the game
to go on (`consistency.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.compiled import interpreted
from palatine.core.dispatch import implements
from palatine.core.errors import Phrase, PositionError
from palatine.core.game import Settings
from palatine.core.reading import Plain, Reader
from palatine.games.dragon_castle.actions import CASTLE_NAMES, REALM_NAMES
from palatine.games.dragon_castle.boards import write_code
from palatine.games.dragon_castle.consistency import check_pieces, check_turn
from palatine.games.dragon_castle.layout import (
    ACTIONS,
    ALL_SHRINES,
    ALL_TILES,
    CASTLE_COLUMNS,
    CASTLE_OPTION,
    CODE_BITS,
    CODE_OF,
    COPIES,
    COUNTDOWN,
    DTYPE,
    EARNED,
    ELEGANCES,
    FLOORS,
    HEIGHT_BITS,
    HELD,
    MOST_SETS,
    OVER,
    PHASES,
    REALM_STRIDE,
    SOLO_SEATS,
    SPECIAL_SHRINES,
    STAGES,
    TILES,
    WORD_SHIFT,
    State,
)
from palatine.games.dragon_castle.legal import offer
from palatine.games.dragon_castle.options import DRAGONS, NOT_SOLO, SPIRITS
from palatine.games.dragon_castle.rules import configure

MOST_POINTS = 999
"""More than any game yields."""


@implements(contract.restore, DTYPE)
def restore(state: State) -> int:
    offer(state)
    return 0


class _Reader(Reader):
    """Reads the fields of a position of Dragon Castle."""

    def top(self, name: str) -> Any:
        return self.get(self.plain, "", name)

    def may_be_none(self, name: str, known: tuple[str | None, ...]) -> int:
        """Return the index of a word, or 0 for null, in a list that begins with null."""
        words = [word for word in known if word is not None]
        return 0 if self.top(name) is None else 1 + self.one_of(self.top(name), name, words)

    def names(self, name: str, known: tuple[str, ...]) -> int:
        """Return a set of different names as bits."""
        given = self.list(self.top(name), name)
        numbers = [self.one_of(word, f"{name}[{i}]", known) for i, word in enumerate(given)]
        if len(set(numbers)) != len(numbers):
            raise self.refuse(name, Phrase("dragon_castle.wanted.once"), given)
        return sum(1 << number for number in numbers)

    def cards(self, name: str, known: tuple[str, ...]) -> int | None:
        """Return the drawn cards; None if the options name them, and the position may leave them out."""
        option = str(self.settings.options[name])
        if not option.isdecimal():
            if name in self.plain:
                self.names(name, known)
            return None
        drawable = [card for card in known if card != NOT_SOLO or self.settings.players > SOLO_SEATS]
        given = self.list(self.top(name), name, int(option))
        for i, card in enumerate(given):
            self.one_of(card, f"{name}[{i}]", drawable)
        return self.names(name, known)

    def tile(self, value: object, field: str) -> int:
        """Return the code of a tile."""
        return int(CODE_OF[self.one_of(value, field, TILES)])

    def castle_space(self, value: object, field: str, heights: list[int]) -> int:
        """Return the number of a space of the castle's layout."""
        known = [name for name, height in zip(CASTLE_NAMES, heights, strict=True) if height]
        if value not in known:
            raise self.refuse(field, Phrase("dragon_castle.wanted.castle_space"), value)
        return CASTLE_NAMES.index(str(value))

    def realm_space(self, value: object, field: str) -> int:
        """Return the number of a space of a Realm."""
        columns, rows = int(str(self.settings.options["realm_columns"])), int(str(self.settings.options["realm_rows"]))
        number = REALM_NAMES.index(value) if isinstance(value, str) and value in REALM_NAMES else -1
        if number < 0 or number % REALM_STRIDE >= columns or number // REALM_STRIDE >= rows:
            fields: dict[str, object] = {"last": f"{chr(ord('a') + columns - 1)}{rows}"}
            raise self.refuse(field, Phrase("dragon_castle.wanted.realm_space", fields), value)
        return number

    def realm_spaces(self, value: object, field: str) -> np.uint64:
        """Return a set of spaces of a Realm."""
        spaces = [self.realm_space(space, f"{field}[{i}]") for i, space in enumerate(self.list(value, field))]
        if len(set(spaces)) != len(spaces):
            raise self.refuse(field, Phrase("dragon_castle.wanted.once"), value)
        return np.uint64(sum(1 << space for space in spaces))

    def castle(self, state: Any, heights: list[int]) -> None:
        seen: set[int] = set()
        for i, entry in enumerate(self.list(self.top("castle"), "castle")):
            field = f"castle[{i}]"
            space = self.castle_space(self.get(entry, field, "space"), f"{field}.space", heights)
            if space in seen:
                raise PositionError("dragon_castle.position_twice", space=CASTLE_NAMES[space], field="castle")
            seen.add(space)
            floor = self.between(self.get(entry, field, "floor"), f"{field}.floor", 1, heights[space])
            for below in range(floor):
                state.floors[below, space >> WORD_SHIFT] |= np.uint64(1 << space % (1 << WORD_SHIFT))
            interpreted(write_code)(state, space, self.tile(self.get(entry, field, "tile"), f"{field}.tile"))

    def unseen(self, state: Any) -> None:
        for symbol, name in enumerate(TILES):
            count = self.get(self.top("unseen"), "unseen", name)
            state.unseen[symbol] = self.between(count, f"unseen.{name}", 0, COPIES)

    def realm(self, state: Any, seat: int, holder: Any) -> None:
        at = f"realms[{seat}]"
        for i, stack in enumerate(self.list(self.get(holder, at, "stacks"), f"{at}.stacks")):
            self.stack(state, seat, stack, f"{at}.stacks[{i}]")
        for name, most, field in (("shrine_pool", ALL_SHRINES, state.shrine_pool), ("tokens", COUNTDOWN, state.tokens)):
            field[seat] = self.between(self.get(holder, at, name), f"{at}.{name}", 0, most)
        earned = self.get(holder, at, "earned")
        for source, name in enumerate(EARNED):
            points = self.get(earned, f"{at}.earned", name)
            state.earned[seat, source] = self.between(points, f"{at}.earned.{name}", 0, MOST_POINTS)

    def stack(self, state: Any, seat: int, stack: Any, at: str) -> None:
        space = self.realm_space(self.get(stack, at, "space"), f"{at}.space")
        if state.heights[seat, space]:
            raise PositionError("dragon_castle.position_twice", space=REALM_NAMES[space], field=f"realms[{seat}]")
        state.heights[seat, space] = self.between(self.get(stack, at, "height"), f"{at}.height", 1, ALL_TILES)
        tile, shrine = self.get(stack, at, "tile"), self.get(stack, at, "shrine")
        if not isinstance(shrine, bool) or (shrine and tile is not None):
            raise self.refuse(f"{at}.shrine", Phrase("dragon_castle.wanted.shrine"), shrine)
        member = np.uint64(1 << space)
        if shrine:
            state.shrines[seat] |= member
        if tile is None:
            state.down[seat] |= member
            return
        state.up[seat] |= member
        code = self.tile(tile, f"{at}.tile")
        for place in range(CODE_BITS):
            if code >> place & 1:
                state.faces[seat, place] |= member

    def first_tile(self, state: Any, heights: list[int]) -> None:
        tile = self.top("first_tile")
        if tile is None:
            return
        space = self.castle_space(self.get(tile, "first_tile", "space"), "first_tile.space", heights)
        floor = self.between(self.get(tile, "first_tile", "floor"), "first_tile.floor", 1, heights[space])
        state.first_code = self.tile(self.get(tile, "first_tile", "tile"), "first_tile.tile")
        state.first_space = space
        state.first_floor = floor - 1

    def sets(self, state: Any) -> None:
        entries = self.list(self.top("sets"), "sets")
        if len(entries) > MOST_SETS:
            raise self.refuse("sets", Phrase("dragon_castle.wanted.at_most", {"most": MOST_SETS}), entries)
        for i, entry in enumerate(entries):
            state.sets[i] = self.realm_spaces(self.get(entry, f"sets[{i}]", "spaces"), f"sets[{i}].spaces")
            shrines = self.get(entry, f"sets[{i}]", "shrines")
            state.allowance[i] = self.between(shrines, f"sets[{i}].shrines", 0, SPECIAL_SHRINES)

    def turn(self, state: Any, heights: list[int]) -> None:
        state.used = self.names("used", SPIRITS)
        state.elegance = self.may_be_none("elegance", ELEGANCES)
        state.action = self.may_be_none("action", ACTIONS)
        self.first_tile(state, heights)
        held = self.list(self.top("held"), "held")
        if len(held) > HELD:
            raise self.refuse("held", Phrase("dragon_castle.wanted.at_most", {"most": HELD}), held)
        for i, tile in enumerate(held):
            state.held[i] = self.tile(tile, f"held[{i}]")
        self.sets(state)
        if self.top("lifted") is not None:
            state.lifted = 1 + self.realm_space(self.top("lifted"), "lifted")
        state.moved = self.realm_spaces(self.top("moved"), "moved")


def _heights(codes: list[int]) -> list[int]:
    """Return the heights of all castle spaces, from the codes of the option."""
    rows = codes[CASTLE_OPTION:]
    return [row >> HEIGHT_BITS * column & FLOORS for row in rows for column in range(CASTLE_COLUMNS)]


def from_position(settings: Settings, plain: Plain) -> NDArray[np.uint8]:
    """Return the memory of an open position given as plain data."""
    reader = _Reader(settings, plain)
    raw = np.zeros(DTYPE.itemsize, dtype=np.uint8)
    state = raw.view(DTYPE)[0]
    codes = settings.codes()
    heights = _heights(codes)
    interpreted(configure)(state, settings.players, np.array(codes, dtype=np.int64))
    state.stage = reader.may_be_none("stage", STAGES)
    state.phase = reader.one_of(reader.top("phase"), "phase", PHASES)
    if state.phase != OVER:
        state.seat = reader.seat(reader.top("seat"), "seat")
    elif reader.top("seat") is not None:
        raise reader.refuse("seat", Phrase("core.wanted.no_seat"), reader.top("seat"))
    state.start = reader.seat(reader.top("start"), "start")
    if (spirits := reader.cards("spirits", SPIRITS)) is not None:
        state.spirits = spirits
    if (dragons := reader.cards("dragons", DRAGONS)) is not None:
        state.dragons = dragons
    reader.castle(state, heights)
    reader.unseen(state)
    for seat, realm in enumerate(reader.list(reader.top("realms"), "realms", settings.players)):
        reader.realm(state, seat, realm)
    reader.turn(state, heights)
    shrines = reader.top("general_shrines")
    state.general_shrines = reader.between(shrines, "general_shrines", 0, ALL_SHRINES)
    most = COUNTDOWN if settings.players == SOLO_SEATS else 0
    state.dummy_tokens = reader.between(reader.top("dummy_tokens"), "dummy_tokens", 0, most)
    check_pieces(state)
    check_turn(state)
    return raw


def in_order(plain: Plain) -> Plain:
    """Return a position accepted by `from_position` with its lists in our order."""

    def realm_in_order(realm: Plain) -> Plain:
        return realm | {"stacks": sorted(realm["stacks"], key=lambda stack: REALM_NAMES.index(stack["space"]))}

    cards = {
        name: sorted(plain[name], key=known.index)
        for name, known in (("spirits", SPIRITS), ("dragons", DRAGONS))
        if name in plain
    }
    return (
        plain
        | cards
        | {
            "castle": sorted(plain["castle"], key=lambda entry: CASTLE_NAMES.index(entry["space"])),
            "used": sorted(plain["used"], key=SPIRITS.index),
            "sets": [entry | {"spaces": sorted(entry["spaces"], key=REALM_NAMES.index)} for entry in plain["sets"]],
            "moved": sorted(plain["moved"], key=REALM_NAMES.index),
            "realms": [realm_in_order(realm) for realm in plain["realms"]],
        }
    )
