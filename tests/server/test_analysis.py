"""The evaluations of an analysis, and the queue of analyses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy
from sqlalchemy import Connection, insert, select

import palatine
from palatine.bots import adviser, bot_named
from palatine.core.table import Table
from palatine.server.clock import now
from palatine.server.history.line import Line
from palatine.server.messages.results import Judged
from palatine.server.messages.tables import encode
from palatine.server.storage.schema import analyses
from palatine.server.thinking.analysis import (
    LEAST_CHANCE,
    MOST_COSTLY,
    Analysis,
    Walk,
    costly,
    final_chances,
)
from palatine.server.thinking.analysis_queue import GONE_AFTER, MOST_IN_ALL, MOST_OWN, claim, release, write
from palatine.server.thinking.worker import answer
from server.house import QUICK, House, Visitor, open_house

CLOSELY = 200


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


def line_of(table: Table) -> Line:
    return Line(table.settings, str(table.seed), None, 0, tuple(table.decisions))


def walked(line: Line, iterations: int, judged: list[Judged] | None = None) -> Walk:
    walk = Walk(line, judged or [])
    while not walk.done:
        walk.judge(answer(walk.question(), adviser(line.settings.game, iterations), 0))
    return walk


def played(players: int, *bots: str) -> Table:
    """Return a finished game of Kingdomino between bots."""
    table = palatine.new("kingdomino", players, seed="3" * 64)
    seats = [bot_named(name, table.game, 1) for name in bots]
    while table.seat is not None:
        table.play(seats[table.seat].decide(table.question()).decision)
    return table


# --------------------------------------------------------------------------------------------------- evaluations


def test_a_random_bot_loses_more_than_a_searching_bot() -> None:
    table = played(2, "search:200", "random")
    judged = walked(line_of(table), CLOSELY).judged
    assert [one.decided for one in judged] == [table.text(decision) for decision in table.decisions]
    assert [one.ply for one in judged] == list(range(len(table.decisions)))
    assert [one.seat for one in judged] == [table.decided_by(ply) for ply in range(len(judged))]
    lost = [sum(one.lost_chance for one in judged if one.seat == seat) for seat in (0, 1)]
    assert lost[1] > 2 * lost[0]
    points = [sum(one.lost_points for one in judged if one.seat == seat) for seat in (0, 1)]
    assert points[1] > points[0]
    assert all(one.lost_chance == one.lost_points == 0 for one in judged if one.best == one.decided)
    worst = [judged[place] for place in costly(judged)]
    assert 0 < len(worst) <= MOST_COSTLY
    assert [one.lost_chance for one in worst] == sorted((one.lost_chance for one in judged), reverse=True)[: len(worst)]
    assert worst[0].seat == 1
    assert worst[-1].lost_chance >= LEAST_CHANCE


@pytest.mark.parametrize("players", [2, 3])
def test_the_chances_of_all_seats_add_up_to_one(players: int) -> None:
    table = played(players, *(["random"] * players))
    walk = walked(line_of(table), QUICK)
    for one in walk.judged:
        assert len(one.chances) == players
        assert sum(one.chances) == pytest.approx(1, abs=0.001)
        assert min(one.chances) >= 0
    last = walk.judged[-1].chances
    assert last.index(max(last)) in table.winners()
    assert final_chances(players, table.winners())[table.winners()[0]] == 1 / len(table.winners())


def test_a_game_for_one_is_evaluated_in_points() -> None:
    table = palatine.new("dragon_castle", 1, seed="4" * 64)
    for _ in range(6):
        table.play(table.legal()[0])
    judged = walked(line_of(table), QUICK).judged
    assert all(one.chances == [] and one.lost_chance == 0 for one in judged)
    assert any(one.points is not None for one in judged)
    assert final_chances(1, [0]) == []
    assert all(judged[place].lost_points > 0 for place in costly(judged))


def test_a_resumed_analysis_equals_an_uninterrupted_one() -> None:
    line = line_of(played(2, "random", "random"))
    whole = walked(line, QUICK).judged
    assert walked(line, QUICK, whole[:20]).judged == whole


def test_an_analysis_ignores_hidden_fields() -> None:
    """Two games with the same decisions, which differ only in hidden fields, get the same evaluations."""
    tables = [palatine.new("kingdomino", 2, seed=f"{number:064x}") for number in (168, 2051)]
    for table in tables:
        for _ in range(3):
            table.play(table.legal()[0])
    first, second = (walked(line_of(table), QUICK).judged for table in tables)
    assert first == second


# ------------------------------------------------------------------------------------------------------ the queue


def two(house: House) -> tuple[Visitor, Visitor]:
    return house.guest("Ann"), house.guest("Bob")


def test_an_analysis_is_computed_once_and_shown_to_everyone(house: House) -> None:
    ann, bob = two(house)
    table = house.open(ann, bob)
    house.play(table, 5)
    assert house.refused("POST", f"/api/tables/{table}/analysis", ann) == (409, "results.not_finished")
    house.play(table)
    assert house.refused("GET", f"/api/tables/{table}/analysis") == (404, "results.no_analysis")
    assert house.refused("POST", f"/api/tables/{table}/analysis") == (401, "server.not_signed_in")
    first = house.post(f"/api/tables/{table}/analysis", ann)
    assert first["status"] in ("waiting", "running")
    assert (first["table"], first["bot"], first["decisions"]) == (table, f"search:{QUICK}", [])
    done = house.analysed(table)
    assert (done["status"], done["progress"], done["bot"]) == ("done", 1.0, f"search:{QUICK}")
    record = house.get(f"/api/tables/{table}/record")
    assert [one["decided"] for one in done["decisions"]] == record["decisions"]
    assert msgspec.convert(done["decisions"], list[Judged]) == walked(line_of(palatine.load(record)), QUICK).judged
    assert done["final"] == final_chances(2, record["result"]["winners"])
    assert done["costly"] == costly(msgspec.convert(done["decisions"], list[Judged]))
    assert house.post(f"/api/tables/{table}/analysis", bob) == done


def rows(house: House) -> list[Any]:
    return house.call(house.server.store.read, lambda connection: list(connection.execute(select(analyses))))


def add_row(house: House, table: str, person: str, status: str, worker: str | None, data: bytes | None = None) -> None:
    row = {"table_id": table, "person": person, "asked": now(), "status": status, "worker": worker, "at": now()}
    house.call(
        house.server.store.write,
        lambda connection: connection.execute(insert(analyses), row | {"progress": 0.0, "data": data}),
    )


def test_the_waiting_analyses_of_one_person_are_limited(house: House) -> None:
    ann, bob = two(house)
    table = house.open(ann, bob)
    house.play(table)
    for _ in range(MOST_OWN):
        add_row(house, house.open(ann, players=2), ann.id, "running", "another process")
    assert house.refused("POST", f"/api/tables/{table}/analysis", ann) == (429, "results.too_many_own")
    assert house.post(f"/api/tables/{table}/analysis", bob)["status"] in ("waiting", "running")


def test_all_waiting_analyses_are_limited(house: House) -> None:
    ann, bob = two(house)
    table = house.open(ann, bob)
    house.play(table)
    for number in range(MOST_IN_ALL):
        add_row(house, house.open(ann, players=2), f"person {number}", "running", "another process")
    assert house.refused("POST", f"/api/tables/{table}/analysis", ann) == (429, "results.too_many_in_all")


def test_an_analysis_interrupted_by_a_shutdown_is_resumed(tmp_path: Path) -> None:
    with open_house(tmp_path, analysis_iterations=10 * CLOSELY) as house:
        ann, bob = two(house)
        table = house.open(ann, bob)
        house.play(table)
        house.post(f"/api/tables/{table}/analysis", ann)
    engine = sqlalchemy.create_engine(f"sqlite:///{tmp_path / 'house.db'}")
    with engine.connect() as connection:
        row = connection.execute(select(analyses)).one()
    engine.dispose()
    assert (row.status, row.worker) == ("waiting", None)
    with open_house(tmp_path) as house:
        assert house.analysed(table)["status"] == "done"


def saved(house: House, table: str, bot: str) -> Judged:
    """Save an analysis of ten decisions by a dead process, marked by their `best`; return the first evaluation."""
    record = house.get(f"/api/tables/{table}/record")
    judged = walked(line_of(palatine.load(record)), QUICK).judged[:10]
    judged = [msgspec.structs.replace(one, best="marked") for one in judged]
    add_row(house, table, "a person", "running", "another process", encode(Analysis(bot, judged)))
    return judged[0]


@pytest.mark.parametrize("bot", [f"search:{QUICK}", "search:1"], ids=["the same bot", "another bot"])
def test_saved_progress_is_used_if_the_bot_is_the_same(tmp_path: Path, bot: str) -> None:
    with open_house(tmp_path) as house:
        ann, bob = two(house)
        table = house.open(ann, bob)
        house.play(table)
        first = saved(house, table, bot)
    with open_house(tmp_path) as house:
        done = house.analysed(table)
        judged = msgspec.convert(done["decisions"], list[Judged])
        whole = walked(line_of(palatine.load(house.get(f"/api/tables/{table}/record"))), QUICK).judged
        assert judged[10:] == whole[10:]
        assert (judged[0] == first, judged[0] == whole[0]) == ((True, False) if bot == done["bot"] else (False, True))


def test_an_analysis_interrupted_by_a_crash_is_resumed(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = two(house)
        table = house.open(ann, bob)
        house.play(table)
        add_row(house, table, ann.id, "running", "a dead process")
    with open_house(tmp_path) as house:
        assert house.analysed(table)["status"] == "done"


def test_a_failed_analysis_does_not_block_the_queue(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = two(house)
        broken, table = house.open(ann, players=2), house.open(ann, bob)
        house.play(table)
        add_row(house, broken, ann.id, "running", "a dead process")
    with open_house(tmp_path) as house:
        assert house.analysed(broken)["status"] == "failed"
        house.post(f"/api/tables/{table}/analysis", ann)
        assert house.analysed(table)["status"] == "done"


def test_a_failed_analysis_can_be_requested_again(house: House) -> None:
    ann, bob = two(house)
    table = house.open(ann, bob)
    house.play(table)
    add_row(house, table, ann.id, "failed", None)
    assert house.post(f"/api/tables/{table}/analysis", bob)["status"] in ("waiting", "running")
    assert house.analysed(table)["status"] == "done"
    assert [row.person for row in rows(house)] == [bob.id]


def test_an_analysis_belongs_to_one_process(house: House) -> None:
    """The steps of several processes on a row that is claimed, so that this server leaves it alone."""
    ann, bob = two(house)
    table = house.open(ann, bob)
    add_row(house, table, ann.id, "running", "first")
    (row,) = rows(house)

    def steps(connection: Connection) -> None:
        soon, later = row.at + GONE_AFTER, row.at + GONE_AFTER + 1
        assert claim(connection, "second", soon) is None
        assert write(connection, table, "first", {"progress": 0.5})
        assert claim(connection, "second", later) == (table, None)
        assert claim(connection, "third", later) is None
        assert not write(connection, table, "first", {"progress": 0.9}), "the second process has claimed it"
        release(connection, "first")
        assert claim(connection, "third", later) is None
        release(connection, "second")
        assert claim(connection, "third", later) == (table, None)

    house.call(house.server.store.write, steps)
