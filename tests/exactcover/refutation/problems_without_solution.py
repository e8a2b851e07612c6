"""Families of problems that have no solution for a reason that a search hardly sees."""

from collections.abc import Callable
from itertools import combinations

from exactcover import Problem, named_polyforms, polyforms, tiling


def mutilated_board(n: int) -> Problem:
    """Dominoes on a board that lacks two opposite corners."""
    corners = {(0, 0), (n - 1, n - 1)}
    cells = [(r, c) for r in range(n) for c in range(n) if (r, c) not in corners]
    return tiling(["##"], cells, numbers=None)


def pigeons(n: int) -> Problem:
    """Rows, each of which needs a column of its own, where one column is lacking."""
    rows, columns = [f"row{k}" for k in range(n)], [f"column{k}" for k in range(n - 1)]
    return Problem([[row, column] for row in rows for column in columns], rows, columns)


def numbered_dominoes() -> Problem:
    """31 dominoes on 62 of the cells of a board."""
    cells = [(r, c) for r in range(8) for c in range(8) if (r, c) not in {(0, 0), (7, 7)}]
    return tiling(["##"], cells, numbers=31)


def pentominoes_on_a_board() -> Problem:
    """Twelve pentominoes, which have 60 cells, on a board of 64."""
    return tiling(named_polyforms("pentominoes"), (8, 8))


def bricks(n: int) -> Problem:
    """Bricks of 1 x 2 x 4 in a cube."""
    brick = [(0, y, z) for y in range(2) for z in range(4)]
    return tiling({"brick": brick}, (n, n, n), cells="cubes", numbers=None)


def langford(n: int) -> Problem:
    """Two of each number k up to n in a row, with k others between them."""
    return Problem(
        [
            [f"n{k}", f"s{first}", f"s{first + k + 1}"]
            for k in range(1, n + 1)
            for first in range(2 * n - k - 1)
        ]
    )


def complete_graph(n: int) -> Problem:
    """Perfect matchings of a complete graph."""
    return Problem(list(combinations(range(n), 2)))


def hexominoes(n_rows: int, n_columns: int) -> Problem:
    """All hexominoes in a rectangle."""
    return tiling(polyforms(6), (n_rows, n_columns))


FAMILIES: dict[str, Callable[[], Problem]] = {
    "mutilated board": lambda: mutilated_board(12),
    "numbered dominoes": numbered_dominoes,
    "pentominoes": pentominoes_on_a_board,
    "14 pigeons": lambda: pigeons(14),
    "40 pigeons": lambda: pigeons(40),
    "bricks in 6": lambda: bricks(6),
    "bricks in 10": lambda: bricks(10),
    "langford 13": lambda: langford(13),
    "langford 14": lambda: langford(14),
    "langford 21": lambda: langford(21),
    "complete graph": lambda: complete_graph(51),
    "hexominoes": lambda: hexominoes(14, 15),
}
