"""The reasons why a decision of In the Year of the Dragon is not legal.

A decision of another kind than the one asked for gets two sentences: why not now, and what to decide now. All reasons
follow from the open position.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from palatine.core.errors import Phrase
from palatine.core.game import Settings
from palatine.games.year_of_the_dragon import SUPER_EVENTS, actions, view
from palatine.games.year_of_the_dragon.layout import (
    CARDS,
    CHARTER_EVENT,
    EARTHQUAKE,
    FLOOD,
    MONTHS,
    MOST_FLOORS,
    PALACES,
    PHASES,
    SMALL_PRICE,
    SUPER_MONTH,
    TILES,
    TORNADO,
    TYPE,
    TYPE_COUNT,
    TYPES,
    WILD,
)

Plain = dict[str, Any]

GAME = "year_of_the_dragon"
OF_SUPER_EVENT = {
    "collapse": SUPER_EVENTS[EARTHQUAKE - 1],
    "return": SUPER_EVENTS[FLOOD - 1],
    "discard": SUPER_EVENTS[TORNADO - 1],
    "charter": SUPER_EVENTS[CHARTER_EVENT - 1],
}
"""The kinds of decisions that only a super event asks for."""


def reason(settings: Settings, plain: SimpleNamespace, decision: int) -> Phrase | None:
    """Return why a decision that is not legal is not."""
    position = view.position(settings, plain)
    fields = dict(actions.fields(decision))
    if PHASES[actions.phase_of(decision)] != position["phase"]:
        why, now = _why_not_now(position, fields["kind"]), _what_now(position)
        return _refusal("not_now", why=why, now=now) if why else now
    return REASONS[fields.pop("kind")](position, position["courts"][position["seat"]], **fields)


def _refusal(key: str, **fields: object) -> Phrase:
    return Phrase(f"{GAME}.refusal.{key}", fields)


def _name(kind: str, name: str) -> Phrase:
    """Return the name of a thing; the app's catalogue has persons with their article, `app.one` and `app.the`."""
    return Phrase(f"{GAME}.{kind}.{name}")


# ------------------------------------------------------------------------------------------------ not asked for now


def _why_not_now(position: Plain, kind: str) -> Phrase | None:
    """Return why another kind of decision is asked for; None if what to decide now says it."""
    if kind == "draft":
        return _refusal("why.drafted" if position["stage"] == "draft" else "why.draft")
    if kind in ("act", "pass"):
        return _refusal({"draft": "why.year", "action": "why.acted"}.get(position["stage"], "why.act"))
    if kind == "house" and position["person"]:
        return _refusal("why.no_room")
    if kind == "lay" and not position["options"]["great_wall"]:
        return _refusal("no_great_wall")
    if kind in OF_SUPER_EVENT:
        return _why_no_super_event(position, OF_SUPER_EVENT[kind])
    return _refusal(f"why.{kind}")


def _why_no_super_event(position: Plain, super_event: str) -> Phrase | None:
    name = _name("super_event", super_event)
    if position["super_event"] != super_event:
        return _refusal("why.other_super_event", super_event=name)
    if position["stage"] == "super_event":
        return None
    over = position["month"] > SUPER_MONTH
    return _refusal("why.super_event_over" if over else "why.super_event_later", super_event=name, month=SUPER_MONTH)


def _what_now(position: Plain) -> Phrase:
    """Return what the seat has to decide."""
    phase, stage = position["phase"], position["stage"]
    owed = position["courts"][position["seat"]]["owed"]
    if phase in ("house", "replace"):
        return _refusal(f"now.{phase}", person=_name("app.the", position["person"]))
    if phase == "build":
        return _refusal("now.build", count=position["floors_left"])
    if phase == "take":
        card = position["card"]
        return _refusal("now.take", card=_name("card", card)) if card else _refusal("now.sunrise")
    if phase == "release" and stage == "super_event":
        return _refusal("now.overcrowded")
    if phase == "release":
        event = _name("event", position["events"][position["month"] - 1])
        return _refusal("now.release", count=owed, cause=Phrase(f"{GAME}.terminal.why.{stage}", {"event": event}))
    return _refusal(f"now.{phase}", count=owed)


# ------------------------------------------------------------------------------------------------ one kind at a time


