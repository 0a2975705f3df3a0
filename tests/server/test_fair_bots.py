"""One person's many bots and analyses do not delay those of others, and bots do not play for an empty room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from palatine.server.clock import now
from palatine.server.rate_limits import Limit, Origins
from palatine.server.storage.schema import analyses
from palatine.server.tables.log import Started
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.analysis_queue import MOST_OF_GUESTS, claim
from palatine.server.thinking.fair_queue import FairQueue
from palatine.server.thinking.pool import Pool
from server.house import House, Visitor, open_house
from server.logged import SEED, START, bot, created, person

SEARCHING = 4
"""The lowest level whose bots search in Kingdomino."""
BOTS_ONLY = [{"kind": "bot", "level": 1}, {"kind": "bot", "level": 1}]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


# ------------------------------------------------------------------------------------------------------ the queue


class Seats:
    """Members who wait in a queue until the test lets them go, in the order in which they get a place."""

    def __init__(self, places: int, most: int) -> None:
        self.queue = FairQueue(places, most)
        self.admitted: list[str] = []
        self._go = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, *members: str) -> None:
        """Let members ask for a place, one after the other; the first letter is their group."""
        for member in members:
            self.tasks.append(asyncio.ensure_future(self._hold(member)))
            await asyncio.sleep(0)

    async def _hold(self, member: str) -> None:
        async with self.queue.place(member[0], member):
            self.admitted.append(member)
            await self._go.wait()

    async def finish(self) -> None:
        self._go.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def test_places_go_round_over_groups_and_their_members() -> None:
    async def run() -> list[str]:
        seats = Seats(places=1, most=1)
        await seats.ask("a1", "a1", "a1", "a2", "b1", "b1", "c1")
        await seats.finish()
        return seats.admitted

    assert asyncio.run(run()) == ["a1", "b1", "c1", "a2", "b1", "a1", "a1"]


def test_one_member_does_not_hold_all_places() -> None:
    async def run() -> tuple[list[str], list[str]]:
        seats = Seats(places=3, most=2)
        await seats.ask("a1", "a1", "a1", "a1", "b1")
        before = list(seats.admitted)
        await seats.finish()
        return before, seats.admitted

    before, in_all = asyncio.run(run())
    assert before == ["a1", "a1", "b1"]
    assert sorted(in_all) == ["a1", "a1", "a1", "a1", "b1"]


def test_who_gives_up_waiting_leaves_no_trace() -> None:
    async def run() -> list[str]:
        seats = Seats(places=1, most=1)
        await seats.ask("a1", "b1", "c1", "d1")
        for task in seats.tasks[1:3]:
            task.cancel()
        seats.tasks[0].cancel()  # its place goes to the next at the moment at which they are cancelled
        await asyncio.sleep(0)
        await seats.ask("e1")
        await seats.finish()
        await seats.ask("f1")
        await seats.finish()
        return seats.admitted

    assert asyncio.run(run()) == ["a1", "d1", "e1", "f1"]


# ------------------------------------------------------------------------------------------------------------ bots


def table_of(host: str) -> HostedTable:
    table = HostedTable(f"a table of {host}", SEED, created(person(host), bot(SEARCHING)))
    table.add(Started(START))
    return table


async def _finished(pool: Pool, hosts: list[str]) -> list[str]:
    """Let a bot decide at a table of each host, and return the hosts in the order of the answers."""
    order: list[str] = []

    async def decide(host: str) -> None:
        await pool.decide(table_of(host), 1, SEARCHING)
        order.append(host)

    try:
        await asyncio.gather(*map(decide, hosts))
    finally:
        await pool.close()
    return order


def test_bots_of_one_host_do_not_delay_those_of_another() -> None:
    assert "bob" in asyncio.run(_finished(Pool(1), ["ann"] * 9 + ["bob"]))[:2]


def test_many_guests_at_one_address_count_as_one() -> None:
    origins = Origins()
    guests = [f"guest {number}" for number in range(9)]
    for guest in guests:
        origins.note(guest, "192.0.2.1")
    assert "bob" in asyncio.run(_finished(Pool(1, origins.of), [*guests, "bob"]))[:2]


def test_requests_note_the_address_of_their_sender(house: House) -> None:
    ann = house.guest("Ann")
    assert ann.get("/api/me").status == 200
    assert house.server.origins.of(ann.id) == "testclient"


# ------------------------------------------------------------------------------------------------ an empty room


def play_a_game(house: House, someone: Visitor) -> None:
    """Play another whole game, which gives a bot time for many decisions."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    house.play(house.open(someone, players=2, seats=seats))


