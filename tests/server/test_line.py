"""Record, result, replay and rematch of a game; nothing hidden is sent before its end."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import palatine
from palatine.core.chance import commitment
from palatine.server.live.rematch import rematch
from palatine.server.people.identity import GUEST_SCOPES, Person
from palatine.server.storage.schema import chairs
from palatine.server.tables.log import Ended
from server.house import PASSWORD, House, Visitor, open_house

TWINS = tuple(f"{number:064x}" for number in (168, 2051))
"""The seeds of two games of Kingdomino that begin with the same dominoes and the same order of the kings."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


@pytest.fixture
def two(house: House) -> tuple[Visitor, Visitor]:
    return house.guest("Ann"), house.guest("Bob")


def practice(house: House, ann: Visitor) -> str:
    """Return a table whose game became practice after eight decisions, and was finished from the second on."""
    seats = [{"kind": "me"}, {"kind": "local", "name": "Kid"}]
    table: str = house.post("/api/tables", ann, {"game": "kingdomino", "players": 2, "seats": seats})["table"]
    house.play(table, 8)
    house.post(f"/api/tables/{table}/undo", ann, {"to": 2})
    assert house.get(f"/api/tables/{table}")["practice"]
    house.play(table, chance=2)
    return table


# ------------------------------------------------------------------------------------------------------- record


