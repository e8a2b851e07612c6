"""Nodes with numbers of variables, from which texts are written, and which are read from texts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from exactcover.diagrams.algebra.operations import ordered
from exactcover.diagrams.algebra.orders import given_order
from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.diagrams.diagram import Diagram
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import listed
from exactcover.runtime.errors import FormatError

if TYPE_CHECKING:
    from typing import Unpack

    from exactcover.diagrams.operators import Within


class Line(NamedTuple):
    """A node in a text: the line where it stands, its variable, and the nodes of both sides."""

    line: int
    variable: int
    lo: int
    hi: int


def numbered(
    diagram: Diagram, order: Iterable[Hashable] | None, **limits: Unpack[Within]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield node, variable, lo and hi; children come first, and the root last.

    A variable is the place of an option in the order, from 1; by default its index + 1.
    """
    order = () if order is None else listed("order", order)
    options = given_order(diagram.problem, order)
    found = ordered(diagram, order, **limits)
    place = np.zeros(len(options), dtype=np.uint32)
    place[options] = np.arange(1, len(options) + 1)
    columns = (place[found._nodes.option[2:]], found._nodes.lo[2:], found._nodes.hi[2:])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for node, (variable, lo, hi) in enumerate(rows, start=2):
        yield node, variable, lo, hi


def diagram_of_lines(
    problem: Problem, lines: dict[int, Line], root: int, options: Sequence[int] | None = None
) -> Diagram:
    """Return the diagram of nodes that were read; variable k is option k - 1, or `options[k - 1]`.

    The numbers `NONE` and `ALL` are the terminal nodes. The result is reduced.

    Raises
    ------
    FormatError
        If a node is missing, or a variable is no option or is not tested in increasing order.
    """
    image = {NONE: NONE, ALL: ALL}
    columns: tuple[list[int], list[int], list[int]] = ([0, 0], [0, 0], [0, 0])
    known: dict[tuple[int, int, int], int] = {}
    todo = [root]
    while todo:
        node = todo[-1]
        if node in image:
            todo.pop()
            continue
        line = _checked(problem, lines, node)
        missing = [child for child in (line.lo, line.hi) if child not in image]
        if missing:
            todo += missing
            continue
        lo, hi = image[line.lo], image[line.hi]
        option = line.variable - 1
        key = (option if options is None else options[option], lo, hi)
        image[node] = lo if hi == NONE else known.setdefault(key, len(columns[0]))
        if image[node] == len(columns[0]):
            for column, value in zip(columns, key, strict=True):
                column.append(value)
    nodes = Nodes(*(np.array(column, dtype=np.uint32) for column in columns))
    return Diagram(problem, nodes, image[root]).forbid()  # without nodes that are not reached


def _checked(problem: Problem, lines: dict[int, Line], node: int) -> Line:
    """Return the line of a node, after checking its variable, so that no node leads to itself."""
    line = lines[node]
    if not 1 <= line.variable <= problem.n_options:
        raise FormatError(
            line.line,
            f"variable {line.variable} is not one of the {problem.n_options} "
            "options, which are numbered from 1",
        )
    for child in (line.lo, line.hi):
        if child in (NONE, ALL):
            continue
        if child not in lines:
            raise FormatError(line.line, "it leads to a node that is missing")
        if lines[child].variable <= line.variable:
            raise FormatError(
                line.line,
                f"variable {line.variable} stands above "
                f"{lines[child].variable}, so the variables have no increasing order",
            )
    return line
