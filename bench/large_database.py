"""Measure lists, the lobby, statistics and the start of the server with many finished games in the database.

Run: python bench/large_database.py [--games 100000] [--without-indexes] [--database URL]

Plays one game of each kind, and stores copies of it with other players and times. The busiest person sat at a twentieth
of all games. Prints milliseconds for each question, the median and the slowest of some repetitions, asked over REST by
one client. `--without-indexes` drops the indexes that serve these lists, to compare.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, insert, select
from starlette.testclient import TestClient

from palatine.core.chance import commitment
from palatine.games import BUILT_IN, game_named
from palatine.server.app import application
from palatine.server.live.appends import append_of, opened
from palatine.server.live.results import places
from palatine.server.messages.views import position_of
from palatine.server.people.identity import comparable
from palatine.server.settings import Settings
from palatine.server.storage import store as stored
from palatine.server.storage.schema import chairs, entries, people, results, sitters, tables
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.log import Chair, Created
from palatine.server.tables.table import HostedTable

SEED = "5" * 64
PERSONS = 5000
AT_ONCE = 500
REPETITIONS = 20
DAY = 24 * 3600 * 1000
GAME = next(iter(BUILT_IN))
NEW_INDEXES = ("ix_tables_over", "ix_tables_running", "ix_results_person_at")
LOG_ENTRIES = 6
"""The entries stored of each copied log: lists do not read logs, and whole ones would take gigabytes."""


def played(name: str) -> tuple[HostedTable, list[Any]]:
    """Return a finished game of two and its entries."""
    settings, options = game_named(name).settings(2, {}), dict(game_named(name).settings(2, {}).options)
    created = Created(
        at=0,
        host="0",
        game=name,
        rules_version=settings.game.rules_version,
        players=2,
        options=options,
        chairs=(Chair("person", "0", "First"), Chair("person", "1", "Second")),
        public=False,
        rated=False,
        clock=None,
        commitment=commitment(name, 2, options, SEED),
    )
    hosted, log = opened("table", created, SEED)
    chance = random.Random(1)
    while hosted.turn is not None:
        person = str(hosted.chairs[hosted.turn].person)
        decision = chance.choice(hosted.playing.legal())
        (entry,) = commands.decide(hosted, person, hosted.ply, decision, 0)
        hosted.add(entry)
        log.append(entry)
    return hosted, log


def fill(connection: Connection, games: int) -> None:
    """Store people and finished games."""
    row = {"kind": "account", "language": "en", "settings": "{}", "created": 0, "seen": 0}
    names = [f"Person {number}" for number in range(PERSONS)]
    known = [
        {"id": f"person{number}", "name": name, "name_key": comparable(name), "login": comparable(name), **row}
        for number, name in enumerate(names)
    ]
    connection.execute(insert(people), known)
    models = []
    for name in BUILT_IN:
        hosted, log = played(name)
        models.append((append_of(hosted, 0, log, position_of(hosted)), hosted.playing.totals(), places(hosted)))
    chance = random.Random(2)
    for first in range(0, games, AT_ONCE):
        rows: dict[Any, list[dict[str, Any]]] = {part: [] for part in (tables, entries, chairs, sitters, results)}
        for number in range(first, min(games, first + AT_ONCE)):
            append, totals, placed = chance.choice(models)
            table_id, at = f"table{number:017}", 1_500_000_000_000 + number * 600_000
            busiest = 0 if number % 20 == 0 else chance.randrange(1, PERSONS)
            seated = [f"person{busiest}", f"person{chance.randrange(PERSONS // 2, PERSONS)}"]
            changed = {"id": table_id, "created": at, "changed": at, "public": number % 3 == 0}
            rows[tables].append({**append.row, **changed})
            rows[entries] += [
                {"table_id": table_id, "seq": seq, "entry": entry}
                for seq, entry in enumerate(append.entries[:LOG_ENTRIES])
            ]
            for seat, person in enumerate(seated):
                rows[chairs].append({"table_id": table_id, "seat": seat, "person": person})
                result = {"game": append.row["game"], "players": 2, "points": totals[seat], "place": placed[seat]}
                rows[results].append(
                    {"table_id": table_id, "seat": seat, "person": person, "rated": False, "at": at, **result}
                )
            rows[sitters] += [{"table_id": table_id, "person": person} for person in dict.fromkeys(seated)]
        for part, several in rows.items():
            connection.execute(insert(part), several)


def questions() -> Iterator[tuple[str, str]]:
    """Yield what is asked, and its path."""
    yield "lobby", "/api/lobby"
    yield "lobby of a game", f"/api/lobby?game={GAME}"
    yield "my running games", "/api/me/tables?list=running"
    yield "my finished games", "/api/me/tables?list=finished"
    yield "page 50", "/api/me/tables?list=finished&offset=1000"
    yield "by game", f"/api/me/tables?list=finished&game={GAME}"
    yield "by opponent", "/api/me/tables?list=finished&opponent=person%204321"
    yield "by result", "/api/me/tables?list=finished&result=lost"
    yield "by date", f"/api/me/tables?list=finished&since=1510000000000&until={1510000000000 + 30 * DAY}"
    yield "public games of a person", "/api/people/person0/tables"
    yield "statistics of a person", "/api/people/person0/statistics"
    yield "leaderboard", f"/api/leaderboard?game={GAME}&players=2"


def ask(client: TestClient, path: str, headers: dict[str, str]) -> str:
    """Return the median and the slowest answer in milliseconds."""
    times = []
    for _ in range(REPETITIONS):
        began = time.perf_counter()
        client.get(path, headers=headers).raise_for_status()
        times.append(1000 * (time.perf_counter() - began))
    return f"{statistics.median(times):8.1f} {max(times):8.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--without-indexes", action="store_true")
    parser.add_argument("--database", help="an empty database; by default an SQLite file that is deleted afterwards")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = options.database or f"sqlite:///{Path(folder) / 'large.db'}"
        store = Store(url)
        store.open()
        began = time.perf_counter()
        with store.transaction() as connection:
            fill(connection, options.games)
            if options.without_indexes:
                vars(stored)["allow_hints"] = vars  # SQLite refuses a hint at a missing index
                for index in NEW_INDEXES:
                    connection.exec_driver_sql(f"DROP INDEX {index}")
        with store.transaction() as connection:
            if not store.is_sqlite:
                connection.exec_driver_sql("ANALYZE")
            count = connection.scalar(select(sqlalchemy.func.count()).select_from(tables))
        store.close()
        print(f"{count} finished games, stored in {time.perf_counter() - began:.0f} s")
        began = time.perf_counter()
        with TestClient(application(Settings(database=url, limited=False, bot_processes=1))) as client:
            print(f"{'start of the server':28} {1000 * (time.perf_counter() - began):8.1f}")
            cookie = client.app.state.server.people.guest_cookie("person0")  # type: ignore[attr-defined]
            with store_of(client).begin() as connection:
                connection.execute(people.update().where(people.c.id == "person0"), {"kind": "guest"})
            headers = {"cookie": f"palatine={cookie}"}
            began = time.perf_counter()
            client.get("/api/statistics").raise_for_status()
            print(
                f"{'statistics of the server':28} {1000 * (time.perf_counter() - began):8.1f}   (counted once a minute)"
            )
            print(f"{'':28} {'median':>8} {'slowest':>8}")
            for name, path in questions():
                print(f"{name:28} {ask(client, path, headers)}")


def store_of(client: TestClient) -> sqlalchemy.Engine:
    """Return a second connection to the database of a server."""
    return sqlalchemy.create_engine(client.app.state.server.store.url)  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
