"""Entries describe each decision without its position, and contain nothing hidden."""

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
GOODS = {
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
            brings = {GOODS[action]: court["income"][action]} if action in GOODS else {}
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


def without_sets(about: Plain) -> Plain:
    """Return what is said about a decision, without the sets of Dragon Castle: the tests of the game compare those."""
    return {name: value for name, value in about.items() if name != "sets"}


ABOUT: dict[str, Callable[[list[str], Plain], Plain]] = {
    "kingdomino": of_kingdomino,
    "year_of_the_dragon": of_year_of_the_dragon,
    "dragon_castle": of_dragon_castle,
}
"""Returns what the text of a decision leaves out, from the open position."""


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_entries_contain_open_fields_only(game: str, players: int, options: Plain) -> None:
    for seed in range(4):
        table, chance = palatine.new(game, players, seed=seed, **options), random.Random(seed)
        while not table.over:
            question, position = table.question(), table.position()
            for decision in table.legal():
                about = table.about(decision)
                assert without_sets(about) == ABOUT[game](table.text(decision).split(), position)
                assert about == question.about(decision), "it depends on hidden fields"
            table.play(chance.choice(table.legal()))


@pytest.mark.parametrize("game", ABOUT)
def test_a_stored_log_describes_every_decision(game: str, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.open(house.guest("Ann"), house.guest("Bob"), game=game)
        house.play(table, DECISIONS)
    with open_house(tmp_path) as house:
        entries = house.get(f"/api/tables/{table}/log")["entries"]
        abouts = [without_sets(entry["about"]) for entry in entries if entry["kind"] == "decided"]
        moments = [house.get(f"/api/tables/{table}/replay", ply=ply) for ply in range(DECISIONS)]
        assert abouts == [ABOUT[game](moment["next"]["text"].split(), moment["position"]) for moment in moments]
