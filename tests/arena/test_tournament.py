"""A tournament resumes after any interruption without losing or repeating a game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import palatine
from arena.bots import MortalCrew
from arena.tournaments import hold, lines, plan
from palatine.arena.crew import ThisProcess
from palatine.arena.store import GAMES, PLAN, alone_in
from palatine.arena.tournament import Standings, run
from palatine.core.errors import OptionError

BOTS = ["greedy", "random", "random"]


@pytest.fixture(scope="module", params=["round-robin", "ladder"])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a tournament without interruption and return its folder."""
    folder = tmp_path_factory.mktemp("whole")
    hold(BOTS, folder, 15, kind=request.param)
    return folder


def standings(folder: Path) -> Standings:
    """Return the standings of a finished tournament."""
    return run(None, None, folder, ThisProcess).standings


def test_every_game_is_saved_with_its_outcome(whole: Path) -> None:
    games = lines(whole)
    assert [game["arena"]["number"] for game in games] == list(range(15))
    for game in games:
        table = palatine.load(game)
        assert table.over
        assert game["arena"]["totals"] == table.totals()
        assert [seat for seat, place in enumerate(game["arena"]["places"]) if place == 1] == table.winners()
        names = [["greedy", "random", "random (2)"][entrant] for entrant in game["arena"]["entrants"]]
        assert game["seats"] == names
    rounds = [(games[number], games[number + 1]) for number in range(0, 14, 2)]
    for first, second in rounds:
        assert first["seed"] == second["seed"]
        assert first["arena"]["entrants"] == second["arena"]["entrants"][::-1]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0, 1))
def test_a_file_cut_off_at_any_byte_resumes_to_the_same_games(whole: Path, tmp_path: Path, share: float) -> None:
    folder = tmp_path / "cut"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(whole / PLAN, folder)
    content = (whole / GAMES).read_bytes()
    cut = content[: round(share * len(content))]
    (folder / GAMES).write_bytes(cut)
    finished = run(None, None, folder, ThisProcess)
    assert finished.games_before == cut.count(b"\n")
    assert (folder / GAMES).read_bytes()[: cut.rfind(b"\n") + 1] == cut[: cut.rfind(b"\n") + 1], (
        "complete lines are unchanged"
    )
    assert lines(folder) == lines(whole)
    assert finished.standings.figures("en")[0]["rating"] == standings(whole).figures("en")[0]["rating"]


def test_repeating_a_command_plays_nothing_and_a_higher_number_continues(tmp_path: Path) -> None:
    first = hold(BOTS, tmp_path, 6)
    before = (tmp_path / GAMES).read_bytes()
    again = hold(BOTS, tmp_path, 6)
    assert (again.games_before, len(again.standings.played)) == (6, 6)
    assert (tmp_path / GAMES).read_bytes() == before
    assert again.standings.figures("en") == first.standings.figures("en")
    more = hold(BOTS, tmp_path, 9)
    assert (more.games_before, len(more.standings.played)) == (6, 9)
    assert (tmp_path / GAMES).read_bytes().startswith(before)
    assert len(run(None, None, tmp_path, ThisProcess).standings.played) == 9, "the number is saved for --resume"


def test_the_seed_of_the_folder_is_the_default(tmp_path: Path) -> None:
    hold(BOTS, tmp_path, 2, seed=None)
    hold(BOTS, tmp_path, 4, seed=None)
    assert len(lines(tmp_path)) == 4


def test_figures_are_ordered_by_rating(whole: Path) -> None:
    bots = standings(whole).figures("en")
    assert bots[0]["name"] == "greedy"
    assert [bot["rating"] for bot in bots] == sorted((bot["rating"] for bot in bots), reverse=True)
    assert all(bot["rating_low"] < bot["rating"] < bot["rating_high"] for bot in bots)
    assert sum(bot["wins"] for bot in bots) == pytest.approx(15)


