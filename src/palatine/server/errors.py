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


class TooMuch(Refusal):
    """Too many requests, a request that is too large, or too many items of a kind."""

    status = 429


class Damaged(Refusal):
    """Stored data cannot be read: only the host can help."""

    status = 500
