"""Quasigroup completion: fill the holes of a Latin square.

Every symbol stands once in every row and column. With 42 % holes, instances of order 30 are about
as hard as possible. A long search continues with clause learning; see `statistics.choice`.
"""

import numpy as np
from numpy.typing import NDArray

from csp import Model, all_different

HOLE = -1
Square = NDArray[np.int64]


def completions(square: Square) -> tuple[Model, NDArray[np.object_]]:
    """State the completions of a square with holes; return the model, and its cells."""
    model, n = Model(), len(square)
    cells = [[value] if value != HOLE else range(n) for value in square.ravel().tolist()]
    x = np.array([model.variable(values) for values in cells]).reshape(n, n)
    model.post(all_different(line) for line in (*x, *x.T))
    return model, x


def count_reduced(n: int) -> int:
    """Count the squares of order n whose first row and column are in order.

    >>> count_reduced(5)
    56
    """
    square = np.full((n, n), HOLE)
    square[0] = square[:, 0] = range(n)
    return completions(square)[0].count()


def with_holes(n: int, n_holes: int, seed: int) -> Square:
    """Make holes in a random square, which a search in random order has found."""
    model, x = completions(np.full((n, n), HOLE))
    square: Square = model.solve(seed=seed).get()[x]
    places = np.random.default_rng(seed).choice(n * n, n_holes, replace=False)
    square.flat[places] = HOLE
    return square


def main() -> None:
    """Complete some hard squares, and count small ones."""
    for seed in range(3):
        model, _ = completions(with_holes(30, 378, seed))
        result = model.solve()
        print(f"Order 30, 378 holes: {'filled' if result else 'impossible'}, {result.engine}")
    for n in range(2, 7):
        print(f"Order {n}: {count_reduced(n):,} reduced squares")


if __name__ == "__main__":
    main()
