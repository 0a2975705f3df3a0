"""The outlook arrives with its own update, and only the clients that want it wait for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from palatine.core.chance import commitment
from palatine.core.views import Question
from palatine.games import game_named
from palatine.server.live.live_table import Asked, LiveTable
from palatine.server.live.outlook_feed import OutlookFeed, computed
from palatine.server.messages.games import Outlook
from palatine.server.messages.socket import Update
from palatine.server.messages.tables import encode
from palatine.server.messages.views import table_view
from palatine.server.tables import commands
from palatine.server.tables.log import Chair, Created
from palatine.server.tables.table import HostedTable
from server.house import House, open_house

SEED = "7" * 64
SEATS = [{"kind": "me"}, {"kind": "local", "name": "Kid"}]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("feed")) as house:
        yield house


# --------------------------------------------------------------------------------------------------- the socket


def test_a_socket_with_outlook_gets_the_outlook_of_each_position(house: House) -> None:
    ann = house.guest("Ann")
    table = house.post("/api/tables", ann, {"game": "kingdomino", "seats": SEATS})["table"]
    address, headers = f"/api/tables/{table}/socket", {"authorization": f"Bearer {ann.credential}"}
    with (
        house.client.websocket_connect(f"{address}?outlook=1", headers=headers) as with_outlook,
        house.client.websocket_connect(address, headers=headers) as plain,
    ):
        state, plain_state = with_outlook.receive_json(), plain.receive_json()
        assert state["outlook"] == house.get(f"/api/tables/{table}/outlook")
        assert "outlook" not in plain_state
        assert [with_outlook.receive_json()["type"] for _ in range(2)] == ["here", "here"]
        assert plain.receive_json()["type"] == "here"
        for ply in range(8):
            order = {"ply": ply, "decision": state["outlook"]["prospects"][0]["decision"]}
            with_outlook.send_json({"type": "decide", "id": ply, **order})
            state, plain_state = with_outlook.receive_json(), plain.receive_json()
            assert state.pop("accepted") == ply
            assert state["outlook"] == house.get(f"/api/tables/{table}/outlook")
            assert state["outlook"]["seq"] == state["table"]["seq"]
            assert {**plain_state, "outlook": state["outlook"]} == state


def test_the_outlook_is_null_before_the_game_begins(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = house.post("/api/tables", ann, {"game": "kingdomino", "players": 2})["table"]
    with house.client.websocket_connect(f"/api/tables/{table}/socket?outlook=1") as socket:
        assert socket.receive_json()["outlook"] is None
        assert socket.receive_json()["type"] == "here"
        house.post(f"/api/tables/{table}/sit", bob, {})
        begun = socket.receive_json()
        assert (begun["table"]["status"], begun["outlook"]["ply"]) == ("playing", 0)


@pytest.mark.parametrize("query", ["", "?outlook=0", "?outlook=", "?outlook=yes"])
def test_other_sockets_get_no_outlook(house: House, query: str) -> None:
    table = house.post("/api/tables", house.guest("Ann"), {"game": "kingdomino", "seats": SEATS})["table"]
    with house.client.websocket_connect(f"/api/tables/{table}/socket{query}") as socket:
        assert "outlook" not in socket.receive_json()
        assert socket.receive_json()["type"] == "here"
        house.play(table, 1)
        assert "outlook" not in socket.receive_json()


# ------------------------------------------------------------------------------------------------------ the feed


class Page:
    """A listener that stores its updates."""

    person: str | None = None

    def __init__(self, *, wants_outlook: bool) -> None:
        self.wants_outlook = wants_outlook
        self.updates: list[dict[str, Any]] = []
        self.grown = asyncio.Event()

    def send(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        if message["type"] == "update":
            self.updates.append(message)
            self.grown.set()

    def end(self) -> None:
        """Do nothing."""

    async def until(self, count: int) -> list[dict[str, Any]]:
        """Wait for `count` updates, and return all."""
        async with asyncio.timeout(60):
            while len(self.updates) < count:
                self.grown.clear()
                await self.grown.wait()
        return self.updates


class Table:
    """A live table with a page that wants outlooks and one that does not."""

    def __init__(self, compute: Callable[[str, int, int, int | None, Question], Outlook]) -> None:
        settings = game_named("kingdomino").settings(2, {})
        options = dict(settings.options)
        created = Created(
            at=0,
            host="ann",
            game="kingdomino",
            rules_version=settings.game.rules_version,
            players=2,
            options=options,
            chairs=(Chair("person", "ann", "Ann"), Chair("local", "ann", "Kid")),
            public=False,
            rated=False,
            clock=None,
            commitment=commitment("kingdomino", 2, options, SEED),
        )
        self.live = LiveTable(HostedTable("table", SEED, created))
        self.live.outlooks = OutlookFeed(compute)
        self.patient, self.plain = Page(wants_outlook=True), Page(wants_outlook=False)
        self.live.listeners |= {self.patient, self.plain}
        for entry in commands.start(self.live.hosted, "ann", 1, 0):
            self.live.hosted.add(entry)

    def decide(self) -> Asked:
        """Make a decision at the request of the patient page."""
        hosted = self.live.hosted
        entries = commands.decide(hosted, "ann", hosted.ply, hosted.playing.legal()[0], 0)
        for entry in entries:
            hosted.add(entry)
        asked = Asked(self.patient, hosted.ply)
        self.live.publish_update(encode(Update(entries, table_view(hosted, 0))), asked)
        return asked


class Held:
    """Computes outlooks once it is released."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.seqs: list[int] = []

    def __call__(self, table_id: str, seq: int, ply: int, turn: int | None, question: Question) -> Outlook:
        assert self.released.wait(60)
        self.seqs.append(seq)
        return computed(table_id, seq, ply, turn, question)


