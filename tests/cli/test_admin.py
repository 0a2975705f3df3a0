"""`palatine admin`, on the data of a server that has played some games."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from cli.running import palatine
from palatine.cli.main import main
from palatine.core.words import say
from palatine.server import admin as administration
from palatine.server.storage.store import Store
from server.house import open_house

DAY = 24 * 3600 * 1000
Command = Callable[..., str]


@dataclass(frozen=True)
class Data:
    """The data of a stopped server, and its tables."""

    folder: Path
    finished: str
    playing: str
    open: str

    @property
    def file(self) -> Path:
        return self.folder / "house.db"

    @property
    def tables(self) -> set[str]:
        return {self.finished, self.playing, self.open}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """Ann and Bob have finished one game and are playing another; Cid has left an open table."""
    folder = tmp_path_factory.mktemp("played")
    with open_house(folder) as house:
        ann, bob, cid = (house.guest(name) for name in ("Ann", "Bob", "Cid"))
        finished, playing = house.open(ann, bob), house.open(ann, bob)
        waiting = house.post("/api/tables", ann, {"game": "kingdomino", "players": 3})["table"]
        house.post(f"/api/tables/{waiting}/sit", cid, {})
        house.post(f"/api/tables/{waiting}/leave", cid)
        house.play(finished)
        house.play(playing, decisions=5)
        house.post(f"/api/tables/{finished}/chat", bob, {"text": "well played"})
        house.post(f"/api/people/{bob.id}/report", ann, {"text": "too slow", "table": finished})
    return Data(folder, finished, playing, waiting)


@pytest.fixture
def data(played: Data, tmp_path: Path) -> Data:
    """A copy of the data for one test."""
    return replace(played, folder=shutil.copytree(played.folder, tmp_path / "data"))


@pytest.fixture
def admin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """A function that runs the command and returns its output or its error."""

    def run(*arguments: object, database: Path | str, fails: bool = False) -> str:
        address = database if isinstance(database, str) else f"sqlite:///{database}"
        words = ["palatine", "admin", *map(str, arguments), "--database", address]
        monkeypatch.setattr(sys, "argv", words)
        monkeypatch.setenv("COLUMNS", "200")
        capsys.readouterr()  # drop the output of a server
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        assert bool(ended.value.code) == fails, output
        assert bool(output.err) == fails, output
        return (output.err if fails else output.out).strip()

    return run


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return list(connection.execute(query))


def change(file: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def seen(folder: Path, *tables: str) -> list[dict[str, Any]]:
    """Return the tables as a server with this data shows them, without the current time."""
    with open_house(folder) as house:
        views = [house.get(f"/api/tables/{table}") for table in tables]
    return [{name: value for name, value in view.items() if name != "now"} for view in views]


# ------------------------------------------------------------------------------------------------------------- list


def test_tables_are_listed_latest_first(data: Data, admin: Command) -> None:
    listed = json.loads(admin("list", "--json", database=data.file))
    assert [(one["id"], one["status"]) for one in listed] == [
        (data.playing, "playing"),
        (data.finished, "finished"),
        (data.open, "open"),
    ]
    assert all(set(one) >= {"game", "players", "ply", "created", "changed"} for one in listed)
    assert "seed" not in listed[0]
    (latest,) = json.loads(admin("list", "--json", "--most", 1, database=data.file))
    assert latest["id"] == data.playing
    shown = admin("list", "--status", "finished", database=data.file)
    assert data.finished in shown
    assert data.playing not in shown
    assert admin("list", "--status", "ended", database=data.file) == "No tables found."


def test_unknown_statuses_are_refused(data: Data, admin: Command) -> None:
    refused = admin("list", "--status", "broken", database=data.file, fails=True)
    assert refused == "The status of a table is one of: open, playing, finished, ended."
    assert "--most" in admin("list", "--most", 0, database=data.file, fails=True)


# -------------------------------------------------------------------------------------------------------------- end


def test_a_game_is_ended(data: Data, admin: Command) -> None:
    assert admin("end", data.playing, database=data.file) == say("admin.ended", "en")
    (view,) = seen(data.folder, data.playing)
    assert (view["status"], view["ended"], view["turn"]) == ("ended", "admin", None)
    assert view["ply"] == 5
    assert admin("end", data.playing, database=data.file) == say("admin.over_already", "en")
    assert seen(data.folder, data.playing) == [view]


def test_open_tables_are_ended_and_finished_ones_are_not_changed(data: Data, admin: Command) -> None:
    before = seen(data.folder, data.finished)
    assert admin("end", data.open, database=data.file) == say("admin.ended", "en")
    assert admin("end", data.finished, database=data.file) == say("admin.over_already", "en")
    assert seen(data.folder, data.finished) == before
    assert seen(data.folder, data.open)[0]["status"] == "ended"


def test_ending_an_unknown_table_is_refused(data: Data, admin: Command) -> None:
    for nonsense in ("nowhere", "", "x' OR '1'='1"):
        assert admin("end", nonsense, database=data.file, fails=True) == say("server.no_such_table", "en")
    refused = admin("end", "nowhere", "--lang", "it", database=data.file, fails=True)
    assert refused == say("server.no_such_table", "it")


def test_the_data_of_a_running_server_is_not_imported_into_or_vacuumed(
    data: Data, admin: Command, tmp_path: Path
) -> None:
    with capture_logs(), open_house(data.folder):  # keep the server's log out of the output
        assert len(json.loads(admin("list", "--json", database=data.file))) == 3
        admin("export", tmp_path / "tables.jsonl", database=data.file)
        admin("backup", tmp_path / "copy.db", database=data.file)
        in_use = say("server.data_in_use", "en", file=str(data.file))
        assert admin("import", tmp_path / "tables.jsonl", database=data.file, fails=True) == in_use
    assert seen(data.folder, data.playing)[0]["status"] == "playing"


def test_games_are_ended_beside_a_running_server(data: Data, admin: Command) -> None:
    with capture_logs(), open_house(data.folder) as house, house.stranger().socket(data.playing) as socket:
        assert socket.receive_json()["table"]["status"] == "playing"
        assert admin("end", data.playing, database=data.file) == say("admin.ended", "en")
        while (message := socket.receive_json())["type"] != "update":
            pass
        assert (message["table"]["status"], message["table"]["ended"]) == ("ended", "admin"), "players are notified"
        assert admin("end", data.playing, database=data.file) == say("admin.over_already", "en")
        assert admin("end", data.open, database=data.file) == say("admin.ended", "en")
        refused = admin("end", "nowhere", "--lang", "it", database=data.file, fails=True)
        assert refused == say("server.no_such_table", "it")
        assert house.rows("SELECT * FROM host_requests") == []
    assert [one["status"] for one in seen(data.folder, data.playing, data.open)] == ["ended", "ended"]


def test_vacuum_works_beside_a_running_server(data: Data, admin: Command) -> None:
    with capture_logs(), open_house(data.folder) as house:
        new = house.guest("New")
        house.change("INSERT INTO tokens VALUES ('hash', ?, 'session', '', 'play', 1, 1, 1)", new.id)
        output = admin("vacuum", database=data.file)
        deleted = say("admin.tidied", "en", tokens=1, guests=0, analyses=0)
        assert output.splitlines() == [deleted, say("admin.tidied_running", "en")]
        assert house.rows("SELECT * FROM tokens") == []


def test_a_server_that_does_not_answer_is_reported(data: Data, admin: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(administration, "ANSWER_SECONDS", 0)
    store = Store(f"sqlite:///{data.file}")  # it holds the lock, and answers nothing
    refused = admin("end", data.playing, database=data.file, fails=True)
    store.close()
    assert refused == say("admin.no_answer", "en", seconds=0)
    assert rows(data.file, "SELECT * FROM host_requests") == [], "a later server does not end the game"


# -------------------------------------------------------------------------------------------------- export and import


def test_tables_move_to_another_server(data: Data, admin: Command, tmp_path: Path) -> None:
    file, other = tmp_path / "tables.jsonl", tmp_path / "other"
    output = admin("export", file, database=data.file)
    assert output == say("admin.exported", "en", count=3, file=str(file))
    output = admin("import", file, database=other / "house.db")
    assert output == say("admin.imported", "en", added=3, there=0)
    assert seen(other, *sorted(data.tables)) == seen(data.folder, *sorted(data.tables))
    for part in ("entries", "chairs", "sitters", "chat", "results"):
        moved, original = (rows(place, f"SELECT * FROM {part}") for place in (other / "house.db", data.file))
        assert sorted(moved) == sorted(original), part
        assert moved
    again = admin("import", file, database=other / "house.db")
    assert again == say("admin.imported", "en", added=0, there=3)


def test_single_tables_can_be_exported(data: Data, admin: Command, tmp_path: Path) -> None:
    file = tmp_path / "tables.jsonl"
    output = admin("export", file, "--table", data.open, "--table", data.finished, database=data.file)
    assert output == say("admin.exported", "en", count=2, file=str(file))
    first, *lines = map(json.loads, file.read_text().splitlines())
    assert first == {"format": "palatine-tables-1"}
    assert {line["row"]["id"] for line in lines} == {data.open, data.finished}


def test_a_failed_export_keeps_the_existing_file(data: Data, admin: Command, tmp_path: Path) -> None:
    file = tmp_path / "tables.jsonl"
    file.write_text("precious")
    missing = ("export", file, "--table", data.open, "--table", "nowhere")
    assert admin(*missing, database=data.file, fails=True) == say("admin.no_such_tables", "en", tables="nowhere")
    assert file.read_text() == "precious"
    assert {one.name for one in tmp_path.iterdir()} == {"data", "tables.jsonl"}
    address = f"sqlite:///{data.file}"
    nowhere = tmp_path / "missing" / "tables.jsonl"
    refused = palatine("admin", "export", str(nowhere), "--database", address, home=tmp_path, fails=True)
    assert refused.stderr.strip() == "The output could not be written: No such file or directory."


def _without_id(table: dict[str, Any]) -> str:
    del table["row"]["id"]
    return json.dumps(table)


def _with(table: dict[str, Any], **changes: Any) -> str:
    return json.dumps({**table, **changes})


NONSENSE: dict[str, Callable[[dict[str, Any]], str]] = {
    "no JSON": lambda _: "{",
    "no object": lambda _: "[]",
    "nothing": lambda _: "",
    "nested too deeply": lambda _: "[" * 100_000,
    "no id": _without_id,
    "no log": lambda table: _with(table, entries=[]),
    "no beginning": lambda table: _with(table, entries=table["entries"][1:]),
    "half a log": lambda table: _with(table, entries=table["entries"][:-1]),
    "an unknown entry": lambda table: _with(table, entries=[*table["entries"], {"kind": "bribed", "at": 1}]),
    "an unknown column": lambda table: _with(table, row={**table["row"], "colour": "red"}),
    "a column of another kind": lambda table: _with(table, row={**table["row"], "position": 7}),
    "a seat of another table": lambda table: _with(
        table, chairs=[{"table_id": "nowhere", "seat": 0, "person": "unknown"}]
    ),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_an_invalid_line_is_named_and_nothing_is_imported(
    data: Data, admin: Command, tmp_path: Path, name: str
) -> None:
    file, other = tmp_path / "tables.jsonl", tmp_path / "other.db"
    admin("export", file, database=data.file)
    lines = file.read_text().splitlines()
    lines[2] = NONSENSE[name](json.loads(lines[2]))
    file.write_text("\n".join(lines) + "\n")
    refused = admin("import", file, database=other, fails=True)
    assert refused.startswith(f"Line 3 of {file} is not an exported table: ")
    assert refused.endswith("Nothing was imported.")
    assert rows(other, "SELECT * FROM tables") == rows(other, "SELECT * FROM sitters") == []


@pytest.mark.parametrize("content", [b"", b"{}\n", b'{"format": "something"}\n', b"\xff\xfe", b"[" * 100_000])
def test_files_that_are_not_exports_are_refused(admin: Command, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "tables.jsonl"
    file.write_bytes(content)
    refused = admin("import", file, database=tmp_path / "other.db", fails=True)
    assert refused == say("admin.no_export", "en", file=str(file))


def test_unreadable_files_are_refused(admin: Command, tmp_path: Path) -> None:
    for file, reason in ((tmp_path / "missing", "No such file or directory"), (tmp_path, "Is a directory")):
        refused = admin("import", file, database=tmp_path / "other.db", fails=True)
        assert refused == say("admin.not_read", "en", file=str(file), reason=reason)


def test_tables_move_to_postgresql_and_back(data: Data, admin: Command, tmp_path: Path, postgres_database: str) -> None:
    first, second, back = (tmp_path / name for name in ("first.jsonl", "second.jsonl", "back.db"))
    admin("export", first, database=data.file)
    address = postgres_database
    assert admin("import", first, database=address) == say("admin.imported", "en", added=3, there=0)
    assert admin("import", first, database=address) == say("admin.imported", "en", added=0, there=3)
    admin("export", second, database=address)
    assert len(json.loads(admin("list", "--json", database=address))) == 3
    assert admin("check", database=address).startswith("No damage found: 3 tables")
    assert admin("end", data.playing, database=address) == say("admin.ended", "en")
    assert admin("end", "nowhere", database=address, fails=True) == say("server.no_such_table", "en")
    assert admin("vacuum", database=address) == say("admin.tidied", "en", tokens=0, guests=0, analyses=0)
    refused = admin("backup", tmp_path / "copy.db", database=address, fails=True)
    assert refused == say("admin.backup_sqlite_only", "en")
    admin("import", second, database=back)
    for part in ("tables", "entries", "chairs", "sitters", "chat", "results"):
        assert sorted(rows(back, f"SELECT * FROM {part}")) == sorted(rows(data.file, f"SELECT * FROM {part}")), part


# ----------------------------------------------------------------------------------------------------------- backup


def test_a_backup_is_a_copy_of_the_data(data: Data, admin: Command, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "house.db"
    copy.parent.mkdir()
    assert admin("backup", copy, database=data.file) == say("admin.backed_up", "en", file=str(copy))
    assert [one.name for one in copy.parent.iterdir()] == ["house.db"]
    assert seen(copy.parent, *sorted(data.tables)) == seen(data.folder, *sorted(data.tables))


def test_a_backup_onto_the_data_is_refused(data: Data, admin: Command) -> None:
    before = data.file.read_bytes()
    link = data.folder / "link.db"
    link.symlink_to(data.file)
    for file in (data.file, link):
        assert admin("backup", file, database=data.file, fails=True) == say("admin.backup_onto_itself", "en")
    assert data.file.read_bytes() == before


def test_backups_and_exports_are_private(data: Data, admin: Command, tmp_path: Path) -> None:
    copy, export = tmp_path / "copy.db", tmp_path / "tables.jsonl"
    for file in (copy, export):
        file.write_text("older")
        file.chmod(0o644)
    admin("backup", copy, database=data.file)
    admin("export", export, database=data.file)
    assert [stat.S_IMODE(file.stat().st_mode) for file in (copy, export)] == [0o600, 0o600]


def test_a_backup_does_not_hold_the_signing_key(data: Data, admin: Command, tmp_path: Path) -> None:
    secret = (data.folder / "house.db.key").read_text().strip()
    change(data.file, "INSERT INTO server_secrets (name, value) VALUES ('secret', ?)", secret)  # an older version did
    copy = tmp_path / "copy.db"
    admin("backup", copy, database=data.file)
    assert rows(copy, "SELECT * FROM server_secrets") == []
    assert secret.encode() not in copy.read_bytes()


def test_a_damaged_backup_does_not_replace_an_older_one(data: Data, admin: Command, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "house.db"
    copy.parent.mkdir()
    admin("backup", copy, database=data.file)
    before = copy.read_bytes()
    change(data.file, "UPDATE entries SET entry = 'x' WHERE table_id = ? AND seq = 3", data.playing)
    refused = admin("backup", copy, database=data.file, fails=True)
    damage = f"{data.playing}: entry 3 does not match its link"
    assert refused == say("admin.backup_damaged", "en", file=f"{copy}.damaged", damage=damage)
    assert copy.read_bytes() == before
    assert sorted(one.name for one in copy.parent.iterdir()) == ["house.db", "house.db.damaged"]


# ------------------------------------------------------------------------------------------------------------ check


def test_a_sound_database_passes_the_check(data: Data, admin: Command) -> None:
    ((entries,),) = rows(data.file, "SELECT count(*) FROM entries")
    assert admin("check", database=data.file) == say("admin.sound", "en", count=3, entries=entries)
    with capture_logs(), open_house(data.folder):
        assert json.loads(admin("check", "--json", database=data.file)) == []


ROW_CHANGES = {
    "status = 'ended'": "status is 'ended' in the row and 'playing' in the log",
    "ply = 6": "ply is 6 in the row and 5 in the log",
    "host = 'another'": "host is 'another' in the row",
    "rated = 1": "rated is True in the row and False in the log",
    "position = CAST('{}' AS BLOB)": "the position in the row is not the one that the log leads to",
    "seq = 'x'": "the number of entries in the row is no number",
    "seq = 3": "the log has 8 entries, its row says 3",
    "chain = x'00'": "the last entry does not match the link in the row",
    "seed = 'another'": "entry 0 does not match its link, or the seed was changed",
}


@pytest.mark.parametrize("wrong", ROW_CHANGES)
def test_the_check_finds_a_row_that_differs_from_its_log(data: Data, admin: Command, wrong: str) -> None:
    change(data.file, f"UPDATE tables SET {wrong} WHERE id = ?", data.playing)
    found = admin("check", database=data.file, fails=True)
    assert f"{data.playing}: {ROW_CHANGES[wrong]}" in found
    assert found.count("\n") == 1, "nothing else"


def test_the_check_finds_damaged_logs_seats_and_pages(data: Data, admin: Command) -> None:
    change(data.file, "UPDATE entries SET entry = 'x' WHERE table_id = ? AND seq = 3", data.playing)
    change(data.file, "DELETE FROM chairs WHERE table_id = ? AND seat = 0", data.finished)
    with contextlib.closing(sqlite3.connect(data.file)) as connection:
        connection.execute("PRAGMA writable_schema = ON")  # an index that misses rows
        connection.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE INDEX ix_chat_person ON chat (name)' WHERE name = 'ix_chat_person'"
        )
        connection.commit()
    found = admin("check", database=data.file, fails=True)
    assert f"{data.playing}: entry 3 does not match its link" in found
    assert f"{data.finished}: the seats differ from those in the log" in found
    assert "ix_chat_person" in found


# ----------------------------------------------------------------------------------------------------------- vacuum


def test_vacuum_deletes_expired_tokens_and_idle_guests(data: Data, admin: Command) -> None:
    with open_house(data.folder) as house:
        idle, new = house.guest("Idle"), house.guest("New")
    change(data.file, "UPDATE people SET seen = seen - ? WHERE id != ?", 91 * DAY, new.id)
    for number, expires in enumerate((1, 2**53, None)):
        row = (f"hash {number}", new.id, expires)
        change(data.file, "INSERT INTO tokens VALUES (?, ?, 'session', '', 'play', 1, 1, ?)", *row)
    output = admin("vacuum", database=data.file)
    assert output == say("admin.tidied", "en", tokens=1, guests=1, analyses=0)
    assert {row[0] for row in rows(data.file, "SELECT name FROM people")} == {"Ann", "Bob", "Cid", "New"}, (
        "Cid is named in a log and must be able to delete that"
    )
    assert idle.name.encode() not in data.file.read_bytes()
    assert rows(data.file, "SELECT hash FROM tokens ORDER BY hash") == [("hash 1",), ("hash 2",)]
    assert seen(data.folder, data.playing)[0]["status"] == "playing"


# ---------------------------------------------------------------------------------------------------------- reports


def test_reports_can_be_listed_and_closed(data: Data, admin: Command) -> None:
    (report,) = json.loads(admin("reports", "--json", database=data.file))
    assert (report["text"], report["table_id"]) == ("too slow", data.finished)
    assert "too slow" in admin("reports", database=data.file)
    number = report["id"]
    assert admin("handled", number, database=data.file) == say("admin.report_closed", "en", number=number)
    assert admin("reports", database=data.file) == say("admin.no_reports", "en")
    assert admin("handled", 99, database=data.file, fails=True) == say("admin.no_such_report", "en", number=99)
    assert "handled" in admin("handled", "seven", database=data.file, fails=True)
    again = admin("handled", number, database=data.file, fails=True)
    assert again == say("hosting.handled_already", "en", number=str(number))


# ------------------------------------------------------------------------------------------------- no such database


COMMANDS = [
    ("list",),
    ("end", "abc"),
    ("export", "{folder}/tables.jsonl"),
    ("backup", "{folder}/copy.db"),
    ("check",),
    ("vacuum",),
    ("reports",),
    ("handled", "1"),
    ("host", "Ada"),
    ("people",),
    ("suspend", "Ada", "--reason", "rude"),
    ("lift", "Ada", "--reason", "sorry"),
    ("reset-password", "Ada"),
    ("announce", "hello"),
    ("audit",),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_missing_database_is_refused_and_not_created(
    admin: Command, tmp_path: Path, command: tuple[str, ...]
) -> None:
    words = [word.format(folder=tmp_path) for word in command]
    missing = tmp_path / "missing.db"
    assert admin(*words, database=missing, fails=True) == say("admin.no_data", "en", file=str(missing))
    wrong = say("server.wrong_database", "en")
    for address in ("nonsense", "mysql://somewhere/else"):
        assert admin(*words, database=address, fails=True) == wrong
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_file_that_is_not_a_database_is_refused(admin: Command, tmp_path: Path, command: tuple[str, ...]) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Sir or Madam, " * 500)
    words = [word.format(folder=tmp_path) for word in command]
    refused = admin(*words, database=text, fails=True)
    assert refused == say("admin.wrong_data", "en", reason="file is not a database")
    assert text.read_text().startswith("Dear Sir or Madam")


def test_an_unreachable_database_is_reported(admin: Command) -> None:
    refused = admin("list", database="postgresql://user:hush@127.0.0.1:1/nothing", fails=True)
    assert refused.startswith("The database reports an error: connection failed")
    assert "hush" not in refused
