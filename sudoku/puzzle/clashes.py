"""Clues that break a rule by themselves, found when a puzzle is made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, compress, count

from sudoku.errors import ClashError
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Candidate, House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.statement.candidates import fits, plain_candidates
from sudoku.statement.statement import Statement, statement


def check_clues(grid: Grid, rules: tuple[Rule, ...]) -> None:
    """Raise a ClashError, which names the rule and the cells, if the clues break a rule."""
    shape = grid.shape
    spec = statement(shape, rules)
    if not grid.n_clues:
        return
    _check_houses(grid, rules)
    _check_candidates(grid, rules)
    if spec.relations:
        _check_exclusions(grid, rules)
    for link in spec.links:
        digits = {grid.cells[cell] for cell in link} - {0}
        if len(digits) > 1:
            first, second = (
                next(c for c in link if grid.cells[c] == d) for d in sorted(digits)[:2]
            )
            raise ClashError(
                f"{shape.in_words(first)} and {shape.in_words(second)} must hold the same digit: "
                f"{grid.cells[first]} and {grid.cells[second]} do not agree"
            )
    for constraint in spec.constraints:
        _check_constraint(grid, constraint)


def _check_houses(grid: Grid, rules: tuple[Rule, ...]) -> None:
    """Raise a ClashError for the first house that has two clues with the same digit, if any."""
    keys = _house_keys(grid.shape, rules)
    # `compress` leaves the clues: this runs for every puzzle.
    clues = compress(zip(grid.cells, keys, strict=True), grid.cells)
    used = [key + digit for digit, of_cell in clues for key in of_cell]
    if len(set(used)) == len(used):
        return
    for house in _distinct(grid.shape, rules):
        for first, second in combinations(house.cells, 2):
            digit = grid.cells[first]
            if digit and digit == grid.cells[second]:
                places = f"{grid.shape.in_words(first)} and {grid.shape.in_words(second)}"
                raise ClashError(f"two {digit}s in {house.title}: {places}")


def _check_candidates(grid: Grid, rules: tuple[Rule, ...]) -> None:
    """Raise a ClashError if a rule bars a clue from its cell."""
    for cell, domain in _restricted_cells(grid.shape, rules):
        digit = grid.cells[cell]
        if digit and not domain >> digit - 1 & 1:
            alone = (
                f"rule {rule.name!r} bars"
                for rule in rules
                if not plain_candidates(grid.shape, (rule,))[cell] >> digit - 1 & 1
            )
            who = next(alone, "the rules together bar")
            raise ClashError(f"{grid.shape.in_words(cell)}: {who} digit {digit}")


def _check_exclusions(grid: Grid, rules: tuple[Rule, ...]) -> None:
    """Raise a ClashError if two clues exclude each other."""
    clues = [(cell, digit) for cell, digit in enumerate(grid.cells) if digit]
    for one, other in _excluded(clues, statement(grid.shape, rules)):
        rule = next(
            rule for rule in rules if any(_excluded([one, other], statement(grid.shape, (rule,))))
        )
        places = (f"{d} in {grid.shape.in_words(cell)}" for cell, d in (one, other))
        raise ClashError(f"rule {rule.name!r} excludes {' with '.join(places)}")


def _check_constraint(grid: Grid, constraint: Constraint) -> None:
    digits = [grid.cells[cell] for cell in constraint.cells]
    everything = (1 << grid.shape.n) - 1
    domains = [1 << d - 1 if d else everything for d in digits]
    if any(digits) and not fits(constraint.reader, domains):
        clues = ", ".join(
            f"{d} in {grid.shape.in_words(cell)}"
            for cell, d in zip(constraint.cells, digits, strict=True)
            if d
        )
        raise ClashError(f"{constraint.title} cannot be kept with {clues}")


@lru_cache
def _restricted_cells(shape: Shape, rules: tuple[Rule, ...]) -> tuple[tuple[int, int], ...]:
    """Return the cells from which rules bar digits, and the digits that are left."""
    everything = (1 << shape.n) - 1
    domains = enumerate(plain_candidates(shape, rules))
    return tuple((cell, domain) for cell, domain in domains if domain != everything)


def _distinct(shape: Shape, rules: tuple[Rule, ...]) -> tuple[House, ...]:
    """Return the houses and groups, whose digits differ."""
    spec = statement(shape, rules)
    return spec.houses + spec.groups


@lru_cache
def _house_keys(shape: Shape, rules: tuple[Rule, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the keys of the houses of each cell, n + 1 apart, to which digits are added."""
    keys: list[list[int]] = [[] for _ in range(shape.n_cells)]
    for first, house in zip(count(step=shape.n + 1), _distinct(shape, rules)):
        for cell in house.cells:
            keys[cell].append(first)
    return tuple(map(tuple, keys))


def _excluded(clues: list[Candidate], spec: Statement) -> Iterator[tuple[Candidate, Candidate]]:
    """Yield the pairs of clues that cannot both be true because of a relation."""
    for one, other in combinations(clues, 2):
        supports = spec.relations.get((one[0], other[0]))
        if supports and not supports[one[1] - 1] >> other[1] - 1 & 1:
            yield one, other
