"""Commands of the protocol: what they are called with, and what answers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from exactcover.runtime.formatting import shown
from sudoku.errors import TextError

if TYPE_CHECKING:
    from sudoku.server.conversation import Reply, Send
    from sudoku.studio.asked import Asked

QUICK, LONG = "quick", "long"
"""The lanes of commands: quick ones do not wait for long ones."""


class Argument(NamedTuple):
    """An argument of a command.

    Attributes
    ----------
    read
        Returns its value, checked, from that in the message.
    words
        What it is.
    default
        Its value where a message has none; `Ellipsis` if it is needed.
    """

    read: Callable[[str, Any], Any]
    words: str
    default: Any = ...


@dataclass(frozen=True)
class Command:
    """A command of the protocol.

    Attributes
    ----------
    summary
        What it returns, in one line.
    answer
        Returns the last reply, without its type; it may send others before.
    arguments
        Its arguments beside the puzzle, by name.
    lane
        Whether it is quick or long.
    """

    summary: str
    answer: Callable[[Asked, Send], Reply]
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    lane: str = QUICK

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of a message.

        Raises
        ------
        TextError
            If one is missing, unknown or wrong.
        """
        for name in given:
            if name not in self.arguments:
                known = ", ".join(self.arguments) or "none"
                raise TextError(f"the argument {shown(name)} is unknown; there are: {known}")
        found = {}
        for name, argument in self.arguments.items():
            if given.get(name) is not None:
                found[name] = argument.read(name, given[name])
            elif argument.default is ...:
                raise TextError(f"the argument {name!r} is missing: {argument.words}")
            else:
                found[name] = argument.default
        return found


def text(name: str, value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise TextError(f"{name} is {shown(value)}: it must be a text")
    return value


def truth(name: str, value: Any) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise TextError(f"{name} is {shown(value)}: it must be true or false")
    return value


def whole(least: int, most: int) -> Callable[[str, Any], int]:
    """Return the function that reads whole numbers of an interval.

    >>> whole(1, 5)("cap", 7)
    Traceback (most recent call last):
    sudoku.errors.TextError: cap is 7: it must be a whole number from 1 to 5
    """

    def read(name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise TextError(
                f"{name} is {shown(value)}: it must be a whole number from {least} to {most}"
            )
        return value

    return read


def anything(name: str, value: Any) -> Any:
    """Return a value that the command itself checks."""
    return value
