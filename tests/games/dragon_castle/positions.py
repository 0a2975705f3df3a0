"""Positions of Dragon Castle for tests, written short.

A Realm is drawn row by row, a word for each space: `.` is empty; `m3` a face-up tile on the ground; `x` a face-down tile;
a number after `^` is the height of the stack (`m3^2`, `x^3`); `*` at the end is a Shrine (`x*`, `x^2*`). Rows and spaces left
out at the end are empty. Tiles: `m1`-`m6` Merchants, `s1`-`s6` Soldiers, `f1`-`f6` Farmers, `S1`-`S4` Seasons, `W1`-`W4` Winds,
`D1`-`D3` Dragons.

A castle is told space by space from the top: `{"c2": "m1"}` is one tile, `{"c2": "m1 D2"}` a tile that covers a dragon,
`{"c2": "m1 ? ?"}` one that covers two of which the test does not care what they are.
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
"""A castle on which any test fits: a block of stacks of three from a1 to f6, and a column of single tiles at h."""

SHORT = {
    f"{letter}{rank}": tile
    for letter, symbols in zip("msfSWD", SYMBOLS_OF_TYPE, strict=True)
    for rank, tile in enumerate(symbols, start=1)
}
UNKNOWN = "?"
GUIDELINES = {2: range(65, 81), 3: range(50, 71), 4: range(40, 56)}
"""By the number of players, how many spaces the ground floor of a castle should have (DC-7)."""


def tile(word: str) -> str:
    """The name of a tile written short."""
    return SHORT[word]


def stack(space: str, word: str) -> dict[str, Any] | None:
    """One space of a Realm drawn as a word."""
    if word == ".":
        return None
    top, _, height = word.removesuffix("*").partition("^")
    face = None if top == "x" else tile(top)
    return {"space": space, "height": int(height or 1), "tile": face, "shrine": word.endswith("*")}


def realm(drawing: str, pool: int = 1, tokens: int = 0, **earned: int) -> dict[str, Any]:
    """A Realm drawn in rows."""
    stacks = []
    for row, line in enumerate(drawing.strip().splitlines(), start=1):
        for column, word in zip("abcdefgh", line.split(), strict=False):
            if found := stack(f"{column}{row}", word):
                stacks.append(found)
    points = {"sets": 0, "dragon_sets": 0, "beauty": 0, "discards": 0} | earned
    return {"stacks": stacks, "shrine_pool": pool, "tokens": tokens, "earned": points}


def _castle(castle: Mapping[str, str]) -> tuple[list[dict[str, Any]], list[list[str]]]:
    told, covered = [], []
    for space in sorted(castle, key=CASTLE_NAMES.index):
        top, *below = castle[space].split()
        told.append({"space": space, "floor": 1 + len(below), "tile": tile(top)})
        covered.append(below)
    return told, covered


def plain(
    castle: Mapping[str, str] | None = None,
    realms: Sequence[dict[str, Any]] = (),
    *,
    players: int = 2,
    options: Mapping[str, object] | None = None,
    **fields: object,
) -> dict[str, Any]:
    """A position as plain data: the turn of seat 0, before the action, unless `fields` say otherwise."""
    told, covered = _castle({"a1": "m1", "c1": "m2"} if castle is None else castle)
    realms = [*realms, *(realm("") for _ in range(players - len(realms)))]
    held = fields.get("held", [])
    assert isinstance(held, list)
    seen = Counter(entry["tile"] for entry in told)
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
        "castle": told,
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
    """A table at such a position; the covered tiles are those of the castle told, where it tells them."""
    made = palatine.position("dragon_castle", plain(castle, *arguments, **fields), seed=seed)
    state = made._engine.view(made._raw)
    for space, stack_told in (castle or {}).items():
        below = stack_told.split()[1:]
        for depth, word in enumerate(below):
            if word != UNKNOWN:
                code = CODE_OF[TILES.index(tile(word))]
                state.covered[len(below) - 1 - depth, CASTLE_NAMES.index(space)] = code
    return made


def first_tile(space: str, word: str, floor: int = 1) -> dict[str, Any]:
    """The first tile taken in this turn, for `first_tile`."""
    return {"space": space, "floor": floor, "tile": tile(word)}


def stacks(made: Table, seat: int = 0) -> dict[str, str]:
    """What lies in a Realm, by space, in the words of a drawing."""
    short = {name: word for word, name in SHORT.items()}
    words = {}
    for entry in made.position()["realms"][seat]["stacks"]:
        height = f"^{entry['height']}" if entry["height"] > 1 else ""
        words[entry["space"]] = f"{short.get(entry['tile'], 'x')}{height}{'*' if entry['shrine'] else ''}"
    return words


def points(made: Table, seat: int = 0) -> dict[str, int]:
    """The points of a seat by source."""
    by_source: Counter[str] = Counter()
    for entry in made.scores()[seat]["sources"]:
        by_source[entry["source"]] += entry["points"]
    return dict(by_source)


def spirits_offered(made: Table) -> dict[str, set[str]]:
    """For each Spirit that can be activated now the payments it takes."""
    offered: dict[str, set[str]] = {}
    for move in made.moves():
        if move.startswith("spirit "):
            _, spirit, _, payment = move.split()
            offered.setdefault(spirit, set()).add(payment)
    return offered


def moves(made: Table, verb: str) -> set[str]:
    """What can follow a verb now: spaces, mostly."""
    return {move.removeprefix(f"{verb} ") for move in made.moves() if move.startswith(f"{verb} ")}


def play(made: Table, *decisions: str) -> Table:
    """Make some decisions."""
    for decision in decisions:
        made.play(decision)
    return made


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
    """The turn of seat 0 with Spirits in play: before the action, or with tiles held to be placed."""
    words = held.split()
    if words:
        action = "pair" if len(words) == 2 else "shrine"
        gone = first_tile("h8", words[0])
        fields = {"stage": "placement", "action": action, "first_tile": gone, "held": [*map(tile, words)]} | fields
    return table(castle, [realm(drawing, pool)], options={"spirits": spirits} | dict(options or {}), **fields)


def asked(made: Table) -> tuple[int | None, str]:
    """Who is asked, and in which phase."""
    return made.seat, made.position()["phase"]


def placing(drawing: str, *held: str, pool: int = 1, **fields: Any) -> Table:
    """Seat 0 has completed its action and has these tiles to place."""
    told = {
        "stage": "placement",
        "action": "pair" if len(held) > 1 else "shrine",
        "first_tile": first_tile("f6", held[0]),
        "held": [tile(word) for word in held],
    }
    return table(None, [realm(drawing, pool=pool)], **(told | fields))


def standing(made: Table) -> dict[str, str]:
    """What is seen of the castle, by space: the uncovered tile, and its floor if it is not the ground floor."""
    short = {name: word for word, name in SHORT.items()}
    words = {}
    for entry in made.position()["castle"]:
        floor = f"^{entry['floor']}" if entry["floor"] > 1 else ""
        words[entry["space"]] = f"{short[entry['tile']]}{floor}"
    return words


def drawn_castle(name: str) -> list[str]:
    """The rows of a named castle, straight from its file."""
    file = resources.files("palatine.games.dragon_castle").joinpath("castles", f"{name}.txt")
    return file.read_text("utf-8").split()
