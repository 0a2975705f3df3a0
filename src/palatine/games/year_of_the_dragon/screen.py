"""In the Year of the Dragon in the terminal: the calendar, the action cards, the person track, the courts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from palatine.core.language import Words
from palatine.core.table import Table
from palatine.games.year_of_the_dragon import GAME, actions
from palatine.games.year_of_the_dragon.layout import (
    FIRST_WILDS,
    MONTHS,
    SMALL_PRICE,
    SUPER_MONTH,
    SYMBOLS,
    TILES,
    TYPE_COUNT,
    TYPES,
    VALUE,
)
from palatine.games.year_of_the_dragon.view import steps

MONTHS_A_LINE = 4
COMING = 2
"""The number of coming events whose effects on a court are shown."""
INDENT = "   "
STAGES_BEFORE_EVENT = ("draft", "action", "person")
SECTIONS = {
    "types": "type",
    "type": "type",
    "action": "action",
    "card": "card",
    "person": "tile",
    "gift": "gift",
    "piece": "piece",
    "privilege": "privilege",
}
"""The catalogue tables with the names of a decision's fields."""
PALACE_KINDS = ("house", "build", "collapse")
WHOLE_HAND = TYPE_COUNT + FIRST_WILDS
GOODS = ("yuan", "rice", "fireworks")
PRIVILEGES = ("small_privileges", "large_privileges")


def _word(words: Words, kind: str, name: str) -> str:
    """Return the name of a thing."""
    return words(f"{kind}.{name}")


def _listed(words: Words, kind: str, names: Sequence[str]) -> str:
    return ", ".join(_word(words, kind, name) for name in names)


# -------------------------------------------------------------------------------------------------------- the board


def _calendar(position: dict[str, Any], words: Words) -> Text:
    """Return the events of the year, four a line: past months dim, this one marked."""
    cells = []
    for month, event in enumerate(position["events"], start=1):
        now = month == position["month"]
        star = "*" if month == SUPER_MONTH and position["super_event"] else ""
        style = "bold" if now else "dim" if month < position["month"] else ""
        cells.append(Text(f"{'>' if now else ' '}{month:2} {_word(words, 'event', event)}{star}", style=style))
    width = max(cell.cell_len for cell in cells) + 1
    text = Text()
    for number, cell in enumerate(cells):
        cell.pad_right(width - cell.cell_len)
        text.append_text(cell)
        if number % MONTHS_A_LINE == MONTHS_A_LINE - 1 and number + 1 < MONTHS:
            text.append("\n")
    if position["super_event"] and position["month"] <= SUPER_MONTH:
        event = _word(words, "super_event", position["super_event"])
        text.append("\n" + words("terminal.super_event", month=SUPER_MONTH, event=event))
    return text


def _cards(position: dict[str, Any], names: Sequence[str], words: Words) -> Text:
    """Return the groups of action cards with their fees and dragons."""
    text = Text().append(words("terminal.actions"), style="bold")
    for number, (group, fee) in enumerate(zip(position["groups"], position["fees"], strict=True), start=1):
        dragons = [name for name, court in zip(names, position["courts"], strict=True) if court["dragon"] == number]
        cost = words("terminal.fee", yuan=fee, names=", ".join(dragons)) if dragons else words("terminal.no_fee")
        text.append(f"\n  {number} {_listed(words, 'action', group)}: {cost}")
    return text


def _track(position: dict[str, Any], names: Sequence[str], words: Words) -> Text:
    """Return the person track in turn order; a stack from the top down."""
    on_top = f" {words('terminal.above')} "
    stacks = [f"{entry['space']}: {on_top.join(names[seat] for seat in entry['seats'])}" for entry in position["track"]]
    return Text().append(words("terminal.track"), style="bold").append(" " + " | ".join(stacks))


