"""What a client asks for, as the command that judges it: the same for the socket and for REST."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import assert_never

from palatine.server.live.hub import Command
from palatine.server.messages.socket import AnswerUndo, AskTakeover, Decide, Leave, SeatAs, Sit, Start, TakeBack, Undo
from palatine.server.messages.tables import ChairWish
from palatine.server.people.identity import Person, tidy_name
from palatine.server.tables import commands
from palatine.server.tables.log import AnyEntry, Chair
from palatine.server.tables.table import HostedTable

Order = Decide | Undo | AnswerUndo | Sit | SeatAs | Start | Leave | TakeBack | AskTakeover


def chair_of(wish: ChairWish, person: Person) -> Chair:
    """A seat as a person has wished for it."""
    if wish.kind == "me":
        chair = Chair("person", person.id, person.name, wish.level)
    elif wish.kind == "local":
        chair = Chair("local", person.id, tidy_name(wish.name), wish.level)
    else:
        chair = Chair(wish.kind, level=wish.level)
    commands.check_chair(chair)
    return chair


def command_of(order: Order, me: Person, here: Callable[[], Collection[str]]) -> Command:
    """The command that an order means when this person gives it. `here` tells who is connected."""

    def command(table: HostedTable, at: int) -> list[AnyEntry]:
        match order:
            case Decide(made=made, decision=decision):
                return commands.decide(table, me.id, made, decision, at)
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

    return command
