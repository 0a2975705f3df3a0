"""Positions of Kingdomino for tests: a test draws a kingdom, and the rest of the table is filled in.

A drawing has one word per square: `C` is the castle, `.` a free square. Any other square is the first letter of its
terrain, a `+` for each crown, and the number of its domino: `W48 M+++48` is domino 48, wheat on the left.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import palatine
from games.kingdomino.oracle import DOMINOES
from palatine.core.table import Table

Plain = dict[str, Any]
Square = tuple[int, int]
Kingdom = list[Plain]
"""The dominoes of a kingdom, as under the key `placed` of a position."""
Territory = tuple[str, int, int, int]
"""Terrain, squares, crowns, points."""

TERRAINS = {"W": "wheat", "F": "forest", "L": "lake", "G": "grass", "S": "swamp", "M": "mine"}
CASTLE_ALONE = "C"
TWO_HOLES = """
    .    .    L37  G11  L+30
    F5   W25  G+37 G11  W30
    F5   F+25 C    W+20 W16
    F+24 W24  G21  L20  S16
    F6   F6   W+21 .    .
"""
"""Two holes. Next to the upper one are forest, wheat and lake, next to the lower one wheat, lake and swamp. Grass
touches both at a corner only."""

TWO_PLAYER_DECISIONS = 48
"""The decisions of a game of two, who claim and place 24 dominoes."""


def in_reading_order(domino: int, left: Square, right: Square) -> tuple[Square, Square]:
    """Return both squares as a position lists them: those of a double from top to bottom, or from left to right."""
    equal = DOMINOES[domino][:2] == DOMINOES[domino][2:]
    return (right, left) if equal and right[::-1] < left[::-1] else (left, right)


def drawn(drawing: str, quarter_turns: int = 0) -> Kingdom:
    """Return the kingdom of a drawing, turned clockwise around the castle."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    castle_x, castle_y = next((row.index("C"), y) for y, row in enumerate(rows) if "C" in row)
    halves: dict[int, list[tuple[tuple[str, int], Square]]] = defaultdict(list)
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            if word in ("C", "."):
                continue
            match = re.fullmatch(r"([WFLGSM])(\+*)(\d+)", word)
            assert match, f"{word} is not a square of a drawing"
            square = turned((x - castle_x, y - castle_y), quarter_turns)
            halves[int(match[3])].append(((TERRAINS[match[1]], len(match[2])), square))
    kingdom = []
    for domino, ((land, left), (other_land, right)) in sorted(halves.items()):
        # A drawing with a wrong domino would prove nothing.
        assert sorted([land, other_land]) == sorted([DOMINOES[domino][:2], DOMINOES[domino][2:]]), domino
        if land != DOMINOES[domino][:2]:
            left, right = right, left
        left, right = in_reading_order(domino, left, right)
        kingdom.append({"domino": domino, "left": list(left), "right": list(right)})
    return kingdom


def turned(square: Square, quarter_turns: int) -> Square:
    """Return a square after turning the kingdom clockwise around the castle."""
    x, y = square
    for _ in range(quarter_turns):
        x, y = -y, x
    return x, y


def places(domino: int, *pairs: tuple[Square, Square], quarter_turns: int = 0) -> set[str]:
    """Return the decisions that put the left and the right square of a domino on each of these pairs."""
    texts = set()
    for pair in pairs:
        (x, y), (x_right, y_right) = in_reading_order(domino, *(turned(square, quarter_turns) for square in pair))
        texts.add(f"place {x},{y} {x_right},{y_right}")
    return texts


