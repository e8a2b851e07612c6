"""Count one problem layer by layer, and report its time and memory."""

import json
import resource
import sys
from collections.abc import Callable
from itertools import combinations, product
from time import perf_counter, process_time
from typing import Any, NamedTuple

from exactcover import Problem


class Case(NamedTuple):
    """A problem, how it is counted, and its published number of solutions."""

    make: Callable[[], Problem]
    controls: dict[str, Any]
    known: int
    seconds: float
    """The goal."""


def latin(n: int) -> Problem:
    """Return the Latin squares of an order, with items as in the file of those of order 5."""
    primary = [f"{kind}{i}{j}" for i, j in product(range(n), repeat=2) for kind in "prc"]
    options = [[f"p{r}{c}", f"r{r}{s}", f"c{c}{s}"] for r, c, s in product(range(n), repeat=3)]
    return Problem(options, primary)


def triples(n: int) -> Problem:
    """Return the Steiner triple systems of an order."""
    return Problem([[(a, b), (a, c), (b, c)] for a, b, c in combinations(range(n), 3)])


def factorizations(n: int) -> Problem:
    """Return the ways to divide the edges of a complete graph into perfect matchings, in order."""
    pairs = list(combinations(range(n), 2))
    return Problem([[(k, a), (k, b), ("edge", a, b)] for k in range(n - 1) for a, b in pairs])


def squared(width: int, height: int, *sides: int) -> Problem:
    """Return the divisions of a rectangle into squares with these sides."""
    return Problem(
        [
            [f"square {s}", *((r + i, c + j) for i, j in product(range(s), repeat=2))]
            for s in sides
            for r, c in product(range(height - s + 1), range(width - s + 1))
        ]
    )


TWO = {"workers": 2}
CASES = {
    "latin 6": Case(lambda: latin(6), {}, 812_851_200, 10),
    "latin 6, frontier": Case(lambda: latin(6), {"method": "frontier"}, 812_851_200, 10),
    "latin 6, two workers": Case(lambda: latin(6), {"method": "frontier", **TWO}, 812_851_200, 10),
    "latin 6, on disk": Case(lambda: latin(6), {"max_bytes": 1 << 26, **TWO}, 812_851_200, 30),
    "latin 6, symmetric": Case(lambda: latin(6), {"symmetries": "all"}, 812_851_200, 10),
    "latin 7, symmetric": Case(
        lambda: latin(7), {"symmetries": "all", **TWO}, 61_479_419_904_000, 300
    ),
    "triples of 13, symmetric": Case(lambda: triples(13), {"symmetries": "all"}, 1_197_504_000, 60),
    "factorizations of K10, symmetric": Case(
        lambda: factorizations(10), {"symmetries": "all"}, 1_225_566_720 * 362_880, 300
    ),
    "33 x 32 in squares": Case(lambda: squared(33, 32, 18, 15, 14, 10, 9, 8, 7, 4, 1), {}, 4, 1),
    "33 x 32 in squares, dancing cells": Case(
        lambda: squared(33, 32, 18, 15, 14, 10, 9, 8, 7, 4, 1), {"method": "dancing_cells"}, 4, 1
    ),
}
"""OEIS A002860 (Latin squares), A030128 (triple systems), A000438 (one-factorizations)."""


def measure(name: str) -> dict[str, Any]:
    """Count the solutions of a case, after a small count of the same kind that loads kernels."""
    case = CASES[name]
    for n in (4, 5):
        latin(n).count(**case.controls)
    problem = case.make()
    start, processor = perf_counter(), process_time()
    number = problem.count(**case.controls)
    return {
        "count": int(number),
        "seconds": perf_counter() - start,
        "processor": process_time() - processor,
        "nodes": number.statistics.nodes,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1])))
