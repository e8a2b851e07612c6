"""Symmetries by brute force: every order of rows and columns is tried."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from sudoku import Isomorphism, Shape

Places = NDArray[np.intp]


def line_orders(size: int, n_groups: int) -> list[list[int]]:
    """Return all orders of lines that keep groups of some size together."""
    inner = list(permutations(range(size)))
    return [
        [group * size + line for group, lines in zip(groups, orders, strict=True) for line in lines]
        for groups in permutations(range(n_groups))
        for orders in product(inner, repeat=n_groups)
    ]


@cache
def sources(p: int, q: int, *, transposes: bool) -> Places:
    """Return for each symmetry of rows and columns the cell that comes to each place."""
    n = p * q
    boards = [np.arange(n * n).reshape(n, n)]
    if transposes:
        boards.append(boards[0].T)
    rows, columns = np.array(line_orders(q, p)), np.array(line_orders(p, q))
    found = [board[rows[:, None, :, None], columns[None, :, None, :]] for board in boards]
    return np.concatenate([each.reshape(-1, n * n) for each in found])


def sources_of(shape: Shape) -> Places:
    """Return the sources of the symmetries of a shape with its boxes."""
    return sources(shape.p, shape.q, transposes=shape.p == shape.q)


def least_form(cells: Sequence[int], maps: Places, n: int) -> tuple[tuple[int, ...], int]:
    """Return the least image of a puzzle whose digits may be renamed, and how often it comes."""
    images = np.asarray(cells)[maps]
    for at in range(images.shape[1]):  # name the digits in the order in which they come
        values = images[:, at]
        new = np.flatnonzero((values > 0) & (values <= n))
        names = images.max(axis=1, initial=n) + 1
        names[(images > n).sum(axis=1) == 0] = n + 1
        images[new] = np.where(images[new] == values[new, None], names[new, None], images[new])
    images = np.where(images > 0, images - n, 0)
    least = min(map(tuple, images.tolist()))
    return least, int((images == np.array(least)).all(axis=1).sum())


def map_of(source: Sequence[int], digits: Sequence[int]) -> Isomorphism:
    """Return the map for the cell that comes to each place, and the names of the digits."""
    cells = np.argsort(source)
    return Isomorphism(tuple(cells.tolist()), tuple(digits))
