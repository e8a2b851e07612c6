"""The symmetries of clue patterns: the ten subgroups of the symmetry group of the square.

A symmetry is a group of moves (rotations and reflections of the square), given by generators. Cells
that the moves map to each other form an orbit: a symmetric pattern has all cells of an orbit or
none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from exactcover.runtime.registry import Registry, find_name
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape

Places = npt.NDArray[np.intp]
Move = Callable[[Places], Places]

HOLE = -1
"""The number in an array of cells at a place that has no cell."""


def _half_turn(square: Places) -> Places:
    return square[::-1, ::-1]


def _quarter_turn(square: Places) -> Places:
    return np.rot90(square)


def _left_right(square: Places) -> Places:
    return square[:, ::-1]


def _up_down(square: Places) -> Places:
    return square[::-1]


def _diagonal(square: Places) -> Places:
    return square.T


def _antidiagonal(square: Places) -> Places:
    return square[::-1, ::-1].T


class Pattern(NamedTuple):
    """A symmetry of the cells with clues.

    Attributes
    ----------
    summary
        What it says, in a sentence.
    moves
        Generators of its group: functions from an array of cells to the array after the move.
    """

    summary: str
    moves: tuple[Move, ...] = ()


SYMMETRIES: Registry[Pattern] = Registry(
    "symmetry",
    "sudoku.symmetries",
    {
        "none": Pattern("No symmetry."),
        "half_turn": Pattern("By half a turn, as is usual in printed sudokus.", (_half_turn,)),
        "quarter_turn": Pattern("By quarter turns.", (_quarter_turn,)),
        "left_right": Pattern("A mirror between left and right.", (_left_right,)),
        "up_down": Pattern("A mirror between above and below.", (_up_down,)),
        "both_mirrors": Pattern("Both mirrors.", (_left_right, _up_down)),
        "diagonal": Pattern("A mirror in the diagonal from the top left.", (_diagonal,)),
        "antidiagonal": Pattern("A mirror in the diagonal from the top right.", (_antidiagonal,)),
        "both_diagonals": Pattern("Mirrors in both diagonals.", (_diagonal, _antidiagonal)),
        "full": Pattern("All turns and mirrors.", (_quarter_turn, _left_right)),
    },
    RuleError,
)
"""Name -> symmetry: all ten subgroups of the group of the eight moves of the square."""


OTHER_NAMES = {
    "rotational": "half_turn",
    "rotational_180": "half_turn",
    "rotational_90": "quarter_turn",
    "mirror_left_right": "left_right",
    "mirror_up_down": "up_down",
    "all": "full",
}
"""Other names of some symmetries; `rotational` in sudoku is usually the half turn."""


def find_symmetry(name: str) -> str:
    """Return the key of `SYMMETRIES` for a name.

    Raises
    ------
    RuleError
        If there is no symmetry of this name.

    Examples
    --------
    >>> find_symmetry("Half-turn"), find_symmetry("rotational")
    ('half_turn', 'half_turn')
    """
    return find_name("symmetry", name, SYMMETRIES, RuleError, OTHER_NAMES)


@lru_cache
def orbits_of(shape: Shape, symmetry: str = "none") -> tuple[tuple[int, ...], ...]:
    """Return the orbits of the cells of a board, in the order of their lowest cells.

    A board of several grids, or with holes, is moved with the rectangle around it.

    Raises
    ------
    RuleError
        If there is no symmetry of this name, or the board itself does not have it.

    Examples
    --------
    >>> from sudoku import Grids
    >>> len(orbits_of(Shape(3, 3), "diagonal"))
    45
    >>> samurai = Grids("samurai")
    >>> samurai.n_cells, len(orbits_of(samurai, "half_turn"))
    (369, 185)
    """
    moves = SYMMETRIES[find_symmetry(symmetry)].moves
    board = np.full((shape.height, shape.width), HOLE, dtype=np.intp)
    for cell in range(shape.n_cells):
        board[shape.position(cell)] = cell
    for move in moves:
        if not np.array_equal(move(board) == HOLE, board == HOLE):
            raise RuleError(
                f"the board of {shape} does not have the symmetry {symmetry}: "
                "a cell would be moved to a place without a cell"
            )
    lowest = board
    for _ in range(4):  # no move has an order above 4, and two of them commute up to their inverses
        for move in moves:
            for _ in range(4):
                lowest = np.minimum(lowest, move(lowest))
    members: dict[int, list[int]] = {}
    for cell, first in zip(board[board != HOLE], lowest[board != HOLE], strict=True):
        members.setdefault(int(first), []).append(int(cell))
    return tuple(tuple(members[first]) for first in sorted(members))


def orbits(n: int, symmetry: str = "none") -> tuple[tuple[int, ...], ...]:
    """Return the orbits of the cells of an n x n square, in the order of their lowest cells.

    Raises
    ------
    RuleError
        If there is no symmetry of this name.

    Examples
    --------
    >>> orbits(3, "half_turn")
    ((0, 8), (1, 7), (2, 6), (3, 5), (4,))
    >>> len(orbits(9)), len(orbits(9, "full"))
    (81, 15)
    """
    return orbits_of(Shape(n, 1), symmetry)


def is_symmetric(pattern: npt.ArrayLike, symmetry: str) -> bool:
    """Return whether the nonzero cells of an n x n pattern are symmetric.

    Examples
    --------
    >>> is_symmetric([[5, 0], [0, 3]], "half_turn"), is_symmetric([[5, 0], [0, 3]], "left_right")
    (True, False)
    """
    square = np.asarray(pattern) != 0
    flat = square.ravel()
    return all(len(set(flat[list(cells)].tolist())) == 1 for cells in orbits(len(square), symmetry))
