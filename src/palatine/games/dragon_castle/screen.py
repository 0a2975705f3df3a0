"""Dragon Castle in the terminal: the castle from above, the Realms, the cards in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from palatine.core.engine import engine
from palatine.core.language import Words
from palatine.core.prospects import resampled, tried
from palatine.core.table import Table
from palatine.games.dragon_castle import GAME, actions
from palatine.games.dragon_castle.actions import REALM_NAMES
from palatine.games.dragon_castle.castles import NAMES, named, parse
from palatine.games.dragon_castle.client import effects
from palatine.games.dragon_castle.layout import SYMBOLS_OF_TYPE, TYPES

COLOURS = {
    "merchants": "black on #e8b04a",
    "soldiers": "white on #b03a3a",
    "farmers": "white on #2f7d4f",
    "seasons": "black on #8fd0e8",
    "winds": "white on #4a5fb0",
    "dragons": "white on #7b3f8c",
}
TYPE_OF = {tile: kind for kind, tiles in zip(TYPES, SYMBOLS_OF_TYPE, strict=True) for tile in tiles}
FACE_DOWN = "##"
ROOF = "/\\"
WIDE_CELL = 5
WIDEST = 15
"""The number of wide columns that fit into a terminal of 80 characters."""
ON_TOP, ELSEWHERE = "*", "+"
"""Marks of Available tiles: on the top floor, where the first tile is picked, and below."""
INDENT = 3
FROM_CASTLE = ("pick", "pair", "destroy")
"""The kinds of decision about a space of the castle; all others are about the Realm."""
HELD = ("first", "second")


def _word(words: Words, kind: str, name: str, **fields: object) -> str:
    """Return the name of a thing of the game."""
    return words(f"{kind}.{name}", **fields)


def _short(tile: str, words: Words) -> str:
    """Return a tile in two characters."""
    kind = TYPE_OF[tile]
    if tile.startswith(kind):
        return words(f"terminal.letter.{kind}") + tile[-1]
    return words(f"terminal.short.{tile}")


# ------------------------------------------------------------------------------------------------------- the castle


def _castle(position: dict[str, Any], words: Words) -> Text:
    """Return the castle from above: the floor and the face of each uncovered tile, with a mark if it is Available."""
    layout = position["options"]["castle"]
    rows = (named(layout) if layout in NAMES else parse(layout)).rows
    tiles = {entry["space"]: entry for entry in position["castle"]}
    width = WIDE_CELL if len(rows[0]) <= WIDEST else WIDE_CELL - 1
    columns = [chr(ord("a") + number) for number in range(len(rows[0]))]
    text = Text("   " + "".join(f"{letter:^{width}}" for letter in columns), style="dim")
    lines = [text]
    for number in range(1, len(rows) + 1):
        line = Text().append(f"{number:>2} ", style="dim")
        for letter in columns:
            entry = tiles.get(f"{letter}{number}")
            if entry is None:
                line.append(f"{'·':^{width}}", style="dim")
                continue
            available = entry["space"] in position["available"]
            on_top = entry["floor"] == position["top_floor"]
            mark = (ON_TOP if on_top else ELSEWHERE) if available else " "
            style = COLOURS[TYPE_OF[entry["tile"]]]
            line.append(" " * (width - WIDE_CELL + 1))
            line.append(f"{entry['floor']}{_short(entry['tile'], words)}", style=style)
            line.append(mark, style="bold" if available else "")
        lines.append(line)
    return Text("\n").join(lines)


# -------------------------------------------------------------------------------------------------------- the Realms


def _realm(position: dict[str, Any], seat: int, name: str, words: Words) -> Text:
    realm, options = position["realms"][seat], position["options"]
    columns, rows = int(options["realm_columns"]), int(options["realm_rows"])
    stacks = {stack["space"]: stack for stack in realm["stacks"]}
    active = position["seat"] == seat
    title = words(
        "terminal.realm",
        name=name,
        points=position["totals"][seat],
        shrines=realm["shrine_pool"],
        tokens=realm["tokens"],
    )
    letters = [chr(ord("a") + number) for number in range(columns)]
    heading = "   " + "".join(
        f"{letter:^4}{' ' if number + 1 == columns // 2 else ''}" for number, letter in enumerate(letters)
    )
    lines = [Text(f"{'>' if active else ' '}{title}", style="bold" if active else ""), Text(heading, style="dim")]
    for number in range(1, rows + 1):
        line = Text().append(f"{number:>2} ", style="dim")
        for place, letter in enumerate(letters, start=1):
            line.append_text(_stack(stacks.get(f"{letter}{number}"), words))
            if place == columns // 2:
                line.append("|", style="dim")
        lines.append(line)
        if number == rows // 2:
            lines.append(Text("   " + "-" * (4 * columns + 1), style="dim"))
    held = [_word(words, "tile", tile) for tile in position["held"]] if active else []
    if held:
        lines.append(Text(words("terminal.held", tiles=", ".join(held))))
    width = max(line.cell_len for line in lines)
    for line in lines:
        line.pad_right(width - line.cell_len)
    return Text("\n").join(lines)


def _stack(stack: dict[str, Any] | None, words: Words) -> Text:
    if stack is None:
        return Text(" ·  ", style="dim")
    if stack["tile"]:
        face, style = _short(stack["tile"], words), COLOURS[TYPE_OF[stack["tile"]]]
    else:
        face, style = (ROOF, "bold") if stack["shrine"] else (FACE_DOWN, "dim")
    return Text().append(f"{stack['height']}{face}", style=style).append(" ")


def _cards(position: dict[str, Any], words: Words) -> list[Text]:
    lines = []
    for kind, cards in (("spirit", position["spirits"]), ("dragon", position["dragons"])):
        for card in cards:
            title = words(f"terminal.{kind}", name=_word(words, kind, card))
            used = f" ({words('terminal.used')})" if card in position["used"] else ""
            lines.append(Text().append(title, style="bold").append(f"{used} {_word(words, f'{kind}_text', card)}"))
    return lines


def _legend(words: Words) -> Text:
    text = Text(style="dim")
    for kind in TYPES:
        short = words(f"terminal.letter.{kind}") if kind in TYPES[:3] else words(f"terminal.shorts.{kind}")
        text.append(f"{short} {_word(words, 'type', kind)}, ")
    return text.append(words("terminal.legend", top=ON_TOP, other=ELSEWHERE, down=FACE_DOWN, roof=ROOF))


def draw(position: dict[str, Any], names: Sequence[str], words: Words) -> RenderableType:
    """Return everything on the table: the castle, the cards in play and the Realms."""
    over = position["phase"] == "over"
    key = "header_over" if over else "header_final" if position["final_round"] else "header"
    header = words(
        f"terminal.{key}",
        title=GAME.title,
        floor=position["top_floor"],
        tokens=position["countdown"],
        shrines=position["general_shrines"],
    )
    castle = [Text(words("terminal.empty"))] if not position["castle"] else [_castle(position, words)]
    realms = [_realm(position, seat, name, words) for seat, name in enumerate(names)]
    return Group(
        Text(header, style="bold"),
        _legend(words),
        *castle,
        *_cards(position, words),
        Text(""),
        Columns(realms, padding=(0, 3, 1, 0)),
    )


# ------------------------------------------------------------------------------------------------------ the decisions


def task(position: dict[str, Any], name: str, words: Words) -> RenderableType | None:
    """Return what the player has to decide now."""
    phase = position["phase"]
    fields: dict[str, object] = {"name": name}
    if phase == "completion":
        fields["tile"] = _word(words, "tile", position["first_tile"]["tile"])
    if phase == "placement":
        fields["tiles"] = ", ".join(_word(words, "tile", tile) for tile in position["held"])
    if phase == "build":
        left = sum(entry["shrines"] for entry in position["sets"])
        fields["count"] = min(left, position["realms"][position["seat"]]["shrine_pool"])
    return Text(words(f"terminal.task.{phase}", **fields))


def explained(words: Words) -> str:
    """Return how the decisions of this game are typed."""
    return words("terminal.help")


def said(decision: int, words: Words) -> str:
    """Return a decision as it is typed, followed by its Spirit and type where the user's language names them differently."""
    about, text = actions.fields(decision), actions.to_text(decision)
    typed = {kind: about[kind] for kind in ("spirit", "type") if kind in about}
    names = [_word(words, kind, thing) for kind, thing in typed.items()]
    return f"{text} ({', '.join(names)})" if [name.casefold() for name in names] != [*typed.values()] else text


