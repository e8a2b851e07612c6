"""The messages of the protocol: JSON texts with a version, a number, a command and a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from exactcover.runtime.formatting import shown
from sudoku.errors import TextError
from sudoku.server.conversation import object_in
from sudoku.studio.registry import COMMANDS

VERSION = 1
"""The version of the protocol; it rises when a client of the one before would misread a reply."""
KEYS = ("version", "id", "revision", "command", "puzzle", "entered", "left", "time_limit", "stops")
"""The keys that are no arguments of a command."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Message:
    """A message of a client.

    Attributes
    ----------
    number
        Its ``id``, which the replies repeat.
    revision
        The number of the state to which it belongs; a message of another one cancels it.
    command
        The name of a command.
    puzzle, entered, left
        The puzzle as our JSON; for each cell the digit that was entered there, or 0; for each cell
        the digits that are left there in the player's mind, or None.
    time_limit
        The most seconds for it.
    stops
        The numbers of messages that are no longer of interest.
    arguments
        The arguments of the command.
    """

    number: int
    command: str
    revision: int | None = None
    puzzle: Any = None
    entered: Any = None
    left: Any = None
    time_limit: float | None = None
    stops: tuple[int, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)

    @property
    def lane(self) -> str:
        """The lane of the command."""
        return COMMANDS[self.command].lane


def read(text: str) -> Message:
    """Return the message that a text holds.

    Raises
    ------
    TextError
        If it holds none; the message says what is wrong.

    Examples
    --------
    >>> read('{"version": 1, "id": 7, "command": "rules"}').command
    'rules'
    >>> read('{"version": 2, "id": 7, "command": "rules"}')
    Traceback (most recent call last):
    sudoku.errors.TextError: the version is 2: this is version 1
    """
    found = object_in(text)
    if found.get("version") != VERSION:
        raise TextError(f"the version is {shown(found.get('version'))}: this is version {VERSION}")
    number = _whole("id", found.get("id"))
    revision = None if found.get("revision") is None else _whole("revision", found["revision"])
    stops = found.get("stops", [])
    if not isinstance(stops, list):
        raise TextError("stops is no list of numbers")
    limit = found.get("time_limit")
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int | float)):
        raise TextError(f"the time_limit is {shown(limit)}: it must be a number of seconds")
    if limit is not None and not limit > 0:
        raise TextError("the time_limit must be above 0")
    command = COMMANDS.find(found.get("command"))
    return Message(
        number,
        command,
        revision,
        found.get("puzzle"),
        found.get("entered"),
        found.get("left"),
        limit,
        tuple(_whole("stops", each) for each in stops),
        {key: value for key, value in found.items() if key not in KEYS},
    )


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TextError(f"the {name} is {shown(value)}: it must be a whole number")
    return value
