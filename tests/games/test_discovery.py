"""Games of installed packages are found by entry point; an unusable one is skipped with a reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import palatine
from cli.running import palatine as command
from palatine.cli.plain_screen import PlainScreen
from palatine.core.language import Words
from palatine.core.words import game_packages, say, sentence
from palatine.games import BUILT_IN, all_games, find_games, game_named, refused_games

MODULE = """
import dataclasses
from palatine.core.game import Choice, Flag, Game

print("noise")
GAME = Game("pebbles", "Pebbles", (2, 3), 2, (Flag("open"), Choice("size", "5", ("5", "7"))), 1, __name__, "pebble")
AGAIN = dataclasses.replace(GAME, title="Other Pebbles")
BUILT_IN = dataclasses.replace(GAME, name="kingdomino")
CATALOGUE = dataclasses.replace(GAME, name="cli")
BAD_NAME = dataclasses.replace(GAME, name="../pebbles")
BAD_DEFAULT = dataclasses.replace(GAME, name="few", default_players=9)
NO_GAME = 7

class Mood(Game):
    def settings(self, *arguments):
        raise RuntimeError("not\\x1b[31m today")

MOODY = Mood("moody", "Moody", (2,), 2, (), 1, __name__)
"""
WITHOUT_BOTS = """
from palatine.core.game import Game

GAME = Game("without", "Without", (2,), 2, (), 1, __name__)
"""
COMMAND = """
import typer

app = typer.Typer(help="Count pebbles.", add_completion=False)

@app.callback()
def start() -> None:
    pass

@app.command()
def count() -> None:
    print("forty-two pebbles")
"""
ENTRIES = """[palatine.games]
pebbles = pebbles:GAME
pebbles-too = pebbles:AGAIN
shadow = pebbles:BUILT_IN
catalogue = pebbles:CATALOGUE
bad-name = pebbles:BAD_NAME
bad-default = pebbles:BAD_DEFAULT
no-game = pebbles:NO_GAME
moody = pebbles:MOODY
lost = pebbles:LOST
missing = nowhere_to_be_found:GAME
ends = ending:GAME
no-bots = pebbles.without:GAME
"""
REASONS = {
    "pebbles-too": "the name pebbles is taken",
    "shadow": "the name kingdomino is taken",
    "catalogue": "the name cli is taken",
    "bad-name": "not '../pebbles'",
    "bad-default": "Pebbles is for 2 or 3 players",
    "no-game": "must be a Game, not a value of type int",
    "moody": "RuntimeError: not today",
    "lost": "AttributeError",
    "missing": "ModuleNotFoundError",
    "ends": "SystemExit: 3",
    "no-bots": "without.bots.BOTS is of type int, not Bots",
}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a package that offers one usable game and several unusable ones."""
    package = tmp_path / "pebbles"
    (package / "words" / "en").mkdir(parents=True)
    (package / "words" / "en" / "game.toml").write_text('[option]\nopen = "Pebbles are open"\n')
    (package / "words" / "en" / "terminal.toml").write_text('header = "{number} pebbles"\n')
    (package / "__init__.py").write_text(MODULE)
    (package / "command.py").write_text(COMMAND)
    (package / "without").mkdir()
    (package / "without" / "__init__.py").write_text(WITHOUT_BOTS)
    (package / "without" / "bots.py").write_text("BOTS = 7")
    (tmp_path / "ending.py").write_text("raise SystemExit(3)")
    distribution = tmp_path / "pebbles-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (distribution / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))
    find_games.cache_clear()
    yield tmp_path
    find_games.cache_clear()
    game_packages.pop("pebbles", None)
    for name in ("pebbles", "pebbles.without", "pebbles.without.bots"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("installed")
def test_installed_games_are_listed_after_the_built_in_ones() -> None:
    assert list(all_games()) == [*BUILT_IN, "pebbles"]
    assert game_named("pebbles").title == "Pebbles"
    assert palatine.games()["pebbles"]["players"] == [2, 3]
    with pytest.raises(palatine.OptionError, match=r"Known: pebbles, kingdomino"):
        game_named("pebble")


@pytest.mark.usefixtures("installed")
def test_an_unusable_entry_is_skipped_with_a_reason() -> None:
    problems = {problem.fields["entry"]: str(problem) for problem in refused_games()}
    assert {str(entry).split(" = ")[0] for entry in problems} == set(REASONS)
    for name, reason in REASONS.items():
        (text,) = [text for entry, text in problems.items() if str(entry).startswith(f"{name} = ")]
        assert reason in text
        assert "\x1b" not in text
    assert game_named("kingdomino") is BUILT_IN["kingdomino"]


@pytest.mark.usefixtures("installed")
def test_the_catalogues_of_an_installed_game_are_found() -> None:
    all_games()
    assert say("pebbles.option.open") == "Pebbles are open"
    assert say("pebbles.terminal.header", number=3) == "3 pebbles"
    assert say("pebbles.option.open", "it") == "Pebbles are open", "falls back to English"
    assert sentence("pebbles.option.size") is None


def test_the_command_lists_installed_games_and_reports_unusable_ones(installed: Path) -> None:
    listed = command("games", home=installed, PYTHONPATH=str(installed))
    assert "Pebbles (pebbles): 2 or 3 players" in listed.stdout
    assert "--option open=...   Pebbles are open [false]" in listed.stdout
    assert "--option size=...   size [5]" in listed.stdout
    assert "noise" not in listed.stdout
    assert 'The installed game "missing = nowhere_to_be_found:GAME" cannot be used' in listed.stderr


def test_an_installed_game_can_add_a_command(installed: Path) -> None:
    assert "Count pebbles." in command("--help", home=installed, PYTHONPATH=str(installed)).stdout
    assert "forty-two pebbles" in command("pebble", "count", home=installed, PYTHONPATH=str(installed)).stdout


def test_a_broken_installed_game_leaves_the_others_playable(installed: Path) -> None:
    done = command("setup", home=installed, PYTHONPATH=str(installed), NUMBA_DISABLE_JIT="1")
    assert "Pebbles cannot be played: ModuleNotFoundError: No module named 'pebbles." in done.stderr
    assert "Kingdomino, In the Year of the Dragon, and Dragon Castle are compiled." in " ".join(done.stdout.split())


def test_a_plain_screen_outlines_a_position() -> None:
    position = {
        "seat": 1,
        "totals": [3, 5],
        "options": {"open": True},
        "deck": [],
        "row_of_pebbles": [4, 1],
        "hands": [{"pebbles": [1, 2], "score": 3}, {"pebbles": [], "score": None}],
    }
    screen = PlainScreen(BUILT_IN["kingdomino"])
    assert str(screen.draw(position, ["Ann", "Bob"], Words("en", "pebbles"))).splitlines() == [
        "  Ann: 3",
        "> Bob: 5",
        "deck: -",
        "row of pebbles: 4, 1",
        "hands:",
        "  1:",
        "    pebbles: 1, 2",
        "    score: 3",
        "  2: pebbles -, score -",
    ]
