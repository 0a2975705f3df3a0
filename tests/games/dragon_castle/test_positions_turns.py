"""Positions of Dragon Castle whose stage, phase, seat, Spirits, sets and tokens contradict each other are refused."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from games.broken import changed
from games.dragon_castle.positions import realm, tile
from games.dragon_castle.wrong_positions import TABLES, Plain, refusal, valid
from palatine.games.dragon_castle.layout import PHASES

STAGES = ("action", "completion", "placement", "check", "end")
ON_D1 = {"space": "d1", "floor": 1, "tile": "spring"}
SEASONS = ("spring", "summer", "autumn", "winter")


@pytest.mark.parametrize("name", TABLES)
def test_the_base_positions_are_valid(name: str) -> None:
    table = palatine.position("dragon_castle", valid(name), seed=3)
    assert table.essence(0) == valid(name)
    assert (table.moves(), table.position()) == (TABLES[name]().moves(), TABLES[name]().position())


def test_there_is_a_valid_position_in_every_phase() -> None:
    assert {valid(name)["phase"] for name in TABLES} == set(PHASES)


# ------------------------------------------------------------------------------------------------------- phases


@pytest.mark.parametrize("stage", STAGES)
def test_a_phase_that_the_stage_does_not_have_is_refused(stage: str) -> None:
    elsewhere = {*STAGES, "build", "faith", "deception", "deep"} - {stage}
    for phase in elsewhere - ({"deception", "deep"} if stage == "completion" else set()):
        message = refusal(stage, {"phase": phase})
        assert message == f"Position: there is no phase {phase} in stage {stage}, with these sets."


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        # Only a building step, or Wind in one, has sets; and it must have some.
        ("build", {"sets": []}),
        ("faith", {"sets": []}),
        ("build", {"phase": "end"}),
        ("wind in building", {"phase": "end"}),
        ("beauty", {"sets": [{"spaces": ["e2", "f2", "f4"], "shrines": 1}]}),
        ("action", {"sets": [{"spaces": ["e2", "f2", "f4"], "shrines": 1}]}),
        # Only a finished game has no stage.
        ("over", {"stage": "end"}),
        ("over", {"stage": "action"}),
        ("action", {"stage": None}),
        ("destruction", {"stage": None}),
    ],
)
def test_a_phase_that_contradicts_the_stage_or_the_sets_is_refused(name: str, changes: Plain) -> None:
    wrong = changed(valid(name), changes)
    assert refusal(name, changes) == (
        f"Position: there is no phase {wrong['phase']} in stage {wrong['stage']}, with these sets."
    )


# ----------------------------------------------------------------------------------------------- Spirits of the turn

USED = "the Spirits used and Elegance do not go with the cards in play"
OF_A_SPIRIT = [
    *("beauty", "cunning", "change", "strength_lift", "strength_drop", "wind", "wind_lift", "wind_drop"),
    *("faith", "deception", "deep", "destruction", "second lift"),
]


@pytest.mark.rule("DC-28")
@pytest.mark.parametrize("name", OF_A_SPIRIT)
def test_the_phase_of_a_spirit_requires_that_it_was_activated(name: str) -> None:
    assert f"{USED}, stage {valid(name)['stage']} and phase {valid(name)['phase']}." in refusal(name, {"used": []})


@pytest.mark.rule("DC-28", "DC-S2")
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("last placement", {"used": ["beauty"]}),
        ("elegance", {"used": []}),
        ("elegance", {"elegance": None}),
        ("action", {"used": ["elegance"]}),
        ("action", {"elegance": "owed"}),
        ("elegance", {"elegance": "satisfied"}),  # no tile has been picked
        ("satisfied", {"elegance": "owed"}),  # too late
        ("over", {"options.spirits": "wind", "spirits": ["wind"], "used": ["wind"]}),
    ],
)
def test_used_spirits_that_contradict_the_cards_or_elegance_are_refused(name: str, changes: Plain) -> None:
    assert refusal(name, changes).startswith(f"Position: {USED}")


# ---------------------------------------------------------------------------------------------- held tiles, lifted things


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        # The first tile is set from its pick to the end of the turn, except after Summon.
        ("completion", {"first_tile": None}),
        ("placement", {"first_tile": None}),
        ("check", {"first_tile": None}),
        ("end", {"first_tile": None}),
        ("action", {"first_tile": ON_D1}),
        ("summoned", {"first_tile": ON_D1}),
        ("over", {"first_tile": ON_D1}),
        # It has left the castle.
        ("completion", {"first_tile.floor": 1}),
        ("completion", {"first_tile.space": "c1"}),
        # The action is set once it is completed.
        ("action", {"action": "pair"}),
        ("completion", {"action": "shrine"}),
        ("placement", {"action": None}),
        ("placement", {"action": "discard"}),
        ("check", {"action": "discard"}),
        ("check", {"action": "summon"}),
        ("end", {"action": None}),
        ("end", {"action": "summon"}),
        ("summoned", {"action": "discard"}),
        ("over", {"action": "pair"}),
        # Held tiles.
        ("placement", {"held": []}),
        ("last placement", {"held": ["merchants_4", "merchants_4"]}),
        ("action", {"held": ["spring"]}),
        ("completion", {"held": ["spring"]}),
        ("check", {"held": ["spring"]}),
        ("end", {"held": ["spring"]}),
        ("over", {"held": ["spring"]}),
        # Lifted: a tile without a Shrine, or a Shrine.
        ("strength_drop", {"lifted": None}),
        ("strength_drop", {"lifted": "f2"}),
        ("strength_drop", {"lifted": "e1"}),
        ("second drop", {"lifted": "a4"}),
        ("wind_drop", {"lifted": None}),
        ("wind_drop", {"lifted": "e2"}),
        ("wind_drop", {"lifted": "a1"}),
        ("wind_lift", {"lifted": "f2"}),
        ("strength_lift", {"lifted": "a1"}),
        ("action", {"lifted": "a1"}),
        ("over", {"lifted": "a1"}),
        # Tiles moved by Strength.
        ("action", {"moved": ["b1"]}),
        ("wind", {"moved": ["b1"]}),
        ("second lift", {"moved": ["a4", "b1"]}),
        ("second lift", {"moved": ["a1"]}),
        ("second lift", {"moved": ["f2"]}),
    ],
)
def test_fields_that_contradict_the_phase_are_refused(name: str, changes: Plain) -> None:
    wrong = changed(valid(name), changes)
    goes_with = f"do not go with stage {wrong['stage']} and phase {wrong['phase']}."
    assert refusal(name, changes) == f"Position: first_tile, action, held, lifted and moved {goes_with}"


# ---------------------------------------------------------------------------------------------------------- sets

SETS = "Position: sets must be different groups of at least 3 face-down tiles of the seat that decides."
OWN = ["a1", "b1", "c1", "d1"]


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize(
    "sets",
    [
        [{"spaces": ["a1", "b1"], "shrines": 1}],
        [{"spaces": [*OWN, "a3"], "shrines": 1}],
        [{"spaces": OWN, "shrines": 1}, {"spaces": ["d1", "e1", "f1"], "shrines": 1}],
        [{"spaces": OWN, "shrines": 1}, {"spaces": OWN, "shrines": 1}],
        [{"spaces": OWN, "shrines": 1}, {"spaces": ["e1"], "shrines": 1}],
    ],
)
def test_sets_of_a_building_step_must_be_different_groups_of_face_down_tiles(sets: list[Plain]) -> None:
    assert refusal("build", {"sets": sets}) == SETS


@pytest.mark.rule("DC-24")
def test_sets_of_a_building_step_must_belong_to_the_seat_to_decide() -> None:
    assert refusal("build", {"seat": 1}) == SETS


@pytest.mark.rule("DC-20", "DC-29b")
@pytest.mark.parametrize(
    ("name", "changes", "seat", "counts"),
    [
        ("action", {"realms[1]": realm("W1 W2 W3 W4")}, 1, (0, 0, 1)),
        ("action", {"realms[0].stacks[3].tile": "farmers_1", "realms[0].stacks[6].tile": "farmers_5"}, 0, (0, 0, 1)),
        ("last placement", {"realms[0].stacks[3]": {**realm("W1")["stacks"][0], "space": "d1", "tile": "merchants_5"}}, 0, (0, 0, 1)),
        ("end", {"realms[1]": realm("D1\nD2\nD3\nD1")}, 1, (0, 0, 1)),
        ("check", {"realms[0].stacks[0].tile": None}, 0, (1, 1, 0)),
        ("check", {"realms[1]": realm("S1 S2 S3 S4")}, 1, (0, 0, 1)),
    ],
)  # fmt: skip
def test_waiting_sets_are_only_possible_for_the_seat_that_placed(
    name: str, changes: Plain, seat: int, counts: tuple[int, int, int]
) -> None:
    least, most, given = counts
    stage, phase = valid(name)["stage"], valid(name)["phase"]
    expected = f"in stage {stage} and phase {phase} seat {seat} can have {least} to {most}"
    assert refusal(name, changes) == (
        f"Position: {expected} sets of 4 or more face-up tiles of one type, not {given}."
    )  # fmt: skip


# -------------------------------------------------------------------------------------------------------- tokens


BY_THE_SECOND = {"start": 1}  # seat 0 is second in the round
OVER = {"phase": "over", "stage": None, "seat": None}
TOKENS: list[tuple[str, Plain, int, int]] = [
    # A round begins with at most N - 1 taken, and a turn takes at most one; in a solo game the dummy plays last.
    ("action", {}, 0, 1),
    ("action", BY_THE_SECOND, 0, 2),
    ("end", {}, 0, 1),
    ("end", {"action": "summon", "first_tile": None}, 0, 2),
    ("end", {"action": "summon", "first_tile": None, **BY_THE_SECOND}, 0, 3),
    ("drawn", {}, 0, 2),
    ("drawn", BY_THE_SECOND, 0, 4),
    ("drawn", {"start": 2}, 0, 3),
    ("solo", {}, 0, 2),
    ("over", {}, 2, 3),
]
"""A base position, changes to it, and the least and most tokens that can have been taken."""


def with_tokens(name: str, changes: Plain, taken: int) -> Plain:
    realms = len(valid(name)["realms"])
    return {**changes, **{f"realms[{seat}].tokens": taken if seat == 0 else 0 for seat in range(realms)}}


@pytest.mark.rule("DC-30", "DC-31")
@pytest.mark.parametrize(("name", "changes", "least", "most"), TOKENS)
def test_an_unreachable_number_of_tokens_is_refused(name: str, changes: Plain, least: int, most: int) -> None:
    for taken in {most + 1, 7, *range(least)}:
        message = refusal(name, with_tokens(name, changes, taken))
        assert message.startswith(f"Position: {taken} Countdown tokens taken do not go with this moment of the game")
        assert f"{least} to {most} can have been taken" in message


@pytest.mark.rule("DC-31", "DC-41")
def test_a_finished_game_must_have_finished_its_countdown() -> None:
    assert "2 to 3 can have been taken" in refusal("action", OVER)
    assert "3 to 4 can have been taken" in refusal("solo", OVER | {"dummy_tokens": 2})


@pytest.mark.rule("DC-30", "DC-31")
@pytest.mark.parametrize(("name", "changes", "least", "most"), TOKENS)
def test_the_least_and_most_tokens_are_accepted_and_the_game_ends(
    name: str, changes: Plain, least: int, most: int
) -> None:
    for taken in {least, most}:
        position = changed(valid(name), with_tokens(name, changes, taken))
        table = palatine.position("dragon_castle", position)
        assert table.essence(0) == position
        while not table.over:
            table.play(next((move for move in ("summon", "discard") if move in table.moves()), table.moves()[0]))
        assert 0 <= table.position()["countdown"] <= 7


# ----------------------------------------------------------------------------------------------- nothing to decide

NOTHING: dict[str, Any] = {"realms[0].stacks": [], "realms[0].shrine_pool": 0, "general_shrines": 39}
TAKEN_BACK = {"castle": [], "unseen": dict.fromkeys(valid("action")["unseen"], 0)}
FULL = {"realms[0]": realm("x* x* x* x* x* x*\n" * 4, pool=0), "general_shrines": 15}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        # No legal decision.
        ("beauty", {"realms[0].stacks[1].tile": "soldiers_2"}),
        ("cunning", {"realms[0].stacks": []} | {"general_shrines": 37}),
        ("change", {"realms[0].stacks[12].tile": "soldiers_3", "realms[0].stacks[6].tile": None}),
        ("strength_lift", {"realms[0].stacks": []} | {"general_shrines": 37}),
        ("wind", {"realms[0].stacks[8].shrine": False, "general_shrines": 37, "realms[0].stacks": valid("last placement")["realms"][1]["stacks"]}),
        ("wind", {"realms[0].stacks[8].shrine": False, "general_shrines": 37}),  # it could flip a tile but then move no Shrine
        ("wind_lift", {"realms[0].stacks[8].shrine": False, "general_shrines": 37}),
        ("faith", {"realms[0].shrine_pool": 0, "general_shrines": 38}),
        ("deception", {"castle[1].floor": 1, "unseen.merchants_1": 1, "unseen.merchants_2": 0, "unseen.merchants_3": 0}),
        ("deep", {f"castle[{number}].tile": season for number, season in enumerate(SEASONS)}),
        ("destruction", TAKEN_BACK),
        ("elegance", TAKEN_BACK),
        ("elegance", {"castle": [{"space": "a1", "floor": 1, "tile": "spring"}], "unseen": TAKEN_BACK["unseen"]}),
        # Only "done", which the game would play by itself.
        ("summoned", NOTHING),
        ("last placement", FULL | {"options.spirits": "0", "spirits": []}),
        ("check", {"options.spirits": "0", "spirits": []}),
        ("build", {"realms[0].shrine_pool": 0, "general_shrines": 38}),
        ("build", {"sets[0].shrines": 0, "used": ["faith"]}),
        ("end", {"options.spirits": "faith", "spirits": ["faith"]}),
    ],
)  # fmt: skip
def test_a_position_without_a_choice_is_refused(name: str, changes: Plain) -> None:
    expected = f"stage {valid(name)['stage']} and phase {valid(name)['phase']}"
    assert refusal(name, changes) == f"Position: seat 0 has nothing to decide in {expected}."


# ---------------------------------------------------------------------------------------------------- other positions


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("action", {"seat": 1}),
        ("action", {"start": 1, "seat": 1}),
        ("action", {"used": ["wind", "strength"]}),
        ("action", TAKEN_BACK),
        ("second lift", {"moved": []}),
        ("placement", {"held": ["merchants_4"]}),
        ("placement", {"held": [tile("m4"), tile("D3")]}),
        ("end", {"action": "pair"}),
        ("end", {"action": "shrine"}),
        ("build", {"sets[0].shrines": 2}),
        ("build", {"sets[0].shrines": 0}),  # Faith is left
        ("build", {"sets[1]": {"spaces": ["e1", "f1", "a2"], "shrines": 1}, "realms[0].stacks[6]": {"space": "a2", "height": 1, "tile": None, "shrine": False}}),
        ("completion", {"first_tile.space": "d1"}),
        ("completion", {"first_tile.tile": "spring"}),
    ],
)  # fmt: skip
def test_other_consistent_positions_are_accepted_and_playable(name: str, changes: Plain) -> None:
    position = changed(valid(name), changes)
    table = palatine.position("dragon_castle", position)
    assert table.essence(0) == position
    assert table.seat == position["seat"]
    table.play(table.moves()[-1])
