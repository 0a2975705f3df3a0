"""Every field of a position of Dragon Castle is validated; a refusal names the field and what would be valid."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from games.broken import GONE, changed
from games.dragon_castle.wrong_positions import ALL_SPIRITS, TABLES, Plain, refusal, valid
from palatine.core.formats import AnyOf, joined
from palatine.core.words import ENGLISH
from palatine.games.dragon_castle.layout import TILES
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS

Case = tuple[str, Plain, str]

NO_NUMBERS: list[Any] = [None, True, 1.0, "1", [1], {}]
"""Values that are not whole numbers."""
A_STACK = "realms[0].stacks[3]"

REQUIRED: list[tuple[str, str]] = [
    *(("action", field) for field in ("stage", "phase", "seat", "start", "castle", "unseen", "used", "elegance")),
    *(("action", field) for field in ("first_tile", "action", "held", "sets", "lifted", "moved", "realms")),
    *(("action", field) for field in ("general_shrines", "dummy_tokens", "unseen.spring", "unseen.farmers_6")),
    *(("action", f"castle[2].{name}") for name in ("space", "floor", "tile")),
    *(("action", f"realms[1].{name}") for name in ("stacks", "shrine_pool", "tokens", "earned")),
    *(("action", f"realms[0].earned.{name}") for name in ("sets", "dragon_sets", "beauty", "discards")),
    *(("action", f"{A_STACK}.{name}") for name in ("space", "height", "tile", "shrine")),
    *(("completion", f"first_tile.{name}") for name in ("space", "floor", "tile")),
    *(("build", f"sets[0].{name}") for name in ("spaces", "shrines")),
    *(("drawn", name) for name in ("spirits", "dragons")),
]

NUMBERS: list[tuple[str, str, int, int]] = [
    ("action", "castle[0].floor", 1, 3),  # up to the height of the layout there
    ("action", "castle[3].floor", 1, 1),
    ("completion", "first_tile.floor", 1, 3),
    ("action", "unseen.spring", 0, 4),
    ("action", "general_shrines", 0, 40),
    ("action", "dummy_tokens", 0, 0),
    ("solo", "dummy_tokens", 0, 7),
    ("action", "realms[1].shrine_pool", 0, 40),
    ("action", "realms[1].tokens", 0, 7),
    ("action", "realms[0].earned.sets", 0, 999),
    ("action", "realms[1].earned.discards", 0, 999),
    ("action", f"{A_STACK}.height", 1, 116),
    ("build", "sets[0].shrines", 0, 2),
]
LISTS = [
    *(("action", field) for field in ("castle", "used", "held", "sets", "moved", "realms", "realms[0].stacks")),
    ("build", "sets[0].spaces"),
    ("drawn", "spirits"),
    ("drawn", "dragons"),
    ("action", "spirits"),  # even if the options name them
]
OBJECTS = [
    *(("action", field) for field in ("castle[0]", "unseen", "realms[1]", "realms[0].stacks[2]", "realms[0].earned")),
    ("completion", "first_tile"),
    ("build", "sets[0]"),
]


@pytest.mark.parametrize(("name", "field"), REQUIRED)
def test_a_missing_field_is_named(name: str, field: str) -> None:
    assert refusal(name, {field: GONE}) == f"Position: {field} is missing."


def test_cards_named_by_the_options_are_optional() -> None:
    position = changed(valid("action"), {"spirits": GONE})
    table = palatine.position("dragon_castle", position)
    assert table.essence(0) == valid("action")


@pytest.mark.parametrize(("name", "field", "least", "most"), NUMBERS)
def test_a_field_that_is_not_a_number_in_range_is_refused(name: str, field: str, least: int, most: int) -> None:
    for wrong in [*NO_NUMBERS, least - 1, most + 1, 10**20, -(10**20)]:
        message = refusal(name, {field: wrong})
        assert message.startswith(f"Position: {field} must be a number from {least} to {most}, not ")


@pytest.mark.parametrize("field", ["seat", "start"])
def test_a_seat_that_does_not_exist_is_refused(field: str) -> None:
    for wrong in [*NO_NUMBERS, -1, 2]:
        assert refusal("action", {field: wrong}).startswith(f"Position: {field} must be a seat from 0 to 1, not ")


@pytest.mark.parametrize(("name", "field"), LISTS)
def test_a_field_that_is_not_a_list_is_refused(name: str, field: str) -> None:
    wrongs: list[Any] = [None, 0, True, "wind", {}, {"wind": 1}]
    for wrong in wrongs:
        assert refusal(name, {field: wrong}).startswith(f"Position: {field} must be a list")


@pytest.mark.parametrize(("name", "field"), OBJECTS)
def test_a_field_that_is_not_an_object_is_refused(name: str, field: str) -> None:
    wrongs: list[Any] = [0, True, "m1", [], [{}], *([None] if field != "first_tile" else [])]
    for wrong in wrongs:
        assert refusal(name, {field: wrong}) == f"Position: {field} must be an object, not {wrong!r}."


A_TILE = ", ".join(TILES[:3])
WORDS: list[tuple[str, str, str]] = [
    ("action", "stage", "action, completion, placement, check, or end, not "),
    ("action", "phase", "over, action, completion, placement, check, end, build, beauty, cunning, change, "),
    ("elegance", "used[0]", f"{joined(AnyOf(SPIRITS), ENGLISH)}, not "),
    ("action", "elegance", "owed or satisfied, not "),
    ("end", "action", "pair, shrine, discard, or summon, not "),
    ("action", "castle[1].tile", A_TILE),
    ("completion", "first_tile.tile", A_TILE),
    ("placement", "held[1]", A_TILE),
    ("action", f"{A_STACK}.tile", A_TILE),
    ("action", "spirits[1]", f"{joined(AnyOf(SPIRITS), ENGLISH)}, not "),
    ("drawn", "spirits[1]", f"{joined(AnyOf(SPIRITS), ENGLISH)}, not "),
    ("drawn", "dragons[2]", f"{joined(AnyOf(DRAGONS), ENGLISH)}, not "),
    ("solo", "dragons[0]", f"{joined(AnyOf(card for card in DRAGONS if card != 'power'), ENGLISH)}, not "),
]


@pytest.mark.parametrize(("name", "field", "wanted"), WORDS)
def test_an_unknown_word_is_refused_with_the_known_ones(name: str, field: str, wanted: str) -> None:
    wrongs: list[Any] = ["emperor", "", "Wind", 1, True, [], {}]
    for wrong in wrongs:
        assert refusal(name, {field: wrong}).startswith(f"Position: {field} must be {wanted}")


@pytest.mark.rule("DC-41")
def test_power_cannot_be_in_a_solo_position() -> None:
    assert refusal("solo", {"dragons": ["power"]}).startswith("Position: dragons[0] must be humility, ")


NO_SPACES: list[Any] = ["", "a", "a0", "z1", "A1", " a1", "1a", "a1 ", "a13", "q1", 11, None, True, ["a1"], {}]


@pytest.mark.parametrize(("name", "field"), [("action", "castle[0].space"), ("completion", "first_tile.space")])
def test_a_space_outside_the_layout_is_refused(name: str, field: str) -> None:
    wanted = 'must be a space of the castle\'s layout, like "c4", not '
    for wrong in [*NO_SPACES, "g1", "p12", "a7"]:
        assert refusal(name, {field: wrong}).startswith(f"Position: {field} {wanted}")


@pytest.mark.rule("DC-3")
@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("action", f"{A_STACK}.space"),
        ("strength_drop", "lifted"),
        ("second lift", "moved[0]"),
        ("build", "sets[0].spaces[2]"),
    ],
)
def test_a_space_outside_the_realm_is_refused(name: str, field: str) -> None:
    for wrong in [*(space for space in NO_SPACES if space is not None or field != "lifted"), "g1", "a5", "h8"]:
        message = refusal(name, {field: wrong})
        assert message.startswith(f'Position: {field} must be a space of the Realm, from "a1" to "f4", not ')


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize("wrong", [None, 0, 1, "true", [], {}, True])
def test_a_shrine_that_is_no_boolean_or_on_a_face_up_tile_is_refused(wrong: Any) -> None:
    message = refusal("action", {f"{A_STACK}.shrine": wrong})
    assert (
        message
        == f"Position: {A_STACK}.shrine must be true or false, and true only on a face-down tile, not {wrong!r}."
    )


def one(field: str, value: Any, wanted: str, name: str = "action") -> Case:
    """Return a case that changes one field, with what would be valid there."""
    return name, {field: value}, f"Position: {field} must be {wanted}, not "


TWICE = "a list that names nothing twice"
A1 = {"space": "a1", "floor": 1, "tile": "spring"}
STACK = {"space": "a1", "height": 1, "tile": None, "shrine": False}
SOME_REALM = {
    "stacks": [],
    "shrine_pool": 0,
    "tokens": 0,
    "earned": dict.fromkeys(("sets", "dragon_sets", "beauty", "discards"), 0),
}
CASES: list[Case] = [
    # Duplicates.
    ("action", {"castle[4]": A1}, "Position: castle has space a1 twice."),
    ("action", {"realms[0].stacks[2].space": "a1"}, "Position: realms[0] has space a1 twice."),
    one("used", ["elegance", "elegance"], TWICE, "elegance"),
    one("moved", ["a4", "a4"], TWICE, "second lift"),
    one("sets[0].spaces", ["a1", "b1", "c1", "a1"], TWICE, "build"),
    one("spirits", ["wind", "wind"], TWICE, "drawn"),
    one("dragons", ["harmony", "power", "harmony"], TWICE, "drawn"),
    # Lists of the wrong length.
    one("held", ["spring"] * 3, "a list of at most 2", "placement"),
    one("sets", [{"spaces": ["a1", "b1", "c1"], "shrines": 1}] * 3, "a list of at most 2", "build"),
    one("spirits", ["wind"], "a list of 2", "drawn"),
    one("dragons", ["harmony"] * 4, "a list of 3", "drawn"),
    one("realms", [SOME_REALM], "a list of 2"),
    one("realms", [SOME_REALM] * 3, "a list of 2"),
    # A first tile above the layout.
    ("completion", {"first_tile.space": "h8"}, "Position: first_tile.floor must be a number from 1 to 1, not 2."),
    # The seat.
    one("seat", None, "a seat from 0 to 1"),
    one("seat", 0, "null, as the game is over", "over"),
    one("start", None, "a seat from 0 to 1", "over"),
    # More than four copies of a tile (DC-1): in the castle, in Realms, held, unseen.
    ("action", {"unseen.merchants_4": 3, "unseen.merchants_1": 0}, "Position: there are only 4 tiles of merchants_4."),
    ("action", {f"{A_STACK}.tile": "merchants_4", "castle[1].tile": "merchants_4", "castle[3].tile": "merchants_4", "realms[0].stacks[0].tile": "merchants_4"}, "Position: there are only 4 tiles of merchants_4."),
    ("placement", {"held": ["merchants_5"] * 2, "castle[0].tile": "merchants_5"}, "Position: there are only 4 tiles of merchants_5."),
    ("completion", {"first_tile.tile": "merchants_5", "castle[0].tile": "merchants_5", "castle[2].tile": "merchants_5"}, "Position: there are only 4 tiles of merchants_5."),
    # A number of unseen tiles other than that of covered ones (DC-5).
    ("action", {"unseen.spring": 1}, "Position: the numbers of unseen must add up to 3, the covered tiles of the castle, not to 4."),
    ("action", {"castle[0].floor": 3}, "Position: the numbers of unseen must add up to 4, the covered tiles of the castle, not to 3."),
    ("action", {"castle[0].floor": 1}, "Position: the numbers of unseen must add up to 2, the covered tiles of the castle, not to 3."),
    # More than 116 tiles.
    ("action", {f"{A_STACK}.height": 116}, "Position: there are only 116 tiles in all."),
    ("action", {f"{A_STACK}.height": 96}, "Position: there are only 116 tiles in all."),
    ("completion", {f"{A_STACK}.height": 96}, "Position: there are only 116 tiles in all."),  # counting the first tile taken
    ("placement", {f"{A_STACK}.height": 96}, "Position: there are only 116 tiles in all."),
    # A number of Shrines other than 40.
    ("action", {"general_shrines": 40}, "Position: there are 40 Shrines in the general pool, the Shrine Pools and the Realms together, not 45."),
    ("action", {"general_shrines": 34}, "Position: there are 40 Shrines in the general pool, the Shrine Pools and the Realms together, not 39."),
    ("action", {"realms[1].shrine_pool": 2}, "Position: there are 40 Shrines in the general pool, the Shrine Pools and the Realms together, not 41."),
    ("solo", {"general_shrines": 40}, "Position: there are 40 Shrines in the general pool, the Shrine Pools and the Realms together, not 41."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "sentence"), CASES)
def test_an_impossible_value_is_refused_with_the_possible_ones(name: str, changes: Plain, sentence: str) -> None:
    assert refusal(name, changes).startswith(sentence)


@pytest.mark.rule("DC-1", "DC-42")
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("action", {f"{A_STACK}.height": 95}),
        ("solo", {"general_shrines": 0}),
        ("solo", {"dummy_tokens": 2}),
        ("action", {"realms[1].earned.sets": 999}),
        ("action", {"realms[0].shrine_pool": 0, "general_shrines": 38}),
        ("action", {"start": 1}),
    ],
)
def test_extreme_values_are_accepted(name: str, changes: Plain) -> None:
    position = changed(valid(name), changes)
    assert palatine.position("dragon_castle", position).essence(0) == position


@pytest.mark.parametrize(
    ("name", "field", "wrong", "wanted"),
    [
        ("action", "spirits", ["wind"], f"must be {ALL_SPIRITS.split(',')}"),
        ("action", "dragons", ["power"], "must be a list of 0"),
        ("action", "top_floor", 1, "must be 2"),
        ("action", "available", ["a1"], "must be ['a1', 'c1', 'h1']"),
        ("action", "countdown", 6, "must be 7"),
        ("action", "final_round", True, "must be False"),
        ("over", "final_round", False, "must be True"),
        ("action", "rank", 1, "must be None"),
        ("solo", "rank", None, "must be 1"),
        ("action", "totals[0]", 2, "must be 1"),
        ("check", "realms[0].waiting", [], "must be [['a1', 'b1', 'c1', 'd1']]"),
        ("action", "phase", "action", ""),
    ],
)
def test_a_wrong_derived_value_is_refused(name: str, field: str, wrong: Any, wanted: str) -> None:
    position = changed(TABLES[name]().position(), {field: wrong})
    if not wanted:
        assert palatine.position("dragon_castle", position).position() == position
        return
    with pytest.raises(palatine.PositionError) as problem:
        palatine.position("dragon_castle", position)
    assert str(problem.value) == f"Position: {field} {wanted}, not {wrong!r}."


@pytest.mark.parametrize(
    "field", ["covered", "realms[0].wind", "realms[1].earned.wind", "unseen.emperor", "castle[0].below", "castles"]
)
def test_an_unknown_field_is_refused_with_the_known_ones(field: str) -> None:
    assert refusal("action", {field: 1}).startswith(f"Position: there is no {field}. Known: ")


@pytest.mark.parametrize(
    ("changes", "error", "sentence"),
    [
        ({"game": "kingdomino"}, palatine.PositionError, 'This is not a position of dragon_castle: its "game" is \'k'),
        ({"players": GONE}, palatine.PositionError, "Position: players is missing."),
        ({"options": GONE}, palatine.PositionError, "Position: options is missing."),
        ({"options": []}, palatine.PositionError, "Position: options must be an object, not []."),
        ({"players": 5}, palatine.OptionError, "Dragon Castle is for 1, 2, 3, or 4 players, not 5."),
        ({"players": 3}, palatine.PositionError, "Position: realms must be a list of 3, not "),
        ({"options.wind": 1}, palatine.OptionError, 'Dragon Castle has no option "wind". Known: '),
        ({"options.castle": "basic_5"}, palatine.OptionError, "There is no castle 'basic_5'. Known: basic_"),
        ({"options.castle": "basic_2"}, palatine.PositionError, "Position: castle["),
        ({"options.realm_rows": "4"}, None, ""),
        ({"options.realm_columns": "4"}, palatine.PositionError, "Position: realms[0].stacks[7].space must be a space"),
        ({"options.spirits": "2"}, palatine.PositionError, "Position: spirits must be a list of 2, not "),
        ({"options.spirits": "wind"}, palatine.PositionError, "Position: spirits must be ['wind'], not "),
        ({"options.dragons": "power"}, palatine.PositionError, "Position: dragons must be ['power'], not []."),
        ({"options.spirits": "storm"}, palatine.OptionError, "Option spirits takes the number of cards to draw, or "),
    ],
)
def test_wrong_settings_of_a_position_are_refused(changes: Plain, error: type[Exception] | None, sentence: str) -> None:
    position = changed(valid("action"), changes)
    if error is None:
        palatine.position("dragon_castle", position)
        return
    with pytest.raises(error) as problem:
        palatine.position("dragon_castle", position)
    assert str(problem.value).startswith(sentence)


@pytest.mark.parametrize("wrong", [None, [], "action", 7, True])
def test_a_position_that_is_not_an_object_is_refused(wrong: Any) -> None:
    with pytest.raises(palatine.PositionError, match=f"A position is an object .a dict., not {type(wrong).__name__}"):
        palatine.position("dragon_castle", wrong)
