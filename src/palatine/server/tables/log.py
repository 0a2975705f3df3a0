"""The log of a table: everything that happens at it, as a list of plain entries.

A table *is* its log: the entries and the secret seed rebuild it. Entries hold nothing hidden, so everyone who may see
the table may see them. `at` is the time in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Literal

import msgspec

from palatine.core.game import Value


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time limit per decision, or for the whole game with an increment per decision; in seconds."""

    kind: Literal["decision", "game"]
    seconds: int
    increment: int = 0


class Chair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The occupant of a seat: open to anyone, a person, a guest at a person's device, or a bot."""

    kind: Literal["open", "person", "local", "bot"]
    person: str | None = None
    """The person who decides for the seat: the player, or the owner of the device at which a guest plays."""
    name: str = ""
    level: int | None = None


class Entry(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """An event at a table."""

    at: int


class Created(Entry, frozen=True, tag="created"):
    """The table was opened. `commitment` binds the server to the shuffle without revealing it."""

    host: str
    game: str
    rules_version: int
    players: int
    options: dict[str, Value]
    chairs: tuple[Chair, ...]
    public: bool
    rated: bool
    clock: Clock | None
    commitment: str
    rematch_of: str | None = None


class Seated(Entry, frozen=True, tag="seated"):
    """A seat was taken, or opened again, before the game began."""

    seat: int
    chair: Chair


class Started(Entry, frozen=True, tag="started"):
    """The game began."""


class Decided(Entry, frozen=True, tag="decided"):
    """A seat decided. `by` is a person, or None for a bot.

    `about` holds what the decision's text leaves out, taken from the open position. So the log can be read without
    playing it, even after the rules have changed."""

    seat: int
    decision: int
    by: str | None
    about: dict[str, Any] = {}


class UndoAsked(Entry, frozen=True, tag="undo_asked"):
    """A person asked to undo decisions until `to` are left."""

    by: str
    to: int


class UndoAnswered(Entry, frozen=True, tag="undo_answered"):
    """A person consented to an undo, or declined or withdrew it."""

    by: str
    consents: bool


class Undone(Entry, frozen=True, tag="undone"):
    """Decisions were undone; `to` are left.

    `practice`: the undo went back before something was revealed. The game is practice from now on, and the original
    line stays on record."""

    by: str
    to: int
    practice: bool


class TakeoverAsked(Entry, frozen=True, tag="takeover_asked"):
    """A person asked for a bot to take over the seat of an absent player."""

    by: str
    seat: int


class TakenOver(Entry, frozen=True, tag="taken_over"):
    """A bot took over a seat: its time ran out, the others agreed, its player left, or a host of the server did it."""

    seat: int
    reason: Literal["time", "agreed", "left", "host"]


class TakenBack(Entry, frozen=True, tag="taken_back"):
    """The player of a seat took it back from the bot."""

    seat: int


class Resumed(Entry, frozen=True, tag="resumed"):
    """The server was down while a clock ran: the time for this decision starts again."""


class Upgraded(Entry, frozen=True, tag="upgraded"):
    """The current rules play the decisions so far differently: the game continues from the stored position."""

    rules_version: int
    position: dict[str, Any]


class Ended(Entry, frozen=True, tag="ended"):
    """The game was ended early."""

    reason: Literal["closed", "left", "admin", "rules"]


class Rematched(Entry, frozen=True, tag="rematched"):
    """A rematch was opened at another table."""

    table: str


AnyEntry = (
    Created
    | Seated
    | Started
    | Decided
    | UndoAsked
    | UndoAnswered
    | Undone
    | TakeoverAsked
    | TakenOver
    | TakenBack
    | Resumed
    | Upgraded
    | Ended
    | Rematched
)


def without_name(chair: Chair, persons: Collection[str], name: str) -> Chair:
    """Return a chair with its name replaced, if it belongs to one of these persons or to a guest at their device."""
    return msgspec.structs.replace(chair, name=name) if chair.person in persons else chair


def nameless(entry: AnyEntry, persons: Collection[str], name: str) -> AnyEntry:
    """Return an entry with the names of these persons replaced."""
    match entry:
        case Created(chairs=chairs):
            plain = tuple(without_name(chair, persons, name) for chair in chairs)
            return msgspec.structs.replace(entry, chairs=plain)
        case Seated(chair=chair):
            return msgspec.structs.replace(entry, chair=without_name(chair, persons, name))
        case _:
            return entry


def everyone_seated(entries: Iterable[AnyEntry]) -> set[str]:
    """Return all persons who ever had a seat, according to a log."""
    chairs = (
        entry.chairs if isinstance(entry, Created) else (entry.chair,) if isinstance(entry, Seated) else ()
        for entry in entries
    )
    return {chair.person for some in chairs for chair in some if chair.person is not None}


_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def written(entry: Entry) -> bytes:
    """Return an entry as JSON."""
    return _encoder.encode(entry)


def read(line: bytes | str) -> AnyEntry:
    """Return the entry that JSON describes."""
    entry: AnyEntry = _decoder.decode(line)
    return entry
