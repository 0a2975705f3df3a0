"""Bots as Python classes, named by module or offered by an installed package."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import palatine
from palatine.bots import BotError, bot_named, check_name, known_names, plugins
from palatine.games import game_named

KINGDOMINO = game_named("kingdomino")
MODULE = '''
import numpy as np
import palatine.bots
from palatine.bots import Answer, Bot, BotError
from palatine.games import game_named

class First(Bot):
    """Reports the sum of its seeds in its thoughts."""
    name = "first"
    def __init__(self, game, seed):
        self.seeds, self.closed = [seed], False
    def begin(self, seed):
        self.seeds.append(seed)
    def decide(self, question):
        return Answer(question.legal()[0], {"iterations": sum(self.seeds), "line": ["x"], "mood": "good"})
    def close(self):
        raise RuntimeError("never mind")

class Plain:
    """Not a subclass of Bot; answers with a NumPy integer."""
    def __init__(self, game, seed):
        pass
    def decide(self, question):
        return np.int32(question.legal()[-1])

def fail(text):
    raise BotError(text)

class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")

class Moody(First):
    """Fails in a way chosen by its seed."""
    ways = {
        1: lambda: 1 / 0, 2: lambda: 10**9, 3: lambda: None, 4: lambda: True, 5: lambda: Answer("claim 1"),
        6: lambda: exit(3), 7: lambda: palatine.bots.bot_named("x", game_named("kingdomino")), 8: lambda: fail("my own words"),
        9: lambda: Unspeakable(),
    }
    def decide(self, question):
        return self.ways[self.seeds[-1]]() if self.seeds[-1] in self.ways else super().decide(question)

class Unmade(First):
    def __init__(self, game, seed):
        raise ValueError("not\\x1b[31m today")

class Noisy(First):
    """Prints, fails and is closed."""
    def decide(self, question):
        print("thinking aloud")
        raise ValueError("lost the thread")
    def close(self):
        print("closed")

class NoBot:
    pass

a_function = print
'''


@pytest.fixture
def outsiders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package that offers bots."""
    (tmp_path / "outsiders.py").write_text(MODULE)
    (tmp_path / "broken_outsider.py").write_text("import nowhere_to_be_found")
    (tmp_path / "outsiders-1.0.dist-info").mkdir()
    (tmp_path / "outsiders-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: outsiders\nVersion: 1.0\n"
    )
    (tmp_path / "outsiders-1.0.dist-info" / "entry_points.txt").write_text(
        "[palatine.bots]\nfirst-outsider = outsiders:First\nrandom = outsiders:Moody\nlost = outsiders:Lost\n"
        "with:colon = outsiders:First\nno-bot = outsiders:NoBot\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins.offered.cache_clear()
    yield
    plugins.offered.cache_clear()
    sys.modules.pop("outsiders", None)


@pytest.mark.usefixtures("outsiders")
def test_a_class_can_play() -> None:
    table = palatine.new("kingdomino", players=2, seed=1)
    bot = bot_named("class:outsiders:First", KINGDOMINO, 5)
    answer = bot.decide(table.question())
    assert (answer.decision, answer.thoughts) == (table.legal()[0], {"iterations": 5, "line": ["x"]})
    bot.begin(20)
    thoughts = bot.decide(table.question()).thoughts
    assert thoughts is not None
    assert thoughts["iterations"] == 25
    bot.close()
    plain = bot_named("class:outsiders:Plain", KINGDOMINO, 5)
    plain.begin(3)
    answer = plain.decide(table.question())
    assert answer.decision == table.legal()[-1]
    assert type(answer.decision) is int
    plain.close()


@pytest.mark.usefixtures("outsiders")
@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        (1, "was stopped: it raised ZeroDivisionError: division by zero."),
        (2, "was stopped: its decision 1000000000 is not legal."),
        (3, "was stopped: its decision None is not legal."),
        (4, "was stopped: its decision True is not legal."),
        (5, "was stopped: its decision 'claim 1' is not legal."),
        (6, "was stopped: it raised SystemExit: 3."),
        (7, 'was stopped: it raised OptionError: There is no bot "x". Known: '),
        (8, "was stopped: it raised BotError"),
        (9, "was stopped: it raised RuntimeError: no words."),
    ],
)
def test_a_class_that_fails_is_reported_and_plays_again_in_the_next_game(seed: int, sentence: str) -> None:
    table = palatine.new("kingdomino", players=2, seed=1)
    bot = bot_named("class:outsiders:Moody", KINGDOMINO, seed)
    with pytest.raises(BotError, match=re.escape(f"The bot class:outsiders:Moody {sentence}")):
        bot.decide(table.question())
    with pytest.raises(BotError, match="was stopped in this game"):
        bot.decide(table.question())
    bot.begin(100)
    assert bot.decide(table.question()).thoughts == {"iterations": 100, "line": ["x"]}  # a new object
    bot.close()


