"""`palatine replay`: step through a record in a terminal, or print all of it."""

from __future__ import annotations

from pathlib import Path

from palatine.cli.prepare import prepare
from palatine.cli.results import decision_text, screen_of, show_result
from palatine.cli.saves import seats_of
from palatine.cli.terminal import Stopped, Terminal
from palatine.core.language import Words
from palatine.core.record import read, replayed
from palatine.core.table import Table
from palatine.games import all_games

LONGEST_NUMBER = 6


class Replay:
    """A recorded game, shown decision by decision."""

    def __init__(self, table: Table, names: list[str], terminal: Terminal, words: Words) -> None:
        self.decisions = list(table.decisions)
        self.now = Table(table.settings, table.seed, table.start)
        self.names = names
        self.terminal = terminal
        self.words = words
        self.screen = screen_of(table.game)
        self.words_of_game = words.of(table.game.name)
        self.ply = 0

    def go(self, ply: int) -> None:
        """Go to the position after `ply` decisions, or to the nearest."""
        self.ply = min(max(ply, 0), len(self.decisions))
        while len(self.now.decisions) > self.ply:
            self.now.undo()
        while len(self.now.decisions) < self.ply:
            self.now.play(self.decisions[len(self.now.decisions)])

    def show_decision(self) -> None:
        """Print the last decision."""
        total = len(self.decisions)
        if not self.ply:
            self.terminal.show(self.words("replay.start", total=total))
            return
        decision = self.decisions[self.ply - 1]
        name = self.names[self.now.decided_by(self.ply - 1)]
        self.now.undo()
        text = decision_text(self.now, decision, self.words_of_game)
        news = self.screen.news(self.now, decision, self.names, self.words_of_game)
        self.now.play(decision)
        self.terminal.show(self.words("replay.step", ply=self.ply, total=total, name=name, decision=text), *news)

    def draw(self) -> None:
        """Draw the position."""
        self.terminal.show("", self.screen.draw(self.now.position(), self.names, self.words_of_game))

    def show_all(self) -> None:
        """Print every decision and the result."""
        for ply in range(1, len(self.decisions) + 1):
            self.go(ply)
            self.show_decision()
        self.draw()
        self._show_result()

    def _show_result(self) -> None:
        show_result(self.now, self.names, None, self.terminal, self.words)

    def step(self) -> None:
        """Let the user step back and forth."""
        shown = None
        while True:
            if self.ply != shown:
                self.draw()
                self.show_decision()
                self._show_result()
                shown = self.ply
            word, _, number = self.terminal.ask(self.words("replay.prompt")).casefold().partition(" ")
            number = number.strip()
            if word == "q":
                return
            if word == "b":
                self.go(self.ply - 1)
            elif word == "g" and number.isdecimal() and len(number) <= LONGEST_NUMBER:
                self.go(int(number))
            elif word in ("", "n"):
                self.go(self.ply + 1)
            else:
                self.terminal.show(self.words("replay.not_understood", given=f"{word} {number}".strip()))


def replay_file(path: Path, words: Words) -> None:
    """Run the command `palatine replay`."""
    terminal = Terminal()
    record = read(path)
    name = record.get("game") if isinstance(record, dict) else None
    if isinstance(name, str) and name in all_games():
        prepare([all_games()[name]], words)
    table = replayed(record, all_games())
    seats = seats_of(record, table.settings.players) or [""] * table.settings.players
    names = [words("play.name", seat=seat + 1, who=who).strip() for seat, who in enumerate(seats)]
    terminal.show(words("replay.title", title=table.game.title, count=len(table.decisions), seed=str(table.seed)))
    if table.read_only:
        terminal.show(words("replay.read_only", reason=table.read_only.text(words.language)))
    replay = Replay(table, names, terminal, words)
    if not terminal.interactive:
        replay.show_all()
        return
    try:
        replay.step()
    except Stopped:
        return
