"""`palatine play`: what is to be played and by whom, by options or by questions; then the game."""

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
    """A saved game and who plays it; its rules are compiled first. `own`: nobody else can have written it."""
    record = read(path)
    name = record.get("game") if isinstance(record, dict) else None
    if isinstance(name, str) and name in all_games():
        prepare([all_games()[name]], words)
    table = replayed(record, all_games())
    seats = seats_of(record, table.settings.players) or read_seats([], table.game, table.settings.players)
    return table, [_seated(who, seat, table.game, own, terminal, words) for seat, who in enumerate(seats)]


def _seated(who: str, seat: int, game: Game, own: bool, terminal: Terminal, words: Words) -> str:
    """Who takes up a seat of a saved game again: a bot that is not there any more, or a program that a file of others
    names and the person does not want to run, is stood in for."""
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
    """A value of an option; what is wrong with an answer is told, and it is asked again."""
    while True:
        value = option.from_text(terminal.ask(prompt, option.typed_values()).casefold() or default)
        problem = option.problem(value, players)
        if problem is None:
            return value
        terminal.show(problem.text(words.language))


def _ask_game(terminal: Terminal, words: Words) -> str:
    """Which game, by its name or its number in the list; Enter takes the first."""
    names = list(all_games())
    numbers = [str(number) for number in range(1, len(names) + 1)]
    for number, game in zip(numbers, all_games().values(), strict=True):
        terminal.show(f"{number}) {game.title} ({game.name})")
    prompt = words("ask.game", known=", ".join(numbers), default=numbers[0])
    answer = _ask_one_of(terminal, words, prompt, [*numbers, *names], numbers[0])
    return answer if answer in names else names[int(answer) - 1]


def _ask_seat(seat: int, game: Game, terminal: Terminal, words: Words) -> str:
    """Who plays a seat; capitals matter only in what is to be run."""
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
    """What to play and with whom, by questions; Enter takes the default."""
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
    """The name of the game of which an unfinished one was played last."""
    kept = [(path.stat().st_mtime_ns, game.name) for game in all_games().values() if (path := unfinished(game))]
    return max(kept)[1] if kept else None


def _resumed(game: Game, asked: bool, terminal: Terminal, words: Words) -> tuple[Table, list[str], Path] | None:
    """The last unfinished game, if the person wants to go on with it; one that cannot be read is told and passed over."""
    path = unfinished(game)
    if path is None:
        if asked:
            raise OptionError("cli.error.nothing_to_resume", game=game.title)
        return None
    try:
        table, seats = loaded(path, True, terminal, words)
    except (RecordError, OptionError) as problem:
        if asked:
            raise
        terminal.show(problem.text(words.language))
        return None
    if asked or ask_yes_or_no(terminal, words, words("ask.resume", title=game.title), default=True):
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
    """The command `palatine play`."""
    terminal = Terminal()
    told = players is not None or bool(seats) or bool(options)
    if (load is not None or resume) and (told or seed is not None):
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
        going_on = None
        if load is not None:
            table, who = loaded(load, False, terminal, words)
            going_on = table, who, place_to_keep(table.game)
        elif resume or (terminal.interactive and not told and seed is None):
            going_on = _resumed(game, resume, terminal, words)
        if going_on is not None:
            table, who, kept = going_on
        else:
            if terminal.interactive and not told:
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
