"""Cacheable responses: bodies with an ETag, compressed where the client accepts it."""

from __future__ import annotations

import functools
import gzip
import hashlib

from starlette.requests import Request
from starlette.responses import Response

SAME = 304
ASK_AGAIN = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"
LEAST_PACKED = 1000
"""The size in bytes below which compression does not pay."""


class Page:
    """A body that is sent many times."""

    def __init__(self, body: bytes, media_type: str, cache: str = ASK_AGAIN, *, packed: bool = True) -> None:
        self._body = body
        self._may_be_packed = packed and len(body) >= LEAST_PACKED
        self._tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        self._headers = {"content-type": media_type, "cache-control": cache, "etag": f"W/{self._tag}"}
        if self._may_be_packed:
            self._headers["vary"] = "accept-encoding"

    @functools.cached_property
    def _packed(self) -> bytes:
        """The compressed body, computed when first requested."""
        return gzip.compress(self._body, mtime=0)

    def response(self, request: Request) -> Response:
        """Return the response to a request: 304 without a body if the client has the current version."""
        if _has_tag(request.headers.get("if-none-match", ""), self._tag):
            return Response(status_code=SAME, headers=self._headers)
        if self._may_be_packed and _takes_gzip(request.headers.get("accept-encoding", "")):
            return Response(self._packed, headers=self._headers | {"content-encoding": "gzip"})
        return Response(self._body, headers=self._headers)


@functools.lru_cache(maxsize=64)
def cached_page(body: bytes, media_type: str) -> Page:
    """Return the page of a body, cached so that its hash and compressed form are computed once."""
    return Page(body, media_type)


def _has_tag(known: str, tag: str) -> bool:
    return tag in [one.strip().removeprefix("W/") for one in known.split(",")]


def _takes_gzip(accepted: str) -> bool:
    for one in accepted.split(","):
        coding, _, quality = one.partition(";")
        if coding.strip() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
