"""The browser app that `make app` builds, read once at start and served from memory.

Every path that is not the server's own belongs to the app, which does its own routing. Only files that were in the folder
when the server started can be requested.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from palatine.core.words import say
from palatine.server.errors import NotThere
from palatine.server.http.context import language_of
from palatine.server.http.operations import refusal
from palatine.server.http.pages import ASK_AGAIN, FOR_EVER, Page

FOLDER = Path(__file__).parents[1] / "static"
"""The folder that the app is built into, also within a wheel."""
INDEX = "index.html"
HASHED = "assets/"
"""Files whose names contain a hash of their contents."""
OWN = ("/api/", "/healthz", "/readyz", "/metrics")
"""The server's own paths."""
READING = frozenset({"GET", "HEAD"})
UNAVAILABLE, NOT_FOUND = 503, 404
TEXTS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
"""Media types by file extension, of files worth compressing."""
OTHERS = {
    ".ico": "image/x-icon",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
UNKNOWN = "application/octet-stream"


def _page(file: Path, name: str) -> Page:
    ending = file.suffix
    kind = TEXTS.get(ending) or OTHERS.get(ending, UNKNOWN)
    return Page(file.read_bytes(), kind, FOR_EVER if name.startswith(HASHED) else ASK_AGAIN, packed=ending in TEXTS)


def read_app(folder: Path) -> dict[str, Page]:
    """Return the files of the app by name; empty if it has not been built."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    names = {file: file.relative_to(folder).as_posix() for file in files}
    return {name: _page(file, name) for file, name in names.items()}


class BrowserApp:
    """Handler for paths that match no route of the server."""

    def __init__(self, folder: Path) -> None:
        self._pages: Mapping[str, Page] = read_app(folder)

    async def __call__(self, request: Request, _problem: Exception) -> Response:
        """Return a file of the app, or its index page for any other path."""
        path = request.url.path
        if path.startswith(OWN) or request.method not in READING:
            return refusal(NotThere("server.no_such_page"), language_of(request))
        name = path.removeprefix("/")
        if name in self._pages and name != INDEX:
            return self._pages[name].response(request)
        if PurePosixPath(name).suffix and name != INDEX:
            return PlainTextResponse(say("server.no_such_page", language_of(request)) + "\n", NOT_FOUND)
        if INDEX not in self._pages:
            return _not_built(request)
        return self._pages[INDEX].response(request)


def _not_built(request: Request) -> Response:
    language = language_of(request)
    text = escape(say("server.app_not_built", language))
    page = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Palatine</title><p>{text}</p></html>\n'
    return HTMLResponse(page, UNAVAILABLE, headers={"cache-control": "no-store"})
