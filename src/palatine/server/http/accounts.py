"""The REST operations of accounts: signing up, in and out; passwords, recovery codes, sessions."""

from __future__ import annotations

from palatine.server.clock import now
from palatine.server.errors import NotNow
from palatine.server.http.context import Call
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


def _enter(call: Call, entrance: Entrance) -> Me:
    call.cookie = entrance.cookie
    call.server.people.dismiss(entrance.ended)
    return me_view(entrance.person)


async def _enter_again(call: Call, entrance: Entrance) -> SignedIn:
    """A guest who comes back to their account is set aside: what they play as a guest is not lost by it."""
    me, guest = _enter(call, entrance), call.person
    if guest is None or guest.kind != "guest":
        return SignedIn(me.id, me.name, me.kind, me.language, None)
    call.guest_cookie = call.server.people.guest_cookie(guest.id)
    running = await call.server.store.read(lambda connection: unfinished(connection, guest.id))
    return SignedIn(me.id, me.name, me.kind, me.language, GuestBefore(guest.name, len(running)))


@operation("POST", "/api/accounts", "Sign up", needs=ANYONE, problems=(401, 403, 409))
async def sign_up(call: Call, body: SignUp) -> SignedUp:
    """Open an account and sign in. A guest keeps their games and the name they have at the tables. The recovery codes are
    told this once: write them down."""
    call.server.arrivals.spend(call.address)
    if call.person is not None and call.person.kind != "guest":
        raise NotNow("people.signed_in_already")
    language = body.language or call.language
    entrance, codes = await call.server.accounts.sign_up(call.person, body.name, body.password, language, call.browser)
    return SignedUp(_enter(call, entrance), codes)


@operation("POST", "/api/accounts/sign_in", "Sign in", needs=ANYONE, problems=(401, 403))
async def sign_in(call: Call, body: SignIn) -> SignedIn:
    """Come back to an account. A name that nobody has is answered like a wrong password. The games of a guest who does so
    stay the guest's, whom one is again after signing out."""
    call.server.arrivals.spend(call.address)
    login = comparable(body.name)
    call.server.logins.spend(login)
    return await _enter_again(call, await call.server.accounts.sign_in(login, body.password, call.browser))


@operation("POST", "/api/accounts/recover", "Sign in with a recovery code", needs=ANYONE, problems=(401, 403))
async def recover(call: Call, body: Recovery) -> SignedIn:
    """Choose a new password. The code is used up, and wherever else one was signed in one is so no longer. All tokens are
    revoked, those of one's bots too: whoever had got in may have made them."""
    call.server.arrivals.spend(call.address)
    login = comparable(body.name)
    call.server.logins.spend(login)
    return await _enter_again(call, await call.server.accounts.recover(login, body.code, body.password, call.browser))


@operation("POST", "/api/me/sign_out", "Sign out", needs=ANYONE, problems=(403,))
async def sign_out(call: Call) -> Me | None:
    """Be nobody in this browser, or the guest who one was before signing in. A guest who signs out is forgotten."""
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
    """End all sessions, this one too. Tokens of programs stay."""
    ended = await call.server.store.write(lambda connection: end_sessions(connection, call.me.id))
    call.server.people.dismiss(ended)
    call.cookie = ""


@operation("GET", "/api/me/account", "One's account", needs=ACCOUNT)
async def show_account(call: Call) -> AccountView:
    """The name by which one signs in, and how many recovery codes are left."""
    return await call.server.accounts.account(call.me)


@operation("POST", "/api/me/password", "Change the password", needs=ACCOUNT)
async def change_password(call: Call, body: PasswordChange) -> None:
    """The old one is needed. Wherever else one is signed in one is so no longer, and all tokens are revoked, those of one's
    bots too, unless they are to be kept."""
    await spend_attempt(call)
    accounts = call.server.accounts
    ended = await accounts.change_password(call.me, body.old, body.new, keep_tokens=body.keep_tokens)
    call.server.people.dismiss(ended)


@operation("POST", "/api/me/recovery_codes", "Get new recovery codes", needs=ACCOUNT)
async def renew_recovery_codes(call: Call, body: Proof) -> RecoveryCodes:
    """In place of the old ones; the password is needed. They are told this once: write them down."""
    await spend_attempt(call)
    return RecoveryCodes(await call.server.accounts.renew_codes(call.me, body.password))


@operation("GET", "/api/me/sessions", "Where one is signed in", needs=ACCOUNT)
async def list_sessions(call: Call) -> list[SessionView]:
    """The latest first."""
    me = call.me
    return await call.server.store.read(lambda connection: sessions_of(connection, me.id, me.token, now()))


@operation("DELETE", "/api/me/sessions/{session}", "Sign out elsewhere", needs=ACCOUNT)
async def end_session(call: Call, session: str) -> None:
    """End one session."""
    ended = await call.server.store.write(lambda connection: revoke(connection, call.me.id, "session", session))
    call.server.people.dismiss([ended])
    if ended == call.me.token:
        call.cookie = ""


async def spend_attempt(call: Call) -> None:
    """Whoever has found a browser signed in may not try passwords without end either."""
    call.server.logins.spend(await call.server.accounts.login_of(call.me))
