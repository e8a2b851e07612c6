"""The parts of an encoding: cliques, sets of digits, steps of reading, and implied sums."""

from __future__ import annotations

from itertools import combinations as subsets
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sudoku import Classic, Killer, Shape
from sudoku.encodings.cliques import cover
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import DifferenceOf, SumTo
from sudoku.rules.reader import OneOf
from sudoku.rules.renban import Run
from sudoku.statement import implied_sums as implied
from sudoku.statement.automaton import combinations, layers, tuples
from sudoku.statement.bitsets import digits_of, mask_of
from sudoku.statement.candidates import candidates, fits
from sudoku.statement.implied_sums import strengthened
from sudoku.statement.statement import statement

GRID = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
pairs = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda p: p[0] != p[1]))
masks = st.lists(st.integers(0, 15), min_size=1, max_size=4)


@given(pairs, pairs)
def test_cliques_hold_every_pair_and_nothing_that_is_compatible(
    wanted: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    known = [0] * 10
    for a, b in others:
        known[a] |= 1 << b
        known[b] |= 1 << a
    excluded = {frozenset(pair) for pair in wanted + others}
    inside = [frozenset(pair) for members in cover(wanted, known) for pair in subsets(members, 2)]
    assert {frozenset(pair) for pair in wanted} <= set(inside) <= excluded


@given(st.integers(1, 5), st.integers(1, 30))
def test_sets_of_digits(size: int, total: int) -> None:
    found = {digits_of(mask) for mask in combinations(SumTo(total), size, 9, 999)}
    assert found == {digits for digits in subsets(range(1, 10), size) if sum(digits) == total}


@given(st.integers(1, 9))
def test_runs_of_digits(size: int) -> None:
    found = combinations(Run(size), size, 9, 999)
    run = (1 << size) - 1
    assert sorted(found) == [run << k for k in range(10 - size)]


@given(masks, st.sets(st.tuples(*[st.integers(1, 4)] * 4), max_size=30))
def test_steps_spell_the_tuples(domains: list[int], words: set[tuple[int, ...]]) -> None:
    size = len(domains)
    allowed = {word[:size] for word in words}
    reader = OneOf(frozenset(allowed))
    expected = {w for w in product(*map(digits_of, domains)) if w in allowed}
    assert set(tuples(layers(reader, domains, 9999), lambda i, j: False, 9999)) == expected
    assert fits(reader, domains) == bool(expected)
    different = tuples(layers(reader, domains, 9999), lambda i, j: True, 9999)
    assert set(different) == {word for word in expected if len(set(word)) == size}


def added_and_subtracted(constraint: Constraint) -> tuple[int, int]:
    assert isinstance(constraint.reader, SumTo | DifferenceOf)
    n_minus = constraint.reader.weights(len(constraint.cells)).count(-1)
    return mask_of(constraint.cells[n_minus:]), mask_of(constraint.cells[:n_minus])


@st.composite
def cages(draw: st.DrawFn) -> list[tuple[int, list[tuple[int, int]]]]:
    """Draw cages of a grid, in which digits are different, with the sums that they have in it."""
    left, drawn = set(range(16)), []
    for _ in range(draw(st.integers(1, 6))):
        cells = draw(st.lists(st.sampled_from(sorted(left)), min_size=1, max_size=4, unique=True))
        if len({GRID[cell] for cell in cells}) == len(cells):
            left.difference_update(cells)
            drawn.append((sum(GRID[cell] for cell in cells), [divmod(cell, 4) for cell in cells]))
        if not left:
            break
    return drawn


@given(cages())
def test_implied_sums_and_candidates_hold_in_the_solution(
    drawn: list[tuple[int, list[tuple[int, int]]]],
) -> None:
    rules = (Classic(), Killer(drawn))
    for constraint in strengthened(Shape(2, 2), rules).constraints:
        assert constraint.allows(GRID[cell] for cell in constraint.cells), constraint.title
    domains = candidates(Shape(2, 2), rules)
    assert all(domain >> digit - 1 & 1 for domain, digit in zip(domains, GRID, strict=True))


@given(cages(), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(2, 4))))
def test_no_sets_of_houses_that_leave_few_cells_are_passed_over(
    drawn: list[tuple[int, list[tuple[int, int]]]], overlapping: list[tuple[int, int, int]]
) -> None:
    more = [
        (size * 5 // 2, [(row, (column + k) % 4) for k in range(size)])
        for row, column, size in overlapping
    ]
    rules = (Classic(), Killer(drawn + more, may_overlap=True))
    shape, spec = Shape(2, 2), statement(Shape(2, 2), rules)
    found = strengthened(shape, rules, 3, 2, has_differences=True).constraints
    cages = [
        implied._Cage(mask_of(cage.cells), cage.reader.total)
        for cage in spec.constraints
        if isinstance(cage.reader, SumTo)
    ]
    sets, _ = implied._disjoint(shape, spec.houses, 2)
    wanted = {
        (plus, minus) for houses in sets for plus, minus, _ in implied._implied(houses, cages, 4, 3)
    }
    known = {added_and_subtracted(c) for c in found}
    assert all({(plus, minus), (minus, plus)} & known for plus, minus in wanted)
