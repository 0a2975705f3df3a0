"""What goes over the wire about people: accounts, tokens, bots, relations, one's own data.

Whatever holds a secret is `Hushed`: printed, logged or shown in an error it tells nothing but its kind.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from palatine.server.messages.tables import Incoming, Language, Me, Name, Password, PersonView

LONGEST_LABEL = 60
LONGEST_REPORT = 1000
LONGEST_PASSWORD = 200

GivenPassword = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]
"""A password that is to be compared: whether it is long enough was asked when it was chosen."""
Label = Annotated[str, Meta(min_length=1, max_length=LONGEST_LABEL)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Scope = Literal["play"]
RelationKind = Literal["block", "mute"]


class Hushed(Struct, frozen=True):
    """Holds a secret, and does not tell it when it is printed."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing for a pretty printer either."""
        return []


# ----------------------------------------------------------------------------------------------------- accounts


class SignUp(Hushed, Incoming, frozen=True):
    """An account to be opened, under a name by which one signs in."""

    name: Name
    password: Password
    language: Language | None = None


class SignIn(Hushed, Incoming, frozen=True):
    """The name and the password of an account."""

    name: Name
    password: GivenPassword


class Recovery(Hushed, Incoming, frozen=True):
    """One of the recovery codes instead of the password, and the password from now on."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=40)]
    password: Password


class PasswordChange(Hushed, Incoming, frozen=True):
    """The password so far, and from now on. Tokens are revoked, those of one's bots too, unless they are to be kept."""

    old: GivenPassword
    new: Password
    keep_tokens: bool = False


class Proof(Hushed, Incoming, frozen=True):
    """The password once more."""

    password: GivenPassword


class Farewell(Hushed, Incoming, frozen=True):
    """Whoever has an account gives the password; a guest has none."""

    password: GivenPassword | None = None


class SignedUp(Hushed, frozen=True):
    """An account that was opened. The recovery codes are told this once."""

    me: Me
    recovery_codes: list[str]


class GuestBefore(Struct, frozen=True):
    """The guest who one was in a browser before one signed in there, and is again after signing out. `running`: how many of
    their tables are not over. They are the guest's, not the account's."""

    name: str
    running: int


class SignedIn(Me, frozen=True):
    """Oneself, and the guest who one was in this browser before."""

    guest: GuestBefore | None


class RecoveryCodes(Hushed, frozen=True):
    """New recovery codes; they are told this once, and the old ones are void."""

    recovery_codes: list[str]


class AccountView(Struct, frozen=True):
    """One's account. `login` is the name by which one signs in, as it is compared."""

    login: str
    created: int
    recovery_codes_left: int


class MeChange(Incoming, frozen=True):
    """Another name or language; what is not given stays."""

    name: Name | None = None
    language: Language | None = None


class SessionView(Struct, frozen=True):
    """A browser in which one is signed in; `current` is the one that asks. `label` is what the browser calls itself."""

    id: str
    label: str
    created: int
    seen: int
    expires: int
    current: bool


# ---------------------------------------------------------------------------------------------- tokens and bots


class TokenWish(Incoming, frozen=True):
    """A token for a program that acts for oneself."""

    label: Label
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=4)]


class TokenView(Struct, frozen=True):
    """A token, without its secret."""

    id: str
    label: str
    scopes: list[str]
    created: int
    seen: int


class NewToken(Hushed, frozen=True):
    """A token that was made. The secret is told this once."""

    token: TokenView
    secret: str


class BotWish(Incoming, frozen=True):
    """A program that is to play under a name of its own."""

    name: Name


class BotView(Struct, frozen=True):
    """A program that plays under a name of its own."""

    id: str
    name: str
    created: int
    seen: int


class NewBot(Hushed, frozen=True):
    """A bot that was made, or has a new token. The secret is told this once."""

    bot: BotView
    secret: str


# ---------------------------------------------------------------------------------------------------- relations


class RelationView(Struct, frozen=True):
    """Somebody whom one has blocked or muted. What either says is not to be shown."""

    person: PersonView
    kind: RelationKind
    at: int


class ReportWish(Incoming, frozen=True):
    """What somebody has done that the host of the server should know."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_REPORT)]
    table: Id | None = None


# ------------------------------------------------------------------------------------------------ one's own data


class OwnPerson(Struct, frozen=True):
    """Oneself, as the server keeps it."""

    id: str
    kind: str
    name: str
    login: str | None
    language: str
    created: int
    seen: int
    settings: dict[str, Any]


class OwnReport(Struct, frozen=True):
    """A report that one has made."""

    at: int
    about: str
    table: str | None
    text: str


class OwnSeat(Struct, frozen=True):
    """A table at which one sits, or has sat: without a `seat` one has got up before the game began."""

    table: str
    seat: int | None
    game: str
    players: int
    status: str
    created: int
    changed: int


class OwnLine(Struct, frozen=True):
    """Something that one has said."""

    table: str
    at: int
    name: str
    text: str


class OwnResult(Struct, frozen=True):
    """How a game ended for oneself."""

    table: str
    seat: int
    game: str
    players: int
    points: int
    place: int
    rated: bool
    at: int


class OwnRating(Struct, frozen=True):
    """How strong one is held to be."""

    game: str
    players: int
    mu: float
    sigma: float
    games: int
    at: int


class OwnSubscription(Struct, frozen=True):
    """Where notices are sent to."""

    endpoint: str
    at: int


class Export(Struct, frozen=True):
    """Everything that the server keeps about oneself, without what is secret."""

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
