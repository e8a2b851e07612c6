"""Each technique alone finds what HoDoKu's regression library says it does."""

from collections import Counter
from pathlib import Path

from sudoku.techniques.library import verify

MISSING: Counter[str] = Counter()
"""How many cases of a code are known to fail; see there why."""


def test_cases(data: Path) -> None:
    tallies = verify((data / "techniques" / "reglib.txt").read_text().splitlines())
    failed = {code: tally.n_cases - tally.n_passed for code, tally in tallies.items()}
    assert {code: n for code, n in failed.items() if n and tallies[code].names} == MISSING