@pytest.mark.usefixtures("outsiders")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("class:outsiders:Missing", "The module outsiders has no class Missing."),
        ("class:outsiders:NoBot", "class:outsiders:NoBot is not a bot: it must be a class with the method decide"),
        ("class:outsiders:a_function", "is not a bot"),
        (
            "class:broken_outsider:Bot",
            "cannot be imported: ModuleNotFoundError: No module named 'nowhere_to_be_found'.",
        ),
        ("class:outsiders.more:Bot", "cannot be imported: ModuleNotFoundError"),
        ("lost", "The bot lost cannot be imported: AttributeError"),
        ("no-bot", "no-bot is not a bot"),
    ],
)
def test_a_class_that_is_no_bot_is_refused(name: str, sentence: str) -> None:
    check_name(name, KINGDOMINO)  # does not import it
    with pytest.raises(palatine.OptionError, match=re.escape(sentence)):
        bot_named(name, KINGDOMINO)


@pytest.mark.usefixtures("outsiders")
def test_a_class_that_fails_is_closed_and_its_output_goes_to_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bot = bot_named("class:outsiders:Noisy", KINGDOMINO, 1)
    with pytest.raises(BotError, match="lost the thread"):
        bot.decide(palatine.new("kingdomino", seed=1).question())
    bot.close()
    assert capsys.readouterr() == ("", "thinking aloud\nclosed\n")


@pytest.mark.usefixtures("outsiders")
def test_a_class_that_cannot_be_created_is_reported() -> None:
    with pytest.raises(BotError, match=r"was stopped: it raised ValueError: not today\."):
        bot_named("class:outsiders:Unmade", KINGDOMINO)


@pytest.mark.usefixtures("outsiders")
def test_installed_packages_offer_bots() -> None:
    """A name that is taken or ambiguous is not offered."""
    assert known_names(KINGDOMINO)[-3:] == ["first-outsider", "lost", "no-bot"]
    check_name("first-outsider", KINGDOMINO)
    table = palatine.new("kingdomino", players=2, seed=1)
    bot = bot_named("first-outsider", KINGDOMINO, 5)
    assert bot.name == "first-outsider"
    assert bot.decide(table.question()).decision == table.legal()[0]
    assert type(bot_named("random", KINGDOMINO)).__module__ == "palatine.bots.builtin"
    with pytest.raises(
        palatine.OptionError, match=r'There is no bot "first-outsidr"\. Known: first-outsider, level:1-5'
    ):
        check_name("first-outsidr", KINGDOMINO)
    with pytest.raises(palatine.OptionError, match='There is no bot "with:colon"'):
        check_name("with:colon", KINGDOMINO)


def test_classes_in_the_working_directory_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    (tmp_path / "bot_of_this_folder.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    assert bot_named("class:bot_of_this_folder:First", KINGDOMINO).name == "class:bot_of_this_folder:First"
    sys.modules.pop("bot_of_this_folder")
