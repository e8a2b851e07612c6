"""The area `shifted`: a case is a model far from 0, asked in some ways."""

from __future__ import annotations

from tests.csp.shifted.checks import Wrong, checked, drawn
from tests.csp.shifted.families import FAMILIES
from tests.fuzz.finding import Finding

N_CHECKS = 6


def run(seed: int) -> None:
    """Compare a model around some origins with that around 0; raise `Finding` if one differs."""
    name = [*FAMILIES][seed % len(FAMILIES)]
    for origin, check in drawn(seed, name, N_CHECKS):
        try:
            checked(seed, name, origin, check)
        except Wrong as wrong:
            raise Finding(str(wrong)) from wrong
