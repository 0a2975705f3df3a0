"""Every screen of the app, and how one gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from browser.playing import PLAYING, WINNER, open_table
from browser.visiting import Visitor
from palatine.games import GAMES

Options = dict[str, Any]

RICH: dict[str, tuple[int, Options]] = {
    "kingdomino": (4, {"harmony": True, "middle_kingdom": True}),
    "year_of_the_dragon": (4, {"great_wall": True, "super_event": "lantern_festival"}),
    "dragon_castle": (3, {"spirits": "wind,change", "dragons": "harmony,majesty"}),
}
"""Tables at which there is a lot to see."""
MIDDLE = {"kingdomino": 30, "year_of_the_dragon": 90, "dragon_castle": 60}
"""How many decisions into a game there is most to see."""

ADVANCE = """async ({ table, wanted }) => {
    const post = (path, body) => fetch(path, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    });
    const me = (await (await fetch("/api/me")).json()).id;
    for (;;) {
        const view = await (await fetch(`/api/tables/${table}`)).json();
        const mine = view.turn !== null && view.seats[view.turn].person === me;
        if (view.status === "finished" || (wanted !== null && view.made >= wanted && mine)) return;
        if (!mine) continue;
        const [decision] = view.moves[(view.made * 7) % view.moves.length];
        await post(`/api/tables/${table}/decide`, { made: view.made, decision });
    }
}"""


def rich_table(visitor: Visitor, game: str) -> str:
    """The address of a table of a game with much in play."""
    players, options = RICH[game]
    bots = [{"kind": "bot", "level": 1}] * (players - 1)
    return open_table(visitor, game, [{"kind": "me"}, *bots], options=options)


def advance(visitor: Visitor, address: str, wanted: int | None) -> str:
    """Play at a table until there are so many decisions and I am asked, or to the end; the table's id."""
    table = address.rpartition("/")[2]
    visitor.page.evaluate(ADVANCE, {"table": table, "wanted": wanted})
    return table


@dataclass(frozen=True)
class Screen:
    """A screen: `go` brings a visitor there, until it has come to rest."""

    name: str
    go: Callable[[Visitor], None]


def _page(path: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.go(path)
        visitor.page.get_by_role("heading").first.wait_for()
        visitor.page.wait_for_load_state("networkidle")

    return go


def _play_now(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.get_by_role("button", name=visitor.say("web_home.play")).first.click()
    visitor.page.get_by_role("dialog").wait_for()


def _gathering(visitor: Visitor) -> None:
    visitor.go(open_table(visitor, "kingdomino", [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 4}]))
    visitor.page.get_by_label(visitor.say("web_table.link")).wait_for()


def _table(game: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        address = rich_table(visitor, game)
        advance(visitor, address, MIDDLE[game])
        visitor.go(address)
        visitor.page.wait_for_selector(f"{PLAYING}[data-active=true]")
        visitor.page.wait_for_load_state("networkidle")

    return go


def _finished(visitor: Visitor, game: str) -> str:
    address = rich_table(visitor, game)
    return advance(visitor, address, None)


def _end(game: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.go(f"/t/{_finished(visitor, game)}")
        visitor.page.locator(WINNER).wait_for()

    return go


def _replay(game: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.go(f"/replay/{_finished(visitor, game)}")
        visitor.page.get_by_role("slider").wait_for()

    return go


def _my_games(visitor: Visitor) -> None:
    _finished(visitor, "kingdomino")
    rich_table(visitor, "dragon_castle")
    _page("/games")(visitor)


def _all() -> Iterator[Screen]:
    yield Screen("home", _page("/"))
    yield Screen("play-now", _play_now)
    yield Screen("lobby", _page("/lobby"))
    yield Screen("my-games", _my_games)
    yield Screen("ranking", _page("/ranking"))
    yield Screen("settings", _page("/settings"))
    yield Screen("account", _page("/account"))
    yield Screen("learn", _page("/learn"))
    yield Screen("gathering", _gathering)
    for game in GAMES:
        yield Screen(f"new-{game}", _page(f"/new/{game}"))
        yield Screen(f"learn-{game}", _page(f"/learn/{game}"))
        yield Screen(f"rules-{game}", _page(f"/learn/{game}/rules"))
        yield Screen(f"table-{game}", _table(game))
        yield Screen(f"end-{game}", _end(game))
        yield Screen(f"replay-{game}", _replay(game))


SCREENS = tuple(_all())