def _display(position: dict[str, Any], words: Words) -> RenderableType:
    """Return the persons on display: tiles left (younger + older), symbols and spaces of each."""
    there = position["display"]
    entries = []
    for kind in TYPES:
        tiles = [kind] if kind in there else [f"younger_{kind}", f"older_{kind}"]
        numbers = " ".join(_symbols_and_spaces(tile) for tile in tiles)
        entries.append(Text(f"{_word(words, 'type', kind)} {'+'.join(str(there[tile]) for tile in tiles)} ({numbers})"))
    title = Text(words("terminal.display"), style="bold")
    return Group(title, Padding(Columns(entries, padding=(0, 3), equal=True), (0, 0, 0, 2)))


def _symbols_and_spaces(tile: str) -> str:
    number = TILES.index(tile)
    return f"{SYMBOLS[number]}/{VALUE[number]}"


def _wall(position: dict[str, Any], names: Sequence[str], words: Words) -> list[Text]:
    if not position["options"]["great_wall"]:
        return []
    tiles = [f"{_word(words, 'gift', tile['gift'])} ({names[tile['seat']]})" for tile in position["wall"]]
    listed = ", ".join(tiles) if tiles else words("terminal.none")
    title = words("terminal.wall", length=len(tiles))
    return [Text().append(title, style="bold").append(f" {listed}")]


# ------------------------------------------------------------------------------------------------------- the courts


def coming_events(position: dict[str, Any]) -> list[tuple[int, str]]:
    """Return the next events except peace, each with its month."""
    first = position["month"] + (position["stage"] not in STAGES_BEFORE_EVENT)
    coming = [(month, event) for month, event in enumerate(position["events"], start=1) if month >= first]
    return [(month, event) for month, event in coming if event != "peace"][:COMING]


def _threats(position: dict[str, Any], court: dict[str, Any], words: Words) -> str:
    """Return what the next events would do to a court now."""
    threats = []
    for month, event in coming_events(position):
        outlook = court["outlook"][event]
        effects = []
        if outlook["points"]:
            effects.append(words("terminal.would_score", points=outlook["points"]))
        if outlook["lost"]:
            effects.append(words("terminal.would_lose", persons=outlook["lost"]))
        unharmed = "no_harm" if outlook["safe"] else "no_persons_yet"
        effect = ", ".join(effects) or words(f"terminal.{'no_points' if event == 'festival' else unharmed}")
        threats.append(f"{month} {_word(words, 'event', event)}: {effect}")
    return "; ".join(threats)


def _hand(court: dict[str, Any], words: Words) -> str:
    if len(court["hand"]) == WHOLE_HAND:
        return words("terminal.whole_hand", number=WHOLE_HAND)
    types = [_word(words, "card", card) for card in court["hand"] if card != "wild"]
    wilds = court["hand"].count("wild")
    return ", ".join([*types, *([f"{_word(words, 'card', 'wild')} x{wilds}"] if wilds else [])])


def _court(position: dict[str, Any], seat: int, name: str, words: Words) -> RenderableType:
    court = position["courts"][seat]
    over = position["phase"] == "over"
    total = position["totals"][seat]
    points = (
        words("terminal.total", count=total) if over else words("terminal.points", count=court["score"], total=total)
    )
    title = Text().append(f"{'>' if position['seat'] == seat else ' '}{name}", style="bold").append(f" {points}")
    owned = {name: court[name] for name in (*GOODS, *PRIVILEGES) if name in GOODS or court[name]}
    text = Text(", ".join(f"{words(f'terminal.goods.{name}')} {number}" for name, number in owned.items()) + "\n")
    for number, palace in enumerate(court["palaces"], start=1):
        persons = [_word(words, "tile", person) for person in palace["persons"]]
        persons += [words("terminal.free")] * (palace["floors"] - len(persons))
        text.append(f"{number:2} {'#' * palace['floors']:3} {', '.join(persons)}\n")
    if not court["palaces"]:
        text.append(f"{words('terminal.no_palace')}\n")
    if not over:
        income = ", ".join(f"{_word(words, 'action', action)} {brings}" for action, brings in court["income"].items())
        threats = _threats(position, court, words)
        gifts = _listed(words, "gift", court["wall_tiles"])
        hand = _hand(court, words)
        for key, line in (("hand", hand), ("income", income), ("threats", threats), ("wall_tiles", gifts)):
            if line:
                text.append(f"{words(f'terminal.{key}')} ", style="dim").append(f"{line}\n")
    text.rstrip()
    return Group(title, Padding(text, (0, 0, 0, len(INDENT))))


