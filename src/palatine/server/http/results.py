"""REST operations for played games: record, result, replay, analysis, rematch."""

from __future__ import annotations

import asyncio

from palatine.server.history.line import (
    check_ply,
    full_record,
    is_over,
    line_of,
    names_of,
    open_record,
    replayed,
    result_of,
)
from palatine.server.http.context import Call
from palatine.server.http.operations import PLAY, operation
from palatine.server.http.tables import link_to
from palatine.server.live import rematch
from palatine.server.messages.results import (
    AnalysisView,
    GameRecord,
    RecordQuery,
    RematchView,
    ReplayQuery,
    ReplayView,
    ResultView,
)


@operation("GET", "/api/tables/{table}/record", "Show the record of a game", problems=(409,))
async def show_record(call: Call, table: str, query: RecordQuery) -> GameRecord:
    """Of a running game: the decisions made so far. Of a finished one: the full record with its seed, which replays. If an
    undo made the game practice, the original line is available too."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line, names, over = line_of(live.hosted, query.line), names_of(live.hosted), is_over(live.hosted)
    if not over:
        return open_record(line, names)
    return await asyncio.to_thread(full_record, line, names)


@operation("GET", "/api/tables/{table}/result", "Show the result of a game", problems=(409,))
async def show_result(call: Call, table: str) -> ResultView:
    """Points by source, winners, and the seed, verified against the commitment published at the start."""
    live = await call.server.hub.table(table)
    async with live.lock:
        return result_of(live.hosted)


@operation("GET", "/api/tables/{table}/replay", "Replay a game up to a decision", problems=(409,))
async def show_replay(call: Call, table: str, query: ReplayQuery) -> ReplayView:
    """The open position, the legal decisions, and the decision that followed."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line = line_of(live.hosted, query.line)
    check_ply(line, query.ply)
    return await asyncio.to_thread(replayed, table, line, query.ply)


@operation("POST", "/api/tables/{table}/analysis", "Ask for an analysis", needs=PLAY, problems=(409,))
async def ask_analysis(call: Call, table: str) -> AnalysisView:
    """A bot evaluates every decision of a finished game in the background. A repeated request returns the same analysis."""
    live = await call.server.hub.table(table)
    queue = call.server.analysis_queue
    if not await queue.has(table):
        await call.server.analyses.spend_everywhere(call.address)
    return await queue.ask(live.hosted, call.me.id)


@operation("GET", "/api/tables/{table}/analysis", "Show an analysis or its progress")
async def show_analysis(call: Call, table: str) -> AnalysisView:
    """The progress; once done, the evaluation of every decision and the costliest ones."""
    return await call.server.analysis_queue.show(table)


@operation("POST", "/api/tables/{table}/rematch", "Offer or join a rematch", needs=PLAY, problems=(409,))
async def ask_rematch(call: Call, table: str) -> RematchView:
    """A new table with the same settings and the seats rotated by one. All players get the same table."""
    live = await call.server.hub.table(table)
    if live.hosted.rematch is None:
        await call.server.openings.spend_everywhere(call.me.id)
    other = await rematch.rematch(call.server.hub, table, call.me)
    return RematchView(other, link_to(call, other))
