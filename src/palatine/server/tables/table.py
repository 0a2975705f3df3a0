"""A table as its log describes it: seats, game, clocks.

No I/O, and no checks: entries are events that have happened. `commands` decides what may happen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from palatine.core.game import Settings
from palatine.core.table import Table
from palatine.games import game_named
from palatine.server.tables.log import (
    AnyEntry,
    Created,
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
    Upgraded,
    nameless,
    without_name,
)

Status = Literal["open", "playing", "finished", "ended"]

STAND_IN_LEVEL = 3
"""The level of the bot that stands in for an absent player."""
LEAST_LEFT = 30_000
"""The least time, in milliseconds, that a player has after taking back a seat, and after a downtime of the server."""


@dataclass(frozen=True)
class Past:
    """A decision that was made, and the milliseconds that it added to the seat's clock."""

    seat: int
    decision: int
    earned: int


@dataclass
class UndoRequest:
    """A person's request to undo decisions, and the persons who have consented."""

    by: str
    to: int
    consented: set[str] = field(default_factory=set)


class Hollow:
    """A stand-in for a game that the current rules cannot play: it only counts decisions."""

    seat = None

    def __init__(self) -> None:
        self.over = False
        self.decisions: list[int] = []

    def play(self, decision: int) -> None:
        """Count a decision."""
        self.decisions.append(decision)

    def undo(self) -> None:
        """Remove the last decision."""
        self.decisions.pop()


