"""In the Year of the Dragon in the terminal: the calendar, the action cards, the person track, the courts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from palatine.cli.words import Words
from palatine.games.year_of_the_dragon.layout import MONTHS, SUPER_MONTH, SYMBOLS, TILES, TYPES, VALUE

GAME = "year_of_the_dragon"
MONTHS_A_LINE = 4
COMING = 2
"""How many events ahead a court's losses are told."""
INDENT = "   "
STAGES_BEFORE_EVENT = ("draft", "action", "person")
GOODS = ("yuan", "rice", "fireworks")
PRIVILEGES = ("small_privileges", "large_privileges")


def _word(words: Words, kind: str, name: str) -> str:
    """What a thing of the game is called."""
    return words.of_game(GAME, f"{kind}.{name}")


def _listed(words: Words, kind: str, names: Sequence[str]) -> str:
    return ", ".join(_word(words, kind, name) for name in names)


# -------------------------------------------------------------------------------------------------------- the board


def _calendar(position: dict[str, Any], words: Words) -> Text:
    """The events of the year, four a line; what is past is dim, this month is marked."""
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
    if position["super_event"]:
        event = _word(words, "super_event", position["super_event"])
        text.append("\n" + words(f"{GAME}.super_event", month=SUPER_MONTH, event=event))
    return text


def _cards(position: dict[str, Any], names: Sequence[str], words: Words) -> Text:
    """The groups of action cards, what each costs now, and whose dragons stand there."""
    text = Text().append(words(f"{GAME}.actions"), style="bold")
    for number, (group, fee) in enumerate(zip(position["groups"], position["fees"], strict=True), start=1):
        dragons = [name for name, court in zip(names, position["courts"], strict=True) if court["dragon"] == number]
        cost = words(f"{GAME}.fee", yuan=fee, names=", ".join(dragons)) if dragons else words(f"{GAME}.no_fee")
        text.append(f"\n  {number} {_listed(words, 'action', group)}: {cost}")
    return text


def _track(position: dict[str, Any], names: Sequence[str], words: Words) -> Text:
    """The person track in turn order; markers of a stack from the top down."""
    on_top = f" {words(f'{GAME}.above')} "
    stacks = [f"{entry['space']}: {on_top.join(names[seat] for seat in entry['seats'])}" for entry in position["track"]]
    return Text().append(words(f"{GAME}.track"), style="bold").append(" " + " | ".join(stacks))


def _display(position: dict[str, Any], words: Words) -> RenderableType:
    """The persons that can still be had: of types that come in two kinds younger + older."""
    there = position["display"]
    entries = []
    for kind in TYPES:
        tiles = [kind] if kind in there else [f"younger_{kind}", f"older_{kind}"]
        entries.append(Text(f"{_word(words, 'type', kind)} {'+'.join(str(there[tile]) for tile in tiles)}"))
    title = Text(words(f"{GAME}.display"), style="bold")
    return Group(title, Columns(entries, padding=(0, 3), equal=True))


def _wall(position: dict[str, Any], names: Sequence[str], words: Words) -> list[Text]:
    if not position["options"]["great_wall"]:
        return []
    tiles = [
        f"{month} {names[tile['seat']]}: {_word(words, 'gift', tile['gift'])}"
        for month, tile in enumerate(position["wall"], start=1)
    ]
    told = ", ".join(tiles) if tiles else words(f"{GAME}.none")
    return [Text().append(words(f"{GAME}.wall"), style="bold").append(f" {told}")]


# ------------------------------------------------------------------------------------------------------- the courts


def coming_events(position: dict[str, Any]) -> list[tuple[int, str]]:
    """The next events that are not peace, each with its month."""
    first = position["month"] + (position["stage"] not in STAGES_BEFORE_EVENT)
    coming = [(month, event) for month, event in enumerate(position["events"], start=1) if month >= first]
    return [(month, event) for month, event in coming if event != "peace"][:COMING]


def _threats(position: dict[str, Any], court: dict[str, Any], words: Words) -> str:
    """What the next events would do to a court as it stands."""
    told = []
    for month, event in coming_events(position):
        outlook = court["outlook"][event]
        effects = []
        if outlook["points"]:
            effects.append(words(f"{GAME}.would_score", points=outlook["points"]))
        if outlook["lost"]:
            effects.append(words(f"{GAME}.would_lose", persons=outlook["lost"]))
        effect = ", ".join(effects) or words(f"{GAME}.no_harm")
        told.append(f"{month} {_word(words, 'event', event)}: {effect}")
    return "; ".join(told)


def _hand(court: dict[str, Any], words: Words) -> str:
    types = [_word(words, "card", card) for card in court["hand"] if card != "wild"]
    wilds = court["hand"].count("wild")
    return ", ".join([*types, *([f"{_word(words, 'card', 'wild')} x{wilds}"] if wilds else [])])


def _court(position: dict[str, Any], seat: int, name: str, words: Words) -> RenderableType:
    court = position["courts"][seat]
    active = position["seat"] == seat
    goods = [
        words(f"{GAME}.goods.{good}", number=court[good])
        for good in (*GOODS, *PRIVILEGES)
        if good in GOODS or court[good]
    ]
    points = words(f"{GAME}.points", points=court["score"], total=position["totals"][seat])
    title = Text().append(f"{'>' if active else ' '}{name}", style="bold").append(f" {points}; {', '.join(goods)}")
    text = Text()
    for number, palace in enumerate(court["palaces"], start=1):
        free = palace["floors"] - len(palace["persons"])
        persons = [_word(words, "tile", person) for person in palace["persons"]]
        persons += [words(f"{GAME}.free")] * free
        text.append(f"{number} {'#' * palace['floors']:3} {', '.join(persons)}\n")
    if not court["palaces"]:
        text.append(f"{words(f'{GAME}.no_palace')}\n")
    if position["phase"] != "over":
        cards = _hand(court, words) if active else len(court["hand"])
        income = ", ".join(f"{_word(words, 'action', action)} {brings}" for action, brings in court["income"].items())
        threats = _threats(position, court, words)
        gifts = _listed(words, "gift", court["wall_tiles"])
        for key, told in (("hand", cards), ("income", income), ("threats", threats), ("wall_tiles", gifts)):
            if told:
                text.append(f"{words(f'{GAME}.{key}')} ", style="dim").append(f"{told}\n")
    text.rstrip()
    return Group(title, Padding(text, (0, 0, 0, len(INDENT))))


