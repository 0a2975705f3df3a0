"""The server's refusals. Each has a sentence in the person's language."""

from __future__ import annotations

from palatine.core.errors import PalatineError


class Refusal(PalatineError):
    """A refused request. `status` is its HTTP status."""

    status = 400


class Malformed(Refusal):
    """The request is invalid or out of bounds."""

    status = 422


class NotSignedIn(Refusal):
    """The sender is not signed in."""

    status = 401


class NotAllowed(Refusal):
    """The sender may not do that."""

    status = 403


class NotThere(Refusal):
    """The requested thing does not exist, or not for this sender."""

    status = 404


class NotNow(Refusal):
    """The request is not possible in the current state."""

    status = 409


class DataInUse(NotNow):
    """A server is using the data."""


class TooMuch(Refusal):
    """Too many requests, a request that is too large, or too many items of a kind."""

    status = 429


class Failed(Refusal):
    """The server made a mistake; the host finds it in the log."""

    status = 500


class Unavailable(Refusal):
    """The server cannot do it at the moment, through no fault of the request."""

    status = 503


class StorageFailure(Unavailable):
    """The database cannot be read or written. `kind` says why: full, readonly, away, corrupt, other."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"server.storage_{kind}")
        self.kind = kind


class TableDamaged(Unavailable):
    """The stored log of a table is damaged. `why` says how, for the host."""

    def __init__(self, table_id: str, why: str) -> None:
        super().__init__("server.table_damaged")
        self.table_id = table_id
        self.why = why
