"""REST operations for accounts: sign up, in and out; passwords, recovery codes, sessions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from palatine.server.clock import now
from palatine.server.errors import NotNow
from palatine.server.http.context import DEVICE_COOKIE, Call
from palatine.server.http.operations import ACCOUNT, ANYONE, operation
from palatine.server.http.people import me_view
from palatine.server.http.security import come_back
from palatine.server.live.lobby import unfinished
from palatine.server.messages.people import (
    AccountView,
    GuestBefore,
    PasswordChange,
    Proof,
    Recovery,
    RecoveryCodes,
    SessionView,
    SignedIn,
    SignedUp,
    SignIn,
    SignUp,
)
from palatine.server.messages.tables import Me
from palatine.server.people.accounts import Entrance
from palatine.server.people.credentials import end_sessions, revoke, sessions_of
from palatine.server.people.identity import comparable


def _enter(call: Call, entrance: Entrance, login: str) -> Me:
    call.cookie = entrance.cookie
    if call.server.people.device_of(call.connection.cookies.get(DEVICE_COOKIE, ""), login) is None:
        call.device_cookie = call.server.people.device_cookie(login)
    call.server.people.dismiss(entrance.ended)
    return me_view(entrance.person)


async def enter_again(call: Call, entrance: Entrance, login: str) -> SignedIn:
    """Sign in, and keep the guest of this browser in a second cookie, so that the guest's games are not lost."""
    me, guest = _enter(call, entrance, login), call.person
    if guest is None or guest.kind != "guest":
        return SignedIn(me.id, me.name, me.kind, me.language, None)
    call.guest_cookie = call.server.people.guest_cookie(guest.id)
    running = await call.server.store.read(lambda connection: unfinished(connection, guest.id))
    return SignedIn(me.id, me.name, me.kind, me.language, GuestBefore(guest.name, len(running)))


@operation("POST", "/api/accounts", "Sign up", needs=ANYONE, problems=(401, 403, 409))
async def sign_up(call: Call, body: SignUp) -> SignedUp:
    """Create an account and sign in. A guest keeps their games and the name shown at their tables. The recovery codes are
    shown only this once: write them down."""
    await call.server.arrivals.spend_everywhere(call.address)
    if call.person is not None and call.person.kind != "guest":
        raise NotNow("people.signed_in_already")
    language = body.language or call.language
    entrance, codes = await call.server.accounts.sign_up(call.person, body.name, body.password, language, call.browser)
    return SignedUp(_enter(call, entrance, comparable(body.name)), codes)


@operation("POST", "/api/accounts/sign_in", "Sign in", needs=ANYONE, problems=(401, 403))
async def sign_in(call: Call, body: SignIn) -> SignedIn:
    """An unknown name is answered like a wrong password. A guest's games stay with the guest; you are that guest again
    after signing out."""
    login = comparable(body.name)
    async with attempt(call, login):
        entrance = await call.server.accounts.sign_in(login, body.password, call.browser)
    return await enter_again(call, entrance, login)


@operation("POST", "/api/accounts/recover", "Sign in with a recovery code", needs=ANYONE, problems=(401, 403))
async def recover(call: Call, body: Recovery) -> SignedIn:
    """Choose a new password. The code is used up, all other sessions end, and all tokens are revoked, also those of your
    bots: an intruder may have created them."""
    login = comparable(body.name)
    async with attempt(call, login):
        entrance = await call.server.accounts.recover(login, body.code, body.password, call.browser)
    return await enter_again(call, entrance, login)


@operation("POST", "/api/me/sign_out", "Sign out", needs=ANYONE, problems=(403,))
async def sign_out(call: Call) -> Me | None:
    """End this session. You are again the guest you were before signing in, if any. A guest who signs out is forgotten."""
    me = call.person
    if me is not None and call.came_back:  # the session had ended already
        return me_view(me)
    call.cookie = ""
    if me is None or me.token is None or "account" not in me.scopes:
        return None
    await call.server.store.write(lambda connection: end_sessions(connection, me.id, only=me.token))
    call.server.people.dismiss([me.token])
    guest = await come_back(call)
    return None if guest is None else me_view(guest)


@operation("POST", "/api/me/sign_out_everywhere", "Sign out everywhere", needs=ACCOUNT)
async def sign_out_everywhere(call: Call) -> None:
    """End all sessions, including this one. Tokens of programs stay valid."""
    ended = await call.server.store.write(lambda connection: end_sessions(connection, call.me.id))
    call.server.people.dismiss(ended)
    call.cookie = ""


@operation("GET", "/api/me/account", "Show your account", needs=ACCOUNT)
async def show_account(call: Call) -> AccountView:
    """The name you sign in with, and the number of recovery codes left."""
    return await call.server.accounts.account(call.me)


@operation("POST", "/api/me/password", "Change your password", needs=ACCOUNT)
async def change_password(call: Call, body: PasswordChange) -> None:
    """Needs the old password. All other sessions end. All tokens are revoked, also those of your bots, unless `keep_tokens`
    is true."""
    async with attempt_in_session(call):
        accounts = call.server.accounts
        ended = await accounts.change_password(call.me, body.old, body.new, keep_tokens=body.keep_tokens)
    call.server.people.dismiss(ended)


@operation("POST", "/api/me/recovery_codes", "Get new recovery codes", needs=ACCOUNT)
async def renew_recovery_codes(call: Call, body: Proof) -> RecoveryCodes:
    """Replaces the old ones and needs the password. The codes are shown only this once: write them down."""
    async with attempt_in_session(call):
        return RecoveryCodes(await call.server.accounts.renew_codes(call.me, body.password))


@operation("GET", "/api/me/sessions", "List your sessions", needs=ACCOUNT)
async def list_sessions(call: Call) -> list[SessionView]:
    """Latest first."""
    me = call.me
    return await call.server.store.read(lambda connection: sessions_of(connection, me.id, me.token, now()))


@operation("DELETE", "/api/me/sessions/{session}", "End a session", needs=ACCOUNT)
async def end_session(call: Call, session: str) -> None:
    """Signs you out in that browser."""
    ended = await call.server.store.write(lambda connection: revoke(connection, call.me.id, "session", session))
    call.server.people.dismiss([ended])
    if ended == call.me.token:
        call.cookie = ""


# ------------------------------------------------------------------------------------------------------ attempts


@asynccontextmanager
async def attempt(call: Call, login: str) -> AsyncIterator[None]:
    """Count an attempt to sign in, unless it succeeds.

    A device that has signed in to the account before has attempts of its own, which strangers cannot use up. Strangers
    have some for each address, and some for all of them together, since one person can have many addresses."""
    server = call.server
    device = server.people.device_of(call.connection.cookies.get(DEVICE_COOKIE, ""), login)
    who = (login, call.address if device is None else device)
    if device is None:
        await server.arrivals.spend_everywhere(call.address)
    await server.logins.spend_everywhere(who)
    if device is None:
        await server.strangers.spend_everywhere(login)
    yield
    await server.logins.forgive(who)


@asynccontextmanager
async def attempt_in_session(call: Call) -> AsyncIterator[None]:
    """Count an attempt to enter the password, unless it succeeds: an open browser does not allow unlimited guesses.

    The attempts of strangers to sign in do not count."""
    await call.server.logins.spend_everywhere(call.me.token)
    yield
    await call.server.logins.forgive(call.me.token)
