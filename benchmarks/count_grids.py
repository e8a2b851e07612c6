"""Count the grids of shapes whose number is published, also up to symmetry."""

from __future__ import annotations

import resource
from time import perf_counter, process_time

from benchmarks.report import Goal, Section
from sudoku import Classic, Diagonal, Shape, count_grids

CASES = {
    "3x3": (Shape(3, 3), False, False, 6_670_903_752_021_072_936_960),
    "2x4": (Shape(2, 4), False, False, 29_136_487_207_403_520),
    "2x5": (Shape(2, 5), False, False, 1_903_816_047_972_624_930_994_913_280_000),
    "3x3 up to symmetry": (Shape(3, 3), True, False, 5_472_730_538),
    "2x4 up to symmetry": (Shape(2, 4), True, False, 1_673_187),
    "2x5 up to symmetry": (Shape(2, 5), True, False, None),
    "2x4 with diagonals": (Shape(2, 4), False, True, None),
    "3x3 with diagonals": (Shape(3, 3), False, True, 55_613_393_399_531_520),
}
"""Name -> shape, whether up to symmetry, whether with diagonals, and the published number.

For 2x5 up to symmetry, decision 0028 tells why there is none here."""
GOALS = {"3x3": 60.0, "2x5": 300.0}
"""Seconds on two cores."""
LONG_SHAPE, PATIENCE = Shape(3, 4), 600.0
"""A shape, and how many seconds it is counted, to estimate the time of the whole count."""


def measure() -> Section:
    """Count, and compare with the published numbers."""
    section = Section(
        "Numbers of grids, all cores",
        ("grids", "number", "s", "processor s", "published"),
    )
    for name, (shape, up_to_symmetry, with_diagonals, published) in CASES.items():
        rules = [Classic(), Diagonal()] if with_diagonals else [Classic()]
        start, start_of_process = perf_counter(), process_time()
        number = count_grids(shape, rules=rules, up_to_symmetry=up_to_symmetry)
        seconds, used = perf_counter() - start, process_time() - start_of_process
        is_right = number.complete and published in (None, number)
        verdict = "none known" if published is None else "equal" if is_right else "different"
        section.rows.append((name, f"{int(number):,}", f"{seconds:.3g}", f"{used:.3g}", verdict))
        section.records.append({"grids": name, "seconds": seconds, "processor seconds": used})
        if not is_right:
            section.wrong.append(f"{name}: {int(number):,} is not {published:,}")
        if name in GOALS:
            wanted = GOALS[name]
            words = f"<= {wanted:.0f} s", f"{seconds:.3g} s"
            section.goals.append(Goal(f"count grids of {name}", *words, seconds <= wanted))
    number = count_grids(LONG_SHAPE, time_limit=PATIENCE)
    left = "unknown" if number.left is None else number.left.text(lambda s: f"{s / 86400:.3g}")
    section.notes.append(
        f"{LONG_SHAPE}: {100 * (number.part or 0.0):.3g} % is done after {PATIENCE:.0f} s; "
        f"days left: {left}."
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    section.notes.append(f"Peak memory of this process: {peak:,.0f} MB.")
    return section
