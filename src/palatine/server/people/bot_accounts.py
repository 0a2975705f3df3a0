"""Programs of an account: tokens that play for the account, and bots with their own names and tokens."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, insert, select

from palatine.server.clock import now
from palatine.server.errors import NotThere, TooMuch
from palatine.server.ids import new_id
from palatine.server.messages.people import BotView, TokenView
from palatine.server.people.credentials import end_tokens, lock_in_session, new_token
from palatine.server.people.identity import Person, check_name_free, comparable, tidy_name
from palatine.server.storage.schema import people
from palatine.server.storage.store import Store

MOST_BOTS = 10
LABEL = "bot"
SCOPES = frozenset({"play"})


async def new_own_token(store: Store, me: Person, label: str, scopes: Collection[str]) -> tuple[TokenView, str]:
    """Create a token for a program that plays for its owner; return its view and its secret."""

    def writing(connection: Connection) -> tuple[TokenView, str]:
        lock_in_session(connection, me)
        return new_token(connection, me.id, label, scopes, now())

    return await store.write(writing)


async def new_bot(store: Store, owner: Person, name: str) -> tuple[BotView, str]:
    """Create a bot; return its view and the secret of its token."""
    tidy = tidy_name(name)

    def writing(connection: Connection) -> tuple[BotView, str]:
        at, person = now(), new_id()
        lock_in_session(connection, owner)
        if len(bots_of(connection, owner.id)) >= MOST_BOTS:
            raise TooMuch("people.too_many_bots", most=MOST_BOTS)
        key = comparable(tidy)
        check_name_free(connection, owner.id, key)
        row = {
            "id": person,
            "kind": "bot",
            "name": tidy,
            "name_key": key,
            "owner": owner.id,
            "language": owner.language,
        }
        connection.execute(insert(people), {**row, "settings": "{}", "created": at, "seen": at})
        _, secret = new_token(connection, person, LABEL, SCOPES, at)
        return BotView(person, tidy, at, at), secret

    return await store.write(writing)


async def renew_token(store: Store, owner: Person, bot: str) -> tuple[BotView, str, list[str]]:
    """Replace a bot's token; return its view, the new secret and the hashes of the old tokens."""

    def writing(connection: Connection) -> tuple[BotView, str, list[str]]:
        lock_in_session(connection, owner)
        view = own_bot(connection, owner.id, bot)
        ended = end_tokens(connection, bot)
        _, secret = new_token(connection, bot, LABEL, SCOPES, now())
        return view, secret, ended

    return await store.write(writing)


def own_bot(connection: Connection, owner: str, bot: str) -> BotView:
    """Return a bot of an owner by its id."""
    for view in bots_of(connection, owner):
        if view.id == bot:
            return view
    raise NotThere("people.no_such_bot")


def bots_of(connection: Connection, owner: str) -> list[BotView]:
    """Return the bots of an owner, oldest first."""
    rows = connection.execute(
        select(people).where(people.c.owner == owner, people.c.kind == "bot").order_by(people.c.created, people.c.id)
    )
    return [BotView(row.id, row.name, row.created, row.seen) for row in rows]
