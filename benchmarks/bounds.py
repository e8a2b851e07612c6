"""Count problems whose items have bounds, by every engine that has bounds of its own."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from time import process_time
from typing import Any, NamedTuple

from benchmarks.report import Goal, Section, seconds
from exactcover import Problem

METHODS = ("multicover", "multicover_masks", "multicover_memo", "multicover_masks_memo")
MOST_SECONDS = 10.0
"""A count that takes longer is stopped."""
LEAST_GAIN = 5.0
"""How many times faster than `multicover` the automatic choice must be."""


class Case(NamedTuple):
    """A problem, and its number of solutions."""

    name: str
    problem: Problem
    number: int


def cases() -> Iterator[Case]:
    """Yield the cases; the numbers are of the OEIS, of TAOCP, or those of several engines."""
    yield Case("queendom8_5", dominating_queens(8, 5), 4860)
    yield Case("redrect5_4", dissections(5, 4), 1_286_759)
    yield Case("redrect5_5", dissections(5, 5), 72_697_125)
    yield Case("sums7_3", matrices(7, 3), 68_938_800)
    yield Case("sums8_2", matrices(8, 2), 187_530_840)


def dominating_queens(n: int, number: int) -> Problem:
    """Return the ways to place queens so that every square is attacked or occupied."""
    squares = list(product(range(n), repeat=2))
    options: dict[Any, list[Any]] = {
        (r, c): [
            "queens",
            *((i, j) for i, j in squares if i == r or j == c or abs(i - r) == abs(j - c)),
        ]
        for r, c in squares
    }
    bounds: dict[Any, tuple[int, int]] = dict.fromkeys(squares, (1, number))
    return Problem(options, bounds={**bounds, "queens": (number, number)})


def dissections(height: int, width: int) -> Problem:
    """Return the dissections of a rectangle into rectangles that use every inner line."""
    options = []
    for (top, bottom), (left, right) in product(
        combinations(range(height + 1), 2), combinations(range(width + 1), 2)
    ):
        cells: list[Any] = list(product(range(top, bottom), range(left, right)))
        lines = [("row", top)] * (top > 0) + [("column", left)] * (left > 0)
        options.append(cells + lines)
    lines = [("row", k) for k in range(1, height)] + [("column", k) for k in range(1, width)]
    return Problem(options, bounds=dict.fromkeys(lines, (1, height * width)))


def matrices(n: int, ones: int) -> Problem:
    """Return the 0-1 matrices in which every row and column has a given sum."""
    entries = [[("row", i), ("column", j)] for i, j in product(range(n), repeat=2)]
    return Problem(entries, bounds=dict.fromkeys({i for row in entries for i in row}, (ones, ones)))


def measure(repeats: int) -> Section:
    """Count each case by all methods in turn; processor time."""
    section = Section(
        f"Bounds, counting, best of {repeats}, seconds of the processor",
        ("instance", "auto", *METHODS, "multicover / auto"),
        notes=[f"> means that the count was stopped after {MOST_SECONDS:.0f} seconds."],
    )
    for case in cases():
        best: dict[str, float] = {}
        is_done: dict[str, bool] = {}
        for _ in range(repeats):
            for method in ("auto", *METHODS):
                if is_done.get(method, True):
                    taken, is_done[method] = _time(case, method, section.wrong.append)
                    best[method] = min(taken, best.get(method, taken))
        gain = best["multicover"] / best["auto"]
        times = [("" if is_done[m] else "> ") + seconds(t) for m, t in best.items()]
        section.rows.append((case.name, *times, f"{gain:.0f}"))
        section.goals.append(
            Goal(
                f"{case.name} with bounds",
                f"{LEAST_GAIN:.0f} times faster than multicover",
                f"{gain:.1f}",
                gain >= LEAST_GAIN,
            )
        )
        section.records.append({"instance": case.name, "seconds": best})
    return section


def _time(case: Case, method: str, report: Callable[[str], object]) -> tuple[float, bool]:
    """Return the seconds of one count, and whether it was complete."""
    case.problem.count(method=method, max_nodes=1)  # kernels are loaded before they are timed
    start = process_time()
    count = case.problem.count(method=method, time_limit=MOST_SECONDS)
    taken = process_time() - start
    if count.complete and count != case.number:
        report(f"{case.name} by {method}: {count} and not {case.number}")
    return taken, count.complete
