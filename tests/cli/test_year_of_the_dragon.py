"""In the Year of the Dragon in the terminal: what is shown, and what can be typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import palatine as package
from cli.preloaded import palatine
from games.year_of_the_dragon.positions import court, table_at
from palatine.bots import bot_named
from palatine.core.chance import bot_seed
from palatine.core.record import save
from palatine.core.table import Table

GAME = "year_of_the_dragon"
SEED = "3"
HOT_SEAT = ("play", GAME, "--seat", "human", "--seat", "human", "--seed", SEED)
EXPANDED = ("--option", "great_wall=true", "--option", "super_event=sunrise")
BOTS = ("play", GAME, "--seat", "greedy", "--seat", "random", "--seat", "random", "--seed", SEED)


def typed_until(table: Table, phase: str) -> list[str]:
    """Play the first choice until a phase comes. Return the lines that two persons type for it."""
    typed = []
    while table.position()["phase"] != phase or len(table.legal()) == 1:
        if len(table.legal()) > 1:
            typed.append(table.moves()[0])
        table.play(table.legal()[0])
        assert not table.over, phase
    return typed


def screen_at(phase: str, home: Path, *further: str, **options: object) -> tuple[Table, str]:
    """Return the table when a phase comes, and the output on the way there."""
    table = package.new(GAME, players=2, seed=int(SEED), **options)
    typed = [*typed_until(table, phase), *further, "quit", ""]
    arguments = [f"--option={name}={str(value).lower()}" for name, value in options.items()]
    return table, palatine(*HOT_SEAT, *arguments, home=home, typed="\n".join(typed)).stdout


def last_screen(output: str) -> str:
    """Return the last drawing of the table."""
    return "In the Year of the Dragon - " + output.rpartition("In the Year of the Dragon - ")[2]


def test_the_screen_shows_the_year_the_actions_the_track_and_the_courts(tmp_path: Path) -> None:
    table, output = screen_at("act", tmp_path)
    position, screen = table.position(), last_screen(output)
    assert "month 1 of 12: actions" in screen
    for month, event in enumerate(position["events"], start=1):
        assert re.search(rf"{month} (?i:{event})", screen)
    for number, group in enumerate(position["groups"], start=1):
        assert f"{number} {', '.join(group)}: free" in screen
    first, second = position["track"]
    names = ["1 human", "2 human"]
    track = f"{first['space']}: {names[first['seats'][0]]} | {second['space']}: {names[second['seats'][0]]}"
    assert f"Person track: {track}" in screen
    assert f">{names[position['seat']]} 0 points, {position['totals'][position['seat']]} if it ended now" in screen
    for home in position["courts"]:
        for number, palace in enumerate(home["palaces"], start=1):
            assert f"{number} {'#' * palace['floors']} " in screen
        for person in (person for palace in home["palaces"] for person in palace["persons"]):
            assert person.replace("_", " ") in screen
    assert max(map(len, output.splitlines())) <= 80


def test_every_court_shows_the_effects_of_the_next_two_events(tmp_path: Path) -> None:
    table, output = screen_at("act", tmp_path)
    position = table.position()
    months = [(month, event) for month, event in enumerate(position["events"], start=1) if event != "peace"][:2]
    lines = [line for line in last_screen(output).splitlines() if line.strip().startswith("coming:")]
    for home, line in zip(position["courts"], lines, strict=True):
        for month, event in months:
            lost = home["outlook"][event]["lost"]
            assert re.search(rf"{month} (?i:{event}): [^;]*{f'loses {lost}' if lost else 'safe|points'}", line)


def test_a_group_with_a_dragon_shows_its_fee_and_whose_dragon_it_is(tmp_path: Path) -> None:
    table, _ = screen_at("act", tmp_path)
    first = f"{table.seat + 1} human" if table.seat is not None else ""
    move = table.moves()[0]
    group = move.split()[1]
    _, output = screen_at("act", tmp_path, move)
    assert re.search(rf"{group} [a-z, ]+: 3 yuan \({first}\)", last_screen(output))


def test_choices_show_what_they_would_bring(tmp_path: Path) -> None:
    table, output = screen_at("act", tmp_path, "moves")
    seat = table.seat
    assert seat is not None
    income = table.position()["courts"][seat]["income"]
    assert f"taxes [yuan +{income['taxes']}]" in output
    assert f"research [points +{income['research']}]" in output


def test_consequences_are_shown(tmp_path: Path) -> None:
    output = palatine(*BOTS, home=tmp_path).stdout
    table = package.load(_record_of_bots())
    events = table.position()["events"]
    for month, event in enumerate(events, start=1):
        assert re.search(rf"Month {month}: (?i:{event})", output)
    assert [int(month) for month in re.findall(r"Month (\d+) begins", output)] == list(range(1, 13))
    assert [int(month) for month in re.findall(r"Month (\d+): decay and scoring", output)] == list(range(1, 13))
    # The points shown month by month and the final scoring add up to each total.
    for seat, name in enumerate(("1 greedy", "2 random", "3 random")):
        lines = re.findall(rf"^ +{name}: .*?(?=^\S|^ +\d \w+:)", output, re.MULTILINE | re.DOTALL)
        earned = sum(int(points) for line in lines for points in re.findall(r"points \+(\d+)", " ".join(line.split())))
        final = sum(
            source["points"]
            for source in table.scores()[seat]["sources"]
            if source["source"] in ("persons", "monks", "money")
        )
        assert earned + final == table.totals()[seat]


def _record_of_bots() -> dict[str, object]:
    """Return the record of the game of `BOTS`, played without the terminal."""
    table = package.new(GAME, players=3, seed=int(SEED))
    bots = [
        bot_named(name, table.game, bot_seed(table.seed, seat))
        for seat, name in enumerate(("greedy", "random", "random"))
    ]
    while (seat := table.seat) is not None:
        table.play(bots[seat].decide(table.question()).decision)
    return table.record()


def test_an_action_is_shown_before_the_event_that_follows_it(tmp_path: Path) -> None:
    """In month 12 there are no cards: the event follows the last action directly."""
    output = palatine(*BOTS, home=tmp_path).stdout
    last_action = re.findall(r"^\d \w+: act .*\n(?: .*\n)*", output.partition("Month 12 begins.")[2], re.MULTILINE)[-1]
    after = output.partition(last_action)[2]
    assert after.startswith("Month 12: ") or re.match(r"\d \w+: (pass|buy|build)", after)


@pytest.mark.parametrize(
    ("super_event", "lines"),
    [
        ("volcanic_eruption", ["Super event: Volcanic Eruption", "spaces -"]),
        ("solar_eclipse", ["The eclipse: "]),
        ("assassination_attempt", ["Super event: Assassination Attempt"]),
    ],
)
def test_a_super_event_is_shown(super_event: str, lines: list[str], tmp_path: Path) -> None:
    output = palatine(*BOTS, "--option", f"super_event={super_event}", home=tmp_path).stdout
    for line in lines:
        assert line in output


def test_a_palace_like_a_listed_one_can_be_chosen_too(tmp_path: Path) -> None:
    courts = [court("1", "1", "2"), court("2", hand=["monk"], owed=1)]
    table = table_at(courts, stage="person", phase="house", person="younger_monk")
    assert table.moves() == ["house 1", "house 3"]
    save(table, tmp_path / "game.json", seats=["human", "human"])
    output = palatine("play", "--load", str(tmp_path / "game.json"), home=tmp_path, typed="4\n2\nquit\n").stdout
    assert "4 is not in the list. The numbers are: 1 and 3." in output
    assert "1 human: house 1" in output


def test_a_new_palace_is_choice_0(tmp_path: Path) -> None:
    table = package.new(GAME, players=2, seed=int(SEED))
    typed = []
    while table.position()["phase"] != "build":
        move = next((move for move in table.moves() if move.endswith(" build")), table.moves()[0])
        if len(table.legal()) > 1:
            typed.append(move)
        table.play(move)
    table.play("build new")
    typed.append("0")
    output = palatine(*HOT_SEAT, home=tmp_path, typed="\n".join([*typed, "quit", ""])).stdout
    assert "0) build new" in output
    assert "human: build new" in output


def test_single_choices_are_made_and_shown(tmp_path: Path) -> None:
    _, output = screen_at("act", tmp_path)
    assert "house 1 (the only choice)" in output  # the first person of the opening: both palaces are alike


def test_palaces_are_chosen_by_their_numbers(tmp_path: Path) -> None:
    table, output = screen_at("house", tmp_path)
    numbers = [move.split()[1] for move in table.moves()]
    assert all(f"{number}) house {number}" in output for number in numbers)


def test_persons_play_to_the_end_with_both_expansions(tmp_path: Path) -> None:
    table = package.new(GAME, players=2, seed=int(SEED), great_wall=True, super_event="sunrise")
    typed = []
    while not table.over:
        move = next((move for move in table.moves() if move.endswith(" wall")), table.moves()[0])
        if len(table.legal()) > 1:
            typed.append(move)
        table.play(move)
    output = palatine(*HOT_SEAT, *EXPANDED, home=tmp_path, typed="\n".join([*typed, ""])).stdout
    assert "The game is over." in output
    assert "* in month 7 also: Sunrise" in output
    assert re.search(r"Wall of \d+: rice \(", output)
    assert "Super event: Sunrise" in output
    assert "The wall is tested: it has " in output
    assert "The year ends and the wall is tested: it has " in output
    totals = [int(total) for total in re.findall(r"(\d+) Total", output)]
    assert totals == table.totals()
    assert max(map(len, output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("sing", '"sing" is not understood. Decisions are like "act 1 taxes"'),
        ("act 9 taxes", '"act" is followed by something else, as in "act 1 taxes"'),
        ("act 1 tax", '"act" is followed by something else'),
        (
            "play monk",
            "You play one person card a month, in the person phase. Now choose an action, or pass. Legal: act",
        ),
        ("undo", "You can only take back your own last decision"),
        ("99", "99 is not in the list"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(answer: str, sentence: str, tmp_path: Path) -> None:
    table, output = screen_at("act", tmp_path, answer)
    assert sentence in " ".join(output.split())
    saved = package.load(_saved(tmp_path))
    assert saved.position() == table.position()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Group 1 already has a dragon: it costs 3 yuan, and you have 2. Legal: act 2 parade;"),
        ("it", "Sul gruppo 1 c'è già un drago: costa 3 yuan, e tu ne hai 2."),
    ],
)
def test_a_group_that_is_too_expensive_is_refused_with_its_price(language: str, sentence: str, tmp_path: Path) -> None:
    courts = [court("2", dragon=1), court("2 craftsman", yuan=2, owed=1)]
    save(table_at(courts, seat=1), tmp_path / "game.json", seats=["human", "human"])
    load = ("play", "--load", str(tmp_path / "game.json"))
    output = palatine(*load, home=tmp_path, typed="act 1 taxes\nquit\n", PALATINE_LANG=language).stdout
    assert sentence in " ".join(output.split())


def _saved(home: Path) -> dict[str, object]:
    record: dict[str, object] = json.loads(next(home.rglob("*.json")).read_text())
    return record


def test_a_choice_can_be_taken_back_within_the_turn(tmp_path: Path) -> None:
    table, _ = screen_at("play", tmp_path)
    card = next(move for move in table.moves() if move == "play monk")
    _, output = screen_at("play", tmp_path, card, "undo")
    assert "Taken back: play monk" in output


def test_the_screen_is_in_italian(tmp_path: Path) -> None:
    typed = "1\nmosse\nesci\n"
    output = palatine(*HOT_SEAT, home=tmp_path, typed=typed, PALATINE_LANG="it").stdout
    for words in ("Percorso delle persone:", "dama di corte", "siccità", "tributo", "in arrivo:", "punti"):
        assert words in output
    assert "court lady" not in output
