"""Every screen of the app, and how one gets there."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from browser.playing import PLAYING, WINNER, Mouse, my_turn, open_table
from browser.visiting import Visitor
from palatine.games import BUILT_IN

Options = dict[str, Any]

RICH: dict[str, tuple[int, Options]] = {
    "kingdomino": (4, {"harmony": True, "middle_kingdom": True}),
    "year_of_the_dragon": (4, {"great_wall": True, "super_event": "lantern_festival"}),
    "dragon_castle": (3, {"spirits": "wind,change", "dragons": "harmony,majesty"}),
}
"""Tables at which there is a lot to see."""
MIDDLE = {"kingdomino": 30, "year_of_the_dragon": 90, "dragon_castle": 60}
"""How many decisions into a game there is most to see."""
LESSON = "[data-testid=tutorial]"
LAST_LESSON = "end"
THOUGHT = "[data-testid=line][aria-busy=false]"
MOST_LESSONS = 20
NO_TABLE = "no-such-table-anywhere"
PASSWORD = "four words are enough"

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


def played(visitor: Visitor, game: str, wanted: int | None = None) -> str:
    """A rich table, so far or to the end; its id. Whoever comes later to this house for the same table is the one who has
    played there."""
    tables = visitor.house.tables
    if (game, wanted) in tables:
        table, cookies = tables[game, wanted]
        visitor.become(cookies)
    else:
        table = advance(visitor, rich_table(visitor, game), wanted)
        tables[game, wanted] = table, visitor.context.cookies()
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
        visitor.go(f"/t/{played(visitor, game, MIDDLE[game])}")
        visitor.page.wait_for_selector(f"{PLAYING}[data-active=true]")
        visitor.page.wait_for_load_state("networkidle")

    return go


def _end(game: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.go(f"/t/{played(visitor, game)}")
        visitor.page.locator(WINNER).wait_for()

    return go


def _replay(game: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.go(f"/replay/{played(visitor, game)}")
        visitor.page.get_by_role("slider").wait_for()

    return go


def _other_line(visitor: Visitor) -> None:
    _replay("kingdomino")(visitor)
    visitor.page.get_by_role("button", name=visitor.say("web_after.line.try")).click()
    visitor.page.wait_for_selector(THOUGHT)


def _share(visitor: Visitor) -> None:
    _end("kingdomino")(visitor)
    visitor.page.get_by_role("button", name=visitor.say("web_after.share.open")).click()
    visitor.page.get_by_role("dialog").wait_for()


def _tutorial(game: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.go(f"/learn/{game}")
        visitor.page.get_by_role("button", name=visitor.say("web_learn.tutorial.start")).click()
        my_turn(visitor.page)
        visitor.page.wait_for_selector(f"{LESSON}:not([data-lesson=wait])")

    return go


def _end_of_tutorial(visitor: Visitor) -> None:
    _tutorial("kingdomino")(visitor)
    player = Mouse(visitor.page)
    for _ in range(MOST_LESSONS):
        if visitor.page.get_attribute(LESSON, "data-lesson") == LAST_LESSON:
            return
        player.decide()
        my_turn(visitor.page)
    raise AssertionError("the tutorial does not end")


def _no_table(visitor: Visitor) -> None:
    visitor.forgive("404", "403")
    visitor.go(f"/t/{NO_TABLE}")
    visitor.page.get_by_role("heading", name=visitor.say("web_table.no_table")).wait_for()


def _tables(visitor: Visitor) -> None:
    """The lobby with a table of each game, one of which is being played."""
    for game in BUILT_IN:
        open_table(visitor, game, [{"kind": "me"}, {"kind": "open"}], public=True)
    open_table(visitor, "kingdomino", [{"kind": "me"}, {"kind": "bot", "level": 1}], public=True)
    _page("/lobby")(visitor)


def _cards(visitor: Visitor) -> None:
    """A new table with everything folded out, cards to choose from, and a castle of one's own."""
    _page("/new/dragon_castle")(visitor)
    folded = visitor.page.locator("details:not([open]) > summary")
    while folded.count():
        folded.first.click()
    for way in visitor.page.locator("input[value=chosen]").all():
        way.check()
    visitor.page.locator("input[value=own]").check()
    visitor.page.get_by_label(visitor.say("dragon_castle.app.castles.layout")).fill("1221\n1331")


def _profile(visitor: Visitor) -> None:
    played(visitor, "kingdomino")
    person = visitor.page.evaluate("fetch('/api/me').then(answer => answer.json()).then(me => me.id)")
    _page(f"/ranking/person/{person}")(visitor)
    visitor.page.locator("dl").first.wait_for()


def _codes(visitor: Visitor) -> None:
    """A new account, whose recovery codes are shown this once."""
    _page("/account")(visitor)
    visitor.page.get_by_label(visitor.say("web_people.account.sign_up.login")).fill(f"Ada {uuid.uuid4().hex[:12]}")
    visitor.page.get_by_label(visitor.say("web_people.account.password"), exact=True).first.fill(PASSWORD)
    visitor.page.get_by_role("button", name=visitor.say("web_people.account.sign_up.go")).click()
    visitor.page.get_by_role("dialog").wait_for()


def _member(visitor: Visitor) -> None:
    _codes(visitor)
    visitor.page.get_by_role("button", name=visitor.say("web_people.account.codes.done")).click()
    visitor.page.get_by_role("heading", name=visitor.say("web_people.account.bots.title")).wait_for()
    visitor.page.wait_for_load_state("networkidle")


def _my_games(visitor: Visitor) -> None:
    played(visitor, "kingdomino")
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
    yield Screen("not-found", _page("/nowhere"))
    yield Screen("no-table", _no_table)
    yield Screen("no-games", _page("/games"))
    yield Screen("tables-in-lobby", _tables)
    yield Screen("choose-game", _page("/new"))
    yield Screen("cards-and-castle", _cards)
    yield Screen("profile", _profile)
    yield Screen("codes", _codes)
    yield Screen("member", _member)
    yield Screen("share", _share)
    yield Screen("other-line", _other_line)
    yield Screen("tutorial-end", _end_of_tutorial)
    for game in BUILT_IN:
        yield Screen(f"new-{game}", _page(f"/new/{game}"))
        yield Screen(f"learn-{game}", _page(f"/learn/{game}"))
        yield Screen(f"tutorial-{game}", _tutorial(game))
        yield Screen(f"rules-{game}", _page(f"/learn/{game}/rules"))
        yield Screen(f"table-{game}", _table(game))
        yield Screen(f"end-{game}", _end(game))
        yield Screen(f"replay-{game}", _replay(game))


SCREENS = tuple(_all())