def described(table: Table, decision: int, words: Words) -> str:
    """Return a legal decision as `said`, with the meaning that "done" has at this table."""
    text = said(decision, words)
    if actions.fields(decision)["kind"] != "done":
        return text
    meaning = words(f"terminal.done.{table.position()['phase']}")
    return f"{text} ({meaning})"


def explain(table: Table, decision: int, words: Words) -> RenderableType:
    """Return a legal decision with notes: the tile it is about, its floor, the set it completes."""
    notes = ", ".join(_notes(table, decision, words))
    return Text(described(table, decision, words)).append(f" [{notes}]" if notes else "", style="dim")


def _notes(table: Table, decision: int, words: Words) -> Iterator[str]:
    about, position = actions.fields(decision), table.position()
    kind, space = about["kind"], about.get("space", "")
    stacks = {stack["space"]: stack for stack in position["realms"][position["seat"]]["stacks"]}
    if kind in FROM_CASTLE:
        entry = next(entry for entry in position["castle"] if entry["space"] == space)
        yield words("terminal.on_floor", what=_word(words, "tile", entry["tile"]), floor=entry["floor"])
    elif kind == "place":
        tile = position["held"][HELD.index(about["tile"])]
        if len(set(position["held"])) > 1:
            yield _word(words, "tile", tile)
        floor = stacks[space]["height"] + 1 if space in stacks else 1
        yield words("terminal.floor", floor=floor)
        size, points = _joined(table, decision, space)
        if points:
            yield words("terminal.set_of", number=size, count=points)
        elif size > 1:
            yield words("terminal.group_of", number=size)
    elif kind == "build":
        yield words("terminal.floor", floor=stacks[space]["height"])
    elif kind in ("flip", "lift", "change") or about.get("pay") == "tile":
        tile = stacks[space]["tile"]
        yield _word(words, "tile", tile) if tile else words("terminal.face_down")
    if kind in ("consolidate", "change", "done"):
        yield from _sets(table, decision, words)


