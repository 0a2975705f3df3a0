"""`palatine replay`: stepping through a record; where nobody can step, all of it is told."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from palatine.cli.play import Session
from palatine.cli.prepare import prepare
from palatine.cli.settings import HUMAN
from palatine.cli.terminal import InputEnded, Terminal
from palatine.cli.words import Words
from palatine.core.record import read, replayed
from palatine.core.table import Table
from palatine.games import GAMES


class Replay:
    """A finished or unfinished game, to be looked at from decision to decision."""

    def __init__(self, table: Table, seats: list[str], terminal: Terminal, words: Words) -> None:
        self.whole = table
        self.decisions = list(table.decisions)
        self.now = Table(table.settings, table.seed, table.start)
        self.terminal = terminal
        self.words = words
        self.names = [words("play.name", seat=seat + 1, who=who) for seat, who in enumerate(seats)]
        self.screen: Any = importlib.import_module(f"palatine.cli.screens.{table.game.name}")
        self.result = Session(table, seats, terminal, words)

    def go(self, made: int) -> None:
        """Stand after a number of decisions, as near as there are."""
        made = min(max(made, 0), len(self.decisions))
        while len(self.now.decisions) > made:
            self.now.undo()
        while len(self.now.decisions) < made:
            self.now.play(self.decisions[len(self.now.decisions)])

    def tell(self) -> None:
        """The last decision in words."""
        made, total = len(self.now.decisions), len(self.decisions)
        if not made:
            self.terminal.show(self.words("replay.start", total=total))
            return
        decision = self.now.text(self.decisions[made - 1])
        self.now.undo()
        name = self.names[self.now.seat or 0]
        self.go(made)
        self.terminal.show(self.words("replay.step", made=made, total=total, name=name, decision=decision))

    def draw(self) -> None:
        """The table as it stands."""
        self.terminal.show("", self.screen.draw(self.now.position(), self.names, self.words))

    def tell_all(self) -> None:
        """Every decision, and the end."""
        for made in range(1, len(self.decisions) + 1):
            self.go(made)
            self.tell()
        self.draw()
        self.result.show_result()

    def step(self) -> None:
        """Let the person go forth and back."""
        while True:
            self.draw()
            self.tell()
            made = len(self.now.decisions)
            if made == len(self.decisions):
                self.result.show_result()
            word, _, number = self.terminal.ask(self.words("replay.prompt")).casefold().partition(" ")
            if word == "q":
                return
            if word == "b":
                self.go(made - 1)
            elif word == "g" and number.strip().isdecimal():
                self.go(int(number))
            elif word in ("", "n"):
                self.go(made + 1)
            else:
                self.terminal.show(self.words("replay.not_understood", given=f"{word} {number}".strip()))


def replay_file(path: Path, words: Words) -> None:
    """The command `palatine replay`."""
    terminal = Terminal()
    record = read(path)
    name = record.get("game") if isinstance(record, dict) else None
    if isinstance(name, str) and name in GAMES:
        prepare([GAMES[name]], words)
    table = replayed(record, GAMES)
    seats = record.get("seats") or [HUMAN] * table.settings.players
    title = words("replay.title", title=table.game.title, made=len(table.decisions), seed=table.seed)
    terminal.show(title)
    if table.read_only:
        terminal.show(words("replay.read_only", reason=table.read_only.told(words.language)))
    replay = Replay(table, seats, terminal, words)
    if not terminal.interactive:
        replay.tell_all()
        return
    try:
        replay.step()
    except InputEnded:
        return
