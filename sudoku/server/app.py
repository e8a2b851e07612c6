"""The app that carries conversations by WebSocket, and serves the page of the studio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sudoku.server.admission import ORIGINS, HostCheck, Settings, check_settings, may_connect
from sudoku.server.answers import Answers
from sudoku.server.conversation import Conversation, Service
from sudoku.studio.command import LONG, QUICK
from sudoku.studio.desk import Desk, prepare
from sudoku.studio.files import HEADERS, page_file

MOST_BYTES = 1 << 20
"""The longest message: a large puzzle of f-puzzles has some kilobytes."""
MOST_CLIENTS = 32
"""So many threads run commands, too: long commands of some clients never hold up another."""
REFUSED, TOO_MANY, NO_TEXT, TOO_LONG = 4403, 1013, 1003, 1009
"""The codes with which connections are closed."""


def app(settings: Settings) -> Starlette:
    """Return the app."""
    check_settings(settings)
    clients: set[Conversation] = set()

    @asynccontextmanager
    async def lifespan(made: Starlette) -> AsyncIterator[None]:
        with (
            ThreadPoolExecutor(MOST_CLIENTS, "sudoku-server") as executor,
            ThreadPoolExecutor(MOST_CLIENTS, "sudoku-server-quick") as quick,
        ):
            made.state.executors = {"": executor, LONG: executor, QUICK: quick}
            quick.submit(prepare)
            yield

    def talking(
        service: Callable[[float | None], Service], origins: Sequence[str]
    ) -> Callable[[WebSocket], Awaitable[None]]:
        """Return the end of connections that one kind of service answers."""

        async def converse(socket: WebSocket) -> None:
            """Talk with a client until it leaves."""
            if not may_connect(socket, settings, origins):
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

    own = [origin for origin in settings.origins if origin not in ORIGINS]
    return Starlette(
        routes=[
            WebSocketRoute("/", talking(Answers, settings.origins)),
            WebSocketRoute("/studio", talking(Desk, own)),
            Route("/", _page),
            Route("/{name}", _page),
        ],
        middleware=[Middleware(HostCheck, host=settings.host)],
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
