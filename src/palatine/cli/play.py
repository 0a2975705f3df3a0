"""`palatine play`: settings and players from options or questions, then the game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from palatine.bots import known_names, level_names, names_code, stand_in
from palatine.cli.info import option_text
from palatine.cli.prepare import prepare
from palatine.cli.saves import place_to_keep, seats_of, unfinished
from palatine.cli.session import Session
from palatine.cli.settings import HUMAN, OPPONENT, check_seat, read_seats, read_seed, read_settings
from palatine.cli.terminal import InputEnded, Stopped, Terminal, ask_yes_or_no
from palatine.core.errors import OptionError, RecordError
from palatine.core.formats import AnyOf
from palatine.core.game import Flag, Game, Option, Settings
from palatine.core.language import Words
from palatine.core.record import read, replayed
from palatine.core.table import Table, check_seed
from palatine.games import all_games, game_named


def loaded(path: Path, own: bool, terminal: Terminal, words: Words) -> tuple[Table, list[str]]:
    """Return a saved game and its players, after compiling its rules. `own`: Palatine saved it itself."""
    record = read(path)
    name = record.get("game") if isinstance(record, dict) else None
    if isinstance(name, str) and name in all_games():
        prepare([all_games()[name]], words)
    table = replayed(record, all_games())
    seats = seats_of(record, table.settings.players) or read_seats([], table.game, table.settings.players)
    return table, [_seated(who, seat, table.game, own, terminal, words) for seat, who in enumerate(seats)]


def _seated(who: str, seat: int, game: Game, own: bool, terminal: Terminal, words: Words) -> str:
    """Return the player of a seat in a saved game.

    A stand-in replaces a bot that no longer exists, and a program of the file that the user does not want to run.
    """
    try:
        check_seat(who, game)
    except OptionError as problem:
        terminal.show(problem.text(words.language), words("play.stands_in", seat=seat + 1, bot=stand_in(game)))
        return stand_in(game)
    if own or not names_code(who) or ask_yes_or_no(terminal, words, words("ask.run", name=repr(who)), default=False):
        return who
    terminal.show(words("play.stands_in", seat=seat + 1, bot=stand_in(game)))
    return stand_in(game)


def _ask_one_of(terminal: Terminal, words: Words, prompt: str, known: Sequence[str], default: str) -> str:
    while True:
        answer = terminal.ask(prompt, known).casefold() or default
        if answer in known:
            return answer
        terminal.show(words("ask.again", known=AnyOf(known)))


def _ask_value(option: Option, players: int, terminal: Terminal, words: Words, prompt: str, default: str) -> object:
    """Ask for the value of an option until it is valid."""
    while True:
        value = option.from_text(terminal.ask(prompt, option.typed_values()).casefold() or default)
        problem = option.problem(value, players)
        if problem is None:
            return value
        terminal.show(problem.text(words.language))


def _ask_game(terminal: Terminal, words: Words) -> str:
    """Ask for a game, by its name or its number in the list. Enter takes the first."""
    names = list(all_games())
    numbers = [str(number) for number in range(1, len(names) + 1)]
    for number, game in zip(numbers, all_games().values(), strict=True):
        terminal.show(f"{number}) {game.title} ({game.name})")
    prompt = words("ask.game", known=", ".join(numbers), default=numbers[0])
    answer = _ask_one_of(terminal, words, prompt, [*numbers, *names], numbers[0])
    return answer if answer in names else names[int(answer) - 1]


def _ask_seat(seat: int, game: Game, terminal: Terminal, words: Words) -> str:
    """Ask for the player of a seat. Case matters only in programs and classes."""
    known = [HUMAN, *known_names(game)]
    default = OPPONENT if seat else HUMAN
    prompt = words("ask.seat", seat=seat + 1, known=", ".join(known), default=default)
    while True:
        answer = terminal.ask(prompt, known) or default
        who = answer if names_code(answer) else answer.casefold()
        if who.isdecimal():
            who = f"level:{who}"
        try:
            check_seat(who, game)
        except OptionError as problem:
            terminal.show(problem.text(words.language))
        else:
            return who


def ask_settings(game: Game, terminal: Terminal, words: Words) -> tuple[Settings, list[str]]:
    """Ask for the settings and the players. Enter takes the default."""
    counts = [str(count) for count in game.players]
    prompt = words("ask.players", known=", ".join(counts), default=game.default_players)
    players = int(_ask_one_of(terminal, words, prompt, counts, str(game.default_players)))
    terminal.show(words("ask.levels", names=level_names(game, words.language)))
    seats = [_ask_seat(seat, game, terminal, words) for seat in range(players)]
    options: dict[str, object] = {}
    yes, no = words("ask.yes").split()[0], words("ask.no").split()[0]
    for option in game.options:
        if option.players and players not in option.players:
            continue
        what = option_text(option, game, words)
        if isinstance(option, Flag):
            prompt = words("ask.option", what=what, known=f"{yes}, {no}", default=yes if option.default else no)
            options[option.name] = ask_yes_or_no(terminal, words, prompt, option.default)
        else:
            known = option.typed_values()
            default_value = str(option.default_for(players))
            prompt = words("ask.option", what=what, known=", ".join(known), default=default_value)
            options[option.name] = _ask_value(option, players, terminal, words, prompt, default_value)
    return game.settings(players, options), seats


def _last_played() -> str | None:
    """Return the game of the last unfinished game, or None."""
    kept = [(path.stat().st_mtime_ns, game.name) for game in all_games().values() if (path := unfinished(game))]
    return max(kept)[1] if kept else None


def _resumed(game: Game, required: bool, terminal: Terminal, words: Words) -> tuple[Table, list[str], Path] | None:
    """Return the last unfinished game, if the user wants to continue it. Report and skip an unreadable one.

    `required`: `--resume` was given, so do not ask, and raise what is wrong.
    """
    path = unfinished(game)
    if path is None:
        if required:
            raise OptionError("cli.error.nothing_to_resume", game=game.title)
        return None
    try:
        table, seats = loaded(path, True, terminal, words)
    except (RecordError, OptionError) as problem:
        if required:
            raise
        terminal.show(problem.text(words.language))
        return None
    if required or ask_yes_or_no(terminal, words, words("ask.resume", title=game.title), default=True):
        return table, seats, path
    return None


def play_game(
    name: str | None,
    players: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    seed: str | None,
    load: Path | None,
    resume: bool,
    words: Words,
) -> None:
    """Run the command `palatine play`."""
    terminal = Terminal()
    configured = players is not None or bool(seats) or bool(options)
    if (load is not None or resume) and (configured or seed is not None):
        raise OptionError("cli.error.settled")
    if load is not None and resume:
        raise OptionError("cli.error.load_or_resume")
    try:
        if name is None and resume:
            name = _last_played()
        elif name is None and terminal.interactive and load is None:
            name = _ask_game(terminal, words)
        game = game_named(name or next(iter(all_games())))
        kept = place_to_keep(game)
        resumed = None
        if load is not None:
            table, who = loaded(load, False, terminal, words)
            resumed = table, who, place_to_keep(table.game)
        elif resume or (terminal.interactive and not configured and seed is None):
            resumed = _resumed(game, resume, terminal, words)
        if resumed is not None:
            table, who, kept = resumed
        else:
            if terminal.interactive and not configured:
                settings, who = ask_settings(game, terminal, words)
            else:
                settings = read_settings(game, players, seats, options)
                who = read_seats(seats, game, settings.players)
            given = read_seed(seed)
            checked = check_seed(secrets.token_hex(32) if given is None else given)
            prepare([game], words)
            table = Table(settings, checked)
    except Stopped as stopped:
        if isinstance(stopped, InputEnded):
            terminal.show(words("play.input_ended"))
        return
    terminal.show(words("play.welcome", title=table.game.title))
    Session(table, who, kept, terminal, words).run()
