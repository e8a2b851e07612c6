"""The app that carries conversations by WebSocket, and serves the page of the studio."""

from __future__ import annotations

import hmac
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from exactcover.runtime.errors import ProblemError
from sudoku.server.answers import Answers
from sudoku.server.conversation import Conversation, Service
from sudoku.studio.command import LONG, QUICK
from sudoku.studio.desk import Desk
from sudoku.studio.files import HEADERS, page_file

__all__ = ["ORIGINS", "Settings", "app", "check_settings", "is_loopback"]

PORT = 4545
"""The port to which the user script connects."""
ORIGINS = (
    "https://f-puzzles.com",
    "https://www.f-puzzles.com",
    "http://f-puzzles.com",
    "http://www.f-puzzles.com",
)
"""The origins of pages that may connect, beside programs that are no browsers."""
MOST_BYTES = 1 << 20
"""The longest message: a large puzzle of f-puzzles has some kilobytes."""
MOST_CLIENTS, N_THREADS, N_QUICK = 32, 4, 2
REFUSED, TOO_MANY, NO_TEXT, TOO_LONG = 4403, 1013, 1003, 1009
"""The codes with which connections are closed."""


@dataclass(frozen=True)
class Settings:
    """The settings of the server.

    Attributes
    ----------
    host
        The address to which it is bound.
    token
        What clients have to give as ``?token=``; needed where others than this machine can connect.
    origins
        The origins of pages that may connect.
    time_limit
        The most seconds for a command.
    """

    host: str = "127.0.0.1"
    token: str | None = None
    origins: Sequence[str] = field(default=ORIGINS)
    time_limit: float | None = 600.0


def is_loopback(host: str) -> bool:
    """Return whether only this machine can connect to an address.

    Examples
    --------
    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def check_settings(settings: Settings) -> Settings:
    """Return settings, or raise a ProblemError if others could connect without a token.

    Examples
    --------
    >>> check_settings(Settings("0.0.0.0"))
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: host is '0.0.0.0', to which others can connect: give a \
token, too
    """
    if not is_loopback(settings.host) and not settings.token:
        raise ProblemError(
            f"host is {settings.host!r}, to which others can connect: give a token, too"
        )
    return settings


def app(settings: Settings) -> Starlette:
    """Return the app."""
    check_settings(settings)
    clients: set[Conversation] = set()

    @asynccontextmanager
    async def lifespan(made: Starlette) -> AsyncIterator[None]:
        with (
            ThreadPoolExecutor(N_THREADS, "sudoku-server") as executor,
            ThreadPoolExecutor(N_QUICK, "sudoku-server-quick") as quick,
        ):
            made.state.executors = {"": executor, LONG: executor, QUICK: quick}
            yield

    def talking(
        service: Callable[[float | None], Service], origins: Sequence[str]
    ) -> Callable[[WebSocket], Awaitable[None]]:
        """Return the end of connections that one kind of service answers."""

        async def converse(socket: WebSocket) -> None:
            """Talk with a client until it leaves."""
            if not _may_connect(socket, settings, origins):
                await socket.close(REFUSED)
                return
            await socket.accept()
            if len(clients) >= MOST_CLIENTS:
                await socket.close(TOO_MANY, "too many clients")
                return

            async def send(text: str) -> None:
                # What is found for a client that has left is of no use to anyone.
                with suppress(RuntimeError, WebSocketDisconnect, OSError):
                    if socket.application_state is WebSocketState.CONNECTED:
                        await socket.send_text(text)

            executors = socket.app.state.executors
            client = Conversation(send, executors, service(settings.time_limit))
            clients.add(client)
            try:
                await _listen(socket, client)
            finally:
                clients.discard(client)
                await client.stop()

        return converse

    is_named = is_loopback(settings.host) and ":" not in settings.host
    hosts = ["localhost", settings.host] if is_named else ["*"]
    own = [origin for origin in settings.origins if origin not in ORIGINS]
    return Starlette(
        routes=[
            WebSocketRoute("/", talking(Answers, settings.origins)),
            WebSocketRoute("/studio", talking(Desk, own)),
            Route("/", _page),
            Route("/{name}", _page),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts)],
        lifespan=lifespan,
    )


async def _listen(socket: WebSocket, client: Conversation) -> None:
    """Hand the messages of a client over until it leaves."""
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        if text is None:
            await socket.close(NO_TEXT, "messages are texts")
            return
        if len(text) > MOST_BYTES:
            await socket.close(TOO_LONG, "the message is too long")
            return
        await client.hear(text)


async def _page(request: Request) -> Response:
    """Return a file of the page of the studio."""
    found = page_file(request.path_params.get("name", "index.html"))
    if found is None:
        return Response("There is no such page.", 404, HEADERS, "text/plain")
    content, kind = found
    return Response(content, 200, HEADERS, kind)


def _may_connect(socket: WebSocket, settings: Settings, origins: Sequence[str]) -> bool:
    """Return whether a client has the token, and comes from our page or one that may connect."""
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    is_own = origin in (f"http://{host}", f"https://{host}")
    if origin is not None and not is_own and origin not in origins:
        return False
    given = socket.query_params.get("token", "")
    return settings.token is None or hmac.compare_digest(
        given.encode("utf-8"), settings.token.encode("utf-8")
    )
