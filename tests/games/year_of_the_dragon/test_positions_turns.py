"""The month, stage, phase, seat and owed decisions of a position must be consistent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import palatine
from games.broken import changed
from games.year_of_the_dragon.positions import YEAR, Plain, tiles_at_first, year_with
from games.year_of_the_dragon.wrong_positions import TABLES, valid

GIFTS = ("rice", "firework", "yuan", "floor", "points", "spaces")
OWN_GIFTS = [{"seat": 0, "gift": gift} for gift in GIFTS]
FULL_WALL = [{"seat": seat, "gift": gift} for seat in (0, 1) for gift in GIFTS]
NONE_ON_DISPLAY = dict.fromkeys(tiles_at_first(2), 0)
OTHER_PHASES = {
    "action": {"act", "buy", "build", "lay"},
    "person": {"play", "take", "house", "replace"},
    "event": {"release"},
    "wall": {"release"},
    "super_event": set[str](),  # only those of this super event
    "event_again": {"release"},
    "wall_again": {"release"},
    "last_wall": {"release"},
}
PHASES = {phase for phases in OTHER_PHASES.values() for phase in phases} | {
    *("draft", "over", "collapse", "return", "discard", "charter")
}


def refusal(name: str, changes: Plain) -> str:
    """Return the refusal of a valid position after some changes."""
    palatine.position("year_of_the_dragon", valid(name))
    with pytest.raises(palatine.PositionError) as error:
        palatine.position("year_of_the_dragon", changed(valid(name), changes))
    assert error.value.text("it") != str(error.value)
    return str(error.value)


# ------------------------------------------------------------------------------------------------------- events


@pytest.mark.rule("YD-4")
@pytest.mark.parametrize(
    "events",
    [
        ["drought"] * 12,
        ["peace"] * 12,
        YEAR[::-1],  # peace is last
        [*YEAR[:11], "mongols"],  # three of the Mongols
        [*YEAR[:2], *sorted(YEAR[2:])],
        [YEAR[2], *YEAR[:2], *YEAR[3:]],
    ],
)
def test_impossible_years_are_refused(events: Sequence[str]) -> None:
    plain = changed(valid("act"), {"events": list(events)})
    with pytest.raises(palatine.PositionError) as error:
        palatine.position("year_of_the_dragon", plain)
    assert "events must be two of peace first, then two of each other event" in str(error.value)
    assert "prima due di pace" in error.value.text("it")


@pytest.mark.rule("YD-4")
def test_all_years_of_set_up_are_accepted() -> None:
    for seed in range(200):
        laid = palatine.new("year_of_the_dragon", players=2, seed=seed).position()["events"]
        plain = changed(valid("act"), {"events": laid})
        assert palatine.position("year_of_the_dragon", plain).position()["events"] == laid


# ------------------------------------------------------------------------------------------------------- stages

ECLIPSE = {"options.super_event": "solar_eclipse", "super_event": "solar_eclipse"}
NO_SUCH_STAGE: list[tuple[str, Plain]] = [
    ("draft", {"stage": "action", "phase": "act"}),
    ("draft: house", {"stage": "person", "courts[0].pair": None}),
    ("act", {"stage": "draft"}),
    ("act", {"stage": "draft", "phase": "draft"}),
    ("play", {"stage": "draft", "phase": "house", "person": "younger_monk", "display.younger_monk": 2}),
    # The wall: with the Great Wall, after Mongols.
    ("wall", {"events": year_with(6, "contagion")}),
    ("contagion", {"stage": "wall"}),
    ("mongols", {"stage": "wall"}),
    # The super event: in month 7, and only with its own phases.
    ("collapse", {"month": 8}),
    ("collapse", {"options.super_event": "lantern_festival", "super_event": "lantern_festival"}),
    ("collapse", {"options.super_event": "flood", "super_event": "flood"}),
    ("return", {"options.super_event": "off", "super_event": None}),
    ("charter", {"month": 6}),
    ("sunrise: house", {"options.super_event": "charter", "super_event": "charter"}),
    # An event that repeats: in the Solar Eclipse.
    ("eclipse", {"options.super_event": "buddha", "super_event": "buddha"}),
    ("eclipse", {"month": 8, "events": year_with(8, "mongols")}),
    ("wall in eclipse", {"events": year_with(7, "tribute")}),
    ("wall in eclipse", {"options.super_event": "off", "super_event": None}),
    ("wall in eclipse", {"month": 11}),
    ("contagion", {"stage": "wall_again", "month": 7, **ECLIPSE}),
    # The last check of the wall: in month 12, where the game ends.
    ("last wall", {"month": 11}),
    ("contagion", {"stage": "last_wall", "month": 12}),
    ("over", {"month": 11}),
    ("over", {"stage": "event"}),
    ("over", {"stage": "action"}),
]


@pytest.mark.parametrize(("name", "changes"), NO_SUCH_STAGE)
def test_a_stage_that_the_month_does_not_have_is_refused(name: str, changes: Plain) -> None:
    wrong = changed(valid(name), changes)
    stage = f"month {wrong['month']} has no stage {wrong['stage']} with phase {wrong['phase']}"
    assert refusal(name, changes) == f"Position: {stage}, given these events and options."


@pytest.mark.parametrize(
    "name", ["draft", "act", "play", "tribute", "wall", "eclipse", "wall in eclipse", "last wall", "collapse"]
)
def test_a_phase_that_the_stage_does_not_have_is_refused(name: str) -> None:
    plain = valid(name)
    own = {"draft", "house", "replace"} if name == "draft" else OTHER_PHASES[plain["stage"]]
    own |= {"collapse", "release"} if name == "collapse" else set()
    for phase in PHASES - own - ({"over"} if name == "last wall" else set()):
        changes = {"phase": phase, **({"seat": None} if phase == "over" else {})}
        assert f"has no stage {plain['stage']} with phase {phase}, " in refusal(name, changes)


# ----------------------------------------------------------------------------------------------------- questions

BESIDES: list[tuple[str, Plain]] = [
    # A phase without its own fields.
    ("house", {"person": None}),
    ("replace", {"person": None}),
    ("sunrise: house", {"person": None}),
    ("build", {"floors_left": 0}),
    ("charter: build", {"floors_left": 0}),
    ("take", {"card": None}),
    # Fields of another phase.
    ("act", {"person": "craftsman", "display.craftsman": 2}),
    ("play", {"person": "craftsman", "display.craftsman": 2}),
    ("act", {"floors_left": 1}),
    ("house", {"floors_left": 1}),
    ("play", {"card": "monk"}),
    ("house", {"card": "monk"}),
    ("sunrise", {"card": "monk"}),
    ("sunrise: house", {"card": "monk"}),
    ("take", {"sunrise": ["monk"]}),
    ("charter", {"sunrise": ["monk"]}),
    ("tribute", {"struck": [1]}),
    ("shaken", {"struck": [2]}),
    ("act", {"struck": [1]}),
    ("over", {"struck": [1]}),
    ("over", {"sunrise": ["monk"]}),
    # No person is replaced while there is room (YD-21).
    ("house", {"phase": "replace"}),
    ("sunrise: house", {"phase": "replace"}),
    ("draft: house", {"phase": "replace"}),
    # In the opening a seat houses the persons of its own pair.
    ("draft: house", {"person": "younger_healer", "display.younger_healer": 3}),
    ("draft: house", {"person": "older_monk", "display.older_monk": 1}),
    ("draft: house", {"courts[0].pair": None}),
    ("draft: house", {"courts[0].pair": None, "courts[1].pair": ["monk", "scholar"]}),
]


@pytest.mark.parametrize(("name", "changes"), BESIDES)
def test_fields_that_do_not_fit_the_phase_are_refused(name: str, changes: Plain) -> None:
    wrong = changed(valid(name), changes)
    goes_with = f"do not fit stage {wrong['stage']} and phase {wrong['phase']}."
    assert refusal(name, changes) == f"Position: card, person, floors_left, struck, sunrise and pair {goes_with}"


# ---------------------------------------------------------------------------------------------------------- owed

MOST_OWED: list[tuple[str, int, int, Plain]] = [
    ("draft", 1, 1, {}),
    ("draft: house", 0, 0, {}),
    ("act", 1, 1, {}),
    ("buy", 0, 0, {}),
    ("build", 0, 0, {}),
    ("lay", 0, 0, {}),
    ("play", 0, 1, {}),
    ("play", 1, 0, {"courts[1].hand": []}),
    ("take", 0, 0, {}),
    ("house", 0, 0, {}),
    ("replace", 0, 0, {}),
    ("tribute", 0, 4, {"courts[0].palaces[3].persons": ["older_monk", "older_healer"], "display": NONE_ON_DISPLAY}),
    ("tribute", 1, 1, {}),
    ("contagion", 0, 3, {}),
    ("contagion", 1, 1, {}),
    ("mongols", 0, 1, {}),
    ("wall", 0, 1, {}),
    ("eclipse", 0, 1, {}),
    ("wall in eclipse", 1, 1, {}),
    ("wall in eclipse", 0, 0, {}),
    ("last wall", 1, 1, {}),
    ("drought", 0, 2, {}),
    ("drought", 0, 1, {"struck": [1, 3]}),
    ("drought", 1, 1, {}),  # palaces of other seats do not matter
    ("collapse", 0, 2, {}),
    ("collapse", 1, 1, {"courts[1].palaces[0].floors": 1}),
    ("shaken", 0, 1, {}),
    ("shaken", 1, 2, {}),
    ("return", 0, 3, {}),
    ("return", 1, 2, {"courts[1].rice": 1}),
    ("discard", 0, 2, {}),
    ("discard", 1, 1, {}),
    ("sunrise", 1, 1, {}),
    ("sunrise: house", 0, 0, {}),
    ("charter", 0, 1, {}),
    ("charter", 1, 0, {"courts[1].palaces[0].persons": []}),
    ("charter: build", 0, 0, {}),
    ("over", 0, 0, {}),
    ("over", 1, 0, {}),
]


@pytest.mark.parametrize(("name", "seat", "most", "changes"), MOST_OWED)
def test_no_seat_owes_more_than_the_stage_asks_for(name: str, seat: int, most: int, changes: Plain) -> None:
    owed = f"courts[{seat}].owed"
    for given in (most + 1, most + 4, 999):
        sentence = refusal(name, {**changes, owed: given})
        decisions = "decision" if most == 1 else "decisions"
        assert sentence == f"Position: seat {seat} can owe at most {most} {decisions} in this stage, not {given}."
    if seat != valid(name)["seat"] or most or name in ("buy", "take"):
        fitting = changed(valid(name), {**changes, owed: most})
        assert palatine.position("year_of_the_dragon", fitting).essence(0)["courts"][seat]["owed"] == most


def test_an_event_without_losses_asks_no_seat() -> None:
    sentence = refusal("mongols", {"events": year_with(5, "festival")})
    assert sentence == "Position: seat 0 can owe at most 0 decisions in this stage, not 1."


# ---------------------------------------------------------------------------------------------------- whose turn

NOT_THEIR_TURN: list[tuple[str, Plain]] = [
    ("act", {"seat": 1}),
    ("act", {"courts[0].owed": 0}),
    ("act", {"courts[0].owed": 0, "courts[1].owed": 0}),
    ("act", {"track": [{"space": 9, "seats": [1, 0]}]}),
    ("act", {"track": [{"space": 9, "seats": [1]}, {"space": 8, "seats": [0]}]}),
    ("play", {"seat": 1}),
    ("contagion", {"seat": 1}),
    ("drought", {"courts[0].owed": 0}),
    ("collapse", {"seat": 1}),
    ("return", {"courts[0].owed": 0}),
    ("discard", {"seat": 1}),
    ("sunrise", {"seat": 1}),
    ("sunrise", {"display": NONE_ON_DISPLAY}),  # no seat is asked
    ("charter", {"seat": 1}),
    ("last wall", {"seat": 1}),
    # In the opening the seats decide from the start player on, whatever the track.
    ("draft", {"seat": 1}),
    ("draft", {"start": 1}),
    ("draft", {"start": 2}),
]


@pytest.mark.parametrize(("name", "changes"), NOT_THEIR_TURN)
def test_the_first_in_turn_order_that_owes_a_decision_decides(name: str, changes: Plain) -> None:
    wrong = changed(valid(name), changes)
    first = "the first in turn order that owes a decision decides."
    assert refusal(name, changes) == f"Position: seat {wrong['seat']} cannot {wrong['phase']} now: {first}"


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("act", {"seat": 1, "courts[0].owed": 0}),
        ("act", {"seat": 1, "track": [{"space": 9, "seats": [1, 0]}]}),
        ("draft", {"seat": 2, "start": 2}),
        ("draft", {"seat": 0, "start": 2, "courts[2].owed": 0}),
        ("draft", {"track": [{"space": 9, "seats": [2, 1, 0]}]}),
        ("contagion", {"seat": 1, "courts[0].owed": 0}),
        ("sunrise", {"sunrise": ["monk", "healer"]}),
        # The later phases of a turn come out of order: the track may have changed meanwhile.
        ("buy", {"track": [{"space": 9, "seats": [1, 0]}]}),
        ("house", {"track": [{"space": 9, "seats": [1, 0]}]}),
    ],
)
def test_another_turn_that_fits_is_accepted(name: str, changes: Plain) -> None:
    plain = changed(valid(name), changes)
    table = palatine.position("year_of_the_dragon", plain)
    assert table.essence(0) == plain
    assert table.seat == plain["seat"]


# ----------------------------------------------------------------------------------------------- nothing to choose

NOTHING_TO_CHOOSE: list[tuple[str, Plain]] = [
    ("house", {"courts[0].palaces": []}),
    ("house", {"courts[0].palaces": [{"floors": 1, "persons": ["craftsman"]}]}),
    ("take", {"display.younger_monk": 0, "display.older_monk": 0}),
    ("take", {"display": NONE_ON_DISPLAY, "card": "wild"}),
    ("buy", {"courts[0].yuan": 0}),
    ("buy", {"courts[0].yuan": 1}),
    ("build", {"courts[0].palaces": [{"floors": 3, "persons": []}] * 30}),
    ("lay", {"wall": OWN_GIFTS}),
    ("lay", {"wall": FULL_WALL[::-1]}),
    ("shaken", {"courts[0].palaces[0].floors": 1}),
]


@pytest.mark.parametrize(("name", "changes"), NOTHING_TO_CHOOSE)
def test_a_phase_without_a_choice_is_refused(name: str, changes: Plain) -> None:
    phase = valid(name)["phase"]
    assert refusal(name, changes) == f"Position: seat 0 has no choice in phase {phase}."


def test_a_full_wall_takes_no_more_tiles() -> None:
    table = palatine.new("year_of_the_dragon", players=3, seed=1, great_wall=True)
    while not any(move.startswith("lay") for move in table.moves()):
        table.play(next((move for move in table.moves() if move.endswith("wall")), table.moves()[0]))
    plain = table.essence(len(table.decisions))
    others = [{"seat": seat, "gift": gift} for seat in range(3) if seat != table.seat for gift in GIFTS]
    assert palatine.position("year_of_the_dragon", {**plain, "wall": others[:11]}).moves() == table.moves()
    with pytest.raises(palatine.PositionError, match=f"seat {table.seat} has no choice in phase lay"):
        palatine.position("year_of_the_dragon", {**plain, "wall": others})


@pytest.mark.parametrize("name", TABLES)
def test_the_positions_that_these_tests_change_are_valid(name: str) -> None:
    plain: dict[str, Any] = valid(name)
    table = palatine.position("year_of_the_dragon", plain, seed=3)
    assert table.essence(0) == plain
    assert (table.moves(), table.position()) == (TABLES[name]().moves(), TABLES[name]().position())
