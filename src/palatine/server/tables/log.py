"""The log of a table: everything that happens at it, as plain entries in one row.

A table *is* its log: whoever has the entries and the sealed seed can build it again. Entries never hold anything sealed,
so that they can be shown to everyone who may see the table. `at` is when, in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Literal

import msgspec

from palatine.core.game import Value


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may think: for each decision, or for the whole game with something added for each decision."""

    kind: Literal["decision", "game"]
    seconds: int
    increment: int = 0


class Chair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit in a seat: whoever comes, a person, a guest at a person's device, or a bot of a level."""

    kind: Literal["open", "person", "local", "bot"]
    person: str | None = None
    """Who decides for the seat: the person itself, or the one at whose device a guest plays."""
    name: str = ""
    level: int | None = None


class Entry(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that has happened at a table."""

    at: int


class Created(Entry, frozen=True, tag="created"):
    """The table was opened. `commitment` binds the server to the shuffle without telling it."""

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
    """A seat was given to someone, or became open again, before the game began."""

    seat: int
    chair: Chair


class Started(Entry, frozen=True, tag="started"):
    """The game began."""


class Decided(Entry, frozen=True, tag="decided"):
    """A seat decided. `by` is a person, or None for a bot. `about` is what the decision's words leave out and the open
    position told then: the log can be read without playing it, also when the rules of another day would play it otherwise."""

    seat: int
    decision: int
    by: str | None
    about: dict[str, Any] = {}


class UndoAsked(Entry, frozen=True, tag="undo_asked"):
    """A person asked to take decisions back, so that `to` of them are left."""

    by: str
    to: int


class UndoAnswered(Entry, frozen=True, tag="undo_answered"):
    """A person consented, or did not."""

    by: str
    consents: bool


class Undone(Entry, frozen=True, tag="undone"):
    """Decisions were taken back, `to` of them are left. With `practice` something revealed was taken back too: from here
    on the game is practice, and the record of what was played before stands."""

    by: str
    to: int
    practice: bool


class TakeoverAsked(Entry, frozen=True, tag="takeover_asked"):
    """A person wants a bot to decide for a seat whose player is away."""

    by: str
    seat: int


class TakenOver(Entry, frozen=True, tag="taken_over"):
    """A bot decides for a seat from now on: its time was out, the others agreed, or its player left."""

    seat: int
    reason: Literal["time", "agreed", "left"]


class TakenBack(Entry, frozen=True, tag="taken_back"):
    """The player of a seat is back."""

    seat: int


class Resumed(Entry, frozen=True, tag="resumed"):
    """The server was away while a clock ran: the time of this decision begins anew."""


class Upgraded(Entry, frozen=True, tag="upgraded"):
    """The rules of today play the decisions so far differently: the game goes on from the position as it was."""

    rules_version: int
    position: dict[str, Any]


class Ended(Entry, frozen=True, tag="ended"):
    """The game was ended before its end."""

    reason: Literal["closed", "left", "admin", "rules"]


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people meet again at another table."""

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
    """A seat with a name that tells nothing, if it is one of these persons' or of a guest at their device."""
    return msgspec.structs.replace(chair, name=name) if chair.person in persons else chair


def nameless(entry: AnyEntry, persons: Collection[str], name: str) -> AnyEntry:
    """An entry without the names of persons."""
    match entry:
        case Created(chairs=chairs):
            plain = tuple(without_name(chair, persons, name) for chair in chairs)
            return msgspec.structs.replace(entry, chairs=plain)
        case Seated(chair=chair):
            return msgspec.structs.replace(entry, chair=without_name(chair, persons, name))
        case _:
            return entry


def everyone_seated(entries: Iterable[AnyEntry]) -> set[str]:
    """Everyone who has ever had a seat, by a log."""
    chairs = (
        entry.chairs if isinstance(entry, Created) else (entry.chair,) if isinstance(entry, Seated) else ()
        for entry in entries
    )
    return {chair.person for some in chairs for chair in some if chair.person is not None}


_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def written(entry: Entry) -> bytes:
    """An entry as it is stored."""
    return _encoder.encode(entry)


def read(line: bytes | str) -> AnyEntry:
    """An entry as it was stored."""
    entry: AnyEntry = _decoder.decode(line)
    return entry
