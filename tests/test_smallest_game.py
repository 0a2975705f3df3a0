"""The smallest game, a third-party package without features or screen, works everywhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from cli.running import environment
from cli.running import palatine as command
from server.running import RunningServer
from server.services import free_port
from smallest_game import FOLDER, NAME, smallest_game

__all__ = ["smallest_game"]

BOTS = "level:1-5, mcts:BUDGET, random, cmd:COMMAND, and class:MODULE:CLASS"
SCRIPT = """
import json
import palatine
from palatine.bots import adviser, bot_named, check_name, level_names, stand_in
from palatine.games import game_named

def refused(name):
    try:
        check_name(name, game)
    except palatine.OptionError as problem:
        return str(problem)

game = game_named("ferries")
table = palatine.new("ferries", players=2, seed=3)
table.play("load 1")
answers = {name: bot_named(name, game, 1).decide(table.question()) for name in ("level:1", "mcts:1", adviser(game, 30))}
print(json.dumps({
    "legal": table.legal(),
    "decided": {name: answer.decision for name, answer in answers.items()},
    "iterations": (answers["mcts:30"].thoughts or {}).get("iterations"),
    "refused": {name: refused(name) for name in ("greedy", "fitted", "search:10", "mcts:10", "level:5")},
    "levels": level_names(game, "en"),
    "stand_in": stand_in(game),
}))
"""


def run(variables: dict[str, str], home: Path, *arguments: str, typed: str = "") -> str:
    return command(*arguments, home=home, typed=typed, fails=False, **variables).stdout


@pytest.fixture(scope="module")
def bots(smallest_game: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Any:
    home = tmp_path_factory.mktemp("home")
    script = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(script, env=environment(home, **smallest_game), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_tests_of_the_game_pass(smallest_game: dict[str, str], tmp_path: Path) -> None:
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(FOLDER / "tests")]
    done = subprocess.run(
        tests, env=environment(tmp_path, **smallest_game), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_the_game_compiles(smallest_game: dict[str, str], tmp_path: Path) -> None:
    compiled = smallest_game | {"NUMBA_DISABLE_JIT": "0", "PALATINE_CACHE_DIR": str(tmp_path)}
    rates = json.loads(run(compiled, tmp_path, "bench", NAME, "--players", "2", "--json"))
    assert rates["game"] == NAME
    assert rates["games_per_second"] > 0


def test_the_game_is_listed_with_its_options(smallest_game: dict[str, str], tmp_path: Path) -> None:
    shown = run(smallest_game, tmp_path, "games")
    assert "Ferries (ferries): 2, 3, or 4 players" in shown
    assert "--option boats=...   Number of boats [3] (2, 3, 4)" in shown


def test_its_bots_search_by_playouts(bots: Any) -> None:
    assert set(bots["decided"]) == {"level:1", "mcts:1", "mcts:30"}
    assert set(bots["decided"].values()) <= set(bots["legal"])
    assert bots["iterations"] == 30


def test_bots_that_need_an_evaluation_are_refused_with_the_known_bots(bots: Any) -> None:
    needs = "The bot {} needs a fitted evaluation, and Ferries has none. Its bots: " + BOTS + "."
    assert bots["refused"] == {
        "greedy": f"Ferries has no reference player greedy. Its bots: {BOTS}.",
        "fitted": needs.format("fitted"),
        "search:10": needs.format("search"),
        "mcts:10": None,
        "level:5": None,
    }


def test_the_levels_have_names_and_one_is_the_stand_in(bots: Any) -> None:
    assert len(set(bots["levels"])) == 5
    assert bots["stand_in"] == "level:2"


def test_bots_play_the_game_in_the_terminal(smallest_game: dict[str, str], tmp_path: Path) -> None:
    seats = ("--seat", "level:1", "--seat", "mcts:2", "--seed", "3", "--lang", "it")
    shown = run(smallest_game, tmp_path, "play", NAME, *seats)
    assert "Vince 1 Principiante, ai punti." in shown, "in Italian, with the game's sentence"


def test_a_person_plays_the_game_in_the_terminal_on_a_plain_screen(
    smallest_game: dict[str, str], tmp_path: Path
) -> None:
    seats = ("--seat", "human", "--seat", "random", "--seed", "3")
    shown = run(smallest_game, tmp_path, "play", NAME, *seats, typed="load 1\nscore\nload 9\nquit\n")
    assert re.search(r"^  1: load \d, crates \d$", shown, re.MULTILINE), "the boats"
    assert "1) load 1" in shown
    assert "1 you: load 1" in shown
    assert 'Load one of the boats, like "load 1".' in shown


def test_matches_and_tournaments_can_be_played(smallest_game: dict[str, str], tmp_path: Path) -> None:
    options = ("--players", "2", "--games", "2", "--seed", "1", "--json")
    result = json.loads(run(smallest_game, tmp_path, "match", NAME, "level:1", "random", *options))
    assert result["games"] == 2
    arena = ("arena", NAME, "level:1", "random", "--players", "2", "--games", "2", "--into", str(tmp_path / "arena"))
    run(smallest_game, tmp_path, *arena)
    assert "Ferries" in (tmp_path / "arena" / "report.html").read_text("utf-8")


def test_the_game_can_be_played_on_a_server(smallest_game: dict[str, str], tmp_path: Path) -> None:
    server = RunningServer(free_port(), f"sqlite:///{tmp_path / 'palatine.db'}", tmp_path / "server.log")
    server.environment = smallest_game
    server.start()
    try:
        with httpx2.Client(base_url=f"{server.address}/api", timeout=60) as person:
            person.post("/me", json={"name": "Ada"})
            games = {game["name"]: game for game in person.get("/games").json()["games"]}
            assert games[NAME]["title"] == "Ferries"
            assert person.get(f"/games/{NAME}").json()["fields"][0] == {"kind": "load", "boat": 1}
            words = person.get(f"/games/{NAME}/words/it").json()["words"]
            assert words["ferries.source.full"] == "barche partite piene"
            assert "**FE-4**" in person.get(f"/games/{NAME}/rules/en").json()["markdown"]
            seats = [{"kind": "me"}, {"kind": "local", "name": "Ben"}]
            table = person.post("/tables", json={"game": NAME, "players": 2, "seats": seats}).json()["table"]
            view = person.get(f"/tables/{table}").json()
            while view["status"] == "playing":
                decision = {"ply": view["ply"], "decision": view["moves"][0][0]}
                person.post(f"/tables/{table}/decide", json=decision).raise_for_status()
                view = person.get(f"/tables/{table}").json()
            result = person.get(f"/tables/{table}/result").json()
            totals = [score["total"] for score in result["scores"]]
            assert [seat for seat, total in enumerate(totals) if total == max(totals)] == result["winners"]
    finally:
        server.kill()