def draw(position: dict[str, Any], names: Sequence[str], words: Words) -> RenderableType:
    """Return the whole table."""
    over = position["phase"] == "over"
    if over:
        header = words("terminal.header_over", title=GAME.title)
    elif not position["month"]:
        header = words("terminal.header_opening", title=GAME.title)
    else:
        stage = words(f"terminal.stage.{position['stage']}")
        fields = {"month": position["month"], "months": MONTHS, "stage": stage}
        header = words("terminal.header", title=GAME.title, **fields)
    return Group(
        Text(header, style="bold"),
        _calendar(position, words),
        *([_cards(position, names, words)] if position["stage"] == "action" else []),
        _track(position, names, words),
        *_wall(position, names, words),
        *([] if over else [_display(position, words)]),
        Text(""),
        *(_court(position, seat, name, words) for seat, name in enumerate(names)),
    )


# --------------------------------------------------------------------------------------------------- the decisions


def task(position: dict[str, Any], name: str, words: Words) -> RenderableType | None:
    """Return what the player has to decide."""
    fields: dict[str, object] = {"name": name, "number": position["courts"][position["seat"]]["owed"]}
    if position["person"]:
        fields["person"] = _word(words, "tile", position["person"])
    if position["phase"] == "build":
        fields["number"] = position["floors_left"]
    if position["phase"] == "release":
        event = _word(words, "event", position["events"][position["month"] - 1])
        fields["why"] = words(f"terminal.why.{position['stage']}", event=event)
    sunrise = position["phase"] == "take" and position["stage"] == "super_event"
    return Text(words(f"terminal.task.{'sunrise' if sunrise else position['phase']}", **fields))


def explained(words: Words) -> str:
    """Return how to type the decisions of this game."""
    return words("terminal.help")


def said(decision: int, words: Words) -> str:
    """Return a decision as it is typed, followed by its names in the user's language where they differ."""
    text = actions.to_text(decision)
    typed, named = [], []
    for field, value in actions.fields(decision).items():
        things = value if isinstance(value, list) else [value]
        if section := SECTIONS.get(field):
            typed += [thing.replace("_", " ") for thing in things]
            named += [_word(words, section, thing) for thing in things]
    return f"{text} ({', '.join(named)})" if [name.casefold() for name in named] != typed else text


def explain(table: Table, decision: int, words: Words) -> RenderableType:
    """Return a decision with what it would bring."""
    notes = ", ".join(_notes(decision, table.position(), words))
    return Text(said(decision, words)).append(f" [{notes}]" if notes else "", style="dim")


def _notes(decision: int, position: dict[str, Any], words: Words) -> list[str]:
    about = actions.fields(decision)
    kind = about["kind"]
    court = position["courts"][position["seat"]]
    if kind == "draft":
        return [words("terminal.moves", spaces=sum(int(VALUE[TYPES.index(thing)]) for thing in about["types"]))]
    if kind == "act":
        income, fee = court["income"].get(about["action"]), position["fees"][about["group"] - 1]
        brings = [words(f"terminal.brings.{about['action']}", number=income)] if income else []
        return [*brings, *([words("terminal.costs", yuan=fee)] if fee else [])]
    if kind == "buy":
        price = SMALL_PRICE if about["privilege"] == "small" else int(position["options"]["large_privilege"])
        return [words("terminal.costs", yuan=price)]
    if kind == "play" and about["card"] != "wild":
        left = sum(number for tile, number in position["display"].items() if _type_of(tile) == about["card"])
        return [] if left else [words("terminal.gone")]
    if kind == "take":
        number = TILES.index(about["person"])
        return [words("terminal.tile", symbols=int(SYMBOLS[number]), spaces=int(VALUE[number]))]
    if kind == "charter":
        persons = [person for palace in court["palaces"] for person in palace["persons"]]
        symbols = sum(int(SYMBOLS[TILES.index(person)]) for person in persons if _type_of(person) == about["type"])
        return [words("terminal.symbols", symbols=symbols)]
    if kind in PALACE_KINDS and about["palace"]:
        palace = court["palaces"][about["palace"] - 1]
        return [f"{'#' * palace['floors']} {_listed(words, 'tile', palace['persons']) or words('terminal.free')}"]
    return []


