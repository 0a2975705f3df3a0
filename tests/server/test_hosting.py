"""Hosts of the server: their own sign-in, and what they do about people, reports and tables."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from palatine.server.clock import ServerClock, now, use
from palatine.server.hosting import hosts
from palatine.server.http.operations import OPERATIONS
from palatine.server.rate_limits import Limit
from server.house import PASSWORD, House, Visitor

MINUTE = 60_000
BECAUSE = {"reason": "rude in chat"}


def acts(visitor: Visitor, **query: str) -> list[tuple[str, str | None, str | None, str]]:
    """Return the audit log, the earliest first: act, person, table, reason. Without the host's sign-in."""
    lines = visitor.ask("GET", "/api/admin/audit", params={"limit": 100, **query}).ok["lines"][::-1]
    shown = [(one["act"], one["person"] and one["person"]["id"], one["table"], one["reason"]) for one in lines]
    return [one for one in shown if one[0] != "sign_in"]


def concrete(path: str) -> str:
    return path.replace("{person}", "x").replace("{table}", "x").replace("{report}", "1").replace("{announcement}", "1")


# ---------------------------------------------------------------------------------------------------------- sign in


def test_every_admin_operation_refuses_everyone_but_hosts_in_a_session_of_the_page(house: House) -> None:
    host, ada = house.host(), house.account("Ada")
    token = house.program(host.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"])
    bot = house.program(host.post("/api/me/bots", {"name": "Engine"}).ok["secret"])
    ordinary = host.copy()
    ordinary.admin_cookie = None
    session_as_admin = host.copy()
    session_as_admin.admin_cookie = session_as_admin.cookie
    as_bearer = house.program(str(host.admin_cookie))
    operations = [one for one in OPERATIONS if one.path.startswith("/api/admin/")]
    assert len(operations) > 20
    for one in operations:
        if one.name == "sign_in_as_host":
            continue
        for other in (house.stranger(), house.guest(), ada, token, bot, ordinary, session_as_admin, as_bearer):
            with house.unchanged():
                other.ask(one.method, concrete(one.path), {}).refused(401, "server.not_signed_in")
    assert host.get("/api/admin/me").ok["id"] == host.id


def test_the_session_of_the_admin_page_allows_nothing_else(house: House) -> None:
    host = house.host()
    assert house.program(str(host.admin_cookie)).get("/api/me").status == 401
    impostor = house.stranger()
    impostor.cookie = host.admin_cookie
    assert impostor.get("/api/me").status == 401
    assert host.post("/api/admin/sign_in", {"name": "Hosta", "password": PASSWORD}).status == 200
    assert all(part in host.set_cookie for part in ("Path=/api/admin", "HttpOnly", "SameSite=strict"))
    assert str(host.admin_cookie) not in repr(house.everything())


def test_only_hosts_sign_in_and_others_learn_nothing(house: House) -> None:
    house.host()
    house.account("Ada")
    for name, password in (("Ada", PASSWORD), ("Hosta", "wrong horse"), ("Unknown", PASSWORD)):
        body = {"name": name, "password": password}
        with house.unchanged():
            house.stranger().post("/api/admin/sign_in", body).refused(401, "people.wrong_sign_in")


def test_sign_in_attempts_are_limited(house: House) -> None:
    house.host()
    house.server.logins = Limit(2, 1 / 100, lambda: 0)
    wrong = {"name": "Hosta", "password": "wrong horse"}
    for _ in range(2):
        house.stranger().post("/api/admin/sign_in", wrong).refused(401, "people.wrong_sign_in")
    house.stranger().post("/api/admin/sign_in", wrong).refused(429, "server.too_often", count=100)
    house.server.logins, house.server.arrivals = Limit(100, 1), Limit(1, 1 / 100, lambda: 0)
    house.stranger().post("/api/admin/sign_in", wrong).refused(401, "people.wrong_sign_in")
    house.stranger().post("/api/admin/sign_in", wrong).refused(429, "server.too_often", count=100)


def test_a_request_from_another_site_is_refused(house: House) -> None:
    host, ada = house.host(), house.guest("Ada")
    with house.unchanged():
        reply = host.post(f"/api/admin/people/{ada.id}/warn", BECAUSE, headers={"origin": "https://evil.example"})
        reply.refused(403, "server.other_origin")


def test_signing_out_ends_the_session(house: House) -> None:
    host = house.host()
    copy = host.copy()
    host.post("/api/admin/sign_out").done()
    assert host.admin_cookie is None
    assert copy.get("/api/admin/me").status == 401
    assert host.is_known, "the host stays signed in to play"


def test_an_unused_session_ends_after_half_an_hour_and_a_used_one_after_half_a_day(house: House) -> None:
    host = house.host()
    at = now()
    clock = ServerClock(lambda: at * 1_000_000, lambda: 0)

    def move(milliseconds: int) -> None:
        nonlocal at
        at += milliseconds

    async def session() -> Any:
        use(clock)
        clock.follow()
        return await hosts.recognise(house.server.store, str(host.admin_cookie))

    for _ in range(24):  # used every 29 minutes
        move(29 * MINUTE)
        assert house.call(session) is not None
    move(29 * MINUTE)
    assert house.call(session) is None, "half a day is over"
    host.post("/api/admin/sign_in", {"name": "Hosta", "password": PASSWORD}).ok["id"]
    at = now()
    move(31 * MINUTE)
    assert house.call(session) is None


@pytest.mark.parametrize("change", ["password", "sign_out_everywhere", "unhost", "delete"])
def test_a_session_ends_with_the_password_the_sessions_or_the_appointment(house: House, change: str) -> None:
    host = house.host()
    copy = host.copy()
    if change == "password":
        host.post("/api/me/password", {"old": PASSWORD, "new": "battery staple"}).done()
    elif change == "sign_out_everywhere":
        host.post("/api/me/sign_out_everywhere").done()
    elif change == "unhost":
        house.change("DELETE FROM hosts")
    else:
        host.post("/api/me/delete", {"password": PASSWORD}).done()
    assert copy.get("/api/admin/me").status == 401


# ----------------------------------------------------------------------------------------------------------- people


def test_people_are_found_by_name_and_id_in_pages(house: House) -> None:
    host = house.host()
    ada, augusta, other = house.account("Ada Lovelace"), house.guest("augusta ADA"), house.guest("50%")

    def found(**query: Any) -> list[str]:
        return [one["id"] for one in host.ask("GET", "/api/admin/people", params=query).ok["people"]]

    assert set(found(text="ada")) == {ada.id, augusta.id}
    assert found(text=" LOVE ") == [ada.id]
    assert found(text=other.id) == [other.id]
    assert found(text="%") == [other.id], "no wildcards"
    assert found(text="ada", kind="guest") == [augusta.id]
    assert found(only="hosts") == [host.id]
    assert found(only="suspended") == []
    pages = [host.ask("GET", "/api/admin/people", params={"offset": n, "limit": 3}).ok for n in (0, 3)]
    assert [page["more"] for page in pages] == [True, False]
    assert len({one["id"] for page in pages for one in page["people"]}) == 4


def test_a_persons_file_has_all_a_host_needs_and_no_secrets(house: House) -> None:
    host, ada, grace = house.host(), house.account("Ada"), house.guest("Grace")
    bot = ada.post("/api/me/bots", {"name": "Engine"}).ok["bot"]
    table = house.open(ada, grace)
    grace.post(f"/api/people/{ada.id}/report", {"text": "too slow", "table": table}).done()
    ada.post(f"/api/people/{grace.id}/report", {"text": "too fast"}).done()
    host.post(f"/api/admin/people/{ada.id}/warn", BECAUSE).done()
    host.post(f"/api/admin/people/{ada.id}/mute", {**BECAUSE, "minutes": 5}).done()
    reply = host.get(f"/api/admin/people/{ada.id}")
    file = reply.ok
    person = file["person"]
    assert (person["name"], person["login"], person["kind"], person["open_reports"]) == ("Ada", "ada", "account", 1)
    assert (person["is_host"], person["is_muted"], person["is_suspended"]) == (False, True, False)
    assert [one["id"] for one in file["bots"]] == [bot["id"]]
    assert [(one["kind"], one["reason"]) for one in file["sanctions"]] == [
        ("mute", "rude in chat"),
        ("warning", "rude in chat"),
    ]
    assert [(one["text"], one["table"]) for one in file["reports_about"]] == [("too slow", table)]
    assert [(one["text"], one["about"]["id"]) for one in file["reports_by"]] == [("too fast", grace.id)]
    assert [one["id"] for one in file["tables"]] == [table]
    assert len(file["sessions"]) == 1
    assert host.get(f"/api/admin/people/{bot['id']}").ok["owner"]["id"] == ada.id
    hidden = [row[0] for row in house.rows("SELECT seed FROM tables UNION SELECT hash FROM tokens")]
    hidden += [row[0] for row in house.rows("SELECT password FROM people WHERE password IS NOT NULL")]
    assert not [secret for secret in hidden if secret in str(file)]
    host.get("/api/admin/people/unknown").refused(404, "people.no_such_person")


def test_a_warning_is_shown_until_the_person_dismisses_it(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    host.post(f"/api/admin/people/{ada.id}/warn", {"reason": " Be  kind. "}).done()
    (warning,) = ada.get("/api/notices").ok["sanctions"]
    assert (warning["kind"], warning["reason"], warning["until"]) == ("warning", "Be kind.", None)
    assert grace.get("/api/notices").ok["sanctions"] == []
    with house.unchanged():
        grace.post(f"/api/me/warnings/{warning['id']}/dismiss").refused(404, "hosting.no_warning")
        ada.post("/api/me/warnings/x/dismiss").refused(404, "hosting.no_warning")
    ada.post(f"/api/me/warnings/{warning['id']}/dismiss").done()
    assert ada.get("/api/notices").ok["sanctions"] == []
    ada.post(f"/api/me/warnings/{warning['id']}/dismiss").refused(404, "hosting.no_warning")
    assert host.get(f"/api/admin/people/{ada.id}").ok["sanctions"][0]["ended"] is not None
    assert acts(host) == [("warn", ada.id, None, "Be kind.")]


def test_hosts_and_deleted_people_cannot_be_sanctioned(house: House) -> None:
    host, gone = house.host(), house.guest()
    gone.post("/api/me/delete", {}).done()
    for what, more in (("warn", {}), ("mute", {"minutes": 5}), ("suspend", {})):
        with house.unchanged():
            host.post(f"/api/admin/people/{host.id}/{what}", BECAUSE | more).refused(409, "hosting.is_host")
            host.post(f"/api/admin/people/{gone.id}/{what}", BECAUSE | more).refused(404, "people.no_such_person")
            host.post(f"/api/admin/people/unknown/{what}", BECAUSE | more).refused(404, "people.no_such_person")
            blank = {"reason": " \u200b ", **more}
            host.post(f"/api/admin/people/{gone.id}/{what}", blank).refused(422, "hosting.no_reason")


def test_a_password_link_works_once_and_shuts_everyone_else_out(house: House) -> None:
    host, ada = house.host(), house.account("Ada")
    token = house.program(ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"])
    first = host.post(f"/api/admin/people/{ada.id}/password_link").ok["link"]
    link = host.post(f"/api/admin/people/{ada.id}/password_link").ok["link"]
    assert link.startswith("http://testserver/password#")
    secret = link.rpartition("#")[2]
    assert secret not in repr(house.everything())
    new = {"secret": secret, "password": "battery staple"}
    with house.unchanged():
        old = {**new, "secret": first.rpartition("#")[2]}
        house.stranger().post("/api/accounts/password", old).refused(404, "hosting.no_link")
        house.stranger().post("/api/accounts/password", {**new, "password": "short"}).refused(422, "server.malformed")
    house.stranger().post("/api/accounts/password", new).done()
    assert not ada.is_known
    assert not token.is_known
    with house.unchanged():
        house.stranger().post("/api/accounts/password", new).refused(404, "hosting.no_link")
    house.stranger().post("/api/accounts/sign_in", {"name": "Ada", "password": PASSWORD}).refused(
        401, "people.wrong_sign_in"
    )
    assert house.signed_in("Ada", "battery staple").id == ada.id
    assert acts(host) == [("password_link", ada.id, None, "")] * 2


def test_an_old_password_link_does_not_work(house: House) -> None:
    host, ada = house.host(), house.account("Ada")
    secret = host.post(f"/api/admin/people/{ada.id}/password_link").ok["link"].rpartition("#")[2]
    house.change("UPDATE password_links SET expires = ?", now() - 1)
    new = {"secret": secret, "password": "battery staple"}
    house.stranger().post("/api/accounts/password", new).refused(404, "hosting.no_link")
    host.post(f"/api/admin/people/{house.guest().id}/password_link").refused(409, "hosting.no_account")


# ---------------------------------------------------------------------------------------------------------- reports


def test_a_report_comes_with_the_chat_it_is_about(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    house.server.actions._chatter.enforced = False
    table = house.open(ada, grace)
    said = [(grace, f"far {number}") for number in range(10)]
    said += [(grace, "hello"), (ada, "you are bad at this"), (grace, "please stop")]
    said += [(grace, f"later {number}") for number in range(10)]
    for person, text in said:
        person.post(f"/api/tables/{table}/chat", {"text": text}).ok["number"]
    grace.post(f"/api/people/{ada.id}/report", {"text": "rude", "table": table}).done()
    grace.post(f"/api/people/{ada.id}/report", {"text": "still rude"}).done()
    first, second = host.get("/api/admin/reports").ok["reports"]
    assert (first["text"], first["by"]["id"], first["about"]["id"], first["table"]) == ("rude", grace.id, ada.id, table)
    file = host.get(f"/api/admin/reports/{first['id']}").ok
    assert file["report"] == first
    assert [line["text"] for line in file["chat"]] == [text for _, text in said[11 - 5 : 11 + 5 + 1]]
    assert all(line["at"] > 0 and line["person"] in (ada.id, grace.id) for line in file["chat"])
    assert host.get(f"/api/admin/reports/{second['id']}").ok["chat"] == []
    host.get("/api/admin/reports/99").refused(404, "admin.no_such_report", number="99")
    host.get("/api/admin/reports/x").refused(404, "admin.no_such_report", number="x")


def test_a_report_is_handled_once_with_a_note(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    grace.post(f"/api/people/{ada.id}/report", {"text": "rude"}).done()
    (report,) = host.get("/api/admin/reports").ok["reports"]
    host.post(f"/api/admin/reports/{report['id']}/handled", {"note": "warned"}).done()
    with house.unchanged():
        again = host.post(f"/api/admin/reports/{report['id']}/handled", {"note": "again"})
        again.refused(409, "hosting.handled_already", number=str(report["id"]))
    assert host.get("/api/admin/reports").ok["reports"] == []
    (handled,) = host.get("/api/admin/reports?handled=true").ok["reports"]
    assert (handled["handled"], handled["note"]) == (True, "warned")
    assert acts(host) == [("handle_report", ada.id, None, f"{report['id']}: warned")]


# ----------------------------------------------------------------------------------------------------------- tables


def test_tables_are_found_by_id_link_game_status_and_person(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    playing, alone = house.open(ada, grace), house.open(ada, players=2)
    grace.post(f"/api/tables/{alone}/sit", {}).ok["seq"]

    def found(**query: str) -> list[str]:
        return [one["id"] for one in host.ask("GET", "/api/admin/tables", params=query).ok["tables"]]

    waiting = house.post("/api/tables", ada, {"game": "kingdomino", "players": 3})["table"]
    assert set(found()) == {playing, alone, waiting}
    assert found(id=playing) == found(id=f"http://testserver/t/{playing}") == [playing]
    assert found(status="open") == [waiting]
    assert set(found(person=grace.id)) == {playing, alone}
    assert found(game="dragon_castle") == []
    page = host.get("/api/admin/tables?limit=2").ok
    assert (len(page["tables"]), page["more"]) == (2, True)


def test_a_tables_file_shows_chat_and_reports_but_no_position(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    table = house.open(ada, grace)
    ada.post(f"/api/tables/{table}/chat", {"text": "hello"}).ok["number"]
    grace.post(f"/api/people/{ada.id}/report", {"text": "rude", "table": table}).done()
    file = host.get(f"/api/admin/tables/{table}").ok
    assert [seat["person"] for seat in file["table"]["seats"]] == [ada.id, grace.id]
    assert [line["text"] for line in file["chat"]] == ["hello"]
    assert [one["text"] for one in file["reports"]] == ["rude"]
    assert not {"seed", "position", "moves"} & set(file["table"])
    host.get("/api/admin/tables/unknown").refused(404, "server.no_such_table")


def test_a_host_ends_a_table_and_the_players_see_it(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    table = house.open(ada, grace)
    with ada.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        host.post(f"/api/admin/tables/{table}/end", BECAUSE).done()
        assert socket.receive_json()["table"]["ended"] == "admin"
    with house.unchanged():
        host.post(f"/api/admin/tables/{table}/end", BECAUSE).refused(409, "server.is_over")
        host.post("/api/admin/tables/unknown/end", BECAUSE).refused(404, "server.no_such_table")
    assert acts(host) == [("end_table", None, table, "rude in chat")]


def test_a_host_hands_a_seat_over_to_a_bot_and_gives_it_back(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    table = house.open(ada, grace)
    order = {"seat": 1, "reason": "connection lost"}
    with house.unchanged():
        give_back = host.post(f"/api/admin/tables/{table}/give_back", order)
        give_back.refused(409, "hosting.no_stand_in", seat=2)
        host.post(f"/api/admin/tables/{table}/hand_over", {**order, "seat": 7}).refused(422, "server.no_such_seat")
    host.post(f"/api/admin/tables/{table}/hand_over", order).done()
    seats = ada.get(f"/api/tables/{table}").ok["seats"]
    assert [seat["taken_over"] for seat in seats] == [False, True]
    again = host.post(f"/api/admin/tables/{table}/hand_over", order)
    again.refused(409, "hosting.bot_already", seat=2)
    host.post(f"/api/admin/tables/{table}/hand_over", {**order, "seat": 0}).refused(409, "hosting.last_person")
    host.post(f"/api/admin/tables/{table}/give_back", order).done()
    assert not any(seat["taken_over"] for seat in grace.get(f"/api/tables/{table}").ok["seats"])
    assert acts(host) == [
        ("hand_over", None, table, "2: connection lost"),
        ("give_back", None, table, "2: connection lost"),
    ]


# ---------------------------------------------------------------------------------------------------- announcements


def test_announcements_are_shown_to_everyone_until_they_end(house: House) -> None:
    host = house.host()
    host.post("/api/admin/announcements", {"text": "Maintenance at nine.", "minutes": 60}).done()
    host.post("/api/admin/announcements", {"text": "Tournament on Sunday.", "minutes": 60}).done()
    for visitor in (house.stranger(), house.guest()):
        shown = visitor.get("/api/notices").ok["announcements"]
        assert [one["text"] for one in shown] == ["Tournament on Sunday.", "Maintenance at nine."]
    assert shown[0]["until"] - shown[0]["at"] == 60 * MINUTE
    host.delete(f"/api/admin/announcements/{shown[0]['id']}").done()
    host.delete(f"/api/admin/announcements/{shown[0]['id']}").refused(404, "hosting.no_announcement")
    house.change("UPDATE announcements SET until = ? WHERE id = ?", now() - 1, shown[1]["id"])
    assert house.stranger().get("/api/notices").ok["announcements"] == host.get("/api/admin/announcements").ok == []
    assert [act for act, *_ in acts(host)] == ["announce", "announce", "end_announcement"]


# -------------------------------------------------------------------------------------------------------- audit log


def test_the_audit_log_is_filtered_and_paged(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    for person in (ada, grace, ada):
        host.post(f"/api/admin/people/{person.id}/warn", BECAUSE).done()
    host.post(f"/api/admin/people/{ada.id}/mute", {**BECAUSE, "minutes": 5}).done()
    assert [one[:2] for one in acts(host, person=ada.id)] == [("warn", ada.id), ("warn", ada.id), ("mute", ada.id)]
    assert [one[:2] for one in acts(host, act="mute")] == [("mute", ada.id)]
    assert len(acts(host, host=host.id)) == 4
    assert acts(host, host="command line") == []
    page = host.get("/api/admin/audit?limit=2").ok
    assert ([one["act"] for one in page["lines"]], page["more"]) == (["mute", "warn"], True)
    assert page["lines"][0]["host"] == {"id": host.id, "name": "Hosta", "kind": "account"}


def test_an_act_that_cannot_be_noted_is_not_done(house: House) -> None:
    host, ada = house.host(), house.account("Ada")
    table = house.open(ada, house.guest("Grace"))
    trigger = "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END"
    house.execute(trigger)
    before = house.everything()
    for path, body in (
        (f"people/{ada.id}/suspend", BECAUSE),
        (f"people/{ada.id}/password_link", None),
        (f"tables/{table}/end", BECAUSE),
        ("announcements", {"text": "hello", "minutes": 5}),
    ):
        with contextlib.suppress(IntegrityError):
            assert host.post(f"/api/admin/{path}", body).status != 200
    assert house.everything() == before


# --------------------------------------------------------------------------------------------------------- overview


def test_the_overview_shows_people_load_and_refusals_of_this_process(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    table = house.open(ada, grace)
    before = host.get("/api/admin/overview").ok
    house.play(table, decisions=8)
    grace.post("/api/tables", {"game": "unknown"}).refused(422, "core.unknown_game")
    grace.post(f"/api/people/{ada.id}/report", {"text": "rude"}).done()
    with ada.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        seen = host.get("/api/admin/overview").ok
    assert [one["id"] for one in seen["people"]] == [ada.id]
    assert (seen["connections"], seen["tables_in_memory"], seen["open_reports"]) == (1, 1, 1)
    assert seen["decisions_per_second"] * seen["seconds"] >= before["decisions_per_second"] * before["seconds"] + 4
    assert 0 < seen["durable_p95_ms"] <= 5000
    counted = {one["kind"]: one["count"] for one in seen["refusals"]}
    assert counted["core.unknown_game"] >= 1
    assert seen["tables"] == [{"kind": "playing", "count": 1}]
    assert seen["started"] <= seen["now"]
