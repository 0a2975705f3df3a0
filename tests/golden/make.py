"""Write the golden files: complete games, and the number of decision sequences from their start.

Run `python tests/golden/make.py` only when the rules have changed, and raise the game's rules version then.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import palatine
from palatine.core.record import save
from palatine.core.table import Table

HERE = Path(__file__).parent
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "kingdomino-two": ("kingdomino", 2, {"harmony": True, "first_order": "abba"}),
    "kingdomino-duel": ("kingdomino", 2, {"mighty_duel": True, "middle_kingdom": True}),
    "kingdomino-three": ("kingdomino", 3, {"crown_tiebreak": True}),
    "kingdomino-four": ("kingdomino", 4, {"harmony": True, "middle_kingdom": True}),
    "kingdomino-dynasty": ("kingdomino", 3, {"dynasty": True, "three_player_deck": "36"}),
    "dragon-two": ("year_of_the_dragon", 2, {"great_wall": True, "super_event": "solar_eclipse"}),
    "dragon-three": ("year_of_the_dragon", 3, {"super_event": "earthquake", "start_player": "first"}),
    "dragon-four": ("year_of_the_dragon", 4, {"large_privilege": "7"}),
    "dragon-five": ("year_of_the_dragon", 5, {"great_wall": True, "super_event": "drawn"}),
    "castle-alone": ("dragon_castle", 1, {"spirits": "beauty,elegance", "dragons": "2"}),
    "castle-two": ("dragon_castle", 2, {"spirits": "wind,strength,faith", "realm_rows": "6"}),
    "castle-three": ("dragon_castle", 3, {"spirits": "deep,deception,elegance", "castle": "the_fortress"}),
    "castle-four": ("dragon_castle", 4, {"spirits": "10", "dragons": "10", "castle": "the_dragons_head"}),
}
SEED = "00112233445566778899aabbccddeeff" * 2
DEPTHS = {"kingdomino": 6, "year_of_the_dragon": 6, "dragon_castle": 4}
"""The maximum length of the sequences counted; Dragon Castle branches too much for more."""


def sequences(table: Table, depth: int) -> int:
    """Return the number of sequences of `depth` decisions from here."""
    legal = table.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for decision in legal:
        table.play(decision)
        total += sequences(table, depth - 1)
        table.undo()
    return total


def tree_counts(game: str, players: int, options: dict[str, Any], depth: int) -> list[int]:
    """Return the number of sequences of 1, 2, … `depth` decisions from the start of a golden game."""
    table = palatine.new(game, players=players, seed=SEED, **options)
    return [sequences(table, length) for length in range(1, depth + 1)]


def main() -> None:
    counts = {}
    for name, (game, players, options) in GAMES.items():
        table = palatine.new(game, players=players, seed=SEED, **options)
        choices = random.Random(name)
        while not table.over:
            table.play(choices.choice(table.moves()))
        save(table, HERE / f"{name}.json")
        counts[name] = tree_counts(game, players, options, DEPTHS[game])
    (HERE / "tree_counts.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
