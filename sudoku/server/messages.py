"""The messages of the f-puzzles user script: JSON texts with a nonce, a command and a puzzle.

A client sends ``{"nonce": 1, "command": "check", "dataType": "fpuzzles", "data": ...}``, where the
data is a puzzle of f-puzzles, compressed as in its links. Each answer has the nonce of the message
to which it belongs. A new message cancels what is under way, so clients drop answers with an older
nonce.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sudoku.errors import TextError
from sudoku.formats.fpuzzles.reader import read_data
from sudoku.server.conversation import object_in

CANCEL = "cancel"
COMMANDS = (
    *("truecandidates", "solve", "check", "count", "estimate", "step", "solvepath"),
    CANCEL,
)
MOST_SOLUTIONS = 10_000
"""The highest number of solutions for a candidate that a client may ask for."""
DISABLED = {
    "tuples": """
        naked_pair naked_triple naked_quad hidden_pair hidden_triple hidden_quad locked_pair
        locked_triple
    """,
    "pointing": "pointing claiming",
    "fishes": """
        x_wing swordfish jellyfish finned_x_wing sashimi_x_wing finned_swordfish sashimi_swordfish
        finned_jellyfish sashimi_jellyfish
    """,
    "wings": "xy_wing xyz_wing w_wing",
    "aic": """
        x_chain xy_chain continuous_loop aic discontinuous_loop grouped_continuous_loop grouped_aic
        grouped_discontinuous_loop skyscraper two_string_kite turbot_fish remote_pair
    """,
    "contradictions": "cell_forcing unit_forcing nishio anti_nishio",
}
"""The names of `disabledlogic`, and our techniques that each of them disables."""


@dataclass(frozen=True)
class Message:
    """A message of a client.

    Attributes
    ----------
    nonce
        The number that the answers repeat.
    command
        One of `COMMANDS`.
    data
        The puzzle, compressed; empty for the command "cancel".
    """

    nonce: int
    command: str
    data: str = ""

    revision: ClassVar[int | None] = None
    lane: ClassVar[str] = ""
    stops: ClassVar[tuple[int, ...]] = ()

    @property
    def number(self) -> int:
        """The nonce."""
        return self.nonce


@dataclass(frozen=True)
class Options:
    """The settings that a client sends with a puzzle.

    Attributes
    ----------
    cap
        The number of solutions up to which those of a candidate are counted.
    is_logical
        Whether candidates are marked that logic leaves and no solution has.
    disabled
        The techniques that are not to be used.
    """

    cap: int = 1
    is_logical: bool = False
    disabled: frozenset[str] = field(default_factory=frozenset)


def read(text: str) -> Message:
    """Return the message that a text holds.

    Raises
    ------
    TextError
        If it holds none; the message says what is wrong.

    Examples
    --------
    >>> read('{"nonce": 7, "command": "cancel"}')
    Message(nonce=7, command='cancel', data='')
    >>> read('{"nonce": "7", "command": "cancel"}')
    Traceback (most recent call last):
    sudoku.errors.TextError: the nonce is '7': it must be a whole number
    """
    found = object_in(text)
    nonce, command, data = found.get("nonce"), found.get("command"), found.get("data", "")
    if isinstance(nonce, bool) or not isinstance(nonce, int):
        raise TextError(f"the nonce is {nonce!r}: it must be a whole number")
    if command not in COMMANDS:
        raise TextError(f"the command is {command!r}: there are {', '.join(COMMANDS)}")
    if command == CANCEL:
        return Message(nonce, CANCEL)
    if found.get("dataType", "fpuzzles") != "fpuzzles":
        raise TextError(f"the dataType is {found['dataType']!r}: only fpuzzles is known")
    if not isinstance(data, str) or not data:
        raise TextError("the data is no puzzle of f-puzzles")
    return Message(nonce, command, data)


def puzzle_data(message: Message) -> Mapping[str, Any]:
    """Return the JSON of the puzzle of a message."""
    return read_data(message.data)


def options_of(data: Mapping[str, Any]) -> Options:
    """Return the settings that the user script adds to a puzzle.

    The option "colored" of its older releases changes nothing: the script colours the digits.

    Raises
    ------
    TextError
        If one is not known.

    Examples
    --------
    >>> options_of({"truecandidatesoptions": ["truecandidatesnumsolutions=8", "logical"]})
    Options(cap=8, is_logical=True, disabled=frozenset())
    """
    cap, is_logical = 1, False
    for option in _texts(data, "truecandidatesoptions"):
        name, _, number = option.partition("=")
        if option in ("logical", "truecandidateslogical"):
            is_logical = True
        elif name == "truecandidatesnumsolutions" and number.isdecimal() and len(number) < 10:
            cap = int(number)
            if not 1 <= cap <= MOST_SOLUTIONS:
                raise TextError(f"{option!r}: the number must be from 1 to {MOST_SOLUTIONS}")
        elif option != "colored":
            raise TextError(f"truecandidatesoptions: {option!r} is not known")
    disabled: set[str] = set()
    for name in _texts(data, "disabledlogic"):
        if name not in DISABLED:
            raise TextError(f"disabledlogic: {name!r} is none of {', '.join(DISABLED)}")
        disabled.update(DISABLED[name].split())
    return Options(cap, is_logical, frozenset(disabled))


def _texts(data: Mapping[str, Any], key: str) -> list[str]:
    """Return a list of texts; none where the key is missing."""
    found = data.get(key) or []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise TextError(f"{key} is no list of texts")
    return found
