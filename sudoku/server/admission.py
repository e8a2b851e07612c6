"""Who may talk to the server: the hosts that requests name, the origins of pages, and the token.

A page of another site can send a browser of this machine to any port here, also under a host name
of its own that it lets point to this machine (DNS rebinding). So a server that only this machine
can reach answers only requests that name this machine, and takes only pages of its own or of
listed origins. A server that others can reach has a token, which such a page does not know.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from exactcover.runtime.errors import ProblemError

ORIGINS = (
    "https://f-puzzles.com",
    "https://www.f-puzzles.com",
    "http://f-puzzles.com",
    "http://www.f-puzzles.com",
)
"""The origins of pages that may connect, beside programs that are no browsers."""


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


def name_of(host: str) -> str:
    """Return the name or address in the header ``Host``, without the port; "" if there is none.

    >>> name_of("LocalHost:4545"), name_of("[::1]:4545"), name_of("[::1"), name_of("")
    ('localhost', '::1', '', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class HostCheck:
    """Refuses requests to a server of this machine that do not name this machine.

    Parameters
    ----------
    app
        The app that answers all others.
    host
        The address to which the server is bound.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app, self._is_local = app, is_loopback(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        app = self._app
        if self._is_local and scope["type"] in ("http", "websocket"):
            host = Headers(scope=scope).get("host", "")
            if not is_loopback(name_of(host)):
                app = PlainTextResponse("This is no address of the server.", 400)
        await app(scope, receive, send)


def may_connect(socket: WebSocket, settings: Settings, origins: Sequence[str]) -> bool:
    """Return whether a client has the token, and comes from our page or one that may connect."""
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    is_own = origin in (f"http://{host}", f"https://{host}")
    if origin is not None and not is_own and origin not in origins:
        return False
    given = socket.query_params.get("token", "")
    return settings.token is None or hmac.compare_digest(
        given.encode("utf-8"), settings.token.encode("utf-8")
    )
