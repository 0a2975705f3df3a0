"""What is told of decisions before they are made: it comes true, and nothing sealed is in it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

import palatine
from palatine.core.table import Table
from palatine.games import BUILT_IN
from palatine.server.history.outlook import prospects_in, scores_in
from palatine.server.messages.games import Prospect
from server.house import House, open_house

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("kingdomino", 2, {"harmony": True, "middle_kingdom": True}),
    ("kingdomino", 3, {"dynasty": True}),
    ("year_of_the_dragon", 2, {"great_wall": True, "super_event": "drawn"}),
    ("year_of_the_dragon", 5, {}),
    ("dragon_castle", 1, {}),
    ("dragon_castle", 2, {"spirits": "10", "dragons": "9"}),
    ("dragon_castle", 4, {"spirits": "0"}),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("outlook")) as house:
        yield house


def positions(game: str, players: int, options: dict[str, Any], seed: int, share: float) -> Iterator[Table]:
    """A share of the positions of a game that is played at random."""
    table, chance = palatine.new(game, players, seed=seed, **options), random.Random(seed)
    while not table.over:
        if chance.random() < share:
            yield table
        table.play(chance.choice(table.legal()))


def after(table: Table, decision: int) -> tuple[list[int], dict[str, Any]]:
    """The points and the position after a decision."""
    table.play(decision)
    found = table.totals(), table.position()
    table.undo()
    return found


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_what_is_told_comes_true(game: str, players: int, options: dict[str, Any]) -> None:
    for table in positions(game, players, options, 11, 0.3):
        seat, totals = table.seat, table.totals()
        assert seat is not None
        told = prospects_in(table.question())
        assert [one.decision for one in told] == table.legal()
        for one in told:
            total = after(table, one.decision)[0][seat]
            assert (one.total, one.gain) == (total, total - totals[seat])


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_points_are_told_by_their_sources(game: str, players: int, options: dict[str, Any]) -> None:
    for table in positions(game, players, options, 12, 0.1):
        assert msgspec.to_builtins(scores_in(table.question())) == table.scores()


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_is_sealed_makes_no_difference(game: str) -> None:
    """Also if it were in the question by mistake."""
    for table in positions(game, 2, {}, 13, 0.2):
        question, other = table.question(), table.question()
        raws = table.observation()[np.newaxis]
        palatine.raw(game).resample(raws, np.array([99], dtype=np.uint64))
        other._raw = raws[0]
        assert msgspec.json.encode(prospects_in(question)) == msgspec.json.encode(prospects_in(other))


def test_it_is_quick() -> None:
    slowest = 0.0
    for table in positions("dragon_castle", 2, {"spirits": "10", "dragons": "9"}, 14, 0.5):
        question, count = table.question(), len(table.legal())
        began = time.thread_time()  # of computing, whatever else the machine may be doing
        prospects_in(question)
        slowest = max(slowest, (time.thread_time() - began) * 100 / max(100, count))
    assert slowest < 0.25  # a few milliseconds, usually


# ------------------------------------------------------------------------------------------------------ effects


def realm_of(position: dict[str, Any], seat: int) -> dict[str, str | None]:
    return {stack["space"]: stack["tile"] for stack in position["realms"][seat]["stacks"]}


def built_up(options: dict[str, Any], seed: int) -> Iterator[tuple[Table, list[Prospect]]]:
    """A game of Dragon Castle in which large groups are preferred, so that all that Spirits do to sets happens."""
    table, chance = palatine.new("dragon_castle", 2, seed=seed, **options), random.Random(seed)
    while not table.over:
        told = prospects_in(table.question())
        yield table, told
        liked = [one for one in told if chance.random() < (0.05 if "spirit" in table.text(one.decision) else 0.9)]
        table.play(max(liked or told, key=lambda one: (size_of(one), chance.random())).decision)


def size_of(prospect: Prospect) -> int:
    return sum(len(one["spaces"]) for one in prospect.effects["sets"])


def consolidated(text: str, before: dict[str, Any], after: dict[str, Any], seat: int) -> set[str]:
    """The spaces whose tiles a decision has turned down in sets."""
    verb, *things = text.split()
    old, new = realm_of(before, seat), realm_of(after, seat)
    turned = {space for space, tile in old.items() if tile is not None and space in new and new[space] is None}
    if verb in ("spirit", "flip"):
        turned.discard(things[-1])  # paid, or turned down alone
    if verb == "place" and new[things[-1]] is None:
        turned.add(things[-1])
    if verb == "drop":
        turned.discard(before["lifted"])
        if new[things[-1]] is None and old[before["lifted"]] is not None and before["phase"] == "strength_drop":
            turned.add(things[-1])
    return turned


@pytest.mark.parametrize(
    ("options", "verbs"),
    [
        ({"spirits": "0"}, {"place"}),
        ({"spirits": "10"}, {"place", "spirit", "done"}),
        ({"spirits": "beauty,cunning"}, {"place", "consolidate"}),
        ({"spirits": "change"}, {"place", "change"}),
        ({"spirits": "strength"}, {"place", "drop"}),
        ({"spirits": "wind"}, {"place", "flip"}),
    ],
)
def test_the_sets_that_a_decision_completes_wait_after_it_or_are_turned_down(
    options: dict[str, Any], verbs: set[str]
) -> None:
    seen = set()
    for seed in range(12):
        for table, told in built_up(options, seed):
            before, seat = table.position(), table.seat
            assert seat is not None
            for one in told:
                text, reached = table.text(one.decision), after(table, one.decision)[1]
                waiting = {space for spaces in reached["realms"][seat]["waiting"] for space in spaces}
                spaces = {space for one_set in one.effects["sets"] for space in one_set["spaces"]}
                assert spaces == waiting | consolidated(text, before, reached, seat), text
                seen |= {text.split()[0]} if spaces else set()
        if verbs <= seen:
            return
    raise AssertionError(seen)


def test_the_points_of_a_set_are_those_that_it_brings() -> None:
    seen = 0
    for table, told in built_up({"spirits": "0", "dragons": "0"}, 16):
        for one in told:
            if table.text(one.decision).startswith("place") and one.gain:
                assert one.gain == sum(one_set["points"] for one_set in one.effects["sets"])
                seen += 1
    assert seen


def test_what_an_action_costs_and_brings_comes_true() -> None:
    seen = set()
    for table in positions("year_of_the_dragon", 3, {}, 17, 1.0):
        position, seat = table.position(), table.seat
        assert seat is not None
        if position["phase"] not in ("act", "buy"):
            continue
        court = position["courts"][seat]
        for one in prospects_in(table.question()):
            totals, reached = after(table, one.decision)
            brings, then = one.effects.get("brings", {}), reached["courts"][seat]
            if reached["stage"] != "action":
                continue  # the month has gone on: there was an event, or persons were taken
            assert then["yuan"] - court["yuan"] == brings.get("yuan", 0) - one.effects["costs"], table.text(
                one.decision
            )
            for good in ("rice", "fireworks"):
                assert then[good] - court[good] == brings.get(good, 0)
            if "floors" in brings:
                assert reached["floors_left"] == brings["floors"]
            if "points" in brings:
                assert then["score"] - court["score"] == brings["points"]
            if "spaces" in brings:
                assert space_of(reached, seat) - space_of(position, seat) == brings["spaces"]
            seen |= {*brings, *([] if "brings" in one.effects else ["privilege"])}
            assert len(totals) == 3
    assert seen == {"yuan", "floors", "rice", "fireworks", "spaces", "points", "privilege"}


def space_of(position: dict[str, Any], seat: int) -> int:
    return next(int(space["space"]) for space in position["track"] if seat in space["seats"])


# ---------------------------------------------------------------------------------------------------- the server


def test_the_outlook_of_a_table_follows_it(house: House) -> None:
    ann = house.guest("Ann")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Kid"}]
    table = house.post("/api/tables", ann, {"game": "kingdomino", "seats": seats})["table"]
    for _ in range(6):
        told, shown = house.get(f"/api/tables/{table}/outlook"), house.get(f"/api/tables/{table}")
        assert {name: told[name] for name in ("ply", "turn", "seq")} == {
            name: shown[name] for name in ("ply", "turn", "seq")
        }
        assert told["scores"] == house.hosted(table).playing.scores()
        assert [one["decision"] for one in told["prospects"]] == [decision for decision, _ in shown["moves"]]
        assert house.get(f"/api/tables/{table}/outlook") == told
        house.play(table, 1)
    before = house.get(f"/api/tables/{table}/outlook")
    house.play(table, 1, chance=4)
    house.post(f"/api/tables/{table}/undo", ann, {"to": 6})
    again = house.get(f"/api/tables/{table}/outlook")
    assert again["seq"] > before["seq"]
    assert again["prospects"] == before["prospects"]
    house.play(table)
    over = house.get(f"/api/tables/{table}/outlook")
    assert (over["turn"], over["prospects"]) == (None, [])
    assert over["scores"] == house.get(f"/api/tables/{table}/result")["scores"]


def test_there_is_no_outlook_before_the_game_begins(house: House) -> None:
    table = house.open(house.guest("Ann"), players=2)
    assert house.refused("GET", f"/api/tables/{table}/outlook") == (409, "server.not_begun")
    assert house.refused("GET", "/api/tables/nowhere/outlook") == (404, "server.no_such_table")
