"""Decisions of Dragon Castle as text: parsing, refusals, and synonyms."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palatine
from games.dragon_castle.positions import moves, placing, play, spirited, stacks, table
from games.dragon_castle.wrong_positions import TABLES
from palatine import DecisionError
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.games.dragon_castle import actions
from palatine.games.dragon_castle.layout import TYPES
from palatine.games.dragon_castle.options import SPIRITS

CASTLE_SPACES = [f"{column}{row}" for row in range(1, 13) for column in "abcdefghijklmnop"]
REALM_SPACES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
AFTER_VERB: dict[str, list[str]] = {
    "pick": CASTLE_SPACES,
    "pair": CASTLE_SPACES,
    "destroy": CASTLE_SPACES,
    "place": [*REALM_SPACES, *(f"second {space}" for space in REALM_SPACES)],
    "build": REALM_SPACES,
    "flip": REALM_SPACES,
    "lift": REALM_SPACES,
    "drop": REALM_SPACES,
    "consolidate": REALM_SPACES,
    "change": [f"{space} {kind}" for space in REALM_SPACES for kind in TYPES],
    "spirit": [f"{spirit} pay {what}" for spirit in SPIRITS for what in (*REALM_SPACES, "shrine")],
}
ALONE = {"shrine", "discard", "summon", "done"}
EVERY_TEXT = ALONE | {f"{verb} {after}" for verb, known in AFTER_VERB.items() for after in known}
DECISIONS = 2062
"""The number of decisions."""


def refusal(game: Table, decision: int | str) -> str:
    """Return the error message for a decision, which must change nothing."""
    before = game.record()
    with pytest.raises(DecisionError) as problem:
        game.play(decision)
    assert game.record() == before
    assert problem.value.text("it") != str(problem.value)
    return str(problem.value)


# --------------------------------------------------------------------------------------------------------- as text


def test_every_decision_has_a_unique_text_that_parses_back() -> None:
    texts = [actions.to_text(number) for number in range(DECISIONS)]
    assert [actions.from_text(text) for text in texts] == list(range(DECISIONS))
    assert set(texts) == EVERY_TEXT
    assert len(texts) == len(EVERY_TEXT) == palatine.raw("dragon_castle").decisions


@pytest.mark.parametrize("name", TABLES)
def test_a_table_offers_numbers_and_texts_in_the_same_order(name: str) -> None:
    game = TABLES[name]()
    assert game.moves() == [game.text(number) for number in game.legal()]
    assert game.over or [game.number(text) for text in game.moves()] == game.legal()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("action", "pick a1, pick c1"),
        ("completion", "pair c1, shrine, discard"),
        ("build", "build a1, build b1, build c1, build d1, done"),
        ("beauty", "consolidate a1"),
        ("cunning", "consolidate a2, consolidate c3"),
        ("change", "change c2 farmers, change f3 farmers"),
        ("wind in building", "lift f1"),
        ("wind_drop", "drop e2, drop f4"),
        ("faith", "build a1, build b1, build c1, build d1"),
        ("deception", "pair b1"),
        ("destruction", "destroy a1, destroy c1, destroy h1"),
    ],
)
def test_each_phase_offers_decisions_with_its_own_verb(name: str, expected: str) -> None:
    assert [move for move in TABLES[name]().moves() if not move.startswith("spirit")] == expected.split(", ")


blanks = st.text(alphabet=" \t\n\u00a0\u2003", min_size=1, max_size=3)


@settings(deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(sorted(EVERY_TEXT)), blanks, blanks, st.sampled_from([str.upper, str.title, str.capitalize, str])
)
def test_case_and_whitespace_do_not_matter(text: str, around: str, between: str, case: Any) -> None:
    assert actions.from_text(case(around + between.join(text.split(" ")) + around)) == actions.from_text(text)


def test_decisions_in_other_case_and_spacing_are_played() -> None:
    game = table({"a1": "m1", "c1": "m1", "e1": "s1"})
    play(game, "  PICK\tA1 ", "Pair  c1", "\nPlace\u00a0Second B2 ", "place A1")
    assert [game.text(number) for number in game.decisions] == ["pick a1", "pair c1", "place b2", "place a1"]
    assert stacks(game) == {"b2": "m1", "a1": "m1"}


@pytest.mark.parametrize(
    "text", ["", "   ", "sing", "over", "1", "-1", "a1", "picks a1", "donee", "second b2", "go on"]
)
def test_an_unknown_verb_is_answered_with_examples(text: str) -> None:
    message = refusal(table(), text)
    assert message.startswith(f'"{text}" is not understood. Decisions are like "pick c4", "pair d4", "shrine", ')


@pytest.mark.parametrize("verb", AFTER_VERB)
@pytest.mark.parametrize(
    "after", ["", " ", " nonsense", " a0", " q1", " a13", " 1a", " a-1", " a1 a1", " \u00b2", " second"]
)
def test_a_known_verb_with_nonsense_is_answered_with_an_example_for_that_verb(verb: str, after: str) -> None:
    with pytest.raises(DecisionError) as problem:
        actions.from_text(verb + after)
    head, _, example = str(problem.value).partition(" is written like ")
    assert head == f'"{verb}{after}" is not understood. "{verb}"'
    assert example.removeprefix('"').removesuffix('".') in {f"{verb} {known}" for known in AFTER_VERB[verb]}


@pytest.mark.parametrize(
    "text",
    [
        *("pick", "pick 1", "pick a", "pick c4 d4", "pick second c4", "pair c04", "pair c4.", "destroy"),
        *("place i1", "place a9", "place second", "place first b2", "place second i1", "build", "build p12", "lift a9"),
        *("change b2", "change farmers", "change farmers b2", "change b2 emperors", "change b2 farmers winds"),
        *("spirit", "spirit wind", "spirit wind b2", "spirit wind pay", "spirit storm pay b2", "spirit wind pay i9"),
        *("spirit wind pay shrines", "spirit pay b2", "shrine b2", "done done", "summon dragon", "discard a1"),
    ],
)
def test_near_misses_are_refused_with_an_example(text: str) -> None:
    message = refusal(table(), text)
    assert message.startswith(f'"{text}" is not understood. "{text.split()[0]}" is written like "')


@pytest.mark.parametrize(
    "decision",
    [
        -1,
        1,
        DECISIONS - 1,
        DECISIONS,
        10**20,
        "pick b1",
        "pick p12",
        "pair a1",
        "discard",
        "Summon ",
        "place b2",
        "done",
    ],
)
def test_an_illegal_decision_is_answered_with_the_legal_ones(decision: int | str) -> None:
    game = table({"a1": "m1 ?", "c1": "m2 ?"})
    assert refusal(game, decision).endswith(". Legal: pick a1; pick c1.")


def test_a_refusal_lists_only_the_first_legal_decisions() -> None:
    game = placing("", "m1")
    assert refusal(game, "discard").endswith(
        "Legal: place a1; place b1; place c1; place d1; place e1; place f1; and 18 more."
    )


@pytest.mark.parametrize("decision", ["done", 0, "pick a1", "nonsense"])
def test_decisions_are_refused_when_the_game_is_over(decision: int | str) -> None:
    assert "over" in refusal(TABLES["over"](), decision)


@pytest.mark.parametrize("decision", [None, True, 1.0, b"done", ["done"], {"done": 1}])
def test_a_decision_that_is_neither_text_nor_number_is_refused(decision: Any) -> None:
    refusal(TABLES["end"](), decision)


# --------------------------------------------------------------------------------------------------------- synonyms


@pytest.mark.rule("DC-19")
def test_either_of_two_identical_tiles_can_be_named() -> None:
    game = placing("", "s4", "s4")
    assert all(not move.startswith("place second") for move in game.moves())
    assert game.number("place second c3") == game.number("place c3")
    play(game, "place second c3")
    assert game.text(game.decisions[-1]) == "place c3"
    assert (stacks(game), game.position()["held"]) == ({"c3": "s4"}, ["soldiers_4"])


@pytest.mark.rule("DC-19")
def test_two_different_tiles_are_distinct_decisions() -> None:
    first, second = placing("", "s4", "s5"), placing("", "s4", "s5")
    assert moves(first, "place") == {*moves(first, "place second")} | {
        f"second {space}" for space in moves(first, "place second")
    }
    play(first, "place c3")
    play(second, "place second c3")
    assert (stacks(first), first.position()["held"]) == ({"c3": "s4"}, ["soldiers_5"])
    assert (stacks(second), second.position()["held"]) == ({"c3": "s5"}, ["soldiers_4"])


@pytest.mark.rule("DC-19")
def test_place_second_is_refused_with_one_tile_left() -> None:
    game = placing("", "s4")
    assert "You have only one tile to place." in refusal(game, "place second c3")


@pytest.mark.rule("DC-S1")
def test_a_group_of_beauty_can_be_named_by_any_of_its_spaces() -> None:
    drawing = "m1 s1 f1 .\n. . m1 .\ns2 f2 m2 s2"
    for space in ("a1", "b1", "c1", "c2"):
        game = play(spirited("beauty", drawing), "spirit beauty pay shrine")
        assert moves(game, "consolidate") == {"a1", "a3"}
        play(game, f"consolidate {space}")
        assert game.text(game.decisions[-1]) == "consolidate a1"
        assert stacks(game) == dict.fromkeys(("a1", "b1", "c1", "c2"), "x") | {
            "a3": "s2",
            "b3": "f2",
            "c3": "m2",
            "d3": "s2",
        }


@pytest.mark.rule("DC-S10")
def test_a_group_of_cunning_can_be_named_by_any_of_its_spaces() -> None:
    for space in ("b1", "b2", "a2"):
        game = play(spirited("cunning", ". W1\nW2 W3 . S1 S2 S3"), "spirit cunning pay shrine")
        assert moves(game, "consolidate") == {"b1", "d2"}
        play(game, f"consolidate {space.upper()}")
        assert game.text(game.decisions[-1]) == "consolidate b1"


@pytest.mark.rule("DC-S1", "DC-S10")
@pytest.mark.parametrize("space", ["d1", "e1", "f4", "h8"])
def test_consolidating_a_space_outside_all_groups_is_refused(space: str) -> None:
    game = play(spirited("cunning", "W1 W2 W3 m1 x"), "spirit cunning pay shrine")
    assert refusal(game, f"consolidate {space}").endswith(". Legal: consolidate a1.")


@pytest.mark.rule("DC-S1")
def test_consolidating_a_group_too_small_for_beauty_is_refused() -> None:
    game = play(spirited("beauty", "m1 s1 f1 m1\n. . .\ns2 f2 m2"), "spirit beauty pay shrine")
    assert refusal(game, "consolidate b3").endswith(". Legal: consolidate a1.")


def test_consolidate_is_refused_before_cunning_is_activated() -> None:
    game = spirited("cunning", "W1 W2 W3")
    assert "You cannot Consolidate a group now" in refusal(game, "consolidate a1")
    assert "You cannot Consolidate a group now" in refusal(game, "consolidate b1")


# -------------------------------------------------------------------------------------------------- illegal decisions


@settings(deadline=None, max_examples=60 if JIT else 15, derandomize=True, database=None)
@given(
    st.sampled_from(sorted(TABLES)),
    st.lists(st.one_of(st.integers(-3, DECISIONS + 3), st.sampled_from(sorted(EVERY_TEXT))), min_size=1, max_size=25),
)
def test_an_illegal_decision_is_refused_and_changes_nothing(name: str, attempts: list[int | str]) -> None:
    game = TABLES[name]()
    before, record, legal = game.position(), game.record(), set(game.moves())
    groups = {"placement": "place second", "beauty": "consolidate", "cunning": "consolidate"}
    for attempt in attempts:
        text = game.text(attempt) if isinstance(attempt, int) and 0 <= attempt < DECISIONS else str(attempt)
        if text in legal or text.startswith(groups.get(name, "nothing")):
            continue
        with pytest.raises(DecisionError) as problem:
            game.play(attempt)
        assert str(problem.value).endswith(".")
        assert game.over or problem.value.reason("en") or f'"{attempt}"' in str(problem.value)
    assert game.position() == before
    assert game.record() == record
