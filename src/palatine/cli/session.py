"""A game between people at this terminal and bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.text import Text

from palatine.bots import Bot, BotError, adviser, bot_named, shown_name, stand_in
from palatine.cli.results import decision_text, round_number, screen_of, show_points, show_result
from palatine.cli.saves import keep, persons, save_as
from palatine.cli.settings import HUMAN
from palatine.cli.terminal import InputEnded, Stopped, Terminal
from palatine.core.chance import bot_seed
from palatine.core.errors import DecisionError, OptionError, PalatineError
from palatine.core.language import Words
from palatine.core.table import Table

LISTED_AT_ONCE = 6
"""The largest number of choices that are listed without the command `moves`."""
COMMANDS = ("moves", "hint", "undo", "board", "score", "save", "help", "quit")
SHORT = {"?": "help", "h": "help", "q": "quit"}
ADVISER_ITERATIONS = 4000
HINTS = 3
LONGEST_NUMBER = 4
"""An answer with more digits is not a number in the list."""


def ranges(numbers: Iterable[int]) -> list[str]:
    """Return numbers in ascending order, consecutive ones as ranges: `["0-2", "5", "7"]`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1] = [found[-1][0], number]
        else:
            found.append([number])
    return ["-".join(map(str, ends)) for ends in found]


