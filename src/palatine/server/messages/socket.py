"""The messages of a table's socket, in both directions."""

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
    """A message from a client. The answer to it carries the same `id`."""

    id: Number


class Decide(Ask, frozen=True, tag="decide"):
    """Make a decision."""

    ply: Number
    decision: Number | Wording


class Undo(Ask, frozen=True, tag="undo"):
    """Undo decisions."""

    to: Number | None = None


class AnswerUndo(Ask, frozen=True, tag="answer_undo"):
    """Accept or reject an undo."""

    consents: bool


class Sit(Ask, frozen=True, tag="sit"):
    """Take a seat."""

    seat: Number | None = None


class SeatAs(Ask, frozen=True, tag="seat_as"):
    """Set who sits in a seat (host only)."""

    seat: Number
    chair: ChairWish


class Start(Ask, frozen=True, tag="start"):
    """Start the game (host only)."""

    level: Level = 3


class Leave(Ask, frozen=True, tag="leave"):
    """Leave the table."""


class TakeBack(Ask, frozen=True, tag="take_back"):
    """Take your seat back from the bot that plays for you."""


class AskTakeover(Ask, frozen=True, tag="ask_takeover"):
    """Vote that a bot take over for the player to move, who is away."""


class Say(Ask, frozen=True, tag="say"):
    """Send a chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Ping(Ask, frozen=True, tag="ping"):
    """Check that the connection is alive."""


AnyAsk = Decide | Undo | AnswerUndo | Sit | SeatAs | Start | Leave | TakeBack | AskTakeover | Say | Ping


class Tell(Struct, frozen=True, tag_field="type"):
    """A message from the server."""


class State(Tell, frozen=True, tag="state"):
    """The current table, with the log entries from `after` on: the first message of a socket.

    `outlook`, sent if the socket was opened with `?outlook=1`, belongs to this position. It is null before the game
    begins."""

    table: TableView
    entries: list[AnyEntry]
    chat: list[ChatLine]
    here: list[str]
    you: str | None
    outlook: Outlook | UnsetType | None = UNSET


class Update(Tell, frozen=True, tag="update"):
    """New log entries, ending at the table's `seq`, and the table after them.

    `accepted` is the id of your own message that caused them; the change is durable. `outlook`, sent if the socket was
    opened with `?outlook=1`, belongs to this position. It is null before the game begins or if it could not be computed."""

    entries: list[AnyEntry]
    table: TableView
    accepted: int | UnsetType = UNSET
    outlook: Outlook | UnsetType | None = UNSET


class Said(Tell, frozen=True, tag="said"):
    """A new chat message."""

    line: ChatLine


class Here(Tell, frozen=True, tag="here"):
    """The people connected to the table."""

    here: list[str]


class Accepted(Tell, frozen=True, tag="accepted"):
    """The request is done and durable, and changed nothing in the log: a repeated request, or a chat message."""

    id: int
    seq: int


class Refused(Tell, frozen=True, tag="refused"):
    """The request was refused. `id` is null if the message could not be parsed."""

    id: int | None
    problem: str
    text: str
    reason: str | None = None
    """The reason why a decision is not legal, without the list of legal ones."""


class Bye(Tell, frozen=True, tag="bye"):
    """The server closes the connection, because it restarts or the client is too slow. Connect again."""

    reason: Literal["restart", "slow", "replaced"]


class Pong(Tell, frozen=True, tag="pong"):
    """The answer to a ping."""

    id: int


AnyTell = State | Update | Said | Here | Accepted | Refused | Bye | Pong

decode_ask = msgspec.json.Decoder(AnyAsk).decode


def extended(message: bytes, *, accepted: int | None = None, outlook: bytes | None = None) -> bytes:
    """Return an encoded state or update with fields for one listener added.

    The message itself is encoded only once for all listeners."""
    fields = b"" if accepted is None else b',"accepted":%d' % accepted
    fields += b"" if outlook is None else b',"outlook":' + outlook
    return message[:-1] + fields + b"}" if fields else message
