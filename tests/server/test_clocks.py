"""Clocks charge the right player, hand over to a bot when time runs out, and never charge for a downtime."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from palatine.server.broadcast import NoBroadcast
from palatine.server.clock import ServerClock, now, use
from palatine.server.live.appends import opening
from palatine.server.live.hub import Hub
from palatine.server.live.janitor import Janitor
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.commands import OVERDUE, PATIENCE, Command
from palatine.server.tables.log import AnyEntry, Clock, Created, read
from palatine.server.tables.table import LEAST_LEFT
from palatine.server.thinking.pool import Pool
from server.logged import ANN, BOB, SEED, START, LoggedTable, bot, created, person

SECOND = 1000
MINUTE = 60 * SECOND
A_MINUTE_EACH = Clock("decision", 60)
TEN_MINUTES = Clock("game", 600, increment=5)


def game_with(clock: Clock, *, ply: int = 0) -> LoggedTable:
    game = LoggedTable(person(ANN), person(BOB), clock=clock)
    game.decides(START, ply)
    return game


def left(game: LoggedTable, seat: int, at: int) -> int | None:
    return game.table.time_left(seat, START + at)


def look(game: LoggedTable, at: int) -> list[str]:
    """Check the clock."""
    return game.does(commands.check_time(game.table, START + at))


# -------------------------------------------------------------------------------------------- for each decision


def test_every_decision_gets_the_full_time() -> None:
    game = game_with(A_MINUTE_EACH)
    assert (left(game, 0, 20 * SECOND), left(game, 1, 20 * SECOND)) == (40 * SECOND, MINUTE)
    assert game.table.deadline() == START + MINUTE
    game.decides(START + 50 * SECOND)
    assert game.table.awaited == BOB
    assert (left(game, 0, MINUTE), left(game, 1, MINUTE)) == (MINUTE, 50 * SECOND)
    assert game.table.deadline() == START + 110 * SECOND


def test_a_bot_takes_over_when_the_time_runs_out() -> None:
    game = game_with(A_MINUTE_EACH)
    assert look(game, MINUTE - 1) == []
    assert look(game, MINUTE) == ["TakenOver"]
    assert (game.table.awaited, game.table.bot_level(0), game.table.deadline()) == (None, 3, None)
    assert look(game, MINUTE + 1) == [], "only once"
    game.decides(START + 2 * MINUTE)
    assert game.table.awaited == BOB, "the others continue"


def test_a_player_who_takes_the_seat_back_gets_the_full_time() -> None:
    game = game_with(A_MINUTE_EACH)
    look(game, MINUTE)
    game.does(commands.take_back(game.table, ANN, START + 5 * MINUTE))
    assert left(game, 0, 5 * MINUTE) == MINUTE
    assert game.table.deadline() == START + 6 * MINUTE


def test_a_game_against_bots_ends_when_the_player_runs_out_of_time() -> None:
    game = LoggedTable(person(ANN), bot(), clock=A_MINUTE_EACH)
    assert look(game, MINUTE) == ["TakenOver", "Ended"]
    assert (game.table.status, game.table.turn) == ("ended", None)


def test_players_who_all_ran_out_of_time_can_take_their_seats_back() -> None:
    game = game_with(A_MINUTE_EACH)
    look(game, MINUTE)
    game.decides(START + MINUTE)
    assert look(game, 2 * MINUTE) == ["TakenOver"]
    assert (game.table.status, game.table.taken_over) == ("playing", {0, 1})
    assert game.does(commands.take_back(game.table, ANN, START + 5 * MINUTE)) == ["TakenBack"]


def test_a_bot_has_no_clock() -> None:
    game = LoggedTable(person(ANN), bot(), clock=A_MINUTE_EACH)
    game.decides(START)
    assert game.table.deadline() is None
    assert look(game, 5 * MINUTE) == []


def test_a_player_who_leaves_does_not_change_the_deadline() -> None:
    game = game_with(A_MINUTE_EACH)
    game.does(commands.leave(game.table, BOB, START + 30 * SECOND))
    assert game.table.deadline() == START + MINUTE


# ------------------------------------------------------------------------------------------- for the whole game


def test_a_decision_uses_time_and_adds_the_increment() -> None:
    game = game_with(TEN_MINUTES)
    game.decides(START + 2 * MINUTE)
    game.decides(START + 3 * MINUTE)
    assert left(game, 0, 3 * MINUTE) == 8 * MINUTE + 5 * SECOND
    assert left(game, 1, 3 * MINUTE) == 9 * MINUTE + 5 * SECOND
    assert game.table.awaited == ANN
    assert game.table.deadline() == START + 11 * MINUTE + 5 * SECOND


def test_quick_decisions_gain_time() -> None:
    game = game_with(TEN_MINUTES, ply=4)
    assert (left(game, 0, 0), left(game, 1, 0)) == (10 * MINUTE + 10 * SECOND, 10 * MINUTE + 10 * SECOND)


def test_a_bot_takes_over_when_the_time_for_the_game_runs_out() -> None:
    game = game_with(TEN_MINUTES)
    game.decides(START + 9 * MINUTE)
    game.decides(START + 9 * MINUTE)
    assert look(game, 10 * MINUTE + 5 * SECOND - 1) == []
    assert look(game, 10 * MINUTE + 5 * SECOND) == ["TakenOver"]
    assert left(game, 0, 11 * MINUTE) == 0, "no increment without a decision"
    game.decides(START + 11 * MINUTE)
    assert left(game, 0, 11 * MINUTE) == 0, "no increment for the bot's decision"


def test_a_player_out_of_time_who_takes_the_seat_back_gets_the_least_time() -> None:
    game = game_with(TEN_MINUTES)
    look(game, 10 * MINUTE)
    game.does(commands.take_back(game.table, ANN, START + 20 * MINUTE))
    assert left(game, 0, 20 * MINUTE) == LEAST_LEFT
    assert look(game, 20 * MINUTE + LEAST_LEFT) == ["TakenOver"]


def test_a_player_with_time_left_keeps_it_while_a_bot_plays() -> None:
    game = game_with(TEN_MINUTES)
    game.does(commands.ask_takeover(game.table, BOB, [ANN], START + PATIENCE))
    game.does(commands.take_back(game.table, ANN, START + 20 * MINUTE))
    assert left(game, 0, 20 * MINUTE) == 8 * MINUTE


# ------------------------------------------------------------------------------------------ the server was down


@pytest.mark.parametrize("clock", [A_MINUTE_EACH, TEN_MINUTES])
def test_a_deadline_missed_during_a_downtime_restarts_the_clock(clock: Clock) -> None:
    game = game_with(clock)
    whole = clock.seconds * SECOND
    assert look(game, whole + OVERDUE + 1) == ["Resumed"]
    assert game.table.awaited == ANN
    assert left(game, 0, whole + OVERDUE + 1) == whole
    assert look(game, whole + OVERDUE + 2) == []


def test_a_deadline_missed_just_now_counts() -> None:
    assert look(game_with(A_MINUTE_EACH), MINUTE + OVERDUE) == ["TakenOver"]


# --------------------------------------------------------------------------------------------- undo gains no time


def undo(game: LoggedTable, at: int) -> None:
    assert game.does(commands.undo(game.table, ANN, None, START + at)) == ["Undone"]


def test_time_used_before_an_undo_counts() -> None:
    game = game_with(TEN_MINUTES, ply=4)
    before = left(game, 0, 0)
    assert before is not None
    for minute in range(1, 4):
        game.decides(START + minute * MINUTE)
        undo(game, minute * MINUTE + 30 * SECOND)
    assert left(game, 0, 3 * MINUTE + 30 * SECOND) == before - 3 * MINUTE - 30 * SECOND, "without increments"


def test_deciding_and_undoing_does_not_extend_the_deadline() -> None:
    game = game_with(A_MINUTE_EACH, ply=4)
    game.decides(START + 50 * SECOND)
    assert game.table.deadline() == START + 110 * SECOND
    undo(game, 70 * SECOND)
    assert game.table.deadline() == START + 110 * SECOND
    game.decides(START + 80 * SECOND)
    assert game.table.deadline() == START + 110 * SECOND
    undo(game, 90 * SECOND)
    assert look(game, 110 * SECOND) == ["TakenOver"]


def test_the_next_player_gets_the_full_time_after_an_undo() -> None:
    game = game_with(A_MINUTE_EACH, ply=5)
    undo(game, 10 * SECOND)
    game.decides(START + 20 * SECOND, times=2)
    assert game.table.awaited == BOB
    assert game.table.deadline() == START + 80 * SECOND


def test_an_undo_by_consent_gives_the_full_time() -> None:
    game = game_with(A_MINUTE_EACH, ply=2)
    game.does(commands.undo(game.table, ANN, 0, START + 10 * SECOND))
    game.does(commands.answer_undo(game.table, BOB, True, START + 50 * SECOND))
    assert (game.table.awaited, game.table.deadline()) == (ANN, START + 110 * SECOND)


# ------------------------------------------------------------------------------------------------- a real server


class Desk:
    """The tables of a server with their store."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub

    async def log(self, table: str) -> list[AnyEntry]:
        logged = await self.store.load(table)
        assert logged is not None
        return [read(entry) for entry in logged.entries]

    async def until(self, table: str, done: Callable[[], bool]) -> None:
        """Wait until a condition holds, checking it whenever the table sends a message."""
        page = Page()
        live = await self.hub.listen(table, page, None)
        async with asyncio.timeout(60):
            while not done():
                page.received.clear()
                await page.received.wait()
        self.hub.leave(live, page)