class Session:
    """A game from its current position until it ends or the user stops."""

    def __init__(self, table: Table, seats: Sequence[str], kept: Path, terminal: Terminal, words: Words) -> None:
        self.table = table
        self.seats = list(seats)
        self.kept = kept
        self.terminal = terminal
        self.words = words
        self.screen = screen_of(table.game)
        self.words_of_game = words.of(table.game.name)
        people = persons(seats)
        self.you = people[0] if len(people) == 1 else None
        self.names = [
            words(
                "play.name",
                seat=seat + 1,
                who=words("play.you") if seat == self.you else shown_name(who, table.game, words.language),
            )
            for seat, who in enumerate(seats)
        ]
        self.bots: dict[int, Bot] = {}
        for seat, who in enumerate(seats):
            if who != HUMAN:
                self._seat_bot(seat, who)
        self._changed = True

    def _seat_bot(self, seat: int, who: str) -> None:
        """Seat a bot. In a game that has begun, a stand-in replaces a bot that cannot be opened."""
        try:
            self.bots[seat] = bot_named(who, self.table.game, bot_seed(self.table.seed, seat))
        except PalatineError as problem:
            if not self.table.decisions:
                raise
            self._stand_in(seat, problem)

    def _stand_in(self, seat: int, problem: PalatineError) -> None:
        """Replace a bot and print why. The saved game still names the original bot."""
        name = stand_in(self.table.game)
        self.bots[seat] = bot_named(name, self.table.game, bot_seed(self.table.seed, seat))
        self.names[seat] = self.words("play.name", seat=seat + 1, who=name)
        self.terminal.show(problem.text(self.words.language), self.words("play.stands_in", seat=seat + 1, bot=name))

    def run(self) -> None:
        """Play until the game ends or the user stops. The game is saved after every decision."""
        try:
            self._run()
        finally:
            for bot in self.bots.values():
                bot.close()

    def _run(self) -> None:
        try:
            while (seat := self.table.seat) is not None:
                legal = self.table.legal()
                if seat in self.bots:
                    self._decide(seat, self._bot_decision(seat), "play.decided")
                elif len(legal) == 1:
                    self._decide(seat, legal[0], "play.forced")
                else:
                    moves = [self.table.text(decision) for decision in legal]
                    if self._changed:
                        self._present(seat, moves)
                    self._ask(seat, moves)
        except Stopped as stopped:
            if isinstance(stopped, InputEnded):
                self.terminal.show(self.words("play.input_ended"))
            self._explain_resume()
            return
        except KeyboardInterrupt:  # while a bot is thinking
            self._explain_resume()
            raise
        self.kept.unlink(missing_ok=True)
        self._draw()
        show_result(self.table, self.names, self.you, self.terminal, self.words)

    def _bot_decision(self, seat: int) -> int:
        """Return the decision of a bot. If it fails, a stand-in replaces it for the rest of the game."""
        try:
            return self.bots[seat].decide(self.table.question()).decision
        except BotError as problem:
            self.bots[seat].close()
            self._stand_in(seat, problem)
            return self._bot_decision(seat)

    def _decide(self, seat: int, decision: int, sentence: str) -> None:
        before = round_number(self.table.game, self.table.position())
        self.terminal.show(self.words(sentence, name=self.names[seat], decision=self._text(decision)))
        self.terminal.show(*self.screen.news(self.table, decision, self.names, self.words_of_game))
        self.table.play(decision)
        self._changed = True
        self._keep()
        if round_number(self.table.game, self.table.position()) != before:
            self.terminal.show(self.words("play.next_game", number=before))
            self._show_points()

    def _text(self, decision: int) -> str:
        return decision_text(self.table, decision, self.words_of_game)

    def _draw(self) -> None:
        self.terminal.show("", self.screen.draw(self.table.position(), self.names, self.words_of_game))

    def _show_points(self) -> None:
        show_points(self.table, self.names, self.terminal, self.words)

    # ------------------------------------------------------------------------------------------- a person's decision

    def _present(self, seat: int, moves: Sequence[str]) -> None:
        """Draw the table, the task, and the choices unless there are many."""
        self._changed = False
        self._draw()
        task = self.screen.task(self.table.position(), self.names[seat], self.words_of_game)
        if task is not None:
            self.terminal.show(task)
        if len(moves) <= LISTED_AT_ONCE:
            self._list(moves)
        else:
            self.terminal.show(self.words("play.more_choices", count=len(moves)))

    def _ask(self, seat: int, moves: Sequence[str]) -> None:
        """Ask for a decision or a command. A wrong answer is explained and changes nothing."""
        commands = [self.words(f"command.{name}") for name in COMMANDS]
        answer = self.terminal.ask(self.words("play.prompt", name=self.names[seat]), [*moves, *commands])
        if not answer:
            return
        try:
            if not self._command(answer, moves):
                self._decide(seat, self.table.number(self._completed(answer, moves)), "play.decided")
        except DecisionError as problem:
            self.terminal.show(problem.text(self.words.language), self.words("play.see_help"))
        except PalatineError as problem:
            self.terminal.show(problem.text(self.words.language))

    def _labels(self, moves: Sequence[str]) -> dict[str, str]:
        """Return the choices by their number in the list."""
        return {
            str(self.screen.label(self.table.number(move), number)): move for number, move in enumerate(moves, start=1)
        }

    def _completed(self, answer: str, moves: Sequence[str]) -> str:
        """Return the decision that an answer means: by its number in the list, or with its first word completed."""
        if answer.isdecimal():
            labels = self._labels(moves)
            if len(answer) <= LONGEST_NUMBER and answer in labels:
                return labels[answer]
            unlisted = f"{moves[0].split()[0]} {answer}"
            if not self._can_be_played(unlisted):
                raise OptionError("cli.error.number", given=answer[:20], known=ranges(map(int, labels)))
            return unlisted  # it is equivalent to a listed one
        first, *rest = answer.split(maxsplit=1)
        verbs = {move.split()[0] for move in moves if move.startswith(first.casefold())}
        return " ".join([*verbs, *rest]) if len(verbs) == 1 else answer

    def _can_be_played(self, decision: str) -> bool:
        try:
            self.table.number(decision)
        except DecisionError:
            return False
        return True

    def _command(self, answer: str, moves: Sequence[str]) -> bool:
        """Run a command, in English or in the user's language. Return False if the answer is not a command."""
        word, *rest = answer.split(maxsplit=1)
        known = SHORT | {self.words(f"command.{name}"): name for name in COMMANDS} | {name: name for name in COMMANDS}
        command = known.get(word.casefold())
        if command is None or (rest and command != "save"):
            return False
        if command == "quit":
            raise Stopped
        if command == "save":
            path = save_as(self.table, rest[0] if rest else f"{self.table.game.name}.json", self.seats)
            self.terminal.show(self.words("play.saved", file=str(path), game=self.table.game.name))
        elif command == "moves":
            self._list(moves)
        elif command == "hint":
            self._hint()
        elif command == "undo":
            self._undo()
        elif command == "board":
            self._draw()
        elif command == "score":
            self._show_points()
        else:
            self.terminal.show(self.words("play.help"), self.screen.explained(self.words_of_game))
        return True

    def _list(self, moves: Sequence[str]) -> None:
        entries = [
            Text(f"{label:>3}) ").append(self.screen.explain(self.table, self.table.number(move), self.words_of_game))
            for label, move in self._labels(moves).items()
        ]
        self.terminal.show(self.words("play.choices"), Columns(entries, padding=(0, 3), equal=True))

    def _hint(self) -> None:
        """Print the best decisions of a strong bot, with its evaluations."""
        bot = bot_named(
            adviser(self.table.game, ADVISER_ITERATIONS),
            self.table.game,
            bot_seed(self.table.seed, len(self.table.decisions)),
        )
        thoughts = bot.decide(self.table.question()).thoughts or {"considered": []}
        for number, one in enumerate(thoughts["considered"][:HINTS]):
            chance = one.get("win_chance")  # None in solo games
            expected = (
                self.words("play.points", count=round(one["score"]))
                if chance is None
                else self.words("play.points_and_chance", count=round(one["score"]), chance=round(100 * chance))
            )
            sentence = "play.hint" if number == 0 else "play.other_hint"
            self.terminal.show(self.words(sentence, decision=self._text(one["decision"]), expected=expected))

    def _undo(self) -> None:
        """Take back the last decision with a choice, and the forced ones after it."""
        taken_back: list[int] = []
        while self.table.may_undo():
            taken_back.append(self.table.decisions[-1])
            self.table.undo()
            if len(self.table.legal()) > 1:
                self._changed = True
                self._keep()
                self.terminal.show(self.words("play.undone", decision=self._text(taken_back[-1])))
                return
        for decision in reversed(taken_back):
            self.table.play(decision)
        self.terminal.show(self.words("play.no_undo"))

    # ----------------------------------------------------------------------------------------------- saving it

    def _keep(self) -> bool:
        """Save the game for `--resume`, unless only bots play. Return True if it was saved."""
        return len(self.bots) < len(self.seats) and keep(self.table, self.kept, self.seats)

    def _explain_resume(self) -> None:
        if self._keep():
            self.terminal.show(self.words("play.kept", game=self.table.game.name))
        else:
            self.terminal.show(self.words("play.not_kept", folder=str(self.kept.parent)))
