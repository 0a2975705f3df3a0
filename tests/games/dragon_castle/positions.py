"""Positions of Dragon Castle for tests, in a short notation.

A Realm is drawn row by row, one word per space: `.` is empty; `m3` a face-up tile on the ground; `x` a face-down tile;
a number after `^` is the height of the stack (`m3^2`, `x^3`); a final `*` is a Shrine (`x*`, `x^2*`). Omitted rows and
spaces at the end are empty. Tiles: `m1`-`m6` Merchants, `s1`-`s6` Soldiers, `f1`-`f6` Farmers, `S1`-`S4` Seasons, `W1`-`W4` Winds,
`D1`-`D3` Dragons.

A castle is a dictionary of stacks from the top down: `{"c2": "m1"}` is one tile, `{"c2": "m1 D2"}` a tile that covers a
dragon, `{"c2": "m1 ? ?"}` a tile that covers any two tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import palatine
from palatine.core.table import Table
from palatine.games.dragon_castle.actions import CASTLE_NAMES
from palatine.games.dragon_castle.layout import CODE_OF, COPIES, SYMBOLS_OF_TYPE, TILES

BLOCK = "33333301/33333301/33333301/33333301/33333301/33333301/00000001/00000001"
"""A castle that fits every test: a block of stacks of three from a1 to f6, and a column of single tiles at h."""

SHORT = {
    f"{letter}{rank}": tile
    for letter, symbols in zip("msfSWD", SYMBOLS_OF_TYPE, strict=True)
    for rank, tile in enumerate(symbols, start=1)
}
UNKNOWN = "?"
GUIDELINES = {2: range(65, 81), 3: range(50, 71), 4: range(40, 56)}
"""The recommended number of spaces on the ground floor, by number of players (DC-7)."""


def tile(word: str) -> str:
    """Return the name of a tile in short notation."""
    return SHORT[word]


def stack(space: str, word: str) -> dict[str, Any] | None:
    """Return one space of a Realm drawn as a word, or None if it is empty."""
    if word == ".":
        return None
    top, _, height = word.removesuffix("*").partition("^")
    face = None if top == "x" else tile(top)
    return {"space": space, "height": int(height or 1), "tile": face, "shrine": word.endswith("*")}


def realm(drawing: str, pool: int = 1, tokens: int = 0, **earned: int) -> dict[str, Any]:
    """Return the Realm drawn in rows."""
    stacks = []
    for row, line in enumerate(drawing.strip().splitlines(), start=1):
        for column, word in zip("abcdefgh", line.split(), strict=False):
            if found := stack(f"{column}{row}", word):
                stacks.append(found)
    points = {"sets": 0, "dragon_sets": 0, "beauty": 0, "discards": 0} | earned
    return {"stacks": stacks, "shrine_pool": pool, "tokens": tokens, "earned": points}


def _castle(castle: Mapping[str, str]) -> tuple[list[dict[str, Any]], list[list[str]]]:
    tiles, covered = [], []
    for space in sorted(castle, key=CASTLE_NAMES.index):
        top, *below = castle[space].split()
        tiles.append({"space": space, "floor": 1 + len(below), "tile": tile(top)})
        covered.append(below)
    return tiles, covered


def plain(
    castle: Mapping[str, str] | None = None,
    realms: Sequence[dict[str, Any]] = (),
    *,
    players: int = 2,
    options: Mapping[str, object] | None = None,
    **fields: object,
) -> dict[str, Any]:
    """Return a position as plain data: seat 0 to choose an action, unless `fields` say otherwise."""
    tiles, covered = _castle({"a1": "m1", "c1": "m2"} if castle is None else castle)
    realms = [*realms, *(realm("") for _ in range(players - len(realms)))]
    held = fields.get("held", [])
    assert isinstance(held, list)
    seen = Counter(entry["tile"] for entry in tiles)
    seen.update(entry["tile"] for one in realms for entry in one["stacks"] if entry["tile"])
    seen.update(held)
    first = fields.get("first_tile")
    if isinstance(first, dict):
        seen[first["tile"]] += 1
    unseen = Counter(tile(word) for below in covered for word in below if word != UNKNOWN)
    wanted = sum(word == UNKNOWN for below in covered for word in below)
    spare = (name for name in TILES for _ in range(COPIES - seen[name] - unseen[name]))
    unseen.update(name for name, _ in zip(spare, range(wanted), strict=False))
    built = sum(entry["shrine"] for one in realms for entry in one["stacks"])
    general = 40 - built - sum(one["shrine_pool"] for one in realms)
    chosen: dict[str, object] = {"castle": BLOCK, "spirits": "0", "dragons": "0"} | dict(options or {})
    position: dict[str, Any] = {
        "game": "dragon_castle",
        "players": players,
        "options": chosen,
        "stage": "action",
        "seat": 0,
        "start": 0,
        "castle": tiles,
        "unseen": {name: unseen[name] for name in TILES},
        "spirits": [] if str(chosen["spirits"]) == "0" else str(chosen["spirits"]).split(","),
        "dragons": [] if str(chosen["dragons"]) == "0" else str(chosen["dragons"]).split(","),
        "used": [],
        "elegance": None,
        "first_tile": None,
        "action": None,
        "held": [],
        "sets": [],
        "lifted": None,
        "moved": [],
        "general_shrines": general,
        "dummy_tokens": 0,
        "realms": realms,
    }
    position["phase"] = fields.get("stage", "action")
    return position | fields


def table(castle: Mapping[str, str] | None = None, *arguments: Any, seed: int = 1, **fields: Any) -> Table:
    """Return a table at such a position, with the covered tiles that `castle` names."""
    game = palatine.position("dragon_castle", plain(castle, *arguments, **fields), seed=seed)
    state = game._engine.view(game._raw)
    for space, tiles in (castle or {}).items():
        below = tiles.split()[1:]
        for depth, word in enumerate(below):
            if word != UNKNOWN:
                code = CODE_OF[TILES.index(tile(word))]
                state.covered[len(below) - 1 - depth, CASTLE_NAMES.index(space)] = code
    return game


def first_tile(space: str, word: str, floor: int = 1) -> dict[str, Any]:
    """Return a value for the field `first_tile`, the first tile taken this turn."""
    return {"space": space, "floor": floor, "tile": tile(word)}


def stacks(game: Table, seat: int = 0) -> dict[str, str]:
    """Return the stacks of a Realm by space, in the words of a drawing."""
    short = {name: word for word, name in SHORT.items()}
    words = {}
    for entry in game.position()["realms"][seat]["stacks"]:
        height = f"^{entry['height']}" if entry["height"] > 1 else ""
        words[entry["space"]] = f"{short.get(entry['tile'], 'x')}{height}{'*' if entry['shrine'] else ''}"
    return words


def points(game: Table, seat: int = 0) -> dict[str, int]:
    """Return the points of a seat by source."""
    by_source: Counter[str] = Counter()
    for entry in game.scores()[seat]["sources"]:
        by_source[entry["source"]] += entry["points"]
    return dict(by_source)


def spirits_offered(game: Table) -> dict[str, set[str]]:
    """Return the legal payments for each Spirit that can be activated now."""
    offered: dict[str, set[str]] = {}
    for move in game.moves():
        if move.startswith("spirit "):
            _, spirit, _, payment = move.split()
            offered.setdefault(spirit, set()).add(payment)
    return offered


def moves(game: Table, verb: str) -> set[str]:
    """Return what can follow a verb now, mostly spaces."""
    return {move.removeprefix(f"{verb} ") for move in game.moves() if move.startswith(f"{verb} ")}


def play(game: Table, *decisions: str) -> Table:
    """Make the decisions in order and return the table."""
    for decision in decisions:
        game.play(decision)
    return game


def spirited(
    spirits: str,
    drawing: str = "",
    castle: Mapping[str, str] | None = None,
    *,
    pool: int = 1,
    held: str = "",
    options: Mapping[str, object] | None = None,
    **fields: Any,
) -> Table:
    """Return a table with Spirits in play, where seat 0 chooses an action or places the tiles held."""
    words = held.split()
    if words:
        action = "pair" if len(words) == 2 else "shrine"
        gone = first_tile("h8", words[0])
        fields = {"stage": "placement", "action": action, "first_tile": gone, "held": [*map(tile, words)]} | fields
    return table(castle, [realm(drawing, pool)], options={"spirits": spirits} | dict(options or {}), **fields)


def waiting_for(game: Table) -> tuple[int | None, str]:
    """Return the seat to decide and the phase."""
    return game.seat, game.position()["phase"]


def placing(drawing: str, *held: str, pool: int = 1, **fields: Any) -> Table:
    """Return a table where seat 0 has completed its action and places these tiles."""
    defaults = {
        "stage": "placement",
        "action": "pair" if len(held) > 1 else "shrine",
        "first_tile": first_tile("f6", held[0]),
        "held": [tile(word) for word in held],
    }
    return table(None, [realm(drawing, pool=pool)], **(defaults | fields))


def castle_tops(game: Table) -> dict[str, str]:
    """Return the top tile of each castle space, with its floor if that is not the ground floor."""
    short = {name: word for word, name in SHORT.items()}
    words = {}
    for entry in game.position()["castle"]:
        floor = f"^{entry['floor']}" if entry["floor"] > 1 else ""
        words[entry["space"]] = f"{short[entry['tile']]}{floor}"
    return words


def drawn_castle(name: str) -> list[str]:
    """Return the rows of a named castle, read directly from its file."""
    file = resources.files("palatine.games.dragon_castle").joinpath("castles", f"{name}.txt")
    return file.read_text("utf-8").split()
