"""Only this machine, our page and listed ones are answered, also where a name is pointed here."""

from __future__ import annotations

import asyncio
from http.client import HTTPConnection
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from sudoku.server.admission import ORIGINS, HostCheck, Settings
from tests.sudoku.server.client import client_of, serving

LOCAL = ["localhost", "localhost:4545", "127.0.0.1:4545", "[::1]", "[::1]:4545", "LOCALHOST"]
FOREIGN = [
    *("", "evil.example", "evil.example:4545", "localhost.evil.example", "evil.example:localhost"),
    *(
        "[::1",
        "[2001:db8::1]:4545",
        "192.0.2.1",
        "0.0.0.0",
        "127.0.0.1.evil.example",
        "@localhost@x",
    ),
]


def status(bound_to: str, host: str, kind: str = "http") -> int:
    """Return the status with which a request is answered; 200 if it reaches the app."""
    sent: list[Any] = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing has to be received")

    extensions: dict[str, Any] = {"websocket.http.response": {}}
    headers = [(b"host", host.encode())]
    scope = {"type": kind, "headers": headers, "extensions": extensions}
    asyncio.run(HostCheck(answer, bound_to)(scope, receive, send))
    return int(sent[0]["status"])


@pytest.mark.parametrize("bound_to", ["127.0.0.1", "localhost", "::1"])
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_server_of_this_machine_answers_to_its_names_only(bound_to: str, kind: str) -> None:
    assert {host: status(bound_to, host, kind) for host in LOCAL} == dict.fromkeys(LOCAL, 200)
    assert {host: status(bound_to, host, kind) for host in FOREIGN} == dict.fromkeys(FOREIGN, 400)


def test_a_server_with_a_token_has_any_name() -> None:
    assert status("0.0.0.0", "mine.example:4545") == 200


def test_pages_of_others_do_not_connect() -> None:
    """Neither under their own name, nor under one that they point here, nor from another port."""
    with serving() as address:
        parts = urlsplit(address)
        here, place = parts.netloc, ("127.0.0.1", parts.port or 0)
        own = {"origin": f"http://{here}"}
        with client_of(f"{address}studio", **own):
            pass
        for path in ("", "studio"):
            pointed = {"origin": "http://evil.example", "sock": create_connection(place)}
            with pytest.raises(InvalidStatus), client_of(f"ws://evil.example/{path}", **pointed):
                pass
            for wrong in (
                {"origin": "http://evil.example"},
                {"origin": "null"},
                {"origin": "http://localhost:1"},
                {"origin": f"http://{here}.evil.example"},
            ):
                with pytest.raises(InvalidStatus), client_of(address + path, **wrong):
                    pass


def test_a_proxy_that_names_this_machine_serves_pages_of_a_listed_origin() -> None:
    """As SECURITY.md says."""
    origin = "https://its.address"
    with (
        serving(Settings(origins=(*ORIGINS, origin))) as address,
        create_connection(("127.0.0.1", urlsplit(address).port or 0)) as sock,
        client_of("ws://localhost/studio", origin=origin, sock=sock),
    ):
        pass


def test_the_page_is_shown_under_names_of_this_machine_only() -> None:
    with serving() as address:
        found = {}
        for host in ("localhost", "evil.example"):
            connection = HTTPConnection(urlsplit(address).netloc)
            connection.request("GET", "/", headers={"Host": host})
            found[host] = connection.getresponse().status
            connection.close()
    assert found == {"localhost": 200, "evil.example": 400}
