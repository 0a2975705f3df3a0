"""Variations: lines of a finished game that were never played."""

from __future__ import annotations

from msgspec import Raw

from palatine.core.errors import DecisionError
from palatine.core.table import Table
from palatine.server.errors import NotNow
from palatine.server.history.line import Line, check_ply, is_over, line_of
from palatine.server.history.outlook import scores_in
from palatine.server.messages.games import Explored, ExploreWish
from palatine.server.messages.tables import encode
from palatine.server.messages.views import moves_in
from palatine.server.tables.table import HostedTable


def line_to_leave(table: HostedTable, wish: ExploreWish) -> Line:
    """Return the line that a variation starts from. Refuse it while the game runs: variations reveal hidden fields."""
    line = line_of(table, wish.line)
    if not is_over(table):
        raise NotNow("results.not_over")
    check_ply(line, wish.ply)
    return line


def explore(line: Line, wish: ExploreWish) -> Table:
    """Return the game after the line's first decisions followed by those of the variation."""
    table = line.table(wish.ply - line.before)
    for number, decision in enumerate(wish.decisions, start=1):
        try:
            table.play(decision)
        except DecisionError as problem:
            raise NotNow("results.not_explored", number=number, reason=problem) from problem
    return table


def explored(table_id: str, table: Table, wish: ExploreWish) -> Explored:
    """Return the view of a variation."""
    count = len(wish.decisions)
    first = len(table.decisions) - count
    decisions = table.decisions[first:]
    return Explored(
        table=table_id,
        ply=wish.ply,
        decisions=decisions,
        texts=[table.text(decision) for decision in decisions],
        seats=[table.decided_by(first + number) for number in range(count)],
        turn=table.seat,
        over=table.over,
        position=Raw(encode(table.position())),
        moves=moves_in(table),
        scores=scores_in(table.question()),
        winners=table.winners(),
    )
