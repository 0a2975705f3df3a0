"""The commands of a table: each checks the table and returns the entries to append, or refuses with a reason.

Commands change nothing. The caller has authenticated `person`; `now` is the server's time in milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Collection

from palatine.core.bots import HIGHEST, LOWEST
from palatine.core.table import Decision
from palatine.server.errors import Malformed, NotAllowed, NotNow
from palatine.server.tables.log import (
    AnyEntry,
    Chair,
    Decided,
    Ended,
    Rematched,
    Resumed,
    Seated,
    Started,
    TakenBack,
    TakenOver,
    TakeoverAsked,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from palatine.server.tables.table import HostedTable

Command = Callable[[HostedTable, int], list[AnyEntry]]
"""Takes a table and the time; returns the entries to append, or raises a refusal."""

PATIENCE = 120_000
"""The milliseconds after which the others may agree to let a bot play for an absent player."""
OVERDUE = 15_000
"""The milliseconds past a deadline after which the server must have been down: the player's time restarts."""
SKEW = 2_000
"""The milliseconds by which the clocks of two processes may differ."""
LONGEST_LOG = 3000
"""The number of entries from which on a table takes only decisions. The longest games have some hundreds."""

Entries = list[AnyEntry]

# --------------------------------------------------------------------------------------------- before the game


def sit(table: HostedTable, person: str, name: str, seat: int | None, now: int) -> Entries:
    """Take an open seat, by default the first; the game begins when the last is taken."""
    _need_open(table)
    own = [place for place in table.controlled_by(person) if table.chairs[place].kind == "person"]
    if own and seat in (None, own[0]):
        return []
    if own:
        raise NotNow("server.sits_already", seat=own[0] + 1)
    free = [place for place, chair in enumerate(table.chairs) if chair.kind == "open"]
    if not free:
        raise NotNow("server.table_full")
    if seat is None:
        seat = free[0]
    _check_seat(table, seat)
    if seat not in free:
        raise NotNow("server.seat_taken", seat=seat + 1)
    entries: Entries = [Seated(now, seat, Chair("person", person, name))]
    return [*entries, Started(now)] if free == [seat] else entries


def seat_as(table: HostedTable, person: str, seat: int, chair: Chair, now: int) -> Entries:
    """Let the host set a seat: open, a bot, or a guest at the host's device."""
    _need_open(table)
    _need_host(table, person)
    _check_seat(table, seat)
    check_chair(chair)
    if chair.kind == "person":
        raise Malformed("server.chair_person")
    placed = Chair("local", person, chair.name) if chair.kind == "local" else chair
    if placed == table.chairs[seat]:
        return []
    entries: Entries = [Seated(now, seat, placed)]
    others = (other for place, other in enumerate(table.chairs) if place != seat)
    full = placed.kind != "open" and all(other.kind != "open" for other in others)
    return [*entries, Started(now)] if full else entries


def check_chair(chair: Chair) -> None:
    """Raise if a chair is not valid."""
    if chair.kind == "bot" and (chair.level is None or not LOWEST <= chair.level <= HIGHEST):
        raise Malformed("server.chair_level", lowest=LOWEST, highest=HIGHEST)
    if chair.kind != "bot" and chair.level is not None:
        raise Malformed("server.chair_no_bot")


def start(table: HostedTable, person: str, level: int, now: int) -> Entries:
    """Let the host start the game: bots of a level take the open seats."""
    if table.status == "playing":
        return []
    _need_open(table)
    _need_host(table, person)
    bot = Chair("bot", level=level)
    check_chair(bot)
    free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
    return [*(Seated(now, seat, bot) for seat in free), Started(now)]


def leave(table: HostedTable, person: str, now: int) -> Entries:
    """Leave: the seat opens again, or in a game a bot takes it over. The game ends when everyone has left.

    A player whose time has run out has not left: the game goes on with bots, and the player can take the seat back."""
    seats = [seat for seat in table.controlled_by(person) if seat not in table.taken_over or seat in table.absent]
    if table.status == "open":
        if person == table.host:
            return [Ended(now, "closed")]
        return [Seated(now, seat, Chair("open")) for seat in seats]
    if table.status != "playing":
        return []
    if not table.controlled_by(person):
        raise NotAllowed("server.not_a_player")
    if not table.others(person) and not table.away(person):
        return [Ended(now, "left")]
    return [TakenOver(now, seat, "left") for seat in seats]


