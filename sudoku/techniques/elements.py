"""Elements of variants: what a thermometer, a cage or a dot leaves of the candidates of its cells.

A step has all candidates that no filling of one element has, if cells that see each other differ
(`sudoku.statement.fillings`). First the element is taken alone, then together with the houses. The
elements with the fewest open cells come first, because they are the easiest to think through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.element import Element
from sudoku.statement.bitsets import bits, mask_of
from sudoku.statement.elements import elements
from sudoku.statement.fillings import Task
from sudoku.statement.statement import statement
from sudoku.techniques.geometry import Geometry
from sudoku.techniques.position import Deduction, Deductions, Position


def steps(position: Position, technique: str) -> Deductions:
    """Yield what each element of a technique eliminates."""
    for with_houses in (False, True):
        found = tasks(position.geometry, technique, with_houses)
        yield from deductions(position, easiest_first(position, found))


def deductions(position: Position, some: Iterable[Task]) -> Deductions:
    """Yield what the fillings of each element leave out; nothing once a cell has no candidate."""
    for task in some:
        cells, domains = task.element.cells, domains_of(position, task.element)
        if not all(domains):
            return
        eliminated = 0
        for cell, mask in zip(cells, task.filled(domains), strict=True):
            eliminated |= position.in_cell(cell, ~mask)
        if eliminated:
            yield Deduction(eliminated, cells=mask_of(cells), constraint=task.element.title)


def needed(position: Position) -> Deductions:
    """Yield candidates that see all places of a digit that an element cannot do without."""
    names = sorted(position.geometry.elements)
    found = [task for name in names for task in tasks(position.geometry, name, True)]
    yield from needed_by(position, easiest_first(position, found))


def needed_by(position: Position, some: Iterable[Task]) -> Deductions:
    """Yield the same for the fillings of some elements."""
    for task in some:
        cells, domains = task.element.cells, domains_of(position, task.element)
        candidates = held = 0
        for cell, domain in zip(cells, domains, strict=True):
            candidates |= position.cand[cell]
            held |= domain if position.grid[cell] else 0
        for digit in bits(candidates & ~held):
            places = mask_of(cell for cell in cells if position.cand[cell] >> digit & 1)
            gone = position.seeing_all(digit, places) & ~position.of_digit(digit, mask_of(cells))
            without = tuple(domain & ~(1 << digit) for domain in domains)
            if gone and not task.has_filling(without):
                title = task.element.title
                yield Deduction(gone, digits=1 << digit, cells=places, constraint=title)


def domains_of(position: Position, element: Element) -> tuple[int, ...]:
    """Return the digits that the cells of an element may hold; one for a cell that is filled."""
    return tuple(
        1 << position.grid[cell] - 1 if position.grid[cell] else position.cand[cell]
        for cell in element.cells
    )


def easiest_first(position: Position, some: tuple[Task, ...] | list[Task]) -> Iterator[Task]:
    """Yield the elements that have open cells, those with the fewest first."""
    sizes = [sum(not position.grid[cell] for cell in task.element.cells) for task in some]
    order = sorted(range(len(some)), key=sizes.__getitem__)
    yield from (some[k] for k in order if sizes[k])


@lru_cache(maxsize=1 << 9)
def tasks(geometry: Geometry, technique: str, with_houses: bool) -> tuple[Task, ...]:
    """Return the elements of a technique, each with the pairs of its cells that differ."""
    shape, rules = geometry.shape, geometry.rules
    return tuple(
        Task(element, geometry.peers if with_houses else own_peers(shape, rules, element))
        for element in elements(shape, rules).get(technique, ())
        if element.with_houses or not with_houses
    )


def own_peers(shape: Shape, rules: tuple[Rule, ...], element: Element) -> tuple[int, ...]:
    """Return for each cell those that differ from it by the element itself, as in a cage."""
    peers = [0] * shape.n_cells
    mask = mask_of(element.cells)
    for group in statement(shape, rules).groups:
        if set(element.cells) <= set(group.cells):
            for cell in element.cells:
                peers[cell] = mask & ~(1 << cell)
    return tuple(peers)
