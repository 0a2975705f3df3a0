"""Every screen of the app, with the way to it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from browser.playing import PLAYING, WINNER, Mouse, my_turn, open_table
from browser.visiting import User
from palatine.games import BUILT_IN

Options = dict[str, Any]

RICH: dict[str, tuple[int, Options]] = {
    "kingdomino": (4, {"harmony": True, "middle_kingdom": True}),
    "year_of_the_dragon": (4, {"great_wall": True, "super_event": "lantern_festival"}),
    "dragon_castle": (3, {"spirits": "wind,change", "dragons": "harmony,majesty"}),
}
"""Players and options of a table with many pieces."""
MIDDLE = {"kingdomino": 30, "year_of_the_dragon": 90, "dragon_castle": 60}
"""The ply at which a screenshot of a game shows most."""
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
        if (view.status === "finished" || (wanted !== null && view.ply >= wanted && mine)) return;
        if (!mine) continue;
        const [decision] = view.moves[(view.ply * 7) % view.moves.length];
        await post(`/api/tables/${table}/decide`, { ply: view.ply, decision });
    }
}"""


def rich_table(user: User, game: str) -> str:
    """Open a table with many pieces, and return its path."""
    players, options = RICH[game]
    bots = [{"kind": "bot", "level": 1}] * (players - 1)
    return open_table(user, game, [{"kind": "me"}, *bots], options=options)


def advance(user: User, address: str, wanted: int | None) -> str:
    """Play until a ply at which it is my turn, or to the end. Return the table's id."""
    table = address.rpartition("/")[2]
    user.page.evaluate(ADVANCE, {"table": table, "wanted": wanted})
    return table


def played(user: User, game: str, wanted: int | None = None) -> str:
    """Return the id of a rich table, played to a ply or to the end.

    It is played once per site. Later users become the person who played it.
    """
    tables = user.site.tables
    if (game, wanted) in tables:
        table, cookies = tables[game, wanted]
        user.become(cookies)
    else:
        table = advance(user, rich_table(user, game), wanted)
        tables[game, wanted] = table, user.context.cookies()
    return table


@dataclass(frozen=True)
class Screen:
    """A screen: `go` takes a user there and waits until it is loaded."""

    name: str
    go: Callable[[User], None]


def _page(path: str) -> Callable[[User], None]:
    def go(user: User) -> None:
        user.go(path)
        user.page.get_by_role("heading").first.wait_for()
        user.page.wait_for_load_state("networkidle")

    return go


def _play_now(user: User) -> None:
    user.go()
    user.page.get_by_role("button", name=user.say("web_home.play")).first.click()
    user.page.get_by_role("dialog").wait_for()


def _gathering(user: User) -> None:
    user.go(open_table(user, "kingdomino", [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 4}]))
    user.page.get_by_label(user.say("web_table.link")).wait_for()


def _table(game: str) -> Callable[[User], None]:
    def go(user: User) -> None:
        user.go(f"/t/{played(user, game, MIDDLE[game])}")
        user.page.wait_for_selector(f"{PLAYING}[data-active=true]")
        user.page.wait_for_load_state("networkidle")

    return go


def _end(game: str) -> Callable[[User], None]:
    def go(user: User) -> None:
        user.go(f"/t/{played(user, game)}")
        user.page.locator(WINNER).wait_for()

    return go


def _replay(game: str) -> Callable[[User], None]:
    def go(user: User) -> None:
        user.go(f"/replay/{played(user, game)}")
        user.page.get_by_role("slider").wait_for()

    return go


def _other_line(user: User) -> None:
    _replay("kingdomino")(user)
    user.page.get_by_role("button", name=user.say("web_after.line.try")).click()
    user.page.wait_for_selector(THOUGHT)


def _share(user: User) -> None:
    _end("kingdomino")(user)
    user.page.get_by_role("button", name=user.say("web_after.share.open")).click()
    user.page.get_by_role("dialog").wait_for()


def _tutorial(game: str) -> Callable[[User], None]:
    def go(user: User) -> None:
        user.go(f"/learn/{game}")
        user.page.get_by_role("button", name=user.say("web_learn.tutorial.start")).click()
        my_turn(user.page)
        user.page.wait_for_selector(f"{LESSON}:not([data-lesson=wait])")

    return go


def _end_of_tutorial(user: User) -> None:
    _tutorial("kingdomino")(user)
    player = Mouse(user.page)
    for _ in range(MOST_LESSONS):
        if user.page.get_attribute(LESSON, "data-lesson") == LAST_LESSON:
            return
        player.decide()
        my_turn(user.page)
    raise AssertionError("the tutorial does not end")


def _no_table(user: User) -> None:
    user.forgive("404", "403")
    user.go(f"/t/{NO_TABLE}")
    user.page.get_by_role("heading", name=user.say("web_table.no_table")).wait_for()


def _tables(user: User) -> None:
    """Show the lobby with an open table of each game, and one in progress."""
    for game in BUILT_IN:
        open_table(user, game, [{"kind": "me"}, {"kind": "open"}], public=True)
    open_table(user, "kingdomino", [{"kind": "me"}, {"kind": "bot", "level": 1}], public=True)
    _page("/lobby")(user)


def _cards(user: User) -> None:
    """Show the form for a table with everything unfolded, a choice of cards, and a custom castle."""
    _page("/new/dragon_castle")(user)
    folded = user.page.locator("details:not([open]) > summary")
    while folded.count():
        folded.first.click()
    for way in user.page.locator("input[value=chosen]").all():
        way.check()
    user.page.locator("input[value=own]").check()
    user.page.get_by_label(user.say("dragon_castle.app.castles.layout")).fill("1221\n1331")


def _profile(user: User) -> None:
    played(user, "kingdomino")
    person = user.page.evaluate("fetch('/api/me').then(response => response.json()).then(me => me.id)")
    _page(f"/ranking/person/{person}")(user)
    user.page.locator("dl").first.wait_for()


def _codes(user: User) -> None:
    """Create an account, which shows its recovery codes."""
    _page("/account")(user)
    user.page.get_by_label(user.say("web_people.account.sign_up.login")).fill(f"Ada {uuid.uuid4().hex[:12]}")
    user.page.get_by_label(user.say("web_people.account.password"), exact=True).first.fill(PASSWORD)
    user.page.get_by_role("button", name=user.say("web_people.account.sign_up.go")).click()
    user.page.get_by_role("dialog").wait_for()


def _member(user: User) -> None:
    _codes(user)
    user.page.get_by_role("button", name=user.say("web_people.account.codes.done")).click()
    user.page.get_by_role("heading", name=user.say("web_people.account.bots.title")).wait_for()
    user.page.wait_for_load_state("networkidle")


def _my_games(user: User) -> None:
    played(user, "kingdomino")
    rich_table(user, "dragon_castle")
    _page("/games")(user)


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
