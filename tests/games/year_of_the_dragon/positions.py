"""Hand-made positions of In the Year of the Dragon; fields that a test does not give are filled in.

A palace is written as its floors and its persons: `"2 craftsman younger_monk"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import palatine
from palatine.core.table import Table

Plain = dict[str, Any]

TYPES = (
    "craftsman",
    "court_lady",
    "tax_collector",
    "pyrotechnist",
    "warrior",
    "monk",
    "healer",
    "farmer",
    "scholar",
)
LASTING = ("palaces", "court_ladies", "privileges", "research", "festivals", "mongols", "wall", "super_event")
CARDS = (*TYPES, "wild", "wild")
TROUBLES = ("tribute", "drought", "contagion", "mongols", "festival")
YEAR = ("peace", "peace", *TROUBLES, *TROUBLES)
"""A year that can be laid (YD-4)."""
ACTIONS = ("taxes", "build", "harvest", "fireworks", "parade", "research", "privilege")
SIZES = {2: (4, 3), 3: (3, 2, 2), 4: (2, 2, 2, 1), 5: (2, 2, 1, 1, 1)}
SIZES_WITH_WALL = {2: (4, 4), 3: (3, 3, 2), 4: (2, 2, 2, 2), 5: (2, 2, 2, 1, 1)}


def tiles_at_first(players: int) -> dict[str, int]:
    """Return the tiles on display at the start (YD-2)."""
    without_older, with_older = TYPES[:3], TYPES[3:]
    display = dict.fromkeys(without_older, 2 * players)
    display |= {f"younger_{name}": players + 1 for name in with_older}
    display |= {f"older_{name}": players - 1 for name in with_older}
    return display


def year_with(month: int, event: str) -> list[str]:
    """Return a year with an event in a month. Peace after month 2 is a festival, which does nothing without fireworks."""
    wanted = "festival" if event == "peace" and month > 2 else event
    assert (month <= 2) == (wanted == "peace"), "only the first two months are of peace"
    turned = TROUBLES.index(wanted) - (month - 3) if month > 2 else 0
    return ["peace", "peace", *(TROUBLES[(number + turned) % len(TROUBLES)] for number in range(10))]


def palace(text: str) -> Plain:
    floors, *persons = text.split()
    return {"floors": int(floors), "persons": persons}


def court(*palaces: str, **changes: Any) -> Plain:
    """Return a court with these palaces; everything else is empty unless given."""
    nothing: Plain = {
        "yuan": 0,
        "rice": 0,
        "fireworks": 0,
        "small_privileges": 0,
        "large_privileges": 0,
        "hand": [],
        "palaces": [palace(text) for text in palaces],
        "dragon": None,
        "pair": None,
        "owed": 0,
        "earned": dict.fromkeys(LASTING, 0),
    }
    assert set(changes) <= set(nothing), changes
    return nothing | changes


def laid_out(players: int, *, great_wall: bool = False) -> list[list[str]]:
    """Return the action cards in groups, in their order."""
    cards = [*ACTIONS, "wall"] if great_wall else [*ACTIONS]
    sizes = (SIZES_WITH_WALL if great_wall else SIZES)[players]
    return [[cards.pop(0) for _ in range(size)] for size in sizes]


def plain_position(courts: Sequence[Plain], month: int, options: Plain, changes: Plain) -> Plain:
    """Return the open position around some courts: seat 0 is farthest on the track, then seat 1 and so on."""
    players = len(courts)
    display = tiles_at_first(players)
    for each in courts:
        for home in each["palaces"]:
            for person in home["persons"]:
                display[person] -= 1
    if changes.get("person"):
        display[changes["person"]] -= 1
    nothing: Plain = {
        "game": "year_of_the_dragon",
        "players": players,
        "options": options,
        "month": month,
        "stage": "action",
        "phase": "act",
        "seat": 0,
        "start": 0,
        "events": [*YEAR],
        "super_event": options.get("super_event"),
        "groups": laid_out(players, great_wall=bool(options.get("great_wall"))) if month else [],
        "track": [{"space": 10 * (players - seat), "seats": [seat]} for seat in range(players)],
        "display": display,
        "wall": [],
        "card": None,
        "person": None,
        "floors_left": 0,
        "struck": [],
        "sunrise": [],
        "courts": list(courts),
    }
    assert set(changes) <= set(nothing), changes
    return nothing | changes


def table_at(courts: Sequence[Plain], month: int = 3, options: Plain | None = None, **changes: Any) -> Table:
    """Return a table with the position of `plain_position`."""
    plain = plain_position(courts, month, options or {}, changes)
    return palatine.position("year_of_the_dragon", plain, seed=1)


def acting(*courts: Plain, month: int = 3, options: Plain | None = None, **changes: Any) -> Table:
    """Return a table at the start of the action phase; the first court acts first."""
    return table_at([each | {"owed": 1} for each in courts], month, options, **changes)


def choosing_person(*courts: Plain, month: int = 3, options: Plain | None = None, **changes: Any) -> Table:
    """Return a table at the start of the person phase; the first court with cards plays first."""
    playing = [each | {"owed": min(1, len(each["hand"]))} for each in courts]
    return table_at(playing, month, options, **{"stage": "person", "phase": "play", **changes})


def supplied(each: Plain) -> Plain:
    """Return a court with rice for a drought on top of its own, so the drought changes nothing."""
    return each | {"rice": each["rice"] + sum(bool(home["persons"]) for home in each["palaces"])}


def before_event(*courts: Plain, event: str, month: int = 3, options: Plain | None = None, **changes: Any) -> Table:
    """Return a table before the last decision before an event: the last court is to pass, and there are no cards left.

    The last court has at least 3 yuan, so passing gains nothing. After month 2 `peace` is an event without effect.
    """
    assert courts[-1]["yuan"] >= 3, "the last court would gain yuan by passing"
    if event == "peace" and month > 2 and any(each["fireworks"] for each in courts):
        event, courts = "drought", tuple(map(supplied, courts))
    waiting = [each | {"hand": []} for each in courts[:-1]]
    last = courts[-1] | {"hand": [], "owed": 1}
    last_seat = {"seat": len(courts) - 1, "events": year_with(month, event)}
    return table_at([*waiting, last], month, options, **{**last_seat, **changes})


def court_of(table: Table, seat: int) -> Plain:
    """Return the court of a seat."""
    own: Plain = table.position()["courts"][seat]
    return own


def fate(table: Table, seat: int, event: str) -> Plain:
    """Return what an event would do to a court now."""
    outlook = court_of(table, seat)["outlook"][event]
    return {name: outlook[name] for name in ("lost", "points")}


def palaces_of(table: Table, seat: int) -> list[str]:
    """Return the palaces of a seat, written as `palace` reads them."""
    return [" ".join([str(home["floors"]), *home["persons"]]) for home in court_of(table, seat)["palaces"]]


def spaces(table: Table) -> dict[int, int]:
    """Return the space of each seat's marker on the person track."""
    return {seat: entry["space"] for entry in table.position()["track"] for seat in entry["seats"]}


