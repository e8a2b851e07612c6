"""Measure counts up to symmetry with different numbers of lex-leader constraints.

python -m tests.csp.symmetry.measure
"""

from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from csp import Model
from examples.classes_of_solutions import isotopisms, latin_square
from examples.queens_model import queens
from tests.csp.symmetry.test_published_classes import graphs, necklace

MODULE = import_module("csp.symmetry.search")
N_RUNS = 4


def cases() -> dict[str, tuple[Model, Any]]:
    """Return models with generators of their symmetries."""
    square = latin_square(4)
    return {
        "12 queens": (queens(12), None),
        "13 queens": (queens(13), None),
        "bracelets of 16 beads": necklace(16, is_reversible=True),
        "graphs on 6 vertices": graphs(6),
        "isotopy classes of order 4": (square, isotopisms(square)),
        "main classes of order 5": (latin_square(5), None),
    }


def main() -> None:
    """Print the best and the median time of each count."""
    for name, (model, generators) in cases().items():
        group = model.symmetries(generators)
        for most in (0, 8, 64):
            if group.order > 20_000 and not most:
                continue
            vars(MODULE)["MOST_LEADERS"] = most
            times = []
            for _ in range(N_RUNS):
                begun = process_time()
                number = model.count(up_to=group)
                times.append(process_time() - begun)
            best, usual = min(times[1:]), median(times[1:])
            print(f"{name}, {most} leaders: {number} classes, {best:.3f} s ({usual:.3f})")


if __name__ == "__main__":
    main()
