"""Messages about finished games and their players: lists, records, replays, analyses, ratings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from palatine.core.game import Value
from palatine.server.messages.tables import LONGEST_NAME, Incoming, Number, PersonView, TableLine

LONGEST_PAGE = 50
FARTHEST = 10_000
LATEST = 10**14
"""The latest time in a filter, in milliseconds: beyond the year 5000."""

GameName = Annotated[str, Meta(max_length=40)]
PlayerCount = Annotated[int, Meta(ge=1, le=8)]
Offset = Annotated[int, Meta(ge=0, le=FARTHEST)]
PageSize = Annotated[int, Meta(ge=1, le=LONGEST_PAGE)]
Milliseconds = Annotated[int, Meta(ge=0, le=LATEST)]
WhichLine = Literal["last", "original"]

# -------------------------------------------------------------------------------------------------------- lists


class LobbyQuery(Incoming, frozen=True):
    """A filter by game; all games without it."""

    game: GameName | None = None


class Lobby(Struct, frozen=True):
    """Public tables, newest first: those with an open seat, and running games to watch."""

    open: list[TableLine]
    running: list[TableLine]


class TablesQuery(Incoming, frozen=True):
    """A page of a person's tables, and filters.

    `opponent`: a part of another player's name. `result`: that of the person; a shared first place is won. `since` and
    `until`: when the table last changed, in milliseconds since 1970; `until` is excluded."""

    offset: Offset = 0
    limit: PageSize = 20
    game: GameName | None = None
    opponent: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)] | None = None
    result: Literal["won", "lost"] | None = None
    since: Milliseconds | None = None
    until: Milliseconds | None = None


class MyTablesQuery(TablesQuery, frozen=True):
    """A page of one of your three lists, and filters as for other people's tables."""

    list: Literal["waiting", "running", "finished"] = "waiting"


class Tables(Struct, frozen=True):
    """A page of a list of tables. `more` is true if there is another page."""

    tables: list[TableLine]
    more: bool


# ------------------------------------------------------------------------------------------------------ ratings


class LeaderboardQuery(Incoming, frozen=True):
    """A page of the leaderboard of a game with a number of players."""

    game: GameName
    players: PlayerCount
    offset: Offset = 0
    limit: PageSize = 20


class LeaderboardLine(Struct, frozen=True):
    """A place on the leaderboard. `rating` is a cautious estimate of the person's strength, `mu` the most likely one."""

    place: int
    person: PersonView
    rating: float
    mu: float
    games: int


class Leaderboard(Struct, frozen=True):
    """The best players of a game with a number of players: accounts with `least_games` rated games against at least
    `least_opponents` different people."""

    game: str
    players: int
    least_games: int
    least_opponents: int
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
    """The public profile of a person."""

    person: PersonView
    ratings: list[RatingView]


class GameFigures(Struct, frozen=True):
    """A person's statistics for a game with a number of players. `rating` is null without rated games."""

    game: str
    players: int
    games: int
    wins: int
    mean_points: float
    best: int
    rating: RatingView | None


class PersonFigures(Struct, frozen=True):
    """A person's statistics over all finished games, rated or not, without practice."""

    person: PersonView
    games: list[GameFigures]


class FinishedGames(Struct, frozen=True):
    """The number of finished games of one kind."""

    game: str
    players: int
    finished: int


class ServerFigures(Struct, frozen=True):
    """The number of games finished on this server, as of `at`."""

    at: int
    games: list[FinishedGames]


# ----------------------------------------------------------------------------------------------- finished games


class RecordQuery(Incoming, frozen=True):
    """The line of the game to return: the last one played, or the original one if an undo made the game practice."""

    line: WhichLine = "last"


class GameRecord(Struct, frozen=True):
    """A game as plain data. A finished game also has `seed` and `positions`, so it can be replayed."""

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
    """The points of a seat and their sources."""

    total: int
    sources: list[dict[str, Any]]


class ResultView(Struct, frozen=True):
    """The result of a game. `verified` is true if the seed, published now, matches the commitment published at the start."""

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
    """The position to replay: the number of decisions, and the line if an undo made the game practice."""

    ply: Number
    line: WhichLine = "last"


class NextDecision(Struct, frozen=True):
    """The decision that follows."""

    seat: int
    decision: int
    text: str


class ReplayView(Struct, frozen=True):
    """A game after `ply` decisions: the open position, the legal decisions, and the decision that followed."""

    table: str
    first: int
    last: int
    ply: int
    turn: int | None
    position: Raw
    moves: Raw
    next: NextDecision | None


class RematchView(Struct, frozen=True):
    """The table of the rematch and its link."""

    table: str
    link: str


# ----------------------------------------------------------------------------------------------------- analysis


class Judged(Struct, frozen=True):
    """A bot's evaluation of the decision made after `ply` others.

    `chances` are each seat's chances to win before it (empty in a solo game), `points` the points the seat could expect
    (null if only one decision was legal). `best` is the bot's choice; `lost_points` and `lost_chance` are what it expects
    to gain by it over the decision made. `visits` counts the search's visits to the decision made; if it is 0, the losses
    are lower bounds."""

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
    """An analysis and its progress, 0 to 1. When done it has every decision, the chances at the end, and the costliest
    decisions as indexes into `decisions`."""

    table: str
    status: Literal["waiting", "running", "done", "failed"]
    progress: float
    bot: str
    decisions: list[Judged] = []
    final: list[float] = []
    costly: list[int] = []
