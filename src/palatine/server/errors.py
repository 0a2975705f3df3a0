"""Why the server does not do what it is asked for; each says so in the person's language."""

from __future__ import annotations

from palatine.core.errors import PalatineError


class Refusal(PalatineError):
    """Something the server does not do. `status` is the HTTP status that tells which kind of reason it is."""

    status = 400


class Malformed(Refusal):
    """What was sent is not understood, or is out of bounds."""

    status = 422


class NotSignedIn(Refusal):
    """Nobody knows who is asking."""

    status = 401


class NotAllowed(Refusal):
    """Whoever is asking has no right to it."""

    status = 403


class NotThere(Refusal):
    """What was asked for does not exist, or not for whoever is asking."""

    status = 404


class NotNow(Refusal):
    """It cannot be done as things stand; later or earlier it could."""

    status = 409


class TooMuch(Refusal):
    """Too many requests, too large a one, or too many things of a kind."""

    status = 429
