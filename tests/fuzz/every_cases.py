"""The area `every`: a case is a small problem, with every verb, every engine and every feature.

The area `cover` draws a few checks for each problem instead; it has more and larger problems in the
same time. Here the solutions by brute force are found once for all checks, and nothing runs in
other processes.
"""

from __future__ import annotations

from random import Random

from tests.fuzz.cover_cases import ALL, examine
from tests.fuzz.covers import draw

ON_DISK = ("writes", "resumes", "parallel_verbs")
"""Checks that take longer than all others together: a case has one of them at most."""
MOST_OPTIONS = 7


def run(seed: int) -> None:
    """Draw a problem and check it; raise `Finding` with a smaller one if a check fails."""
    rng = Random(seed)
    drawn = draw(rng, MOST_OPTIONS)
    on_disk = {rng.choice(ON_DISK)} if rng.random() < 0.05 else set()
    examine(drawn, [name for name in ALL if name not in ON_DISK or name in on_disk], seed)
