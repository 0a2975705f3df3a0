"""What is told of finished games and of the people who played them: lists, records, replays, analyses, ratings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from palatine.core.game import Value
from palatine.server.messages.tables import Incoming, Number, PersonView, TableLine

LONGEST_PAGE = 50
FARTHEST = 10_000

GameName = Annotated[str, Meta(max_length=40)]
PlayerCount = Annotated[int, Meta(ge=1, le=8)]
Offset = Annotated[int, Meta(ge=0, le=FARTHEST)]
PageSize = Annotated[int, Meta(ge=1, le=LONGEST_PAGE)]
WhichLine = Literal["last", "original"]

# -------------------------------------------------------------------------------------------------------- lists


class LobbyQuery(Incoming, frozen=True):
    """Of one game, or of all."""

    game: GameName | None = None


class Lobby(Struct, frozen=True):
    """Public tables, newest first: those where a seat is open, and those where a game can be watched."""

    open: list[TableLine]
    running: list[TableLine]


class MyTablesQuery(Incoming, frozen=True):
    """Which of one's tables, and from which on."""

    list: Literal["waiting", "running", "finished"] = "waiting"
    offset: Offset = 0
    limit: PageSize = 20


class Tables(Struct, frozen=True):
    """A page of a list of tables. `more`: there are others after them."""

    tables: list[TableLine]
    more: bool


# ------------------------------------------------------------------------------------------------------ ratings


class LeaderboardQuery(Incoming, frozen=True):
    """A game with a number of players, and from which place on."""

    game: GameName
    players: PlayerCount
    offset: Offset = 0
    limit: PageSize = 20


class LeaderboardLine(Struct, frozen=True):
    """`rating` is one that the person almost surely has, `mu` the most likely one."""

    place: int
    person: PersonView
    rating: float
    mu: float
    games: int


class Leaderboard(Struct, frozen=True):
    """The best of a game with a number of players, among those who have played it often enough."""

    game: str
    players: int
    least_games: int
    lines: list[LeaderboardLine]
    more: bool


class RatingView(Struct, frozen=True):
    """A person's rating in a game with a number of players."""

    game: str
    players: int
    rating: float
    mu: float
    games: int


class Profile(Struct, frozen=True):
    """Somebody, as everyone may see them."""

    person: PersonView
    ratings: list[RatingView]


class GameFigures(Struct, frozen=True):
    """What a person has achieved in a game with a number of players. `rating` is null without rated games."""

    game: str
    players: int
    games: int
    wins: int
    mean_points: float
    best: int
    rating: RatingView | None


class PersonFigures(Struct, frozen=True):
    """What a person has achieved in all finished games, rated or not."""

    person: PersonView
    games: list[GameFigures]


class FinishedGames(Struct, frozen=True):
    """How many games were finished."""

    game: str
    players: int
    finished: int


class ServerFigures(Struct, frozen=True):
    """What has been played on this server, counted at the time `at`."""

    at: int
    games: list[FinishedGames]


# ----------------------------------------------------------------------------------------------- finished games


class RecordQuery(Incoming, frozen=True):
    """The game as it was played last, or, of a game that became practice, as it was before."""

    line: WhichLine = "last"


class GameRecord(Struct, frozen=True):
    """A game as plain data. `seed` and `positions`, with which it can be replayed, are there once it is over."""

    format: int
    game: str
    rules_version: int
    players: int
    options: dict[str, Value]
    decisions: list[str]
    result: dict[str, Any] | None
    seats: list[str]
    start: dict[str, Any] | UnsetType = UNSET
    seed: int | str | UnsetType = UNSET
    positions: list[list[int | str]] | UnsetType = UNSET


class SeatScore(Struct, frozen=True):
    """The points of a seat, and where they come from."""

    total: int
    sources: list[dict[str, Any]]


class ResultView(Struct, frozen=True):
    """How a game ended. `verified`: the seed, told now, is the one that the commitment of the start was made from."""

    table: str
    status: Literal["finished", "ended"]
    rated: bool
    practice: bool
    totals: list[int]
    winners: list[int]
    decided_by: str | None
    scores: list[SeatScore]
    seed: str
    commitment: str
    verified: bool


class ReplayQuery(Incoming, frozen=True):
    """After how many decisions, and in which line of a game that became practice."""

    ply: Number
    line: WhichLine = "last"


class NextDecision(Struct, frozen=True):
    """What was decided."""

    seat: int
    decision: int
    text: str


class ReplayView(Struct, frozen=True):
    """A game after some of its decisions: what was open then, what was legal, and what was decided next."""

    table: str
    first: int
    last: int
    ply: int
    turn: int | None
    position: Raw
    moves: Raw
    next: NextDecision | None


class RematchView(Struct, frozen=True):
    """Where those who played meet again, and the link to it."""

    table: str
    link: str


# ----------------------------------------------------------------------------------------------------- analysis


class Judged(Struct, frozen=True):
    """What the bot thinks of a decision, made after `ply` others.

    `chances` are the chances of all seats to win before it (none in a game alone), `points` those that the seat could
    expect (null where there was nothing to choose). `best` is what the bot would have done, and `lost_…` how much more it
    expects of that. `visits` tells how closely it has looked at what was decided; 0: not at all, then at least as much is
    lost."""

    ply: int
    seat: int
    decided: str
    best: str
    chances: list[float]
    points: float | None
    lost_points: float
    lost_chance: float
    visits: int


class AnalysisView(Struct, frozen=True):
    """An analysis and how far it is, 0 to 1. When it is done: every decision, the chances at the end, and the decisions
    that cost most, by their place in `decisions`."""

    table: str
    status: Literal["waiting", "running", "done", "failed"]
    progress: float
    bot: str
    decisions: list[Judged] = []
    final: list[float] = []
    costly: list[int] = []
