"""Decisions of In the Year of the Dragon as text: which are understood, and which mean the same."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palatine
from games.year_of_the_dragon.positions import (
    ACTIONS,
    TYPES,
    acting,
    before_event,
    choosing_person,
    court,
    palaces_of,
    play_all,
    table_at,
    tiles_at_first,
)
from palatine import DecisionError
from palatine.core.table import Table
from palatine.games.year_of_the_dragon import actions

TILES = tuple(tiles_at_first(2))
PALACE_NUMBERS = range(1, 31)
PERSONS = [f"{number} {tile}" for number in PALACE_NUMBERS for tile in TILES]
PAIRS = list(itertools.combinations(TYPES, 2))
AFTER_VERB: dict[str, list[Any]] = {
    "draft": [f"{first} {second}" for first, second in PAIRS],
    "house": [*PALACE_NUMBERS],
    "act": [f"{group} {action}" for group in range(1, 6) for action in (*ACTIONS, "wall")],
    "buy": ["small", "large"],
    "build": [*PALACE_NUMBERS, "new"],
    "play": [*TYPES, "wild"],
    "take": [*TILES],
    "release": PERSONS,
    "replace": PERSONS,
    "lay": ["rice", "firework", "yuan", "floor", "points", "spaces"],
    "collapse": [*PALACE_NUMBERS],
    "return": ["yuan", "rice", "firework"],
    "discard": [*TYPES, "wild"],
    "charter": [*TYPES],
}
EVERY_TEXT = {"pass", "let go", *(f"{verb} {after}" for verb, known in AFTER_VERB.items() for after in known)}
DECISIONS = 1124
"""The number of decisions."""


def test_texts_are_unique_and_read_back() -> None:
    texts = [actions.to_text(number) for number in range(DECISIONS)]
    assert [actions.from_text(text) for text in texts] == list(range(DECISIONS))
    assert set(texts) == EVERY_TEXT
    assert len(texts) == len(EVERY_TEXT) == palatine.raw("year_of_the_dragon").decisions


def test_numbers_and_texts_are_offered_in_the_same_order() -> None:
    table = palatine.new("year_of_the_dragon", players=5, seed=4, great_wall=True)
    while not table.over:
        assert table.moves() == [table.text(number) for number in table.legal()]
        assert [table.number(text) for text in table.moves()] == table.legal()
        table.play(table.legal()[len(table.decisions) % len(table.legal())])


blanks = st.text(alphabet=" \t\n\u00a0\u2003", min_size=1, max_size=3)


@settings(deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(sorted(EVERY_TEXT)), blanks, blanks, st.sampled_from([str.upper, str.title, str.capitalize, str])
)
def test_case_and_spacing_do_not_matter(text: str, around: str, between: str, case: Any) -> None:
    number = actions.from_text(text)
    assert actions.from_text(case(around + between.join(text.split(" ")) + around)) == number
    assert actions.from_text(case(text.replace("_", "-"))) == number
    assert actions.from_text(case(text.replace("_", between))) == number


def test_a_decision_is_played_whatever_its_case_and_spacing() -> None:
    table = choosing_person(court("2", hand=["monk", "tax_collector"]), court("2"))
    play_all(table, "  PLAY\tTax-Collector ", "Take  TAX_collector", "HOUSE 1\n")
    assert palaces_of(table, 0) == ["2 tax_collector"]
    assert [table.text(number) for number in table.decisions] == [
        *("play tax_collector", "take tax_collector", "house 1")
    ]


@pytest.mark.rule("YD-7")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_pair_can_be_typed_in_either_order(first: str, second: str) -> None:
    tables = [palatine.new("year_of_the_dragon", players=3, seed=2) for _ in range(2)]
    tables[0].play(f"draft {first} {second}")
    tables[1].play(f"Draft {second.replace('_', '-')}  {first}")
    assert tables[0].decisions == tables[1].decisions
    assert tables[0].position() == tables[1].position()


NOT_UNDERSTOOD = 'is not understood. Decisions are like "act 1 taxes", "pass", "play monk"'


@pytest.mark.parametrize("text", ["", "   ", "sing", "over", "1", "-1", "passe", "let", "let it go", "go"])
def test_unknown_verbs_are_refused_with_examples(text: str) -> None:
    table = acting(court("2"), court("2"))
    before = table.record()
    with pytest.raises(DecisionError) as error:
        table.play(text)
    assert str(error.value).startswith(f'"{text}" {NOT_UNDERSTOOD}')
    assert table.record() == before


@pytest.mark.parametrize("verb", AFTER_VERB)
@pytest.mark.parametrize("after", ["", " ", " nonsense", " 0", " 31", " -1", " 1.5", " ²", " 1 1 1", " emperor 1"])
def test_a_verb_with_nonsense_is_refused_with_an_example_of_that_verb(verb: str, after: str) -> None:
    text = verb + after
    with pytest.raises(DecisionError) as error:
        actions.from_text(text)
    head, _, example = str(error.value).partition(" is followed by something else, as in ")
    assert head == f'"{text}" is not understood: "{verb}"'
    assert example.removeprefix('"').removesuffix('".') in {f"{verb} {known}" for known in AFTER_VERB[verb]}


@pytest.mark.parametrize(
    "text",
    [
        *("act 0 taxes", "act 6 taxes", "act 1", "act taxes", "act taxes 1", "act 1 sleep", "act 1 taxes taxes", "act 01 taxes"),
        *("draft monk", "draft monk monk", "draft monk scholar healer", "draft younger_monk scholar", "draft monk wild"),
        *("release craftsman 1", "release 1", "release 1 monk", "release 1 wild", "release 31 craftsman"),
        *("replace 0 craftsman", "replace 1 emperor", "replace let go", "build 0", "build old", "build new 1"),
        *("house 31", "house one", "house new", "collapse 0", "collapse new", "take monk", "take wild", "take younger_craftsman"),
        *("play younger_monk", "play two wilds", "discard older_monk", "charter wild", "buy medium", "buy", "lay brick"),
        *("return coin", "return fireworks", "return 1 rice"),
    ],
)  # fmt: skip
def test_near_misses_are_refused_with_a_sentence(text: str) -> None:
    table = acting(court("2 craftsman"), court("2"))
    before = table.record()
    with pytest.raises(DecisionError, match=f'^"{text}" is not understood: "{text.split()[0]}" is followed by'):
        table.play(text)
    assert table.record() == before


@pytest.mark.parametrize("decision", [-1, 0, 35, DECISIONS, 10**20, "let go", "pass ", "build new", "act 2 taxes"])
def test_illegal_decisions_are_refused_with_what_is_legal(decision: int | str) -> None:
    table = choosing_person(court("2", hand=["monk", "wild"]), court("2"))
    before = table.record()
    with pytest.raises(DecisionError, match=r" Legal: play monk; play wild\.$") as error:
        table.play(decision)
    outside = isinstance(decision, int) and not 0 <= decision < DECISIONS
    reason = f'"{decision}" is not legal now.' if outside else error.value.reason("en")
    assert str(error.value) == f"{reason} Legal: play monk; play wild."
    assert table.record() == before


# --------------------------------------------------------------------------------------------- palaces that are alike


def about_to_house() -> Table:
    courts = court("2 craftsman", "2", "2 craftsman", "2", hand=["monk"]), court("2")
    return play_all(choosing_person(*courts), "play monk", "take older_monk")


def about_to_build() -> Table:
    return play_all(acting(court("2 craftsman", "3", "2", "2 craftsman", "2"), court("2")), "act 1 build")


def about_to_replace() -> Table:
    crowd = court("2 craftsman court_lady", "1 craftsman", "2 court_lady craftsman", "1 craftsman", hand=["monk"])
    return play_all(choosing_person(crowd, court("2")), "play monk", "take older_monk")


def about_to_release() -> Table:
    crowd = court("2 craftsman court_lady", "1 craftsman", "2 court_lady craftsman", "1 craftsman", yuan=2)
    return play_all(before_event(crowd, court("2", yuan=4), event="tribute"), "pass")


def about_to_collapse() -> Table:
    shaken = court("2 craftsman", "2", "2 craftsman", "2")
    return play_all(
        before_event(shaken, court("2", yuan=9), event="peace", month=7, options={"super_event": "earthquake"}), "pass"
    )


@pytest.mark.parametrize(
    ("about_to", "offered", "same"),
    [
        (about_to_house, {"house 1", "house 2"}, {"house 3": "house 1", "house 4": "house 2"}),
        (
            about_to_build,
            {"build 1", "build 3", "build new"},
            {"build 4": "build 1", "build 5": "build 3"},
        ),
        (
            about_to_replace,
            {"replace 1 craftsman", "replace 1 court_lady", "replace 2 craftsman", "let go"},
            {
                "replace 3 craftsman": "replace 1 craftsman",
                "replace 3 court_lady": "replace 1 court_lady",
                "replace 4 craftsman": "replace 2 craftsman",
            },
        ),
        (
            about_to_release,
            {"release 1 craftsman", "release 1 court_lady", "release 2 craftsman"},
            {
                "release 3 craftsman": "release 1 craftsman",
                "release 3 court_lady": "release 1 court_lady",
                "release 4 craftsman": "release 2 craftsman",
            },
        ),
        (about_to_collapse, {"collapse 1", "collapse 2"}, {"collapse 3": "collapse 1", "collapse 4": "collapse 2"}),
    ],
)
def test_an_equal_palace_means_the_first(about_to: Any, offered: set[str], same: dict[str, str]) -> None:
    assert set(about_to().moves()) == offered
    for typed, meant in same.items():
        by_text, by_number, expected = about_to(), about_to(), about_to()
        by_text.play(typed.upper())
        by_number.play(actions.from_text(typed))
        expected.play(meant)
        assert by_text.position() == by_number.position() == expected.position()
        assert by_text.decisions == by_number.decisions == expected.decisions
        assert by_text.text(by_text.decisions[-1]) == meant


@pytest.mark.parametrize(
    ("about_to", "decision"),
    [
        *((about_to_house, f"house {number}") for number in (5, 6, 30)),
        (about_to_build, "build 2"),  # already three floors
        (about_to_build, "build 6"),
        (about_to_build, "house 3"),
        (about_to_replace, "replace 1 older_monk"),
        (about_to_replace, "replace 2 court_lady"),
        (about_to_replace, "replace 5 craftsman"),
        (about_to_replace, "release 1 craftsman"),
        (about_to_release, "release 4 court_lady"),
        (about_to_release, "release 5 craftsman"),
        (about_to_release, "let go"),
        (about_to_collapse, "collapse 5"),
        (about_to_collapse, "house 1"),
    ],
)
def test_missing_palaces_and_persons_are_refused(about_to: Any, decision: str) -> None:
    table = about_to()
    before = table.record()
    with pytest.raises(DecisionError, match=" Legal: "):
        table.play(decision)
    assert table.record() == before


@pytest.mark.rule("YD-27")
def test_in_a_drought_a_struck_palace_equals_no_other() -> None:
    alike = ["2 craftsman court_lady"] * 3
    homes = court(*alike, "1 craftsman")
    table = play_all(before_event(homes, court("2", yuan=3), event="drought"), "pass", "release 2 court_lady")
    # It means the first of the three.
    assert palaces_of(table, 0) == ["2 craftsman", *alike[1:], "1 craftsman"]
    assert table.moves() == ["release 2 craftsman", "release 2 court_lady", "release 4 craftsman"]
    with pytest.raises(DecisionError, match="Palace 1 has already lost a person in this drought"):
        table.play("release 1 craftsman")
    table.play("release 3 craftsman")
    assert palaces_of(table, 0) == ["2 craftsman", "2 court_lady", alike[2], "1 craftsman"]
    # The unsupplied palaces look alike now, but both have lost a person.
    assert table.moves() == ["release 3 craftsman", "release 3 court_lady", "release 4 craftsman"]


@pytest.mark.rule("YD-27")
def test_in_a_drought_only_unstruck_palaces_are_compared() -> None:
    homes = court("2 craftsman court_lady", "2 craftsman", "2 craftsman")
    table = play_all(before_event(homes, court("2", yuan=3), event="drought"), "pass", "release 1 court_lady")
    assert table.moves() == ["release 2 craftsman"]  # all three are alike now, but the first has lost a person
    with pytest.raises(DecisionError, match="Palace 1 has already lost a person in this drought"):
        table.play("release 1 craftsman")
    table.play("release 3 craftsman")
    assert palaces_of(table, 0) == ["2 craftsman", "2", "2 craftsman"]


def test_replacing_an_equal_is_offered_once_and_understood_for_every_palace() -> None:
    own = court("1 craftsman", "2 craftsman younger_monk", "1 craftsman")
    other = court("2", hand=["monk"], owed=1)
    table = table_at([own, other], stage="person", phase="replace", person="craftsman")
    assert table.moves() == ["replace 1 craftsman", "replace 2 younger_monk", "let go"]
    assert table.number("replace 2 craftsman") == table.number("replace 3 craftsman")
    table.play("replace 2 craftsman")
    assert palaces_of(table, 0) == ["1 craftsman", "2 craftsman younger_monk", "1 craftsman"]
