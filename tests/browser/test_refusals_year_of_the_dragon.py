"""In the Year of the Dragon in the app says why something cannot be chosen: by mouse, touch and keyboard, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.playing import BOARD, my_turn, open_table, ply
from browser.visiting import Chromium, Site, User
from palatine.games.year_of_the_dragon import actions

GAME = "year_of_the_dragon"


def two_at_one_device(user: User) -> None:
    """Open a table at which the same user decides for both seats, the first one first."""
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bruno"}]
    user.go(open_table(user, GAME, seats, options={"start_player": "first"}))


def moves(user: User) -> list[str]:
    """Return the decisions that can be clicked now."""
    my_turn(user.page)
    shown = user.page.locator(f"{BOARD} [data-decision]").all()
    return [actions.to_text(int(one.get_attribute("data-decision") or 0)) for one in shown]


def decide(user: User, text: str) -> None:
    """Click a decision, and wait until it is made."""
    my_turn(user.page)
    before = ply(user.page)
    if text.startswith("draft"):
        user.page.locator(f"{BOARD} [data-step={text.split()[1]}]").click()
    user.page.locator(f"{BOARD} [data-decision='{actions.from_text(text)}']").first.click()
    expect(user.page.locator(f"[data-ply='{before}']")).to_have_count(0)


def take_person(user: User, card: str, tile: str) -> None:
    decide(user, f"play {card}")
    decide(user, f"take {tile}")
    decide(user, moves(user)[0])


def draft(user: User, first: str, second: str) -> None:
    decide(user, f"draft {first} {second}")
    decide(user, "house 1")
    decide(user, "house 2")


def spend_all(user: User) -> int:
    """Play until the second seat has spent all its yuan and the first has put its dragon on a group; return the group."""
    draft(user, "warrior", "monk")
    draft(user, "craftsman", "court_lady")
    privilege = next(move for move in moves(user) if move.endswith(" privilege"))
    harmless = ("taxes", "harvest", "fireworks", "parade", "research")
    others = [move for move in moves(user) if move.endswith(harmless) and move.split()[1] != privilege.split()[1]]
    decide(user, others[0])
    decide(user, privilege)
    decide(user, "buy large")
    take_person(user, "farmer", "younger_farmer")
    take_person(user, "craftsman", "craftsman")
    action = next(move for move in moves(user) if move.endswith(harmless))
    decide(user, action)
    my_turn(user.page)
    return int(action.split()[1])


def refused(user: User, text: str) -> Locator:
    """Return what stands for a decision that is not legal. It can be reached, but says that it is not available."""
    thing = user.page.locator(f"{BOARD} [data-refused='{actions.from_text(text)}']").first
    expect(thing).to_have_attribute("aria-disabled", "true")
    return thing


def notice(user: User, text: str) -> Locator:
    """Return a notice, which screen readers announce."""
    return user.page.get_by_role("list", name=user.say("web.notices")).get_by_text(text)


@pytest.mark.parametrize(
    ("language", "fee", "too_early"),
    [
        (
            "en",
            "Group {group} already has a dragon: it costs 3 yuan, and you have 0.",
            "You take a person after playing a person card. Now choose an action, or pass.",
        ),
        (
            "it",
            "Sul gruppo {group} c'è già un drago: costa 3 yuan, e tu ne hai 0.",
            "Si prende una persona dopo aver giocato una carta persona. Ora scegli un'azione, o passa.",
        ),
    ],
)
def test_a_group_that_is_too_expensive_says_what_it_costs(
    language: str, fee: str, too_early: str, chromium: Chromium, site: Site
) -> None:
    user = chromium.visit(site, language=language)
    two_at_one_device(user)
    group = spend_all(user)
    before = ply(user.page)
    cards = [text for text in map(actions.to_text, range(200)) if text.startswith(f"act {group} ")]
    action = next(text for text in cards if user.page.locator(f"[data-refused='{actions.from_text(text)}']").count())
    refused(user, action).focus()
    user.page.keyboard.press("Enter")
    expect(notice(user, fee.format(group=group))).to_be_visible()
    refused(user, "take older_monk").click(force=True)  # unless forced, it waits for what is aria-disabled
    expect(notice(user, too_early)).to_be_visible()
    assert ply(user.page) == before
    user.leave()


@pytest.mark.parametrize(
    ("language", "taken"),
    [
        ("en", "Another player has already taken a monk and a scholar. No pair is taken twice."),
        ("it", "Un altro giocatore ha già preso un monaco e un erudito. Ogni coppia si prende una volta sola."),
    ],
)
def test_a_pair_that_is_taken_says_so(language: str, taken: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site, size="phone", language=language, touch=True)
    two_at_one_device(user)
    draft(user, "monk", "scholar")
    my_turn(user.page)
    user.page.locator(f"{BOARD} [data-step=scholar]").tap()
    refused(user, "draft monk scholar").tap(force=True)
    expect(notice(user, taken)).to_be_visible()
    user.leave()


def test_arrow_keys_reach_a_palace_that_is_full(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    two_at_one_device(user)
    decide(user, "draft monk scholar")
    decide(user, "house 1")
    decide(user, "house 1")
    draft(user, "craftsman", "court_lady")
    for _ in range(2):
        decide(user, next(move for move in moves(user) if not move.endswith(("build", "privilege"))))
    decide(user, "play farmer")
    decide(user, "take younger_farmer")
    my_turn(user.page)
    user.page.locator(f"{BOARD} [data-decision='{actions.from_text('house 2')}']").focus()
    user.page.keyboard.press("ArrowLeft")
    expect(refused(user, "house 1")).to_be_focused()
    user.page.keyboard.press("Enter")
    expect(notice(user, "Palace 1 is full: its 2 floors are occupied.")).to_be_visible()
    user.leave()
