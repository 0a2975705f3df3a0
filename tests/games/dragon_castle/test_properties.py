"""Invariants of Dragon Castle that hold in every game, with any options."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from games.dragon_castle.random_games import Plain, games, steps, turn_ended
from palatine.core.compiled import JIT
from palatine.games.dragon_castle.actions import REALM_NAMES
from palatine.games.dragon_castle.layout import PHASES, SYMBOLS_OF_TYPE, TILES, TYPES
from palatine.games.dragon_castle.options import SPIRITS

MOST_DECISIONS = 4000
"""An upper bound on the decisions of a game."""
TYPE_OF = {tile: kind for kind, symbols in zip(TYPES, SYMBOLS_OF_TYPE, strict=True) for tile in symbols}
ACTIONS = ("pair", "shrine", "discard", "summon")


def in_castle(position: Plain) -> int:
    return sum(entry["floor"] for entry in position["castle"])


def in_realms(position: Plain) -> int:
    return sum(stack["height"] for realm in position["realms"] for stack in realm["stacks"])


def in_hand(position: Plain) -> list[str]:
    """Return the tiles taken but not placed: the first one until its action is completed, and those held."""
    first = [position["first_tile"]["tile"]] if position["stage"] == "completion" else []
    return [*first, *position["held"]]


def tiles_left(position: Plain) -> int:
    """Return the number of tiles that have not left the game."""
    return in_castle(position) + in_realms(position) + len(in_hand(position))


def covered(position: Plain) -> Counter[str]:
    """Return the number of covered tiles on each space of the castle."""
    return Counter({entry["space"]: entry["floor"] - 1 for entry in position["castle"]})


def shrines_left(position: Plain) -> int:
    in_the_realms: int = sum(
        realm["shrine_pool"] + sum(stack["shrine"] for stack in realm["stacks"]) for realm in position["realms"]
    )
    return int(position["general_shrines"]) + in_the_realms


def is_full(position: Plain) -> bool:
    """Return True if the deciding seat's Realm has no place for a tile: every stack is face up or has a Shrine."""
    stacks = position["realms"][position["seat"]]["stacks"]
    spaces = int(position["options"]["realm_columns"]) * int(position["options"]["realm_rows"])
    return len(stacks) == spaces and all(stack["tile"] or stack["shrine"] for stack in stacks)


def sets_of_four(realm: Plain) -> list[set[str]]:
    """Return the connected groups of 4 or more face-up tiles of one type."""
    kinds = {stack["space"]: TYPE_OF[stack["tile"]] for stack in realm["stacks"] if stack["tile"]}
    found = []
    while kinds:
        start, kind = kinds.popitem()
        group, edge = {start}, [start]
        while edge:
            column, row = edge.pop()
            near = {f"{column}{int(row) + step}" for step in (-1, 1)} | {
                f"{chr(ord(column) + step)}{row}" for step in (-1, 1)
            }
            for space in near & kinds.keys():
                if kinds[space] == kind:
                    del kinds[space]
                    group.add(space)
                    edge.append(space)
        if len(group) >= 4:
            found.append(group)
    return found


@pytest.mark.skipif(not JIT, reason="fewer games are played with the JIT off")
def test_the_random_games_cover_every_phase_action_and_spirit() -> None:
    """Without this, the invariants below would prove little."""
    phases = {moment.position["phase"] for moments in games() for moment in moments}
    verbs = {moment.decision.split()[0] for moments in games() for moment in moments[1:]}
    assert phases == set(PHASES)
    assert verbs >= {
        *ACTIONS,
        "place",
        "build",
        "done",
        "flip",
        "lift",
        "drop",
        "consolidate",
        "change",
        "destroy",
        "spirit",
    }
    assert {moment.position["elegance"] for moments in games() for moment in moments} == {None, "owed", "satisfied"}
    assert any(is_full(moment.position) for moments in games() for moment in moments[:-1])
    assert any(realm["waiting"] for moments in games() for moment in moments for realm in moment.position["realms"])
    assert {moment.decision.split()[1] for moments in games() for moment in moments if "pay" in moment.decision} == {
        *SPIRITS
    }


