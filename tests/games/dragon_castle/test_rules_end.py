"""The numbered rules of Dragon Castle: the end of the game, the final score, ties (DC-30 to DC-33)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dragon_castle.positions import castle_tops, moves, play, points, realm, stacks, table
from palatine.core.table import Table

TRIGGERS = [
    pytest.param(players, start, trigger, id=f"{players} players, {start} first, {trigger} takes it")
    for players in (2, 3, 4)
    for start in range(players)
    for trigger in range(players)
]


def outcome(game: Table) -> dict[str, Any]:
    result = game.result()
    assert result is not None
    return result


# ----------------------------------------------------------------------------------------------- Summon the Dragon


@pytest.mark.rule("DC-30")
@pytest.mark.parametrize(
    ("castle", "offered"),
    [
        ({"a1": "m1", "c1": "m2"}, True),
        ({"a1": "m1", "c1": "m2 ?"}, False),
        ({"a1": "m1", "c1": "m2 ? ?"}, False),
        ({}, True),
    ],
)
def test_summon_is_an_action_when_only_the_ground_floor_is_left(castle: dict[str, str], offered: bool) -> None:
    assert ("summon" in table(castle).moves()) == offered


@pytest.mark.rule("DC-30")
def test_other_actions_are_still_legal_when_summon_is() -> None:
    game = table({"a1": "m1", "c1": "m1"})
    assert set(game.moves()) == {"pick a1", "pick c1", "summon"}
    play(game, "pick a1")
    assert set(game.moves()) == {"pair c1", "shrine", "discard"}


@pytest.mark.rule("DC-30")
def test_with_no_tiles_left_summon_is_the_only_action() -> None:
    assert table({}).moves() == ["summon"]


@pytest.mark.rule("DC-30")
def test_summon_takes_a_token_worth_two_points() -> None:
    game = play(table({"a1": "m1"}), "summon")
    position = game.position()
    assert ([each["tokens"] for each in position["realms"]], position["countdown"]) == ([1, 0], 6)
    assert (points(game)["countdown"], game.totals()) == (2, [2, 0])
    assert (castle_tops(game), stacks(game)) == ({"a1": "m1"}, {})


@pytest.mark.rule("DC-30")
def test_summon_is_not_legal_after_a_tile_was_picked() -> None:
    """This turn takes the last tile of the second floor; only the next player may summon."""
    game = play(table({"a1": "m1 s1", "c1": "m2"}), "pick a1")
    assert set(game.moves()) == {"shrine", "discard"}
    play(game, "discard")
    assert (game.seat, "summon" in game.moves()) == (1, True)


@pytest.mark.rule("DC-30")
def test_a_player_can_summon_several_times() -> None:
    game = play(table({"a1": "m1"}, players=4), "summon", "pick a1", "discard", "summon", "summon", "summon")
    assert [each["tokens"] for each in game.position()["realms"]] == [2, 0, 1, 1]


# ------------------------------------------------------------------------------------------------- the final round


def before_the_last_token(players: int, start: int, seat: int, castle: dict[str, str] | None = None) -> Table:
    """Return a table where the next token is the one on "!"; one player took all the others."""
    owner = (seat + 1) % players
    realms = [realm("", tokens=players - 1 if each == owner else 0) for each in range(players)]
    return table(castle or {}, realms, players=players, start=start, seat=seat)


@pytest.mark.rule("DC-31", "DC-11")
@pytest.mark.parametrize(("players", "start", "trigger"), TRIGGERS)
def test_the_final_round_ends_with_the_player_right_of_the_first(players: int, start: int, trigger: int) -> None:
    game = before_the_last_token(players, start, trigger)
    turns = []
    while not game.over:
        turns.append(game.seat)
        game.play("summon")
    last = (start - 1) % players
    assert turns == [(trigger + i) % players for i in range((last - trigger) % players + 1)]
    assert turns[-1] == last
    assert game.position()["countdown"] == 7 - (players - 1) - len(turns)


@pytest.mark.rule("DC-31", "DC-11")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", [0, 1])
def test_a_new_round_begins_while_the_token_on_the_mark_remains(players: int, start: int) -> None:
    last = (start - 1) % players
    realms = [realm("", tokens=players - 2 if seat == last else 0) for seat in range(players)]
    game = play(table({}, realms, players=players, start=start, seat=last), "summon")
    assert (game.seat, game.position()["final_round"]) == (start, False)


@pytest.mark.rule("DC-31")
def test_the_position_shows_the_final_round() -> None:
    game = before_the_last_token(3, 0, 1)
    assert not game.position()["final_round"]
    assert play(game, "summon").position()["final_round"]


@pytest.mark.rule("DC-31")
def test_all_seven_tokens_can_be_taken() -> None:
    game = play(before_the_last_token(4, 2, 2), "summon", "summon", "summon", "summon")
    assert (game.over, game.position()["countdown"]) == (True, 0)
    assert [each["tokens"] for each in game.position()["realms"]] == [1, 1, 1, 4]


@pytest.mark.rule("DC-31")
def test_in_the_final_round_any_action_can_be_taken() -> None:
    game = play(before_the_last_token(3, 0, 0, {"a1": "m1", "c1": "m1", "e1": "s1"}), "summon")
    assert set(game.moves()) == {"pick a1", "pick c1", "pick e1", "summon"}
    play(game, "pick a1", "pair c1", "place a1", "place b1", "pick e1", "shrine", "place a1")
    assert (game.over, stacks(game, 1), stacks(game, 2)) == (True, {"a1": "m1", "b1": "m1"}, {"a1": "s1"})


@pytest.mark.rule("DC-31", "DC-20", "DC-24")
def test_the_last_turn_is_completed() -> None:
    realms = [realm("", tokens=2), realm("m1 m2 m3")]
    game = play(table({"a1": "m4"}, realms, seat=1), "pick a1", "shrine", "place d1")
    assert (game.over, game.seat) == (False, 1)
    play(game, "build a1")
    assert (game.over, game.totals()) == (True, [4, 3])


@pytest.mark.rule("DC-31")
def test_a_finished_game_has_no_decisions() -> None:
    game = play(before_the_last_token(2, 0, 1, {"a1": "m1", "c1": "m2"}), "summon")
    assert (game.over, game.moves(), game.position()["phase"], game.position()["seat"]) == (True, [], "over", None)


@pytest.mark.rule("DC-31", "DC-30")
def test_an_empty_castle_does_not_end_the_game() -> None:
    game = play(table({"a1": "m1"}, seat=1), "pick a1", "discard")
    assert (game.over, game.seat, game.moves()) == (False, 0, ["summon"])


# ------------------------------------------------------------------------------------------------------ final score


@pytest.mark.rule("DC-32")
def test_the_final_score_has_four_parts() -> None:
    earned = {"sets": 11, "dragon_sets": 2, "beauty": 1, "discards": 3}
    one = realm("x^2* m3^3 .\nx*", pool=4, tokens=3, **earned)
    options = {"dragons": "tranquility,majesty,fortitude"}
    game = table(None, [one], options=options, players=4)
    assert points(game) == earned | {
        "countdown": 6,
        "shrines": 3,
        "tranquility": 1,
        "majesty": 3,
        "fortitude": 2,
    }
    assert game.totals() == [17 + 6 + 3 + 6, 0, 0, 0]


@pytest.mark.rule("DC-32", "DC-33")
@pytest.mark.parametrize("winner", range(4))
def test_the_most_points_win(winner: int) -> None:
    """The others lead in everything else."""
    realms = [
        realm("", tokens=int(seat != 3), sets=9) if seat == winner else realm("x x* x", tokens=int(seat != 3), sets=7)
        for seat in range(4)
    ]
    game = play(table({}, realms, players=4, seat=3), "summon")
    assert outcome(game) == {
        "totals": [11 if seat == winner else 10 for seat in range(4)],
        "winners": [winner],
        "decided_by": "score",
    }


# -------------------------------------------------------------------------------------------------------------- ties


def at_the_end(*drawings: str | tuple[str, int]) -> Table:
    """Return a finished game: all but the last player have a token, and the last player takes the last one.

    A drawing can be given with points for sets.
    """
    realms = []
    for seat, given in enumerate(drawings):
        drawing, sets = (given, 0) if isinstance(given, str) else given
        realms.append(realm(drawing, tokens=int(seat < len(drawings) - 1), sets=sets))
    return play(table({}, realms, players=len(drawings), seat=len(drawings) - 1), "summon")


TIES = [
    pytest.param(["x", "x x"], [1], "face_down", id="more face down"),
    pytest.param(["x x", "x"], [0], "face_down", id="more face down, the other way"),
    pytest.param(["x x", "x^3"], [0], "face_down", id="stacks are counted, not tiles"),
    pytest.param(["x x", "x m1^4 m2^2"], [0], "face_down", id="face-up tiles do not count"),
    pytest.param([("x x", 1), "x* ."], [0], "face_down", id="stacks before Shrines"),
    pytest.param(["x* x", ("x", 1)], [0], "face_down", id="with a Shrine or without"),
    pytest.param(["x* x*", "x^2* x"], [0], "shrines", id="more Shrines"),
    pytest.param(["x^3* x x", "x* x^2* x"], [1], "shrines", id="more Shrines, the other way"),
    pytest.param(["x* m1", "x* s1"], [0, 1], "shared", id="nothing decides"),
    pytest.param(["", ""], [0, 1], "shared", id="empty Realms"),
    pytest.param(["x x x", ("x", 1), ("x x", 1)], [2], "face_down", id="only among those tied"),
    pytest.param(["x* x*", "x^2* x", "x^2* x"], [0], "shrines", id="one of three"),
    pytest.param(["x^2* x", "x* x*", "x* x*"], [1, 2], "shared", id="two of three"),
    pytest.param(["x* x", ("x x", 1), "x x", ("x", 1)], [0], "shrines", id="two of four by Shrines"),
    pytest.param(["x", "x", "x", "x"], [0, 1, 2, 3], "shared", id="all four"),
]


@pytest.mark.rule("DC-33")
@pytest.mark.parametrize(("drawings", "winners", "decided_by"), TIES)
def test_tie_breakers(drawings: list[str | tuple[str, int]], winners: list[int], decided_by: str) -> None:
    result = outcome(at_the_end(*drawings))
    assert len({result["totals"][seat] for seat in winners}) == 1
    assert (result["winners"], result["decided_by"]) == (winners, decided_by)


@pytest.mark.rule("DC-33")
def test_shrines_in_the_pool_break_no_tie() -> None:
    realms = [realm("x", tokens=1, pool=9), realm("x", pool=1)]
    assert outcome(play(table({}, realms, seat=1), "summon"))["winners"] == [0, 1]


@pytest.mark.rule("DC-30", "DC-31")
def test_tokens_and_turns_of_a_complete_endgame() -> None:
    """Three players; seat 1 starts and takes the token on the mark, so both others have a last turn."""
    game = table({"a1": "m1"}, players=3, seat=1, start=1)
    play(game, "summon", "pick a1", "discard", "summon")
    assert (game.seat, game.moves()) == (1, ["summon"])
    play(game, "summon")
    assert game.position()["final_round"]
    play(game, "summon", "summon")
    assert (game.over, game.position()["countdown"], game.totals()) == (True, 2, [4, 4, 3])
    assert moves(game, "pick") == set()
