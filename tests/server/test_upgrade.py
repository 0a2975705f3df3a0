"""Games continue from their positions when a new version with other rules takes over.

The new version is a copy of this one with a changed Kingdomino. Its server runs with the JIT off, because the changed
rules are not compiled."""

from __future__ import annotations

import asyncio
import json
import math
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

import palatine
from cli.running import palatine as command
from palatine.core.table import Table
from palatine.games import game_named
from server.playing import GAME, Bookkeeping, SocketPlayer, compare, open_tables, play_all
from server.running import RunningServer
from server.services import free_port

RULES = Path("games", "kingdomino", "rules.py")
DESCRIPTION = Path("games", "kingdomino", "__init__.py")
DECIDED = 30
"""The acknowledged decisions before the new version takes over."""
PAUSE_AT = 12
"""The ply of each of the three running games at which a quick server waits for the new version."""
WHOLE_GAME = 48


@dataclass(frozen=True)
class Change:
    """A change in the source of the rules."""

    old: str
    new: str


OTHER_SHUFFLE = Change(
    "shuffle(stream, state.deck[game])",
    "shuffle(stream, state.deck[game])\n        state.deck[game] = state.deck[game][::-1].copy()",
)
"""The lines have other dominoes: claimed ones do not exist."""
OTHER_SEATS = Change("state.orders[game, king] = king % players", "state.orders[game, king] = (king + 1) % players")
"""The same decisions are legal, but for the other player: nothing is refused, yet the game differs."""


def new_version(folder: Path, change: Change) -> dict[str, str]:
    """Write the copy, and return the environment that runs it."""
    package = folder / "palatine"
    shutil.copytree(Path(palatine.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in (
        (RULES, change.old, change.new),
        (DESCRIPTION, "rules_version=1,", "rules_version=2,"),
    ):
        text = (package / file).read_text()
        assert text.count(old) == 1
        (package / file).write_text(text.replace(old, new))
    return {"PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1"}


async def fetched(client: httpx2.AsyncClient, path: str) -> Any:
    return (await client.get(path)).raise_for_status().json()


async def _look_at(ann: httpx2.AsyncClient, table: str, players: list[SocketPlayer]) -> Any:
    """Assert that nothing of a game finished under the new rules was lost, and return its record."""
    log = (await fetched(ann, f"/api/tables/{table}/log"))["entries"]
    kinds = [entry["kind"] for entry in log]
    assert kinds.count("upgraded") == 1
    for player in players:
        assert player.log == log[: len(player.log)], "the player received the log"
    seen = await fetched(ann, f"/api/tables/{table}")
    assert (seen["status"], seen["ply"]) == ("finished", kinds.count("decided"))
    result = await fetched(ann, f"/api/tables/{table}/result")
    assert result["verified"]
    finished = (await fetched(ann, "/api/me/tables?list=finished"))["tables"]
    assert [line["totals"] for line in finished if line["id"] == table] == [result["totals"]]

    by_old_rules = [entry["decision"] for entry in log[: kinds.index("upgraded")] if entry["kind"] == "decided"]
    before = len(by_old_rules)
    old = Table(game_named("kingdomino").settings(2, log[0]["options"]), result["seed"])
    for decision in by_old_rules:
        old.play(decision)
    replay = await fetched(ann, f"/api/tables/{table}/replay?ply={before}")
    assert replay["position"] == old.position(), "it continued from the position that the old rules led to"
    assert replay["turn"] == old.seat

    record = await fetched(ann, f"/api/tables/{table}/record")
    assert (record["rules_version"], record["result"]["totals"]) == (2, result["totals"])
    assert len(record["decisions"]) == seen["ply"] - before
    return record


async def _play_across(server: RunningServer, end: Callable[[], None], environment: dict[str, str]) -> Any:
    """Let the new version take over running games, a finished one and one that has not begun; return a record."""
    books = Bookkeeping()
    (over, *tables), cookies = await open_tables(server, count=4)

    def seated(table: str) -> list[SocketPlayer]:
        return [SocketPlayer([server], books, table, seat, cookie) for seat, cookie in enumerate(cookies)]

    ann = httpx2.AsyncClient(base_url=server.address, headers={"cookie": cookies[0]}, timeout=60)
    bob = httpx2.AsyncClient(base_url=server.address, headers={"cookie": cookies[1]}, timeout=60)
    async with ann, bob:
        await play_all(seated(over))
        finished = await fetched(ann, "/api/me/tables?list=finished")
        log_of_over = await fetched(ann, f"/api/tables/{over}/log")
        waiting = (await ann.post("/api/tables", json=GAME)).raise_for_status().json()["table"]
        players = {table: seated(table) for table in tables}
        books.pause_at = PAUSE_AT
        playing = asyncio.ensure_future(play_all([player for two in players.values() for player in two]))
        await books.until(len(books.acknowledged) + DECIDED, playing)
        await asyncio.to_thread(end)
        assert books.finished == {over}
        books.pause_at = math.inf
        server.environment = environment
        await asyncio.to_thread(server.start)
        assert await fetched(ann, "/api/me/tables?list=finished") == finished
        await playing
        await compare(server, books, [over, *tables])
        records = [await _look_at(ann, table, two) for table, two in players.items()]

        assert await fetched(ann, f"/api/tables/{over}/log") == log_of_over
        assert (await fetched(ann, f"/api/tables/{over}"))["status"] == "finished"
        refused = await ann.get(f"/api/tables/{over}/record")
        assert (refused.status_code, refused.json()["problem"]) == (409, "results.old_rules")

        (await bob.post(f"/api/tables/{waiting}/sit", json={})).raise_for_status()
        await play_all(seated(waiting))
        record = await fetched(ann, f"/api/tables/{waiting}/record")
        assert (record["rules_version"], len(record["decisions"])) == (2, WHOLE_GAME)
        return records[0]


@pytest.mark.parametrize(
    ("change", "how"),
    [(OTHER_SHUFFLE, RunningServer.stop), (OTHER_SEATS, RunningServer.kill)],
    ids=["other shuffle, stopped", "other seats, killed"],
)
def test_games_continue_under_new_rules(tmp_path: Path, change: Change, how: Callable[[RunningServer], None]) -> None:
    environment = new_version(tmp_path / "new", change)
    server = RunningServer(free_port(), f"sqlite:///{tmp_path / 'upgraded.db'}", tmp_path / "server.log")
    server.start()
    try:
        record = asyncio.run(_play_across(server, lambda: how(server), environment))
    finally:
        server.stop()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    output = command("replay", str(file), home=tmp_path, typed="", fails=False, **environment).stdout
    assert f"{len(record['decisions'])} decisions" in output
