"""The text form of Graphillion: what `dumps` of `setset` and of `GraphSet` returns.

A line is a node: its number, its level, `lo` and `hi`; `B` is the family without sets, `T` that of
the empty set. Level k is element k of the universe. A diagram without nodes is one line `B` or `T`;
a line with a point ends the text, and the root stands last.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import takewhile
from typing import TYPE_CHECKING

from exactcover.diagrams.base import ALL, NONE
from exactcover.diagrams.diagram import Diagram
from exactcover.diagrams.exchange.numbered import Line, diagram_of_lines, numbered
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import BudgetError, FormatError
from exactcover.runtime.reading_budget import reading, spend, whole_number
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from typing import Unpack

    from exactcover.diagrams.operators import Within

TERMINALS = {"B": NONE, "T": ALL}
NAMES = {number: name for name, number in TERMINALS.items()}
_SHIFT = 2
"""This is added to the numbers of nodes in a text, so that none is that of a terminal node."""


def to_graphillion(
    diagram: Diagram, order: Iterable[Hashable] | None = None, **limits: Unpack[Within]
) -> str:
    """Return a diagram as text for Graphillion's `setset.loads`; see `Diagram.to_graphillion`."""
    lines = [
        f"{node} {level} {NAMES.get(lo, lo)} {NAMES.get(hi, hi)}"
        for node, level, lo, hi in numbered(diagram, order, **limits)
    ]
    return "\n".join([*(lines or [NAMES[diagram.root]]), ".", ""])


@reading()
def from_graphillion(text: str, problem: Problem | None = None) -> Diagram:
    """Return the diagram of a text of Graphillion; see `Diagram.from_graphillion`.

    Parameters
    ----------
    text
        The text.
    problem
        The problem, whose options are the elements of the universe in their order. By default, one
        with an option k for each level k up to the greatest.
    """
    lines: dict[int, Line] = {}
    root = NONE
    rows = enumerate(map(str.split, watched(text.splitlines())), start=1)
    for number, words in takewhile(lambda row: row[1] != ["."], rows):
        if len(words) == 1 and words[0] in TERMINALS:
            root = TERMINALS[words[0]]
        elif words:
            root = _number(number, words[0])
            if len(words) != 4 or root in lines or root in (NONE, ALL):
                raise FormatError(
                    number, f"{' '.join(words)!r} is not a new node, its level, lo and hi"
                )
            lo, hi = (_number(number, word) for word in words[2:])
            level = whole_number(words[1])
            if level is None:
                raise FormatError(number, f"{words[1][:20]!r} is not a level, from 1 on")
            lines[root] = Line(number, level, lo, hi)
    return diagram_of_lines(_universe(lines) if problem is None else problem, lines, root)


def _universe(lines: dict[int, Line]) -> Problem:
    """Return a problem with an option k for each level k up to the greatest."""
    last = max(lines.values(), key=lambda line: line.variable, default=None)
    n_levels = 0 if last is None else last.variable
    try:
        spend("options", n_levels)
    except BudgetError as error:
        raise FormatError(0 if last is None else last.line, f"its level: {error}") from error
    return Problem({k: [k] for k in range(1, n_levels + 1)})


def _number(line: int, word: str) -> int:
    """Return the number of a node, or of a terminal node."""
    if word in TERMINALS:
        return TERMINALS[word]
    number = whole_number(word)
    if number is None:
        raise FormatError(line, f"{word[:20]!r} is not the number of a node")
    return number + _SHIFT
