"""Opening a table in the app: every variant and card can be chosen, and is what is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.playing import PLAYING
from browser.visiting import Chromium, House, Visitor
from palatine.core.game import Choice, Flag, Option
from palatine.games import BUILT_IN
from palatine.games.dragon_castle.castles import CastleOption
from palatine.games.dragon_castle.options import CardsOption

Wish = dict[str, Any]


def part(visitor: Visitor, option: Option) -> Locator:
    return visitor.page.locator(f"[data-option={option.name}]")


def choose(visitor: Visitor, option: Option, value: Any) -> None:
    """Set an option as somebody does who reads the form."""
    match option:
        case Flag():
            part(visitor, option).get_by_role("switch").set_checked(value)
        case Choice():
            part(visitor, option).locator(f"input[value='{value}']").check()
        case CardsOption():
            part(visitor, option).locator(f"input[value='{'drawn' if value.isdecimal() else 'chosen'}']").check()
            if value.isdecimal():
                part(visitor, option).locator(f"input[value='{value}']").check()
            else:
                boxes = part(visitor, option).get_by_role("checkbox")
                for number, card in enumerate(option.cards):
                    boxes.nth(number).set_checked(card in value.split(","))
        case CastleOption():
            castle = visitor.page.locator(f"input[value='{value}']")
            if not castle.is_visible():
                visitor.page.get_by_text(visitor.say("dragon_castle.app.castles.other")).click()
            castle.check()


def wishes(game: str) -> Iterator[tuple[int, Wish]]:
    """Tables in which, together, every value of every option is chosen; with more players only what is new with them."""
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
            wish = {name: some[turn % len(some)] for name, some in fresh.items()}
            met |= wish.items()
            yield players, wish


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
def test_every_variant_and_card_can_be_chosen(game: str, chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house)
    for players, wish in wishes(game):
        visitor.go(f"/new/{game}")
        visitor.page.get_by_role("group", name="Players").locator(f"input[value='{players}']").check()
        for name, value in wish.items():
            choose(visitor, BUILT_IN[game].option(name), value)
        visitor.page.get_by_role("button", name="Begin the game").click()
        expect(visitor.page.locator(PLAYING)).to_be_visible()
        path = visitor.page.url.removeprefix(house.address).replace("/t/", "/api/tables/")
        table = visitor.page.evaluate("async (path) => (await fetch(path)).json()", path)
        assert table["players"] == players
        assert {name: table["options"][name] for name in wish} == wish
    visitor.leave()


def test_a_game_begins_with_two_clicks(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house).go()
    visitor.page.get_by_role("button", name="Play").first.click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    expect(visitor.page.locator(f"{PLAYING}[data-active=true]")).to_be_visible()
    visitor.leave()


def test_a_name_is_hostile_input(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house).go("/account")
    hostile = "<b onclick=x>'\"&{a}"
    visitor.page.get_by_role("textbox").first.fill(hostile)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("link", name=hostile)).to_be_visible()
    visitor.go("/").page.get_by_role("button", name="Play").first.click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    expect(visitor.page.get_by_role("list", name="Seats").get_by_text(hostile)).to_be_visible()
    visitor.leave()
