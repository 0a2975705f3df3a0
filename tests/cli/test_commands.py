"""The commands replay, rules, games, bench and setup, and the help of all commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import palatine as package
from cli.preloaded import palatine
from palatine.core.record import save


@pytest.fixture
def saved_game(tmp_path: Path) -> Path:
    table = package.new("kingdomino", players=2, seed=3)
    while not table.over:
        table.play(table.legal()[0])
    save(table, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_replay_prints_every_decision_and_the_result(saved_game: Path, tmp_path: Path) -> None:
    output = palatine("replay", str(saved_game), home=tmp_path).stdout
    assert "Kingdomino: 48 decisions, seed 3" in output
    assert "Decision 1 of 48 - " in output
    assert "Decision 48 of 48 - " in output
    assert "Sources of points" in output


def test_replay_names_the_decision_at_which_a_record_is_refused(saved_game: Path, tmp_path: Path) -> None:
    record = json.loads(saved_game.read_text())
    record["decisions"][9] = "discard"
    saved_game.write_text(json.dumps(record))
    refused = palatine("replay", str(saved_game), home=tmp_path, fails=True).stderr
    assert "Decision 10 of the record is refused: Nothing to discard now" in refused


def test_rules_are_shown_in_both_languages(tmp_path: Path) -> None:
    english = palatine("rules", "kingdomino", home=tmp_path).stdout
    italian = palatine("rules", "kingdomino", "--lang", "it", home=tmp_path).stdout
    for text in (english, italian):
        assert all(f"KD-{number}" in text for number in range(1, 21))
        assert max(map(len, text.splitlines())) <= 80
    assert "castle" in english
    assert "castello" in italian


def test_games_lists_options(tmp_path: Path) -> None:
    assert "middle_kingdom" in palatine("games", home=tmp_path).stdout
    assert json.loads(palatine("games", "--json", home=tmp_path).stdout) == package.games()


def test_bench_prints_one_object(tmp_path: Path) -> None:
    arguments = ("bench", "kingdomino", "--players", "4", "--seconds", "0.2", "--option", "harmony=on", "--json")
    done = palatine(*arguments, home=tmp_path)
    figures = json.loads(done.stdout)
    wanted = {"game", "players", "options", "cores", "games", "games_per_second", "decisions_per_second"}
    assert wanted | {"mean_score", "state_bytes"} <= figures.keys()
    assert figures["players"] == 4
    assert figures["options"]["harmony"] is True
    assert figures["decisions_per_second"] == pytest.approx(96 * figures["games_per_second"])
    assert "decisions/s" in palatine("bench", "--seconds", "0.1", "--cores", "0", home=tmp_path).stdout


def test_setup_compiles_all_games(tmp_path: Path) -> None:
    output = " ".join(palatine("setup", home=tmp_path).stdout.split())
    assert output == "The rules of Kingdomino, In the Year of the Dragon, and Dragon Castle are compiled."


@pytest.mark.parametrize("command", ["play", "replay", "rules", "games", "match", "arena", "bench", "setup"])
def test_every_command_has_help_with_an_example(command: str, tmp_path: Path) -> None:
    assert f"Example: palatine {command}" in palatine(command, "--help", home=tmp_path).stdout


def test_the_help_lists_the_commands(tmp_path: Path) -> None:
    assert "Step through the record of a game." in palatine("--help", home=tmp_path).stdout


def test_version_prints_the_version_of_the_package(tmp_path: Path) -> None:
    assert palatine("--version", home=tmp_path).stdout.strip() == package.__version__
