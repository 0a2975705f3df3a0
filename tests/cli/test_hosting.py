"""`palatine admin` about people: it works beside a running server, and everything is in the audit log."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from palatine.cli.hosting import minutes_of
from palatine.cli.main import main
from palatine.core.words import say
from palatine.server.errors import Malformed
from server.house import PASSWORD, House, open_house

Command = Callable[..., str]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[House]:
    """A running server whose data the command changes."""
    with capture_logs(), open_house(tmp_path) as house:
        yield house


@pytest.fixture
def admin(running: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """A function that runs the command on the data of the server and returns its output or its error."""

    def run(*arguments: object, fails: bool = False) -> str:
        words = ["palatine", "admin", *map(str, arguments), "--database", f"sqlite:///{running.file}"]
        monkeypatch.setattr(sys, "argv", words)
        monkeypatch.setenv("COLUMNS", "250")
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        assert bool(ended.value.code) == fails, output
        return (output.err if fails else output.out).strip()

    return run


def audit(admin: Command, *options: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(admin("audit", "--json", *options))
    return found[::-1]


def test_an_account_becomes_a_host_by_the_command_and_only_while_it_is_one(running: House, admin: Command) -> None:
    ada = running.account("Ada")
    sign_in = ("/api/admin/sign_in", {"name": "Ada", "password": PASSWORD})
    ada.post(*sign_in).refused(401, "people.wrong_sign_in")
    assert admin("host", "ADA") == say("admin.host_added", "en", name="ADA")
    assert admin("host", "Ada", fails=True) == say("hosting.host_already", "en")
    assert ada.post(*sign_in).ok["id"] == ada.id
    assert admin("host", "Ada", "--remove") == say("admin.host_removed", "en", name="Ada")
    assert ada.get("/api/admin/me").status == 401
    assert admin("host", "Ada", "--remove", fails=True) == say("hosting.not_a_host", "en")
    assert admin("host", "Grace", fails=True) == say("hosting.unknown_person", "en", person="Grace")
    assert admin("host", running.guest().id, fails=True) == say("hosting.no_account", "en")
    assert [(one["act"], one["host"], one["person"]) for one in audit(admin)] == [
        ("host", "command line", "Ada"),
        ("sign_in", "Ada", None),
        ("unhost", "command line", "Ada"),
    ]


def test_warnings_mutes_and_suspensions_hold_beside_a_running_server(running: House, admin: Command) -> None:
    ada, grace = running.account("Ada"), running.guest("Grace")
    table = running.open(grace, ada)
    admin("warn", "Ada", "--reason", "Be kind.")
    admin("mute", ada.id, "--for", "2h", "--reason", "insults")
    assert [one["kind"] for one in ada.get("/api/notices").ok["sanctions"]] == ["warning", "mute"]
    assert ada.post(f"/api/tables/{table}/chat", {"text": "hello"}).body["problem"] == "people.muted"
    admin("suspend", "Ada", "--reason", "more insults")
    ada.post(f"/api/tables/{table}/leave").refused(403, "people.suspended_for_good", reason="more insults")
    running.call(running.server.enforcer.enforce)
    assert grace.get(f"/api/tables/{table}").ok["seats"][1]["taken_over"]
    admin("lift", "Ada", "--reason", "sorry")
    admin("lift", "Ada", "--mute", "--reason", "sorry")
    assert ada.post(f"/api/tables/{table}/take_back").status == 200
    assert admin("lift", "Ada", "--reason", "again", fails=True) == say("hosting.no_suspension", "en")
    lines = audit(admin, "--person", "Ada")
    assert [one["act"] for one in lines] == ["warn", "mute", "suspend", "lift_suspension", "lift_mute"]
    assert {(one["host"], one["person"]) for one in lines} == {("command line", "Ada")}
    assert "more insults" in admin("audit")


def test_the_printed_link_sets_a_password(running: House, admin: Command) -> None:
    ada = running.account("Ada")
    sentence, link = admin("reset-password", "Ada", "--public-url", "https://games.example.org/").splitlines()
    assert sentence == say("admin.password_link", "en", name="Ada")
    address, _, secret = link.partition("#")
    assert address == "https://games.example.org/password"
    new = {"secret": secret, "password": "battery staple"}
    running.stranger().post("/api/accounts/password", new).done()
    assert not ada.is_known
    assert running.signed_in("Ada", "battery staple").id == ada.id


def test_an_announcement_is_shown(running: House, admin: Command) -> None:
    assert admin("announce", "Maintenance at nine.", "--for", "12h") == say("admin.announced", "en")
    (shown,) = running.stranger().get("/api/notices").ok["announcements"]
    assert (shown["text"], shown["until"] - shown["at"]) == ("Maintenance at nine.", 12 * 3600_000)


def test_a_game_is_ended_beside_a_running_server_and_its_players_see_it(running: House, admin: Command) -> None:
    ada, grace = running.guest("Ada"), running.guest("Grace")
    table = running.open(ada, grace)
    with ada.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        assert admin("end", table, "--reason", "closing time") == say("admin.ended", "en")
        running.call(running.server.enforcer.enforce)
        assert socket.receive_json()["table"]["ended"] == "admin"
    assert [(one["act"], one["table"], one["reason"]) for one in audit(admin)] == [("end_table", table, "closing time")]


def test_people_are_found(running: House, admin: Command) -> None:
    ada = running.account("Ada")
    running.guest("Grace")
    (found,) = json.loads(admin("people", "ad", "--json"))
    assert (found["id"], found["login"], found["is_suspended"]) == (ada.id, "ada", False)
    assert admin("people", "unknown") == say("admin.no_people", "en")
    assert "Grace" in admin("people")


def test_ids_may_begin_with_a_dash(running: House, admin: Command) -> None:
    columns = "id, kind, name, language, settings, created, seen"
    person = f"INSERT INTO people ({columns}) VALUES ('{{}}', 'guest', 'Ada', 'en', '{{{{}}}}', 0, 0)"
    for number, dashed in enumerate(("-abc", "--abc", "-h_1"), start=1):
        running.execute(person.format(dashed))
        admin("warn", dashed, "--reason", "Be kind.")
        assert len(running.rows("SELECT * FROM sanctions")) == number
    assert admin("end", "-table", fails=True) == say("server.no_such_table", "en")


@pytest.mark.parametrize(("text", "minutes"), [("30m", 30), ("12h", 720), ("7D", 10_080), (" 2w ", 20_160)])
def test_times_are_read(text: str, minutes: int) -> None:
    assert minutes_of(text) == minutes


@pytest.mark.parametrize("text", ["", "0d", "-1d", "1", "d", "1y", "1.5h", "999999w", "1d 2h"])
def test_wrong_times_are_refused(text: str) -> None:
    with pytest.raises(Malformed, match="is not a time"):
        minutes_of(text)