@pytest.mark.rule("DC-1", "DC-18", "DC-28", "DC-S9")
def test_tiles_leave_the_game_only_by_discard_destruction_payment_or_lack_of_space() -> None:
    for moments in games():
        assert tiles_left(moments[0].position) == 116
    for before, after in steps():
        verb, *rest = after.decision.split()
        thrown = int(verb in ("discard", "destroy") or (verb == "spirit" and rest[-1] != "shrine"))
        lost = tiles_left(before.position) - tiles_left(after.position) - thrown
        if before.position["players"] == 1 and turn_ended(before, after):
            assert lost <= 2 + len(in_hand(before.position)) + (verb == "pair")  # the dummy takes up to 2
        elif lost:
            # The Realm had no space for them.
            assert is_full(before.position) or verb == "place"
            assert after.position["held"] == []
            assert lost <= len(in_hand(before.position)) + (verb == "pair")
        assert lost >= 0


@pytest.mark.rule("DC-1", "DC-5")
def test_there_are_at_most_four_copies_of_each_tile() -> None:
    for moments in games():
        assert sum(moments[0].position["unseen"].values()) + len(moments[0].position["castle"]) == 116
        for moment in moments:
            position = moment.position
            seen = Counter(entry["tile"] for entry in position["castle"])
            seen.update(stack["tile"] for realm in position["realms"] for stack in realm["stacks"] if stack["tile"])
            seen.update(in_hand(position))
            assert all(seen[tile] + position["unseen"][tile] <= 4 for tile in TILES)
            assert sum(position["unseen"].values()) == covered(position).total()


@pytest.mark.rule("DC-5")
def test_the_number_revealed_grows_by_the_tiles_uncovered() -> None:
    uncovered = 0
    for before, after in steps():
        fewer = covered(before.position) - covered(after.position)
        uncovered += fewer.total()
        assert after.revealed - before.revealed == fewer.total()
        no_longer: Counter[str] = Counter(before.position["unseen"]) - Counter(after.position["unseen"])
        assert not Counter(after.position["unseen"]) - Counter(before.position["unseen"])
        assert no_longer.total() == fewer.total()
        tops = {entry["space"]: entry["tile"] for entry in after.position["castle"]}
        # If a decision removes two tiles of a stack, the dummy took the second one right after it was uncovered.
        assert Counter(tops[space] for space in fewer if space in tops) <= no_longer
        unchanged = {space for space, number in covered(before.position).items() if space in tops and not fewer[space]}
        assert all(
            entry["tile"] == tops[entry["space"]] for entry in before.position["castle"] if entry["space"] in unchanged
        )
    assert uncovered > 100


@pytest.mark.rule("DC-2", "DC-4", "DC-17", "DC-42")
def test_there_are_forty_shrines_minus_those_the_dummy_took() -> None:
    for moments in games():
        assert shrines_left(moments[0].position) == 40
        assert all(realm["shrine_pool"] == 1 for realm in moments[0].position["realms"])
    for before, after in steps():
        taken = 0
        if before.position["players"] == 1 and turn_ended(before, after):
            completed = after.decision if after.decision in ACTIONS else before.position["action"]
            left = before.position["general_shrines"] - (after.decision == "shrine")
            summoned = after.position["dummy_tokens"] > before.position["dummy_tokens"]
            taken = int(completed == "shrine" and left > 0 and not summoned)
        assert shrines_left(before.position) - shrines_left(after.position) == taken


@pytest.mark.rule("DC-2", "DC-11", "DC-31")
def test_countdown_tokens_never_run_out() -> None:
    for moments in games():
        for moment in moments:
            position = moment.position
            taken = sum(realm["tokens"] for realm in position["realms"]) + position["dummy_tokens"]
            on_track = 3 if position["players"] == 1 else position["players"]
            assert 0 <= taken <= 7
            assert position["countdown"] == 7 - taken
            assert position["final_round"] == (taken >= on_track)
        assert moments[-1].position["final_round"]


@pytest.mark.rule("DC-14", "DC-31")
def test_there_is_a_legal_decision_until_the_game_ends() -> None:
    for moments in games():
        assert len(moments) < MOST_DECISIONS
        assert all(moment.moves for moment in moments[:-1])
        assert [moment.position["phase"] == "over" for moment in moments] == [False] * (len(moments) - 1) + [True]
        assert moments[-1].moves == ()
        assert moments[-1].position["seat"] is None


@pytest.mark.rule("DC-13", "DC-31")
def test_all_players_have_the_same_number_of_turns() -> None:
    for moments in games():
        turns: Counter[int] = Counter()
        for before, after in pairwise(moments):
            turns[before.position["seat"]] += after.decision.split()[0] in ACTIONS and (
                before.position["stage"] in ("action", "completion")
            )
        assert len(turns) == moments[0].position["players"]
        assert len(set(turns.values())) == 1