def _type_of(tile: str) -> str:
    return tile.removeprefix("younger_").removeprefix("older_")


def label(decision: int, number: int) -> int:
    """Return the number of a choice in the list: that of its palace, if it has one, and 0 for a new palace."""
    about = actions.fields(decision)
    return about["palace"] or 0 if about["kind"] in PALACE_KINDS else number


# ---------------------------------------------------------------------------------------------------- consequences


def _changes(before: dict[str, Any], after: dict[str, Any], seat: int, words: Words) -> list[str]:
    """Return the gains and losses of a seat."""
    old, new = before["courts"][seat], after["courts"][seat]
    owned = {name: new[name] - old[name] for name in (*GOODS, *PRIVILEGES)}
    owned["floors"] = _floors(new) - _floors(old)
    owned["spaces"] = _space(after, seat) - _space(before, seat)
    earned = {source: points - old["earned"][source] for source, points in new["earned"].items()}
    return [
        *(f"{words(f'terminal.goods.{name}')} {change:+}" for name, change in owned.items() if change),
        *(
            f"{words('terminal.goods.points')} {change:+} ({_word(words, 'source', source)})"
            for source, change in earned.items()
            if change
        ),
    ]


def _floors(court: dict[str, Any]) -> int:
    return sum(palace["floors"] for palace in court["palaces"])


def _space(position: dict[str, Any], seat: int) -> int:
    return next(int(entry["space"]) for entry in position["track"] if seat in entry["seats"])


def _title(position: dict[str, Any], words: Words) -> str | None:
    """Return a title for the stage that has just begun, if anything happens in it."""
    stage, month = position["stage"], position["month"]
    event = position["events"][month - 1]
    super_event = position["super_event"] if month == SUPER_MONTH else None
    tested = position["options"]["great_wall"] and event == "mongols"
    happens = {
        "action": True,
        "event": True,
        "wall": tested,
        "super_event": super_event is not None,
        "event_again": super_event == "solar_eclipse",
        "wall_again": super_event == "solar_eclipse" and tested,
        "last_wall": position["options"]["great_wall"] and month == MONTHS,
    }
    if not happens.get(stage):
        return None
    fields: dict[str, object] = {"month": month, "event": _word(words, "event", event), "count": len(position["wall"])}
    if super_event:
        fields["super_event"] = _word(words, "super_event", super_event)
    return words(f"terminal.begins.{stage}", **fields)


def news(table: Table, decision: int, names: Sequence[str], words: Words) -> Sequence[RenderableType]:
    """Return the consequences of a decision: the gains and costs of its seat, and what follows without a decision."""
    lines: list[RenderableType] = []
    before = table.position()
    for after in steps(table.settings, table.observation(), decision):
        begun = (after["month"], after["stage"]) != (before["month"], before["stage"])
        month_ended = after["phase"] == "over" or (begun and after["stage"] == "action")
        changes = [(name, _changes(before, after, seat, words)) for seat, name in enumerate(names)]
        gains = [f"{name}: {', '.join(changed)}" for name, changed in changes if changed]
        title = _title(after, words) if begun else None
        if month_ended and gains:
            lines.append(Text(words("terminal.month_ends", month=before["month"]), style="dim"))
        elif title:
            lines.append(Text(title, style="dim"))
        lines += [Padding(Text(line, style="dim"), (0, 0, 0, len(INDENT))) for line in gains]
        if month_ended and gains and title:
            lines.append(Text(title, style="dim"))
        before = after
    return lines


def source(entry: dict[str, Any], words: Words) -> str:
    """Return the name of a source of points."""
    return _word(words, "source", entry["source"])
