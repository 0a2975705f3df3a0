"""Lines: the decisions of a game, from which every position can be replayed.

Views of them show open fields only; the seed is shown when the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from msgspec import UNSET, Raw

from palatine.core.chance import commitment
from palatine.core.game import Settings
from palatine.core.record import FORMAT
from palatine.core.table import Table
from palatine.server.errors import NotNow
from palatine.server.messages.results import GameRecord, NextDecision, ReplayView, ResultView, SeatScore, WhichLine
from palatine.server.messages.tables import encode
from palatine.server.messages.views import moves_in
from palatine.server.tables.log import Chair
from palatine.server.tables.table import HostedTable


@dataclass(frozen=True)
class Line:
    """A sequence of decisions from the setup or, after a change of the rules, from a position.

    `before` is the number of decisions made under older rules."""

    settings: Settings
    seed: str
    start: dict[str, Any] | None
    before: int
    decisions: tuple[int, ...]

    def table(self, ply: int | None = None) -> Table:
        """Return the game after the first decisions of this line, by default all."""
        table = Table(self.settings, self.seed, self.start)
        for decision in self.decisions[:ply]:
            table.play(decision)
        return table


def line_of(table: HostedTable, which: WhichLine = "last") -> Line:
    """Return the last line, or the original one from before the game became practice."""
    game = need_shown(table)
    decisions = game.decisions
    if which == "original" and table.original is not None:
        if table.original_after != table.ply_before:
            raise NotNow("results.old_rules")
        decisions = table.original
    return Line(table.settings, table.seed, game.start, table.ply_before, tuple(decisions))


def is_over(table: HostedTable) -> bool:
    """Return True if no decision can be made any more, so nothing has to stay hidden."""
    return table.status in ("finished", "ended")


def need_shown(table: HostedTable) -> Table:
    """Return the game of a table; refuse if it has not begun or if the current rules cannot play it."""
    if table.game is None:
        raise NotNow("results.never_began" if table.status == "ended" else "server.not_begun")
    if table.shown is None:
        raise NotNow("results.old_rules")
    return table.shown


# ------------------------------------------------------------------------------------------------------ records


def _name(chair: Chair) -> str:
    return f"level:{chair.level}" if chair.kind == "bot" else chair.name


def names_of(table: HostedTable) -> list[str]:
    """Return the player of each seat, as records name them."""
    return [_name(chair) for chair in table.chairs]


def open_record(line: Line, names: list[str]) -> GameRecord:
    """Return the record of a running game: what everyone has seen."""
    text = line.settings.game.module("actions").to_text
    return GameRecord(
        format=FORMAT,
        game=line.settings.game.name,
        rules_version=line.settings.game.rules_version,
        players=line.settings.players,
        options=dict(line.settings.options),
        decisions=[text(decision) for decision in line.decisions],
        result=None,
        seats=names,
        start=UNSET if line.start is None else line.start,
    )


def full_record(line: Line, names: list[str]) -> GameRecord:
    """Return the record of a game that is over; `palatine.load` replays it."""
    return GameRecord(**line.table().record(), seats=names)


# ------------------------------------------------------------------------------------------------------- result


def result_of(table: HostedTable) -> ResultView:
    """Return the result of a game, and its seed."""
    if not is_over(table):
        raise NotNow("results.not_over")
    line_of(table)
    game, created = table.playing, table.created
    status: Literal["finished", "ended"] = "finished" if table.status == "finished" else "ended"
    result = game.result() or {"totals": game.totals(), "winners": [], "decided_by": None}
    return ResultView(
        table=table.id,
        status=status,
        rated=created.rated,
        practice=table.practice,
        totals=result["totals"],
        winners=result["winners"],
        decided_by=result["decided_by"],
        scores=[SeatScore(score["total"], score["sources"]) for score in game.scores()],
        seed=table.seed,
        commitment=created.commitment,
        verified=commitment(created.game, created.players, created.options, table.seed) == created.commitment,
    )


# ------------------------------------------------------------------------------------------------------- replay


def check_ply(line: Line, ply: int) -> None:
    """Refuse a ply that a line does not have."""
    first, last = line.before, line.before + len(line.decisions)
    if not first <= ply <= last:
        raise NotNow("results.no_such_position", first=first, last=last)


def replayed(table_id: str, line: Line, ply: int) -> ReplayView:
    """Return the open position at a ply, its legal decisions and the decision that was made."""
    number = ply - line.before
    table = line.table(number)
    seat, following = table.seat, None
    if number < len(line.decisions) and seat is not None:
        decision = line.decisions[number]
        following = NextDecision(seat, decision, table.text(decision))
    return ReplayView(
        table=table_id,
        first=line.before,
        last=line.before + len(line.decisions),
        ply=ply,
        turn=seat,
        position=Raw(encode(table.position())),
        moves=moves_in(table),
        next=following,
    )
