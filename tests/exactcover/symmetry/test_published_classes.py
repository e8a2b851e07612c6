"""Numbers of classes of solutions from the literature; A000000 is a sequence of the OEIS."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from exactcover import Problem
from examples import pentominoes
from examples.dominoes import dominoes
from examples.langford import langford
from examples.latin_classes import isotopy_classes
from examples.latin_square import latin
from examples.queens import queens
from examples.soma import soma

pytest.importorskip("igraph")

Map = Callable[[Any], Any]


def on_points(cycle: Map) -> Map:
    """Return a function of items that maps all points in them."""

    def mapped(item: Any) -> Any:
        if isinstance(item, frozenset):
            return frozenset(map(cycle, item))
        return tuple(map(cycle, item)) if isinstance(item, tuple) else cycle(item)

    return mapped


def rotation(n: int) -> Map:
    return on_points(lambda point: (point + 1) % n)


def reflection(n: int) -> Map:
    return on_points(lambda point: n - 1 - point)


def swap(n: int) -> Map:
    return on_points(lambda point: {0: 1, 1: 0}.get(point, point) if n > 1 else point)


def chords(n: int) -> Problem:
    """Return the ways to join 2n points on a circle in pairs."""
    return Problem([list(pair) for pair in combinations(range(2 * n), 2)])


def partitions(n: int) -> Problem:
    """Return the partitions of a set: any subset is an option."""
    return Problem([list(s) for k in range(1, n + 1) for s in combinations(range(n), k)])


def beads(n: int, n_colours: int) -> Problem:
    """Return the colourings of n beads; a bead is a primary item, its colour a secondary one."""
    return Problem(
        [{i: None, frozenset([i]): c} for i in range(n) for c in range(n_colours)],
        primary=range(n),
        secondary=[frozenset([i]) for i in range(n)],
    )


def graphs(n: int) -> Problem:
    """Return the graphs on n vertices: each pair is joined (colour 1) or not."""
    pairs = [frozenset(pair) for pair in combinations(range(n), 2)]
    return Problem(
        [{pair: None, frozenset([pair]): c} for pair in pairs for c in range(2)],
        primary=pairs,
        secondary=[frozenset([pair]) for pair in pairs],
    )


def of_pairs(cycle: Map) -> Map:
    """Return a function of sets of points, and of sets of these."""

    def mapped(item: Any) -> Any:
        return frozenset(map(mapped, item)) if isinstance(item, frozenset) else cycle(item)

    return mapped


def tournaments(n: int) -> Problem:
    """Return the tournaments of n players: of two players, one wins against the other."""
    games = [(frozenset([a, b]), winner) for a, b in combinations(range(n), 2) for winner in (a, b)]
    return Problem(
        [[pair, (winner, *(pair - {winner}))] for pair, winner in games],
        primary=dict.fromkeys(pair for pair, _ in games),
        secondary=[(winner, *(pair - {winner})) for pair, winner in games],
    )


def rooks(n: int) -> Problem:
    return Problem([[("row", r), ("column", c)] for r in range(n) for c in range(n)])


def square(n: int) -> list[Map]:
    """Return the symmetries of the board that generate all eight."""
    other = {"row": "column", "column": "row"}
    return [
        lambda item: (item[0], n - 1 - item[1] if item[0] == "row" else item[1]),
        lambda item: (other[item[0]], item[1]),
    ]


def isotopisms(n: int) -> Iterator[Map]:
    """Yield permutations of rows, of columns and of symbols that generate all of them."""
    for place, first in ((0, 0), (1, 0), (2, 1)):  # symbols are numbered from 1
        turn = {first + k: first + (k + 1) % n for k in range(n)}
        for change in (turn, {first: first + 1, first + 1: first}):
            yield partial(_moved, place, change)


def _moved(place: int, change: dict[int, int], item: Any) -> Any:
    """Map the row, column or symbol of an item of `latin`."""
    kind, *numbers = item
    places = {"cell": (0, 1), "row": (0, 2), "column": (1, 2)}[kind]
    moved = (change.get(k, k) if p == place else k for p, k in zip(places, numbers, strict=True))
    return kind, *moved


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


ALL = "all"
Case = tuple[str, Problem, Any, int]


def cases() -> Iterator[Case]:
    for n, number in enumerate([1, 2, 1, 6, 12, 46, 92, 341, 1787], 4):
        yield f"queens {n} (A002562)", queens(n), ALL, number
    for n, number in enumerate([1, 1, 2, 7, 23, 115, 694], 1):
        yield f"rooks {n} on a square (A000903)", rooks(n), square(n), number
    for n, number in enumerate([1, 2, 5, 18, 105], 1):
        yield f"{n} chords, rotated (A007769)", chords(n), [rotation(2 * n)], number
    for n, number in enumerate([1, 2, 5, 17, 79], 1):
        turned = [rotation(2 * n), reflection(2 * n)]
        yield f"{n} chords, also reflected (A054499)", chords(n), turned, number
    for n, number in enumerate([1, 2, 3, 5, 7, 11], 1):
        yield f"partitions of {n} (A000041)", partitions(n), [rotation(n), swap(n)], number
    for n, number in enumerate([2, 3, 4, 6, 8, 14, 20], 1):
        yield f"necklaces of {n} beads (A000031)", beads(n, 2), [of_pairs(rotation(n))], number
    for n, number in enumerate([3, 6, 10, 21, 39], 1):
        turned = [of_pairs(rotation(n)), of_pairs(reflection(n))]
        yield f"bracelets of {n} beads, 3 colours (A027671)", beads(n, 3), turned, number
    for n, number in ((3, 4), (4, 11), (5, 34)):
        moved = [of_pairs(rotation(n)), of_pairs(swap(n))]
        yield f"graphs on {n} vertices (A000088)", graphs(n), moved, number
    for n, number in ((3, 2), (4, 4), (5, 12), (6, 56)):
        moved = [rotation(n), swap(n)]
        yield f"tournaments of {n} players (A000568)", tournaments(n), moved, number
    for n, number in ((3, 1), (4, 2)):
        yield f"main classes of Latin squares {n} (A003090)", latin(n), ALL, number
        yield f"isotopy classes of Latin squares {n} (A040082)", latin(n), isotopisms(n), number
    for n, number in ((3, 1), (4, 1), (7, 26), (8, 150)):
        yield f"Langford pairs of {n} (A014552)", langford(n), ALL, number
    for n in range(3, 9):
        number = (fibonacci(n + 1) + fibonacci(n // 2 + 2 if n % 2 == 0 else (n + 1) // 2)) // 2
        yield f"dominoes on 2x{n} (A001224)", dominoes(2, n), ALL, number


@pytest.mark.parametrize(
    ("problem", "up_to", "number"), [pytest.param(*c[1:], id=c[0]) for c in cases()]
)
def test_published_numbers(problem: Problem, up_to: Any, number: int) -> None:
    group = problem.symmetries(None if up_to == ALL else up_to)
    assert problem.count(up_to=group) == number
    total = int(problem.count())
    if total <= 5000 and group.order <= 5000:
        found = list(problem.solutions(up_to=group))
        assert len(found) == number
        assert sum(map(group.class_size, found)) == total


PACKINGS = {"3 x 20": 2, "4 x 15": 368, "5 x 12": 1010, "6 x 10": 2339, "8 x 8 with a hole": 65}
"""C. B. Haselgrove and J. Haselgrove, A computer program for pentominoes (1960); D. S. Scott,
Programming a combinatorial puzzle (1958)."""


@pytest.mark.parametrize(("name", "number"), PACKINGS.items(), ids=PACKINGS)
def test_pentominoes(name: str, number: int) -> None:
    board = pentominoes.BOARDS[name]
    pieces = sorted(set(pentominoes.PIECES) - set(" .\n"))
    places = [(piece, cells) for piece in pieces for cells in pentominoes.placements(piece, board)]
    assert len(pieces) == 12
    assert Problem([piece, *sorted(cells)] for piece, cells in places).count(up_to="all") == number


def test_soma_cubes() -> None:  # J. H. Conway and M. J. T. Guy (1961)
    assert soma().count(up_to="all") == 240


def test_latin_squares_of_order_5() -> None:
    squares = latin(5)
    main_classes = list(squares.solutions(up_to="all"))
    assert len(main_classes) == 2  # A003090
    assert sum(one.class_size for one in main_classes) == 161280
    assert len(isotopy_classes(5)) == 2  # A040082
