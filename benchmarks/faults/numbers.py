"""Models whose numbers are moved to where those of 64 bits, or of floating point, end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from sys import path

from benchmarks.faults.attempts import DONE, Outcome, Tally

TIMES, QUICK = 5000, 20
"""The numbers of models."""
N_CHECKS = 6
"""How often each model is asked, by some verb and method around some origin."""


def measure(*, is_quick: bool = False) -> list[Tally]:
    """Move models to large numbers, and ask them in many ways."""
    root = str(Path(__file__).parents[2])
    if root not in path:
        path.insert(0, root)  # the models are those of the tests
    from tests.csp.shifted.checks import POWERS, Wrong, checked, drawn
    from tests.csp.shifted.families import FAMILIES

    rows: dict[int, Tally] = {}
    for seed in range(QUICK if is_quick else TIMES):
        name = [*FAMILIES][seed % len(FAMILIES)]
        for origin, check in drawn(seed, name, N_CHECKS):
            bits = min(POWERS, key=lambda each: abs((1 << each) - abs(origin)))
            row = rows.setdefault(bits, Tally(f"values near 2^{bits} or -2^{bits}", WHAT))
            try:
                refused = checked(seed, name, origin, check)
            except Wrong as wrong:
                row.note(Outcome(str(wrong), is_clear=False))
            else:
                row.note(Outcome(DONE if refused is None else in_short(refused), is_clear=True))
    return [rows[bits] for bits in sorted(rows)]


WHAT = "a model of each constraint, by every verb and method of `csp`"


def in_short(refusal: str) -> str:
    """Return the message of an error without its numbers and names, so that like errors are equal.

    >>> in_short("a value of x0 is 9223372036854775807: it must be below 2**62, and above -2**62")
    'ModelError: ... it must be below 2**62, and above -2**62'
    """
    said: Iterable[str] = re.findall(
        r"may overflow|it must be below 2\*\*62, and above -2\*\*62|at most \d+ [^,;]*"
        r"|more than 2\^40 values|the linear relaxation has no columns",
        refusal,
    )
    return "ModelError: ... " + next(iter(said), refusal)
