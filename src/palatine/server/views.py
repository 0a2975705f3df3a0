"""What is told of a table: built field by field from what is open, the same for everyone."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from msgspec import Raw

from palatine.core.game import Game
from palatine.server.entries import Chair
from palatine.server.hosted import HostedTable
from palatine.server.messages import SeatView, TableLine, TableView, UndoView, encode

NOTHING = Raw(b"null")
NO_MOVES = Raw(b"[]")


@functools.cache
def _move(game: Game, decision: int) -> bytes:
    """A decision as it is sent: its number and its words."""
    return msgspec.json.encode((decision, game.module("actions").to_text(decision)))


def moves_of(table: HostedTable) -> Raw:
    """The legal decisions, as they are sent."""
    if table.turn is None:
        return NO_MOVES
    game = table.settings.game
    return Raw(b"[" + b",".join([_move(game, decision) for decision in table.playing.legal()]) + b"]")


def position_of(table: HostedTable) -> Raw:
    """The open position, as it is sent."""
    return NOTHING if table.shown is None else Raw(encode(table.shown.position()))


def seat_view(table: HostedTable, seat: int, chair: Chair) -> SeatView:
    """A seat."""
    return SeatView(chair.kind, chair.person, chair.name, table.bot_level(seat), seat in table.taken_over)


def table_view(table: HostedTable, now: int, position: Raw | None = None) -> TableView:
    """The whole table; `position` if it has been written already."""
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
        made=table.made,
        turn=turn,
        position=position_of(table) if position is None else position,
        moves=moves_of(table),
        undo=None if request is None else UndoView(request.by, request.to, sorted(request.consented)),
        takeover_wanted_by=[] if turn is None else sorted(table.takeover_votes.get(turn, ())),
        ended=table.ended,
        rematch=table.rematch,
    )


def awaited(table: HostedTable) -> str | None:
    """The person whose decision is awaited."""
    turn = table.turn
    return None if turn is None or table.bot_level(turn) is not None else table.chairs[turn].person


def table_line(table: HostedTable) -> TableLine:
    """The table in a list."""
    created = table.created
    return TableLine(
        id=table.id,
        game=created.game,
        players=created.players,
        status=table.status,
        public=created.public,
        rated=created.rated,
        host=created.host,
        made=table.made,
        awaited=awaited(table),
        changed=table.changed,
        seats=[seat_view(table, seat, chair) for seat, chair in enumerate(table.chairs)],
        clock=created.clock,
        totals=None if table.shown is None else table.shown.totals(),
    )


def row_of(table: HostedTable, position: Raw) -> dict[str, Any]:
    """The columns of the table's row, as they are to be stored."""
    turn = table.turn
    game = table.shown
    return {
        "seed": table.seed,
        "game": table.created.game,
        "players": table.created.players,
        "host": table.host,
        "public": table.created.public,
        "rated": table.created.rated,
        "practice": table.practice,
        "status": table.status,
        "seq": table.seq,
        "made": table.made,
        "awaited": awaited(table),
        "bot_awaited": turn is not None and table.bot_level(turn) is not None,
        "deadline": table.deadline(),
        "created": table.created.at,
        "changed": table.changed,
        "rules_version": table.settings.game.rules_version,
        "position": None if game is None else bytes(position),
        "result": encode(game.result()).decode() if game is not None and game.over else None,
    }
