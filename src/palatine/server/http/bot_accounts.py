"""The REST operations of programs: tokens that act for an account, bots with names of their own."""

from __future__ import annotations

from palatine.server.http.context import Call
from palatine.server.http.operations import ACCOUNT, operation
from palatine.server.messages.people import BotView, BotWish, NewBot, NewToken, TokenView, TokenWish
from palatine.server.people import bot_accounts
from palatine.server.people.credentials import revoke, tokens_of
from palatine.server.privacy.deletion import erase


@operation("GET", "/api/me/tokens", "One's tokens", needs=ACCOUNT)
async def list_tokens(call: Call) -> list[TokenView]:
    """Without their secrets, which nobody knows any more."""
    return await call.server.store.read(lambda connection: tokens_of(connection, call.me.id))


@operation("POST", "/api/me/tokens", "Make a token", needs=ACCOUNT)
async def make_token(call: Call, body: TokenWish) -> NewToken:
    """For a program that plays for oneself. The secret is told this once."""
    return NewToken(*await bot_accounts.new_own_token(call.server.store, call.me, body.label, body.scopes))


@operation("DELETE", "/api/me/tokens/{token}", "Revoke a token", needs=ACCOUNT)
async def revoke_token(call: Call, token: str) -> None:
    """From now on it is worth nothing."""
    ended = await call.server.store.write(lambda connection: revoke(connection, call.me.id, "api", token))
    call.server.people.dismiss([ended])


@operation("GET", "/api/me/bots", "One's bots", needs=ACCOUNT)
async def list_bots(call: Call) -> list[BotView]:
    """Programs that play under names of their own."""
    return await call.server.store.read(lambda connection: bot_accounts.bots_of(connection, call.me.id))


@operation("POST", "/api/me/bots", "Make a bot", needs=ACCOUNT)
async def make_bot(call: Call, body: BotWish) -> NewBot:
    """A program that is to play under a name of its own. The secret of its token is told this once."""
    return NewBot(*await bot_accounts.new_bot(call.server.store, call.me, body.name))


@operation("POST", "/api/me/bots/{bot}/token", "Give a bot another token", needs=ACCOUNT)
async def renew_bot_token(call: Call, bot: str) -> NewBot:
    """The one it had is worth nothing from now on. The secret is told this once."""
    view, secret, ended = await bot_accounts.renew_token(call.server.store, call.me, bot)
    call.server.people.dismiss(ended)
    return NewBot(view, secret)


@operation("DELETE", "/api/me/bots/{bot}", "Delete a bot", needs=ACCOUNT)
async def delete_bot(call: Call, bot: str) -> None:
    """It gets up from its tables, and its name goes; the games of others stand."""
    server = call.server
    await server.store.read(lambda connection: bot_accounts.own_bot(connection, call.me.id, bot))
    await erase(server.store, server.hub, server.people, bot)
