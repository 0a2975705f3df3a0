"""A bot as a separate program. It speaks Palatine's line protocol (docs/bots.md) and needs only Python.

Run: palatine play kingdomino --seat "cmd:python examples/outside_bot.py" --seat random

It knows no rules. It scores every legal decision by a few simple ideas and takes the best.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

Position = dict[str, Any]

TERRAINS = {"w": "wheat", "f": "forest", "l": "lake", "g": "grass", "s": "swamp", "m": "mine"}
DOMINOES = (
    "w0w0 w0w0 f0f0 f0f0 f0f0 f0f0 l0l0 l0l0 l0l0 g0g0 g0g0 s0s0 w0f0 w0l0 w0g0 w0s0 f0l0 f0g0 w1f0 w1l0 w1g0 w1s0 "
    "w1m0 f1w0 f1w0 f1w0 f1w0 f1l0 f1g0 l1w0 l1w0 l1f0 l1f0 l1f0 l1f0 w0g1 l0g1 w0s1 g0s1 m1w0 w0g2 l0g2 w0s2 g0s2 "
    "m2w0 s0m2 s0m2 w0m3"
)
"""Terrain and crowns of both halves of each domino, by number."""
HELPS = {"tribute": "taxes", "drought": "harvest", "contagion": "healer", "mongols": "warrior", "festival": "fireworks"}
"""In the Year of the Dragon: the helper for each event."""


def halves(number: int) -> list[tuple[str, int]]:
    """Return the terrain and the crowns of a domino's two squares."""
    domino = DOMINOES[5 * number - 5 : 5 * number - 1]
    return [(TERRAINS[domino[0]], int(domino[1])), (TERRAINS[domino[2]], int(domino[3]))]


def mark_kingdomino(text: str, position: Position, seat: int) -> float:
    """Score crowns and squares beside squares of the same terrain, near the castle."""
    squares = {(square["x"], square["y"]): square for square in position["kingdoms"][seat]["squares"]}
    verb, *words = text.split()
    if verb == "claim":
        fitting = {square["terrain"] for square in squares.values()}
        return sum(2 * crowns + (terrain in fitting) for terrain, crowns in halves(int(words[0])))
    if verb != "place":
        return 0.0
    mark = 0.0
    for word, (terrain, crowns) in zip(words, halves(position["current_line"][0]["domino"]), strict=True):
        x, y = map(int, word.split(","))
        mark -= 0.1 * (abs(x) + abs(y))
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in squares and squares[beside]["terrain"] == terrain:
                mark += 1 + crowns + squares[beside]["crowns"]
    return mark


def mark_year_of_the_dragon(text: str, position: Position, seat: int) -> float:
    """Score help for the next events, the income of an action, and groups that cost nothing."""
    own = position["courts"][seat]
    coming = position["events"][max(position["month"] - 1, 0) :][:3]
    help_wanted = {HELPS[event] for event in coming if event in HELPS and own["outlook"][event]["lost"]}
    if "festival" in coming:
        help_wanted.add("fireworks")
    verb, *words = text.split()
    if verb == "act":
        group, action = int(words[0]), words[1]
        mark = own["income"].get(action, 1) + 5 * (action in help_wanted) - position["fees"][group - 1]
        return float(mark) + 2 * (action == "build" and own["persons"] + 2 > sum(p["floors"] for p in own["palaces"]))
    if verb in ("play", "take", "draft"):
        wanted = sum(3.0 for word in words for helper in help_wanted if helper in word)
        return wanted + sum("older" in word or word == "court_lady" for word in words)
    if verb == "release":
        return -1.0 - ("older" in words[1])
    return -1.0 if verb in ("pass", "let") else 0.0


def mark_dragon_castle(text: str, position: Position, seat: int) -> float:
    """Score tiles of types that are frequent in the Realm, tiles beside their own type, and high Shrines."""
    realm = position["realms"][seat]
    stacks = {stack["space"]: stack for stack in realm["stacks"]}
    castle = {stack["space"]: stack["tile"] for stack in position["castle"]}
    verb, *words = text.split()
    space = words[-1] if words else ""
    if verb == "pick":
        kind = castle[space].rsplit("_", 1)[0]
        twin = any(castle[other] == castle[space] and other != space for other in position["available"])
        return sum(kind in (stack["tile"] or "") for stack in stacks.values()) + 2 * twin
    if verb == "place":
        tile = position["held"][int("second" in words)]
        column, row = space[0], int(space[1:])
        near = (
            f"{column}{row - 1}",
            f"{column}{row + 1}",
            f"{chr(ord(column) - 1)}{row}",
            f"{chr(ord(column) + 1)}{row}",
        )
        tops = [stacks[other]["tile"] or "" for other in near if other in stacks]
        height = stacks[space]["height"] if space in stacks else 0
        return sum(2.0 for top in tops if tile.rsplit("_", 1)[0] in top) + 0.5 * height
    if verb == "build":
        return 1.0 + float(stacks[space]["height"])
    return {"pair": 3.0, "shrine": 1.0, "done": 0.5, "discard": 0.0, "summon": -1.0, "spirit": -2.0}.get(verb, 0.0)


MARKS = {
    "kingdomino": mark_kingdomino,
    "year_of_the_dragon": mark_year_of_the_dragon,
    "dragon_castle": mark_dragon_castle,
}


def say(kind: str, **fields: object) -> None:
    """Send a message: one line, flushed immediately."""
    print(json.dumps({"type": kind, **fields}), flush=True)


def answer(question: dict[str, Any], chance: random.Random) -> None:
    """Decide, and send the best decisions as thoughts."""
    position, seat = question["position"], question["seat"]
    mark = MARKS[position["game"]]
    marks = {
        choice["decision"]: mark(choice["text"], position, seat) + chance.random() / 10 for choice in question["legal"]
    }
    ordered = sorted(marks, key=lambda decision: -marks[decision])
    thoughts = {"considered": [{"decision": decision} for decision in ordered[:5]]}
    say("bestdecision", question=question["question"], decision=ordered[0], thoughts=thoughts)


def main() -> None:
    """Answer messages until the input ends. It decides immediately, so it ignores `stop`."""
    chance = random.Random()
    question: dict[str, Any] = {}
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say("hello", protocol=1, name="Simple ideas", author="Palatine's examples")
        elif kind == "newgame":
            chance = random.Random(message["seed"])
            say("ready")
        elif kind == "position":
            question = message
        elif kind == "go":
            answer(question, chance)
        elif kind == "quit":
            break


if __name__ == "__main__":
    main()
