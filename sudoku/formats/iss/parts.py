"""The parts of a constraint string: each has a name and arguments, and some have inner parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from exactcover.runtime.reading_budget import spend
from sudoku.errors import TextError
from sudoku.formats.iss.layout import Layout, Mover
from sudoku.formats.iss.naming import naming

Arguments = list[list[str]]
"""The arguments of each part with the same name."""

COMPOSITE = ("Or", "And", "Replicate")
"""The names of parts that have inner parts, up to an ``End``."""
CODED = ("Regex", "NFA", "Pair", "PairX", "Binary", "BinaryX")
"""The names of parts whose first argument is a code, which may look like the name of a cell."""


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
        name = "" if name == "Given" else name
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


def by_name(parts: list[Part], layout: Layout) -> tuple[dict[str, Arguments], list[list[Part]]]:
    """Return the arguments of parts by their names, and the branches of each ``Or``.

    The inner parts of an ``And`` are returned like outer ones; a ``Replicate`` is expanded.

    Parameters
    ----------
    layout
        Where the cells lie, because a ``Replicate`` moves them.
    """
    found: dict[str, Arguments] = {}
    choices: list[list[Part]] = []
    for part in _flat(parts, layout):
        if part.name == "Or":
            choices.append(part.inside)
        else:
            found.setdefault(part.name, []).append(part.arguments)
    return found, choices


def segments(items: Iterable[str], ends: tuple[str, ...] = ("-",)) -> list[list[str]]:
    """Return the segments of a list; they may be empty.

    Examples
    --------
    >>> segments(["R1C1", "R1C2", "-", "R3C1"])
    [['R1C1', 'R1C2'], ['R3C1']]
    """
    found: list[list[str]] = [[]]
    for item in items:
        if item in ends:
            found.append([])
        else:
            found[-1].append(item)
    return found


def all_parts(parts: list[Part]) -> Iterator[Part]:
    """Yield parts and their inner parts."""
    for part in parts:
        yield part
        yield from all_parts(part.inside)


def _flat(parts: list[Part], layout: Layout) -> Iterator[Part]:
    for part in parts:
        if part.name == "And":
            yield from _flat(part.inside, layout)
        elif part.name == "Replicate":
            yield from _flat(_copies(part, layout), layout)
        else:
            yield part


def _copies(part: Part, layout: Layout) -> list[Part]:
    """Return the inner parts of a ``Replicate``, moved from its origin to each of its targets."""
    targets, *origin = part.arguments or [""]
    with naming("Replicate", part.arguments):
        movers = layout.copies(targets, origin[0] if origin else "R1C1")
    size = sum(len(inner.arguments) + 1 for inner in all_parts(part.inside))
    spend("terms", len(movers) * size)
    return [_moved(inside, mover) for mover in movers for inside in part.inside]


def _moved(part: Part, move: Mover) -> Part:
    n_coded = len(part.arguments) if part.name == "Replicate" else int(part.name in CODED)
    arguments = [_moved_argument(text, move) for text in part.arguments[n_coded:]]
    inside = [_moved(inner, move) for inner in part.inside]
    return Part(part.name, part.arguments[:n_coded] + arguments, inside)


def _moved_argument(text: str, move: Mover) -> str:
    """Return an argument that begins with the name of a cell, moved; others as they are."""
    name, *rest = text.split("_")
    if not move.layout.has(name):
        return text
    return "_".join([move(name), *rest])
