"""The options of Dragon Castle: the cards in play (DC-12), the size of Realms, and the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import palatine
from palatine.core.check import chi_square_bound
from palatine.core.compiled import JIT
from palatine.games import BUILT_IN
from palatine.games.dragon_castle.castles import NAMES
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS

DRAWS = 100 if JIT else 25


def cards(kind: str, given: object, players: int = 2, seed: int = 1) -> list[str]:
    """Return the cards in play with an option set to `given`."""
    drawn: list[str] = palatine.new("dragon_castle", players=players, seed=seed, **{kind: given}).position()[kind]
    return drawn


def canonical(kind: str, given: object, players: int = 2) -> object:
    """Return the canonical value of an option set to `given`."""
    return BUILT_IN["dragon_castle"].settings(players, {kind: given}).options[kind]


def refusal(kind: str, given: object, players: int = 2) -> str:
    """Return the error message for a value of an option."""
    with pytest.raises(palatine.OptionError) as problem:
        BUILT_IN["dragon_castle"].settings(players, {kind: given})
    assert problem.value.text("it") != str(problem.value)
    return str(problem.value)


@pytest.mark.rule("DC-12")
@pytest.mark.parametrize("kind", ["spirits", "dragons"])
def test_one_card_of_each_kind_is_drawn_by_default_and_none_in_a_solo_game(kind: str) -> None:
    for players, expected in ((2, 1), (3, 1), (4, 1), (1, 0)):
        table = palatine.new("dragon_castle", players=players, seed=3)
        assert table.settings.options[kind] == str(expected)
        assert len(table.position()[kind]) == expected


@pytest.mark.rule("DC-12", "DC-2")
@pytest.mark.parametrize(("kind", "all_cards"), [("spirits", SPIRITS), ("dragons", DRAGONS)])
def test_the_chosen_number_of_different_cards_is_drawn(kind: str, all_cards: tuple[str, ...]) -> None:
    assert len(all_cards) == len(set(all_cards)) == 10
    for number in range(11):
        drawn = cards(kind, str(number), seed=number)
        assert len(drawn) == number
        assert drawn == [card for card in all_cards if card in drawn]


@pytest.mark.rule("DC-12")
@pytest.mark.parametrize(("kind", "all_cards"), [("spirits", SPIRITS), ("dragons", DRAGONS)])
def test_every_card_is_equally_likely(kind: str, all_cards: tuple[str, ...]) -> None:
    counts = Counter(cards(kind, "1", seed=seed)[0] for seed in range(DRAWS))
    counts.update(card for seed in range(DRAWS) for card in cards(kind, "3", seed=seed))
    assert set(counts) == set(all_cards)
    expected = sum(counts.values()) / len(all_cards)
    assert sum((counts[card] - expected) ** 2 / expected for card in all_cards) <= chi_square_bound(len(all_cards) - 1)


@pytest.mark.rule("DC-12")
@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("wind", "wind"),
        ("wind,change", "wind,change"),
        ("change,wind", "wind,change"),
        (" Change , WIND", "wind,change"),
        ("wind,wind", "wind"),
        (["change", "wind"], "wind,change"),
        (("Cunning", "beauty "), "beauty,cunning"),
        (",".join(reversed(SPIRITS)), ",".join(SPIRITS)),
    ],
)
def test_cards_can_be_named_in_any_order(given: Any, names: str) -> None:
    assert canonical("spirits", given) == names
    assert cards("spirits", given) == names.split(",")


@pytest.mark.rule("DC-12")
@pytest.mark.parametrize(("given", "number"), [(0, "0"), ("0", "0"), ([], "0"), (3, "3"), ("10", "10"), (" 2 ", "2")])
def test_a_number_of_cards_may_be_given_in_several_forms(given: Any, number: str) -> None:
    assert canonical("dragons", given) == number
    assert len(cards("dragons", given)) == int(number)


@pytest.mark.rule("DC-12")
def test_named_cards_are_in_play_with_any_seed() -> None:
    assert all(cards("dragons", "harmony,power", seed=seed) == ["power", "harmony"] for seed in range(5))


NO_CARDS: list[Any] = [
    *("", " ", ",", "wind,", "wind,,change", "harmony", "wind harmony", "wind;change", "one", "1,2", "wind,1", "drawn"),
    *(
        "11",
        "-1",
        "01",
        "1.0",
        "\u0661",
        "\u00b2",
        11,
        -1,
        10**30,
        True,
        False,
        None,
        1.0,
        b"wind",
        {"wind": 1},
        {"wind"},
    ),
    *(["wind", 3], [["wind"]], [None], "x" * 100_000, ["wind"] * 3 + ["storm"]),
]


@pytest.mark.parametrize("given", NO_CARDS, ids=lambda given: repr(given)[:30])
def test_a_value_that_names_no_spirits_is_refused(given: Any) -> None:
    message = refusal("spirits", given)
    assert message.startswith(
        "Option spirits takes the number of cards to draw, or names of cards separated by commas, not "
    )
    assert len(message) < 400


def test_an_unknown_card_is_answered_with_all_cards_nearest_first() -> None:
    message = refusal("dragons", "harmonie")
    assert "not 'harmonie'. Known: harmony, humility, righteousness, " in message
    assert all(dragon in message for dragon in DRAGONS)


@pytest.mark.rule("DC-41")
@pytest.mark.parametrize("given", ["power", "harmony,power", ["Power"], ",".join(DRAGONS)])
def test_power_is_refused_in_a_solo_game(given: Any) -> None:
    assert "power" in cards("dragons", given)
    assert refusal("dragons", given, players=1).startswith("power compares neighbours")


@pytest.mark.rule("DC-41")
def test_power_is_never_drawn_in_a_solo_game() -> None:
    assert cards("dragons", "9", players=1) == [card for card in DRAGONS if card != "power"]
    assert all("power" not in cards("dragons", "5", players=1, seed=seed) for seed in range(20))
    assert any("power" in cards("dragons", "5", players=2, seed=seed) for seed in range(20))
    assert refusal("dragons", "10", players=1) == "Option dragons: at most 9 cards can be drawn, not 10."


@pytest.mark.rule("DC-41")
def test_all_spirits_can_be_in_play_in_a_solo_game() -> None:
    assert cards("spirits", "10", players=1) == [*SPIRITS]


def test_the_description_lists_the_options_and_their_values() -> None:
    description = palatine.games()["dragon_castle"]
    assert description["players"] == [1, 2, 3, 4]
    assert list(description["options"]) == [
        "spirits",
        "dragons",
        "realm_columns",
        "realm_rows",
        "start_player",
        "castle",
    ]
    assert description["options"]["spirits"]["values"] == [*map(str, range(11)), *SPIRITS]
    assert description["options"]["dragons"]["values"] == [*map(str, range(11)), *DRAGONS]
    assert description["options"]["castle"]["values"] == [*NAMES]


@pytest.mark.rule("DC-3")
@pytest.mark.parametrize(("option", "words"), [("realm_columns", ("4", "6", "8")), ("realm_rows", ("4", "6", "8"))])
def test_a_realm_has_an_even_number_of_rows_and_columns(option: str, words: tuple[str, ...]) -> None:
    for word in words:
        assert canonical(option, word) == canonical(option, int(word)) == word
    for wrong in ("2", "5", "10", 7, "six", None):
        assert refusal(option, wrong).startswith(f"Option {option} takes '4', '6', or '8', not ")


@pytest.mark.rule("DC-12")
def test_equivalent_spellings_of_options_give_identical_tables() -> None:
    tables = [
        palatine.new("dragon_castle", players=3, seed=5, spirits=spirits, dragons=dragons)
        for spirits, dragons in (("wind,change", "2"), (["CHANGE", "wind"], 2))
    ]
    assert tables[0].position() == tables[1].position()
    assert tables[0].record() == tables[1].record()
    assert tables[0].commitment() == tables[1].commitment()
    assert palatine.load(tables[1].record()).position() == tables[0].position()
