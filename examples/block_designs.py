"""Block designs: v things in b blocks of k things; each is in r blocks, each pair in l blocks.

A 0/1 matrix specifies which things are in which block. Blocks have no order: the columns are
sorted, which leaves one of the b! matrices of the same design.
"""

from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from csp import Model, lexicographic, scalar_product


def designs(v: int, k: int, together: int) -> tuple[Model, NDArray[np.object_]]:
    """State the designs; return the model, and the matrix: a thing a row, a block a column."""
    r = together * (v - 1) // (k - 1)
    b = v * r // k
    model = Model()
    x = model.variables((v, b), range(2), name="x")
    model.post([row.sum() == r for row in x], [column.sum() == k for column in x.T])
    model.post(scalar_product(one, other) == together for one, other in combinations(x, 2))
    model.post(lexicographic(after, before) for before, after in pairwise(x.T))
    return model, x


def count_designs(v: int, k: int, together: int) -> int:
    """Count the designs on v named things.

    >>> count_designs(6, 3, 2)
    12
    """
    return designs(v, k, together)[0].count()


def main() -> None:
    """Print a Fano plane, and the number of all of them."""
    model, x = designs(7, 3, 1)
    for row in model.solve().get()[x]:
        print(" ".join(".#"[bit] for bit in row))
    print(f"{count_designs(7, 3, 1)} Fano planes on seven named points")


if __name__ == "__main__":
    main()
