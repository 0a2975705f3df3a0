"""The commands of the server's hosts at a table: end it, hand a seat over to a bot, give it back."""

from __future__ import annotations

from palatine.server.errors import Malformed, NotNow
from palatine.server.tables.log import AnyEntry, Ended, TakenBack, TakenOver
from palatine.server.tables.table import HostedTable

Entries = list[AnyEntry]


def end(table: HostedTable, now: int) -> Entries:
    """End a game early, or close an open table."""
    if table.status in ("finished", "ended"):
        raise NotNow("server.is_over")
    return [Ended(now, "admin")]


def hand_over(table: HostedTable, seat: int, now: int) -> Entries:
    """Let a bot play for a person's seat. The person can take it back."""
    _check_person(table, seat)
    if seat in table.taken_over:
        raise NotNow("hosting.bot_already", seat=seat + 1)
    others = [place for place, chair in enumerate(table.chairs) if chair.person is not None and place != seat]
    if all(place in table.taken_over for place in others):
        raise NotNow("hosting.last_person")
    return [TakenOver(now, seat, "host")]


def give_back(table: HostedTable, seat: int, now: int) -> Entries:
    """Give a seat back to its person."""
    _check_person(table, seat)
    if seat not in table.taken_over:
        raise NotNow("hosting.no_stand_in", seat=seat + 1)
    return [TakenBack(now, seat)]


def _check_person(table: HostedTable, seat: int) -> None:
    """Refuse unless a person has this seat in a running game."""
    if table.status != "playing":
        raise NotNow("server.not_begun" if table.status == "open" else "server.is_over")
    if not 0 <= seat < len(table.chairs):
        raise Malformed("server.no_such_seat", given=seat, last=len(table.chairs) - 1)
    if table.chairs[seat].person is None:
        raise NotNow("hosting.no_person", seat=seat + 1)
