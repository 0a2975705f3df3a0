"""What is told of the games themselves, and of what might be decided: facts, outlooks, hints, other lines."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from palatine.core.game import Value
from palatine.server.messages.results import SeatScore, WhichLine
from palatine.server.messages.tables import Incoming, Number, Wording

MOST_EXPLORED = 400

# -------------------------------------------------------------------------------------------------------- games


class OptionView(Struct, frozen=True):
    """An option of a game. `players`: the numbers of players it is for; `defaults`: its value if none is given, by the
    number of players. `kind` is "flag", "choice" or a word of the game's own, such as "cards": a client that does not
    know the word offers the `values`, as for a choice. Of a flag or a choice they are all there are; of another kind
    the game takes more (several names with commas between them, a layout of one's own)."""

    name: str
    kind: str
    values: list[Value]
    players: list[int]
    defaults: dict[str, Value]


class GameView(Struct, frozen=True):
    """A game that can be played here. `ready`: its rules are compiled; otherwise they are being prepared, and opening a
    table takes until they are."""

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
    """What never changes of a game: the words and the fields of each decision, by its number, its pieces as plain data, and
    the lists of its positions that have an entry for each seat (`by_seat`). Fields always have a `kind`."""

    name: str
    rules_version: int
    decisions: list[str]
    fields: list[dict[str, Any]]
    pieces: dict[str, Any]
    by_seat: list[str]


# ------------------------------------------------------------------------------------------------------ outlook


class Prospect(Struct, frozen=True):
    """What is known of a legal decision before it is made: the `total` points of the seat after it, were the game to end
    then, how many it would `gain` by it, and what else it does. Null where that depends on what is not known yet."""

    decision: int
    total: int | None
    gain: int | None
    effects: dict[str, Any]


class Outlook(Struct, frozen=True):
    """The points as they stand, and what each decision of the seat whose turn it is would bring."""

    table: str
    seq: int
    ply: int
    turn: int | None
    scores: list[SeatScore]
    prospects: list[Prospect]


# ------------------------------------------------------------------------------------------------------- advice


class HintWish(Incoming, frozen=True):
    """A hint for the position after `ply` decisions."""

    ply: Number


class Considered(Struct, frozen=True):
    """A decision that a bot has considered: how often it has looked at it, the final points that the seat may expect of it,
    its chance to win (null in a game alone), and what it gains at once."""

    decision: int
    text: str
    visits: int
    score: float
    win_chance: float | None
    gain: int | None


class Thoughts(Struct, frozen=True):
    """What a bot thinks: what it would decide, what it has considered (the best first; nothing where there is nothing to
    choose), and how it expects the game to go on."""

    bot: str
    decision: int
    text: str
    iterations: int
    considered: list[Considered]
    line: list[str]


class Hint(Struct, frozen=True):
    """What a strong bot thinks of a position, in the place of the seat whose turn it is."""

    table: str
    ply: int
    turn: int
    thoughts: Thoughts


# ---------------------------------------------------------------------------------------------------- exploring


class ExploreWish(Incoming, frozen=True):
    """A position that might have been: after the first `ply` decisions of a line of a finished game, then others."""

    ply: Number
    decisions: Annotated[tuple[Number | Wording, ...], Meta(max_length=MOST_EXPLORED)] = ()
    line: WhichLine = "last"


class Explored(Struct, frozen=True):
    """A position that might have been. `decisions` and `texts` are those made beyond the game's own, `seats` who made
    them; what is hidden is as it was in the game."""

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