class Page:
    """A listener that stores its messages."""

    person: str | None = None
    wants_outlook = False

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.received = asyncio.Event()

    def send(self, payload: bytes) -> None:
        self.messages.append(payload)
        self.received.set()

    def end(self) -> None:
        """Do nothing."""


@contextlib.asynccontextmanager
async def desk(folder: Path) -> AsyncIterator[Desk]:
    store, pool = Store(f"sqlite:///{folder / 'clocks.db'}"), Pool(1)
    store.open()
    hub = Hub(store, pool, NoBroadcast())
    try:
        yield Desk(store, hub)
    finally:
        await hub.close()
        await pool.close()
        store.close()


def begun_before(milliseconds: int, clock: Clock) -> Created:
    return created(person(ANN), person(BOB), clock=clock, at=now() - milliseconds)


def deciding(who: str, ply: int) -> Command:
    return lambda table, at: commands.decide(table, who, ply, table.playing.legal()[0], at)


def on(folder: Path, work: Callable[[Desk], Awaitable[None]]) -> None:
    async def run() -> None:
        async with desk(folder) as one:
            await work(one)

    asyncio.run(run())


def test_the_bot_takes_over_unasked_and_the_player_can_come_back(tmp_path: Path) -> None:
    async def play(server: Desk) -> None:
        table = await server.hub.create(begun_before(MINUTE, A_MINUTE_EACH), SEED)
        live = await server.hub.table(table)
        await server.until(table, lambda: live.hosted.ply == 1)
        assert (live.hosted.taken_over, live.hosted.awaited) == ({0}, BOB)
        await server.hub.act(table, lambda hosted, at: commands.take_back(hosted, ANN, at))
        await server.hub.act(table, deciding(BOB, 1))
        await server.hub.act(table, deciding(ANN, 2))
        kinds = [type(entry).__name__ for entry in await server.log(table)]
        assert kinds == ["Created", "Started", "TakenOver", "Decided", "TakenBack", "Decided", "Decided"]

    on(tmp_path, play)


