"""REST operations for tables: everything the socket can do, the log, and the QR code."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from msgspec import Meta, Struct
from starlette.responses import Response

from palatine.core.chance import commitment
from palatine.games import game_named
from palatine.server.clock import now
from palatine.server.errors import Malformed
from palatine.server.http.context import Call
from palatine.server.http.operations import PLAY, operation
from palatine.server.ids import new_seed
from palatine.server.live.actions import Order, chair_of, check_may_be_rated
from palatine.server.messages.socket import AnswerUndo, AskTakeover, Decide, Leave, SeatAs, Sit, Start, TakeBack, Undo
from palatine.server.messages.tables import (
    Answer,
    ChairWish,
    ChatLine,
    DecisionWish,
    Done,
    NewTable,
    SeatChange,
    SeatWish,
    StartWish,
    TableView,
    UndoWish,
    Words,
)
from palatine.server.messages.views import table_view
from palatine.server.tables.log import AnyEntry, Clock, Created, read


class Since(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of entries the client already has."""

    after: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class TableLog(Struct, frozen=True):
    """Entries of a table's log."""

    entries: list[AnyEntry]


class Opened(Struct, frozen=True):
    """A new table and the link to share."""

    table: str
    link: str


def base_url(call: Call) -> str:
    """Return the address of the server, without a slash at the end."""
    return (call.server.settings.public_url or str(call.connection.base_url)).rstrip("/")


def link_to(call: Call, table: str) -> str:
    """Return the link to a table."""
    return f"{base_url(call)}/t/{table}"


@operation("POST", "/api/tables", "Open a table", needs=PLAY)
async def open_table(call: Call, body: NewTable) -> Opened:
    """If no seat is open, the game begins immediately."""
    await call.server.openings.spend_everywhere(call.me.id)
    wishes = body.seats
    players = len(wishes) if body.players is None and wishes is not None else body.players
    settings = game_named(body.game).settings(players, body.options)
    if wishes is None:
        wishes = [ChairWish("me"), *(ChairWish("open") for _ in range(settings.players - 1))]
    if len(wishes) != settings.players:
        raise Malformed("server.wrong_seats", seats=settings.players, given=len(wishes))
    chairs = tuple(chair_of(wish, call.me) for wish in wishes)
    if sum(wish.kind == "me" for wish in wishes) > 1:
        raise Malformed("server.seat_twice")
    check_may_be_rated(call.me, rated=body.rated)
    if body.rated and any(chair.kind in ("bot", "local") for chair in chairs):
        raise Malformed("server.rated_people_only")
    seed = new_seed()
    created = Created(
        at=now(),
        host=call.me.id,
        game=settings.game.name,
        rules_version=settings.game.rules_version,
        players=settings.players,
        options=dict(settings.options),
        chairs=chairs,
        public=body.public,
        rated=body.rated,
        clock=None if body.clock is None else Clock(body.clock.kind, body.clock.seconds, body.clock.increment),
        commitment=commitment(settings.game.name, settings.players, dict(settings.options), seed),
    )
    table = await call.server.hub.create(created, seed)
    return Opened(table, link_to(call, table))


@operation("GET", "/api/tables/{table}", "Show a table")
async def show_table(call: Call, table: str) -> TableView:
    """The table as everyone with its link sees it."""
    live = await call.server.hub.table(table)
    async with live.lock:
        return table_view(live.hosted, now())


@operation("GET", "/api/tables/{table}/log", "Show the log of a table")
async def show_log(call: Call, table: str, query: Since) -> TableLog:
    """All entries from number `after` on. They contain nothing hidden."""
    live = await call.server.hub.table(table)
    async with live.lock:
        logged = await call.server.store.load(table, query.after)
    return TableLog([] if logged is None else [read(entry) for entry in logged.entries])


@operation("GET", "/api/tables/{table}/qr", "Show the link to a table as a QR code")
async def show_qr(call: Call, table: str) -> Response:
    """An SVG image."""
    await call.server.hub.table(table)
    picture = io.BytesIO()
    segno.make(link_to(call, table), micro=False).save(picture, kind="svg", border=4, scale=8)
    return Response(picture.getvalue(), media_type="image/svg+xml")


async def _order(call: Call, table: str, order: Order) -> Done:
    return Done(await call.server.actions.act(table, call.person, order))


@operation("POST", "/api/tables/{table}/sit", "Take a seat", needs=PLAY, problems=(409,))
async def sit(call: Call, table: str, body: SeatWish) -> Done:
    """The game begins when the last open seat is taken."""
    return await _order(call, table, Sit(0, body.seat))


@operation("POST", "/api/tables/{table}/seat", "Set who sits in a seat", needs=PLAY, problems=(409,))
async def seat_as(call: Call, table: str, body: SeatChange) -> Done:
    """Host only, before the game begins: open, a bot, or a guest at the host's device."""
    return await _order(call, table, SeatAs(0, body.seat, body.chair))


@operation("POST", "/api/tables/{table}/start", "Start the game", needs=PLAY, problems=(409,))
async def start(call: Call, table: str, body: StartWish) -> Done:
    """Host only. Bots take the seats that are still open."""
    return await _order(call, table, Start(0, body.level))


@operation("POST", "/api/tables/{table}/leave", "Leave a table", needs=PLAY, problems=(409,))
async def leave(call: Call, table: str) -> Done:
    """Before the game the seat becomes open again; during a game a bot takes over."""
    return await _order(call, table, Leave(0))


@operation("POST", "/api/tables/{table}/decide", "Make a decision", needs=PLAY, problems=(409,))
async def decide(call: Call, table: str, body: DecisionWish) -> Done:
    """The decision is durable once this is answered. Sent twice, it counts once."""
    return await _order(call, table, Decide(0, body.ply, body.decision))


@operation("POST", "/api/tables/{table}/undo", "Undo decisions", needs=PLAY, problems=(409,))
async def undo(call: Call, table: str, body: UndoWish) -> Done:
    """Done immediately where it is fair or only bots are affected; otherwise the other players are asked."""
    return await _order(call, table, Undo(0, body.to))


@operation("POST", "/api/tables/{table}/undo/answer", "Accept or reject an undo", needs=PLAY, problems=(409,))
async def answer_undo(call: Call, table: str, body: Answer) -> Done:
    """The undo is done when all other players have accepted."""
    return await _order(call, table, AnswerUndo(0, body.consents))


@operation("POST", "/api/tables/{table}/take_back", "Take your seat back", needs=PLAY, problems=(409,))
async def take_back(call: Call, table: str) -> Done:
    """From the bot that has taken it over."""
    return await _order(call, table, TakeBack(0))


@operation("POST", "/api/tables/{table}/take_over", "Let a bot play for an absent player", needs=PLAY, problems=(409,))
async def take_over(call: Call, table: str) -> Done:
    """Done when all other connected players agree."""
    return await _order(call, table, AskTakeover(0))


@operation("POST", "/api/tables/{table}/chat", "Send a chat message", needs=PLAY)
async def say(call: Call, table: str, body: Words) -> ChatLine:
    """Plain text, for everyone at the table."""
    return await call.server.actions.say(table, call.person, body.text)
