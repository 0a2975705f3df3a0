"""Results and ratings, written together with the last decision of a game."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select, text, update

from palatine.server.live.results import is_between_people, places
from palatine.server.people.ratings import SIGMAS, rate
from palatine.server.storage import migrate
from palatine.server.storage.schema import people, ratings, results
from palatine.server.tables import commands
from palatine.server.tables.log import Chair, Seated, Started
from palatine.server.tables.table import HostedTable
from server.house import House, Visitor, created, open_house
from server.services import empty_database


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


def rows(house: House, what: Any) -> list[Any]:
    return house.call(house.server.store.read, lambda connection: list(connection.execute(select(what))))


def rating_of(house: House, guest: Visitor) -> dict[str, Any]:
    (rating,) = house.get(f"/api/people/{guest.id}")["ratings"]
    view: dict[str, Any] = rating
    return view


def test_a_rated_game_gives_results_and_ratings(house: House) -> None:
    ann, bob = house.account("Ann"), house.account("Bob")
    table = house.open(ann, bob, rated=True)
    house.play(table, 47)
    assert rows(house, results) == rows(house, ratings) == []
    house.play(table)
    result = house.get(f"/api/tables/{table}/result")
    of_seat = {row.seat: row for row in rows(house, results)}
    assert [of_seat[seat].points for seat in (0, 1)] == result["totals"]
    assert [of_seat[seat].person for seat in (0, 1)] == [ann.id, bob.id]
    assert [of_seat[seat].rated for seat in (0, 1)] == [True, True]
    assert [seat for seat in (0, 1) if of_seat[seat].place == 1] == result["winners"]
    model = PlackettLuce()
    wanted = model.rate([[model.rating()], [model.rating()]], ranks=[of_seat[0].place, of_seat[1].place])
    for guest, (new,) in zip((ann, bob), wanted, strict=True):
        rating = rating_of(house, guest)
        assert (rating["game"], rating["players"], rating["games"]) == ("kingdomino", 2, 1)
        assert rating["mu"] == pytest.approx(new.mu, abs=0.01)
        assert rating["rating"] == pytest.approx(new.mu - SIGMAS * new.sigma, abs=0.01)


def test_ratings_accumulate(house: House) -> None:
    ann, bob = house.account("Ann"), house.account("Bob")
    model = PlackettLuce()
    expected = [[model.rating()], [model.rating()]]
    for chance in range(3):
        table = house.open(ann, bob, rated=True)
        house.play(table, chance=chance)
        placed = places(house.hosted(table))
        expected = model.rate(expected, ranks=[float(place) for place in placed])
    assert [rating_of(house, guest)["mu"] for guest in (ann, bob)] == [round(one.mu, 2) for (one,) in expected]
    assert rating_of(house, ann)["games"] == 3


def test_a_casual_game_has_results_and_no_ratings(house: House) -> None:
    ann, bob = house.account("Ann"), house.account("Bob")
    house.play(house.open(ann, bob))
    assert [row.rated for row in rows(house, results)] == [False, False]
    assert rows(house, ratings) == []


def test_bots_and_local_guests_have_no_results(house: House) -> None:
    ann = house.guest("Ann")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Kid"}, {"kind": "bot", "level": 1}]
    table = house.post("/api/tables", ann, {"game": "kingdomino", "players": 3, "seats": seats})["table"]
    house.play(table)
    assert [(row.seat, row.person) for row in rows(house, results)] == [(0, ann.id)]


def test_a_game_filled_with_bots_is_not_rated(house: House) -> None:
    ann = house.account("Ann")
    table = house.post("/api/tables", ann, {"game": "kingdomino", "rated": True})["table"]
    house.post(f"/api/tables/{table}/start", ann, {"level": 1})
    house.play(table)
    assert [row.rated for row in rows(house, results)] == [False]
    assert rows(house, ratings) == []


def test_a_game_with_a_bot_account_is_not_rated(house: House) -> None:
    ann, program = house.account("Ann"), house.guest("Program")
    house.call(
        house.server.store.write,
        lambda connection: connection.execute(update(people).where(people.c.id == program.id).values(kind="bot")),
    )
    # Its credential was a guest's, so seat it directly.
    table = house.open(ann, rated=True, players=2)
    house.act(table, lambda hosted, at: commands.sit(hosted, program.id, program.name, None, at))
    house.play(table)
    assert {row.rated for row in rows(house, results)} == {False}
    assert rows(house, ratings) == []


def test_leaving_the_seat_to_a_bot_means_last_place(house: House) -> None:
    ann, bob = house.account("Ann"), house.account("Bob")
    for leaver, other in ((ann, bob), (bob, ann)):
        table = house.open(ann, bob, rated=True)
        house.play(table, 4)
        house.post(f"/api/tables/{table}/leave", leaver)
        house.play(table)
        assert house.hosted(table).status == "finished"
        place = {row.person: row.place for row in rows(house, results) if row.table_id == table}
        assert place == {other.id: 1, leaver.id: 2}
    assert rating_of(house, ann)["games"] == 2


def over(chairs: tuple[Chair, ...]) -> HostedTable:
    """Return a finished table without a server."""
    seated = [Chair("person", str(seat), f"Player {seat}") for seat in range(len(chairs))]
    entry = created(seated, "7" * 64, rated=True)
    table = HostedTable("table", "7" * 64, entry)
    for seat, chair in enumerate(chairs):
        table.add(Seated(0, seat, chair))
    table.add(Started(0))
    while not table.playing.over:
        table.playing.play(table.playing.legal()[0])
    return table


PERSONS = tuple(Chair("person", name, name) for name in ("a", "b", "c"))


def test_places_follow_the_ranking_of_the_game() -> None:
    table = over(PERSONS)
    totals, placed = table.playing.totals(), places(table)
    assert [seat for seat in range(3) if placed[seat] == 1] == table.playing.winners()
    assert all(placed[a] <= placed[b] for a in range(3) for b in range(3) if totals[a] > totals[b])
    winner = table.playing.winners()[0]
    table.taken_over = {winner}
    assert places(table)[winner] == 3
    assert min(places(table)) == 1
    table.taken_over = {0, 1}
    assert places(table) == [2, 2, 1]


def test_only_games_between_people_are_rated() -> None:
    table = over(PERSONS)
    assert is_between_people(table)
    table.practice = True
    assert not is_between_people(table)
    assert not is_between_people(over((*PERSONS[:2], Chair("local", "a", "Kid"))))
    assert not is_between_people(over((*PERSONS[:2], Chair("bot", level=2))))


def test_deleting_a_player_does_not_stop_the_game(house: House) -> None:
    ann, bob = house.account("Ann"), house.account("Bob")
    table = house.open(ann, bob, rated=True)
    house.call(
        house.server.store.write,
        lambda connection: connection.execute(people.delete().where(people.c.id == bob.id)),
    )
    house.play(table)
    assert [row.person for row in rows(house, ratings)] == [ann.id]


# ------------------------------------------------------------------------------------------------------- concurrency


@pytest.fixture(scope="module")
def database(postgres_server: str) -> Iterator[sqlalchemy.Engine]:
    engine = sqlalchemy.create_engine(empty_database(postgres_server))
    migrate.upgrade(engine)
    yield engine
    engine.dispose()


def newcomers(connection: Connection, *names: str) -> None:
    row = {"kind": "guest", "language": "en", "settings": "{}", "created": 0, "seen": 0}
    connection.execute(insert(people), [{"id": name, "name": name, **row} for name in names])


def waits_for_a_lock(engine: sqlalchemy.Engine) -> bool:
    here = "datname = current_database() AND wait_event_type = 'Lock'"
    waiting = text(f"SELECT count(*) FROM pg_stat_activity WHERE {here}")
    with engine.connect() as connection:
        return bool(connection.scalar(waiting))


@pytest.mark.parametrize("known", [False, True], ids=["first game", "later game"])
def test_two_games_that_end_simultaneously_both_count(database: sqlalchemy.Engine, known: bool) -> None:
    names = [f"{name}-{known}" for name in ("ann", "bob", "cid")]
    ann, bob, cid = names
    with database.begin() as connection:
        newcomers(connection, *names)
        if known:
            rate(connection, "kingdomino", 2, {ann: 1, bob: 2}, 0)
            rate(connection, "kingdomino", 2, {cid: 1, ann: 2}, 0)

    def other_process() -> None:
        with database.begin() as connection:
            rate(connection, "kingdomino", 2, {cid: 2, ann: 1}, 2)

    other = threading.Thread(target=other_process)
    with database.begin() as connection:
        rate(connection, "kingdomino", 2, {bob: 2, ann: 1}, 1)
        other.start()
        while other.is_alive() and not waits_for_a_lock(database):
            pass
        assert other.is_alive(), "the other process did not wait"
    other.join()
    model = PlackettLuce()
    rated = {name: model.rating() for name in names}
    games = [(ann, bob), (cid, ann)] * known + [(ann, bob), (ann, cid)]
    for winner, loser in games:
        ([rated[winner]], [rated[loser]]) = model.rate([[rated[winner]], [rated[loser]]], ranks=[1, 2])
    with database.connect() as connection:
        stored = {row.person: row for row in connection.execute(select(ratings).where(ratings.c.person.in_(names)))}
    assert {name: stored[name].mu for name in names} == pytest.approx({name: rated[name].mu for name in names})
    assert stored[ann].games == len(games)


def test_results_and_lists_work_on_postgresql(database: sqlalchemy.Engine, tmp_path: Path) -> None:
    with open_house(tmp_path, database=database.url.render_as_string(hide_password=False)) as house:
        ann, bob = house.account("Ann"), house.account("Bob")
        table = house.open(ann, bob, rated=True, public=True)
        assert [line["id"] for line in house.get("/api/lobby")["running"]] == [table]
        house.play(table)
        assert rating_of(house, ann)["games"] == 1
        (figures,) = house.get(f"/api/people/{ann.id}/statistics")["games"]
        assert figures["games"] == 1
        assert figures["mean_points"] == figures["best"] == house.get(f"/api/tables/{table}/result")["totals"][0]
        assert house.get("/api/me/tables", ann, list="finished")["tables"][0]["id"] == table
        assert house.get("/api/statistics")["games"] == [{"game": "kingdomino", "players": 2, "finished": 1}]
        assert house.get("/api/leaderboard", game="kingdomino", players=2)["lines"] == []
        house.post(f"/api/tables/{table}/analysis", bob)
        assert len(house.analysed(table)["decisions"]) == house.hosted(table).ply
        assert house.post(f"/api/tables/{table}/rematch", ann) == house.post(f"/api/tables/{table}/rematch", bob)