# ----------------------------------------------------------------------------------------------------- deciding


def decide(table: HostedTable, person: str, ply: int, decision: Decision, now: int) -> Entries:
    """Decide at `ply`; return no entries if exactly this was decided before (a message sent twice)."""
    if 0 <= ply < table.ply and _was_decided(table, person, ply, decision):
        return []
    _need_playing(table)
    if ply != table.ply:
        raise NotNow("server.not_up_to_date", ply=ply, count=table.ply)
    seat = table.turn
    assert seat is not None
    if seat not in table.controlled_by(person):
        raise NotNow("server.not_your_turn", seat=seat + 1)
    if seat in table.taken_over:
        raise NotNow("server.bot_plays_for_you")
    resumed: Entries = [Resumed(now)] if has_jumped(table, now) else []
    return [*resumed, _decided(table, seat, decision, person, now)]


def decide_for_bot(table: HostedTable, version: int, decision: int, now: int) -> Entries:
    """Decide for a bot at a version of the position; return no entries if the table has moved on."""
    seat = table.turn
    if table.status != "playing" or version != table.version or seat is None or table.bot_level(seat) is None:
        return []
    return [_decided(table, seat, decision, None, now)]


def _decided(table: HostedTable, seat: int, decision: Decision, by: str | None, now: int) -> Decided:
    number = table.playing.number(decision)
    return Decided(now, seat, number, by, table.playing.about(number))


def _was_decided(table: HostedTable, person: str, ply: int, decision: Decision) -> bool:
    """Return True if a person made this decision, also before a change of the rules.

    A client that missed the confirmation sends its decision again."""
    game, was = table.shown, table.past[ply]
    if game is None or was.seat not in table.controlled_by(person):
        return False
    return decision in (was.decision, game.text(was.decision))


# --------------------------------------------------------------------------------------------------------- undo


def undo(table: HostedTable, person: str, to: int | None, now: int) -> Entries:
    """Undo decisions until `to` are left; by default the person's last decision and everything after it.

    It is done immediately within the person's own turn if nothing was revealed, and in games against bots. Otherwise
    the other players are asked, and a rated game refuses it. A player for whom a bot plays since the time ran out is
    asked about decisions from before that."""
    _need_playing(table)
    seats = table.controlled_by(person)
    if not seats:
        raise NotAllowed("server.not_a_player")
    own = {seat for seat in seats if seat not in table.taken_over}
    if not own:
        raise NotNow("server.bot_plays_for_you")
    game, first = table.playing, table.ply_before
    deciders = [game.decided_by(number) for number in range(len(game.decisions))]
    if to is None:
        to = first + max((number for number, seat in enumerate(deciders) if seat in own), default=-1)
    if not first <= to < table.ply:
        raise NotNow("server.nothing_to_undo")
    since = deciders[to - first :]
    practice = game.revealed_after(to - first) != game.revealed
    same_turn = set(since) == {game.seat} and game.seat in own
    if same_turn and not practice:
        return [Undone(now, person, to, practice=False)]
    others = table.asked_for_undo(person, to)
    if table.created.rated and table.people() != [person]:
        raise NotNow("server.undo_rated")
    if not others:
        return [Undone(now, person, to, practice)]
    if table.undo_request is not None:
        raise NotNow("server.undo_pending")
    return [UndoAsked(now, person, to)]


def answer_undo(table: HostedTable, person: str, consents: bool, now: int) -> Entries:
    """Consent to an undo or decline it; it is done when all have consented. The person who asked can withdraw it."""
    _need_playing(table)
    request = table.undo_request
    if request is None:
        raise NotNow("server.no_undo_asked")
    if person == request.by:
        if consents:
            raise NotNow("server.undo_own")
        return [UndoAnswered(now, person, consents=False)]
    others = table.asked_for_undo(request.by, request.to)
    if person not in others:
        raise NotAllowed("server.not_a_player")
    if person in request.consented and consents:
        return []
    entries: Entries = [UndoAnswered(now, person, consents)]
    if consents and set(others) <= {*request.consented, person}:
        game = table.playing
        practice = game.revealed_after(request.to - table.ply_before) != game.revealed
        entries.append(Undone(now, request.by, request.to, practice))
    return entries


# ----------------------------------------------------------------------------------------- clocks and absence


