"""The numbered rules of Dragon Castle: the end of the game, the final score, ties (DC-30 to DC-33)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dragon_castle.positions import moves, play, points, realm, stacks, standing, table
from palatine.core.table import Table

TRIGGERS = [
    pytest.param(players, start, trigger, id=f"{players} players, {start} first, {trigger} takes it")
    for players in (2, 3, 4)
    for start in range(players)
    for trigger in range(players)
]


def outcome(made: Table) -> dict[str, Any]:
    result = made.result()
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
def test_the_other_actions_can_still_be_taken() -> None:
    made = table({"a1": "m1", "c1": "m1"})
    assert set(made.moves()) == {"pick a1", "pick c1", "summon"}
    play(made, "pick a1")
    assert set(made.moves()) == {"pair c1", "shrine", "discard"}


@pytest.mark.rule("DC-30")
def test_with_no_tiles_left_summon_is_the_only_action() -> None:
    assert table({}).moves() == ["summon"]


@pytest.mark.rule("DC-30")
def test_a_token_of_two_points_is_taken() -> None:
    made = play(table({"a1": "m1"}), "summon")
    position = made.position()
    assert ([each["tokens"] for each in position["realms"]], position["countdown"]) == ([1, 0], 6)
    assert (points(made)["countdown"], made.totals()) == (2, [2, 0])
    assert (standing(made), stacks(made)) == ({"a1": "m1"}, {})


@pytest.mark.rule("DC-30")
def test_one_cannot_summon_once_a_tile_is_taken() -> None:
    """The last tile of the second floor goes: the next player may summon, not this one."""
    made = play(table({"a1": "m1 s1", "c1": "m2"}), "pick a1")
    assert set(made.moves()) == {"shrine", "discard"}
    play(made, "discard")
    assert (made.seat, "summon" in made.moves()) == (1, True)


@pytest.mark.rule("DC-30")
def test_one_can_summon_several_times() -> None:
    made = play(table({"a1": "m1"}, players=4), "summon", "pick a1", "discard", "summon", "summon", "summon")
    assert [each["tokens"] for each in made.position()["realms"]] == [2, 0, 1, 1]


# ------------------------------------------------------------------------------------------------- the final round


def before_the_last_token(players: int, start: int, seat: int, castle: dict[str, str] | None = None) -> Table:
    """The token on "!" is the next one; the others were all taken by one player."""
    owner = (seat + 1) % players
    realms = [realm("", tokens=players - 1 if each == owner else 0) for each in range(players)]
    return table(castle or {}, realms, players=players, start=start, seat=seat)


@pytest.mark.rule("DC-31", "DC-11")
@pytest.mark.parametrize(("players", "start", "trigger"), TRIGGERS)
def test_play_goes_on_until_the_player_right_of_the_first_has_finished(players: int, start: int, trigger: int) -> None:
    made = before_the_last_token(players, start, trigger)
    turns = []
    while not made.over:
        turns.append(made.seat)
        made.play("summon")
    last = (start - 1) % players
    assert turns == [(trigger + i) % players for i in range((last - trigger) % players + 1)]
    assert turns[-1] == last
    assert made.position()["countdown"] == 7 - (players - 1) - len(turns)


@pytest.mark.rule("DC-31", "DC-11")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", [0, 1])
def test_with_the_token_on_the_mark_still_there_a_new_round_begins(players: int, start: int) -> None:
    last = (start - 1) % players
    realms = [realm("", tokens=players - 2 if seat == last else 0) for seat in range(players)]
    made = play(table({}, realms, players=players, start=start, seat=last), "summon")
    assert (made.seat, made.position()["final_round"]) == (start, False)


@pytest.mark.rule("DC-31")
def test_the_final_round_is_told() -> None:
    made = before_the_last_token(3, 0, 1)
    assert not made.position()["final_round"]
    assert play(made, "summon").position()["final_round"]


@pytest.mark.rule("DC-31")
def test_four_tokens_and_three_turns_are_all_seven_tokens() -> None:
    made = play(before_the_last_token(4, 2, 2), "summon", "summon", "summon", "summon")
    assert (made.over, made.position()["countdown"]) == (True, 0)
    assert [each["tokens"] for each in made.position()["realms"]] == [1, 1, 1, 4]


@pytest.mark.rule("DC-31")
def test_in_the_final_round_any_action_can_be_taken() -> None:
    made = play(before_the_last_token(3, 0, 0, {"a1": "m1", "c1": "m1", "e1": "s1"}), "summon")
    assert set(made.moves()) == {"pick a1", "pick c1", "pick e1", "summon"}
    play(made, "pick a1", "pair c1", "place a1", "place b1", "pick e1", "shrine", "place a1")
    assert (made.over, stacks(made, 1), stacks(made, 2)) == (True, {"a1": "m1", "b1": "m1"}, {"a1": "s1"})


@pytest.mark.rule("DC-31", "DC-20", "DC-24")
def test_the_last_turn_is_played_to_its_end() -> None:
    realms = [realm("", tokens=2), realm("m1 m2 m3")]
    made = play(table({"a1": "m4"}, realms, seat=1), "pick a1", "shrine", "place d1")
    assert (made.over, made.seat) == (False, 1)
    play(made, "build a1")
    assert (made.over, made.totals()) == (True, [4, 3])


@pytest.mark.rule("DC-31")
def test_when_the_game_is_over_nothing_is_asked() -> None:
    made = play(before_the_last_token(2, 0, 1, {"a1": "m1", "c1": "m2"}), "summon")
    assert (made.over, made.moves(), made.position()["phase"], made.position()["seat"]) == (True, [], "over", None)


@pytest.mark.rule("DC-31", "DC-30")
def test_an_empty_castle_alone_does_not_end_the_game() -> None:
    made = play(table({"a1": "m1"}, seat=1), "pick a1", "discard")
    assert (made.over, made.seat, made.moves()) == (False, 0, ["summon"])


# ------------------------------------------------------------------------------------------------------ final score


@pytest.mark.rule("DC-32")
def test_the_final_score_has_four_parts() -> None:
    earned = {"sets": 11, "dragon_sets": 2, "beauty": 1, "discards": 3}
    one = realm("x^2* m3^3 .\nx*", pool=4, tokens=3, **earned)
    options = {"dragons": "tranquility,majesty,fortitude"}
    made = table(None, [one], options=options, players=4)
    assert points(made) == earned | {
        "countdown": 6,
        "shrines": 3,
        "tranquility": 1,
        "majesty": 3,
        "fortitude": 2,
    }
    assert made.totals() == [17 + 6 + 3 + 6, 0, 0, 0]


@pytest.mark.rule("DC-32", "DC-33")
@pytest.mark.parametrize("winner", range(4))
def test_the_most_points_win(winner: int) -> None:
    """Whatever else the others have more of."""
    realms = [
        realm("", tokens=int(seat != 3), sets=9) if seat == winner else realm("x x* x", tokens=int(seat != 3), sets=7)
        for seat in range(4)
    ]
    made = play(table({}, realms, players=4, seat=3), "summon")
    assert outcome(made) == {
        "totals": [11 if seat == winner else 10 for seat in range(4)],
        "winners": [winner],
        "decided_by": "score",
    }


# -------------------------------------------------------------------------------------------------------------- ties


def at_the_end(*drawings: str | tuple[str, int]) -> Table:
    """All but the last player have a token; the last one takes the last token, and the game is over.

    Points that a Realm shall have besides are told with it.
    """
    realms = []
    for seat, told in enumerate(drawings):
        drawing, sets = (told, 0) if isinstance(told, str) else told
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
    pytest.param(["", ""], [0, 1], "shared", id="nothing at all"),
    pytest.param(["x x x", ("x", 1), ("x x", 1)], [2], "face_down", id="only among those tied"),
    pytest.param(["x* x*", "x^2* x", "x^2* x"], [0], "shrines", id="one of three"),
    pytest.param(["x^2* x", "x* x*", "x* x*"], [1, 2], "shared", id="two of three"),
    pytest.param(["x* x", ("x x", 1), "x x", ("x", 1)], [0], "shrines", id="two of four by Shrines"),
    pytest.param(["x", "x", "x", "x"], [0, 1, 2, 3], "shared", id="all four"),
]


@pytest.mark.rule("DC-33")
@pytest.mark.parametrize(("drawings", "winners", "decided_by"), TIES)
def test_ties(drawings: list[str | tuple[str, int]], winners: list[int], decided_by: str) -> None:
    result = outcome(at_the_end(*drawings))
    assert len({result["totals"][seat] for seat in winners}) == 1
    assert (result["winners"], result["decided_by"]) == (winners, decided_by)


@pytest.mark.rule("DC-33")
def test_shrines_in_the_pool_break_no_tie() -> None:
    realms = [realm("x", tokens=1, pool=9), realm("x", pool=1)]
    assert outcome(play(table({}, realms, seat=1), "summon"))["winners"] == [0, 1]


@pytest.mark.rule("DC-30", "DC-31")
def test_tokens_and_turns_of_a_whole_end_game() -> None:
    """Three players, the second of them first, who also takes the token on the mark: so both others have a last turn."""
    made = table({"a1": "m1"}, players=3, seat=1, start=1)
    play(made, "summon", "pick a1", "discard", "summon")
    assert (made.seat, made.moves()) == (1, ["summon"])
    play(made, "summon")
    assert made.position()["final_round"]
    play(made, "summon", "summon")
    assert (made.over, made.position()["countdown"], made.totals()) == (True, 2, [4, 4, 3])
    assert moves(made, "pick") == set()
