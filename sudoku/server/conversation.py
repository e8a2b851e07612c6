"""A conversation with one client: its commands run in threads, and newer messages cancel them.

A `Service` reads the messages and finds the answers; nothing here knows what they are about, or how
texts are carried.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from exactcover.runtime import strict_json
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.result import Interrupted
from sudoku.errors import TextError

Reply: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Reply], object]
"""Sends a reply without its number; called while an answer is still being found."""

LOG = logging.getLogger(__name__)
TICK = 0.05
"""The seconds after which a command that waits for its client looks whether it is cancelled."""
MOST_WAITING = 64
"""The most commands of a client that run or wait."""
INTERNAL = "The server made a mistake; its log says which."
CANCELED: Mapping[str, str] = {"type": "canceled"}
"""The last reply to a message that was cancelled."""


class Heard(Protocol):
    """A message, as far as a conversation looks at it."""

    @property
    def number(self) -> int:
        """The number that the replies repeat."""

    @property
    def command(self) -> str:
        """The name of the command, for the log."""

    @property
    def revision(self) -> int | None:
        """Its state: a message of another one, or of none, cancels those before it."""

    @property
    def lane(self) -> str:
        """Messages of one lane are answered one after the other."""

    @property
    def stops(self) -> tuple[int, ...]:
        """The numbers of other messages that it cancels."""


class Service(Protocol):
    """Reads the messages of one client, and finds the answers."""

    @property
    def key(self) -> str:
        """The key under which messages and replies have their number."""

    def read(self, text: str) -> Any:
        """Return the message of a text, a `Heard`, or raise a TextError."""

    def answer(self, message: Any, cancel: Flag, send: Send) -> Reply:
        """Return the last reply to a message; others are sent before."""


@dataclass(frozen=True, eq=False)
class _Task:
    number: int
    lane: str
    cancel: threading.Event
    end: asyncio.Future[None]


class Conversation:
    """One client.

    Parameters
    ----------
    send
        Sends a text to the client.
    executors
        The threads in which the commands of each lane run.
    service
        Answers the messages.
    """

    def __init__(
        self,
        send: Callable[[str], Coroutine[Any, Any, None]],
        executors: Mapping[str, Executor],
        service: Service,
    ) -> None:
        self._send, self._executors, self._service = send, executors, service
        self._tasks: list[_Task] = []
        self._revision: int | None = None

    async def hear(self, text: str) -> None:
        """Take a message: cancel what it replaces, and begin to answer it."""
        try:
            message: Heard = self._service.read(text)
        except TextError as error:
            number = number_in(text, self._service.key)
            await self._send(self._text(number, invalid(str(error))))
            return
        is_other = message.revision is None or message.revision != self._revision
        self._revision = message.revision
        for task in self._tasks:
            if is_other or task.number in message.stops:
                task.cancel.set()
        if len(self._tasks) >= MOST_WAITING:
            if not is_other:
                reply = invalid("Too many messages are waiting.")
                await self._send(self._text(message.number, reply))
                return
            await self.stop()  # the client has to wait, too
        self._begin(message)

    def _begin(self, message: Heard) -> None:
        """Answer a message as soon as those before it in its lane are answered."""
        cancel, loop = threading.Event(), asyncio.get_running_loop()

        def tell(reply: Reply) -> None:
            """Send a reply from the thread of the command, unless that is cancelled."""
            text = self._text(message.number, reply)
            sent = asyncio.run_coroutine_threadsafe(self._send(text), loop)
            while not (sent.done() or cancel.is_set()):
                with suppress(TimeoutError):
                    sent.result(TICK)
            sent.cancel()

        before = [task.end for task in self._tasks if task.lane == message.lane]
        end = asyncio.ensure_future(self._finish(message, before, cancel, tell))
        task = _Task(message.number, message.lane, cancel, end)
        self._tasks.append(task)
        end.add_done_callback(lambda _: self._tasks.remove(task))

    async def stop(self) -> None:
        """Cancel what is under way, and wait for its end."""
        for task in self._tasks:
            task.cancel.set()
        await asyncio.gather(*(task.end for task in self._tasks))

    async def _finish(
        self,
        message: Heard,
        before: list[asyncio.Future[None]],
        cancel: threading.Event,
        tell: Send,
    ) -> None:
        """Run a command after others, and send its last reply."""
        if before:
            await asyncio.wait(before)
        loop, executor = asyncio.get_running_loop(), self._executors[message.lane]
        text = await loop.run_in_executor(executor, self._answer, message, cancel, tell)
        await self._send(text)

    def _answer(self, message: Heard, cancel: threading.Event, tell: Send) -> str:
        """Return the text of the answer to a message, also where a command fails."""
        number = message.number
        if cancel.is_set():
            return self._text(number, CANCELED)
        try:
            return self._text(number, self._service.answer(message, cancel, tell))
        except (Exception, Interrupted):  # Ctrl-C is not for a command: the server handles it
            if cancel.is_set():
                return self._text(number, CANCELED)
            LOG.exception("%s: no answer", message.command)
            return self._text(number, invalid(INTERNAL))

    def _text(self, number: int, reply: Mapping[str, Any]) -> str:
        return json.dumps({self._service.key: number, **reply}, allow_nan=False)


def number_in(text: str, key: str) -> int:
    """Return the number of a text that is no message, for its answer; 0 where it has none.

    >>> number_in('{"nonce": 3}', "nonce"), number_in("nonsense", "nonce")
    (3, 0)
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return 0
    number = found.get(key) if isinstance(found, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else 0


def object_in(text: str) -> dict[str, Any]:
    """Return the object of JSON that a message is.

    Raises
    ------
    TextError
        If it is none; the message says what is wrong.

    >>> object_in('{"nonce": 3}')
    {'nonce': 3}
    """
    try:
        found = strict_json.loads(text, TextError)
    except TextError:
        raise
    except (ValueError, RecursionError) as error:
        raise TextError(f"the message is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise TextError("the message is no object of JSON")
    return found


def invalid(message: str) -> Reply:
    """Return the answer for what cannot be answered.

    >>> invalid("No solutions found.")
    {'type': 'invalid', 'message': 'No solutions found.'}
    """
    return {"type": "invalid", "message": message}