def check_time(table: HostedTable, now: int) -> Entries:
    """Let a bot take over the seat whose time has run out."""
    deadline, seat = table.deadline(), table.turn
    if has_jumped(table, now):
        return [Resumed(now)]
    if deadline is None or seat is None or now < deadline:
        return []
    return _taken_over(table, seat, "time", now)


def has_jumped(table: HostedTable, now: int) -> bool:
    """Return True if the server was down since a clock began to run, or if the clock was set back."""
    deadline = table.deadline()
    return deadline is not None and (now > deadline + OVERDUE or now < table.since - SKEW)


def resume(table: HostedTable, now: int) -> Entries:
    """Restart the time for the current decision, because the server was down."""
    return [] if table.deadline() is None else [Resumed(now)]


def ask_takeover(table: HostedTable, person: str, away: Collection[str], now: int) -> Entries:
    """Ask for a bot to replace the absent player whose turn it is; done when all players who are present agree."""
    _need_playing(table)
    seat = table.turn
    assert seat is not None
    if person not in table.people():
        raise NotAllowed("server.not_a_player")
    missing = table.chairs[seat].person
    if missing is None or seat in table.taken_over or missing == person:
        raise NotNow("server.no_player_awaited")
    if missing not in away:
        raise NotNow("server.player_is_there")
    if now - table.since < PATIENCE:
        raise NotNow("server.wait_longer", count=-(-(PATIENCE - (now - table.since)) // 1000))
    agreed = {*table.takeover_votes.get(seat, ()), person}
    present = {other for other in table.others(missing) if other not in away}
    if present <= agreed:
        return _taken_over(table, seat, "agreed", now)
    return [] if person in table.takeover_votes.get(seat, ()) else [TakeoverAsked(now, person, seat)]


def _taken_over(table: HostedTable, seat: int, reason: str, now: int) -> Entries:
    """Let a bot take over the seat of a player who did not leave. A game with other people goes on without them all:
    each can take the seat back, and the result counts. A person's game against bots ends."""
    entries: Entries = [TakenOver(now, seat, "time" if reason == "time" else "agreed")]
    return entries if len(table.people()) > 1 else [*entries, Ended(now, "left")]


def take_back(table: HostedTable, person: str, now: int) -> Entries:
    """Take a person's seats back from the bot."""
    _need_playing(table)
    if not table.controlled_by(person):
        raise NotAllowed("server.not_a_player")
    return [TakenBack(now, seat) for seat in table.controlled_by(person) if seat in table.taken_over]


# ------------------------------------------------------------------------------------------------ after the game


def rematch(table: HostedTable, person: str, other: str, now: int) -> Entries:
    """Record a rematch at another table, unless there is one already."""
    if table.status in ("open", "playing"):
        raise NotNow("results.not_over")
    if table.game is None:
        raise NotNow("results.never_began")
    if person not in table.people():
        raise NotAllowed("server.not_a_player")
    return [] if table.rematch is not None else [Rematched(now, other)]


# ------------------------------------------------------------------------------------------------------- checks


def within_length(table: HostedTable, entries: Entries) -> Entries:
    """Return entries that may still be added to a log; refuse what can be repeated without end once the log is long.

    Decisions bring the game to its end, so it can always be finished; and everyone can leave."""
    begins = any(isinstance(entry, Started) for entry in entries)
    if table.seq >= LONGEST_LOG and not begins and any(map(_is_repeatable, entries)):
        raise NotNow("server.log_full", most=LONGEST_LOG)
    return entries


def _is_repeatable(entry: AnyEntry) -> bool:
    if isinstance(entry, Seated):
        return entry.chair.kind != "open"
    return isinstance(entry, UndoAsked | Undone | TakeoverAsked | TakenBack)


def _need_open(table: HostedTable) -> None:
    if table.status == "ended":
        raise NotNow("server.table_closed")
    if table.status != "open":
        raise NotNow("server.has_begun")


def _need_playing(table: HostedTable) -> None:
    if table.status == "open":
        raise NotNow("server.not_begun")
    if table.status != "playing":
        raise NotNow("server.is_over")


def _need_host(table: HostedTable, person: str) -> None:
    if person != table.host:
        raise NotAllowed("server.host_only")


def _check_seat(table: HostedTable, seat: int) -> None:
    if not 0 <= seat < len(table.chairs):
        raise Malformed("server.no_such_seat", given=seat, last=len(table.chairs) - 1)
