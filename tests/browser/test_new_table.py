"""Every variant and card can be chosen in the form for a new table, and the table has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.playing import PLAYING
from browser.visiting import Chromium, Site, User
from palatine.core.game import Choice, Flag, Option
from palatine.games import BUILT_IN
from palatine.games.dragon_castle.castles import CastleOption
from palatine.games.dragon_castle.options import CardsOption

Options = dict[str, Any]


def control(user: User, option: Option) -> Locator:
    return user.page.locator(f"[data-option={option.name}]")


def choose(user: User, option: Option, value: Any) -> None:
    """Set an option in the form."""
    match option:
        case Flag():
            control(user, option).get_by_role("switch").set_checked(value)
        case Choice():
            control(user, option).locator(f"input[value='{value}']").check()
        case CardsOption():
            control(user, option).locator(f"input[value='{'drawn' if value.isdecimal() else 'chosen'}']").check()
            if value.isdecimal():
                control(user, option).locator(f"input[value='{value}']").check()
            else:
                boxes = control(user, option).get_by_role("checkbox")
                for number, card in enumerate(option.cards):
                    boxes.nth(number).set_checked(card in value.split(","))
        case CastleOption():
            castle = user.page.locator(f"input[value='{value}']")
            if not castle.is_visible():
                user.page.get_by_text(user.say("dragon_castle.app.castles.other")).click()
            castle.check()


def tables(game: str) -> Iterator[tuple[int, Options]]:
    """Yield tables that together have every value of every option.

    With more players, only values that are new with them.
    """
    met: set[tuple[str, Any]] = set()
    for players in BUILT_IN[game].players:
        options = [one for one in BUILT_IN[game].options if not one.players or players in one.players]
        if players not in (min(BUILT_IN[game].players), BUILT_IN[game].default_players) and not any(
            one.players == (players,) for one in options
        ):
            continue
        values = {one.name: list(_values(one, players)) for one in options}
        fresh = {name: [one for one in some if (name, one) not in met] or some[:1] for name, some in values.items()}
        for turn in range(max(len(some) for some in fresh.values())):
            chosen = {name: some[turn % len(some)] for name, some in fresh.items()}
            met |= chosen.items()
            yield players, chosen


def _values(option: Option, players: int) -> Iterator[Any]:
    if isinstance(option, CardsOption):
        alone = players == 1
        yield from ("0", "3")
        yield ",".join(card for card in option.cards if not (alone and card == "power"))
        yield from (card for card in option.cards[:2])
    elif isinstance(option, Flag):
        yield from (True, False)
    else:
        yield from option.values()


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_variant_and_card_can_be_chosen(game: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    for players, chosen in tables(game):
        user.go(f"/new/{game}")
        user.page.get_by_role("group", name="Players").locator(f"input[value='{players}']").check()
        for name, value in chosen.items():
            choose(user, BUILT_IN[game].option(name), value)
        user.page.get_by_role("button", name="Start the game").click()
        expect(user.page.locator(PLAYING)).to_be_visible()
        path = user.page.url.removeprefix(site.address).replace("/t/", "/api/tables/")
        table = user.page.evaluate("async (path) => (await fetch(path)).json()", path)
        assert table["players"] == players
        assert {name: table["options"][name] for name in chosen} == chosen
    user.leave()


def test_a_game_starts_with_two_clicks(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site).go()
    user.page.get_by_role("button", name="Play").first.click()
    user.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(user.page.locator(f"{PLAYING}[data-active=true]")).to_be_visible()
    user.leave()


def test_a_name_with_markup_is_shown_as_text(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site).go("/account")
    hostile = "<b onclick=x>'\"&{a}"
    user.page.get_by_role("textbox").first.fill(hostile)
    user.page.keyboard.press("Enter")
    expect(user.page.get_by_role("link", name=hostile)).to_be_visible()
    user.go("/").page.get_by_role("button", name="Play").first.click()
    user.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(user.page.get_by_role("list", name="Seats").get_by_text(hostile)).to_be_visible()
    user.leave()
