"""Messages about the games themselves and about possible decisions: constants, outlooks, hints, variations."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from palatine.core.game import Value
from palatine.server.messages.results import SeatScore, WhichLine
from palatine.server.messages.tables import Incoming, Number, Wording

MOST_EXPLORED = 400

# -------------------------------------------------------------------------------------------------------- games


class OptionView(Struct, frozen=True):
    """An option of a game.

    `players` lists the numbers of players it applies to; `defaults` has its default by number of players. `kind` is
    "flag", "choice" or a kind of the game's own, such as "cards". A client that does not know a kind offers the `values`,
    as for a choice. For a flag or a choice `values` is complete; for other kinds the game accepts more (several names
    separated by commas, a custom layout)."""

    name: str
    kind: str
    values: list[Value]
    players: list[int]
    defaults: dict[str, Value]


class GameView(Struct, frozen=True):
    """A game on this server. `ready` is false while its rules are still being compiled; opening a table waits for that."""

    name: str
    title: str
    rules_version: int
    players: list[int]
    default_players: int
    options: list[OptionView]
    ready: bool


class GamesView(Struct, frozen=True):
    """All games."""

    games: list[GameView]


class GameConstants(Struct, frozen=True):
    """The constants of a game: the text and the fields of each decision, by its number, and the pieces as plain data.

    `by_seat` names the lists of a position that have one item per seat. Fields always have a `kind`."""

    name: str
    rules_version: int
    decisions: list[str]
    fields: list[dict[str, Any]]
    pieces: dict[str, Any]
    by_seat: list[str]


# ------------------------------------------------------------------------------------------------------ outlook


class Prospect(Struct, frozen=True):
    """The known consequences of a legal decision.

    `total` is the seat's points after it if the game ended then, `gain` the difference to now, `effects` what else it does.
    Null where it depends on something hidden."""

    decision: int
    total: int | None
    gain: int | None
    effects: dict[str, Any]


class Outlook(Struct, frozen=True):
    """The current points, and the consequences of each legal decision of the seat to move."""

    table: str
    seq: int
    ply: int
    turn: int | None
    scores: list[SeatScore]
    prospects: list[Prospect]


# ------------------------------------------------------------------------------------------------------- advice


class HintWish(Incoming, frozen=True):
    """A request for a hint, for the position after `ply` decisions."""

    ply: Number


class Considered(Struct, frozen=True):
    """A bot's evaluation of one decision: its visits in the search, the final points the seat can expect, the chance to win
    (null in a solo game), and the points it gains immediately."""

    decision: int
    text: str
    visits: int
    score: float
    win_chance: float | None
    gain: int | None


class Thoughts(Struct, frozen=True):
    """A bot's evaluation of a position: its choice, the decisions it considered (best first; empty if only one is legal),
    and the line it expects."""

    bot: str
    decision: int
    text: str
    iterations: int
    considered: list[Considered]
    line: list[str]


class Hint(Struct, frozen=True):
    """A strong bot's evaluation for the seat to move."""

    table: str
    ply: int
    turn: int
    thoughts: Thoughts


# ---------------------------------------------------------------------------------------------------- exploring


class ExploreWish(Incoming, frozen=True):
    """A variation of a finished game: the first `ply` decisions of one of its lines, then other decisions."""

    ply: Number
    decisions: Annotated[tuple[Number | Wording, ...], Meta(max_length=MOST_EXPLORED)] = ()
    line: WhichLine = "last"


class Explored(Struct, frozen=True):
    """The position of a variation. `decisions`, `texts` and `seats` describe the decisions beyond the game's own. Hidden
    fields are as they were in the game."""

    table: str
    ply: int
    decisions: list[int]
    texts: list[str]
    seats: list[int]
    turn: int | None
    over: bool
    position: Raw
    moves: Raw
    scores: list[SeatScore]
    winners: list[int]
