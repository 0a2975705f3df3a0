"""The report is complete and one file, and hostile names of bots are harmless in it."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from arena.tournaments import hold
from palatine.arena.charts import MOST_COLOURS, axis, meetings, spreads, stacked
from palatine.arena.game import Failure
from palatine.arena.report import rendered, write_report
from palatine.arena.running import Played
from palatine.arena.store import Plan
from palatine.arena.tournament import Standings
from palatine.core.words import LANGUAGES

HOSTILE = [
    "<script>alert(1)</script>",
    'x" onload="alert(1)',
    "cmd:./a/b c --x='&amp;'",
    "\x1b[31m\u202egnp.exe",
]
VOID = {"meta", "link"}


class Page(HTMLParser):
    """A parsed page: elements with their attributes, texts, and elements left open."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Standings:
    return hold(["greedy", "random", "random", "random"], tmp_path_factory.mktemp("report"), 24, players=2).standings


@pytest.fixture(scope="module")
def hostile(tournament: Standings) -> Standings:
    """Return the same games with hostile names of bots and one hostile failure reason."""
    fields = dataclasses.asdict(tournament.plan) | {"bots": HOSTILE}
    named = Standings(Plan(**fields))
    reason = dict.fromkeys(LANGUAGES, "<img src=x onerror=alert(1)>")
    for game in tournament.played:
        outcome = game.outcome
        if game.fixture.number == 3:
            outcome = dataclasses.replace(outcome, failures=[Failure(0, reason)])
        named.note(Played(game.fixture, outcome))
    return named


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_one_file_without_scripts_or_external_resources(hostile: Standings, language: str) -> None:
    text = rendered(hostile, language)
    page = Page(text)
    tags = Counter(tag for tag, _ in page.elements)
    assert not {"script", "img", "iframe", "object", "embed", "form", "base", "foreignobject"} & set(tags)
    for tag, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on")], tag
        assert not {"src", "srcset", "xlink:href", "action"} & set(attributes), tag
        assert attributes.get("href") in (None, "data:,"), tag
    assert not re.search(r"url\(|@import|https?:", text)
    assert page.elements[0] == ("html", {"lang": language})
    assert text.lstrip().startswith("<!DOCTYPE html>")


def test_names_and_reasons_are_escaped(hostile: Standings) -> None:
    page = Page(rendered(hostile, "en"))
    for name in HOSTILE[:3]:
        assert page.texts.count(name) >= 5
    assert "\ufffd[31m\ufffdgnp.exe" in page.texts, "control characters are replaced"
    assert "<img src=x onerror=alert(1)>" in page.texts
    assert "Failures" in page.texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plot_has_a_label_and_every_table_has_headers(tournament: Standings, language: str) -> None:
    page = Page(rendered(tournament, language))
    plots = [attributes for tag, attributes in page.elements if tag == "svg"]
    images = [plot for plot in plots if plot.get("role") == "img"]
    assert len(images) == 3 * 4, "ratings, points and sources of four bots"
    assert all(plot.get("aria-label") for plot in images)
    assert all(plot.get("aria-hidden") == "true" for plot in plots if plot not in images)
    tags = Counter(tag for tag, _ in page.elements)
    assert tags["table"] == tags["caption"] == 4
    assert tags["h1"] == 1
    heads = [attributes for tag, attributes in page.elements if tag == "th"]
    assert heads
    assert all(head.get("scope") in ("row", "col") for head in heads)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    assert {attributes["aria-labelledby"] for _, attributes in page.elements if "aria-labelledby" in attributes} == set(
        ids
    )


def test_the_report_shows_the_figures_of_the_tournament(tournament: Standings) -> None:
    page = Page(rendered(tournament, "en"))
    for bot in tournament.figures("en"):
        assert f"{bot['rating']:.1f}".replace("-", "\N{MINUS SIGN}") in page.texts
        assert f"{100 * bot['win_rate']:.1f} %" in page.texts
    italian = Page(rendered(tournament, "it"))
    best = tournament.figures("it")[0]
    assert f"{best['rating']:.1f}".replace(".", ",") in italian.texts
    assert "Scontri diretti" in italian.texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_without_games_does_not_lead(tournament: Standings, language: str) -> None:
    """The two that have played are level, so all four still have their initial rating."""
    begun = Standings(tournament.plan)
    game = tournament.played[0]
    fixture = dataclasses.replace(game.fixture, entrants=(2, 3))
    begun.note(Played(fixture, dataclasses.replace(game.outcome, places=[1, 1], shares=[0.5, 0.5])))
    assert begun.ranking() == [2, 3, 0, 1]
    assert [bot["name"] for bot in begun.figures(language)] == ["random (2)", "random (3)", "greedy", "random"]
    leading = Page(rendered(begun, language)).texts
    assert leading.index("random (2)") < leading.index("greedy")


def test_the_report_shows_who_finished_ahead_of_whom(tournament: Standings) -> None:
    met = meetings(tournament.played)
    assert sum(meeting.games for meeting in met.values()) == 2 * 24
    for (one, other), meeting in met.items():
        assert meeting.ahead + met[other, one].ahead == meeting.games
    assert all(met[0, other].share > 0.7 for other in (1, 2, 3))


def test_a_report_is_written_even_if_a_name_cannot_be_encoded(hostile: Standings, tmp_path: Path) -> None:
    hostile.names[0] = hostile.tallies.names[0] = "not UTF-8: \udcff"
    write_report(hostile, tmp_path / "report.html", "en")
    assert "not UTF-8: " in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_bins_contain_every_game_and_axes_every_value() -> None:
    few, many = spreads([[3, 3, 4], list(range(-20, 200))])
    assert few is not None
    assert many is not None
    for spread in (few, many):
        assert sum(share for _, _, share in spread.bins) == pytest.approx(1)
    assert spreads([[1], []])[1] is None
    for values in ([5.0], [0.0, 1e-3], [-7.0, 1234.5]):
        scale = axis(values)
        assert 2 <= len(scale.ticks) <= 8
        assert all(0 < scale.at(value) < 100 for value in values)
        assert all(0 <= scale.at(tick) <= 100 for tick in scale.ticks)


def test_bars_share_a_colour_if_there_are_too_many_sources() -> None:
    sources = [f"source {number}" for number in range(16)]
    bar = stacked(sources, dict.fromkeys(sources, 2.0) | {"source 1": -3.0})
    assert len(bar) == MOST_COLOURS + 1
    assert bar[-1].source == "others"
    assert sum(part.points for part in bar) == pytest.approx(15 * 2 - 3)
    assert (bar[1].start, bar[1].end) == (-3, 0)
    assert bar[-1].end == 30
