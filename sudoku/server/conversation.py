"""A conversation with one client: one command at a time, and a new one cancels it.

The commands run in a thread, so that the conversation hears a new message at once. Nothing here
knows how texts are carried.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress

from sudoku.errors import TextError
from sudoku.server.answers import Answers
from sudoku.server.messages import Message, Reply, invalid, nonce_in, read

__all__ = ["Conversation"]

LOG = logging.getLogger(__name__)
TICK = 0.05
"""The seconds after which a command that waits for its client looks whether it is cancelled."""
INTERNAL = "The server made a mistake; its log says which."


class Conversation:
    """One client.

    Parameters
    ----------
    send
        Sends a text to the client.
    executor
        The threads in which commands run.
    time_limit
        The most seconds for a command.
    """

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        executor: Executor,
        time_limit: float | None = None,
    ) -> None:
        self._send, self._executor = send, executor
        self._answers = Answers(time_limit)
        self._cancel = threading.Event()
        self._running: asyncio.Future[None] | None = None

    async def hear(self, text: str) -> None:
        """Take a message: cancel what is under way, and begin to answer it."""
        try:
            message = read(text)
        except TextError as error:
            await self._say(nonce_in(text), invalid(str(error)))
            return
        await self.stop()
        cancel = self._cancel = threading.Event()
        loop = asyncio.get_running_loop()

        def tell(reply: Reply) -> None:
            """Send a reply from the thread of the command, unless that is cancelled."""
            sent = asyncio.run_coroutine_threadsafe(self._say(message.nonce, reply), loop)
            while not (sent.done() or cancel.is_set()):
                with suppress(TimeoutError):
                    sent.result(TICK)
            sent.cancel()

        def work() -> Reply:
            return self._answer(message, cancel, tell)

        self._running = asyncio.ensure_future(self._finish(message.nonce, work))

    async def stop(self) -> None:
        """Cancel what is under way, and wait for its end."""
        self._cancel.set()
        running, self._running = self._running, None
        if running is not None:
            await running

    async def _finish(self, nonce: int, work: Callable[[], Reply]) -> None:
        """Run a command, and send its last reply."""
        reply = await asyncio.get_running_loop().run_in_executor(self._executor, work)
        await self._say(nonce, reply)

    def _answer(
        self, message: Message, cancel: threading.Event, tell: Callable[[Reply], None]
    ) -> Reply:
        """Return the answer to a message, also where a command fails."""
        try:
            return self._answers.answer(message, cancel, tell)
        except Exception:
            if cancel.is_set():
                return {"type": "canceled"}
            LOG.exception("%s: no answer", message.command)
            return invalid(INTERNAL)

    async def _say(self, nonce: int, reply: Reply) -> None:
        await self._send(json.dumps({"nonce": nonce, **reply}))
