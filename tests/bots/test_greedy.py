"""The greedy players: their decisions and their strength."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import palatine
from games.dragon_castle import positions as castle
from games.year_of_the_dragon.positions import acting, choosing_person, court, table_at, year_with
from palatine.bots import bot_named
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.games import game_named

KINGDOMINO = game_named("kingdomino")
GAMES_AGAINST_RANDOM = 120 if JIT else 2
COMPILED_ONLY = pytest.mark.skipif(not JIT, reason="with the JIT off a turn of Dragon Castle takes minutes")
FULL_HAND = ["craftsman", "monk", "healer", "warrior", "farmer", "scholar", "wild"]

# ----------------------------------------------------------------------------------------------------- Kingdomino


def test_greedy_claims_the_most_crowns_before_anything_is_placed() -> None:
    crowns = dict.fromkeys(range(19, 41), 1) | dict.fromkeys(range(41, 48), 2) | {48: 3}
    for seed in range(20):
        table = palatine.new("kingdomino", players=4, seed=seed)
        claimed = int(table.text(bot_named("greedy", KINGDOMINO, seed).decide(table.question()).decision).split()[1])
        offered = [entry["domino"] for entry in table.position()["next_line"]]
        assert crowns.get(claimed, 0) == max(crowns.get(domino, 0) for domino in offered)


def test_greedy_chooses_the_placement_that_scores_most() -> None:
    """Domino 47 (swamp, a mine with two crowns) beside domino 45 (a mine with two crowns, wheat)."""
    position = {
        "game": "kingdomino",
        "players": 2,
        "options": {"middle_kingdom": True},
        "phase": "place",
        "seat": 0,
        "game_number": 1,
        "first_order": [0, 1, 1, 0],
        "current_line": [{"domino": 47, "seat": 0}],
        "next_line": [],
        "discarded": [*range(1, 23)],
        "kingdoms": [{"placed": [{"domino": 45, "left": [1, 0], "right": [2, 0]}]}, {"placed": []}],
        "past_games": [],
    }
    table = palatine.position("kingdomino", position)
    table.play(bot_named("greedy", KINGDOMINO, 1).decide(table.question()).decision)
    assert table.totals()[0] == 2 * 4 + 10  # two mines with four crowns, and the castle in the middle


# ---------------------------------------------------------------------------------------- In the Year of the Dragon


def advice(table: Table) -> str:
    """Return the decision of greedy as text."""
    return table.text(bot_named("greedy", table.game, 1).decide(table.question()).decision)


@pytest.mark.parametrize(
    ("event", "goods", "wanted"),
    [
        ("tribute", {"yuan": 2}, {"act 1 taxes"}),
        ("drought", {"rice": 1}, {"act 1 harvest"}),
    ],
)
def test_greedy_prepares_for_the_event_of_the_month(event: str, goods: dict[str, int], wanted: set[str]) -> None:
    palaces = ("3 younger_monk older_monk older_scholar", "3 craftsman court_lady older_healer")
    own = court(*palaces, hand=FULL_HAND, fireworks=9, **goods)  # festivals are already won
    table = acting(own, court("2 court_lady", yuan=9), events=year_with(3, event))
    assert advice(table) in wanted


def test_greedy_takes_a_healer_before_a_contagion() -> None:
    own = court("3 younger_monk older_monk", "3 craftsman court_lady", hand=["healer", "pyrotechnist"])
    other = court("2 court_lady", hand=["monk"])
    table = choosing_person(own, other, events=year_with(3, "contagion"))
    assert advice(table) == "play healer"
    table.play("play healer")
    assert advice(table) == "take older_healer"


def test_greedy_keeps_the_monks_in_its_high_palaces() -> None:
    own = court("3 older_monk older_healer craftsman", owed=1)
    table = table_at(
        [own, court("2 court_lady")], 12, stage="event", phase="release", events=year_with(12, "contagion")
    )
    assert advice(table) != "release 1 older_monk"


# ----------------------------------------------------------------------------------------------------- Dragon Castle


def test_greedy_completes_its_set_and_builds_high() -> None:
    table = castle.table({"a1": "m5", "c1": "s1"}, [castle.realm("m1 m2^2 . m3", pool=1)])
    castle.play(table, *(advice(table) for _ in range(1)))
    assert table.position()["first_tile"]["tile"] == "merchants_5"
    castle.play(table, "shrine")
    assert advice(table) == "place c1"
    castle.play(table, "place c1")
    assert advice(table) == "build b1"


def test_greedy_takes_the_tile_that_the_next_player_needs() -> None:
    """Neither tile gains anything for itself."""
    table = castle.table({"a1": "m5", "c1": "s1", "e1": "s2"}, [castle.realm(""), castle.realm("m1 m2 m3")])
    assert advice(table) == "pick a1"


def test_greedy_activates_a_spirit_that_pays() -> None:
    own = castle.realm("m1 m2 m3 .\n. . . .\nf1 . . .", pool=1)
    table = castle.table({"a1": "s1", "c1": "s2"}, [own], options={"spirits": "cunning"})
    assert advice(table).startswith("spirit cunning pay")
    castle.play(table, "spirit cunning pay a3")
    assert advice(table) == "consolidate a1"


def test_greedy_summons_when_nothing_scores_more() -> None:
    table = castle.table({"a1": "m5"}, [castle.realm("x* x* x* x* x* x*\n" * 4, pool=1)])
    assert advice(table) == "summon"


# --------------------------------------------------------------------------------------------------------- strength


@pytest.mark.rule("KD-20")
@pytest.mark.parametrize(
    ("name", "options", "mean_points"),
    [
        ("kingdomino", {"harmony": True, "middle_kingdom": True}, 45),
        ("year_of_the_dragon", {"large_privilege": 7}, 70),
        ("year_of_the_dragon", {"great_wall": True, "super_event": "drawn"}, 70),
        pytest.param("dragon_castle", {}, 20, marks=COMPILED_ONLY),
        pytest.param("dragon_castle", {"spirits": "3", "dragons": "3"}, 20, marks=COMPILED_ONLY),
    ],
)
def test_greedy_beats_three_random_players(name: str, options: dict[str, Any], mean_points: float) -> None:
    won = points = 0.0
    for number in range(GAMES_AGAINST_RANDOM):
        table = palatine.new(name, players=4, seed=number, **options)
        own = number % 4
        bots = [bot_named("greedy" if seat == own else "random", table.game, number + seat) for seat in range(4)]
        while (seat := table.seat) is not None:
            table.play(bots[seat].decide(table.question()).decision)
        won += (own in table.winners()) / len(table.winners())
        points += table.totals()[own]
    assert won / GAMES_AGAINST_RANDOM >= 0.95
    assert points / GAMES_AGAINST_RANDOM > mean_points


@COMPILED_ONLY
@pytest.mark.parametrize(
    ("name", "bot", "digest"),
    [
        ("kingdomino", "greedy", "e7a008100ee378b2"),
        ("kingdomino", "full_greedy", "bf3778af9b6b5840"),
        ("year_of_the_dragon", "greedy", "bb769b1056af2f13"),
        ("dragon_castle", "greedy", "95f4d7095d454f00"),
    ],
)
def test_the_reference_players_do_not_change(name: str, bot: str, digest: str) -> None:
    """All measurements are relative to them. If one must change, give it a new version in docs/bots.md."""
    games: list[list[int]] = []
    options: list[dict[str, Any]] = [{}, {"harmony": True}, {"great_wall": True}, {"spirits": "3", "dragons": "3"}]
    for number, chosen in enumerate(options):
        game = game_named(name)
        if chosen.keys() <= {option.name for option in game.options}:
            table = palatine.new(name, players=2 + number % 3, seed=number, **chosen)
            seated = [bot_named(bot, game, seat) for seat in range(table.settings.players)]
            while (seat := table.seat) is not None:
                table.play(seated[seat].decide(table.question()).decision)
            games.append(table.decisions)
    assert hashlib.blake2b(repr(games).encode(), digest_size=8).hexdigest() == digest