def _draft(_position: Plain, _court: Plain, types: list[str]) -> Phrase:
    return _refusal("pair_taken", pair=[_name("app.one", kind) for kind in types])


def _house(_position: Plain, court: Plain, palace: int) -> Phrase:
    if palace > len(court["palaces"]):
        return _no_palace(court, palace)
    return _refusal("palace_full", palace=palace, count=court["palaces"][palace - 1]["floors"])


def _no_palace(court: Plain, palace: int) -> Phrase:
    return _refusal("no_palace", palace=palace, count=len(court["palaces"]))


def _act(position: Plain, court: Plain, group: int, action: str) -> Phrase:
    groups = position["groups"]
    if action == "wall" and not position["options"]["great_wall"]:
        return _refusal("no_great_wall")
    if group > len(groups):
        return _refusal("no_group", group=group, count=len(groups))
    if action not in groups[group - 1]:
        place = next(number for number, cards in enumerate(groups, start=1) if action in cards)
        cards = [_name("action", card) for card in groups[group - 1]]
        return _refusal("other_group", group=group, cards=cards, action=_name("action", action), place=place)
    fee, yuan = position["fees"][group - 1], court["yuan"]
    if yuan < fee:
        return _refusal("fee", group=group, fee=fee, yuan=yuan)
    if action == "privilege":
        key = "privilege_and_fee" if fee else "privilege"
        return _refusal(key, group=group, fee=fee, price=SMALL_PRICE, yuan=yuan)
    return _refusal("no_wall_tiles") if not court["wall_tiles"] else _refusal("wall_complete", count=MONTHS)


def _buy(position: Plain, court: Plain, **_large: str) -> Phrase:
    price = int(position["options"]["large_privilege"])
    return _refusal("large_privilege", price=price, yuan=court["yuan"])


def _build(_position: Plain, court: Plain, palace: int | None) -> Phrase:
    if palace is None:
        return _refusal("most_palaces", count=PALACES)
    if palace > len(court["palaces"]):
        return _no_palace(court, palace)
    return _refusal("highest", palace=palace, count=MOST_FLOORS)


def _no_card(_position: Plain, _court: Plain, card: str) -> Phrase:
    return _refusal("no_card", card=_name("card", card))


def _take(position: Plain, _court: Plain, person: str) -> Phrase:
    tile, card = TILES.index(person), position["card"]
    kind = TYPES[TYPE[tile]]
    if card is None and tile >= TYPE_COUNT:
        return _refusal("sunrise_older")
    if card is None and kind in position["sunrise"]:
        return _refusal("sunrise_taken", person=_name("app.one", kind))
    if card not in (None, CARDS[WILD], kind):
        return _refusal("other_card", tile=_name("tile", person), card=_name("card", card))
    return _refusal("no_tile", tile=_name("tile", person))


def _leave(position: Plain, court: Plain, palace: int, person: str) -> Phrase:
    if palace > len(court["palaces"]):
        return _no_palace(court, palace)
    persons = court["palaces"][palace - 1]["persons"]
    if not persons:
        return _refusal("palace_empty", palace=palace)
    if person not in persons:
        return _refusal("not_in_palace", palace=palace, person=_name("app.one", person))
    return _refusal("palace_struck" if palace in position["struck"] else "palace_not_overcrowded", palace=palace)


def _lay(_position: Plain, _court: Plain, gift: str) -> Phrase:
    return _refusal("wall_tile_laid", gift=_name("gift", gift))


def _collapse(_position: Plain, court: Plain, palace: int) -> Phrase:
    return _no_palace(court, palace)


def _return(_position: Plain, _court: Plain, piece: str) -> Phrase:
    return _refusal(f"no_{piece}")


def _charter(_position: Plain, _court: Plain, **fields: str) -> Phrase:
    return _refusal("no_person", person=_name("app.one", fields["type"]))


REASONS: dict[str, Callable[..., Phrase]] = {
    "draft": _draft,
    "house": _house,
    "act": _act,
    "buy": _buy,
    "build": _build,
    "play": _no_card,
    "take": _take,
    "release": _leave,
    "replace": _leave,
    "lay": _lay,
    "collapse": _collapse,
    "return": _return,
    "discard": _no_card,
    "charter": _charter,
}
"""The reasons against a decision of the kind asked for, by that kind. To pass and to let go are legal then."""