@pytest.mark.rule("DC-13", "DC-14")
def test_seats_take_turns_clockwise_with_one_action_each() -> None:
    for before, after in steps():
        seat, players = before.position["seat"], before.position["players"]
        if after.position["stage"] is None:
            assert (seat + 1) % players == before.position["start"]
        else:
            step = int(turn_ended(before, after))
            assert after.position["seat"] == (seat + step) % players


@pytest.mark.rule("DC-3", "DC-14")
def test_only_the_realm_of_the_deciding_seat_changes() -> None:
    for before, after in steps():
        for seat, realm in enumerate(before.position["realms"]):
            if seat != before.position["seat"]:
                assert after.position["realms"][seat] == realm


@pytest.mark.rule("DC-20", "DC-29b")
def test_no_set_of_four_is_left_at_the_end_of_a_turn() -> None:
    for before, after in steps():
        realms = enumerate(after.position["realms"])
        found = {seat: [sorted(group) for group in sets_of_four(realm)] for seat, realm in realms}
        reported = {
            seat: [sorted(group) for group in realm["waiting"]] for seat, realm in enumerate(after.position["realms"])
        }
        assert {seat: sorted(groups) for seat, groups in found.items()} == {
            seat: sorted(reported[seat]) for seat in reported
        }
        if turn_ended(before, after):
            assert not any(found.values())


@pytest.mark.rule("DC-19", "DC-21", "DC-26")
def test_nothing_is_placed_on_face_up_tiles_or_shrines_and_face_down_tiles_stay_down() -> None:
    for before, after in steps():
        if after.position["seat"] is None:
            continue
        for old, new in zip(before.position["realms"], after.position["realms"], strict=True):
            stacks = {stack["space"]: stack for stack in new["stacks"]}
            for stack in old["stacks"]:
                now = stacks.get(stack["space"])
                if now and now["height"] > stack["height"]:
                    assert stack["tile"] is None
                    assert not stack["shrine"]
                if now and now["height"] == stack["height"] and stack["tile"] is None:
                    assert now["tile"] is None


@pytest.mark.rule("DC-24", "DC-27")
def test_shrines_stand_only_on_face_down_tiles() -> None:
    built = 0
    for moments in games():
        for moment in moments:
            for realm in moment.position["realms"]:
                with_shrine = [stack for stack in realm["stacks"] if stack["shrine"]]
                built += len(with_shrine)
                assert all(stack["tile"] is None for stack in with_shrine)
    assert built > 0


@pytest.mark.rule("DC-28")
def test_a_spirit_is_activated_once_per_turn_and_paid_for() -> None:
    for before, after in steps():
        verb, *rest = after.decision.split()
        used = before.position["used"]
        assert len(set(used)) == len(used)
        assert set(used) <= set(before.position["spirits"])
        if verb != "spirit":
            continue
        spirit, seat = rest[0], before.position["seat"]
        assert spirit not in used
        own, now = before.position["realms"][seat], after.position["realms"][seat]
        if rest[-1] == "shrine":
            assert now["shrine_pool"] == own["shrine_pool"] - 1
            assert after.position["general_shrines"] == before.position["general_shrines"] + 1
        else:
            assert any(stack["space"] == rest[-1] and stack["tile"] for stack in own["stacks"])
            assert in_realms(after.position) == in_realms(before.position) - 1


@pytest.mark.rule("DC-18", "DC-30", "DC-32")
def test_earned_points_never_decrease_and_tokens_and_discards_are_counted() -> None:
    for before, after in steps():
        for seat, (old, new) in enumerate(zip(before.position["realms"], after.position["realms"], strict=True)):
            own = seat == before.position["seat"]
            assert all(new["earned"][source] >= points for source, points in old["earned"].items())
            assert new["tokens"] - old["tokens"] == (own and after.decision == "summon")
            assert new["earned"]["discards"] - old["earned"]["discards"] == (own and after.decision == "discard")


@pytest.mark.rule("DC-3")
def test_no_stack_lies_outside_its_realm() -> None:
    met = defaultdict(set)
    for moments in games():
        options = moments[0].position["options"]
        columns, rows = int(options["realm_columns"]), int(options["realm_rows"])
        for realm in moments[-1].position["realms"]:
            for stack in realm["stacks"]:
                column, row = REALM_NAMES.index(stack["space"]) % 8, REALM_NAMES.index(stack["space"]) // 8
                assert column < columns
                assert row < rows
                met[columns, rows].add((column, row))
    if JIT:
        assert met[4, 4] == {(column, row) for column in range(4) for row in range(4)}