def draw(position: dict[str, Any], names: Sequence[str], words: Words) -> RenderableType:
    """Everything that lies on the table."""
    if position["phase"] == "over":
        header = words(f"{GAME}.header_over")
    elif not position["month"]:
        header = words(f"{GAME}.header_opening")
    else:
        stage = words(f"{GAME}.stage.{position['stage']}")
        header = words(f"{GAME}.header", month=position["month"], months=MONTHS, stage=stage)
    over = position["phase"] == "over"
    cards = [_cards(position, names, words)] if position["groups"] and not over else []
    courts = [_court(position, seat, name, words) for seat, name in enumerate(names)]
    return Group(
        Text(header, style="bold"),
        _calendar(position, words),
        *cards,
        _track(position, names, words),
        *_wall(position, names, words),
        *([] if over else [_display(position, words)]),
        Text(""),
        *courts,
    )


# --------------------------------------------------------------------------------------------------- the decisions


def task(position: dict[str, Any], name: str, words: Words) -> RenderableType | None:
    """What the player has to do now."""
    fields: dict[str, object] = {"name": name, "number": position["courts"][position["seat"]]["owed"]}
    if position["person"]:
        fields["person"] = _word(words, "tile", position["person"])
    if position["phase"] == "build":
        fields["number"] = position["floors_left"]
    if position["phase"] == "release":
        event = _word(words, "event", position["events"][position["month"] - 1])
        fields["why"] = words(f"{GAME}.why.{position['stage']}", event=event)
    return Text(words(f"{GAME}.task.{position['phase']}", **fields))


def explained(words: Words) -> str:
    """How the decisions of this game are written."""
    return words(f"{GAME}.help")


def explain(decision: str, position: dict[str, Any], words: Words) -> RenderableType:
    """A decision with what it would bring."""
    verb, *rest = decision.split()
    court = position["courts"][position["seat"]]
    notes = []
    if verb == "act":
        income, fee = court["income"].get(rest[1]), position["fees"][int(rest[0]) - 1]
        notes += [words(f"{GAME}.brings.{rest[1]}", number=income)] if income else []
        notes += [words(f"{GAME}.costs", yuan=fee)] if fee else []
    elif verb == "take":
        tile = TILES.index(rest[0])
        notes.append(words(f"{GAME}.tile", symbols=int(SYMBOLS[tile]), spaces=int(VALUE[tile])))
    elif verb in ("house", "build", "collapse") and rest[0].isdecimal():
        palace = court["palaces"][int(rest[0]) - 1]
        persons = _listed(words, "tile", palace["persons"]) or words(f"{GAME}.free")
        notes.append(f"{'#' * palace['floors']} {persons}")
    return Text(decision).append(f" ({', '.join(notes)})" if notes else "", style="dim")


def label(decision: str, number: int) -> int:
    """The number a choice is listed under: that of its palace where it is one, 0 for a new palace."""
    verb, *rest = decision.split()
    if verb in ("house", "build", "collapse"):
        return int(rest[0]) if rest[0].isdecimal() else 0
    return number


# -------------------------------------------------------------------------------------------------- what happened


def _changes(before: dict[str, Any], after: dict[str, Any], words: Words) -> list[str]:
    """What has become more or less in a court."""
    owned = {name: after[name] - before[name] for name in (*GOODS, *PRIVILEGES)}
    owned["floors"] = _floors(after) - _floors(before)
    earned = {source: points - before["earned"][source] for source, points in after["earned"].items()}
    return [
        *(words(f"{GAME}.change.{name}", number=f"{change:+}") for name, change in owned.items() if change),
        *(
            words(f"{GAME}.change.points", number=f"{change:+}", source=_word(words, "source", source))
            for source, change in earned.items()
            if change
        ),
    ]


def _floors(court: dict[str, Any]) -> int:
    return sum(palace["floors"] for palace in court["palaces"])


def news(before: dict[str, Any], after: dict[str, Any], names: Sequence[str], words: Words) -> Sequence[RenderableType]:
    """What a decision has brought about: what each court has gained and lost, an event, a new month."""
    lines = []
    month = before["month"]
    struck = month and before["stage"] in STAGES_BEFORE_EVENT and after["stage"] not in STAGES_BEFORE_EVENT
    if struck or (after["month"] > month > 0 and before["stage"] in STAGES_BEFORE_EVENT):
        event = _word(words, "event", before["events"][month - 1])
        lines.append(words(f"{GAME}.strikes", month=month, event=event))
    for seat, name in enumerate(names):
        if changes := _changes(before["courts"][seat], after["courts"][seat], words):
            lines.append(f"{INDENT}{name}: {', '.join(changes)}")
    if after["month"] > month:
        lines.append(words(f"{GAME}.new_month", month=after["month"]))
    return [Text(line, style="dim") for line in lines]


def source(entry: dict[str, Any], words: Words) -> str:
    """Where some points come from."""
    return _word(words, "source", entry["source"])
