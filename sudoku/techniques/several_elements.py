"""Several elements at once: those of a house, or those that hang together by shared cells.

Setters think so of a row that is full of lines, and of dots that form a chain: each pair of them
allows a digit, and all of them together do not.

Complexity: for each group that of its fillings (`sudoku.statement.fillings`), with at most
`MOST_NODES` prefixes, and as many again for each digit that it may need; a group is looked at again
only where its candidates have changed. The groups of e elements are found in O(e log e) per house.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations
from typing import NamedTuple

from exactcover.runtime.search.limits import stop_if_due
from sudoku.geometry.words import listed
from sudoku.rules.binary_relation import Supports
from sudoku.rules.element import Element, span
from sudoku.statement.bitsets import bits, mask_of
from sudoku.statement.fillings import Task
from sudoku.statement.statement import statement
from sudoku.statement.weak_links import weak_links
from sudoku.techniques.elements import deductions, easiest_first, needed_by, tasks
from sudoku.techniques.geometry import Geometry
from sudoku.techniques.position import Deductions, Position
from sudoku.techniques.two_elements import IMPLIED, joined

MOST_CELLS = 12
"""The most cells of a group."""
MOST_NODES = 1_000
"""The most prefixes that are tried for all digits of a group."""


_AFTER_KIND = re.compile(r" (?:at|of|with|between|r?\d)", re.ASCII)
"""Where the title of an element goes on after the word for it, as in "white dot r1c1-r1c2"."""


class Group(NamedTuple):
    """Elements that are looked at together, each alone and all as one task; their house, if any."""

    parts: tuple[Task, ...]
    task: Task
    house: str


def steps(position: Position) -> Deductions:
    """Yield the eliminations that all elements of a group prove together, small groups first.

    At last come candidates that see all places of a digit that a group cannot do without.
    """
    found = list(easiest_first(position, [group.task for group in groups(position.geometry)]))
    yield from deductions(position, found)
    yield from needed_by(position, found)


@lru_cache(maxsize=4)
def groups(geometry: Geometry) -> tuple[Group, ...]:
    """Return the groups of elements that are looked at together."""
    some = [
        task
        for name in sorted(geometry.elements)
        if name not in IMPLIED
        for task in tasks(geometry, name, True)
        if len(task.element.cells) <= MOST_CELLS
    ]
    masks = [mask_of(task.element.cells) for task in some]
    found = list[Group]()
    for house in statement(geometry.shape, geometry.rules).houses if some else ():
        chosen = _inside(mask_of(house.cells), masks)
        if len(chosen) > 1:
            whole = Element("", house.title, "", house.cells)
            found.append(_group(geometry, [some[k] for k in chosen], whole))
    at: list[list[int]] = [[] for _ in range(geometry.shape.n_cells)]
    for number, task in enumerate(some):
        for cell in task.element.cells:
            at[cell].append(number)
    chains = dict.fromkeys(_connected(number, masks, at) for number in range(len(some)))
    found += [_group(geometry, [some[k] for k in each]) for each in chains if len(each) > 1]
    return tuple(found)


def _inside(cells: int, masks: list[int]) -> tuple[int, ...]:
    """Return the elements with at least two cells in a house, those that reach out least first.

    The house and these elements have at most `MOST_CELLS` cells.
    """
    chosen = []
    for number in sorted(range(len(masks)), key=lambda k: (masks[k] & ~cells).bit_count()):
        is_inside = (masks[number] & cells).bit_count() > 1
        if is_inside and (cells | masks[number]).bit_count() <= MOST_CELLS:
            chosen.append(number)
            cells |= masks[number]
    return tuple(sorted(chosen))


def _connected(start: int, masks: list[int], at: list[list[int]]) -> tuple[int, ...]:
    """Return an element and the nearest that hang together with it, up to `MOST_CELLS` cells.

    `at` has the elements of each cell. Each shares a cell with another one.
    """
    stop_if_due()
    cells, chosen, waiting = 0, list[int](), [start]
    for number in waiting:
        if (cells | masks[number]).bit_count() <= MOST_CELLS:
            chosen.append(number)
            cells |= masks[number]
            near = {k for cell in bits(masks[number]) for k in at[cell]}
            waiting += sorted(near.difference(waiting))
    return tuple(sorted(chosen))


def _group(geometry: Geometry, parts: list[Task], house: Element | None = None) -> Group:
    """Return some elements as a group, with the other cells of a house."""
    elements = [part.element for part in parts]
    whole = reduce(joined, [*elements, house] if house else elements)
    title = _title(geometry, elements, house)
    pairs = (*whole.pairs, *_others_related(geometry, whole))
    whole = Element("several_elements", title, "", whole.cells, whole.reader, pairs)
    task = Task(whole, geometry.peers, MOST_NODES, tuple(parts))
    return Group(tuple(parts), task, house.title if house else "")


def _others_related(geometry: Geometry, whole: Element) -> Iterator[tuple[int, int, Supports]]:
    """Yield the other pairs of cells that a rule relates, such as neighbours without a dot."""
    excluded = weak_links(geometry.shape, geometry.rules).excluded
    full = (1 << geometry.n) - 1
    known = {frozenset(pair[:2]) for pair in whole.pairs}
    for (at, one), (k, other) in combinations(enumerate(whole.cells), 2):
        if excluded and frozenset((at, k)) not in known:
            supports = tuple(
                full
                & ~mask_of(d - 1 for cell, d in excluded.get((one, digit), ()) if cell == other)
                for digit in range(1, geometry.n + 1)
            )
            if any(mask != full for mask in supports):
                yield at, k, supports


def _title(geometry: Geometry, elements: list[Element], house: Element | None) -> str:
    """Return the name of a group: "row 1 with 2 renban lines", "chain of 3 dots at r1c1"."""
    kinds = Counter(_AFTER_KIND.split(element.title)[0] for element in elements)
    names = [f"{number} {_plural(kind) if number > 1 else kind}" for kind, number in kinds.items()]
    if house is not None:
        return f"{house.title} with {listed(names)}"
    cells = tuple(bits(mask_of(cell for element in elements for cell in element.cells)))
    return f"chain of {listed(names)} at {span(geometry.shape, cells)}"


def _plural(kind: str) -> str:
    """Return the plural of a kind of element; that of a letter or of a plural is the same."""
    if kind[-1] in "sXV":
        return kind
    return f"{kind}es" if kind.endswith(("x", "ch", "sh")) else f"{kind}s"
