"""REST operations for e-mail: your address, and the links in mails, which work without signing in."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from palatine.server.errors import NotNow
from palatine.server.http.accounts import attempt_in_session, enter_again
from palatine.server.http.context import Call
from palatine.server.http.operations import ACCOUNT, ANYONE, operation
from palatine.server.mail import addresses
from palatine.server.mail.mailer import Mailer
from palatine.server.messages.mail import (
    AddressWish,
    LinkFollowed,
    MailOffer,
    MailView,
    NoticesWish,
    PasswordReset,
    RecoveryWish,
)
from palatine.server.messages.people import SignedIn

SEE_OTHER = 303


def _mailer(call: Call) -> Mailer:
    """Return the sender of mails; refuse if there is none."""
    if call.server.mail is None:
        raise NotNow("mail.off")
    return call.server.mail


@operation("GET", "/api/mail", "Show whether this server sends e-mail")
async def show_mail_offer(call: Call) -> MailOffer:
    """If not, the operations about e-mail are refused."""
    return MailOffer(call.server.mail is not None)


@operation("GET", "/api/me/mail", "Show your e-mail address", needs=ACCOUNT)
async def show_mail(call: Call) -> MailView:
    """Null if you have entered none."""
    return await call.server.store.read(lambda connection: addresses.view_of(connection, call.me.id))


@operation("PUT", "/api/me/mail", "Set your e-mail address", needs=ACCOUNT, problems=(409,))
async def set_mail(call: Call, body: AddressWish) -> MailView:
    """Sends a link to the address, to be followed within 24 hours. Needs the password, since a confirmed address can
    recover the account. Set again, an unconfirmed address gets another link."""
    mailer, address = _mailer(call), addresses.tidy_address(body.address)
    async with attempt_in_session(call):
        await call.server.accounts.prove(call.me, body.password)
    await call.server.mails.spend_everywhere(call.me.id)
    await call.server.mails.spend_everywhere(address)
    view = await call.server.store.write(
        lambda connection: addresses.enter(connection, call.me, address, notices=body.notices)
    )
    mailer.hurry()
    return view


@operation("PATCH", "/api/me/mail", "Switch notices by e-mail on or off", needs=ACCOUNT)
async def change_mail(call: Call, body: NoticesWish) -> MailView:
    """A notice is sent when a game without a clock, or with a day or more, has waited for you for five minutes and you
    are not connected. You get one for each turn."""
    return await call.server.store.write(
        lambda connection: addresses.set_notices(connection, call.me.id, notices=body.notices)
    )


@operation("DELETE", "/api/me/mail", "Remove your e-mail address", needs=ACCOUNT)
async def remove_mail(call: Call) -> None:
    """The account can then be recovered by a recovery code only."""
    await call.server.store.write(lambda connection: addresses.forget(connection, call.me.id))


@operation("POST", "/api/mail/confirm", "Confirm an e-mail address", needs=ANYONE, problems=(403, 409))
async def confirm_mail(call: Call, body: LinkFollowed) -> MailView:
    """With the token of the link in the mail. It works once, within 24 hours."""
    _mailer(call)
    known = call.server.people
    return await call.server.store.write(lambda connection: addresses.confirm(connection, known, body.token))


@operation("POST", "/api/mail/recover", "Ask for a link to recover an account", needs=ANYONE, problems=(403, 409))
async def ask_mail_recovery(call: Call, body: RecoveryWish) -> None:
    """Sent to the address if it is the confirmed one of an account. The answer is the same if not."""
    mailer, address = _mailer(call), addresses.tidy_address(body.address)
    await call.server.arrivals.spend_everywhere(call.address)
    await call.server.mails.spend_everywhere(call.address)
    await call.server.mails.spend_everywhere(address)
    mailer.ask_recovery(address)


@operation("POST", "/api/mail/reset", "Choose a new password by a link", needs=ANYONE, problems=(403, 409))
async def reset_password(call: Call, body: PasswordReset) -> SignedIn:
    """With the token of the link in the mail. It works once, within 24 hours. You are signed in, all other sessions end,
    and all tokens are revoked."""
    _mailer(call)
    await call.server.arrivals.spend_everywhere(call.address)
    known = call.server.people
    entrance = await call.server.accounts.reset(
        lambda connection: str(addresses.follow(connection, known, body.token, "recover")[1].id),
        body.password,
        call.browser,
    )
    return await enter_again(call, entrance, (await call.server.accounts.account(entrance.person)).login)


@operation("POST", "/api/mail/unsubscribe", "Unsubscribe from e-mail", needs=ANYONE, problems=(403, 409))
async def unsubscribe_mail(call: Call, query: LinkFollowed) -> None:
    """With the token of the link in the mail, and without signing in: ends the notices, or removes the address. Mail
    programs call this for `List-Unsubscribe`."""
    _mailer(call)
    known = call.server.people
    await call.server.store.write(lambda connection: addresses.unsubscribe(connection, known, query.token))


@operation("GET", "/api/mail/unsubscribe", "Show the page to unsubscribe from e-mail")
async def show_unsubscribe(call: Call, query: LinkFollowed) -> Response:
    """For mail programs that open the address instead. Changes nothing yet."""
    return RedirectResponse(f"/mail/unsubscribe?{urlencode({'token': query.token})}", SEE_OTHER)
