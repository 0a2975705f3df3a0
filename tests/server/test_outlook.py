"""The outlook comes true, does not depend on hidden fields, and is computed quickly."""

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
    """Yield a share of the positions of a random game."""
    table, chance = palatine.new(game, players, seed=seed, **options), random.Random(seed)
    while not table.over:
        if chance.random() < share:
            yield table
        table.play(chance.choice(table.legal()))


def after(table: Table, decision: int) -> tuple[list[int], dict[str, Any]]:
    """Return the points and the position after a decision."""
    table.play(decision)
    found = table.totals(), table.position()
    table.undo()
    return found


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_the_points_of_an_outlook_come_true(game: str, players: int, options: dict[str, Any]) -> None:
    for table in positions(game, players, options, 11, 0.3):
        seat, totals = table.seat, table.totals()
        assert seat is not None
        prospects = prospects_in(table.question())
        assert [one.decision for one in prospects] == table.legal()
        for one in prospects:
            total = after(table, one.decision)[0][seat]
            assert (one.total, one.gain) == (total, total - totals[seat])


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_scores_name_the_sources_of_points(game: str, players: int, options: dict[str, Any]) -> None:
    for table in positions(game, players, options, 12, 0.1):
        assert msgspec.to_builtins(scores_in(table.question())) == table.scores()


@pytest.mark.parametrize("game", BUILT_IN)
def test_an_outlook_does_not_depend_on_hidden_fields(game: str) -> None:
    """Not even if a question contained them by mistake."""
    for table in positions(game, 2, {}, 13, 0.2):
        question, other = table.question(), table.question()
        raws = table.observation()[np.newaxis]
        palatine.raw(game).resample(raws, np.array([99], dtype=np.uint64))
        other._raw = raws[0]
        assert msgspec.json.encode(prospects_in(question)) == msgspec.json.encode(prospects_in(other))


def test_an_outlook_is_computed_quickly() -> None:
    slowest = 0.0
    for table in positions("dragon_castle", 2, {"spirits": "10", "dragons": "9"}, 14, 0.5):
        question, count = table.question(), len(table.legal())
        began = time.thread_time()  # CPU time: the machine may be busy
        prospects_in(question)
        slowest = max(slowest, (time.thread_time() - began) * 100 / max(100, count))
    assert slowest < 0.25  # a few milliseconds, usually


# ------------------------------------------------------------------------------------------------------ effects


def realm_of(position: dict[str, Any], seat: int) -> dict[str, str | None]:
    return {stack["space"]: stack["tile"] for stack in position["realms"][seat]["stacks"]}


def built_up(options: dict[str, Any], seed: int) -> Iterator[tuple[Table, list[Prospect]]]:
    """Yield the positions and outlooks of a game of Dragon Castle that prefers large groups.

    So every effect of the Spirits on sets occurs."""
    table, chance = palatine.new("dragon_castle", 2, seed=seed, **options), random.Random(seed)
    while not table.over:
        prospects = prospects_in(table.question())
        yield table, prospects
        liked = [one for one in prospects if chance.random() < (0.05 if "spirit" in table.text(one.decision) else 0.9)]
        table.play(max(liked or prospects, key=lambda one: (size_of(one), chance.random())).decision)


def size_of(prospect: Prospect) -> int:
    return sum(len(one["spaces"]) for one in prospect.effects["sets"])


def consolidated(text: str, before: dict[str, Any], after: dict[str, Any], seat: int) -> set[str]:
    """Return the spaces whose tiles a decision turned face down in sets."""
    verb, *things = text.split()
    old, new = realm_of(before, seat), realm_of(after, seat)
    turned = {space for space, tile in old.items() if tile is not None and space in new and new[space] is None}
    if verb in ("spirit", "flip"):
        turned.discard(things[-1])  # paid, or turned face down alone
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
def test_completed_sets_wait_or_are_turned_face_down(options: dict[str, Any], verbs: set[str]) -> None:
    seen = set()
    for seed in range(12):
        for table, prospects in built_up(options, seed):
            before, seat = table.position(), table.seat
            assert seat is not None
            for one in prospects:
                text, reached = table.text(one.decision), after(table, one.decision)[1]
                waiting = {space for spaces in reached["realms"][seat]["waiting"] for space in spaces}
                spaces = {space for one_set in one.effects["sets"] for space in one_set["spaces"]}
                assert spaces == waiting | consolidated(text, before, reached, seat), text
                seen |= {text.split()[0]} if spaces else set()
        if verbs <= seen:
            return
    raise AssertionError(seen)


def test_the_points_of_sets_add_up_to_the_gain() -> None:
    seen = 0
    for table, prospects in built_up({"spirits": "0", "dragons": "0"}, 16):
        for one in prospects:
            if table.text(one.decision).startswith("place") and one.gain:
                assert one.gain == sum(one_set["points"] for one_set in one.effects["sets"])
                seen += 1
    assert seen


def test_the_costs_and_gains_of_actions_come_true() -> None:
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
                continue  # the month has moved on: an event happened, or persons were taken
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


def test_the_outlook_follows_the_table(house: House) -> None:
    ann = house.guest("Ann")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Kid"}]
    table = house.post("/api/tables", ann, {"game": "kingdomino", "seats": seats})["table"]
    for _ in range(6):
        outlook, view = house.get(f"/api/tables/{table}/outlook"), house.get(f"/api/tables/{table}")
        assert {name: outlook[name] for name in ("ply", "turn", "seq")} == {
            name: view[name] for name in ("ply", "turn", "seq")
        }
        assert outlook["scores"] == house.hosted(table).playing.scores()
        assert [one["decision"] for one in outlook["prospects"]] == [decision for decision, _ in view["moves"]]
        assert house.get(f"/api/tables/{table}/outlook") == outlook
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


def test_a_table_has_no_outlook_before_the_game_begins(house: House) -> None:
    table = house.open(house.guest("Ann"), players=2)
    assert house.refused("GET", f"/api/tables/{table}/outlook") == (409, "server.not_begun")
    assert house.refused("GET", "/api/tables/nowhere/outlook") == (404, "server.no_such_table")