def points_of(table: Table, seat: int) -> dict[str, int]:
    """Return the points of a seat by source if the game ended now."""
    return {source["source"]: source["points"] for source in table.scores()[seat]["sources"]}


def play_all(table: Table, *moves: str) -> Table:
    """Make decisions one after the other. Return the table."""
    for move in moves:
        table.play(move)
    return table


def asked_for(table: Table, phase: str) -> list[int | None]:
    """Play the first choice while a phase lasts. Return the seats that decided, in order."""
    seats: list[int | None] = []
    while table.position()["phase"] == phase:
        seats.append(table.seat)
        table.play(table.moves()[0])
    return seats


def stacked(*track: tuple[int, list[int]]) -> list[Plain]:
    """Return a person track: the spaces, farthest first, with the seats of each from the topmost down."""
    return [{"space": space, "seats": seats} for space, seats in track]


CALM = court("3 younger_healer older_healer older_warrior", yuan=9, rice=9)
"""A court that loses no person in any event, if another has fewer helmets."""


def struck(*courts: Plain, event: str, month: int = 3, **changes: Any) -> Table:
    """Return a table after an event has struck these courts; a calm one sits after them."""
    return play_all(before_event(*courts, CALM, event=event, month=month, **changes), "pass")


def struck_by(super_event: str, *courts: Plain, event: str = "peace", month: int = 7, **changes: Any) -> Table:
    """Return a table after the event and the super event of a month have struck these courts."""
    options = {"super_event": super_event} | changes.pop("options", {})
    return play_all(before_event(*courts, event=event, month=month, options=options, **changes), "pass")


def has_moved_on(table: Table, month: int = 3) -> bool:
    """Return True if a month is over and the actions of the next are being chosen."""
    position = table.position()
    return (position["month"], position["stage"], position["phase"]) == (month + 1, "action", "act")


def stacks(table: Table) -> list[tuple[int, list[int]]]:
    """Return the spaces of the person track with their markers, farthest first, the topmost of each first."""
    return [(entry["space"], entry["seats"]) for entry in table.position()["track"]]


def possessions(table: Table, seat: int) -> Plain:
    """Return the goods, palaces, cards and points of a seat, and the space of its marker."""
    names = ("yuan", "rice", "fireworks", "small_privileges", "large_privileges", "palaces", "hand", "earned")
    own = court_of(table, seat)
    return {name: own[name] for name in names} | {"space": spaces(table)[seat]}


def before_last_card(super_event: str, *hands: list[str], display: dict[str, int], **changes: Any) -> Table:
    """Return a table before the last card of a peaceful month 7: a scholar, with none on display."""
    courts = [court("2 craftsman", hand=hand, yuan=3) for hand in hands[:-1]]
    courts.append(court("2 craftsman", hand=["scholar", *hands[-1]], yuan=3, owed=1))
    fields = {
        "stage": "person",
        "phase": "play",
        "seat": len(hands) - 1,
        "display": display,
        "events": year_with(7, "peace"),
    }
    return table_at(courts, 7, {"super_event": super_event}, **fields, **changes)


def only(**tiles: int) -> dict[str, int]:
    """Return a display with nothing else."""
    return dict.fromkeys(tiles_at_first(2), 0) | tiles
