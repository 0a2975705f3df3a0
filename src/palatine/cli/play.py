"""`palatine play`: a game in the terminal, against bots, hot-seat, or any mix."""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_state_path
from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from palatine.bots import bot_named
from palatine.cli.prepare import prepare
from palatine.cli.settings import HUMAN, WHO, read_seats, read_seed, read_settings
from palatine.cli.terminal import InputEnded, Terminal
from palatine.cli.words import Words
from palatine.core.game import Flag, Game, Settings
from palatine.core.problems import OptionError, PalatineError
from palatine.core.record import read, replayed, save
from palatine.core.table import Table, check_seed
from palatine.games import GAMES, game_named

LISTED_AT_ONCE = 6
"""Up to how many choices are shown without being asked for."""
COMMANDS = ("moves", "hint", "undo", "board", "score", "save", "help", "quit")
SMALL_SEED = 2**32


def unfinished(game: Game) -> Path:
    """Where the game that is being played is kept after every decision."""
    return user_state_path("palatine", appauthor=False) / f"{game.name}.json"


class Quit(Exception):  # noqa: N818 (it is no error)
    """The person wants to stop."""


class Session:
    """A game between persons at this terminal and bots."""

    def __init__(self, table: Table, seats: Sequence[str], terminal: Terminal, words: Words) -> None:
        self.table = table
        self.seats = list(seats)
        self.terminal = terminal
        self.words = words
        self.screen: Any = importlib.import_module(f"palatine.cli.screens.{table.game.name}")
        self.bots = {
            seat: bot_named(who, table.game, seed=secrets.randbelow(SMALL_SEED))
            for seat, who in enumerate(seats)
            if who != HUMAN
        }
        self._changed = True
        self.adviser = bot_named("greedy", table.game, seed=1)
        persons = [seat for seat, who in enumerate(seats) if who == HUMAN]
        self.names = [
            words("play.name", seat=seat + 1, who=words("play.you") if persons == [seat] else who)
            for seat, who in enumerate(seats)
        ]

    # ------------------------------------------------------------------------------------------------ the game

    def run(self) -> None:
        """Play until the game is over or the person stops; the game is kept after every decision of a person."""
        try:
            while (seat := self.table.seat) is not None:
                legal = self.table.legal()
                if seat in self.bots:
                    self._decide(seat, self.bots[seat].decide(self.table.observation()), "play.decided")
                elif len(legal) == 1:
                    self._decide(seat, legal[0], "play.forced")
                else:
                    moves = [self.table.text(decision) for decision in legal]
                    if self._changed:
                        self._present(seat, moves)
                    self._ask(seat, moves)
        except (InputEnded, Quit) as stopped:
            if isinstance(stopped, InputEnded):
                self.terminal.show(self.words("play.input_ended"))
            if self._keep():
                self.terminal.show(self.words("play.kept", game=self.table.game.name))
            return
        unfinished(self.table.game).unlink(missing_ok=True)
        self._draw()
        self.show_result()

    def _decide(self, seat: int, decision: int, sentence: str) -> None:
        text = self.table.text(decision)
        self.table.play(decision)
        self._changed = True
        self.terminal.show(self.words(sentence, name=self.names[seat], decision=text))

    def _draw(self) -> None:
        self.terminal.show("", self.screen.draw(self.table.position(), self.names, self.words))

    # ------------------------------------------------------------------------------------------- a person's decision

    def _present(self, seat: int, moves: Sequence[str]) -> None:
        """Show a person the table, what is to be decided, and the choices unless there are many."""
        self._changed = False
        self._draw()
        task = self.screen.task(self.table.position(), self.names[seat], self.words)
        if task is not None:
            self.terminal.show(task)
        if len(moves) <= LISTED_AT_ONCE:
            self._list(moves)
        else:
            self.terminal.show(self.words("play.more_choices", total=len(moves)))

    def _ask(self, seat: int, moves: Sequence[str]) -> None:
        """Ask for a decision or a command; whatever cannot be done is told, and changes nothing."""
        commands = [self.words(f"command.{name}") for name in COMMANDS]
        answer = self.terminal.ask(self.words("play.prompt", name=self.names[seat]), [*moves, *commands])
        if not answer:
            return
        try:
            if not self._command(answer, moves):
                decision = self.table.number(self._completed(answer, moves))
                self._decide(seat, decision, "play.decided")
                self._keep()
        except PalatineError as problem:
            self.terminal.show(problem.told(self.words.language))

    def _completed(self, answer: str, moves: Sequence[str]) -> str:
        """A decision from its number in the list, or with its first word written out."""
        if answer.isdecimal():
            if not 1 <= int(answer) <= len(moves):
                raise OptionError("cli.error.number", given=answer, most=len(moves))
            return moves[int(answer) - 1]
        first, *rest = answer.split(maxsplit=1)
        verbs = {move.split()[0] for move in moves if move.startswith(first.casefold())}
        return " ".join([*verbs, *rest]) if len(verbs) == 1 else answer

    def _command(self, answer: str, moves: Sequence[str]) -> bool:
        """Carry out a command, in English or in the person's language; whether it was one."""
        word, *rest = answer.split(maxsplit=1)
        known = {self.words(f"command.{name}"): name for name in COMMANDS} | {name: name for name in COMMANDS}
        command = known.get(word.casefold())
        if command is None or (rest and command != "save"):
            return False
        if command == "quit":
            raise Quit
        if command == "save":
            self._save(Path(rest[0] if rest else f"{self.table.game.name}.json"))
        elif command == "moves":
            self._list(moves)
        elif command == "hint":
            advice = self.table.text(self.adviser.decide(self.table.observation()))
            self.terminal.show(self.words("play.hint", decision=advice))
        elif command == "undo":
            self._undo()
        elif command == "board":
            self._draw()
        elif command == "score":
            self.show_points()
        else:
            self.terminal.show(self.words("play.help"), self.screen.explained(self.words))
        return True

    def _list(self, moves: Sequence[str]) -> None:
        entries = [
            Text(f"{n:3}) ").append(self.screen.explain(move, self.words)) for n, move in enumerate(moves, start=1)
        ]
        self.terminal.show(self.words("play.choices"), Columns(entries, column_first=True, padding=(0, 3)))

    def _undo(self) -> None:
        """Take back the last decision that was a choice, and the forced ones after it."""
        taken_back: list[int] = []
        while self.table.may_undo():
            taken_back.append(self.table.decisions[-1])
            self.table.undo()
            if len(self.table.legal()) > 1:
                self.terminal.show(self.words("play.undone", decision=self.table.text(taken_back[-1])))
                self._changed = True
                return
        for decision in reversed(taken_back):
            self.table.play(decision)
        self.terminal.show(self.words("play.no_undo"))

    # ---------------------------------------------------------------------------------------------- keeping it

    def _save(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            save(self.table, path, seats=self.seats)
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise OptionError("cli.error.not_saved", file=str(path), reason=reason) from problem
        self.terminal.show(self.words("play.saved", file=str(path), game=self.table.game.name))

    def _keep(self) -> bool:
        """Keep the game where `--resume` finds it; a machine without such a place is no reason to stop playing."""
        path = unfinished(self.table.game)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            save(self.table, path, seats=self.seats)
        except OSError:
            return False
        return True

    # ------------------------------------------------------------------------------------------------- the result

    def show_points(self) -> None:
        """Where every point comes from, seat by seat."""
        scores = self.table.scores()
        grid = Grid(
            title=self.words("play.points_of"), title_justify="left", box=SIMPLE_HEAD, show_edge=False, pad_edge=False
        )
        for name in self.names:
            grid.add_column(name, vertical="top")
        rounds = sorted({entry.get("game_number", 0) for score in scores for entry in score["sources"]}) or [0]
        for number in rounds:
            grid.add_row(*(self._sources(score["sources"], number) for score in scores), end_section=True)
        grid.add_row(*(f"{score['total']:>3} {self.words('play.total')}" for score in scores))
        self.terminal.show(grid)

    def _sources(self, sources: Sequence[dict[str, Any]], number: int) -> str:
        """The sources of one seat, in one game of several if there are."""
        counted = [entry for entry in sources if entry["points"] and entry.get("game_number", 0) == number]
        told = [f"{entry['points']:>3} {self.screen.source(entry, self.words)}" for entry in counted]
        title = [self.words("play.game_number", number=number)] if number else []
        return "\n".join([*title, *(told or [self.words("play.no_points")])])

    def show_result(self) -> None:
        """Points by source, who has won, and what decided."""
        result = self.table.result()
        if result is None:
            return
        self.terminal.show(self.words("play.over"))
        self.show_points()
        names = ", ".join(self.names[seat] for seat in result["winners"])
        how = self.words.of_game(self.table.game.name, f"decided_by.{result['decided_by']}")
        sentence = "play.winner" if len(result["winners"]) == 1 else "play.winners"
        self.terminal.show(self.words(sentence, names=names, how=how))


# ------------------------------------------------------------------------------------------------------- beginning


def loaded(path: Path) -> tuple[Table, list[str]]:
    """A saved game and who plays it."""
    record = read(path)
    table = replayed(record, GAMES)
    seats = record.get("seats", [])
    return table, read_seats(seats if isinstance(seats, list) else [], table.settings.players)


def _ask_one_of(terminal: Terminal, words: Words, prompt: str, known: Sequence[str], default: str) -> str:
    while True:
        answer = terminal.ask(prompt, known).casefold() or default
        if answer in known:
            return answer
        terminal.show(words("ask.again", known=", ".join(known)))


def ask_settings(game: Game, terminal: Terminal, words: Words) -> tuple[Settings, list[str]]:
    """What to play and with whom, by questions; Enter takes the default."""
    counts = [str(count) for count in game.players]
    prompt = words("ask.players", known=", ".join(counts), default=game.default_players)
    players = int(_ask_one_of(terminal, words, prompt, counts, str(game.default_players)))
    seats: list[str] = []
    for seat in range(players):
        default = "greedy" if seat else HUMAN
        prompt = words("ask.seat", seat=seat + 1, known=", ".join(WHO), default=default)
        seats.append(_ask_one_of(terminal, words, prompt, WHO, default))
    options: dict[str, object] = {}
    yes, no = words("ask.yes"), words("ask.no")
    for option in game.options:
        if option.players and players not in option.players:
            continue
        choices = [yes, no] if isinstance(option, Flag) else list(getattr(option, "choices", ()))
        default = (yes if option.default else no) if isinstance(option, Flag) else str(option.default)
        what = words.of_game(game.name, f"option.{option.name}")
        prompt = words("ask.option", what=what, known=", ".join(choices), default=default)
        answer = _ask_one_of(terminal, words, prompt, choices, default)
        options[option.name] = answer == yes if isinstance(option, Flag) else answer
    return game.settings(players, options), seats


def _begin(
    game: Game,
    players: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    seed: str | None,
    terminal: Terminal,
    words: Words,
) -> tuple[Table, list[str]]:
    told = players is not None or bool(seats) or bool(options)
    if terminal.interactive and not told:
        settings, who = ask_settings(game, terminal, words)
    else:
        settings = read_settings(game, players, seats, options)
        who = read_seats(seats, settings.players)
    number = read_seed(seed)
    checked = check_seed(secrets.randbelow(SMALL_SEED) if number is None else number)
    prepare([game], words)
    return Table(settings, checked), who


def _resumes(game: Game, terminal: Terminal, words: Words) -> bool:
    """Whether the person wants to go on with an unfinished game; one that cannot be read is passed over."""
    path = unfinished(game)
    if not (terminal.interactive and path.is_file()):
        return False
    yes, no = words("ask.yes"), words("ask.no")
    return _ask_one_of(terminal, words, words("ask.resume", title=game.title), [yes, no], yes) == yes


def play_game(
    name: str,
    players: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    seed: str | None,
    load: Path | None,
    resume: bool,
    words: Words,
) -> None:
    """The command `palatine play`."""
    game = game_named(name)
    terminal = Terminal()
    told = players is not None or bool(seats) or bool(options) or seed is not None
    try:
        if resume and not unfinished(game).is_file():
            raise OptionError("cli.error.nothing_to_resume", game=game.title)
        if load is None and (resume or (not told and _resumes(game, terminal, words))):
            load = unfinished(game)
        if load is not None:
            prepare([game], words)
            table, who = loaded(load)
        else:
            table, who = _begin(game, players, seats, options, seed, terminal, words)
    except InputEnded:
        terminal.show(words("play.input_ended"))
        return
    terminal.show(words("play.welcome", title=table.game.title), words("play.seed", seed=table.seed))
    Session(table, who, terminal, words).run()
