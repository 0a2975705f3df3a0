"""The bodies of REST: tables, and what all messages share. Everything that goes over the wire is defined once.

The OpenAPI document and the TypeScript types of the browser app are made from these. What a client gets is built field
by field from what is open: nothing here has a place for a seed.
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
    """What a client sends; a field that is not known is a mistake."""


# ------------------------------------------------------------------------------------------------------- people


class PersonView(Struct, frozen=True):
    """Somebody, as others see them."""

    id: str
    name: str
    kind: Literal["guest", "account", "bot", "gone"]


class Me(Struct, frozen=True):
    """Whoever is asking."""

    id: str
    name: str
    kind: str
    language: str


class Arrival(Incoming, frozen=True):
    """Somebody comes as a guest."""

    name: Name
    language: Language | None = None


# ------------------------------------------------------------------------------------------------------- tables


class ClockWish(Incoming, frozen=True):
    """A clock: so many seconds for each decision, or for the game with some added for each decision."""

    kind: Literal["decision", "game"]
    seconds: Seconds
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class ChairWish(Incoming, frozen=True):
    """Who is to sit in a seat."""

    kind: Literal["open", "me", "local", "bot"]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    level: Level | None = None


class NewTable(Incoming, frozen=True):
    """A table to be opened. Without `seats` whoever opens it has the first one and the others are open."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Annotated[dict[str, Value], Meta(max_length=40)] = {}
    seats: Annotated[list[ChairWish], Meta(max_length=8)] | None = None
    public: bool = False
    rated: bool = False
    clock: ClockWish | None = None


class SeatView(Struct, frozen=True):
    """A seat and who sits in it. `bot` is the level of the bot that decides, also for a person it has `taken_over` from."""

    kind: Literal["open", "person", "local", "bot"]
    person: str | None
    name: str
    bot: int | None
    taken_over: bool


class UndoView(Struct, frozen=True):
    """An undo that was asked for."""

    by: str
    to: int
    consented: list[str]


class TableView(Struct, frozen=True):
    """A table as everyone sees it who may see it. Times in milliseconds; `time_left` as of `now`.

    `moves` are the legal decisions of the seat whose turn it is: pairs of a number and its words."""

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
    """A table in a list. `awaited` is the person who is to decide; `totals` are the points as they stand."""

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
    """A seat by its number, or any."""

    seat: Number | None = None


class SeatChange(Incoming, frozen=True):
    """The host's word on who is to sit in a seat."""

    seat: Number
    chair: ChairWish


class StartWish(Incoming, frozen=True):
    """Begin; bots of this level take the seats that are open."""

    level: Level = 3


class DecisionWish(Incoming, frozen=True):
    """A decision, by its number or in words, to be made after `ply` decisions."""

    ply: Number
    decision: Number | Wording


class UndoWish(Incoming, frozen=True):
    """Take decisions back so that `to` are left; by default one's own last one."""

    to: Number | None = None


class Answer(Incoming, frozen=True):
    """Yes or no."""

    consents: bool


class Words(Incoming, frozen=True):
    """Something to say."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class ChatLine(Struct, frozen=True):
    """Something that was said."""

    number: int
    at: int
    person: str
    name: str
    text: str


class Done(Struct, frozen=True):
    """It is done, and durable. `seq` is how many entries the log of the table has."""

    seq: int


class Problem(Struct, frozen=True):
    """Why something was not done: a key for programs, a sentence for people."""

    problem: str
    text: str
    reason: str | None = None
    """Why a decision is not legal, without the list of those that are."""


encode = msgspec.json.Encoder().encode
