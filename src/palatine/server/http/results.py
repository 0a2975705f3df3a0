"""The REST operations of games that were played: record, result, replay, analysis, rematch."""

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


@operation("GET", "/api/tables/{table}/record", "The record of a game", problems=(409,))
async def show_record(call: Call, table: str, query: RecordQuery) -> GameRecord:
    """Before the end: the decisions that were made. After it: the whole record, with the seed, which can be replayed;
    of a game that became practice also the line that was played before."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line, names, over = line_of(live.hosted, query.line), names_of(live.hosted), is_over(live.hosted)
    if not over:
        return open_record(line, names)
    return await asyncio.to_thread(full_record, line, names)


@operation("GET", "/api/tables/{table}/result", "The result of a game", problems=(409,))
async def show_result(call: Call, table: str) -> ResultView:
    """Points by source, winners, and the seed, verified against the commitment that was published at the start."""
    live = await call.server.hub.table(table)
    async with live.lock:
        return result_of(live.hosted)


@operation("GET", "/api/tables/{table}/replay", "A game after some of its decisions", problems=(409,))
async def show_replay(call: Call, table: str, query: ReplayQuery) -> ReplayView:
    """What was open then, the decisions that were legal, and the one that was made."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line = line_of(live.hosted, query.line)
    check_ply(line, query.ply)
    return await asyncio.to_thread(replayed, table, line, query.ply)


@operation("POST", "/api/tables/{table}/analysis", "Ask for an analysis", needs=PLAY, problems=(409,))
async def ask_analysis(call: Call, table: str) -> AnalysisView:
    """Let a bot judge every decision of a finished game, in the background; asked for twice it is made once."""
    live = await call.server.hub.table(table)
    return await call.server.analysis_queue.ask(live.hosted, call.me.id)


@operation("GET", "/api/tables/{table}/analysis", "An analysis and how far it is")
async def show_analysis(call: Call, table: str) -> AnalysisView:
    """Its progress; when it is done, what every decision was worth, and those that cost most."""
    return await call.server.analysis_queue.show(table)


@operation("POST", "/api/tables/{table}/rematch", "Meet again", needs=PLAY, problems=(409,))
async def ask_rematch(call: Call, table: str) -> RematchView:
    """A new table with the same settings, seats turned by one; the same one for everybody who asks."""
    live = await call.server.hub.table(table)
    if live.hosted.rematch is None:
        call.server.openings.spend(call.me.id)
    other = await rematch.rematch(call.server.hub, table, call.me)
    return RematchView(other, link_to(call, other))