class HostedTable:
    """A table, built entry by entry. `seed` is secret: nothing reveals it before the end of the game."""

    def __init__(self, table_id: str, seed: str, created: Created) -> None:
        self.id = table_id
        self.hollow = False
        """True while decisions are only counted, because the current rules cannot play them."""
        self.seed = seed
        self.created = created
        self.chairs = list(created.chairs)
        self.settings: Settings = game_named(created.game).settings(created.players, created.options)
        self.game: Table | Hollow | None = None
        self.turn: int | None = None
        """The seat that is to decide."""
        self.ended: str | None = None
        self.practice = False
        self.original: list[int] | None = None
        """The decisions when the game became practice."""
        self.original_after = 0
        """The number of decisions before those, made under older rules."""
        self.taken_over: set[int] = set()
        self.absent: dict[int, int] = {}
        """The seats taken over although their players did not leave, and the ply at which each takeover began."""
        self.undo_request: UndoRequest | None = None
        self.takeover_votes: dict[int, set[str]] = {}
        self.rematch: str | None = None
        self.ply_before = 0
        """The number of decisions made before the rules changed: `game` starts after them."""
        self.version = 0
        """The number of changes of the position: a bot's decision is for one version."""
        self.seq = 1
        self.chain = b""
        """The last link of the stored log, which the next entries follow; empty if nothing is stored yet."""
        self.changed = created.at
        self.since = created.at
        """The time at which the current decision began."""
        self.spent = [0] * created.players
        """The milliseconds used of each seat's clock for the whole game."""
        self.past: list[Past] = []
        """The decisions so far, including those under older rules."""
        self._furthest = 0
        """The ply at which the time for a decision last started."""

    # ------------------------------------------------------------------------------------------------ queries

    @property
    def host(self) -> str:
        """The person who opened the table."""
        return self.created.host

    @property
    def status(self) -> Status:
        """The status of the table."""
        if self.ended:
            return "ended"
        if self.game is None:
            return "open"
        over = self.game.over if isinstance(self.game, Hollow) else self.turn is None
        return "finished" if over else "playing"

    @property
    def shown(self) -> Table | None:
        """The game, if it has begun and the current rules can play it."""
        return self.game if isinstance(self.game, Table) else None

    @property
    def playing(self) -> Table:
        """The game, which has begun."""
        assert isinstance(self.game, Table)
        return self.game

    @property
    def awaited(self) -> str | None:
        """The person who is to decide; None if a bot is, or if the game is not being played."""
        turn = self.turn
        return None if turn is None or self.bot_level(turn) is not None else self.chairs[turn].person

    @property
    def ply(self) -> int:
        """The number of decisions made so far, including those under older rules."""
        return 0 if self.game is None else self.ply_before + len(self.game.decisions)

    def controlled_by(self, person: str) -> list[int]:
        """Return the seats that belong to a person, including those that a bot has taken over."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def people(self) -> list[str]:
        """Return the persons at the table, each once, in the order of their first seats."""
        return list(dict.fromkeys(chair.person for chair in self.chairs if chair.person is not None))

    def others(self, person: str) -> list[str]:
        """Return the other persons who still decide for a seat themselves."""
        present = (
            chair.person
            for seat, chair in enumerate(self.chairs)
            if chair.person not in (None, person) and seat not in self.taken_over
        )
        return list(dict.fromkeys(other for other in present if other is not None))

    def away(self, person: str) -> list[str]:
        """Return the other persons for whom a bot plays although they did not leave: they may come back."""
        return list(dict.fromkeys(str(self.chairs[seat].person) for seat in self.absent if not self._is(seat, person)))

    def asked_for_undo(self, person: str, to: int) -> list[str]:
        """Return the others who must consent if a person wants to undo decisions until `to` are left.

        An absent player must consent too, if decisions from before the takeover would be undone."""
        present = self.others(person)
        affected = (
            str(self.chairs[seat].person)
            for seat, since in self.absent.items()
            if to < since and not self._is(seat, person)
        )
        return list(dict.fromkeys((*present, *affected)))

    def _is(self, seat: int, person: str) -> bool:
        return self.chairs[seat].person == person

    def bot_level(self, seat: int) -> int | None:
        """Return the level of the bot that decides for a seat; None if a person does."""
        chair = self.chairs[seat]
        if chair.kind == "bot":
            return chair.level
        return STAND_IN_LEVEL if seat in self.taken_over else None

    @property
    def only_bots(self) -> bool:
        """True if no seat belongs to a person. Bots that stand in for people finish the game, also unwatched."""
        return all(chair.person is None for chair in self.chairs)

    # ------------------------------------------------------------------------------------------------- clocks

    def time_left(self, seat: int, now: int) -> int | None:
        """Return the milliseconds that a seat has left; None without a clock."""
        clock = self.created.clock
        if clock is None:
            return None
        thinking = max(0, now - self.since) if seat == self.turn and self.bot_level(seat) is None else 0
        if clock.kind == "decision":
            return clock.seconds * 1000 - thinking
        return clock.seconds * 1000 - self.spent[seat] - thinking

    def deadline(self) -> int | None:
        """Return when the time of the player who is to decide runs out; None if no clock runs."""
        seat = self.turn
        if seat is None or self.created.clock is None or self.bot_level(seat) is not None:
            return None
        left = self.time_left(seat, self.since)
        assert left is not None
        return self.since + left

    def _charge(self, seat: int, at: int) -> None:
        """Count the time since the decision began against a person's seat: no more than was left, and never less than 0.

        A jump of the clock can so cost at most the time that was left for this decision."""
        clock = self.created.clock
        if clock is not None and clock.kind == "game" and self.bot_level(seat) is None:
            left = max(0, clock.seconds * 1000 - self.spent[seat])
            self.spent[seat] += min(max(0, at - self.since), left)

    def _credit(self, seat: int) -> int:
        """Add the increment for a decision to a seat's clock, and return it in milliseconds."""
        clock = self.created.clock
        earned = 0
        if clock is not None and clock.kind == "game" and self.bot_level(seat) is None:
            earned = clock.increment * 1000
        self.spent[seat] -= earned
        return earned

    def _counts_whole_game(self) -> bool:
        return self.created.clock is not None and self.created.clock.kind == "game"

    def _await(self, at: int, *, restart: bool) -> None:
        """Start waiting for a decision. `restart`: with its full time.

        A decision that is repeated after an undo in the same turn keeps its old clock; otherwise a player could decide
        and undo forever."""
        if restart or self.created.clock is None or self._counts_whole_game():
            self.since = at
        if restart:
            self._furthest = self.ply

    # ----------------------------------------------------------------------------------------------- entries

    def add(self, entry: AnyEntry) -> None:
        """Apply an entry. An impossible one raises and changes nothing."""
        match entry:
            case Seated(seat=seat, chair=chair):
                self.chairs[seat] = chair
            case Started(at=at):
                self.game = Hollow() if self.hollow else Table(self.settings, self.seed)
                self.since = at
            case Decided():
                self._decide(entry)
            case UndoAsked(by=by, to=to):
                self.undo_request = UndoRequest(by, to)
            case UndoAnswered(by=by, consents=True):
                assert self.undo_request is not None
                self.undo_request.consented.add(by)
            case UndoAnswered():
                self.undo_request = None
            case Undone():
                self._undo(entry)
            case TakeoverAsked(by=by, seat=seat):
                self.takeover_votes.setdefault(seat, set()).add(by)
            case TakenOver(seat=seat, at=at, reason=reason):
                if reason == "left":
                    self.absent.pop(seat, None)
                else:
                    self.absent[seat] = self.ply
                if seat == self.turn:
                    self._charge(seat, at)
                    self._await(at, restart=True)
                self.taken_over.add(seat)
                self.takeover_votes.pop(seat, None)
            case TakenBack(seat=seat, at=at):
                self._give_back(seat, at)
            case Resumed(at=at):
                self.since = at
                if self.turn is not None:
                    self._leave_some_time(self.turn)
            case Upgraded(position=position):
                self.version += 1
                self.ply_before = self.ply
                self.game = Hollow() if self.hollow else Table(self.settings, self.seed, position)
            case Ended(reason=reason):
                self.ended = reason
            case Rematched(table=table):
                self.rematch = table
            case Created():
                raise AssertionError("a table is created once")
        self.turn = None if self.game is None or self.ended else self.game.seat
        self.seq += 1
        self.changed = entry.at

    def unname(self, persons: Collection[str], name: str) -> bool:
        """Remove the names of deleted persons, as the log does; return True if there were any."""
        created = nameless(self.created, persons, name)
        chairs = [without_name(chair, persons, name) for chair in self.chairs]
        if (created, chairs) == (self.created, self.chairs):
            return False
        assert isinstance(created, Created)
        self.created, self.chairs = created, chairs
        return True

    def _decide(self, entry: Decided) -> None:
        assert self.game is not None
        self.game.play(entry.decision)
        self.version += 1
        self._charge(entry.seat, entry.at)
        self.past.append(Past(entry.seat, entry.decision, self._credit(entry.seat)))
        self._await(entry.at, restart=self.game.seat != entry.seat or self.ply > self._furthest)
        self.undo_request = None
        self.takeover_votes.clear()

    def _undo(self, entry: Undone) -> None:
        assert self.game is not None
        if entry.practice and self.original is None:
            self.original = list(self.game.decisions)
            self.original_after = self.ply_before
        self.practice = self.practice or entry.practice
        awaited, deciders = self.turn, set()
        if awaited is not None:
            self._charge(awaited, entry.at)
        while self.ply > entry.to:
            self.game.undo()
            undone = self.past.pop()
            self.spent[undone.seat] += undone.earned
            deciders.add(undone.seat)
        self.version += 1
        self.absent = {seat: min(since, entry.to) for seat, since in self.absent.items()}
        self._await(entry.at, restart=deciders != {awaited} or self.game.seat != awaited)
        self.undo_request = None
        self.takeover_votes.clear()

    def _give_back(self, seat: int, at: int) -> None:
        self.taken_over.discard(seat)
        self.absent.pop(seat, None)
        if seat == self.turn:
            self.since = at
        self._leave_some_time(seat)

    def _leave_some_time(self, seat: int) -> None:
        """Let a seat have at least `LEAST_LEFT`, or all its time if that is less."""
        clock = self.created.clock
        if clock is not None and clock.kind == "game":
            self.spent[seat] = min(self.spent[seat], max(0, clock.seconds * 1000 - LEAST_LEFT))


def built(table_id: str, seed: str, entries: Sequence[AnyEntry]) -> HostedTable:
    """Return the table that a log describes. Decisions from before a change of the rules are only counted."""
    upgrades = [number for number, entry in enumerate(entries) if isinstance(entry, Upgraded)]
    return _folded(table_id, seed, entries, hollow_until=upgrades[-1] if upgrades else 0)


def counted(table_id: str, seed: str, entries: Sequence[AnyEntry]) -> HostedTable:
    """Return the same table without playing any decision, for a log that the current rules cannot play."""
    return _folded(table_id, seed, entries, hollow_until=len(entries))


def _folded(table_id: str, seed: str, entries: Sequence[AnyEntry], hollow_until: int) -> HostedTable:
    created = entries[0]
    assert isinstance(created, Created)
    table = HostedTable(table_id, seed, created)
    for number, entry in enumerate(entries[1:], start=1):
        table.hollow = number < hollow_until
        table.add(entry)
    table.hollow = False
    return table
