"""Messages about people: accounts, tokens, bots, relations, a person's own data.

Messages with secrets are `Redacted`: printed or logged they show only their class name.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from palatine.server.messages.tables import Incoming, Language, Me, Name, Password, PersonView

LONGEST_LABEL = 60
LONGEST_REPORT = 1000
LONGEST_PASSWORD = 200

GivenPassword = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]
"""A password to check. It has no minimum length: that was checked when it was chosen."""
Label = Annotated[str, Meta(min_length=1, max_length=LONGEST_LABEL)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Scope = Literal["play"]
RelationKind = Literal["block", "mute"]


class Redacted(Struct, frozen=True):
    """A message with a secret, hidden in its `repr`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Return no fields, so that pretty printers show none."""
        return []


# ----------------------------------------------------------------------------------------------------- accounts


class SignUp(Redacted, Incoming, frozen=True):
    """A new account, with the name to sign in with."""

    name: Name
    password: Password
    language: Language | None = None


class SignIn(Redacted, Incoming, frozen=True):
    """The name and the password of an account."""

    name: Name
    password: GivenPassword


class Recovery(Redacted, Incoming, frozen=True):
    """A recovery code in place of the password, and the new password."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=40)]
    password: Password


class PasswordChange(Redacted, Incoming, frozen=True):
    """The old and the new password. Tokens, also those of your bots, are revoked unless `keep_tokens` is true."""

    old: GivenPassword
    new: Password
    keep_tokens: bool = False


class Proof(Redacted, Incoming, frozen=True):
    """The password, to confirm an action."""

    password: GivenPassword


class Deletion(Redacted, Incoming, frozen=True):
    """A request to delete everything. Accounts need the password; guests have none."""

    password: GivenPassword | None = None


class SignedUp(Redacted, frozen=True):
    """A new account. The recovery codes are shown only this once."""

    me: Me
    recovery_codes: list[str]


class GuestBefore(Struct, frozen=True):
    """The guest you were in this browser before signing in, and are again after signing out.

    `running` counts the guest's unfinished tables. They belong to the guest, not to the account."""

    name: str
    running: int


class SignedIn(Me, frozen=True):
    """The signed-in person, and the guest they were in this browser before."""

    guest: GuestBefore | None


class RecoveryCodes(Redacted, frozen=True):
    """New recovery codes, shown only this once. The old ones are void."""

    recovery_codes: list[str]


class AccountView(Struct, frozen=True):
    """Your account. `login` is the name you sign in with, normalized for comparison."""

    login: str
    created: int
    recovery_codes_left: int


class MeChange(Incoming, frozen=True):
    """A new name or language. Omitted fields do not change."""

    name: Name | None = None
    language: Language | None = None


class SessionView(Struct, frozen=True):
    """A browser you are signed in with. `current` marks this one; `label` is what the browser calls itself."""

    id: str
    label: str
    created: int
    seen: int
    expires: int
    current: bool


# ---------------------------------------------------------------------------------------------- tokens and bots


class TokenWish(Incoming, frozen=True):
    """A token to create, for a program that acts for you."""

    label: Label
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=4)]


class TokenView(Struct, frozen=True):
    """A token, without its secret."""

    id: str
    label: str
    scopes: list[str]
    created: int
    seen: int


class NewToken(Redacted, frozen=True):
    """A new token. The secret is shown only this once."""

    token: TokenView
    secret: str


class BotWish(Incoming, frozen=True):
    """A bot account to create."""

    name: Name


class BotView(Struct, frozen=True):
    """A bot account: a program that plays under its own name."""

    id: str
    name: str
    created: int
    seen: int


class NewBot(Redacted, frozen=True):
    """A new bot account, or one with a new token. The secret is shown only this once."""

    bot: BotView
    secret: str


# ---------------------------------------------------------------------------------------------------- relations


class RelationView(Struct, frozen=True):
    """A person you have blocked or muted. Clients hide the chat messages of both."""

    person: PersonView
    kind: RelationKind
    at: int


class ReportWish(Incoming, frozen=True):
    """A report to the operator of the server."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_REPORT)]
    table: Id | None = None


# ------------------------------------------------------------------------------------------------------ own data


class OwnPerson(Struct, frozen=True):
    """Your identity as the server stores it."""

    id: str
    kind: str
    name: str
    login: str | None
    language: str
    created: int
    seen: int
    settings: dict[str, Any]


class OwnReport(Struct, frozen=True):
    """A report you made."""

    at: int
    about: str
    table: str | None
    text: str


class OwnSeat(Struct, frozen=True):
    """A table you sit or sat at. `seat` is null if you left before the game began."""

    table: str
    seat: int | None
    game: str
    players: int
    status: str
    created: int
    changed: int


class OwnLine(Struct, frozen=True):
    """A chat message of yours."""

    table: str
    at: int
    name: str
    text: str


class OwnResult(Struct, frozen=True):
    """Your result in a game."""

    table: str
    seat: int
    game: str
    players: int
    points: int
    place: int
    rated: bool
    practice: bool
    at: int


class OwnRating(Struct, frozen=True):
    """Your rating in a game with a number of players."""

    game: str
    players: int
    mu: float
    sigma: float
    games: int
    at: int


class OwnSubscription(Struct, frozen=True):
    """A push subscription of yours."""

    endpoint: str
    at: int


class OwnAddress(Struct, frozen=True):
    """Your e-mail address."""

    address: str
    confirmed: bool
    notices: bool
    at: int


class OwnMail(Struct, frozen=True):
    """An e-mail that was or will be sent to you. `table` is null unless it is about a table."""

    kind: str
    table: str | None
    at: int


class OwnSanction(Struct, frozen=True):
    """A warning, mute or suspension of yours. `ended`: when it was lifted, replaced or dismissed."""

    kind: str
    reason: str
    at: int
    until: int | None
    ended: int | None


class Export(Struct, frozen=True):
    """All data the server stores about you, without secrets."""

    person: OwnPerson
    recovery_codes_left: int
    sessions: list[SessionView]
    tokens: list[TokenView]
    bots: list[BotView]
    relations: list[RelationView]
    reports: list[OwnReport]
    tables: list[OwnSeat]
    chat: list[OwnLine]
    results: list[OwnResult]
    ratings: list[OwnRating]
    subscriptions: list[OwnSubscription]
    address: OwnAddress | None
    mails: list[OwnMail]
    sanctions: list[OwnSanction]
