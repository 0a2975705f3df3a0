"""REST operations for what hosts tell people: announcements, warnings, mutes, suspensions, and new passwords."""

from __future__ import annotations

from palatine.server.errors import NotThere
from palatine.server.hosting import announcements, password_links, sanctions
from palatine.server.http.context import Call
from palatine.server.http.operations import ANYONE, SELF, operation
from palatine.server.messages.hosting import NewPassword, Notices

LONGEST_NUMBER = 9


def number_of(text: str, key: str, **fields: object) -> int:
    """Return the number in a path; refuse anything else as not found."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise NotThere(key, **fields)
    return int(text)


@operation("GET", "/api/notices", "Show announcements and your warnings", needs=ANYONE)
async def show_notices(call: Call) -> Notices:
    """Announcements are for everyone. Your own mutes and suspensions are listed while they are in force, warnings until
    you dismiss them."""
    me = call.person

    shown = await call.server.store.read(announcements.shown)
    own = [] if me is None else await call.server.store.read(lambda connection: sanctions.current(connection, me.id))
    return Notices(shown, own)


@operation("POST", "/api/me/warnings/{warning}/dismiss", "Dismiss a warning", needs=SELF)
async def dismiss_warning(call: Call, warning: str) -> None:
    """It is not shown again. Hosts still see it."""
    number = number_of(warning, "hosting.no_warning")
    await call.server.store.write(lambda connection: sanctions.dismiss(connection, call.me.id, number))


@operation("POST", "/api/accounts/password", "Set a new password by a link", needs=ANYONE, problems=(403, 404))
async def set_password(call: Call, body: NewPassword) -> None:
    """A host of the server gave you the link. It works once and for a day. All sessions of the account end, and all
    tokens are revoked, also those of its bots."""
    server = call.server
    await server.arrivals.spend_everywhere(call.address)
    await server.store.read(lambda connection: password_links.check(connection, body.secret))
    password_hash = await server.passwords.hash(body.password)
    ended = await server.store.write(lambda connection: password_links.use(connection, body.secret, password_hash))
    server.people.dismiss(ended)
