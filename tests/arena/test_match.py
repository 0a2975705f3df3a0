"""Matches played from Python: their figures follow from their games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import palatine
from arena.bots import MortalCrew
from palatine.arena import match
from palatine.arena.matches import play_match
from palatine.core.errors import OptionError
from palatine.games import game_named

KEYS = [
    *("name", "games", "wins", "win_rate", "win_rate_low", "win_rate_high", "mean_score"),
    *("mean_margin", "margin_low", "margin_high", "seconds_per_decision", "failures", "games_not_asked"),
]


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    bots = [{key: value for key, value in bot.items() if key != "seconds_per_decision"} for bot in result["bots"]]
    return {**result, "seconds": None, "bots": bots}


def test_the_figures_of_one_bot_against_three_follow_from_the_records(tmp_path: Path) -> None:
    """The figures are computed again from the saved records."""
    folder = tmp_path / "records"
    settings = game_named("kingdomino").settings(4, {"harmony": True})
    result = play_match(settings, ["greedy", "random"], 8, seed=1, save=folder)
    records = [json.loads(path.read_text()) for path in sorted(folder.iterdir())]
    assert len(records) == result["games"] == 8
    assert [record["seats"].index("greedy") for record in records] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert len({record["seed"] for record in records}) == 2
    assert all(palatine.load(record).over for record in records)
    wins, scores, margins, others = 0.0, [], [], []
    for record in records:
        totals, winners = record["result"]["totals"], record["result"]["winners"]
        own = record["seats"].index("greedy")
        wins += (own in winners) / len(winners)
        scores.append(totals[own])
        rest = [total for seat, total in enumerate(totals) if seat != own]
        margins.append(totals[own] - max(rest))
        others.append(sum(rest) / 3)
    greedy, fill = result["bots"]
    assert list(greedy) == KEYS
    assert (greedy["name"], fill["name"]) == ("greedy", "random")
    assert greedy["wins"] == pytest.approx(wins)
    assert greedy["win_rate"] == pytest.approx(wins / 8)
    assert greedy["mean_score"] == pytest.approx(sum(scores) / 8)
    assert greedy["mean_margin"] == pytest.approx(sum(margins) / 8)
    rounds = [sum(margins[:4]) / 4, sum(margins[4:]) / 4]
    half = 1.959964 * abs(rounds[0] - rounds[1]) / 2
    assert greedy["margin_high"] - greedy["mean_margin"] == pytest.approx(half, abs=1e-4)
    assert fill["mean_score"] == pytest.approx(sum(others) / 8)
    assert fill["wins"] == pytest.approx((8 - wins) / 3)
    assert greedy["win_rate_low"] < greedy["win_rate"] <= greedy["win_rate_high"]


def test_the_same_seed_gives_the_same_match() -> None:
    def played(seed: int | None) -> dict[str, Any]:
        return without_times(match("kingdomino", ["greedy", "random"], 4, seed=seed))

    first = played(None)
    assert played(first["seed"]) == first
    assert played(first["seed"] + 1) != first
    assert first["options"] == dict(game_named("kingdomino").settings(2).options)


def test_a_bot_among_copies_of_itself_wins_its_even_share() -> None:
    result = match("kingdomino", ["random"], 6, players=3, seed=2)
    (bot,) = result["bots"]
    assert bot["win_rate"] == pytest.approx(1 / 3)
    assert bot["games"] == 6


def test_a_bot_named_twice_is_two_entrants() -> None:
    result = match("year_of_the_dragon", ["random", "random"], 2, seed=3)
    assert [bot["name"] for bot in result["bots"]] == ["random", "random (2)"]
    assert sum(bot["wins"] for bot in result["bots"]) == pytest.approx(2)


def test_one_game_gives_no_interval_for_the_margin() -> None:
    result = match("kingdomino", ["greedy", "random"], 1, seed=3)
    assert result["bots"][0]["margin_low"] is None
    assert json.loads(json.dumps(result)) == result


def test_a_match_stops_early_when_it_is_decided() -> None:
    above = match("kingdomino", ["greedy", "random"], 400, seed=1, stop_early=True)
    below = match("kingdomino", ["random", "greedy"], 400, seed=1, stop_early=True)
    level = match("kingdomino", ["random", "random"], 20, seed=1, stop_early=True)
    assert (above["stopped"], below["stopped"], level["stopped"]) == ("above", "below", None)
    assert above["games"] < 100
    assert above["games"] % 2 == 0, "after a complete round"
    assert level["games"] == 20


def test_a_lost_process_ends_a_match_with_the_figures_so_far() -> None:
    settings = game_named("kingdomino").settings(2)
    cut = play_match(settings, ["greedy", "random"], 8, seed=1, crew_for=lambda _cores: MortalCrew(3))
    whole = play_match(settings, ["greedy", "random"], 3, seed=1)
    assert (cut["worker_lost"], whole["worker_lost"]) == (True, False)
    assert without_times({**cut, "worker_lost": False}) == without_times(whole)


@pytest.mark.parametrize(
    ("bots", "change", "message"),
    [
        (["greedy", "gredy"], {}, 'There is no bot "gredy". Known: greedy'),
        (["greedy", "random", "random"], {"players": 2}, "takes 1 to 2 bots, not 3"),
        (["greedy", "random"], {"games": 0}, "whole number, 1 or more; not 0"),
        (["greedy"], {"stop_early": True}, "Name at least two bots"),
        (["greedy", "random"], {"cores": 10_000}, "or 0 for all; not 10,000"),
        (["greedy", "random"], {"seed": -1}, "A seed is a whole number"),
        (["greedy", "random"], {"options": {"harmoni": True}}, 'no option "harmoni"'),
        ([], {"players": 2}, "takes 1 to 2 bots, not 0"),
    ],
)
def test_an_impossible_match_is_refused(bots: list[str], change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"games": 2, **change}
    with pytest.raises(OptionError, match=message):
        match("kingdomino", bots, **arguments)


def test_a_match_of_one_player_is_refused() -> None:
    with pytest.raises(OptionError, match="at least 2 players, not 1"):
        match("dragon_castle", ["greedy"], 2, players=1)


def test_records_are_never_overwritten(tmp_path: Path) -> None:
    settings = game_named("kingdomino").settings(2)
    play_match(settings, ["random"], 1, seed=1, save=tmp_path)
    (saved,) = tmp_path.iterdir()
    before = saved.read_bytes()
    with pytest.raises(OptionError, match="Nothing was overwritten"):
        play_match(settings, ["random"], 1, seed=2, save=tmp_path)
    assert saved.read_bytes() == before
    with pytest.raises(OptionError, match=r"game-000001\.json"):
        play_match(settings, ["random"], 1, seed=2, save=saved)
