"""Positions of In the Year of the Dragon from plain data: the given fields are checked, the rest computed.

A position need not be reachable by play, so puzzles and what-ifs can be set up. Pieces, stage, phase and seat must be
consistent enough for the game to go on; how the courts got what they have is not checked.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.compiled import interpreted, kernel
from palatine.core.dispatch import implements
from palatine.core.errors import Phrase, PositionError
from palatine.core.game import Settings
from palatine.core.reading import Plain, Reader
from palatine.games.year_of_the_dragon import SUPER_EVENTS
from palatine.games.year_of_the_dragon.consistency import can_be_a_year, check_turn
from palatine.games.year_of_the_dragon.courts import count_person
from palatine.games.year_of_the_dragon.layout import (
    ACTIONS,
    ALL_GIFTS,
    BASE_ACTIONS,
    CARDS,
    DRAFTING,
    DTYPE,
    EARTHQUAKE,
    EVENTS,
    FIRST_WILDS,
    GIFTS,
    GROUPS,
    LASTING,
    MONTHS,
    MOST_FLOORS,
    OVER,
    PAIRS,
    PALACES,
    PERSONS,
    PHASES,
    RELEASE,
    SEATS,
    SOURCES,
    STAGES,
    SUPER,
    SUPER_POINTS,
    TILE_COUNT,
    TILES,
    TYPE_COUNT,
    TYPES,
    WALL_POINTS,
    WILD,
    WITH_WALL,
    State,
)
from palatine.games.year_of_the_dragon.palaces import NO_TILE, palace_of, persons_in, tile_at
from palatine.games.year_of_the_dragon.rules import configure, tiles_at_first

# More than any game reaches.
MOST_GOODS = 999
MOST_PRIVILEGES = 99
MOST_POINTS = 999
MOST_SPACES = 999
MOST_OWED = 2 * MOST_GOODS
MOST_FLOORS_LEFT = 99

# ------------------------------------------------------------------------------------------------------- compiled


@kernel
def _complete(state: State) -> None:
    """Count persons, symbols and wall tiles."""
    state.persons[:] = 0
    state.symbols[:] = 0
    state.wall_share[:] = 0
    for seat in range(wide(state.players)):
        for i in range(wide(state.palace_count[seat])):
            palace = wide(state.palaces[seat, i])
            for place in range(persons_in(palace)):
                count_person(state, seat, tile_at(palace, place), 1)
        state.wall_left[seat] = ALL_GIFTS if state.great_wall else 0
    for i in range(wide(state.wall_length)):
        code = wide(state.wall[i]) - 1
        state.wall_share[code % SEATS] += 1
        state.wall_left[code % SEATS] = wide(state.wall_left[code % SEATS]) & ~(1 << (code // SEATS))


@implements(contract.restore, DTYPE)
def restore(state: State) -> int:
    _complete(state)
    return 0


# ----------------------------------------------------------------------------------------------- reading plain data


class _Reader(Reader):
    """A reader of the fields of a position."""

    def top(self, name: str) -> Any:
        return self.get(self.plain, "", name)

    def word(self, name: str, known: tuple[str, ...]) -> int:
        return self.one_of(self.top(name), name, known)

    def may_be_none(self, name: str, known: tuple[str, ...]) -> int:
        """Return the number of a word plus 1, or 0 for null."""
        return 0 if self.top(name) is None else 1 + self.word(name, known)

    def words(self, value: object, field: str, known: tuple[str, ...]) -> list[int]:
        """Return the numbers of the words of a list; refuse a list that names one twice."""
        numbers = [self.one_of(word, f"{field}[{i}]", known) for i, word in enumerate(self.list(value, field))]
        if len(set(numbers)) != len(numbers):
            raise self.refuse(field, Phrase("year_of_the_dragon.wanted.once"), value)
        return numbers

    def groups(self, state: Any) -> None:
        cards = WITH_WALL if state.great_wall else BASE_ACTIONS
        wanted = GROUPS[int(state.great_wall), self.settings.players, :cards].tolist() if state.month else []
        sizes = [wanted.count(group) for group in range(self.settings.players)] if wanted else []
        groups = self.list(self.top("groups"), "groups", len(sizes))
        laid: list[int] = []
        for group, size in enumerate(sizes):
            actions = self.words(groups[group], f"groups[{group}]", ACTIONS[:cards])
            if len(actions) != size or set(actions) & set(laid):
                fields: dict[str, object] = {"sizes": " + ".join(map(str, sizes))}
                raise self.refuse("groups", Phrase("year_of_the_dragon.wanted.groups", fields), groups)
            laid += actions
            state.group_of[actions] = group

    def track(self, state: Any) -> None:
        seats: list[int] = []
        spaces: list[int] = []
        for i, entry in enumerate(self.list(self.top("track"), "track")):
            field = f"track[{i}]"
            spaces.append(self.between(self.get(entry, field, "space"), f"{field}.space", 0, MOST_SPACES))
            for seat in self.list(self.get(entry, field, "seats"), f"{field}.seats"):
                state.track[self.seat(seat, f"{field}.seats")] = spaces[-1]
                seats.append(seat)
        if sorted(seats) != list(range(self.settings.players)) or spaces != sorted(set(spaces), reverse=True):
            raise self.refuse("track", Phrase("year_of_the_dragon.wanted.markers"), self.top("track"))
        state.order[: len(seats)] = seats

    def wall(self, state: Any) -> None:
        codes = []
        for i, entry in enumerate(self.list(self.top("wall"), "wall")):
            seat = self.seat(self.get(entry, f"wall[{i}]", "seat"), f"wall[{i}].seat")
            gift = self.one_of(self.get(entry, f"wall[{i}]", "gift"), f"wall[{i}].gift", GIFTS)
            codes.append(1 + SEATS * gift + seat)
        most = MONTHS if state.great_wall else 0
        if len(codes) > most or len(set(codes)) != len(codes):
            wanted = Phrase("year_of_the_dragon.wanted.wall", {"most": most})
            raise self.refuse("wall", wanted, self.top("wall"))
        state.wall[: len(codes)] = codes
        state.wall_length = len(codes)

    def court(self, state: Any, seat: int, holder: Any) -> None:
        field = f"courts[{seat}]"

        def number(name: str, most: int, least: int = 0) -> int:
            return self.between(self.get(holder, field, name), f"{field}.{name}", least, most)

        state.yuan[seat] = number("yuan", MOST_GOODS)
        state.rice[seat] = number("rice", MOST_GOODS)
        state.fireworks[seat] = number("fireworks", MOST_GOODS)
        state.small[seat] = number("small_privileges", MOST_PRIVILEGES)
        state.large[seat] = number("large_privileges", MOST_PRIVILEGES)
        state.owed[seat] = number("owed", MOST_OWED)
        if self.get(holder, field, "dragon") is not None and state.month:
            state.dragon[seat] = number("dragon", self.settings.players, 1)
        self.hand(state, seat, self.get(holder, field, "hand"), f"{field}.hand")
        self.pair(state, seat, self.get(holder, field, "pair"), f"{field}.pair")
        self.palaces(state, seat, self.get(holder, field, "palaces"), f"{field}.palaces")
        earned = self.get(holder, field, "earned")
        for source in range(LASTING):
            name = SOURCES[source]
            points = self.get(earned, f"{field}.earned", name)
            unplayed = {WALL_POINTS: not state.great_wall, SUPER_POINTS: not state.super_event}
            most = 0 if unplayed.get(source) else MOST_POINTS
            state.earned[seat, source] = self.between(points, f"{field}.earned.{name}", 0, most)

    def hand(self, state: Any, seat: int, value: object, field: str) -> None:
        cards = [self.one_of(card, f"{field}[{i}]", CARDS) for i, card in enumerate(self.list(value, field))]
        wilds = cards.count(WILD)
        types = [card for card in cards if card != WILD]
        # Each of the first eleven months takes a card, this one too unless it has been played.
        played = state.stage > PERSONS or (state.stage == PERSONS and not state.owed[seat])
        most = max(0, min(len(TYPES) + FIRST_WILDS, MONTHS - int(state.month) - int(played)))
        if len(set(types)) != len(types) or wilds > FIRST_WILDS or len(cards) > most:
            raise self.refuse(field, Phrase("year_of_the_dragon.wanted.hand", {"count": most}), value)
        state.hand[seat] = sum(1 << card for card in types)
        state.wilds[seat] = wilds

    def pair(self, state: Any, seat: int, value: object, field: str) -> None:
        if value is None:
            return
        pair = tuple(sorted(self.words(value, field, TYPES)))
        if pair not in PAIRS or state.stage != DRAFTING:
            raise self.refuse(field, Phrase("year_of_the_dragon.wanted.pair"), value)
        state.pair[seat] = 1 + PAIRS.index(pair)

    def palaces(self, state: Any, seat: int, value: object, field: str) -> None:
        palaces = self.list(value, field)
        if len(palaces) > PALACES:
            raise self.refuse(field, Phrase("year_of_the_dragon.wanted.palaces", {"most": PALACES}), len(palaces))
        # Between the two decisions of an earthquake one palace has one person more than floors.
        shaken = state.stage == SUPER and state.super_event == EARTHQUAKE and state.phase == RELEASE
        more = 1 if shaken and state.seat == seat else 0
        for i, palace in enumerate(palaces):
            at = f"{field}[{i}]"
            floors = self.between(self.get(palace, at, "floors"), f"{at}.floors", 1 - more, MOST_FLOORS)
            persons = self.list(self.get(palace, at, "persons"), f"{at}.persons")
            tiles = [self.one_of(tile, f"{at}.persons[{j}]", TILES) for j, tile in enumerate(persons)]
            over = len(tiles) - floors
            if over > more or len(tiles) > MOST_FLOORS or (floors == 0 and over < 1):
                raise self.refuse(
                    f"{at}.persons", Phrase("year_of_the_dragon.wanted.persons", {"count": floors}), persons
                )
            more -= max(over, 0)
            state.palaces[seat, i] = interpreted(palace_of)(
                floors, *([*tiles, NO_TILE, NO_TILE, NO_TILE][:MOST_FLOORS])
            )
        state.palace_count[seat] = len(palaces)

    def display(self, state: Any) -> None:
        """Read the tiles on display. With those in the courts there are no more than at the start."""
        there = self.top("display")
        held = [
            str(tile) for court in self.plain["courts"] for palace in court["palaces"] for tile in palace["persons"]
        ]
        held.append(str(self.plain["person"]))
        drafting = state.stage == DRAFTING and state.month == 0
        if drafting and state.pending and state.pair[int(state.seat)]:
            first, second = PAIRS[int(state.pair[int(state.seat)]) - 1]
            held += [TILES[second]] if state.pending == first + 1 else []
        for tile in range(TILE_COUNT):
            name = TILES[tile]
            most = interpreted(tiles_at_first)(self.settings.players, tile) - held.count(name)
            # In the opening any pair may be taken: there is a tile of each kind for every seat that has yet to draft.
            least = int(np.count_nonzero(state.owed)) if drafting and tile < TYPE_COUNT else 0
            if most < least:
                raise PositionError("year_of_the_dragon.position_tiles", tile=name, count=most + held.count(name))
            state.display[tile] = self.between(self.get(there, "display", name), f"display.{name}", least, most)


def from_position(settings: Settings, plain: Plain) -> NDArray[np.uint8]:
    """Return the memory of an open position given as plain data."""
    reader = _Reader(settings, plain)
    raw = np.zeros(DTYPE.itemsize, dtype=np.uint8)
    state = raw.view(DTYPE)[0]
    interpreted(configure)(state, settings.players, np.array(settings.codes(), dtype=np.int64))
    state.month = reader.between(reader.top("month"), "month", 0, MONTHS)
    state.stage = reader.word("stage", STAGES)
    state.phase = reader.word("phase", PHASES)
    if state.phase != OVER:
        state.seat = reader.seat(reader.top("seat"), "seat")
    elif reader.top("seat") is not None:
        raise reader.refuse("seat", Phrase("core.wanted.no_seat"), reader.top("seat"))
    state.start = reader.seat(reader.top("start"), "start")
    events = reader.list(reader.top("events"), "events", MONTHS)
    state.events[:] = [reader.one_of(event, f"events[{i}]", EVENTS) for i, event in enumerate(events)]
    if not can_be_a_year(state.events.tolist()):
        raise reader.refuse("events", Phrase("year_of_the_dragon.wanted.events"), events)
    if settings.options["super_event"] == "drawn":
        state.super_event = 1 + reader.word("super_event", SUPER_EVENTS)
    reader.groups(state)
    reader.track(state)
    reader.wall(state)
    state.card = reader.may_be_none("card", CARDS)
    state.pending = reader.may_be_none("person", TILES)
    state.floors_left = reader.between(reader.top("floors_left"), "floors_left", 0, MOST_FLOORS_LEFT)
    state.sunrise = sum(1 << kind for kind in reader.words(reader.top("sunrise"), "sunrise", TYPES))
    for seat, court in enumerate(reader.list(reader.top("courts"), "courts", settings.players)):
        reader.court(state, seat, court)
    palaces = max(1, int(state.palace_count[int(state.seat)]))
    struck = [
        reader.between(palace, f"struck[{i}]", 1, palaces)
        for i, palace in enumerate(reader.list(reader.top("struck"), "struck"))
    ]
    state.struck = sum(1 << (palace - 1) for palace in set(struck))
    reader.display(state)
    interpreted(_complete)(state)
    check_turn(state)
    return raw


def in_order(plain: Plain) -> Plain:
    """Return a position that `from_position` has accepted with its lists in the order of `view.position`."""

    def court_in_order(court: Plain) -> Plain:
        palaces = [palace | {"persons": sorted(palace["persons"], key=TILES.index)} for palace in court["palaces"]]
        pair = court["pair"] and sorted(court["pair"], key=TYPES.index)
        return court | {"palaces": palaces, "pair": pair, "hand": sorted(court["hand"], key=CARDS.index)}

    return plain | {
        "groups": [sorted(group, key=ACTIONS.index) for group in plain["groups"]],
        "struck": sorted(set(plain["struck"])),
        "sunrise": sorted(plain["sunrise"], key=TYPES.index),
        "courts": [court_in_order(court) for court in plain["courts"]],
    }
