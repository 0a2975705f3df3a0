"""The log tells every decision so that nobody needs the position it was made in; and nothing sealed is in it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import palatine
from server.house import open_house

Plain = dict[str, Any]

VARIANTS: list[tuple[str, int, Plain]] = [
    ("kingdomino", 3, {"dynasty": True}),
    ("year_of_the_dragon", 4, {"great_wall": True, "super_event": "drawn"}),
    ("dragon_castle", 2, {"spirits": "10", "dragons": "9"}),
]
DECISIONS = 30
BROUGHT = {
    "taxes": "yuan",
    "build": "floors",
    "harvest": "rice",
    "fireworks": "fireworks",
    "parade": "spaces",
    "research": "points",
}


def of_kingdomino(words: list[str], position: Plain) -> Plain:
    return {} if words[0] == "claim" else {"domino": position["current_line"][0]["domino"]}


def of_year_of_the_dragon(words: list[str], position: Plain) -> Plain:
    court = position["courts"][position["seat"]]
    match words:
        case ["act", group, action]:
            brings = {BROUGHT[action]: court["income"][action]} if action in BROUGHT else {}
            return {"costs": position["fees"][int(group) - 1], "brings": brings}
        case ["pass"]:
            return {"costs": 0, "brings": {"yuan": max(0, 3 - court["yuan"])}}
    return {"person": position["person"]} if position["person"] else {}


def of_dragon_castle(words: list[str], position: Plain) -> Plain:
    match words:
        case ["pick" | "pair" | "destroy", space]:
            (tile,) = [stack["tile"] for stack in position["castle"] if stack["space"] == space]
            return {"tile": tile}
        case ["place", *which]:
            return {"tile": position["held"][1 if which[0] == "second" else 0]}
        case ["done"]:
            return {"phase": position["phase"]}
    return {}


TOLD: dict[str, Callable[[list[str], Plain], Plain]] = {
    "kingdomino": of_kingdomino,
    "year_of_the_dragon": of_year_of_the_dragon,
    "dragon_castle": of_dragon_castle,
}
"""What the words of a decision leave out, as the open position has it."""


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_what_is_told_is_in_the_open_position(game: str, players: int, options: Plain) -> None:
    for seed in range(4):
        table, chance = palatine.new(game, players, seed=seed, **options), random.Random(seed)
        while not table.over:
            question, position = table.question(), table.position()
            for decision in table.legal():
                told = table.about(decision)
                assert told == TOLD[game](table.text(decision).split(), position)
                assert told == question.about(decision), "it depends on what is sealed"
            table.play(chance.choice(table.legal()))


@pytest.mark.parametrize("game", TOLD)
def test_a_log_that_is_read_again_tells_all_of_it(game: str, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.open(house.guest("Ann"), house.guest("Bob"), game=game)
        house.play(table, DECISIONS)
    with open_house(tmp_path) as house:
        entries = house.get(f"/api/tables/{table}/log")["entries"]
        abouts = [entry["about"] for entry in entries if entry["kind"] == "decided"]
        moments = [house.get(f"/api/tables/{table}/replay", ply=ply) for ply in range(DECISIONS)]
        assert abouts == [TOLD[game](moment["next"]["text"].split(), moment["position"]) for moment in moments]
