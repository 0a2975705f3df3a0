"""Reasons why a decision of Kingdomino is not legal, for the player who tried it."""

from __future__ import annotations

from typing import Any

from palatine.core.bits import lowest
from palatine.core.engine import engine
from palatine.core.errors import Phrase
from palatine.core.game import Settings
from palatine.games.kingdomino import actions, view
from palatine.games.kingdomino.actions import STEPS, Fields, Square
from palatine.games.kingdomino.layout import CLAIM, OPEN_FIELDS

Lands = dict[Square, str]
"""The terrain of each square of a kingdom, the castle excepted."""

CASTLE: Square = (0, 0)


def reason(settings: Settings, plain: Any, decision: int) -> Phrase:
    """Return why a decision is not legal."""
    meant = actions.fields(decision)
    if plain.phase == CLAIM:
        return _in_claim_phase(settings, plain, meant)
    domino = lowest(plain.current) + 1
    if meant["kind"] == "place":
        return _does_not_fit(settings, plain, domino, tuple(meant["left"]), tuple(meant["right"]))
    if meant["kind"] == "claim" and not plain.offered:
        return _phrase("nothing_to_claim")
    legal = actions.fields(_first_legal(settings, plain))
    if meant["kind"] == "discard":
        return _phrase("must_place", domino=domino, left=_text(legal["left"]), right=_text(legal["right"]))
    return _phrase("place_first" if legal["kind"] == "place" else "discard_first", domino=domino)


def _phrase(name: str, **fields: object) -> Phrase:
    return Phrase(f"kingdomino.refusal.{name}", fields)


def _text(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def _first_legal(settings: Settings, plain: Any) -> int:
    """Return the first legal decision of a position: a placement if the domino fits anywhere."""
    compiled = engine(settings.game)
    raw = compiled.buffer(1)[0]
    state = compiled.view(raw)
    for name, *_ in OPEN_FIELDS:
        state[name] = getattr(plain, name)
    return int(compiled.nth(raw, 0))


def _in_claim_phase(settings: Settings, plain: Any, meant: Fields) -> Phrase:
    if meant["kind"] != "claim":
        return _phrase(f"claim_before_{meant['kind']}")
    line = {entry["domino"]: entry["seat"] for entry in view.essence(settings, plain)["next_line"]}
    domino = meant["domino"]
    if domino not in line:
        return _phrase("not_on_offer", domino=domino, line=[str(number) for number in line])
    return _phrase("claimed_by_you" if line[domino] == plain.seat else "claimed", domino=domino)


def _does_not_fit(settings: Settings, plain: Any, domino: int, left: Square, right: Square) -> Phrase:
    kingdom = view.position(settings, plain)["kingdoms"][plain.seat]
    lands: Lands = {(square["x"], square["y"]): square["terrain"] for square in kingdom["squares"]}
    return (
        _covered(lands, left, right)
        or _outgrows_the_grid(kingdom["bounds"], plain.grid, left, right)
        or _matches_nothing(lands, domino, left, right)
    )


def _covered(lands: Lands, left: Square, right: Square) -> Phrase | None:
    for square in (left, right):
        if square == CASTLE:
            return _phrase("castle", square=_text(square))
        if square in lands:
            return _phrase("taken", square=_text(square), terrain=_terrain(lands[square]))
    return None


def _outgrows_the_grid(bounds: dict[str, int], grid: int, left: Square, right: Square) -> Phrase | None:
    columns = [bounds["west"], bounds["east"], left[0], right[0]]
    rows = [bounds["north"], bounds["south"], left[1], right[1]]
    for name, along in (("too_wide", columns), ("too_high", rows)):
        size = max(along) - min(along) + 1
        if size > grid:
            return _phrase(name, size=size, grid=grid)
    return None


def _matches_nothing(lands: Lands, domino: int, left: Square, right: Square) -> Phrase:
    beside_left, beside_right = _beside(lands, left), _beside(lands, right)
    if not (beside_left or beside_right):
        return _phrase("touches_nothing", left=_text(left), right=_text(right))
    (left_terrain, _), (right_terrain, _) = view.SIDES[domino - 1]
    return _phrase(
        "no_match",
        domino=domino,
        left=_half(left_terrain, left, beside_left),
        right=_half(right_terrain, right, beside_right),
    )


def _beside(lands: Lands, square: Square) -> list[str]:
    """Return the terrains that share an edge with a square, each once."""
    around = ((square[0] + x, square[1] + y) for x, y in STEPS)
    return list(dict.fromkeys(lands[one] for one in around if one in lands))


def _half(terrain: str, square: Square, beside: list[str]) -> Phrase:
    named = {"terrain": _terrain(terrain), "square": _text(square)}
    if not beside:
        return _phrase("half_alone", **named)
    return _phrase("half", **named, beside=[_terrain(one) for one in beside])


def _terrain(name: str) -> Phrase:
    return Phrase(f"kingdomino.terrain.{name}")
