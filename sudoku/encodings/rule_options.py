"""Groups, exclusions, links and constraints, as items and options of an exact-cover problem."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from exactcover.runtime.search.limits import watched
from sudoku.encodings.cliques import cover
from sudoku.encodings.draft import Draft
from sudoku.encodings.sum_options import has_parts, set_options, write_parts
from sudoku.errors import ConstraintError
from sudoku.geometry.candidate_numbers import candidate_of, cell_and_digit
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.statement.automaton import Layers, TooLargeError, combinations, layers, tuples
from sudoku.statement.bitsets import bits, digits_of, mask_of
from sudoku.statement.candidates import MOST_STEPS, are_different, fitting
from sudoku.statement.statement import Statement


class Chosen(NamedTuple):
    """The label of an option that is not a placement: digits or a step of a constraint."""

    title: str
    digits: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.title}: {' '.join(map(str, self.digits))}"


def item_names(name: str, n: int) -> list[str]:
    """Return the names of the items of a house, one for each digit.

    Examples
    --------
    >>> item_names("window 1", 2)
    ['window-1=1', 'window-1=2']
    """
    slug = _slug(name)
    return [f"{slug}={digit}" for digit in range(1, n + 1)]


@lru_cache
def _slug(name: str) -> str:
    return re.sub(r"[\s:|,]+", "-", name)


def write_rules(draft: Draft, shape: Shape, spec: Statement, domains: Sequence[int]) -> None:
    """Write groups, exclusions, links and constraints, except those that houses imply.

    Parameters
    ----------
    domains
        The digits that each cell may hold, as masks.

    Raises
    ------
    ConstraintError
        If a constraint is too large.
    """
    n, peers = shape.n, spec.peers(shape.n_cells)
    sets, others = list[Constraint](), list[Constraint]()
    for constraint in spec.constraints:
        (sets if _has_sets(constraint, n, peers) else others).append(constraint)
    implied = [set(h.cells) for h in spec.houses] + [set(c.cells) for c in sets]
    for group in spec.groups:
        if not any(cells.issuperset(group.cells) for cells in implied):
            draft.cover_digits([group.cells], draft.secondary(*item_names(group.name, n)))
    if spec.relations:
        _write_relations(draft, n, spec, domains, peers)
    shown = _write_colours(draft, shape, spec.links, others)
    for constraint in watched(sets, 1):
        _write_sets(draft, n, constraint, domains)
    for constraint in watched(others, 1):
        _write_readings(draft, n, constraint, domains, peers, shown)


def _write_relations(
    draft: Draft, n: int, spec: Statement, domains: Sequence[int], peers: list[int]
) -> None:
    """Add a secondary item for each set of placements that exclude each other."""
    pairs = [
        (candidate_of(one, a, n), candidate_of(other, b, n))
        for (one, a), (other, b) in spec.excluded()
        if domains[one] >> a - 1 & domains[other] >> b - 1 & 1
    ]
    known = [0] * (len(domains) * n)
    for place in {place for pair in pairs for place in pair}:
        cell, digit = cell_and_digit(place, n)
        known[place] = mask_of(candidate_of(peer, digit, n) for peer in bits(peers[cell]))
        known[place] |= (1 << n) - 1 << candidate_of(cell, 1, n)
        known[place] &= ~(1 << place)
    pairs = [(a, b) for a, b in pairs if not known[a] >> b & 1]
    sets = cover(pairs, known)
    first = draft.secondary(*(f"exclusion#{number}" for number in range(1, len(sets) + 1)))
    draft.cover(
        [place for places in sets for place in places],
        [first - number for number, places in enumerate(sets) for _ in places],
    )


def _write_colours(
    draft: Draft, shape: Shape, links: Sequence[Sequence[int]], constraints: list[Constraint]
) -> dict[int, int]:
    """Add a secondary item for each linked set of cells, and for each cell of a constraint."""
    head: dict[int, int] = {}

    def find(cell: int) -> int:
        while head.get(cell, cell) != cell:
            cell = head[cell]
        return cell

    for link in links:
        for cell in link:
            head.setdefault(cell, cell)
            head[find(cell)] = find(link[0])
    for constraint in constraints:
        for cell in constraint.cells:
            head.setdefault(cell, cell)
    item = {}
    for cell in head:
        if find(cell) == cell:
            row, column = shape.position(cell)
            item[cell] = draft.secondary(f"digit-of-r{row + 1}c{column + 1}")
    shown = {cell: item[find(cell)] for cell in head}
    digits = np.arange(1, shape.n + 1)
    for cell, shared in shown.items():
        draft.cover(candidate_of(cell, digits, shape.n), shared, digits)
    return shown


def _has_sets(constraint: Constraint, n: int, peers: list[int]) -> bool:
    """Return whether a constraint is about the set of its digits, and allows few enough sets."""
    if not constraint.is_symmetric or not are_different(constraint.cells, peers):
        return False
    try:
        combinations(constraint.reader, len(constraint.cells), n, MOST_STEPS)
    except TooLargeError:
        return False
    return True


def _write_sets(draft: Draft, n: int, constraint: Constraint, domains: Sequence[int]) -> None:
    """Write a constraint on the set of digits of cells that hold different digits.

    If there are several sets, that a digit is lacking is an option by itself: clause learning needs
    half as many conflicts when its clauses can name it.
    """
    title, cells = constraint.title, constraint.cells
    masks = combinations(constraint.reader, len(cells), n, MOST_STEPS)
    sets = fitting(masks, [domains[cell] for cell in cells])
    which = draft.primary(_slug(title))
    if len(sets) > 1:
        has = set_options(draft, n, _slug(title), cells, Chosen)
        for mask in sets:
            items = [which, *(has + k for k in range(n) if mask >> k & 1)]
            draft.option(Chosen(title, digits_of(mask)), items, [0] * len(items))
        return
    first = draft.primary(*item_names(title, n))
    draft.cover_digits([cells], first)
    for mask in sets:
        items = [which, *(first + k for k in range(n) if not mask >> k & 1)]
        draft.option(Chosen(title, digits_of(mask)), items, [0] * len(items))


def _write_readings(
    draft: Draft,
    n: int,
    constraint: Constraint,
    domains: Sequence[int],
    peers: list[int],
    shown: dict[int, int],
) -> None:
    """Write a constraint by its tuples, or by its parts or steps if there are fewer steps."""
    cells = constraint.cells
    try:
        steps = layers(constraint.reader, [domains[cell] for cell in cells], MOST_STEPS)
    except TooLargeError:
        raise ConstraintError(
            f"{constraint.title}: more than {MOST_STEPS} ways to read its {len(cells)} cells, too "
            'many to list as options: use method="csp"'
        ) from None
    items = [shown[cell] for cell in cells]
    try:
        sees = [peers[cell] for cell in cells]
        words = tuples(steps, lambda i, j: bool(sees[i] >> cells[j] & 1), sum(map(len, steps)))
    except TooLargeError:
        if has_parts(constraint, peers):
            write_parts(draft, n, constraint, domains, peers, Chosen)
        else:
            _write_steps(draft, constraint.title, steps, items)
        return
    which = draft.primary(_slug(constraint.title))
    for word in words:
        colour_of = dict(zip(items, word, strict=True))  # linked cells share an item
        if all(colour_of[item] == digit for item, digit in zip(items, word, strict=True)):
            colours = [0, *colour_of.values()]
            draft.option(Chosen(constraint.title, word), [which, *colour_of], colours)


def _write_steps(draft: Draft, title: str, steps: Layers, shown: list[int]) -> None:
    """Write a constraint as an item for each cell; neighbours agree on the state between them."""
    name, last = _slug(title), len(steps) - 1
    which = draft.primary(*(f"{name}.{k + 1}" for k in range(last + 1)))
    state = draft.secondary(*(f"{name}.{k + 1}>" for k in range(last)))
    for k, layer in enumerate(steps):
        for arc in layer:
            items, colours = [which + k, shown[k]], [0, arc.digit]
            if k > 0:
                items.append(state - k + 1)
                colours.append(arc.state + 1)
            # The last state is accepted, and is determined by the digits: no colour is needed.
            if k < last:
                items.append(state - k)
                colours.append(arc.next_state + 1)
            draft.option(Chosen(title, (arc.digit,)), items, colours)