def test_plain_listeners_do_not_wait_for_outlooks_and_updates_stay_in_order() -> None:
    async def play() -> None:
        held = Held()
        table = Table(held)
        asked = [table.decide() for _ in range(4)]
        assert all(one.answered for one in asked)
        assert [one["table"]["ply"] for one in table.plain.updates] == [1, 2, 3, 4]
        assert table.patient.updates == []
        held.released.set()
        updates = await table.patient.until(4)
        assert [one["accepted"] for one in updates] == [1, 2, 3, 4]
        for one in updates:
            assert one["outlook"]["seq"] == one["table"]["seq"]
            known = [prospect["decision"] for prospect in one["outlook"]["prospects"]]
            assert known == [decision for decision, _ in one["table"]["moves"]]
        assert sorted(held.seqs) == [one["table"]["seq"] for one in updates]

    asyncio.run(play())


def test_no_outlook_is_computed_without_a_listener_that_wants_it() -> None:
    async def play() -> None:
        held = Held()
        table = Table(held)
        table.live.listeners.discard(table.patient)
        assert not table.decide().answered
        held.released.set()
        assert await asyncio.to_thread(lambda: held.seqs) == []
        assert await table.live.outlooks.encoded(table.live.hosted) != b"null"

    asyncio.run(play())


def test_a_table_continues_when_an_outlook_fails() -> None:
    def failing(table_id: str, seq: int, ply: int, turn: int | None, question: Question) -> Outlook:
        if ply == 1:
            raise ValueError("a game without effects")
        return computed(table_id, seq, ply, turn, question)

    async def play() -> None:
        table = Table(failing)
        for _ in range(2):
            table.decide()
        first, second = await table.patient.until(2)
        assert (first["outlook"], first["accepted"]) == (None, 1)
        assert (second["outlook"]["ply"], second["accepted"]) == (2, 2)

    asyncio.run(play())


def test_a_dismissed_listener_gets_its_waiting_updates() -> None:
    async def play() -> None:
        held = Held()
        table = Table(held)
        for _ in range(2):
            table.decide()
        table.live.dismiss()
        assert [(one["accepted"], one["outlook"]) for one in table.patient.updates] == [(1, None), (2, None)]
        held.released.set()
        await table.live.outlooks.encoded(table.live.hosted)
        assert len(table.patient.updates) == 2

    asyncio.run(play())
