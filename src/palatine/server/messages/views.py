"""Views of a table, built field by field from open fields and the same for everyone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from palatine.core.game import Value
from palatine.core.table import Table
from palatine.games import game_named
from palatine.server.messages.tables import SeatView, TableLine, TableView, UndoView, encode
from palatine.server.tables.log import Chair, Clock
from palatine.server.tables.table import HostedTable

NOTHING = Raw(b"null")
NO_MOVES = Raw(b"[]")


class _Moves(dict[int, bytes]):
    """The decisions of a game as encoded pairs of number and text, each encoded when first needed."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._to_text: Callable[[int], str] = game_named(game).module("actions").to_text

    def __missing__(self, decision: int) -> bytes:
        self[decision] = msgspec.json.encode((decision, self._to_text(decision)))
        return self[decision]


_moves = functools.cache(_Moves)


def moves_in(table: Table) -> Raw:
    """Return the legal decisions of a game, encoded."""
    known = _moves(table.game.name)
    return Raw(b"[%b]" % b",".join([known[decision] for decision in table.legal()]))


def moves_of(table: HostedTable) -> Raw:
    """Return the legal decisions at a hosted table, encoded."""
    return NO_MOVES if table.turn is None else moves_in(table.playing)


def position_of(table: HostedTable) -> Raw:
    """Return the open position, encoded."""
    return NOTHING if table.shown is None else Raw(encode(table.shown.position()))


def seat_view(table: HostedTable, seat: int, chair: Chair) -> SeatView:
    """Return the view of a seat."""
    return SeatView(chair.kind, chair.person, chair.name, table.bot_level(seat), seat in table.taken_over)


def table_view(table: HostedTable, now: int, position: Raw | None = None) -> TableView:
    """Return the view of a table. Pass `position` if it is already encoded."""
    created, request, turn = table.created, table.undo_request, table.turn
    return TableView(
        id=table.id,
        seq=table.seq,
        status=table.status,
        game=created.game,
        players=created.players,
        options=created.options,
        host=created.host,
        public=created.public,
        rated=created.rated,
        practice=table.practice,
        commitment=created.commitment,
        seats=[seat_view(table, seat, chair) for seat, chair in enumerate(table.chairs)],
        clock=created.clock,
        time_left=[table.time_left(seat, now) for seat in range(created.players)],
        now=now,
        ply=table.ply,
        turn=turn,
        position=position_of(table) if position is None else position,
        moves=moves_of(table),
        undo=None if request is None else UndoView(request.by, request.to, sorted(request.consented)),
        takeover_wanted_by=[] if turn is None else sorted(table.takeover_votes.get(turn, ())),
        ended=table.ended,
        rematch=table.rematch,
    )


class Summary(Struct, frozen=True):
    """The part of a table's line in a list that is not a column of its row.

    It is stored with the row, so that lists need not rebuild tables."""

    options: dict[str, Value]
    seats: list[SeatView]
    clock: Clock | None
    totals: list[int] | None
    winners: list[int] | None


def summary_of(table: HostedTable) -> Summary:
    """Return the current summary of a table."""
    created, game = table.created, table.shown
    return Summary(
        options=created.options,
        seats=[seat_view(table, seat, chair) for seat, chair in enumerate(table.chairs)],
        clock=created.clock,
        totals=game.totals() if game is not None and game.over else None,
        winners=game.winners() if game is not None and game.over else None,
    )


summary_in = msgspec.json.Decoder(Summary).decode
"""Return a stored summary."""


def nameless_summary(text: str, persons: Collection[str], replacement: str) -> str:
    """Return a stored summary with the names of some persons replaced."""
    summary = summary_in(text)
    seats = [replace(seat, name=replacement) if seat.person in persons else seat for seat in summary.seats]
    return encode(replace(summary, seats=seats)).decode()


def table_line(row: Any) -> TableLine:
    """Return a table's line in a list, from its row."""
    summary = summary_in(row.summary)
    return TableLine(
        id=row.id,
        game=row.game,
        players=row.players,
        options=summary.options,
        status=row.status,
        public=row.public,
        rated=row.rated,
        practice=row.practice,
        host=row.host,
        ply=row.ply,
        awaited=row.awaited,
        created=row.created,
        changed=row.changed,
        seats=summary.seats,
        clock=summary.clock,
        totals=summary.totals,
        winners=summary.winners,
    )


def row_of(table: HostedTable, position: Raw) -> dict[str, Any]:
    """Return the columns of a table's row that change with every decision."""
    turn = table.turn
    return {
        "seq": table.seq,
        "ply": table.ply,
        "awaited": table.awaited,
        "bot_awaited": turn is not None and table.bot_level(turn) is not None and not table.only_bots,
        "deadline": table.deadline(),
        "changed": table.changed,
        "rules_version": table.settings.game.rules_version,
        "position": None if table.shown is None else bytes(position),
    }


def whole_row_of(table: HostedTable, position: Raw) -> dict[str, Any]:
    """Return all columns of a table's row, to store when a game begins or ends or players change."""
    created, game = table.created, table.shown
    return row_of(table, position) | {
        "seed": table.seed,
        "game": created.game,
        "players": created.players,
        "host": table.host,
        "public": created.public,
        "rated": created.rated,
        "practice": table.practice,
        "status": table.status,
        "created": created.at,
        "result": encode(game.result()).decode() if game is not None and game.over else None,
        "summary": encode(summary_of(table)).decode(),
    }
