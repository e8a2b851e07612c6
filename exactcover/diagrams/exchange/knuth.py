"""The text form of Knuth's programs for ZDDs (`zddread`, `simpath-reduce`).

A line ``5: (~3?0:4)`` is node 5, which tests variable 3, with the nodes `lo` and `hi`; nodes are
hexadecimal and variables decimal numbers, and 0 and 1 are the terminal nodes. The root is the node
of the least variable. A variable 0 at the root is a dummy, whose `hi` is the diagram.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from exactcover.diagrams.base import ALL
from exactcover.diagrams.diagram import Diagram
from exactcover.diagrams.exchange.numbered import Line, diagram_of_lines, numbered
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import FormatError, ProblemError
from exactcover.runtime.reading_budget import reading, whole_number
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from typing import Unpack

    from exactcover.diagrams.operators import Within

LINE = re.compile(r"\s*([0-9a-f]+):\s*\(~(\d+)\?([0-9a-f]+):([0-9a-f]+)\)\s*")


def to_knuth(
    diagram: Diagram, order: Iterable[Hashable] | None = None, **limits: Unpack[Within]
) -> str:
    """Return a diagram as text; see `Diagram.to_knuth`."""
    lines = [
        f"{node:x}: (~{k}?{lo:x}:{hi:x})\n"
        for node, k, lo, hi in numbered(diagram, order, **limits)
    ]
    if not lines:
        raise ProblemError(f"{diagram!r} has no node, and Knuth's format no text for it")
    return "".join(reversed(lines))


@reading()
def from_knuth(text: str, problem: Problem) -> Diagram:
    """Return the diagram of a text; see `Diagram.from_knuth`."""
    lines: dict[int, Line] = {}
    for number, line in enumerate(watched(text.splitlines()), start=1):
        if not line.strip():
            continue
        found = LINE.fullmatch(line)
        if not found:
            raise FormatError(number, f"{line!r} is not a node such as '5: (~3?0:4)'")
        node, lo, hi = (int(found[k], 16) for k in (1, 3, 4))
        if node in lines or node < 2:
            raise FormatError(number, f"node {node:x} is not a new node")
        variable = whole_number(found[2])
        if variable is None:
            raise FormatError(number, f"variable {found[2][:20]}... has {len(found[2])} digits")
        lines[node] = Line(number, variable, lo, hi)
    if not lines:
        raise FormatError(1, "the text has no node")
    root = min(lines, key=lambda node: lines[node].variable)
    if lines[root].variable == 0:
        dummy, root = lines[root], lines[root].hi
        if root > ALL and root not in lines:
            raise FormatError(dummy.line, "the dummy node leads to a node that is missing")
    return diagram_of_lines(problem, lines, root)