@pytest.mark.parametrize("away", [5 * SECOND, OVERDUE + MINUTE, 3600 * SECOND])
@pytest.mark.parametrize("clock", [A_MINUTE_EACH, TEN_MINUTES])
def test_no_player_loses_time_to_a_downtime(tmp_path: Path, clock: Clock, away: int) -> None:
    whole = clock.seconds * SECOND

    async def stop(server: Desk) -> None:
        table = begun_before(whole + away, clock)
        await server.store.write(opening("the-table", table, SEED))

    async def start(server: Desk) -> None:
        janitor = Janitor(server.hub, alone=True)
        began = now()
        await janitor.open()
        live = await server.hub.table("the-table")
        assert [type(entry).__name__ for entry in await server.log("the-table")] == ["Created", "Started", "Resumed"]
        assert (live.hosted.awaited, live.hosted.time_left(0, live.hosted.since)) == (ANN, whole)
        assert live.hosted.since >= began
        await janitor.close()

    on(tmp_path, stop)
    on(tmp_path, start)


def test_a_clock_of_days_does_not_restart_with_the_server(tmp_path: Path) -> None:
    async def stop(server: Desk) -> None:
        await server.store.write(opening("the-table", begun_before(MINUTE, Clock("decision", 3 * 24 * 3600)), SEED))

    async def start(server: Desk) -> None:
        janitor = Janitor(server.hub, alone=True)
        await janitor.open()
        assert len(await server.log("the-table")) == 2
        await janitor.close()

    on(tmp_path, stop)
    on(tmp_path, start)


