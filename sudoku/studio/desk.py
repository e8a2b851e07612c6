"""The service of one client of the studio."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.work import UnfinishedError
from sudoku.server.conversation import CANCELED, Reply, Send, invalid
from sudoku.server.limits import Limits
from sudoku.server.refusals import REFUSED, ended
from sudoku.studio.asked import Asked
from sudoku.studio.messages import VERSION, Message, read
from sudoku.studio.registry import COMMANDS

if TYPE_CHECKING:
    from sudoku.possibilities.session import Session


class Desk:
    """Answers the messages of one client; it keeps what was proved before the last edits.

    Parameters
    ----------
    time_limit
        The most seconds for a command.

    Examples
    --------
    >>> from threading import Event
    >>> desk = Desk()
    >>> puzzle = '{"shape": "2x2", "rules": ["classic"], "clues": "1......2.3.....4"}'
    >>> message = desk.read(f'{{"version": 1, "id": 7, "command": "check", "puzzle": {puzzle}}}')
    >>> desk.answer(message, Event(), print)["verdict"]
    'one'
    """

    key = "id"

    def __init__(self, time_limit: float | None = None) -> None:
        self._time_limit = time_limit
        self._sessions: list[Session] = []

    def read(self, text: str) -> Message:
        """Return the message of a text; see `sudoku.studio.messages.read`."""
        return read(text)

    def answer(self, message: Message, cancel: Flag, send: Send) -> Reply:
        """Return the last reply to a message; those before have the type "part"."""
        command = COMMANDS[message.command]
        limits = Limits(self._limit(message.time_limit), cancel)
        try:
            arguments = command.read(message.arguments)
            asked = Asked(message, arguments, limits, self._sessions)
            reply = {"type": "result", **command.answer(asked, _parts(send))}
        except REFUSED as error:
            reply = invalid(str(error))
        except UnfinishedError as error:
            reply = invalid(ended(error.stopped))
        return dict(CANCELED) if cancel.is_set() else reply

    def _limit(self, asked: float | None) -> float | None:
        limits = [limit for limit in (asked, self._time_limit) if limit is not None]
        return min(limits, default=None)


def prepare() -> list[Reply]:
    """Answer what every page asks first, so that the first page does not wait for imports."""
    desk = Desk()
    texts = (
        f'{{"version": {VERSION}, "id": 0, "command": "{command}"}}'
        for command in ("about", "rules")
    )
    return [desk.answer(desk.read(text), Event(), print) for text in texts]


def _parts(send: Send) -> Send:
    """Return a function that sends replies as parts of an answer."""

    def send_part(reply: dict[str, Any]) -> None:
        send({"type": "part", **reply})

    return send_part
