"""Magic squares: the numbers from 1 to n^2 so that all lines have the same sum.

Rotated and reflected squares count once: the least corner is at the top left, and the corner at the
top right is less than the corner at the bottom left.
"""

import numpy as np
from numpy.typing import NDArray

from csp import Model, all_different


def magic_squares(n: int) -> tuple[Model, NDArray[np.object_]]:
    """State the squares of order n; return the model, and its variables."""
    model, total = Model(), n * (n * n + 1) // 2
    x = model.variables((n, n), range(1, n * n + 1), name="x")
    lines = [*x, *x.T, x.diagonal(), np.fliplr(x).diagonal()]
    model.post(all_different(x.ravel()))
    model.post(line.sum() == total for line in lines)
    model.post(x[0, 0] < x[0, -1], x[0, 0] < x[-1, 0], x[0, 0] < x[-1, -1], x[0, -1] < x[-1, 0])
    return model, x


def count_squares(n: int) -> int:
    """Count the squares of order n.

    >>> count_squares(3)
    1
    """
    return magic_squares(n)[0].count()


def main() -> None:
    """Show a square of every small order, and count those of order 4."""
    for n in (3, 4, 5):
        model, x = magic_squares(n)
        print(f"Order {n}:")
        for row in model.solve().get()[x]:
            print("   ", " ".join(f"{number:2}" for number in row))
    print(f"{count_squares(4)} squares of order 4")


if __name__ == "__main__":
    main()
