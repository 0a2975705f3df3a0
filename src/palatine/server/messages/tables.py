"""REST bodies for tables, and the types that all messages share.

The OpenAPI document and the TypeScript types of the app are generated from these. Views are built field by field from
open fields; none of them has a field for a seed.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from palatine.core.game import Value
from palatine.core.words import LANGUAGES
from palatine.server.tables.log import Clock

LONGEST_NAME = 24
LONGEST_CHAT = 300
LONGEST_DECISION = 80
LARGEST_MESSAGE = 16_384

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Seconds = Annotated[int, Meta(ge=5, le=14 * 24 * 3600)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Wording = Annotated[str, Meta(min_length=1, max_length=LONGEST_DECISION)]
Level = Annotated[int, Meta(ge=1, le=5)]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]


class Incoming(Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a client. Unknown fields are refused."""


# ------------------------------------------------------------------------------------------------------- people


class PersonView(Struct, frozen=True):
    """A person as others see them."""

    id: str
    name: str
    kind: Literal["guest", "account", "bot", "gone"]


class Me(Struct, frozen=True):
    """The person who sent the request."""

    id: str
    name: str
    kind: str
    language: str


class Arrival(Incoming, frozen=True):
    """A new guest."""

    name: Name
    language: Language | None = None


# ------------------------------------------------------------------------------------------------------- tables


class ClockWish(Incoming, frozen=True):
    """A clock: `seconds` for each decision, or for the whole game plus `increment` for each decision."""

    kind: Literal["decision", "game"]
    seconds: Seconds
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class ChairWish(Incoming, frozen=True):
    """The player wanted in a seat."""

    kind: Literal["open", "me", "local", "bot"]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    level: Level | None = None


class NewTable(Incoming, frozen=True):
    """A table to open. Without `seats` the host takes the first seat and the others are open."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Annotated[dict[str, Value], Meta(max_length=40)] = {}
    seats: Annotated[list[ChairWish], Meta(max_length=8)] | None = None
    public: bool = False
    rated: bool = False
    clock: ClockWish | None = None


class SeatView(Struct, frozen=True):
    """A seat and its player. `bot` is the level of the bot that plays here, also if it has `taken_over` from a person."""

    kind: Literal["open", "person", "local", "bot"]
    person: str | None
    name: str
    bot: int | None
    taken_over: bool


class UndoView(Struct, frozen=True):
    """A requested undo."""

    by: str
    to: int
    consented: list[str]


class TableView(Struct, frozen=True):
    """A table as everyone with its link sees it. Times are in milliseconds; `time_left` is as of `now`.

    `moves` are the legal decisions of the seat to move, as pairs of number and text."""

    id: str
    seq: int
    status: Literal["open", "playing", "finished", "ended"]
    game: str
    players: int
    options: dict[str, Value]
    host: str
    public: bool
    rated: bool
    practice: bool
    commitment: str
    seats: list[SeatView]
    clock: Clock | None
    time_left: list[int | None]
    now: int
    ply: int
    turn: int | None
    position: Raw
    moves: Raw
    undo: UndoView | None
    takeover_wanted_by: list[str]
    ended: str | None
    rematch: str | None


class TableLine(Struct, frozen=True):
    """A table in a list. `awaited` is the person to move; `totals` and `winners` are null until the game is over."""

    id: str
    game: str
    players: int
    options: dict[str, Value]
    status: Literal["open", "playing", "finished", "ended"]
    public: bool
    rated: bool
    practice: bool
    host: str
    ply: int
    awaited: str | None
    created: int
    changed: int
    seats: list[SeatView]
    clock: Clock | None
    totals: list[int] | None
    winners: list[int] | None


class SeatWish(Incoming, frozen=True):
    """The seat to take, counted from 0; any open seat if null."""

    seat: Number | None = None


class SeatChange(Incoming, frozen=True):
    """The host's choice of a player for a seat."""

    seat: Number
    chair: ChairWish


class StartWish(Incoming, frozen=True):
    """A request to start. Bots of this level take the open seats."""

    level: Level = 3


class DecisionWish(Incoming, frozen=True):
    """A decision, by number or text, for the position after `ply` decisions."""

    ply: Number
    decision: Number | Wording


class UndoWish(Incoming, frozen=True):
    """An undo that leaves `to` decisions; by default it takes back your own last one."""

    to: Number | None = None


class Answer(Incoming, frozen=True):
    """An answer to a requested undo."""

    consents: bool


class Words(Incoming, frozen=True):
    """A chat message to send."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class ChatLine(Struct, frozen=True):
    """A chat message."""

    number: int
    at: int
    person: str
    name: str
    text: str


class Done(Struct, frozen=True):
    """The request is done and durable. `seq` is the number of entries in the table's log."""

    seq: int


class Problem(Struct, frozen=True):
    """A refusal: a key for programs and a sentence for people."""

    problem: str
    text: str
    reason: str | None = None
    """The reason why a decision is not legal, without the list of legal ones."""


encode = msgspec.json.Encoder().encode
