"""REST operations for programs: tokens that act for an account, and bot accounts."""

from __future__ import annotations

from palatine.server.http.context import Call
from palatine.server.http.operations import ACCOUNT, operation
from palatine.server.messages.people import BotView, BotWish, NewBot, NewToken, TokenView, TokenWish
from palatine.server.people import bot_accounts
from palatine.server.people.credentials import revoke, tokens_of
from palatine.server.privacy.deletion import erase


@operation("GET", "/api/me/tokens", "List your tokens", needs=ACCOUNT)
async def list_tokens(call: Call) -> list[TokenView]:
    """Without their secrets, which the server does not store."""
    return await call.server.store.read(lambda connection: tokens_of(connection, call.me.id))


@operation("POST", "/api/me/tokens", "Create a token", needs=ACCOUNT)
async def make_token(call: Call, body: TokenWish) -> NewToken:
    """For a program that plays for you. The secret is shown only this once."""
    return NewToken(*await bot_accounts.new_own_token(call.server.store, call.me, body.label, body.scopes))


@operation("DELETE", "/api/me/tokens/{token}", "Revoke a token", needs=ACCOUNT)
async def revoke_token(call: Call, token: str) -> None:
    """It stops working immediately."""
    ended = await call.server.store.write(lambda connection: revoke(connection, call.me.id, "api", token))
    call.server.people.dismiss([ended])


@operation("GET", "/api/me/bots", "List your bots", needs=ACCOUNT)
async def list_bots(call: Call) -> list[BotView]:
    """Programs that play under their own names."""
    return await call.server.store.read(lambda connection: bot_accounts.bots_of(connection, call.me.id))


@operation("POST", "/api/me/bots", "Create a bot", needs=ACCOUNT, problems=(409,))
async def make_bot(call: Call, body: BotWish) -> NewBot:
    """A program that plays under its own name. The secret of its token is shown only this once."""
    return NewBot(*await bot_accounts.new_bot(call.server.store, call.me, body.name))


@operation("POST", "/api/me/bots/{bot}/token", "Replace a bot's token", needs=ACCOUNT)
async def renew_bot_token(call: Call, bot: str) -> NewBot:
    """The old token stops working immediately. The new secret is shown only this once."""
    view, secret, ended = await bot_accounts.renew_token(call.server.store, call.me, bot)
    call.server.people.dismiss(ended)
    return NewBot(view, secret)


@operation("DELETE", "/api/me/bots/{bot}", "Delete a bot", needs=ACCOUNT)
async def delete_bot(call: Call, bot: str) -> None:
    """It leaves its tables, and its name is removed. Its opponents keep their games."""
    server = call.server
    await server.store.read(lambda connection: bot_accounts.own_bot(connection, call.me.id, bot))
    await erase(server.store, server.hub, server.people, bot)
