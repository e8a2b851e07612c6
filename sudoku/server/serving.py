"""Runs the server until it is stopped."""

from __future__ import annotations

import socket
import sys
from typing import Any

import uvicorn

from sudoku.server.admission import Settings
from sudoku.server.app import MOST_BYTES, app

GRACE = 2
"""The seconds that clients have at the end before connections are cut."""
PING = 20.0
"""The seconds between two questions to a client whether it is still there."""


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens to a port; 0 for any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":  # there SO_REUSEADDR would share the port of another server
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen()
    except OSError:
        made.close()
        raise
    return made


def server(settings: Settings, **options: Any) -> uvicorn.Server:
    """Return the server; its method `run` takes sockets, and ends at SIGINT or SIGTERM."""
    config = uvicorn.Config(
        app(settings),
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=GRACE,
        log_level="warning",
        server_header=False,
        **options,
    )
    return uvicorn.Server(config)