@pytest.mark.parametrize(
    ("bots", "how", "message"),
    [
        (["greedy", "random"], {}, "has other bots: greedy, random, and random, not greedy and random[.] Choose"),
        (BOTS, {"seed": 2}, "has another seed: 1, not 2"),
        (BOTS, {"kind": "ladder"}, "has another schedule: round-robin, not ladder"),
        (BOTS, {"players": 3}, "has another number of players: 2, not 3"),
        (BOTS, {"harmony": True}, "has other options: .*harmony=false.*, not .*harmony=true"),
    ],
)
def test_another_plan_in_the_same_folder_is_refused(
    tmp_path: Path, bots: list[str], how: dict[str, object], message: str
) -> None:
    hold(BOTS, tmp_path, 2)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(OptionError, match=message):
        hold(bots, tmp_path, 4, **how)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_tournament_with_other_rules_is_refused(tmp_path: Path) -> None:
    hold(BOTS, tmp_path, 2)
    described = json.loads((tmp_path / PLAN).read_text())
    (tmp_path / PLAN).write_text(json.dumps({**described, "rules_version": 99}))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(OptionError, match="uses version 99 of the rules of Kingdomino; the installed version is"):
        run(None, 4, tmp_path, ThisProcess)
    with pytest.raises(OptionError, match="version 99 of the rules"):
        hold(BOTS, tmp_path, 4)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_lost_process_ends_a_tournament_that_can_be_resumed(tmp_path: Path) -> None:
    finished: list[Standings] = []
    cut = run(plan(BOTS, tmp_path), 6, tmp_path, lambda: MortalCrew(4), finish=finished.append)
    assert cut.lost is not None
    assert not cut.interrupted
    assert [len(state.played) for state in finished] == [len(lines(tmp_path))] == [4]
    assert hold(BOTS, tmp_path, 6).games_before == 4
    hold(BOTS, tmp_path / "whole", 6)
    assert lines(tmp_path) == lines(tmp_path / "whole")


def test_a_modified_file_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    hold(BOTS, tmp_path, 4)
    games = tmp_path / GAMES
    good = games.read_bytes().splitlines(keepends=True)
    for wrong, message in (
        ([good[0], b"{ torn\n", *good[2:]], "line 2 is not a game"),
        ([good[0], good[0], *good[2:]], "line 2 is not the game that the schedule has there"),
        (good[1:], "line 1 is not the game"),
        ([*good[:3], b'{"no": "game"}\n'], "line 4 is not a game[.] Nothing was changed"),
        ([*good[:3], b"\n"], "line 4 is not a game[.] Nothing was changed"),
    ):
        games.write_bytes(b"".join(wrong))
        with pytest.raises(OptionError, match=message):
            hold(BOTS, tmp_path, 4)
        assert games.read_bytes() == b"".join(wrong)


def test_an_invalid_plan_file_is_refused(tmp_path: Path) -> None:
    hold(BOTS, tmp_path, 2)
    described = json.loads((tmp_path / PLAN).read_text())
    wrong_ones: list[object] = [
        {**described, "format": 99},
        {**described, "bots": 3},
        {"format": 1},
        [],
        {**described, "game": "go"},
    ]
    for wrong in wrong_ones:
        (tmp_path / PLAN).write_text(json.dumps(wrong))
        with pytest.raises(OptionError, match="is not a tournament that this version"):
            run(None, None, tmp_path, ThisProcess)
    (tmp_path / PLAN).write_text("{")
    with pytest.raises(OptionError, match=r"no tournament in .* to continue"):
        run(None, None, tmp_path, ThisProcess)


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    with alone_in(tmp_path), pytest.raises(OptionError, match="Another process is playing"):
        hold(BOTS, tmp_path, 2)


def test_an_impossible_tournament_creates_no_files(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with pytest.raises(OptionError, match="There is no bot"):
        hold(["greedy", "gredy"], folder, 2)
    with pytest.raises(OptionError, match="needs at least 3 bots"):
        hold(["greedy", "random"], folder, 2, players=3)
    with pytest.raises(OptionError, match="no tournament in"):
        run(None, None, folder, ThisProcess)
    with pytest.raises(OptionError, match="1 or more; not 0"):
        hold(BOTS, folder, 0)
    assert not folder.exists()
    assert plan(BOTS, folder, seed=None).seed != plan(BOTS, folder, seed=None).seed
