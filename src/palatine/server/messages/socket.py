"""The messages of a table's socket: what a client sends, and what it is sent."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from palatine.server.messages.games import Outlook
from palatine.server.messages.tables import (
    LONGEST_CHAT,
    ChairWish,
    ChatLine,
    Incoming,
    Level,
    Number,
    TableView,
    Wording,
)
from palatine.server.tables.log import AnyEntry


class Ask(Incoming, frozen=True, tag_field="type"):
    """A message of a client. `id` is its own number, with which it is answered."""

    id: Number


class Decide(Ask, frozen=True, tag="decide"):
    """Make a decision."""

    ply: Number
    decision: Number | Wording


class Undo(Ask, frozen=True, tag="undo"):
    """Take decisions back."""

    to: Number | None = None


class AnswerUndo(Ask, frozen=True, tag="answer_undo"):
    """Consent to an undo, or not."""

    consents: bool


class Sit(Ask, frozen=True, tag="sit"):
    """Take a seat."""

    seat: Number | None = None


class SeatAs(Ask, frozen=True, tag="seat_as"):
    """Say who is to sit in a seat."""

    seat: Number
    chair: ChairWish


class Start(Ask, frozen=True, tag="start"):
    """Begin."""

    level: Level = 3


class Leave(Ask, frozen=True, tag="leave"):
    """Get up from the table."""


class TakeBack(Ask, frozen=True, tag="take_back"):
    """Play on oneself."""


class AskTakeover(Ask, frozen=True, tag="ask_takeover"):
    """Let a bot play for whoever is awaited."""


class Say(Ask, frozen=True, tag="say"):
    """Say something at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Ping(Ask, frozen=True, tag="ping"):
    """Is anybody there?"""


AnyAsk = Decide | Undo | AnswerUndo | Sit | SeatAs | Start | Leave | TakeBack | AskTakeover | Say | Ping


class Tell(Struct, frozen=True, tag_field="type"):
    """A message of the server."""


class State(Tell, frozen=True, tag="state"):
    """The table as it stands, with the entries since the one that was asked for: the first message of a socket.

    `outlook` is there if the socket was opened with it: that of this position, null before the game begins."""

    table: TableView
    entries: list[AnyEntry]
    chat: list[ChatLine]
    here: list[str]
    you: str | None
    outlook: Outlook | UnsetType | None = UNSET


class Update(Tell, frozen=True, tag="update"):
    """Something has happened: the entries from `seq` - their number on, and the table as it stands now.

    `accepted` is the number of one's own message by which it has happened: it is done, and durable. `outlook` is there if
    the socket was opened with it: that of this position, null before the game begins or if it could not be computed."""

    entries: list[AnyEntry]
    table: TableView
    accepted: int | UnsetType = UNSET
    outlook: Outlook | UnsetType | None = UNSET


class Said(Tell, frozen=True, tag="said"):
    """Somebody has said something."""

    line: ChatLine


class Here(Tell, frozen=True, tag="here"):
    """Who is connected."""

    here: list[str]


class Accepted(Tell, frozen=True, tag="accepted"):
    """What was asked for is done, and durable, and there is no news of it (it had been done before, or was said)."""

    id: int
    seq: int


class Refused(Tell, frozen=True, tag="refused"):
    """What was asked for is not done. `id` is null if the message was not understood at all."""

    id: int | None
    problem: str
    text: str
    reason: str | None = None
    """Why a decision is not legal, without the list of those that are."""


class Bye(Tell, frozen=True, tag="bye"):
    """The server goes away for a moment, or this connection is too slow: connect again."""

    reason: Literal["restart", "slow", "replaced"]


class Pong(Tell, frozen=True, tag="pong"):
    """Somebody is there."""

    id: int


AnyTell = State | Update | Said | Here | Accepted | Refused | Bye | Pong

decode_ask = msgspec.json.Decoder(AnyAsk).decode


def extended(message: bytes, *, accepted: int | None = None, outlook: bytes | None = None) -> bytes:
    """Return an encoded state or update with the fields that not all listeners get: the message is encoded once for all."""
    fields = b"" if accepted is None else b',"accepted":%d' % accepted
    fields += b"" if outlook is None else b',"outlook":' + outlook
    return message[:-1] + fields + b"}" if fields else message
