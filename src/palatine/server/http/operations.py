"""The declaration of REST operations: functions whose types describe the request and the response.

    @operation("POST", "/api/tables/{table}/sit", "Take a seat", needs=PLAY)
    async def sit(call: Call, table: str, body: SeatWish) -> Done: ...

Parameters named in the path come from the path, `body` from the JSON body, `query` from the query string. The OpenAPI
document is generated from the same declarations, so it always matches.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from palatine.core.errors import PalatineError
from palatine.server import metrics
from palatine.server.errors import Failed, Malformed, NotThere, Refusal, TooMuch
from palatine.server.http.context import Call, language_of
from palatine.server.http.pages import cached_page
from palatine.server.messages.tables import LARGEST_MESSAGE, Problem, encode
from palatine.server.people.identity import Right

log = structlog.get_logger()

JSON = "application/json"
GONE = 499
Handler = Callable[..., Awaitable[Any]]

ANYONE: Final = None
PLAY: Final = "play"
SELF: Final = "self"
ACCOUNT: Final = "account"
READ: Final = "read"
HOST: Final = "host"
"""The scope an operation needs: none; `play`; `self`, which guests and accounts have and tokens do not; `account`; `read`,
which everyone who is known has, also while suspended; or `host`, in a session of the admin page."""


@dataclass(frozen=True)
class Operation:
    """A declared REST operation."""

    method: str
    path: str
    summary: str
    needs: Right | None
    handler: Handler
    in_path: Sequence[str]
    body: Any
    query: Any
    returns: Any
    problems: Sequence[int] = field(default=())
    lasting: bool = False
    """True if the response rarely changes: it carries an ETag, and clients may revalidate it."""

    @property
    def name(self) -> str:
        """The operation's id in the OpenAPI document."""
        return self.handler.__name__


OPERATIONS: list[Operation] = []


def operation(
    method: str,
    path: str,
    summary: str,
    *,
    needs: Right | None = ANYONE,
    problems: Sequence[int] = (),
    lasting: bool = False,
) -> Callable[[Handler], Handler]:
    """Declare a function as a REST operation."""

    def declare(handler: Handler) -> Handler:
        kinds = typing.get_type_hints(handler, include_extras=True)
        in_path = [name for name in inspect.signature(handler).parameters if f"{{{name}}}" in path]
        OPERATIONS.append(
            Operation(
                method=method,
                path=path,
                summary=summary,
                needs=needs,
                handler=handler,
                in_path=in_path,
                body=kinds.get("body"),
                query=kinds.get("query"),
                returns=kinds.get("return"),
                problems=problems,
                lasting=lasting,
            )
        )
        return handler

    return declare


async def body_of(request: Request) -> bytes:
    """Return the body of a request; refuse one that is too large."""
    whole = bytearray()
    async for part in request.stream():
        whole += part
        if len(whole) > LARGEST_MESSAGE:
            raise TooMuch("server.body_too_large", most=LARGEST_MESSAGE)
    return bytes(whole)


def _too_deep() -> Malformed:
    return Malformed("server.malformed", reason="nested too deeply")


def _query_of(request: Request, kind: Any) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as problem:
        raise Malformed("server.malformed", reason=str(problem)) from problem


async def _arguments(one: Operation, request: Request) -> dict[str, Any]:
    given: dict[str, Any] = {name: request.path_params[name] for name in one.in_path}
    if any("\0" in part for part in given.values()):
        raise NotThere("people.nothing_there")  # PostgreSQL fails on a NUL
    if one.body is not None:
        if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
            raise Malformed("server.not_json")
        try:
            given["body"] = msgspec.json.decode(await body_of(request), type=one.body)
        except msgspec.MsgspecError as problem:
            raise Malformed("server.malformed", reason=str(problem)) from problem
        except RecursionError as problem:
            raise _too_deep() from problem
        except UnicodeDecodeError as problem:
            raise Malformed("server.malformed", reason="not UTF-8") from problem
    if one.query is not None:
        given["query"] = _query_of(request, one.query)
    return given


def answer(message: Any, status: int = 200) -> Response:
    """Return a message as a response."""
    return Response(encode(message), status, media_type=JSON, headers={"cache-control": "no-store"})


def refusal(problem: PalatineError, language: str) -> Response:
    """Return a refusal as a response."""
    status = problem.status if isinstance(problem, Refusal) else Malformed.status
    return answer(Problem(problem.key, problem.text(language), problem.reason(language)), status)


def route_of(one: Operation, open_call: Callable[[Request], Awaitable[Call]]) -> Route:
    """Return the route of an operation. `open_call` identifies the sender."""

    async def endpoint(request: Request) -> Response:
        language = language_of(request)
        try:
            call = await open_call(request)
            language = call.language
            if one.needs is not None:
                call.need(one.needs)
            given = await one.handler(call, **await _arguments(one, request))
        except PalatineError as problem:
            metrics.REFUSALS.labels(problem.key).inc()
            return refusal(problem, language)
        except ClientDisconnect:
            return Response(status_code=GONE)  # the client is gone
        except RecursionError:
            return refusal(_too_deep(), language)
        except Exception as problem:
            metrics.ERRORS.labels(type(problem).__name__).inc()
            log.error("request_failed", operation=one.name, exc_info=problem)
            return refusal(Failed("server.failed"), language)
        if one.lasting:
            return call.with_cookies(cached_page(encode(given), JSON).response(request))
        response = given if isinstance(given, Response) else answer(given)
        return call.with_cookies(response)

    return Route(one.path, endpoint, methods=[one.method], name=one.name)
