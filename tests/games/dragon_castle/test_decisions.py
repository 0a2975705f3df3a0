"""Decisions of Dragon Castle as text: what is understood, what is not, and what means the same."""

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
"""How many numbers of decisions there are."""


def refusal(made: Table, decision: int | str) -> str:
    """What is said about a decision, which changes nothing."""
    before = made.record()
    with pytest.raises(DecisionError) as problem:
        made.play(decision)
    assert made.record() == before
    assert problem.value.text("it") != str(problem.value)
    return str(problem.value)


# --------------------------------------------------------------------------------------------------------- as text


def test_every_number_has_a_text_of_its_own_which_reads_back() -> None:
    texts = [actions.to_text(number) for number in range(DECISIONS)]
    assert [actions.from_text(text) for text in texts] == list(range(DECISIONS))
    assert set(texts) == EVERY_TEXT
    assert len(texts) == len(EVERY_TEXT) == palatine.raw("dragon_castle").decisions


@pytest.mark.parametrize("name", TABLES)
def test_a_table_offers_numbers_and_texts_in_the_same_order(name: str) -> None:
    made = TABLES[name]()
    assert made.moves() == [made.text(number) for number in made.legal()]
    assert made.over or [made.number(text) for text in made.moves()] == made.legal()


@pytest.mark.parametrize(
    ("name", "said"),
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
def test_each_question_has_its_verb(name: str, said: str) -> None:
    assert [move for move in TABLES[name]().moves() if not move.startswith("spirit")] == said.split(", ")


blanks = st.text(alphabet=" \t\n\u00a0\u2003", min_size=1, max_size=3)


@settings(deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(sorted(EVERY_TEXT)), blanks, blanks, st.sampled_from([str.upper, str.title, str.capitalize, str])
)
def test_case_and_blanks_do_not_matter(text: str, around: str, between: str, case: Any) -> None:
    assert actions.from_text(case(around + between.join(text.split(" ")) + around)) == actions.from_text(text)


def test_a_text_in_other_letters_is_played_as_the_one_that_was_meant() -> None:
    made = table({"a1": "m1", "c1": "m1", "e1": "s1"})
    play(made, "  PICK\tA1 ", "Pair  c1", "\nPlace\u00a0Second B2 ", "place A1")
    assert [made.text(number) for number in made.decisions] == ["pick a1", "pair c1", "place b2", "place a1"]
    assert stacks(made) == {"b2": "m1", "a1": "m1"}


@pytest.mark.parametrize(
    "text", ["", "   ", "sing", "over", "1", "-1", "a1", "picks a1", "donee", "second b2", "go on"]
)
def test_an_unknown_verb_is_answered_with_examples(text: str) -> None:
    said = refusal(table(), text)
    assert said.startswith(f'"{text}" is not understood. Decisions are like "pick c4", "pair d4", "shrine", ')


@pytest.mark.parametrize("verb", AFTER_VERB)
@pytest.mark.parametrize(
    "after", ["", " ", " nonsense", " a0", " q1", " a13", " 1a", " a-1", " a1 a1", " \u00b2", " second"]
)
def test_a_known_verb_with_nonsense_is_answered_with_an_example_of_that_verb(verb: str, after: str) -> None:
    with pytest.raises(DecisionError) as problem:
        actions.from_text(verb + after)
    head, _, example = str(problem.value).partition(" comes something else, like ")
    assert head == f'"{verb}{after}" is not understood: after "{verb}"'
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
def test_what_comes_near_a_decision_is_refused_with_a_sentence(text: str) -> None:
    said = refusal(table(), text)
    assert said.startswith(f'"{text}" is not understood: after "{text.split()[0]}" comes something else, like "')


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
def test_what_is_understood_but_not_legal_is_answered_with_what_is_legal(decision: int | str) -> None:
    made = table({"a1": "m1 ?", "c1": "m2 ?"})
    assert refusal(made, decision).endswith(". Legal: pick a1; pick c1.")


def test_of_many_legal_decisions_the_first_few_are_told() -> None:
    made = placing("", "m1")
    assert refusal(made, "discard").endswith(
        "Legal: place a1; place b1; place c1; place d1; place e1; place f1; and 18 more."
    )


@pytest.mark.parametrize("decision", ["done", 0, "pick a1", "nonsense"])
def test_nothing_can_be_decided_when_the_game_is_over(decision: int | str) -> None:
    assert "over" in refusal(TABLES["over"](), decision)


@pytest.mark.parametrize("decision", [None, True, 1.0, b"done", ["done"], {"done": 1}])
def test_what_is_neither_text_nor_number_is_no_decision(decision: Any) -> None:
    refusal(TABLES["end"](), decision)


# ---------------------------------------------------------------------------------------------- which mean the same


@pytest.mark.rule("DC-19")
def test_of_two_identical_tiles_either_may_be_told() -> None:
    made = placing("", "s4", "s4")
    assert all(not move.startswith("place second") for move in made.moves())
    assert made.number("place second c3") == made.number("place c3")
    play(made, "place second c3")
    assert made.text(made.decisions[-1]) == "place c3"
    assert (stacks(made), made.position()["held"]) == ({"c3": "s4"}, ["soldiers_4"])


@pytest.mark.rule("DC-19")
def test_two_different_tiles_are_told_apart() -> None:
    first, second = placing("", "s4", "s5"), placing("", "s4", "s5")
    assert moves(first, "place") == {*moves(first, "place second")} | {
        f"second {space}" for space in moves(first, "place second")
    }
    play(first, "place c3")
    play(second, "place second c3")
    assert (stacks(first), first.position()["held"]) == ({"c3": "s4"}, ["soldiers_5"])
    assert (stacks(second), second.position()["held"]) == ({"c3": "s5"}, ["soldiers_4"])


@pytest.mark.rule("DC-19")
def test_with_one_tile_left_there_is_no_second() -> None:
    made = placing("", "s4")
    assert "You have only one tile to place." in refusal(made, "place second c3")


@pytest.mark.rule("DC-S1")
def test_a_group_of_beauty_may_be_told_by_any_of_its_spaces() -> None:
    drawing = "m1 s1 f1 .\n. . m1 .\ns2 f2 m2 s2"
    for space in ("a1", "b1", "c1", "c2"):
        made = play(spirited("beauty", drawing), "spirit beauty pay shrine")
        assert moves(made, "consolidate") == {"a1", "a3"}
        play(made, f"consolidate {space}")
        assert made.text(made.decisions[-1]) == "consolidate a1"
        assert stacks(made) == dict.fromkeys(("a1", "b1", "c1", "c2"), "x") | {
            "a3": "s2",
            "b3": "f2",
            "c3": "m2",
            "d3": "s2",
        }


@pytest.mark.rule("DC-S10")
def test_a_group_of_cunning_may_be_told_by_any_of_its_spaces() -> None:
    for space in ("b1", "b2", "a2"):
        made = play(spirited("cunning", ". W1\nW2 W3 . S1 S2 S3"), "spirit cunning pay shrine")
        assert moves(made, "consolidate") == {"b1", "d2"}
        play(made, f"consolidate {space.upper()}")
        assert made.text(made.decisions[-1]) == "consolidate b1"


@pytest.mark.rule("DC-S1", "DC-S10")
@pytest.mark.parametrize("space", ["d1", "e1", "f4", "h8"])
def test_a_space_outside_of_all_groups_means_nothing(space: str) -> None:
    made = play(spirited("cunning", "W1 W2 W3 m1 x"), "spirit cunning pay shrine")
    assert refusal(made, f"consolidate {space}").endswith(". Legal: consolidate a1.")


@pytest.mark.rule("DC-S1")
def test_a_group_too_small_for_beauty_means_nothing() -> None:
    made = play(spirited("beauty", "m1 s1 f1 m1\n. . .\ns2 f2 m2"), "spirit beauty pay shrine")
    assert refusal(made, "consolidate b3").endswith(". Legal: consolidate a1.")


def test_a_group_is_only_consolidated_when_it_is_asked_for() -> None:
    made = spirited("cunning", "W1 W2 W3")
    assert "You cannot Consolidate a group now" in refusal(made, "consolidate a1")
    assert "You cannot Consolidate a group now" in refusal(made, "consolidate b1")


# ------------------------------------------------------------------------------------------------------- illegal ones


@settings(deadline=None, max_examples=60 if JIT else 15, derandomize=True, database=None)
@given(
    st.sampled_from(sorted(TABLES)),
    st.lists(st.one_of(st.integers(-3, DECISIONS + 3), st.sampled_from(sorted(EVERY_TEXT))), min_size=1, max_size=25),
)
def test_an_illegal_decision_is_refused_and_changes_nothing(name: str, attempts: list[int | str]) -> None:
    made = TABLES[name]()
    before, record, legal = made.position(), made.record(), set(made.moves())
    groups = {"placement": "place second", "beauty": "consolidate", "cunning": "consolidate"}
    for attempt in attempts:
        text = made.text(attempt) if isinstance(attempt, int) and 0 <= attempt < DECISIONS else str(attempt)
        if text in legal or text.startswith(groups.get(name, "nothing")):
            continue
        with pytest.raises(DecisionError) as problem:
            made.play(attempt)
        assert str(problem.value).endswith(".")
        assert made.over or problem.value.reason("en") or f'"{attempt}"' in str(problem.value)
    assert made.position() == before
    assert made.record() == record
