"""The parts of a constraint string: each has a name and arguments, and some have inner parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sudoku.errors import TextError
from sudoku.formats.iss.base64 import bits_of
from sudoku.formats.iss.cells import name_of, place_of

__all__ = ["Arguments", "Part", "by_name", "parse"]

Arguments = list[list[str]]
"""The arguments of each part with the same name."""

COMPOSITE = ("Or", "And", "Replicate")
"""The names of parts that have inner parts, up to an ``End``."""


class Part(NamedTuple):
    """A part of a string: its name, its arguments, and its inner parts."""

    name: str
    arguments: list[str]
    inside: list[Part]


def parse(text: str) -> list[Part]:
    """Return the parts of a string.

    Raises
    ------
    TextError
        If an ``End`` is missing, or there is one too many.

    Examples
    --------
    >>> [(part.name, len(part.inside)) for part in parse(".AntiKing.Or.~R1C1_1.~R1C2_1.End")]
    [('AntiKing', 0), ('Or', 2)]
    """
    levels: list[list[Part]] = [[]]
    for item in re.split(r"\.(?=[A-Za-z~])", text):
        if not item.strip("."):
            continue
        name, *arguments = item.strip(".").split("~")
        if name == "End":
            levels.pop()
            if not levels:
                raise TextError("an End without an Or, And or Replicate")
            continue
        part = Part(name, arguments, [])
        levels[-1].append(part)
        if name in COMPOSITE:
            levels.append(part.inside)
    if len(levels) > 1:
        raise TextError(f"{levels[-2][-1].name} without an End")
    return levels[0]


def by_name(parts: list[Part], width: int) -> tuple[dict[str, Arguments], list[list[Part]]]:
    """Return the arguments of parts by their names, and the branches of each ``Or``.

    The inner parts of an ``And`` are returned like outer ones; a ``Replicate`` is expanded.

    Parameters
    ----------
    width
        The number of columns of the board.
    """
    found: dict[str, Arguments] = {}
    choices: list[list[Part]] = []
    for part in _flat(parts, width):
        if part.name == "Or":
            choices.append(part.inside)
        else:
            found.setdefault(part.name, []).append(part.arguments)
    return found, choices


def _flat(parts: list[Part], width: int) -> Iterator[Part]:
    for part in parts:
        if part.name == "And":
            yield from _flat(part.inside, width)
        elif part.name == "Replicate":
            yield from _flat(_copies(part, width), width)
        else:
            yield part


def _copies(part: Part, width: int) -> list[Part]:
    """Return the inner parts of a ``Replicate``, moved from its origin to each of its targets."""
    targets, *origin = part.arguments
    row, column = place_of(origin[0]) if origin else (0, 0)
    return [
        _moved(inside, cell // width - row, cell % width - column)
        for cell in bits_of(targets)
        for inside in part.inside
    ]


def _moved(part: Part, down: int, right: int) -> Part:
    def move(match: re.Match[str]) -> str:
        row, column = place_of(match[0])
        if min(row + down, column + right) < 0:
            raise TextError(f"Replicate: {match[0]} is moved off the board")
        return name_of((row + down, column + right))

    arguments = [re.sub(r"\bR[1-9a-z]C[1-9a-z](?=_|$)", move, text) for text in part.arguments]
    return Part(part.name, arguments, [_moved(inside, down, right) for inside in part.inside])
