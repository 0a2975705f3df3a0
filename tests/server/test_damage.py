"""A stored game that was damaged on disk is found, said, and kept apart; all other tables go on."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from starlette.testclient import WebSocketTestSession
from structlog.testing import capture_logs

from palatine.core.words import say
from palatine.server import metrics
from palatine.server.errors import TableDamaged
from palatine.server.storage.chain import links_from, root
from palatine.server.storage.logged import read_log
from palatine.server.storage.schema import tables
from palatine.server.storage.store import Store
from server.house import DATABASE, open_house

PAGE = 4096
FLIPS = 200
TRY_AGAIN_LATER = 1013
SENTENCE = say("server.table_damaged", "en")


def edit(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(statement, values).rowcount == 1


def a_changed_digit(file: Path, table: str) -> None:
    """Change the decision of an entry in the middle of the log to another number."""
    with closing(sqlite3.connect(file)) as connection:
        (entry,) = connection.execute("SELECT entry FROM entries WHERE table_id = ? AND seq = 10", (table,)).fetchone()
    before, found, after = entry.partition(b'"decision":')
    digit = b"%d" % ((int(after[:1]) + 1) % 10)
    edit(
        file, "UPDATE entries SET entry = ? WHERE table_id = ? AND seq = 10", before + found + digit + after[1:], table
    )


def a_missing_entry(file: Path, table: str) -> None:
    edit(file, "DELETE FROM entries WHERE table_id = ? AND seq = 10", table)


def a_missing_end(file: Path, table: str) -> None:
    last = "(SELECT max(seq) FROM entries WHERE table_id = ?1)"
    edit(file, f"DELETE FROM entries WHERE table_id = ?1 AND seq = {last}", table)


def a_missing_end_that_the_row_hides(file: Path, table: str) -> None:
    a_missing_end(file, table)
    edit(file, "UPDATE tables SET seq = seq - 1 WHERE id = ?", table)


def another_seed(file: Path, table: str) -> None:
    edit(file, "UPDATE tables SET seed = replace(seed, substr(seed, 1, 1), 'x') WHERE id = ?", table)


def a_damaged_page(file: Path, table: str) -> None:
    """Overwrite the beginning of a page that holds entries of the middle of the log."""
    with closing(sqlite3.connect(file)) as connection:
        (entry,) = connection.execute("SELECT entry FROM entries WHERE table_id = ? AND seq = 10", (table,)).fetchone()
    content = bytearray(file.read_bytes())
    assert content.count(entry) == 1
    page = content.index(entry) // PAGE * PAGE
    content[page : page + 16] = b"\xff" * 16
    file.write_bytes(content)


DAMAGE = (
    a_changed_digit,
    a_missing_entry,
    a_missing_end,
    a_missing_end_that_the_row_hides,
    another_seed,
    a_damaged_page,
)


def played(folder: Path) -> tuple[str, str, str]:
    """Play two games on a new server; return their tables and the cookie of the player who is to move in the second."""
    with open_house(folder) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        first = house.open(ann, bob)
        house.play(first, decisions=40)
        second = house.open(ann, bob)  # now, so that no page of the first half of the other log holds its entries
        house.play(second, decisions=30)
        cookies = {one.id: one.credential for one in (ann, bob)}
        return first, second, cookies[str(house.hosted(second).awaited)]


def failures(kind: str) -> float:
    return metrics.registry.get_sample_value("palatine_storage_failures_total", {"kind": kind}) or 0.0


def heard(socket: WebSocketTestSession) -> Any:
    return socket.receive_json()


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_damage_is_found_said_and_kept_apart(tmp_path: Path, damage: Callable[[Path, str], None]) -> None:
    damaged, sound, credential = played(tmp_path)
    damage(tmp_path / DATABASE, damaged)
    with open_house(tmp_path) as house, capture_logs() as logs:
        before = failures("corrupt")
        for path in (f"/api/tables/{damaged}", f"/api/tables/{damaged}/log"):
            house.stranger().get(path).refused(503, "server.table_damaged")
        with house.stranger().socket(damaged) as socket:
            message = heard(socket)
            assert (message["type"], message["problem"], message["text"]) == (
                "refused",
                "server.table_damaged",
                SENTENCE,
            )
            assert socket.receive()["code"] == TRY_AGAIN_LATER

        alarms = [one for one in logs if one["event"] == "table_damaged"]
        assert [(one["table"], one["log_level"]) for one in alarms] == [(damaged, "error")], "once, for the host"
        assert failures("corrupt") >= before + 3
        assert metrics.registry.get_sample_value("palatine_damaged_tables") == 1

        view = house.get(f"/api/tables/{sound}")
        decision = {"ply": view["ply"], "decision": view["moves"][0][0]}
        assert house.program(credential).post(f"/api/tables/{sound}/decide", decision).ok["seq"] == view["seq"] + 1


def test_a_repaired_table_is_served_again(tmp_path: Path) -> None:
    table, _, _ = played(tmp_path)
    file = tmp_path / DATABASE
    with open_house(tmp_path) as house:
        (line,) = house.rows("SELECT entry FROM entries WHERE table_id = ? AND seq = 10", table)
        a_changed_digit(file, table)
        house.stranger().get(f"/api/tables/{table}").refused(503, "server.table_damaged")
        house.change("UPDATE entries SET entry = ? WHERE table_id = ? AND seq = 10", line[0], table)
        assert house.get(f"/api/tables/{table}")["ply"] == 40
        assert metrics.registry.get_sample_value("palatine_damaged_tables") == 0


def test_no_flipped_bit_changes_a_game_unnoticed(tmp_path: Path) -> None:
    """Whichever bit of the file changes: a log is read as it was, or refused."""
    ids = played(tmp_path)[:2]
    file, chance = tmp_path / DATABASE, random.Random(1)
    sound = file.read_bytes()
    before, refused = read_all(file, ids), 0
    assert all(before.values())
    for _ in range(FLIPS):
        content = bytearray(sound)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        for table_id, log in read_all(file, ids).items():
            assert log in (None, before[table_id])
            refused += log is None
    assert refused > 0


def read_all(file: Path, ids: Iterable[str]) -> dict[str, tuple[str, list[bytes]] | None]:
    """Return the seeds and logs of tables, None for those that cannot be read."""
    engine = sqlalchemy.create_engine(f"sqlite:///{file}")
    found: dict[str, tuple[str, list[bytes]] | None] = {}
    for table_id in ids:
        found[table_id] = None
        with suppress(TableDamaged, SQLAlchemyError, UnicodeDecodeError), engine.connect() as connection:
            logged = read_log(connection, table_id)
            found[table_id] = None if logged is None else (logged.seed, list(logged.entries))
    engine.dispose()
    return found


# ---------------------------------------------------------------------------------------------------- an intact chain


def stored(store: Store) -> dict[str, int]:
    """Check the chains of all tables, and return the lengths of their logs."""
    with store.transaction() as connection:
        found = {table_id: read_log(connection, table_id) for table_id in connection.scalars(select(tables.c.id))}
    return {table_id: len(logged.entries) for table_id, logged in found.items() if logged is not None}


def test_every_part_of_a_log_can_be_checked_from_a_known_link_on(tmp_path: Path) -> None:
    table, _, _ = played(tmp_path)
    store = Store(f"sqlite:///{tmp_path / DATABASE}")
    with store.transaction() as connection:
        whole = read_log(connection, table)
        assert whole is not None
        links = links_from(root(table, whole.seed), whole.entries)
        for after in (1, 10, len(links) - 1, len(links)):
            part = read_log(connection, table, after)
            assert part is not None
            assert (part.before, part.head) == (links[after - 1], links[-1])
            assert list(part.entries) == list(whole.entries[after:])
        beyond = read_log(connection, table, len(links) + 5)
        assert beyond is not None
        assert (list(beyond.entries), beyond.head) == ([], links[-1])
    store.close()


def test_the_chain_is_whole_after_a_deletion_and_games_go_on(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = house.account("Annabella"), house.guest("Bob")
        finished, running = house.open(ann, bob), house.open(ann, bob)
        house.play(finished)
        house.play(running, decisions=7)
        ann.post("/api/me/delete", {"password": "correct horse"}).done()
        view = house.get(f"/api/tables/{running}")
        while view["seats"][view["turn"]]["person"] != bob.id:
            view = house.get(f"/api/tables/{running}")  # a bot plays for her
        decision = {"ply": view["ply"], "decision": view["moves"][0][0]}
        bob.post(f"/api/tables/{running}/decide", decision).ok["seq"]
    assert b"Annabella" not in (tmp_path / DATABASE).read_bytes()
    store = Store(f"sqlite:///{tmp_path / DATABASE}")
    lengths = stored(store)
    store.close()
    assert set(lengths) == {finished, running}
    assert lengths[running] > 7