def test_the_record_of_a_running_game_is_open(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = house.open(*two)
    house.play(table, 5)
    record = house.get(f"/api/tables/{table}/record")
    game = house.hosted(table).playing
    assert record == {
        "format": 1,
        "game": "kingdomino",
        "rules_version": game.game.rules_version,
        "players": 2,
        "options": dict(game.settings.options),
        "decisions": [game.text(decision) for decision in game.decisions],
        "result": None,
        "seats": ["Ann", "Bob"],
    }


def test_the_record_of_a_finished_game_replays(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = house.open(*two)
    house.play(table)
    record = house.get(f"/api/tables/{table}/record")
    assert record["seats"] == ["Ann", "Bob"]
    assert record["seed"] == house.hosted(table).seed
    again = palatine.load(record)
    assert again.over
    assert again.position() == house.get(f"/api/tables/{table}")["position"]
    assert house.get(f"/api/tables/{table}/record", line="original") == record


def test_a_practice_game_has_records_of_both_lines(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = practice(house, two[0])
    last, original = (house.get(f"/api/tables/{table}/record", line=line) for line in ("last", "original"))
    assert palatine.load(last).over
    assert len(palatine.load(original).decisions) == 8
    assert original["result"] is None
    assert last["decisions"][:2] == original["decisions"][:2]
    assert last["seats"] == ["Ann", "Kid"]


def test_the_record_of_an_abandoned_game_replays(house: House, two: tuple[Visitor, Visitor]) -> None:
    ann, _ = two
    seats = [{"kind": "me"}, {"kind": "bot", "level": 2}]
    table = house.post("/api/tables", ann, {"game": "kingdomino", "players": 2, "seats": seats})["table"]
    house.play(table, 6)
    house.post(f"/api/tables/{table}/leave", ann)
    record = house.get(f"/api/tables/{table}/record")
    assert record["seats"] == ["Ann", "level:2"]
    assert len(palatine.load(record).decisions) == len(record["decisions"]) >= 6
    result = house.get(f"/api/tables/{table}/result")
    assert (result["status"], result["winners"], result["decided_by"], result["verified"]) == ("ended", [], None, True)


@pytest.mark.parametrize("what", ["record", "result", "replay?ply=0", "analysis"])
def test_a_table_without_a_game_has_no_history(house: House, two: tuple[Visitor, Visitor], what: str) -> None:
    ann, bob = two
    assert house.refused("GET", f"/api/tables/nowhere/{what}")[0] == 404
    table = house.open(ann, players=2)
    expected = {"result": (409, "results.not_over"), "analysis": (404, "results.no_analysis")}
    assert house.refused("GET", f"/api/tables/{table}/{what}") == expected.get(what, (409, "server.not_begun"))
    house.post(f"/api/tables/{table}/leave", ann)
    expected["result"] = (409, "results.never_began")
    assert house.refused("GET", f"/api/tables/{table}/{what}") == expected.get(what, (409, "results.never_began"))
    assert house.refused("POST", f"/api/tables/{table}/rematch", ann) == (409, "results.never_began")
    assert house.refused("POST", f"/api/tables/{table}/analysis", bob) == (409, "results.not_finished")


def test_malformed_queries_are_refused(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = house.open(*two)
    for path in ("record?line=first", "record?seed=1", "replay", "replay?ply=-1", "replay?ply=one"):
        assert house.refused("GET", f"/api/tables/{table}/{path}") == (422, "server.malformed")


# ------------------------------------------------------------------------------------------------------- result


def test_the_result_has_the_points_and_the_committed_seed(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = house.open(*two)
    published = house.get(f"/api/tables/{table}")["commitment"]
    house.play(table, 47)
    assert house.refused("GET", f"/api/tables/{table}/result") == (409, "results.not_over")
    house.play(table)
    result = house.get(f"/api/tables/{table}/result")
    game = house.hosted(table).playing
    assert {name: result[name] for name in ("totals", "winners", "decided_by")} == game.result()
    assert [sum(source["points"] for source in seat["sources"]) for seat in result["scores"]] == result["totals"]
    assert result["verified"]
    assert result["commitment"] == published == commitment("kingdomino", 2, game.settings.options, result["seed"])
    assert (
        palatine.new("kingdomino", 2, seed=result["seed"]).position()
        == house.get(f"/api/tables/{table}/replay", ply=0)["position"]
    )


def test_a_seed_that_breaks_the_commitment_is_reported(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = house.open(*two)
    house.play(table)
    hosted = house.hosted(table)
    hosted.seed = "0" * 64
    assert not house.get(f"/api/tables/{table}/result")["verified"]


# ------------------------------------------------------------------------------------------------------- replay


def test_a_replay_shows_every_position(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = house.open(*two)
    house.play(table)
    record = house.get(f"/api/tables/{table}/record")
    again = palatine.new("kingdomino", 2, seed=record["seed"])
    for ply, decided in enumerate(record["decisions"]):
        shown = house.get(f"/api/tables/{table}/replay", ply=ply)
        assert (shown["first"], shown["last"], shown["ply"]) == (0, len(record["decisions"]), ply)
        assert shown["position"] == again.position()
        assert [words for _, words in shown["moves"]] == again.moves()
        assert shown["turn"] == shown["next"]["seat"] == again.seat
        assert [shown["next"]["decision"], shown["next"]["text"]] in shown["moves"]
        assert shown["next"]["text"] == decided
        again.play(decided)
    last = house.get(f"/api/tables/{table}/replay", ply=len(record["decisions"]))
    assert (last["position"], last["moves"], last["turn"], last["next"]) == (again.position(), [], None, None)
    beyond = len(record["decisions"]) + 1
    assert house.refused("GET", f"/api/tables/{table}/replay", ply=beyond) == (409, "results.no_such_position")


def test_both_lines_of_a_practice_game_can_be_replayed(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = practice(house, two[0])
    original = house.get(f"/api/tables/{table}/replay", ply=8, line="original")
    assert (original["last"], original["next"]) == (8, None)
    last = house.get(f"/api/tables/{table}/replay", ply=8)
    assert last["last"] > 8
    assert last["position"] != original["position"]


# ------------------------------------------------------------------------------------------------ nothing hidden


def answers(house: House, table: str, ann: Visitor) -> list[bytes]:
    """Return all responses about a table, without its id, its commitment and times."""
    responses = []
    hosted = house.hosted(table)
    paths = [
        "",
        "/log",
        "/record",
        "/record?line=original",
        "/result",
        "/analysis",
        *(f"/replay?ply={n}" for n in range(6)),
    ]
    urls = [*(f"/api/tables/{table}{path}" for path in paths), "/api/lobby", "/api/me/tables?list=waiting"]
    urls += [f"/api/me/tables?list={which}" for which in ("running", "finished")]
    requests = [("GET", url) for url in urls]
    requests += [("POST", f"/api/tables/{table}/{what}") for what in ("analysis", "rematch")]
    for method, url in requests:
        headers = {"authorization": f"Bearer {ann.credential}"}
        response = house.client.request(method, url, headers=headers)
        assert hosted.seed.encode() not in response.content
        plain = response.content.replace(table.encode(), b"T").replace(hosted.created.commitment.encode(), b"C")
        responses.append(str(response.status_code).encode() + re.sub(rb'"(now|at|created|changed)":\d+', b"", plain))
    return responses


@pytest.mark.parametrize("decided", range(4))
def test_responses_do_not_depend_on_hidden_fields(tmp_path: Path, decided: int) -> None:
    with open_house(tmp_path) as house:
        two = house.guest("Ann"), house.guest("Bob")
        first = house.open(*two, seed=TWINS[0])
        house.play(first, decided)
        responses = answers(house, first, two[0])
        # remove it from the lists, so that the other table is alone in them too
        house.act(first, lambda _, at: [Ended(at, "admin")])
        finished = house.get("/api/me/tables", two[0], list="finished")["tables"]
        assert [line["id"] for line in finished] == [first]
        house.call(house.server.store.write, lambda connection: connection.execute(chairs.delete()))
        second = house.open(*two, seed=TWINS[1])
        house.play(second, decided)
        assert answers(house, second, two[0]) == responses
        assert house.get(f"/api/tables/{first}/result")["seed"] == TWINS[0], "the seed is shown at the end"


# ------------------------------------------------------------------------------------------------------ rematch


def test_a_rematch_rotates_the_seats_and_is_opened_once(house: House, two: tuple[Visitor, Visitor]) -> None:
    ann, bob = two
    for one in two:
        one.post("/api/accounts", {"name": one.name, "password": PASSWORD}).ok["me"]
    clock = {"kind": "decision", "seconds": 600}
    table = house.open(ann, bob, rated=True, clock=clock, options={"harmony": True})
    assert house.refused("POST", f"/api/tables/{table}/rematch", ann) == (409, "results.not_over")
    house.play(table)
    assert house.refused("POST", f"/api/tables/{table}/rematch") == (401, "server.not_signed_in")
    cid = house.guest("Cid")
    assert house.refused("POST", f"/api/tables/{table}/rematch", cid) == (403, "server.not_a_player")
    opened = house.post(f"/api/tables/{table}/rematch", bob)
    assert opened["link"].endswith(f"/t/{opened['table']}")
    assert house.get(f"/api/tables/{table}")["rematch"] == opened["table"]
    assert house.post(f"/api/tables/{table}/rematch", ann) == opened
    before, after = house.get(f"/api/tables/{table}"), house.get(f"/api/tables/{opened['table']}")
    for same in ("game", "players", "options", "public", "rated", "clock"):
        assert after[same] == before[same]
    assert [seat["person"] for seat in after["seats"]] == [bob.id, None]
    assert (after["status"], after["host"]) == ("open", bob.id)
    assert after["commitment"] != before["commitment"]
    house.post(f"/api/tables/{opened['table']}/sit", ann, {})
    house.play(opened["table"])
    assert house.get(f"/api/tables/{opened['table']}/result")["verified"]


def test_a_rematch_seats_bots_and_guests_at_the_same_device(house: House, two: tuple[Visitor, Visitor]) -> None:
    ann, _ = two
    seats = [{"kind": "bot", "level": 2}, {"kind": "me"}, {"kind": "local", "name": "Kid"}]
    table = house.post("/api/tables", ann, {"game": "kingdomino", "players": 3, "seats": seats})["table"]
    house.play(table, 5)
    house.post(f"/api/tables/{table}/leave", ann)
    again = house.post(f"/api/tables/{table}/rematch", ann)["table"]
    view = house.get(f"/api/tables/{again}")
    assert view["status"] == "playing"
    assert [(seat["kind"], seat["name"]) for seat in view["seats"]] == [
        ("person", "Ann"),
        ("local", "Kid"),
        ("bot", ""),
    ]
    house.play(again)
    assert house.hosted(again).status == "finished"


def test_simultaneous_requests_open_one_rematch(house: House, two: tuple[Visitor, Visitor]) -> None:
    table = house.open(*two)
    house.play(table)
    persons = [Person(guest.id, "guest", guest.name, "en", GUEST_SCOPES) for guest in two]

    async def both() -> list[str]:
        return await asyncio.gather(*(rematch(house.server.hub, table, person) for person in persons))

    first, second = house.call(both)
    assert first == second
    lists: list[Any] = [house.get("/api/me/tables", guest, list="running")["tables"] for guest in two]
    assert sum(len(tables) for tables in lists) == 1


def test_a_rematch_survives_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = house.open(ann, bob)
        house.play(table)
        opened = house.post(f"/api/tables/{table}/rematch", ann)
    with open_house(tmp_path) as house:
        assert house.post(f"/api/tables/{table}/rematch", bob) == opened
        assert json.dumps(house.get(f"/api/tables/{opened['table']}")["seats"]).count(ann.id) == 1
