"""Messages of the admin page, and what people see of it: announcements, warnings, mutes, suspensions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from palatine.server.messages.people import GivenPassword, Id, Redacted, SessionView
from palatine.server.messages.tables import ChatLine, Incoming, Name, Number, Password, PersonView, TableLine

LONGEST_REASON = 500
LONGEST_SEARCH = 64
LONGEST_LINK = 200
MOST_MINUTES = 10 * 365 * 24 * 60
LONGEST_PAGE = 100

Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]
Remark = Annotated[str, Meta(max_length=LONGEST_REASON)]
Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
SanctionKind = Literal["warning", "mute", "suspension"]
RestrictionKind = Literal["mute", "suspension"]
Act = Literal[
    "sign_in",
    "sign_out",
    "host",
    "unhost",
    "warn",
    "mute",
    "suspend",
    "lift_mute",
    "lift_suspension",
    "password_link",
    "handle_report",
    "end_table",
    "hand_over",
    "give_back",
    "announce",
    "end_announcement",
    "import",
    "vacuum",
]


# ----------------------------------------------------------------------------------------- what people see of it


class AnnouncementView(Struct, frozen=True):
    """A text for everyone, shown until a time."""

    id: int
    text: str
    at: int
    until: int


class SanctionView(Struct, frozen=True):
    """A warning, mute or suspension of yours, in force or not yet dismissed. `until` is null if it is for good."""

    id: int
    kind: SanctionKind
    reason: str
    at: int
    until: int | None


class Notices(Struct, frozen=True):
    """Announcements of the server, and your own warnings, mutes and suspensions."""

    announcements: list[AnnouncementView]
    sanctions: list[SanctionView]


class NewPassword(Redacted, Incoming, frozen=True):
    """The secret of a link that a host gave you, and your new password."""

    secret: Annotated[str, Meta(min_length=1, max_length=100)]
    password: Password


# ------------------------------------------------------------------------------------------------------- sign in


class HostSignIn(Redacted, Incoming, frozen=True):
    """The name and the password of a host."""

    name: Name
    password: GivenPassword


class HostView(Struct, frozen=True):
    """The signed-in host. The session ends at `expires` if it is not used before."""

    id: str
    name: str
    language: str
    expires: int


# -------------------------------------------------------------------------------------------------------- people


class Paged(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of a list."""

    offset: Number = 0
    limit: Annotated[int, Meta(ge=1, le=LONGEST_PAGE)] = 24


class PeopleQuery(Paged, frozen=True):
    """People by a part of their name, or by their id; only those of a kind or with a sanction in force."""

    text: Annotated[str, Meta(max_length=LONGEST_SEARCH)] = ""
    kind: Literal["guest", "account", "bot", "gone"] | None = None
    only: Literal["hosts", "muted", "suspended"] | None = None


class FoundPerson(Struct, frozen=True):
    """A person in the host's list. `login` is null without an account; `open_reports` are those about the person."""

    id: str
    name: str
    kind: str
    login: str | None
    created: int
    seen: int
    is_host: bool
    is_muted: bool
    is_suspended: bool
    open_reports: int


class FoundPeople(Struct, frozen=True):
    """A page of people."""

    people: list[FoundPerson]
    more: bool


class PastSanction(SanctionView, frozen=True):
    """A warning, mute or suspension as a host sees it. `ended`: when it was lifted, replaced or dismissed."""

    ended: int | None


class ReportView(Struct, frozen=True):
    """A report: by one person about another, perhaps at a table."""

    id: int
    at: int
    by: PersonView
    about: PersonView
    table: str | None
    text: str
    handled: bool
    note: str | None


class PersonFile(Struct, frozen=True):
    """Everything a host sees of a person."""

    person: FoundPerson
    owner: PersonView | None
    bots: list[PersonView]
    sanctions: list[PastSanction]
    reports_about: list[ReportView]
    reports_by: list[ReportView]
    tables: list[TableLine]
    sessions: list[SessionView]


class Because(Incoming, frozen=True):
    """Why a host does something. The person or the audit log shows it."""

    reason: Reason


class MuteWish(Because, frozen=True):
    """A mute for some minutes."""

    minutes: Minutes


class SuspensionWish(Because, frozen=True):
    """A suspension for some minutes, or for good."""

    minutes: Minutes | None = None


class LiftWish(Because, frozen=True):
    """A mute or suspension to lift."""

    kind: RestrictionKind


class PasswordLink(Redacted, frozen=True):
    """A link that sets a new password once. It is shown only this once."""

    link: str
    expires: int


# ------------------------------------------------------------------------------------------------------- reports


class ReportsQuery(Paged, frozen=True):
    """Open reports, oldest first, or handled ones, newest first."""

    handled: bool = False


class Reports(Struct, frozen=True):
    """A page of reports."""

    reports: list[ReportView]
    more: bool


class ReportFile(Struct, frozen=True):
    """A report with the chat it is about: the lines of the reported person at the table, and those around them."""

    report: ReportView
    chat: list[ChatLine]


class Handled(Incoming, frozen=True):
    """A note on how a report was handled."""

    note: Remark = ""


# -------------------------------------------------------------------------------------------------------- tables


class TableSearch(Paged, frozen=True):
    """Tables by id or link, game, status, and a person who ever sat there; the most recently changed first."""

    id: Annotated[str, Meta(max_length=LONGEST_LINK)] = ""
    game: Annotated[str, Meta(max_length=40)] | None = None
    status: Literal["open", "playing", "finished", "ended"] | None = None
    person: Id | None = None


class TableFile(Struct, frozen=True):
    """A table as a host sees it: its line in lists, the last chat lines, and the reports about it."""

    table: TableLine
    chat: list[ChatLine]
    reports: list[ReportView]


class SeatOrder(Because, frozen=True):
    """A seat to hand over to a bot or to give back, counted from 0."""

    seat: Number


# ----------------------------------------------------------------------------------------------------- the server


class NewAnnouncement(Incoming, frozen=True):
    """A text for everyone, shown for some minutes."""

    text: Reason
    minutes: Minutes


class AuditQuery(Paged, frozen=True):
    """Acts of hosts, the latest first; of a host (`command line` for the command), of a kind, about a person or a table."""

    host: Annotated[str, Meta(max_length=LONGEST_SEARCH)] | None = None
    act: Act | None = None
    person: Id | None = None
    table: Id | None = None


class AuditLine(Struct, frozen=True):
    """An act of a host; `host` is null for the command line."""

    id: int
    at: int
    host: PersonView | None
    act: str
    person: PersonView | None
    table: str | None
    reason: str


class Audit(Struct, frozen=True):
    """A page of the audit log."""

    lines: list[AuditLine]
    more: bool


class Count(Struct, frozen=True):
    """A number of events of a kind."""

    kind: str
    count: int


class Overview(Struct, frozen=True):
    """The server at a glance: figures of the process that answers, except `analyses`, `open_reports` and `tables`.

    Rates and the 95th percentile are of the last `seconds`. `connections` are sockets and streams; `people` are those
    behind them, at most a hundred."""

    process: str
    version: str
    started: int
    now: int
    connections: int
    people: list[PersonView]
    tables_in_memory: int
    seconds: int
    decisions_per_second: float
    durable_p95_ms: float | None
    refusals: list[Count]
    errors: list[Count]
    bots_thinking: int
    analyses: list[Count]
    tables: list[Count]
    open_reports: int
