"""The `palatine` command: its subcommands and their options. Heavy modules are imported when they are used."""

from __future__ import annotations

import io
import itertools
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from palatine.cli.admin import app as admin_app
from palatine.cli.game_commands import Commands
from palatine.core.errors import OptionError, PalatineError
from palatine.core.formats import AnyOf
from palatine.core.game import Flag
from palatine.core.language import Words
from palatine.core.words import LANGUAGES
from palatine.games import BUILT_IN

WORDS = Words()
FAILED = 2
INTERRUPTED = 130

app = typer.Typer(
    cls=Commands, help=WORDS("help.app"), invoke_without_command=True, add_completion=False, rich_markup_mode=None
)
app.add_typer(admin_app, name="admin")


FIRST_GAME = next(iter(BUILT_IN.values()))
"""The default game of `rules` and `bench`, and the one in examples."""
EXAMPLE = {
    "game": FIRST_GAME.name,
    "option": next(f"{one.name}=true" for one in FIRST_GAME.options if isinstance(one, Flag) and not one.players),
}


def _help(command: str) -> str:
    return f"{WORDS(f'help.{command}')}\n\n{WORDS(f'help.{command}_example', **EXAMPLE)}"


GameName = Annotated[str, typer.Argument(metavar="GAME", help=WORDS("help.game"))]
Players = Annotated[int | None, typer.Option("--players", metavar="NUMBER", help=WORDS("help.players"))]
GameOptions = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=WORDS("help.option"))]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANGUAGE", help=WORDS("help.language", known=AnyOf(LANGUAGES)))
]
Json = Annotated[bool, typer.Option("--json", help=WORDS("help.json"))]
MatchSeed = Annotated[str | None, typer.Option("--seed", metavar="SEED", help=WORDS("help.match_seed"))]


def _show_version(wanted: bool) -> None:
    if wanted:
        import palatine

        typer.echo(palatine.__version__)
        raise typer.Exit


@app.callback()
def _all_commands(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, help=WORDS("help.version"))] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=WORDS("help.browser"))] = True,
    port: Annotated[
        int | None, typer.Option("--port", metavar="NUMBER", min=1, max=65535, help=WORDS("help.app_port"))
    ] = None,
    language: Language = None,
) -> None:
    """Open the browser app, if there is no command."""
    if context.invoked_subcommand is not None:
        if port is not None or not browser or language is not None:
            raise OptionError("cli.error.after_command", command=context.invoked_subcommand)
        return
    from palatine.cli.browser import open_app

    open_app(port, browser, Words(language))


@app.command(help=_help("play"))
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=WORDS("help.game"))] = None,
    players: Players = None,
    seat: Annotated[list[str] | None, typer.Option("--seat", metavar="WHO", help=WORDS("help.seat"))] = None,
    option: GameOptions = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="SEED", help=WORDS("help.seed"))] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help=WORDS("help.load"))] = None,
    resume: Annotated[bool, typer.Option("--resume", help=WORDS("help.resume"))] = False,
    language: Language = None,
) -> None:
    """Play a game."""
    from palatine.cli.play import play_game

    play_game(game, players, seat or [], option or [], seed, load, resume, Words(language))


@app.command(help=_help("replay"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=WORDS("help.file"))], language: Language = None
) -> None:
    """Step through a record."""
    from palatine.cli.replay import replay_file

    replay_file(file, Words(language))


@app.command(help=_help("rules"))
def rules(game: GameName = FIRST_GAME.name, language: Language = None) -> None:
    """Show the rules."""
    from palatine.cli.info import show_rules

    show_rules(game, Words(language))


@app.command(help=_help("games"))
def games(json: Json = False, language: Language = None) -> None:
    """List the games."""
    from palatine.cli.info import list_games

    list_games(json, Words(language))


@app.command(help=_help("bench"))
def bench(
    game: GameName = FIRST_GAME.name,
    players: Players = None,
    option: GameOptions = None,
    cores: Annotated[int, typer.Option("--cores", help=WORDS("help.cores"))] = 1,
    seconds: Annotated[float, typer.Option("--seconds", help=WORDS("help.seconds"))] = 3.0,
    json: Json = False,
    language: Language = None,
) -> None:
    """Measure random play."""
    from palatine.cli.bench import bench_game

    bench_game(game, players, option or [], cores, seconds, json, Words(language))


@app.command(help=_help("match"))
def match(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT", help=WORDS("help.bots"))],
    games: Annotated[int, typer.Option("--games", metavar="NUMBER", help=WORDS("help.games_played"))] = 100,
    players: Players = None,
    option: GameOptions = None,
    seed: MatchSeed = None,
    stop_early: Annotated[bool, typer.Option("--stop-early", help=WORDS("help.stop_early"))] = False,
    cores: Annotated[int, typer.Option("--cores", help=WORDS("help.cores"))] = 1,
    save: Annotated[Path | None, typer.Option("--save", metavar="FOLDER", help=WORDS("help.save"))] = None,
    json: Json = False,
    language: Language = None,
) -> None:
    """Play a match between bots."""
    from palatine.cli.match import match_bots

    words = Words(language)
    if not match_bots(
        game,
        bots,
        games=games,
        players=players,
        options=option or [],
        seed=seed,
        stop_early=stop_early,
        cores=cores,
        save=save,
        as_json=json,
        words=words,
    ):
        raise typer.Exit(INTERRUPTED)


