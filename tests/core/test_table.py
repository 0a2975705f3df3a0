"""The facade: creating tables, making decisions, and error messages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import palatine
from palatine.core.chance import commitment
from palatine.core.game import Game
from palatine.games import BUILT_IN
from palatine.games.kingdomino import actions, layout


def test_games_lists_players_and_options() -> None:
    description = palatine.games()["kingdomino"]
    assert description["players"] == [2, 3, 4]
    assert description["options"]["mighty_duel"] == {"default": False, "values": [False, True], "players": [2]}
    assert set(description["options"]) == {
        *("mighty_duel", "harmony", "middle_kingdom", "dynasty", "crown_tiebreak", "first_order", "three_player_deck")
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'. Known: kingdomino, year_of_the_dragon, and dragon_castle."),
        ({"game": 7}, "There is no game 7. Known: kingdomino, year_of_the_dragon, and dragon_castle."),
        ({"players": 5}, "Kingdomino is for 2, 3, or 4 players, not 5."),
        ({"players": 1}, "Kingdomino is for 2, 3, or 4 players, not 1."),
        ({"players": True}, "Kingdomino is for 2, 3, or 4 players, not True."),
        ({"players": "4"}, "Kingdomino is for 2, 3, or 4 players, not '4'."),
        ({"harmony": 1}, "Option harmony takes False or True, not 1."),
        ({"harmony": "yes"}, "Option harmony takes False or True, not 'yes'."),
        ({"players": 2, "first_order": "baab"}, "Option first_order takes 'drawn' or 'abba', not 'baab'."),
        ({"players": 3, "three_player_deck": 37}, "Option three_player_deck takes '48' or '36', not 37."),
        ({"players": 3, "mighty_duel": True}, "Option mighty_duel is for 2 players, not for 3."),
        ({"players": 4, "three_player_deck": "36"}, "Option three_player_deck is for 3 players, not for 4."),
        ({"seed": -1}, "or 64 hexadecimal digits; not -1."),
        ({"seed": 2**64}, f"or 64 hexadecimal digits; not {2**64}."),
        ({"seed": "lucky"}, "or 64 hexadecimal digits; not 'lucky'."),
        ({"seed": 1.5}, "or 64 hexadecimal digits; not 1.5."),
    ],
)
def test_invalid_settings_are_refused_with_the_valid_ones(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(palatine.OptionError) as problem:
        palatine.new(arguments.pop("game", "kingdomino"), **arguments)
    assert sentence in str(problem.value)


@pytest.mark.parametrize("words", ["6", "7"])
def test_a_choice_of_digits_accepts_numbers(words: str) -> None:
    tables = [palatine.new("year_of_the_dragon", seed=1, large_privilege=given) for given in (words, int(words))]
    assert tables[0].settings == tables[1].settings
    assert tables[0].position() == tables[1].position()
    assert tables[0].record() == tables[1].record()
    assert tables[0].commitment() == tables[1].commitment()
    assert tables[1].settings.options["large_privilege"] == words


@pytest.mark.parametrize("wrong", [True, 8, 7.0, -7, None, "seven", " 7", "07", [7]])
def test_a_choice_of_digits_refuses_other_kinds_of_numbers(wrong: Any) -> None:
    with pytest.raises(palatine.OptionError) as problem:
        palatine.new("year_of_the_dragon", large_privilege=wrong)
    assert str(problem.value) == f"Option large_privilege takes '6' or '7', not {wrong!r}."


def test_an_unknown_option_is_answered_with_the_nearest_name_first() -> None:
    with pytest.raises(palatine.OptionError) as problem:
        palatine.new("kingdomino", harmonie=True)
    assert 'has no option "harmonie". Known: harmony, mighty_duel' in str(problem.value)


def test_default_values_of_options_that_do_not_apply_are_accepted() -> None:
    table = palatine.new("kingdomino", players=4, seed=1, mighty_duel=False, first_order="drawn")
    assert table.settings.players == 4


def test_equal_seeds_give_equal_games_and_no_seed_a_new_one() -> None:
    assert palatine.new("kingdomino", seed=9).position() == palatine.new("kingdomino", seed=9).position()
    seeds = {palatine.new("kingdomino").seed for _ in range(4)}
    assert len(seeds) == 4


def test_a_hexadecimal_key_is_a_seed() -> None:
    table = palatine.new("kingdomino", seed="0F" * 32)
    assert table.seed == "0f" * 32
    assert table.position() == palatine.new("kingdomino", seed="0f" * 32).position()
    assert table.commitment() == commitment("kingdomino", 4, table.settings.options, "0f" * 32)
    assert palatine.position("kingdomino", table.position(), seed="0f" * 32).commitment() != table.commitment()


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        ("claim 49", "There is no domino 49; dominoes are numbered 1 to 48."),
        ("sing", '"sing" is not understood.'),
        ("discard", "Nothing to discard now: your king must claim a domino first. Legal: claim "),
        ("place 0,0 5,5", "two neighbouring squares"),
        (-1, '"-1" is not legal now.'),
        (100_000, '"100000" is not legal now.'),
        (True, "A decision is text or a whole number, not True."),
        (None, "A decision is text or a whole number, not None."),
        (1.0, "A decision is text or a whole number, not 1.0."),
    ],
)
def test_illegal_decisions_are_refused_with_the_legal_ones_and_change_nothing(decision: Any, sentence: str) -> None:
    table = palatine.new("kingdomino", players=4, seed=1)
    before = table.record()
    with pytest.raises(palatine.DecisionError) as problem:
        table.play(decision)
    assert sentence in str(problem.value)
    assert table.record() == before


def test_decisions_can_be_any_integer_type_and_text_in_any_case() -> None:
    table = palatine.new("kingdomino", players=4, seed=1)
    table.play(np.int64(table.legal()[0]))
    table.play(f"  CLAIM   {table.moves()[0].split()[1]} ")
    assert len(table.decisions) == 2


def test_nothing_can_be_played_after_the_end() -> None:
    table = palatine.new("kingdomino", players=2, seed=1)
    while not table.over:
        assert table.winners() == []
        assert table.result() is None
        table.play(table.legal()[-1])
    assert table.moves() == []
    with pytest.raises(palatine.DecisionError, match="The game is over"):
        table.play("claim 1")


def test_undo_is_allowed_only_in_the_same_turn_and_before_a_reveal() -> None:
    table = palatine.new("kingdomino", players=4, seed=1)
    assert not table.may_undo()
    with pytest.raises(palatine.DecisionError, match="no decision to undo"):
        table.undo()
    table.play(table.legal()[0])
    assert not table.may_undo()  # another seat decides now
    for _ in range(3):
        table.play(table.legal()[0])
    assert not table.may_undo()  # the next line was revealed
    before = table.position()
    table.play(table.legal()[0])  # places a domino; the same seat then claims
    assert table.may_undo()
    table.undo()
    assert table.position() == before
    assert len(table.decisions) == 4


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"phase": "sleep"}, "phase must be over, claim, or place, not 'sleep'"),
        ({"seat": 7}, "seat must be a seat from 0 to 1, not 7"),
        ({"players": 3}, "kingdoms must be a list of 3, not [{"),
        ({"game_number": 2}, "game_number must be a number from 1 to 1, not 2"),
        ({"first_order": [0, 0, 0, 1]}, "first_order must be the kings [0, 0, 1, 1] in some order"),
        ({"discarded": [99]}, "discarded[0] must be a domino from 1 to 48, not 99"),
        ({"current_line": "none"}, "current_line must be a list, not 'none'"),
        ({"deck": 3}, "deck must be 16, not 3"),
        ({"totals": [1, 2]}, "totals[0] must be 0, not 1"),
        ({"wind": "north"}, "there is no wind."),
        ({"kingdoms": [{"placed": []}]}, "kingdoms must be a list of 2"),
        (
            {"kingdoms": [{"placed": [{"domino": 4, "left": [0, 0], "right": [3, 0]}]}, {"placed": []}]},
            "two neighbouring",
        ),
        ({"options": []}, "options must be an object"),
        ({"game": "go"}, "not a position of kingdomino"),
    ],
)
def test_invalid_positions_are_refused_with_the_field(change: dict[str, Any], sentence: str) -> None:
    table = palatine.new("kingdomino", players=2, seed=3)
    for _ in range(4):
        table.play(table.legal()[0])
    with pytest.raises(palatine.PalatineError) as problem:
        palatine.position("kingdomino", table.position() | change)
    assert sentence in str(problem.value)


def test_a_domino_in_an_impossible_place_is_refused() -> None:
    table = palatine.new("kingdomino", players=2, seed=3)
    for _ in range(5):
        table.play(table.legal()[0])
    plain = {key: value for key, value in table.position().items() if key != "kingdoms"}
    kingdoms = [{"placed": kingdom["placed"]} for kingdom in table.position()["kingdoms"]]
    (piece,) = kingdoms[0]["placed"] + kingdoms[1]["placed"]
    piece["left"], piece["right"] = [3, 3], [4, 3]  # not connected
    with pytest.raises(palatine.PositionError, match=f"piece {piece['domino']} cannot be"):
        palatine.position("kingdomino", plain | {"kingdoms": kingdoms})


def test_a_missing_field_is_named() -> None:
    plain = palatine.new("kingdomino", players=2, seed=3).position()
    for name in ("players", "options"):
        with pytest.raises(palatine.PositionError, match=f"{name} is missing"):
            palatine.position("kingdomino", {key: value for key, value in plain.items() if key != name})
    del plain["next_line"]
    with pytest.raises(palatine.PositionError, match="next_line is missing"):
        palatine.position("kingdomino", plain)
    with pytest.raises(palatine.PositionError, match="not list"):
        palatine.position("kingdomino", [])


def test_loading_a_position_draws_only_hidden_fields() -> None:
    table = palatine.new("kingdomino", players=2, seed=3)
    ends = set()
    for seed in range(6):
        again = palatine.position("kingdomino", table.position(), seed=seed)
        assert again.position() == table.position()
        while not again.over:
            again.play(again.legal()[0])
        ends.add(str(again.position()))
    assert len(ends) == 6


def test_a_position_accepts_lists_in_any_order_and_doubles_either_way_round() -> None:
    table = palatine.new("kingdomino", players=2, seed=3, dynasty=True)
    while table.position()["game_number"] == 1 or len(table.decisions) % 48 < 21:
        table.play(table.legal()[-1])
    plain = table.position()
    doubles = 0
    for holder in [plain, *plain["past_games"]]:
        for kingdom in holder["kingdoms"]:
            kingdom.pop("squares", None)
            kingdom["placed"].reverse()
            for piece in kingdom["placed"]:
                if piece["domino"] <= 12:  # both squares are the same
                    piece["left"], piece["right"] = piece["right"], piece["left"]
                    doubles += 1
    assert doubles
    for key in ("current_line", "next_line", "discarded"):
        plain[key].reverse()
    assert palatine.position("kingdomino", plain).position() == table.position()


def test_the_first_order_of_a_position_must_match_its_option() -> None:
    plain = palatine.new("kingdomino", players=2, seed=3, first_order="abba").position()
    first = plain["first_order"][0]
    wrong = [first, first, 1 - first, 1 - first]
    with pytest.raises(palatine.PositionError, match=r"first_order must be .* or the other way round"):
        palatine.position("kingdomino", plain | {"first_order": wrong})


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=BUILT_IN)
def test_a_layout_lists_open_fields_then_hidden_ones_then_derived_values(game: Game) -> None:
    described = game.module("layout")
    fields = [name for name, *_ in described.OPEN_FIELDS + described.HIDDEN_FIELDS]
    assert fields == list(described.DTYPE.names)
    assert not set(fields) & set(described.DERIVED.names)  # both are fields of one object


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=BUILT_IN)
def test_observe_copies_only_the_open_fields(game: Game) -> None:
    """It copies every byte of the open fields and none of the hidden ones."""
    described, engine = game.module("layout"), palatine.raw(game.name)
    full, seen = engine.buffer(1), engine.buffer(1)
    full[:] = np.random.default_rng(1).integers(1, 256, full.shape)
    seen[:] = 7
    engine.observe(full, seen)
    for name, *_ in described.OPEN_FIELDS:
        assert np.array_equal(engine.view(seen[0])[name], engine.view(full[0])[name]), name
    for name, *_ in described.HIDDEN_FIELDS:
        assert not np.any(engine.view(seen[0])[name]), name


def test_decision_numbers_map_to_the_documented_texts() -> None:
    assert actions.to_text(0) == "claim 1"
    assert actions.to_text(47) == "claim 48"
    assert actions.to_text(48) == "discard"
    number = 49 + 4 * (13 * (2 + 6) + (-1 + 6)) + layout.SOUTH
    assert actions.to_text(number) == "place -1,2 -1,3"
    assert layout.DECISIONS == 725


@pytest.mark.parametrize(
    ("game", "text", "fields"),
    [
        ("kingdomino", "claim 12", {"kind": "claim", "domino": 12}),
        ("kingdomino", "discard", {"kind": "discard"}),
        ("kingdomino", "place 1,0 2,0", {"kind": "place", "left": [1, 0], "right": [2, 0]}),
        ("dragon_castle", "pick c4", {"kind": "pick", "space": "c4"}),
        ("dragon_castle", "pair d4", {"kind": "pair", "space": "d4"}),
        ("dragon_castle", "destroy p12", {"kind": "destroy", "space": "p12"}),
        ("dragon_castle", "place b2", {"kind": "place", "tile": "first", "space": "b2"}),
        ("dragon_castle", "place second b2", {"kind": "place", "tile": "second", "space": "b2"}),
        ("dragon_castle", "change b2 farmers", {"kind": "change", "space": "b2", "type": "farmers"}),
        ("dragon_castle", "done", {"kind": "done"}),
        ("dragon_castle", "spirit wind pay b2", {"kind": "spirit", "spirit": "wind", "pay": "tile", "space": "b2"}),
        ("dragon_castle", "spirit wind pay shrine", {"kind": "spirit", "spirit": "wind", "pay": "shrine"}),
        ("year_of_the_dragon", "draft monk scholar", {"kind": "draft", "types": ["monk", "scholar"]}),
        ("year_of_the_dragon", "house 2", {"kind": "house", "palace": 2}),
        ("year_of_the_dragon", "act 1 taxes", {"kind": "act", "group": 1, "action": "taxes"}),
        ("year_of_the_dragon", "pass", {"kind": "pass"}),
        ("year_of_the_dragon", "build new", {"kind": "build", "palace": None}),
        ("year_of_the_dragon", "take older_monk", {"kind": "take", "person": "older_monk"}),
        ("year_of_the_dragon", "release 1 craftsman", {"kind": "release", "palace": 1, "person": "craftsman"}),
        ("year_of_the_dragon", "let go", {"kind": "let_go"}),
        ("year_of_the_dragon", "return rice", {"kind": "return", "piece": "rice"}),
        ("year_of_the_dragon", "discard wild", {"kind": "discard", "card": "wild"}),
    ],
)
def test_the_fields_of_a_decision_are_plain_data(game: str, text: str, fields: dict[str, Any]) -> None:
    of_game = BUILT_IN[game].module("actions")
    assert of_game.fields(of_game.from_text(text)) == fields


def test_a_position_accepts_a_choice_as_a_number() -> None:
    position = palatine.new("year_of_the_dragon", players=2, seed=1, large_privilege=7).position()
    position["options"]["large_privilege"] = 7
    table = palatine.position("year_of_the_dragon", position, seed=1)
    assert table.position()["options"]["large_privilege"] == "7"


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_question_has_the_seat_of_every_decision(game: str) -> None:
    table = palatine.new(game, players=3, seed=4)
    seats: list[int] = []
    while table.seat is not None and len(seats) < 30:
        seats.append(table.seat)
        table.play(table.legal()[0])
    question = table.question()
    assert question.seats == tuple(seats)
    assert len(question.decisions) == len(seats)
    assert [table.decided_by(ply) for ply in range(len(seats))] == seats
    table.undo()
    assert table.question().seats == tuple(seats[:-1])
