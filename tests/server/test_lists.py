"""The lobby, a person's tables, leaderboards and statistics, all answered from the database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

from palatine.server.live.lobby import LONGEST_LOBBY
from palatine.server.people.leaderboard import LEAST_GAMES
from palatine.server.people.ratings import LEAST_OPPONENTS
from palatine.server.storage.schema import people, ratings
from server.house import House, Visitor, open_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


def ids(lines: list[dict[str, Any]]) -> list[str]:
    return [line["id"] for line in lines]


def mine(house: House, who: Visitor) -> dict[str, list[str]]:
    return {
        which: ids(house.get("/api/me/tables", who, list=which)["tables"])
        for which in ("waiting", "running", "finished")
    }


# -------------------------------------------------------------------------------------------------------- lobby


def test_the_lobby_shows_public_tables_newest_first(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    house.open(ann, players=2)
    older, newer = (house.open(ann, players=2, public=True) for _ in range(2))
    running = house.open(ann, bob, public=True)
    house.open(ann, bob)
    lobby = house.get("/api/lobby")
    assert sorted(ids(lobby["open"])) == sorted([older, newer])
    created = [line["created"] for line in lobby["open"]]
    assert created == sorted(created, reverse=True)
    assert ids(lobby["running"]) == [running]
    house.post(f"/api/tables/{older}/leave", ann)
    house.post(f"/api/tables/{newer}/sit", bob, {})
    lobby = house.get("/api/lobby")
    assert lobby["open"] == []
    assert sorted(ids(lobby["running"])) == sorted([running, newer])
    house.play(running)
    assert ids(house.get("/api/lobby")["running"]) == [newer]


def test_a_line_of_the_lobby_describes_the_table(house: House) -> None:
    ann = house.account("Ann")
    clock = {"kind": "game", "seconds": 600, "increment": 5}
    settings: dict[str, Any] = {"public": True, "rated": True, "clock": clock, "options": {"harmony": True}}
    table = house.open(ann, players=2, **settings)
    (line,) = house.get("/api/lobby")["open"]
    shown = house.get(f"/api/tables/{table}")
    for same in ("id", "game", "players", "options", "status", "public", "rated", "practice", "host", "seats", "clock"):
        assert line[same] == shown[same]
    assert line["options"]["harmony"] is True
    assert [seat["kind"] for seat in line["seats"]] == ["person", "open"]
    assert (line["ply"], line["awaited"], line["totals"], line["winners"]) == (0, None, None, None)
    assert not {"seed", "position"} & line.keys()


def test_the_lobby_can_be_filtered_by_game(house: House) -> None:
    ann = house.guest("Ann")
    table = house.open(ann, players=2, public=True)
    assert ids(house.get("/api/lobby", game="kingdomino")["open"]) == [table]
    assert house.get("/api/lobby", game="dragon_castle") == {"open": [], "running": []}
    assert house.refused("GET", "/api/lobby", game="chess")[0] == 422
    assert house.refused("GET", "/api/lobby", seed="1") == (422, "server.malformed")


def test_the_lobby_is_bounded(house: House) -> None:
    ann = house.guest("Ann")
    for _ in range(LONGEST_LOBBY + 1):
        house.open(ann, players=2, public=True)
    assert len(house.get("/api/lobby")["open"]) == LONGEST_LOBBY


# ---------------------------------------------------------------------------------------------------- own tables


def test_tables_move_between_the_lists(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = house.open(ann, players=2)
    assert mine(house, ann) == {"waiting": [], "running": [table], "finished": []}
    house.post(f"/api/tables/{table}/sit", bob, {})
    for _ in range(3):
        seat = house.hosted(table).turn
        awaited, other = (ann, bob) if seat == 0 else (bob, ann)
        assert mine(house, awaited) == {"waiting": [table], "running": [], "finished": []}
        assert mine(house, other) == {"waiting": [], "running": [table], "finished": []}
        house.play(table, 1)
    house.play(table)
    for guest in (ann, bob):
        assert mine(house, guest) == {"waiting": [], "running": [], "finished": [table]}
    (line,) = house.get("/api/me/tables", ann, list="finished")["tables"]
    result = house.get(f"/api/tables/{table}/result")
    assert (line["totals"], line["winners"]) == (result["totals"], result["winners"])
    assert mine(house, house.guest("Cid")) == {"waiting": [], "running": [], "finished": []}


def test_a_table_closed_before_its_game_is_in_no_list(house: House) -> None:
    ann = house.guest("Ann")
    table = house.open(ann, players=2)
    house.post(f"/api/tables/{table}/leave", ann)
    assert mine(house, ann) == {"waiting": [], "running": [], "finished": []}


def test_a_table_that_was_left_is_no_longer_listed(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = house.open(ann, players=3)
    house.post(f"/api/tables/{table}/sit", bob, {})
    assert mine(house, bob)["running"] == [table]
    house.post(f"/api/tables/{table}/leave", bob)
    assert mine(house, bob)["running"] == []


def test_lists_of_tables_are_paged(house: House) -> None:
    ann = house.guest("Ann")
    tables = [house.open(ann, players=2) for _ in range(5)]
    pages = [house.get("/api/me/tables", ann, list="running", offset=offset, limit=2) for offset in (0, 2, 4)]
    assert [page["more"] for page in pages] == [True, True, False]
    found = [table for page in pages for table in ids(page["tables"])]
    assert sorted(found) == sorted(tables)
    for wrong in ({"limit": 0}, {"limit": 1000}, {"offset": -1}, {"list": "all"}):
        assert house.refused("GET", "/api/me/tables", ann, **wrong) == (422, "server.malformed")
    assert house.refused("GET", "/api/me/tables") == (401, "server.not_signed_in")


def test_lists_do_not_rebuild_tables(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        playing = house.open(ann, bob, public=True)
        finished = house.open(ann, bob, public=True)
        house.play(finished)
    with open_house(tmp_path) as house:
        assert ids(house.get("/api/lobby")["running"]) == [playing]
        lists = mine(house, ann)
        assert [*lists["waiting"], *lists["running"]] == [playing]
        assert lists["finished"] == [finished]
        assert house.server.hub.live == {}


# ------------------------------------------------------------------------------------------------------ ratings


def rated(house: House, guest: Visitor, mu: float, sigma: float, games: int, opponents: int = LEAST_OPPONENTS) -> None:
    row = {
        "game": "kingdomino",
        "players": 2,
        "mu": mu,
        "sigma": sigma,
        "games": games,
        "opponents": opponents,
        "at": 0,
    }
    house.call(
        house.server.store.write,
        lambda connection: connection.execute(insert(ratings), {"person": guest.id, **row}),
    )


def test_the_leaderboard_sorts_by_the_cautious_rating(house: House) -> None:
    sure, lucky, new, gone, alone = (house.account(name) for name in ("Sure", "Lucky", "New", "Gone", "Alone"))
    rated(house, sure, 28.0, 1.0, 40)
    rated(house, lucky, 30.0, 5.0, LEAST_GAMES)
    rated(house, new, 40.0, 1.0, LEAST_GAMES - 1)
    rated(house, gone, 40.0, 1.0, 100)
    rated(house, alone, 40.0, 1.0, 100, opponents=LEAST_OPPONENTS - 1)
    house.call(
        house.server.store.write,
        lambda connection: connection.execute(update(people).where(people.c.id == gone.id).values(kind="gone")),
    )
    view = house.get("/api/leaderboard", game="kingdomino", players=2)
    assert (view["game"], view["players"], view["least_games"], view["more"]) == ("kingdomino", 2, LEAST_GAMES, False)
    assert view["lines"] == [
        {
            "place": 1,
            "person": {"id": sure.id, "name": "Sure", "kind": "account"},
            "rating": 25.0,
            "mu": 28.0,
            "games": 40,
        },
        {
            "place": 2,
            "person": {"id": lucky.id, "name": "Lucky", "kind": "account"},
            "rating": 15.0,
            "mu": 30.0,
            "games": LEAST_GAMES,
        },
    ]
    first = house.get("/api/leaderboard", game="kingdomino", players=2, limit=1)
    second = house.get("/api/leaderboard", game="kingdomino", players=2, limit=1, offset=1)
    assert (first["more"], second["more"]) == (True, False)
    assert [*first["lines"], *second["lines"]] == view["lines"]
    assert house.get("/api/leaderboard", game="kingdomino", players=3)["lines"] == []


def test_invalid_leaderboards_are_refused(house: House) -> None:
    assert house.refused("GET", "/api/leaderboard", game="chess", players=2)[0] == 422
    assert house.refused("GET", "/api/leaderboard", game="kingdomino", players=7)[0] == 422
    assert house.refused("GET", "/api/leaderboard", game="kingdomino") == (422, "server.malformed")


def test_a_profile_shows_name_kind_and_ratings(house: House) -> None:
    ann = house.guest("Ann")
    assert house.get(f"/api/people/{ann.id}") == {
        "person": {"id": ann.id, "name": "Ann", "kind": "guest"},
        "ratings": [],
    }
    rated(house, ann, 30.0, 2.0, 3)
    view = house.get(f"/api/people/{ann.id}")["ratings"]
    assert view == [{"game": "kingdomino", "players": 2, "rating": 24.0, "mu": 30.0, "games": 3}]
    for path in ("", "/statistics"):
        assert house.refused("GET", f"/api/people/unknown{path}") == (404, "people.no_such_person")


# --------------------------------------------------------------------------------------------------- statistics


def test_statistics_of_a_person_count_all_finished_games(house: House) -> None:
    ann, bob, cid = (house.account(name) for name in ("Ann", "Bob", "Cid"))
    assert house.get(f"/api/people/{ann.id}/statistics")["games"] == []
    games = [house.open(ann, bob, rated=True), house.open(bob, ann), house.open(ann, bob, cid)]
    for chance, table in enumerate(games):
        house.play(table, chance=chance)
    unfinished = house.open(ann, bob)
    house.play(unfinished, 3)
    view = house.get(f"/api/people/{ann.id}/statistics")
    assert view["person"]["name"] == "Ann"
    of_two, of_three = view["games"]
    first, second, third = (house.get(f"/api/tables/{table}/result") for table in games)
    points = [first["totals"][0], second["totals"][1]]
    assert (of_two["players"], of_two["games"], of_two["best"]) == (2, 2, max(points))
    assert of_two["mean_points"] == sum(points) / 2
    assert of_two["wins"] == (0 in first["winners"]) + (1 in second["winners"])
    assert of_two["rating"]["games"] == 1
    assert (of_three["players"], of_three["wins"]) == (3, int(0 in third["winners"]))
    assert of_three["best"] == third["totals"][0]
    assert of_three["rating"] is None


def test_the_statistics_of_the_server_are_cached(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        assert house.get("/api/statistics")["games"] == []
        house.play(house.open(house.guest("Ann"), house.guest("Bob")))
        assert house.get("/api/statistics")["games"] == []
    with open_house(tmp_path) as house:
        view = house.get("/api/statistics")
        assert view["games"] == [{"game": "kingdomino", "players": 2, "finished": 1}]
        assert house.get("/api/statistics") == view