def ply_seen(house: House, someone: Visitor, table: str, until: int = 0) -> int:
    """Listen at a table until some decisions have been made; return how many had been made at first."""
    with someone.socket(table) as socket:
        first: int = socket.receive_json()["table"]["ply"]
        ply = first
        while ply < until:
            message: dict[str, Any] = socket.receive_json()
            ply = message["table"]["ply"] if message["type"] == "update" else ply
    return first


def test_a_game_of_bots_goes_on_only_while_someone_watches(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann = house.guest("Ann")
        table = house.open(ann, players=2, seats=BOTS_ONLY)
        play_a_game(house, ann)
        assert ply_seen(house, ann, table, until=5) == 0, "no one has watched yet"
        play_a_game(house, ann)
        left_at = ply_seen(house, ann, table)
        play_a_game(house, ann)
        stopped_at = house.get(f"/api/tables/{table}")["ply"]
        assert 5 <= left_at <= stopped_at < 40
    with open_house(tmp_path) as house:
        ann = house.guest("Ann")
        play_a_game(house, ann)
        assert table not in house.server.hub.live, "a restart does not wake it up"
        assert house.get(f"/api/tables/{table}")["ply"] == stopped_at
        with house.stranger().socket(table) as socket:
            while socket.receive_json().get("table", {}).get("status") != "finished":
                pass


def test_a_bot_answers_a_person_who_is_not_connected(house: House) -> None:
    """A program that plays by REST does not listen."""
    ann = house.guest("Ann")
    table = house.open(ann, players=2, seats=[{"kind": "me"}, {"kind": "bot", "level": 1}])
    play_a_game(house, ann)
    view = house.get(f"/api/tables/{table}")
    if view["turn"] == 0:
        house.post(f"/api/tables/{table}/decide", ann, {"ply": view["ply"], "decision": view["moves"][0][0]})
        play_a_game(house, ann)
    assert house.get(f"/api/tables/{table}")["ply"] > view["ply"] or view["ply"] > 0


# -------------------------------------------------------------------------------------------------------- analyses


def row(table: str, person: str, asked: int, status: str = "waiting") -> dict[str, Any]:
    return {
        "table_id": table,
        "person": person,
        "asked": asked,
        "status": status,
        "worker": None if status == "waiting" else "another process",
        "at": now(),
        "progress": 0.0,
        "data": None,
    }


def test_first_analyses_come_before_second_ones_and_accounts_before_guests(house: House) -> None:
    ann, bob, cid = house.guest("Ann"), house.guest("Bob"), house.account("Cid")
    mine = [house.open(ann, players=2) for _ in range(3)]
    others = [house.open(one, players=2) for one in (bob, cid, cid)]

    def steps(connection: Connection) -> list[str]:
        waiting = [row(table, ann.id, asked) for asked, table in enumerate(mine)]
        waiting += [row(others[0], bob.id, 10), row(others[1], cid.id, 11), row(others[2], cid.id, 12)]
        connection.execute(insert(analyses), waiting)
        claimed = [claim(connection, "a process", now()) for _ in waiting]
        order = [one[0] for one in claimed if one is not None]
        connection.execute(analyses.delete())
        return order

    order = house.call(house.server.store.write, steps)
    assert order == [others[1], mine[0], others[0], others[2], mine[1], mine[2]]


def test_guests_leave_room_in_the_queue_for_accounts(house: House) -> None:
    ann, bob = house.account("Ann"), house.guest("Bob")
    tables = [house.open(ann, bob) for _ in range(2)]
    for table in tables:
        house.play(table)
    waiting = [
        row(house.open(bob, players=2), f"guest {number}", number, "running") for number in range(MOST_OF_GUESTS)
    ]
    house.call(house.server.store.write, lambda connection: connection.execute(insert(analyses), waiting))
    assert house.refused("POST", f"/api/tables/{tables[0]}/analysis", bob) == (429, "results.too_many_in_all")
    assert house.post(f"/api/tables/{tables[1]}/analysis", ann)["status"] in ("waiting", "running")


def test_analyses_for_one_address_are_limited(house: House) -> None:
    people = [house.guest(name) for name in ("Ann", "Bob", "Cid")]
    tables = [house.open(one, house.guest()) for one in people]
    for table in tables:
        house.play(table)
    house.server.analyses = Limit(2, 0.1, lambda: 0.0)
    for one, table in zip(people[:2], tables, strict=False):
        house.post(f"/api/tables/{table}/analysis", one)
    assert house.refused("POST", f"/api/tables/{tables[2]}/analysis", people[2]) == (429, "server.too_often")
    assert house.post(f"/api/tables/{tables[0]}/analysis", people[2])["table"] == tables[0], "it is not asked for again"
