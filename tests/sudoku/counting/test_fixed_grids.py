"""Symmetries of the cells, and the grids that they relabel, against brute force."""

from collections import Counter
from itertools import permutations, product
from threading import Event

import numpy as np
import pytest

from exactcover import Problem
from sudoku import Puzzle, Shape, solutions
from sudoku.counting.conjugacy import cell_symmetries, n_cell_symmetries, partitions
from sudoku.counting.fixed_grids import count_fixed, cycles_of_power, orbits

Images = tuple[int, ...]


def lines(n_blocks: int, size: int) -> list[tuple[int, ...]]:
    """Return all permutations of lines that keep blocks together."""
    n = n_blocks * size
    return [
        order
        for order in permutations(range(n))
        if all(len({order[k] // size for k in range(b, b + size)}) == 1 for b in range(0, n, size))
    ]


def symmetries(shape: Shape) -> set[Images]:
    """Return all symmetries of the cells, as the images of the cells."""
    n = shape.n
    found = {
        tuple(rows[row] * n + columns[column] for row, column in product(range(n), repeat=2))
        for rows, columns in product(lines(shape.p, shape.q), lines(shape.q, shape.p))
    }
    if shape.p == shape.q or 1 in (shape.p, shape.q):
        found |= {tuple(one[cell % n * n + cell // n] for cell in range(n * n)) for one in found}
    return found


def conjugates(one: Images, group: set[Images]) -> set[Images]:
    found = set()
    for each in group:
        moved = [0] * len(one)
        for cell, image in enumerate(one):
            moved[each[cell]] = each[image]
        found.add(tuple(moved))
    return found


@pytest.mark.parametrize("sides", [(2, 2), (3, 1), (1, 3), (4, 1)])
def test_classes_of_symmetries_are_those_of_brute_force(sides: tuple[int, int]) -> None:
    shape = Shape(*sides)
    group = symmetries(shape)
    assert len(group) == n_cell_symmetries(shape)
    left = set(group)
    for each in cell_symmetries(shape):
        own = conjugates(each.images, group)
        assert own <= left
        assert len(own) == each.size
        left -= own
    assert not left


@pytest.mark.parametrize(("p", "q"), [(2, 3), (3, 2), (3, 3), (2, 5), (3, 4)])
def test_symmetries_keep_houses_and_their_classes_have_all(p: int, q: int) -> None:
    shape = Shape(p, q)
    classes = list(cell_symmetries(shape))
    assert sum(each.size for each in classes) == n_cell_symmetries(shape)
    houses = {frozenset(h) for h in (*shape.rows(), *shape.columns(), *shape.boxes())}
    for each in classes:
        moved = {frozenset(each.images[cell] for cell in house) for house in houses}
        assert moved == houses


def test_cycles_of_powers() -> None:
    for cycles in partitions(6):
        images: dict[int, int] = {}
        start = 0
        for length in cycles:
            images |= {start + k: start + (k + 1) % length for k in range(length)}
            start += length
        power = dict(images)
        for exponent in range(1, 7):
            wanted = tuple(sorted(map(len, orbits(power)), reverse=True))
            assert cycles_of_power(cycles, exponent) == wanted
            power = {one: images[image] for one, image in power.items()}


@pytest.mark.kernel
def test_relabelled_grids_are_those_of_brute_force() -> None:
    shape = Shape(2, 2)
    grids = [np.array(grid.cells) for grid in solutions(Puzzle(shape))]
    for each in cell_symmetries(shape):
        n_relabelled = 0
        for grid in grids:
            pairs = set(zip(grid.tolist(), grid[list(each.images)].tolist(), strict=True))
            n_relabelled += len(pairs) == shape.n
        assert count_fixed(shape, each.images, Event()) == n_relabelled


@pytest.mark.kernel
def test_counting_relabelled_grids_is_stopped() -> None:
    due = Event()
    due.set()
    shape = Shape(3, 3)
    turn = tuple(cell % 9 * 9 + 8 - cell // 9 for cell in range(81))
    assert count_fixed(shape, turn, due) is None


RUSSELL_JARVIS = """
    96x21233664 16x107495424 192x4204224 64x2508084 5184x323928 20736x162 20736x288 144x14837760
    1728x2592 288x5184 864x2085120 3456x1296 1728x294912 2304x648 1152x6342480 1296x30258432
    10368x1854 93312x288 2916x155492352 69984x13056 972x449445888 3888x27648 31104x6480 15552x1728
    15552x3456 7776x13824
"""
"""E. Russell and F. Jarvis, "Mathematics of Sudoku II" (2006): all classes of symmetries that
relabel some of the usual grids, but the identity. Their size, and the number of grids up to
relabelling.
"""
FEW_ORBITS = 27
"""Classes with fewer orbits of cells have few grids; `python -m benchmarks count-grids` counts all
classes.
"""


def test_the_classes_of_the_usual_grids() -> None:
    shape = Shape(3, 3)
    published = Counter(
        (int(size), int(grids))
        for size, grids in (entry.split("x") for entry in RUSSELL_JARVIS.split())
    )
    found: Counter[tuple[int, int]] = Counter()
    for each in cell_symmetries(shape):
        if len(orbits(dict(enumerate(each.images)))) < FEW_ORBITS:
            number = count_fixed(shape, each.images, Event()) or 0
            if number:
                found[each.size, number // 362880] += 1
    assert found <= published
    assert len(found) > 10


def test_the_number_of_classes_is_that_of_exact_cover() -> None:
    pytest.importorskip("igraph")
    from sudoku import count_grids, encode

    shape = Shape(2, 2)
    problem = encode(Puzzle(shape))
    assert isinstance(problem, Problem)
    assert count_grids(shape, up_to_symmetry=True) == problem.count(up_to="all")