def _sets(table: Table, decision: int, words: Words) -> list[str]:
    """Return the sets that a legal decision Consolidates, with their points."""
    return [_set(one, words) for one in table.about(decision).get("sets", ())]


def _set(one: dict[str, Any], words: Words) -> str:
    if one["type"] is None:
        return words("set.of_number", **one)
    return words("set.of_type", **one | {"type": _word(words, "type", one["type"])})


def _joined(table: Table, decision: int, space: str) -> tuple[int, int]:
    """Return the size of the group that a placed tile is in, and its points if it is a set."""
    of_game = engine(GAME)
    placed = tried(of_game, resampled(of_game, table.observation(), 1)[0], [decision])
    for found in effects(placed)[0]["sets"]:
        if space in found["spaces"]:
            return len(found["spaces"]), found["points"]
    groups = placed.derived["groups"][0, table.seat].tolist()
    return groups.count(groups[REALM_NAMES.index(space)]), 0


def label(decision: int, number: int) -> int:
    """Return the number that a choice is listed under."""
    return number


# ----------------------------------------------------------------------------------------------------- what happened


def news(table: Table, decision: int, names: Sequence[str], words: Words) -> Sequence[RenderableType]:
    """Return the consequences of a decision that is about to be made: tiles, sets, points, the dummy's turn."""
    before, sets = table.position(), _sets(table, decision, words)
    table.play(decision)
    after = table.position()
    table.undo()
    lines = [*_news(decision, before, after, sets, words)]
    return [Padding(Text(line, style="dim"), (0, 0, 0, INDENT)) for line in lines]


def _news(decision: int, before: dict[str, Any], after: dict[str, Any], sets: list[str], words: Words) -> Iterator[str]:
    about = actions.fields(decision)
    kind = about["kind"]
    seat = before["seat"]
    old = {entry["space"]: entry for entry in before["castle"]}
    new = {entry["space"]: entry for entry in after["castle"]}
    own = about["space"] if kind in FROM_CASTLE else None
    if own:
        yield words("terminal.takes", tile=_word(words, "tile", old[own]["tile"]), floor=old[own]["floor"])
    elif kind == "place":
        yield words("terminal.puts", tile=_word(words, "tile", before["held"][HELD.index(about["tile"])]))
    elif about.get("pay") == "tile":
        paid = {stack["space"]: stack["tile"] for stack in before["realms"][seat]["stacks"]}[about["space"]]
        yield words("terminal.pays", tile=_word(words, "tile", paid))
    if sets:
        yield words("terminal.consolidates", sets=sets)
    changed = [space for space, entry in old.items() if new.get(space) != entry]
    removed = [space for space in changed if space != own or old[space]["floor"] - _floor(new, space) > 1]
    if removed:
        tiles = ", ".join(f"{space} ({_word(words, 'tile', old[space]['tile'])})" for space in removed)
        yield words("terminal.dummy_takes", tiles=tiles)
    for space in changed:
        if space in new:
            yield words("terminal.uncovers", space=space, tile=_word(words, "tile", new[space]["tile"]))
    if after["dummy_tokens"] > before["dummy_tokens"]:
        yield words("terminal.dummy_summons")
    yield from _gains(before["realms"][seat], after["realms"][seat], words)
    if after["final_round"] and not before["final_round"]:
        yield words("terminal.final")


def _floor(tiles: dict[str, Any], space: str) -> int:
    return int(tiles[space]["floor"]) if space in tiles else 0


def _gains(before: dict[str, Any], after: dict[str, Any], words: Words) -> Iterator[str]:
    """Yield the points that do not come from sets."""
    discards = after["earned"]["discards"] - before["earned"]["discards"]
    if discards:
        yield words("terminal.gains", count=discards, source=_word(words, "source", "discards"))
    if after["tokens"] > before["tokens"]:
        yield words("terminal.summons")


def source(entry: dict[str, Any], words: Words) -> str:
    """Return the name of a source of points, with what a Dragon card counts."""
    name = entry["source"]
    fields: dict[str, object] = {key: value for key, value in entry.items() if key not in ("source", "points")}
    fields["spaces"] = " ".join(entry.get("spaces", []))
    for key, kind in (("type", "type"), ("tile", "tile"), ("line", "line"), ("mirrored", "mirrored"), ("way", "way")):
        if key in entry:
            fields[key] = _word(words, kind, entry[key])
    if name == "power" and "neighbour" in entry:
        fields["neighbour"] = entry["neighbour"] + 1
    return _word(words, "source", name, **fields)


def closing(position: dict[str, Any], words: Words) -> str:
    """Return the rank that a solo game has reached."""
    return words("terminal.rank", rank=_word(words, "rank", f"rank_{position['rank']}"))
