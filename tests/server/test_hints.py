"""Hints, and variations of finished games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import palatine
from palatine.games import BUILT_IN
from palatine.server.tables.log import Chair
from palatine.server.thinking.worker import answer
from server.house import House, Visitor, created, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("advice")) as house:
        yield house


@pytest.fixture
def ann(house: House) -> Visitor:
    return house.guest("Ann")


def opened(house: House, host: Visitor, *others: dict[str, Any], game: str = "kingdomino", **more: Any) -> str:
    seats = [{"kind": "me"}, *others]
    table: str = house.post("/api/tables", host, {"game": game, "players": len(seats), "seats": seats, **more})["table"]
    return table


KID = {"kind": "local", "name": "Kid"}


# -------------------------------------------------------------------------------------------------------- hints


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_hint_is_the_evaluation_of_the_strongest_level(house: House, ann: Visitor, game: str) -> None:
    table = opened(house, ann, KID, game=game)
    hint = house.post(f"/api/tables/{table}/hint", ann, {"ply": 0})
    playing = house.hosted(table).playing
    wanted = answer(playing.question(), "level:5", 0)
    assert wanted.thoughts is not None
    thoughts = hint["thoughts"]
    assert (hint["ply"], hint["turn"], thoughts["bot"]) == (0, playing.seat, "level:5")
    assert (thoughts["decision"], thoughts["text"]) == (wanted.decision, playing.text(wanted.decision))
    gains = {one["decision"]: one["gain"] for one in house.get(f"/api/tables/{table}/outlook")["prospects"]}
    assert thoughts["considered"] == [one | {"gain": gains[one["decision"]]} for one in wanted.thoughts["considered"]]
    assert thoughts["line"] == wanted.thoughts["line"]
    assert thoughts["iterations"] == wanted.thoughts["iterations"] > 100


def test_solo_games_have_no_win_chance(house: House, ann: Visitor) -> None:
    table = opened(house, ann, game="dragon_castle")
    thoughts = house.post(f"/api/tables/{table}/hint", ann, {"ply": 0})["thoughts"]
    assert {one["win_chance"] for one in thoughts["considered"]} == {None}


def test_the_only_legal_decision_is_the_hint(house: House, ann: Visitor) -> None:
    table = opened(house, ann, KID)
    while len(house.hosted(table).playing.legal()) > 1:
        house.play(table, 1)
    ply, (move,) = house.hosted(table).ply, house.get(f"/api/tables/{table}")["moves"]
    thoughts = house.post(f"/api/tables/{table}/hint", ann, {"ply": ply})["thoughts"]
    assert [thoughts["decision"], thoughts["text"]] == move
    assert (thoughts["considered"], thoughts["line"]) == ([], [move[1]])


def test_hints_for_other_positions_are_refused(house: House, ann: Visitor) -> None:
    table = opened(house, ann, KID)
    path = f"/api/tables/{table}/hint"
    assert house.refused("POST", path, ann, {"ply": 3}) == (409, "server.not_up_to_date")
    house.play(table)
    ply = house.hosted(table).ply
    assert house.refused("POST", path, ann, {"ply": ply}) == (409, "server.is_over")


def test_hints_against_other_people_are_refused(house: House, ann: Visitor) -> None:
    bob = house.guest("Bob")
    among_people = house.open(ann, bob)
    chairs = [Chair("person", one.id, one.name) for one in (ann, bob)]
    rated = house.call(house.server.hub.create, created(chairs, "7" * 64, rated=True), "7" * 64)
    for table in (among_people, rated):
        assert house.refused("POST", f"/api/tables/{table}/hint", ann, {"ply": 0}) == (403, "server.hint_others")
    house.post(f"/api/tables/{among_people}/leave", bob)
    assert house.refused("POST", f"/api/tables/{among_people}/hint", ann, {"ply": 0}) == (403, "server.hint_others")


def test_hints_are_only_for_players(house: House, ann: Visitor) -> None:
    table = opened(house, ann, KID)
    path = f"/api/tables/{table}/hint"
    assert house.refused("POST", path, house.guest("Eve"), {"ply": 0}) == (403, "server.not_a_player")
    assert house.refused("POST", path, None, {"ply": 0}) == (401, "server.not_signed_in")
    waiting = opened(house, ann, {"kind": "open"})
    assert house.refused("POST", f"/api/tables/{waiting}/hint", ann, {"ply": 0}) == (409, "server.not_begun")


# ---------------------------------------------------------------------------------------------------- exploring


@pytest.fixture
def finished(house: House, ann: Visitor) -> str:
    table = opened(house, ann, KID)
    house.play(table)
    return table


def test_a_variation_matches_the_replayed_game(house: House, finished: str) -> None:
    again = palatine.load(house.get(f"/api/tables/{finished}/record"))
    while len(again.decisions) > 5:
        again.undo()
    others: list[int | str] = []
    while not again.over:
        view = house.post(f"/api/tables/{finished}/explore", None, {"ply": 5, "decisions": others})
        assert (view["turn"], view["over"], view["winners"]) == (again.seat, False, [])
        assert view["position"] == again.position()
        assert [words for _, words in view["moves"]] == again.moves()
        assert view["scores"] == again.scores()
        assert view["decisions"] == again.decisions[5:]
        assert view["texts"] == [again.text(decision) for decision in again.decisions[5:]]
        assert view["seats"] == [again.decided_by(5 + number) for number in range(len(others))]
        last = again.legal()[-1]
        others.append(last if len(others) % 2 else again.text(last))
        again.play(last)
    view = house.post(f"/api/tables/{finished}/explore", None, {"ply": 5, "decisions": others})
    assert (view["turn"], view["over"], view["winners"], view["moves"]) == (None, True, again.winners(), [])
    refused = house.refused(
        "POST", f"/api/tables/{finished}/consider", house.guest("Eve"), {"ply": 5, "decisions": others}
    )
    assert refused == (409, "server.is_over")


def test_a_variation_is_evaluated_by_the_strongest_level(house: House, ann: Visitor, finished: str) -> None:
    again = palatine.load(house.get(f"/api/tables/{finished}/record"))
    while again.decisions:
        again.undo()
    other = again.legal()[-1]
    again.play(other)
    thoughts = house.post(f"/api/tables/{finished}/consider", ann, {"ply": 0, "decisions": [other]})
    wanted = answer(again.question(), "level:5", 0)
    assert wanted.thoughts is not None
    assert thoughts["decision"] == wanted.decision
    assert [one["visits"] for one in thoughts["considered"]] == [one["visits"] for one in wanted.thoughts["considered"]]
    assert house.refused("POST", f"/api/tables/{finished}/consider", None, {"ply": 2}) == (401, "server.not_signed_in")


@pytest.mark.parametrize("what", ["explore", "consider"])
def test_impossible_variations_are_refused(house: House, ann: Visitor, finished: str, what: str) -> None:
    path = f"/api/tables/{finished}/{what}"
    status, view = house.ask("POST", path, ann, {"ply": 0, "decisions": ["discard"]})
    assert (status, view["problem"]) == (409, "results.not_explored")
    assert view["text"].startswith("Decision 1 of this variation is not possible: ")
    assert house.refused("POST", path, ann, {"ply": 1000}) == (409, "results.no_such_position")
    assert house.refused("POST", path, ann, {"ply": 0, "decisions": [0] * 401}) == (422, "server.malformed")
    assert house.refused("POST", path, ann, {"ply": 0, "line": "first"}) == (422, "server.malformed")


@pytest.mark.parametrize("what", ["explore", "consider"])
def test_variations_of_running_games_are_refused(house: House, ann: Visitor, what: str) -> None:
    """A variation shows hidden fields."""
    table = opened(house, ann, KID)
    assert house.refused("POST", f"/api/tables/{table}/{what}", ann, {"ply": 0}) == (409, "results.not_over")


def test_the_original_line_of_a_practice_game_can_be_explored(house: House, ann: Visitor) -> None:
    table = opened(house, ann, KID)
    house.play(table, 8)
    house.post(f"/api/tables/{table}/undo", ann, {"to": 2})
    house.play(table, chance=2)
    original = house.post(f"/api/tables/{table}/explore", None, {"ply": 8, "line": "original"})
    assert original["position"] == house.get(f"/api/tables/{table}/replay", ply=8, line="original")["position"]