def test_clients_see_the_time_left(tmp_path: Path) -> None:
    async def play(server: Desk) -> None:
        table = await server.hub.create(begun_before(20 * SECOND, A_MINUTE_EACH), SEED)
        page = Page()
        live = await server.hub.listen(table, page, None)
        seen = msgspec.json.decode(page.messages[0])["table"]
        assert seen["time_left"][0] == live.hosted.since + MINUTE - seen["now"]
        assert 30 * SECOND < seen["time_left"][0] <= 40 * SECOND
        assert seen["time_left"][1] == MINUTE
        server.hub.leave(live, page)

    on(tmp_path, play)


# ---------------------------------------------------------------------------------------- jumps of the wall clock


def test_the_servers_clock_takes_over_a_jump_of_the_wall_clock_only_on_request() -> None:
    wall, monotonic = 1_000_000_000, 0
    clock = ServerClock(lambda: wall, lambda: monotonic)
    wall, monotonic = wall + 3600 * 10**9, monotonic + 10**9
    assert clock.now() == 2_000
    assert clock.follow() == 3599 * SECOND
    assert clock.now() == 3601 * SECOND


def test_the_time_restarts_once_even_if_none_was_left() -> None:
    game = game_with(Clock("game", 600))
    game.decides(START + 610 * SECOND)
    game.decides(START + 611 * SECOND)
    assert (game.table.awaited, left(game, 0, 611 * SECOND)) == (ANN, 0)
    late = 611 * SECOND + 3600 * SECOND
    assert look(game, late) == ["Resumed"]
    assert left(game, 0, late) == LEAST_LEFT
    assert [look(game, late + step) for step in range(10)] == [[]] * 10


def test_a_decision_after_a_jump_forward_costs_nothing() -> None:
    game = game_with(TEN_MINUTES)
    at = START + 3 * 3600 * SECOND
    entries = commands.decide(game.table, ANN, 0, game.table.playing.legal()[0], at)
    assert game.does(entries) == ["Resumed", "Decided"]
    assert game.table.spent[0] == -5 * SECOND


def test_a_jump_backward_gives_no_time() -> None:
    game = game_with(A_MINUTE_EACH)
    assert look(game, -3600 * SECOND) == ["Resumed"]
    assert look(game, -3600 * SECOND + 1) == []
    assert left(game, 0, -3600 * SECOND) == MINUTE
    assert look(game, -3600 * SECOND + MINUTE) == ["TakenOver"]


def test_a_small_difference_between_the_clocks_of_two_processes_changes_nothing() -> None:
    game = game_with(TEN_MINUTES)
    assert look(game, -SECOND) == []
    assert left(game, 0, -SECOND) == 600 * SECOND
    game.does(commands.decide(game.table, ANN, 0, game.table.playing.legal()[0], START - SECOND))
    assert game.table.spent[0] == -5 * SECOND


@pytest.mark.parametrize("hours", [1, -1])
def test_a_running_server_survives_a_jump_of_the_wall_clock(tmp_path: Path, hours: int) -> None:
    shift = 0
    use(ServerClock(lambda: time.time_ns() + shift))

    async def play(server: Desk) -> None:
        nonlocal shift
        table = await server.hub.create(begun_before(MINUTE, TEN_MINUTES), SEED)
        janitor = Janitor(server.hub, alone=True)
        await janitor.open()
        live = await server.hub.table(table)
        shift = hours * 3600 * 10**9
        before = live.hosted.seq
        for _ in range(5):
            await janitor.make_round(0)
        kinds = [type(entry).__name__ for entry in await server.log(table)]
        assert kinds[before:] == ["Resumed"]
        assert live.hosted.awaited == ANN
        spent = 600 * SECOND - (live.hosted.time_left(0, now()) or 0)
        assert 0 <= spent < MINUTE
        await janitor.close()

    on(tmp_path, play)
    use(ServerClock())
