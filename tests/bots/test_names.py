"""Names of bots, and budgets."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

import palatine
from palatine.bots import (
    Bot,
    bot_named,
    check_name,
    known_names,
    level_names,
    names_code,
    short_name,
    shown_name,
)
from palatine.bots.names import Budget, read_budget
from palatine.bots.program import ProgramBot
from palatine.core.words import LANGUAGES
from palatine.games import BUILT_IN, game_named

KINGDOMINO = game_named("kingdomino")
PYTHON = shlex.quote(sys.executable)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("500ms", Budget(milliseconds=500)),
        ("1s", Budget(milliseconds=1000)),
        ("1.5s", Budget(milliseconds=1500)),
        ("0.001s", Budget(milliseconds=1)),
        ("3600s", Budget(milliseconds=3_600_000)),
        ("5000", Budget(iterations=5000)),
        ("1", Budget(iterations=1)),
        ("1000000000", Budget(iterations=1_000_000_000)),
    ],
)
def test_budgets_are_parsed(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget
    assert read_budget(str(budget)) == budget


@pytest.mark.parametrize(
    "text", ["", "s", "ms", "-1", "1 s", "1e3", "1.s", ".5s", "1m", "2S", "٣", "²", "1.5", "1.2345s", "1" * 5000, "nan"]
)
def test_invalid_budgets_are_refused(text: str) -> None:
    with pytest.raises(
        palatine.OptionError, match=r"A budget is a time like 500ms or 1\.5s, or a number of iterations"
    ):
        read_budget(text)


@pytest.mark.parametrize("text", ["0", "0s", "0ms", "1.5ms", "3601s", "3600001ms", "1000000001", "999999999s"])
def test_budgets_have_bounds(text: str) -> None:
    with pytest.raises(palatine.OptionError, match=r"1 ms to 1 h in whole milliseconds, or 1 to 1,000,000,000"):
        read_budget(text)


@pytest.mark.parametrize(("time", "iterations"), [(None, None), (1, 1)])
def test_a_budget_is_either_time_or_iterations(time: int | None, iterations: int | None) -> None:
    with pytest.raises(ValueError, match="either a time or a number"):
        Budget(time, iterations)


def test_names_of_programs_contain_command_and_budget() -> None:
    for name, budget in {
        f"cmd:{PYTHON} 'my bot.py' --fast": Budget(milliseconds=1000),
        f"cmd@250ms:{PYTHON} 'my bot.py' --fast": Budget(milliseconds=250),
        f"cmd@3000:{PYTHON} 'my bot.py' --fast": Budget(iterations=3000),
    }.items():
        bot = bot_named(name, KINGDOMINO, 3)
        assert isinstance(bot, ProgramBot)
        assert bot.name == name
        assert (bot._command, bot._budget) == ([sys.executable, "my bot.py", "--fast"], budget)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "",
            'There is no bot "". Known: level:1-5, search:BUDGET, mcts:BUDGET, fitted, random, greedy, full_greedy, cmd:COMMAND, and class:MODULE:CLASS.',
        ),
        ("gready", 'There is no bot "gready". Known: greedy, level:1-5, search:BUDGET'),
        ("random:", 'There is no bot "random:". Known: random, level:1-5'),
        ("greedy@1s", 'There is no bot "greedy@1s". Known: greedy, level:1-5'),
        ("level", 'There is no bot "level". Known: level:1-5, search:BUDGET'),
        ("level:6", 'A level is from 1 to 5, like level:3; not "6".'),
        ("level:", 'A level is from 1 to 5, like level:3; not "".'),
        ("search:soon", 'A budget is a time like 500ms or 1.5s, or a number of iterations like 5000; not "soon"'),
        ("search:1s*0", 'The number of threads is from 1 to 64, like search:1s*2; not "0".'),
        ("mcts:100*many", 'not "many".'),
        ("cmd", 'There is no bot "cmd"'),
        ("class@1s:a:B", 'There is no bot "class@1s:a:B"'),
        ("x\x1b[31m" * 100, 'There is no bot "' + "x" * 80 + '…"'),
        ("cmd:", '"cmd:" names no program. Write it like cmd:./mybot'),
        ("cmd:a\0b", "names no program"),
        ("cmd:'./my bot", 'The command "\'./my bot" cannot be parsed: No closing quotation'),
        ("cmd:./nowhere --fast", 'There is no executable program "./nowhere"'),
        ("cmd@:true", 'A budget is a time like 500ms or 1.5s, or a number of iterations like 5000; not ""'),
        ("cmd@fast:true", 'not "fast"'),
        ("cmd@0:true", "1 to 1,000,000,000 iterations"),
        ("class:", 'A bot\'s class is written class:package.module:ClassName; not ""'),
        ("class:os", 'not "os"'),
        ("class:os:getcwd()", 'not "os:getcwd()"'),
        ("class:..os:Bot", 'not "..os:Bot"'),
        ("class:nowhere_to_be_found.bots:Bot", "cannot be imported: ModuleNotFoundError: nowhere_to_be_found."),
    ],
)
def test_invalid_names_are_refused_with_the_reason(name: str, sentence: str) -> None:
    with pytest.raises(palatine.OptionError, match=re.escape(sentence)):
        check_name(name, KINGDOMINO)
    with pytest.raises(palatine.OptionError, match=re.escape(sentence)):
        bot_named(name, KINGDOMINO)


def test_a_refusal_lists_other_accepted_names_too() -> None:
    with pytest.raises(palatine.OptionError, match="Known: human, level:1-5, search:BUDGET"):
        check_name("stranger", KINGDOMINO, others=["human"])


def test_known_names_are_accepted() -> None:
    single = [name for name in known_names(KINGDOMINO) if ":" not in name]
    assert {"random", "fitted", "greedy", "full_greedy"} <= set(single)
    for name in ("random", "fitted", "greedy", "full_greedy"):
        check_name(name, KINGDOMINO)
        assert isinstance(bot_named(name, KINGDOMINO), Bot)
    assert [names_code(name) for name in ("random", "cmd:x", "cmd@1s:x", "class:a:B", "stranger")] == [
        False,
        True,
        True,
        True,
        False,
    ]


def test_a_bot_of_one_game_is_refused_for_another() -> None:
    assert "full_greedy" in known_names(KINGDOMINO)
    assert "full_greedy" not in known_names(game_named("dragon_castle"))
    with pytest.raises(
        palatine.OptionError, match=r"Dragon Castle has no reference player full_greedy\. Its bots: .*greedy"
    ):
        check_name("full_greedy", game_named("dragon_castle"))


@pytest.mark.parametrize("game", BUILT_IN)
def test_levels_have_names_in_both_languages(game: str) -> None:
    for language in LANGUAGES:
        names = level_names(game_named(game), language)
        assert len(set(names)) == 5
        assert [shown_name(f"level:{level}", game_named(game), language) for level in range(1, 6)] == names
    assert shown_name("greedy", game_named(game), "en") == "greedy"


def test_a_program_is_found_relative_to_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybot").write_text("#!/bin/sh\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(palatine.OptionError, match="There is no executable program"):
        check_name("cmd:./mybot", KINGDOMINO)  # not executable yet
    (tmp_path / "mybot").chmod(0o755)
    check_name("cmd:./mybot", KINGDOMINO)


def test_long_names_are_shortened() -> None:
    assert short_name("greedy") == "greedy"
    assert short_name("cmd:./a\x1b[31m\nb " + "x" * 50) == "cmd:./a b xxxxxxxxxxxxxx…"