def situation(
    kingdoms: Sequence[str | Kingdom],
    *,
    current: Mapping[int, int] | None = None,
    offer: Mapping[int, int | None] | None = None,
    phase: str = "place",
    seat: int | None = 0,
    past: Sequence[Sequence[str | Kingdom]] = (),
    game_number: int = 1,
    players: int | None = None,
    seed: int = 0,
    **options: object,
) -> Table:
    """Return a table with the whole deck drawn; dominoes that are not mentioned are discarded as far as needed."""
    count = players or max(2, len(kingdoms))
    deck_size = {2: 48 if options.get("mighty_duel") else 24, 3: 36 if options.get("three_player_deck") == "36" else 48}
    games = [
        [drawn(kingdom) if isinstance(kingdom, str) else kingdom for kingdom in [*game, *[[]] * (count - len(game))]]
        for game in [*past, kingdoms]
    ]
    current = dict(sorted((current or {}).items()))
    offer = dict(sorted((offer or {}).items()))
    mentioned = {piece["domino"] for kingdom in games[-1] for piece in kingdom} | current.keys() | offer.keys()
    unmentioned = [domino for domino in DOMINOES if domino not in mentioned]
    plain = {
        "game": "kingdomino",
        "players": count,
        "options": options,
        "phase": phase,
        "seat": seat,
        "game_number": game_number,
        "first_order": [0, 1, 0, 1] if count == 2 else list(range(count)),
        "current_line": [{"domino": domino, "seat": owner} for domino, owner in current.items()],
        "next_line": [{"domino": domino, "seat": owner} for domino, owner in offer.items()],
        "discarded": unmentioned[: deck_size.get(count, 48) - len(mentioned)],
        "kingdoms": [{"placed": kingdom} for kingdom in games[-1]],
        "past_games": [{"kingdoms": [{"placed": kingdom} for kingdom in game]} for game in games[:-1]],
    }
    return palatine.position("kingdomino", plain, seed)


def final(*kingdoms: str | Kingdom, past: Sequence[Sequence[str | Kingdom]] = (), **options: Any) -> Table:
    """Return a finished game with these kingdoms; other seats have only their castle."""
    return situation(kingdoms, phase="over", seat=None, past=past, game_number=len(past) + 1, **options)


def placing(domino: int, kingdom: str | Kingdom, *, seat: int = 0, players: int = 4, **options: Any) -> Table:
    """Return a table where a seat with this kingdom places the last domino; other seats have only their castle."""
    kingdoms: list[str | Kingdom] = [CASTLE_ALONE] * players
    kingdoms[seat] = kingdom
    return situation(kingdoms, current={domino: seat}, seat=seat, **options)


def territories(table: Table, seat: int = 0) -> list[Territory]:
    """Return the territories among a seat's sources of points."""
    return sorted(
        (source["terrain"], source["squares"], source["crowns"], source["points"])
        for source in table.scores()[seat]["sources"]
        if source["source"] == "territory"
    )


def bonuses(table: Table, seat: int = 0) -> dict[str, int]:
    """Return the points of a seat's other sources."""
    sources = table.scores()[seat]["sources"]
    return {source["source"]: source["points"] for source in sources if source["source"] != "territory"}


def line_of(position: Plain) -> list[int]:
    """Return the dominoes of the line on offer, claimed or not, in order."""
    return [entry["domino"] for entry in position["next_line"]]


def free_in(position: Plain) -> list[int]:
    """Return the unclaimed dominoes on offer."""
    return [entry["domino"] for entry in position["next_line"] if entry["seat"] is None]


def played_at_random(table: Table, seed: int = 0) -> Iterator[tuple[Plain, str, Plain]]:
    """Play to the end; yields each decision between the positions before and after it."""
    choices = random.Random(seed)
    before = table.position()
    while not table.over:
        decision = table.text(choices.choice(table.legal()))
        table.play(decision)
        after = table.position()
        yield before, decision, after
        before = after


def seen_in(position: Plain) -> list[int]:
    """Return all dominoes of the present game that are face up."""
    placed = [piece["domino"] for kingdom in position["kingdoms"] for piece in kingdom["placed"]]
    in_lines = [entry["domino"] for line in ("current_line", "next_line") for entry in position[line]]
    return sorted([*placed, *in_lines, *position["discarded"]])


def play_first_moves(table: Table, decisions: int) -> None:
    """Play the first legal decision several times."""
    for _ in range(decisions):
        table.play(table.legal()[0])