@app.command(help=_help("arena"))
def arena(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=WORDS("help.game"))] = None,
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT", help=WORDS("help.arena_bots"))] = None,
    into: Annotated[Path | None, typer.Option("--into", metavar="FOLDER", help=WORDS("help.into"))] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FOLDER", help=WORDS("help.arena_resume"))] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="NUMBER", help=WORDS("help.games_played"))] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help=WORDS("help.kind"))] = None,
    players: Players = None,
    option: GameOptions = None,
    seed: MatchSeed = None,
    on: Annotated[str, typer.Option("--on", metavar="WHERE", help=WORDS("help.on"))] = "local",
    cores: Annotated[int, typer.Option("--cores", help=WORDS("help.cores"))] = 0,
    json: Json = False,
    language: Language = None,
) -> None:
    """Hold a tournament."""
    from palatine.cli.arena import hold_tournament

    words = Words(language)
    if not hold_tournament(
        game,
        bots or [],
        into=into,
        resume=resume,
        games=games,
        kind=kind,
        players=players,
        options=option or [],
        seed=seed,
        place=on,
        cores=cores,
        as_json=json,
        words=words,
    ):
        raise typer.Exit(INTERRUPTED)


@app.command(help=_help("serve"))
def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help=WORDS("help.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="NUMBER", help=WORDS("help.port"))] = 8750,
    database: Annotated[str, typer.Option("--database", metavar="URL", help=WORDS("help.database"))] = "",
    redis: Annotated[str | None, typer.Option("--redis", metavar="URL", help=WORDS("help.redis"))] = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help=WORDS("help.public_url"))
    ] = None,
    proxies: Annotated[str, typer.Option("--proxies", metavar="ADDRESSES", help=WORDS("help.proxies"))] = "",
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help=WORDS("help.limits"))] = True,
    bot_processes: Annotated[
        int, typer.Option("--bot-processes", metavar="NUMBER", min=0, max=512, help=WORDS("help.bot_processes"))
    ] = 0,
    analysis_iterations: Annotated[
        int,
        typer.Option("--analysis-iterations", metavar="NUMBER", min=1, max=1_000_000, help=WORDS("help.analysis")),
    ] = 1000,
    push_key: Annotated[Path | None, typer.Option("--push-key", metavar="FILE", help=WORDS("help.push_key"))] = None,
    push_contact: Annotated[
        str | None, typer.Option("--push-contact", metavar="ADDRESS", help=WORDS("help.push_contact"))
    ] = None,
    smtp: Annotated[
        str | None, typer.Option("--smtp", metavar="URL", envvar="PALATINE_SMTP", help=WORDS("help.smtp"))
    ] = None,
    mail_from: Annotated[
        str | None, typer.Option("--mail-from", metavar="ADDRESS", help=WORDS("help.mail_from"))
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=WORDS("help.json_logs"))] = False,
    language: Language = None,
) -> None:
    """Run the table server."""
    from palatine.cli.serve import serve_tables
    from palatine.server.settings import Settings

    settings = Settings(
        host=host,
        port=port,
        database=database,
        redis=redis,
        public_url=public_url,
        proxies=proxies,
        limited=limits,
        bot_processes=bot_processes,
        analysis_iterations=analysis_iterations,
        push_key=push_key,
        push_contact=push_contact,
        smtp=smtp,
        mail_from=mail_from,
    )
    serve_tables(settings, json, Words(language))


@app.command(help=_help("setup"))
def setup(
    game: Annotated[list[str] | None, typer.Argument(metavar="GAME", help=WORDS("help.game"))] = None,
    language: Language = None,
) -> None:
    """Compile the rules."""
    from palatine.cli.prepare import prepare_games

    prepare_games(game or [], Words(language))


def main() -> None:
    """Run the command. Errors in its arguments are printed as a sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an unprintable character must not end a game
    try:
        app()
    except PalatineError as problem:
        sys.stderr.write(problem.text(_language()) + "\n")
        sys.exit(FAILED)
    except OSError as problem:
        # Python flushes stdout when it ends, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(problem, BrokenPipeError):
            sys.stderr.write(Words(_language())("error.not_written", reason=problem.strerror) + "\n")
        sys.exit(FAILED)


def _language() -> str:
    """Return the language of `--lang`, or the default. An error may come before Typer has read the option."""
    arguments = [part for word in sys.argv for part in word.split("=", 1)]
    chosen = [after for word, after in itertools.pairwise(arguments) if word == "--lang"]
    try:
        return Words(chosen[-1] if chosen else None).language
    except PalatineError:
        return WORDS.language
