"""The command `palatine castle`: listing, drawing and checking castles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.preloaded import palatine
from palatine.core.words import say
from palatine.games.dragon_castle.castles import BEST_FOR, NAMES, named, written

GOOD = "# a keep of my own\n" + "\n".join(["11111.11111"] * 2 + ["12221.12221"] * 6) + "\n"
"""Within the guidelines for two players only: 80 spaces, and 36 tiles above them."""
BAD = GOOD.replace("12221", "12x21", 1)
FLAT = "/".join(["1" * 16] * 7 + ["1111" + "." * 12])


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.txt"
    file.write_text(GOOD)
    return file


def test_list_has_every_castle_with_players_and_ground_floor(tmp_path: Path) -> None:
    lines = palatine("castle", "list", home=tmp_path).stdout.splitlines()
    assert len(lines) == 1 + len(NAMES)
    for name, line in zip(NAMES, lines[1:], strict=True):
        assert line.startswith(f"{name} ")
        assert say(f"dragon_castle.castle.name.{name}") in line
        assert line.split()[-2:] == ["/".join(map(str, BEST_FOR[name])), str(named(name).ground)]
    assert max(map(len, lines)) <= 80


def test_list_as_json(tmp_path: Path) -> None:
    castles = json.loads(palatine("castle", "list", "--json", home=tmp_path).stdout)
    assert list(castles) == list(NAMES)
    keep = castles["the_keep"]
    keys = {"title", "best_for", "columns", "rows", "ground", "floors", "long_runs", "layout"}
    assert all(castle.keys() == keys for castle in castles.values())
    assert keep["title"] == "The Keep"
    assert keep["best_for"] == [3, 4]
    assert keep["layout"] == written(named("the_keep"))
    assert keep["ground"] == keep["floors"][0]
    assert all(sum(castle["floors"]) == 116 for castle in castles.values())


@pytest.mark.parametrize("name", NAMES)
def test_show_draws_the_heights_without_colour(name: str, tmp_path: Path) -> None:
    shown = palatine("castle", "show", name, home=tmp_path).stdout
    lines = shown.splitlines()
    castle = named(name)
    assert (
        lines[0] == f"{say(f'dragon_castle.castle.name.{name}')}, best for {'/'.join(map(str, BEST_FOR[name]))} players"
    )
    assert lines[1].split() == list("abcdefghijklmnop"[: castle.columns])
    for number, row in enumerate(castle.rows, 1):
        assert lines[1 + number].split() == [str(number), *row.replace("0", ".")]
    first, second, third = castle.floors
    assert f"Tiles: {first} on the ground floor, {second} on floor 2, {third} on floor 3." in shown
    assert f"Within the guidelines for {'/'.join(map(str, BEST_FOR[name]))} players." in shown
    assert "\x1b" not in shown


def test_show_draws_a_castle_in_a_file_with_the_guidelines_it_misses(mine: Path, tmp_path: Path) -> None:
    shown = palatine("castle", "show", str(mine), home=tmp_path).stdout
    assert shown.startswith(str(mine))
    assert "Tiles: 80 on the ground floor, 36 on floor 2, 0 on floor 3." in shown
    assert "Within the guidelines for 2 players." in shown
    assert "With 3 at the table, 50 to 70 spaces on the ground floor play best; this castle has 80." in shown
    assert "With 4 at the table" in shown


def test_show_takes_a_typed_layout(tmp_path: Path) -> None:
    assert "Tiles: 116 on the ground floor" in palatine("castle", "show", FLAT, home=tmp_path).stdout


def test_show_as_json(mine: Path, tmp_path: Path) -> None:
    keep = json.loads(palatine("castle", "show", "the_keep", "--json", home=tmp_path).stdout)
    assert (keep["name"], keep["title"], keep["best_for"]) == ("the_keep", "The Keep", [3, 4])
    assert keep["remarks"]["3"] == keep["remarks"]["4"] == []
    assert len(keep["remarks"]["2"]) == 1
    own = json.loads(palatine("castle", "show", str(mine), "--json", home=tmp_path).stdout)
    assert own["name"] is None
    assert own["floors"] == [80, 36, 0]


def test_show_refuses_an_unknown_name(tmp_path: Path) -> None:
    refused = palatine("castle", "show", "the_kep", home=tmp_path, fails=True)
    assert refused.returncode == 2
    assert "There is no castle 'the_kep'. Known: the_keep, " in refused.stderr
    assert refused.stdout == ""


def test_show_refuses_a_wrong_file_with_the_reason(mine: Path, tmp_path: Path) -> None:
    mine.write_text(BAD)
    refused = palatine("castle", "show", str(mine), home=tmp_path, fails=True)
    assert f"{mine} is not a castle. Row 3, column 3: a height is a digit" in refused.stderr


def test_check_accepts_a_castle_within_the_guidelines(mine: Path, tmp_path: Path) -> None:
    output = palatine("castle", "check", str(mine), "--players", "2", home=tmp_path).stdout
    assert f"{mine} is a castle: 11 columns, 8 rows, 80 spaces on the ground floor." in output
    assert "Within the guidelines for 2 players." in output
    assert "at the table" not in output


def test_check_warns_for_the_given_players(mine: Path, tmp_path: Path) -> None:
    output = palatine("castle", "check", str(mine), "--players", "4", home=tmp_path).stdout
    assert "With 4 at the table, 40 to 55 spaces on the ground floor play best; this castle has 80." in output
    assert "Within" not in output
    assert "With 3" not in output


def test_check_without_players_checks_two_three_and_four(mine: Path, tmp_path: Path) -> None:
    output = palatine("castle", "check", str(mine), home=tmp_path).stdout
    assert "Within the guidelines for 2 players." in output
    assert "With 3 at the table" in output
    assert "With 4 at the table" in output


def test_check_warns_of_long_runs_once(mine: Path, tmp_path: Path) -> None:
    mine.write_text("/".join(["2" * 8] * 7 + ["1111...."]))
    output = palatine("castle", "check", str(mine), home=tmp_path).stdout
    assert output.count("Floors 2 and 3 have 7 runs of 6 or more tiles") == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BAD.encode(), "Row 3, column 3"),
        (GOOD.replace("1", "3").encode(), "exactly 116 tiles"),
        (b"", "is not a castle. The layout is empty"),
        (b"\xff\xfe\x00", "is not UTF-8 text"),
        (b"3" * 1_000_000, "has more than 8,192 bytes"),
    ],
)
def test_check_refuses_wrong_layouts(text: bytes, reason: str, mine: Path, tmp_path: Path) -> None:
    mine.write_bytes(text)
    refused = palatine("castle", "check", str(mine), home=tmp_path, fails=True)
    assert refused.returncode == 2
    assert str(mine) in refused.stderr
    assert reason in refused.stderr
    assert refused.stdout == ""


@pytest.mark.parametrize("where", ["nothing-there.txt", "."])
def test_check_refuses_missing_files(where: str, tmp_path: Path) -> None:
    refused = palatine("castle", "check", str(tmp_path / where), home=tmp_path, fails=True)
    assert refused.returncode == 2
    assert "cannot be read" in refused.stderr


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_check_refuses_a_wrong_number_of_players(arguments: tuple[str, ...], mine: Path, tmp_path: Path) -> None:
    refused = palatine("castle", "check", str(mine), "--players", "5", *arguments, home=tmp_path, fails=True)
    assert refused.returncode == 2
    assert "There are guidelines for 1, 2, 3, 4 players, not for 5." in refused.stderr


def test_check_as_json(mine: Path, tmp_path: Path) -> None:
    answer = json.loads(palatine("castle", "check", str(mine), "--json", home=tmp_path).stdout)
    assert (answer["file"], answer["valid"], answer["problem"]) == (str(mine), True, None)
    assert answer["castle"]["floors"] == [80, 36, 0]
    assert answer["castle"]["layout"].startswith("11111011111/")
    assert {players: len(missed) for players, missed in answer["remarks"].items()} == {"2": 0, "3": 1, "4": 1}
    alone = json.loads(palatine("castle", "check", str(mine), "--json", "--players", "1", home=tmp_path).stdout)
    assert list(alone["remarks"]) == ["1"]


def test_check_as_json_reports_the_problem_and_fails(mine: Path, tmp_path: Path) -> None:
    mine.write_text(BAD)
    for file, reason in ((mine, "Row 3, column 3"), (tmp_path / "nothing", "cannot be read")):
        refused = palatine("castle", "check", str(file), "--json", home=tmp_path, fails=True)
        answer = json.loads(refused.stdout)
        assert refused.returncode == 2
        assert (answer["valid"], answer["castle"], answer["remarks"]) == (False, None, {})
        assert reason in answer["problem"]


def test_everything_is_available_in_italian(mine: Path, tmp_path: Path) -> None:
    listed = palatine("castle", "list", "--lang", "it", home=tmp_path).stdout
    assert "La Città Proibita" in listed
    assert "pian terreno" in listed
    shown = palatine("castle", "show", "the_keep", home=tmp_path, PALATINE_LANG="it").stdout
    assert "Il Mastio, adatto a 3/4 giocatori" in shown
    checked = palatine("castle", "check", str(mine), "--lang", "it", home=tmp_path).stdout
    assert "Rispetta le linee guida per 2 giocatori." in checked
    assert "Con 3 al tavolo si gioca meglio con 50-70 spazi al pian terreno; questo castello ne ha 80." in checked
    mine.write_text(BAD)
    refused = palatine("castle", "check", str(mine), "--lang", "it", home=tmp_path, fails=True).stderr
    assert f"{mine} non è un castello. Riga 3, colonna 3: un'altezza è una cifra" in refused


@pytest.mark.parametrize("command", ["list", "show", "check"])
def test_every_command_has_help_with_an_example(command: str, tmp_path: Path) -> None:
    assert f"Example: palatine castle {command}" in palatine("castle", command, "--help", home=tmp_path).stdout
