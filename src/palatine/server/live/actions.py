"""People's actions at tables: the same checks and commands for the WebSocket and for REST."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple, assert_never

from palatine.server.errors import Failed, NotAllowed
from palatine.server.live.hub import Hub
from palatine.server.live.live_table import Asked
from palatine.server.messages.socket import (
    AnswerUndo,
    AskTakeover,
    Decide,
    Leave,
    Ping,
    Say,
    SeatAs,
    Sit,
    Start,
    TakeBack,
    Undo,
    decode_ask,
)
from palatine.server.messages.tables import ChairWish, ChatLine, encode
from palatine.server.people.blocks import check_meeting
from palatine.server.people.identity import People, Person, tidy_name
from palatine.server.rate_limits import Limit
from palatine.server.tables import commands
from palatine.server.tables.commands import Command
from palatine.server.tables.log import AnyEntry, Chair
from palatine.server.tables.table import HostedTable

Order = Decide | Undo | AnswerUndo | Sit | SeatAs | Start | Leave | TakeBack | AskTakeover


class Named(NamedTuple):
    """A person whom another process knows."""

    id: str
    name: str


class Actions:
    """Executes people's actions at tables. Every permission that an action requires is checked here."""

    def __init__(self, hub: Hub, people: People, chatter: Limit) -> None:
        self._hub = hub
        self._people = people
        self._chatter = chatter
        hub.forwarding.carry_out = self.carry_out

    async def act(self, table_id: str, person: Person | None, order: Order, asked: Asked | None = None) -> int:
        """Execute an order, and return the length of the table's log. `asked`: the listener that sent it.

        The owner of the table executes it. If that is another process which does not answer, or refuses the order, this
        one executes it, with the same result; except for an undo, which may have been done and is not to be done twice."""
        me = await self._people.admit(person, "play")
        hub, live = self._hub, await self._hub.table(table_id)
        if isinstance(order, Sit):
            check_may_be_rated(me, rated=live.hosted.created.rated)
            await check_meeting(hub.store, me.id, live.hosted.host)
        owner = await hub.forwarding.owner(table_id)
        if owner is not None:
            answer = await hub.forwarding.ask(owner, table_id, me.id, me.name, encode(order), asked)
            if answer is not None and not answer.refused:
                if live.seq < answer.seq:
                    await hub.sync.refresh(live)
                return answer.seq
            if answer is None and isinstance(order, Undo):
                raise Failed("server.failed")
        return await hub.act(table_id, command_of(order, me, live.here), asked=asked)

    async def carry_out(self, table_id: str, person: str, name: str, order: bytes, asked: Asked) -> int:
        """Execute an order that another process has admitted and forwarded."""
        live = await self._hub.table(table_id)
        ask = decode_ask(order)
        assert not isinstance(ask, Say | Ping)
        return await self._hub.act(table_id, command_of(ask, Named(person, name), live.here), asked=asked)

    async def say(self, table_id: str, person: Person | None, text: str) -> ChatLine:
        """Send a chat line at a table. While a rated game is played, only its players may: advice would be unfair."""
        me = await self._people.admit(person, "play")
        self._people.standings.check_chat(me.id)
        hosted = (await self._hub.table(table_id)).hosted
        if hosted.created.rated and hosted.status == "playing" and me.id not in hosted.people():
            raise NotAllowed("server.chat_players_only")
        self._chatter.spend(me.id)
        return await self._hub.say(table_id, me, text)


def check_may_be_rated(person: Person, *, rated: bool) -> None:
    """Refuse a guest at a rated table: anyone could be as many guests as they like, and win against them."""
    if rated and person.kind == "guest":
        raise NotAllowed("server.rated_accounts_only")


def chair_of(wish: ChairWish, person: Person | Named) -> Chair:
    """Return the chair that a person asks for."""
    if wish.kind == "me":
        chair = Chair("person", person.id, person.name, wish.level)
    elif wish.kind == "local":
        chair = Chair("local", person.id, tidy_name(wish.name), wish.level)
    else:
        chair = Chair(wish.kind, level=wish.level)
    commands.check_chair(chair)
    return chair


def command_of(order: Order, me: Person | Named, here: Callable[[], Collection[str]]) -> Command:
    """Return the command for an order by this person. `here` returns the connected persons."""

    def ordered(table: HostedTable, at: int) -> list[AnyEntry]:
        match order:
            case Decide(ply=ply, decision=decision):
                return commands.decide(table, me.id, ply, decision, at)
            case Undo(to=to):
                return commands.undo(table, me.id, to, at)
            case AnswerUndo(consents=consents):
                return commands.answer_undo(table, me.id, consents, at)
            case Sit(seat=seat):
                return commands.sit(table, me.id, me.name, seat, at)
            case SeatAs(seat=seat, chair=wish):
                return commands.seat_as(table, me.id, seat, chair_of(wish, me), at)
            case Start(level=level):
                return commands.start(table, me.id, level, at)
            case Leave():
                return commands.leave(table, me.id, at)
            case TakeBack():
                return commands.take_back(table, me.id, at)
            case AskTakeover():
                present = here()
                away = [person for person in table.people() if person not in present]
                return commands.ask_takeover(table, me.id, away, at)
            case _:
                assert_never(order)

    return lambda table, at: commands.within_length(table, ordered(table, at))
