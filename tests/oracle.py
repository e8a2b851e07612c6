"""Brute force, too simple to be wrong."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

from exactcover import Option, Problem

Rows = tuple[tuple[int, ...], ...]


def agree(one: Option, other: Option) -> bool:
    """Tell whether a solution may hold both: what they share has one colour."""
    others = dict(zip(other.items, other.colours, strict=True))
    return all(
        colour is not None and others[item] == colour
        for item, colour in zip(one.items, one.colours, strict=True)
        if item in others
    )


def solutions(problem: Problem) -> set[tuple[int, ...]]:
    """Return the solutions, by trying all sets of options that agree."""
    sets: list[tuple[Option, ...]] = [()]
    for new in problem.options:
        sets += [(*chosen, new) for chosen in sets if all(agree(new, old) for old in chosen)]
    primary = set(problem.primary)
    return {
        tuple(option.index for option in chosen)
        for chosen in sets
        if primary <= {item for option in chosen for item in option.items}
    }


def bounded_solutions(problem: Problem) -> set[tuple[int, ...]]:
    """Return the solutions of a problem with bounds, by trying all sets that exceed none."""
    sets: list[tuple[Option, ...]] = [()]
    for new in problem.options:
        sets += [(*chosen, new) for chosen in sets if exceeds_nothing(problem, (*chosen, new))]
    return {
        tuple(option.index for option in chosen)
        for chosen in sets
        if all(problem.bounds.get(i, (1, 1))[0] <= covers(chosen, i) for i in problem.primary)
    }


def weighted(
    solutions: Iterable[tuple[int, ...]], weights: Sequence[Fraction]
) -> tuple[Fraction, list[Fraction]]:
    """Return the sum of the products of the weights of solutions, and its part for each option."""
    total, shares = Fraction(0), [Fraction(0)] * len(weights)
    for solution in solutions:
        product = Fraction(1)
        for option in solution:
            product *= weights[option]
        total += product
        for option in solution:
            shares[option] += product
    return total, shares


def covers(chosen: tuple[Option, ...], item: object) -> int:
    """Return how often these options cover an item."""
    return sum(
        times
        for option in chosen
        for other, times in zip(
            option.items, option.multiplicities or (1,) * len(option.items), strict=True
        )
        if other == item
    )


def exceeds_nothing(problem: Problem, chosen: tuple[Option, ...]) -> bool:
    """Tell whether no bound is exceeded and all colours agree."""
    colours: dict[object, set[object]] = {}
    for option in chosen:
        for item, colour in zip(option.items, option.colours, strict=True):
            colours.setdefault(item, set()).add(colour)
    return all(
        covers(chosen, item) <= problem.bounds.get(item, (1, 1))[1] for item in problem.primary
    ) and all(
        covers(chosen, item) <= 1 or (len(colours[item]) == 1 and None not in colours[item])
        for item in problem.secondary
    )


@cache
def latin_squares() -> tuple[Rows, ...]:
    """Return all 576 Latin squares of order 4, by trying all rows."""
    squares: list[Rows] = [()]
    for _ in range(4):
        squares = [
            (*square, row)
            for square in squares
            for row in permutations(range(1, 5))
            if all(row[c] != above[c] for above in square for c in range(4))
        ]
    return tuple(squares)


@cache
def small_grids() -> tuple[Rows, ...]:
    """Return the 288 of them that have all digits in every box: all sudokus of order 4."""
    boxes = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    return tuple(
        g for g in latin_squares() if all(len({g[r][c] for r, c in b}) == 4 for b in boxes)
    )
