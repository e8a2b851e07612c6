"""A client that talks to the server as the f-puzzles user script does, and replays sessions."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from sudoku import Puzzle, to_fpuzzles
from sudoku.formats.fpuzzles.reader import lzstring
from sudoku.server.admission import Settings
from sudoku.server.serving import bound, server

WAIT = 600.0
"""The seconds after which an answer that does not come fails a test."""


def packed(puzzle: Puzzle | dict[str, Any], **settings: Any) -> str:
    """Return a puzzle as the script sends it, with its settings."""
    data = puzzle if isinstance(puzzle, dict) else json.loads(to_fpuzzles(puzzle))
    return str(lzstring().compressToBase64(json.dumps({**data, **settings})))


class Client:
    """A connection of the script: it numbers its messages, and drops answers to older ones."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.nonce = socket, 0

    def send(self, command: str, puzzle: Puzzle | dict[str, Any] | None = None, **own: Any) -> int:
        """Send a message; return its nonce."""
        self.nonce += 1
        message: dict[str, Any] = {"nonce": self.nonce, "command": command}
        if puzzle is not None:
            message |= {"dataType": "fpuzzles", "data": packed(puzzle, **own)}
        self.socket.send(json.dumps(message))
        return self.nonce

    def receive(self) -> dict[str, Any]:
        """Return the next answer to the last message."""
        while True:
            reply: dict[str, Any] = json.loads(self.socket.recv(timeout=WAIT))
            if reply.pop("nonce") == self.nonce:
                return reply

    def ask(
        self, command: str, puzzle: Puzzle | dict[str, Any] | None = None, **own: Any
    ) -> dict[str, Any]:
        """Send a message; return its last answer."""
        self.send(command, puzzle, **own)
        while True:
            reply = self.receive()
            if not reply.get("inProgress"):
                return reply


@contextmanager
def serving(settings: Settings | None = None) -> Iterator[str]:
    """Run a server on this machine meanwhile; yield its address."""
    socket = bound("127.0.0.1", 0)
    one = server(settings or Settings())
    thread = threading.Thread(target=one.run, args=([socket],))
    thread.start()
    try:
        yield f"ws://127.0.0.1:{socket.getsockname()[1]}/"
    finally:
        one.should_exit = True
        thread.join(WAIT)
        socket.close()
    assert not thread.is_alive()


@contextmanager
def client_of(address: str, **options: Any) -> Iterator[Client]:
    """Connect to a server meanwhile."""
    socket: ClientConnection = connect(address, max_size=None, **options)
    with socket:
        yield Client(socket)
