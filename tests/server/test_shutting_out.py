"""A recovery code or a new password shuts intruders out of an account."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from palatine.server.errors import NotSignedIn
from palatine.server.people.bot_accounts import new_bot, new_own_token, renew_token
from server.house import PASSWORD, House, Visitor

NEW = "battery staple"


class Account:
    """An account with two sessions, a token and a bot."""

    def __init__(self, house: House, name: str) -> None:
        self.here = house.stranger()
        signed_up = self.here.post("/api/accounts", {"name": name, "password": PASSWORD}).ok
        self.code: str = signed_up["recovery_codes"][0]
        self.there = house.signed_in(name)
        self.program = house.program(
            self.here.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"]
        )
        self.created = self.here.post("/api/me/bots", {"name": "Engine"}).ok
        self.bot = house.program(self.created["secret"])

    @property
    def known(self) -> dict[str, bool]:
        """The credentials that still work."""
        return {name: getattr(self, name).copy().is_known for name in ("here", "there", "program", "bot")}


EVERYONE = {"here": True, "there": True, "program": True, "bot": True}


def recover(house: House, ada: Account) -> Visitor:
    visitor = house.stranger()
    visitor.post("/api/accounts/recover", {"name": "Ada", "code": ada.code, "password": NEW}).ok["id"]
    return visitor


def test_a_recovery_code_ends_all_sessions_and_tokens(house: House) -> None:
    ada, grace = Account(house, "Ada"), Account(house, "Grace")
    visitor = recover(house, ada)
    assert ada.known == dict.fromkeys(EVERYONE, False)
    assert grace.known == EVERYONE
    assert visitor.get("/api/me/tokens").ok == []
    assert visitor.get("/api/me/bots").ok == [ada.created["bot"]], "the bot itself stays"
    renewed = visitor.post(f"/api/me/bots/{ada.created['bot']['id']}/token").ok
    assert house.program(renewed["secret"]).get("/api/me").ok["id"] == ada.created["bot"]["id"]


def test_a_wrong_recovery_code_ends_nothing(house: House) -> None:
    ada, grace = Account(house, "Ada"), Account(house, "Grace")
    wrong = {"name": "Ada", "code": grace.code, "password": NEW}
    with house.unchanged():
        house.stranger().post("/api/accounts/recover", wrong).refused(401, "people.wrong_code")
    assert ada.known == grace.known == EVERYONE


@pytest.mark.parametrize("keep", [None, False, True])
def test_changing_the_password_revokes_tokens_unless_kept(house: House, keep: bool | None) -> None:
    ada, grace = Account(house, "Ada"), Account(house, "Grace")
    body: dict[str, Any] = {"old": PASSWORD, "new": NEW} | ({} if keep is None else {"keep_tokens": keep})
    ada.here.post("/api/me/password", body).done()
    kept = keep is True
    assert ada.known == {"here": True, "there": False, "program": kept, "bot": kept}
    assert grace.known == EVERYONE
    assert len(ada.here.get("/api/me/tokens").ok) == int(kept)
    assert house.signed_in("Ada", NEW).is_known


def test_a_wrong_password_ends_nothing(house: House) -> None:
    ada = Account(house, "Ada")
    with house.unchanged():
        ada.here.post("/api/me/password", {"old": NEW, "new": NEW}).refused(403, "people.wrong_password")
        ada.here.post("/api/me/password", {"old": PASSWORD, "new": NEW, "keep_tokens": 1}).refused(
            422, "server.malformed"
        )
    assert ada.known == EVERYONE


@pytest.mark.parametrize("way", ["recovery", "password"])
def test_open_sockets_notice(house: House, way: str) -> None:
    ada = Account(house, "Ada")
    table = house.guest().post("/api/tables", {"game": "kingdomino", "players": 4}).ok["table"]
    with contextlib.ExitStack() as stack:
        sockets = {
            name: stack.enter_context(getattr(ada, name).socket(table)) for name in ("here", "there", "program", "bot")
        }
        if way == "recovery":
            recover(house, ada)
        else:
            ada.here.post("/api/me/password", {"old": PASSWORD, "new": NEW}).done()
        answered = {}
        for name, socket in sockets.items():
            socket.send_json({"type": "say", "id": 7, "text": "still here"})
            while (message := socket.receive_json())["type"] not in ("accepted", "refused"):
                pass
            answered[name] = message.get("problem")
    shut_out = "server.not_signed_in"
    still = shut_out if way == "recovery" else None
    assert answered == {"here": still, "there": shut_out, "program": shut_out, "bot": shut_out}


def test_an_intruder_being_shut_out_gets_no_token(house: House) -> None:
    ada = Account(house, "Ada")
    portal, store, bot = house.client.portal, house.server.store, ada.created["bot"]["id"]
    assert portal is not None
    intruder = portal.call(house.server.people.recognise, str(ada.there.cookie))  # the request is already under way
    assert intruder is not None
    ada.here.post("/api/me/password", {"old": PASSWORD, "new": NEW}).done()
    with house.unchanged():
        with pytest.raises(NotSignedIn):
            portal.call(new_own_token, store, intruder, "mine", ["play"])
        with pytest.raises(NotSignedIn):
            portal.call(new_bot, store, intruder, "Mole")
        with pytest.raises(NotSignedIn):
            portal.call(renew_token, store, intruder, bot)
