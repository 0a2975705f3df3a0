"""Ferries fulfils the contract of all games, and its own rules."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from ferries import GAME
from palatine.core.check import check


def loaded(crate: int, boat: tuple[int, int], players: int = 2, decision: str = "load 1") -> dict[str, Any]:
    """Return the position after loading a crate onto a boat that carries a weight, in some crates."""
    plain = palatine.new("ferries", players=players, seed=1).position()
    unseen = [2] * 6  # twelve crates are loaded or open, so the first seat decides
    unseen[crate - 1] -= 1
    boats = [{"load": boat[0], "crates": boat[1]}, *plain["boats"][1:]]
    table = palatine.position("ferries", plain | {"crate": crate, "unseen": unseen, "boats": boats})
    table.play(decision)
    return table.position()


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("boats", ["2", "3", "4"])
def test_conformance(players: int, boats: str) -> None:
    check(GAME.settings(players, {"boats": boats}))


def test_four_crates_of_each_weight_are_shuffled() -> None:  # FE-1
    table = palatine.new("ferries", seed=3)
    weights = []
    while not table.over:
        weights.append(table.position()["crate"])
        table.play("load 1")
    assert sorted(weights) == [weight for weight in range(1, 7) for _ in range(4)] != weights


def test_the_option_sets_the_number_of_boats() -> None:  # FE-2
    assert len(palatine.new("ferries").position()["boats"]) == 3
    assert len(palatine.new("ferries", boats="4").position()["boats"]) == 4


def test_boats_that_carry_the_same_are_one_choice() -> None:  # FE-3
    table = palatine.new("ferries", seed=1)
    assert table.moves() == ["load 1"]
    table.play("load 3")
    assert table.position()["boats"][0]["crates"] == 1
    assert table.moves() == ["load 1", "load 2"]
    assert table.seat == 1


def test_a_full_boat_scores_its_crates_and_leaves() -> None:  # FE-4
    after = loaded(4, (6, 3))
    assert after["points"] == [{"full": 4, "sunk": 0}, {"full": 0, "sunk": 0}]
    assert after["boats"][0] == {"load": 0, "crates": 0}


def test_a_boat_that_is_too_heavy_sinks_for_the_others() -> None:  # FE-5
    after = loaded(5, (6, 3), players=3)
    assert after["totals"] == [0, 1, 1]
    assert after["boats"][0] == {"load": 0, "crates": 0}


def test_the_game_ends_when_all_crates_are_loaded() -> None:  # FE-6
    table = palatine.new("ferries", seed=5)
    while not table.over:
        table.play(table.legal()[-1])
    assert len(table.decisions) == 24
    assert table.winners() == [seat for seat, total in enumerate(table.totals()) if total == max(table.totals())]


def test_missing_boats_are_refused_with_the_number_of_boats() -> None:
    with pytest.raises(palatine.DecisionError) as refused:
        palatine.new("ferries", boats="2").play("load 3")
    assert refused.value.text("en") == "There is no boat 3: the game has 2 boats. Legal: load 1."
    assert refused.value.reason("it") == "La barca 3 non esiste: in gioco ci sono 2 barche."


@pytest.mark.parametrize("text", ["load 5", "load", "sail 1", ""])
def test_other_texts_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(palatine.DecisionError, match='like "load 1"'):
        palatine.new("ferries").play(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"crate": None},
        {"unseen": [4] * 6},
        {"unseen": [5] * 6},
        {"boats": []},
        {"crate": 7},
        {"points": [{}, {}]},
        {"boats": [{"load": 6, "crates": 1}] * 3},
    ],
)
def test_impossible_positions_are_refused(wrong: dict[str, Any]) -> None:
    plain = palatine.new("ferries", seed=1).position()
    with pytest.raises(palatine.PositionError):
        palatine.position("ferries", plain | wrong)
