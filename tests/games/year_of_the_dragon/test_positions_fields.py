"""Every field of a position is checked: a wrong one is refused with its name and what would be right."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from games.broken import GONE, changed
from games.year_of_the_dragon.positions import TYPES, Plain
from games.year_of_the_dragon.wrong_positions import TABLES, valid

Case = tuple[str, Plain, str]

NO_NUMBERS: list[Any] = [None, True, 1.0, "1", [1], {}]
"""Values that are no number."""
EVENTS = "peace, tribute, drought, contagion, mongols, or festival"
CARDS = "craftsman, court_lady, tax_collector, pyrotechnist, warrior, monk, healer, farmer, scholar, or wild"
GROUPS = "the action cards in groups of 4 + 3, each card once"
MARKERS = "the spaces, farthest first, with every seat once"
TAXES, PARADE = ["taxes", "build", "harvest", "fireworks"], ["parade", "research", "privilege"]
EVERY_CARD = [*TYPES]
NO_HOMES: list[Plain] = []
THIRTY_ONE = [{"floors": 1, "persons": []}] * 31

REQUIRED = (
    *("month", "stage", "phase", "seat", "start", "events", "groups", "track", "track[1].space", "track[1].seats"),
    *("display", "display.older_monk", "wall", "card", "person", "floors_left", "struck", "sunrise", "courts"),
    *("courts[1].yuan", "courts[1].rice", "courts[0].fireworks", "courts[1].small_privileges"),
    *("courts[1].large_privileges", "courts[0].hand", "courts[1].dragon", "courts[0].pair", "courts[1].owed"),
    *("courts[1].earned", "courts[1].earned.research", "courts[0].earned.wall", "courts[0].palaces"),
    *("courts[0].palaces[1].floors", "courts[0].palaces[1].persons"),
)

NUMBERS = {
    "month": (0, 12),
    "floors_left": (0, 99),
    "track[0].space": (0, 999),
    "courts[0].yuan": (0, 999),
    "courts[0].rice": (0, 999),
    "courts[1].fireworks": (0, 999),
    "courts[0].small_privileges": (0, 99),
    "courts[1].large_privileges": (0, 99),
    "courts[0].owed": (0, 1998),
    "courts[0].palaces[1].floors": (1, 3),
    "courts[0].earned.palaces": (0, 999),
    "courts[1].earned.mongols": (0, 999),
    "courts[1].earned.wall": (0, 0),
    "courts[0].earned.super_event": (0, 0),
    "display.older_monk": (0, 1),
    "display.craftsman": (0, 3),  # with the one in a palace there are four
    "display.younger_monk": (0, 2),
}
SEATS = ("seat", "start", "track[0].seats[0]")
LISTS = (
    *("events", "groups", "groups[0]", "track", "track[0].seats", "wall", "struck", "sunrise", "courts"),
    *("courts[0].hand", "courts[1].palaces", "courts[0].palaces[0].persons"),
)
OBJECTS = ("track[1]", "display", "courts[1]", "courts[0].palaces[0]", "courts[1].earned")


def refusal(name: str, changes: Plain) -> str:
    """Return the refusal of a valid position after some changes."""
    palatine.position("year_of_the_dragon", valid(name))
    with pytest.raises(palatine.PositionError) as error:
        palatine.position("year_of_the_dragon", changed(valid(name), changes))
    assert error.value.text("it") != str(error.value)
    return str(error.value)


@pytest.mark.parametrize("field", REQUIRED)
def test_a_missing_field_is_named(field: str) -> None:
    assert refusal("act", {field: GONE}) == f"Position: {field} is missing."


@pytest.mark.parametrize("field", ["super_event", "wall[0].seat", "wall[0].gift"])
def test_a_missing_field_of_an_expansion_is_named(field: str) -> None:
    drawn = palatine.new("year_of_the_dragon", seed=2, great_wall=True, super_event="drawn").position()
    drawn["wall"] = [{"seat": 1, "gift": "rice"}]
    with pytest.raises(palatine.PositionError) as error:
        palatine.position("year_of_the_dragon", changed(drawn, {field: GONE}))
    assert str(error.value) == f"Position: {field} is missing."


@pytest.mark.parametrize("field", NUMBERS)
def test_wrong_numbers_are_refused(field: str) -> None:
    least, most = NUMBERS[field]
    for wrong in [*NO_NUMBERS, least - 1, most + 1, 10**20, -(10**20)]:
        sentence = refusal("act", {field: wrong})
        assert sentence.startswith(f"Position: {field} must be a number from {least} to {most}, not ")


@pytest.mark.parametrize("field", SEATS)
def test_wrong_seats_are_refused(field: str) -> None:
    for wrong in [*NO_NUMBERS, -1, 2]:
        sentence = refusal("act", {field: wrong})
        assert sentence.startswith(f"Position: {field.removesuffix('[0]')} must be a seat from 0 to 1, not ")


@pytest.mark.parametrize("field", LISTS)
def test_a_field_that_is_not_a_list_is_refused(field: str) -> None:
    wrongs: list[Any] = [None, 0, True, "monk", {}, {"monk": 1}]
    for wrong in wrongs:
        assert refusal("act", {field: wrong}).startswith(f"Position: {field} must be a list")


@pytest.mark.parametrize("field", OBJECTS)
def test_a_field_that_is_not_an_object_is_refused(field: str) -> None:
    wrongs: list[Any] = [None, 0, True, "monk", [], [{}]]
    for wrong in wrongs:
        sentence = refusal("act", {field: wrong})
        assert sentence == f"Position: {field} must be an object, not {wrong!r}."


WORDS: list[tuple[str, str, str]] = [
    ("act", "stage", "draft, action, person, event, wall, super_event, event_again, wall_again, or last_wall"),
    (
        "act",
        "phase",
        "over, draft, house, act, buy, build, play, take, release, replace, lay, collapse, return, ",
    ),
    ("act", "events[4]", EVENTS),
    ("act", "groups[1][0]", "taxes, build, harvest, fireworks, parade, research, or privilege, not"),
    (
        "act with wall",
        "groups[1][0]",
        "taxes, build, harvest, fireworks, parade, research, privilege, or wall, not",
    ),
    ("take", "card", CARDS),
    ("act", "courts[0].hand[1]", CARDS),
    ("house", "person", "craftsman, court_lady, tax_collector, younger_pyrotechnist, younger_warrior, "),
    ("act", "courts[0].palaces[0].persons[0]", "craftsman, court_lady, tax_collector, younger_pyrotechnist, "),
    ("sunrise", "sunrise[0]", CARDS.replace("scholar, or wild", "or scholar")),
    ("draft: house", "courts[0].pair[1]", CARDS.replace("scholar, or wild", "or scholar")),
    ("act with wall", "wall[0].gift", "rice, firework, yuan, floor, points, or spaces"),
]


@pytest.mark.parametrize(("name", "field", "wanted"), WORDS)
def test_unknown_words_are_refused_with_the_known_ones(name: str, field: str, wanted: str) -> None:
    room: Plain = {"wall[0]": {"seat": 0, "gift": "rice"}} if field.startswith("wall") else {}
    room |= {"sunrise[0]": "monk"} if field == "sunrise[0]" else {}
    wrongs: list[Any] = ["emperor", "", "Monk", 1, True, [], {}]
    for wrong in wrongs:
        assert refusal(name, room | {field: wrong}).startswith(f"Position: {field} must be {wanted}")


def one(field: str, value: Any, wanted: str, name: str = "act") -> Case:
    """Return a change of one field, and what would be right there."""
    return name, {field: value}, f"Position: {field} must be {wanted}, not "


TWICE = "a list without repetitions"
HAND = "at most {} cards: no type twice, at most two wild"
PAIR = "two different types, only in the opening"
CASES: list[Case] = [
    # Lengths that follow from the number of players and the month.
    one("events", ["peace"] * 11, "a list of 12"),
    one("courts", NO_HOMES, "a list of 2"),
    one("groups", [TAXES, PARADE, []], "a list of 2"),
    one("groups", [TAXES, PARADE], "a list of 0", "draft"),
    one("groups[0]", ["taxes", "taxes", "build", "harvest"], TWICE),
    ("act", {"groups[1]": [*PARADE, "taxes"]}, f"Position: groups must be {GROUPS}, not "),
    ("act", {"groups[1]": ["taxes", *PARADE[1:]]}, f"Position: groups must be {GROUPS}, not "),
    ("act", {"groups": [PARADE, TAXES]}, f"Position: groups must be {GROUPS}, not "),
    ("act with wall", {"groups[1]": PARADE}, "Position: groups must be the action cards in groups of 4 + 4, each card "),
    one("groups[1][0]", "wall", "taxes, build, harvest, fireworks, parade, research, or privilege"),
    # The person track.
    one("track", [], MARKERS),
    one("track", [{"space": 3, "seats": [0]}], MARKERS),
    one("track", [{"space": 3, "seats": [0, 1, 0]}], MARKERS),
    one("track", [{"space": 3, "seats": [0]}, {"space": 4, "seats": [1]}], MARKERS),
    one("track", [{"space": 3, "seats": [0]}, {"space": 3, "seats": [1]}], MARKERS),
    one("track", [{"space": 0, "seats": [0]}, {"space": 0, "seats": [1]}], MARKERS),
    one("track", [{"space": 9, "seats": []}, {"space": 3, "seats": [0, 1]}], "[{'space': 3, 'seats': [0, 1]}]"),
    # The wall.
    one("wall", [{"seat": 0, "gift": "rice"}], "at most 0 different tiles"),
    one("wall", [{"seat": 0, "gift": "rice"}] * 2, "at most 12 different tiles", "act with wall"),
    ("act with wall", {"wall": [1]}, "Position: wall[0] must be an object, not 1"),
    ("act with wall", {"wall": [{"seat": 2, "gift": "rice"}]}, "Position: wall[0].seat must be a seat from 0 to 1"),
    # The phase of the deciding seat.
    one("seat", 0, "null, as the game is over", "over"),
    one("seat", None, "a seat from 0 to 1"),
    one("sunrise", ["monk", "monk"], TWICE, "sunrise"),
    one("struck[1]", 0, "a number from 1 to 4", "drought"),
    one("struck[1]", 5, "a number from 1 to 4", "drought"),
    one("struck[0]", "1", "a number from 1 to 4", "drought"),
    # Hands: no more cards than months in which one is played.
    one("courts[0].hand", ["monk", "healer", "monk"], HAND.format(9)),
    one("courts[0].hand", ["wild"] * 3, HAND.format(9)),
    one("courts[0].hand", [*EVERY_CARD, "wild"], HAND.format(9)),
    one("courts[2].hand", [*EVERY_CARD, "wild", "wild", "wild"], HAND.format(11), "draft"),
    one("courts[1].hand", EVERY_CARD, HAND.format(8), "play"),
    one("courts[0].hand", EVERY_CARD[:8], HAND.format(7), "take"),
    one("courts[1].hand", EVERY_CARD[:7], HAND.format(6), "contagion"),
    one("courts[1].hand", ["monk"], HAND.format(0), "over"),
    # Pairs, dragons and points of expansions that are not played.
    one("courts[0].pair", ["monk", "scholar"], PAIR),
    one("courts[0].pair", ["monk"], PAIR, "draft: house"),
    one("courts[0].pair", [], PAIR, "draft: house"),
    one("courts[0].pair", ["monk", "healer", "scholar"], PAIR, "draft: house"),
    one("courts[0].pair", ["monk", "monk"], TWICE, "draft: house"),
    one("courts[0].pair", "monk scholar", "a list", "draft: house"),
    one("courts[0].dragon", 0, "a number from 1 to 2"),
    one("courts[1].dragon", 3, "a number from 1 to 2"),
    one("courts[1].dragon", "1", "a number from 1 to 2"),
    one("courts[0].dragon", 1, "None", "draft"),
    one("courts[0].earned.super_event", 1, "a number from 0 to 0", "lay"),
    one("courts[0].earned.super_event", 1000, "a number from 0 to 999", "charter"),
    one("courts[0].earned.wall", 1000, "a number from 0 to 999", "lay"),
    # Palaces: their persons.
    ("act", {"courts[1].palaces": THIRTY_ONE}, "Position: courts[1].palaces must be at most 30 palaces, not 31."),
    one("courts[0].palaces[1].persons", ["craftsman"] * 2, "at most 1 person, one for each floor"),
    one("courts[0].palaces[0].persons", ["craftsman"] * 3, "at most 2 persons, one for each floor"),
    one("courts[0].palaces[0].floors", 0, "a number from 1 to 3", "collapse"),
    one("courts[0].palaces[2].floors", 0, "a number from 1 to 3", "shaken"),
    one("courts[1].palaces[0].floors", 0, "a number from 1 to 3", "shaken"),
    one("courts[0].palaces[0].persons", ["craftsman"] * 2, "at most 0 persons, one for each floor", "shaken"),
    one("courts[0].palaces[0].persons", [], "at most 0 persons, one for each floor", "shaken"),
    one("courts[0].palaces[1].persons", ["craftsman"] * 3, "at most 2 persons, one for each floor", "shaken"),
    one("courts[1].palaces[0].persons", ["court_lady"] * 3, "at most 2 persons, one for each floor", "shaken"),
    (
        "shaken",
        {"courts[0].palaces[0]": {"floors": 3, "persons": ["court_lady"] * 4}},
        "Position: courts[0].palaces[0].persons must be at most 3 persons, one for each floor, not ",
    ),
    # Tiles: on display, in the courts and at the gate there are no more than at the start.
    one("display.older_monk", 1, "a number from 0 to 0", "house"),
    one("display.younger_scholar", 4, "a number from 2 to 3", "draft: house"),  # the second of the pair has been taken
    one("display.younger_monk", 1, "a number from 2 to 3", "draft: house"),  # two have yet to draft
    one("display.craftsman", 2, "a number from 3 to 6", "draft"),
    one("display.older_monk", 3, "a number from 0 to 2", "draft"),
    (
        "act",
        {"courts[1].palaces[0]": {"floors": 2, "persons": ["older_healer"] * 2}},
        "Position: there is only 1 tile of older_healer.",
    ),
    ("house", {"courts[1].palaces[0].persons": ["older_monk"]}, "Position: there is only 1 tile of older_monk."),
    (
        "draft",
        {"courts[0].palaces": [{"floors": 2, "persons": ["younger_monk"]}] * 2},
        "Position: there are only 4 tiles of younger_monk.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "sentence"), CASES)
def test_impossible_values_are_refused_with_what_would_be_right(name: str, changes: Plain, sentence: str) -> None:
    assert refusal(name, changes).startswith(sentence)


@pytest.mark.parametrize(
    ("name", "field", "wrong", "wanted"),
    [
        ("act", "super_event", "flood", "must be None"),
        ("charter", "super_event", "flood", "must be 'charter'"),
        ("charter", "super_event", None, "must be 'charter'"),
        ("act", "turn_order[1]", 0, "must be 1"),
        ("act", "turn_order", [0], "must be [0, 1]"),
        ("buy", "fees[1]", 0, "must be 3"),
        ("act", "totals[0]", 5, "must be 4"),
        ("act", "courts[0].persons", 2, "must be 1"),
        ("act", "courts[0].score", 1, "must be 0"),
        ("lay", "courts[0].wall_tiles", [], "must be ['rice', 'firework', 'yuan', 'floor', 'points', 'spaces']"),
        ("act", "courts[0].income.build", 1, "must be 2"),
        ("act", "courts[1].month_points", 2, "must be 1"),
        ("act", "courts[1].outlook.contagion.lost", 3, "must be 1"),
        ("act", "courts[1].outlook.festival", None, "must be {'lost': 0, 'points': 0, 'safe': True}"),
    ],
)
def test_wrong_derived_values_are_refused(name: str, field: str, wrong: Any, wanted: str) -> None:
    plain = TABLES[name]().position()
    with pytest.raises(palatine.PositionError) as error:
        palatine.position("year_of_the_dragon", changed(plain, {field: wrong}))
    assert str(error.value) == f"Position: {field} {wanted}, not {wrong!r}."


@pytest.mark.parametrize(
    "field", ["wind", "courts[0].wind", "courts[1].earned.wind", "display.emperor", "track[0].wind", "groups_of_cards"]
)
def test_unknown_fields_are_refused_with_the_known_ones(field: str) -> None:
    # Fields are joined with dots here: the whole is compared only when everything else is right.
    sentence = refusal("act", {field: 1})
    assert sentence.startswith(f"Position: there is no {field}. Known: ")


@pytest.mark.parametrize(
    ("changes", "error", "sentence"),
    [
        (
            {"game": "kingdomino"},
            palatine.PositionError,
            'This is not a position of year_of_the_dragon: its "game" is \'k',
        ),
        ({"players": GONE}, palatine.PositionError, "Position: players is missing."),
        ({"options": GONE}, palatine.PositionError, "Position: options is missing."),
        ({"options": []}, palatine.PositionError, "Position: options must be an object, not []."),
        ({"players": 6}, palatine.OptionError, "In the Year of the Dragon is for 2, 3, 4, or 5 players, not 6."),
        ({"players": 3}, palatine.PositionError, "Position: groups must be a list of 3, not "),
        ({"options.wind": 1}, palatine.OptionError, 'In the Year of the Dragon has no option "wind". Known: '),
        ({"options.great_wall": 1}, palatine.OptionError, "Option great_wall takes False or True, not 1."),
        ({"options.super_event": "eclipse"}, palatine.OptionError, "Option super_event takes 'off', 'drawn', "),
        (
            {"options.super_event": "drawn"},
            palatine.PositionError,
            "Position: super_event must be lantern_festiv",
        ),
        (
            {"options.great_wall": True},
            palatine.PositionError,
            "Position: groups must be the action cards in groups of ",
        ),
    ],
)
def test_wrong_settings_of_a_position_are_refused(changes: Plain, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as raised:
        palatine.position("year_of_the_dragon", changed(valid("act"), changes))
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("wrong", [None, [], "act", 7, True])
def test_only_objects_are_positions(wrong: Any) -> None:
    with pytest.raises(palatine.PositionError, match=f"A position is an object .a dict., not {type(wrong).__name__}"):
        palatine.position("year_of_the_dragon", wrong)
