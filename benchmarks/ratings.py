"""Compare our ratings of real puzzles with those of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean
from time import process_time

from benchmarks.instances import DATA
from benchmarks.report import Goal, Section
from sudoku import Puzzle, Rating
from sudoku.ratings.registry import scale

WITHIN = 0.501
"""The largest difference of high ratings of Sudoku Explainer, with a rounding error."""
HIGH = 6.5
QQWING = ("simple", "easy", "intermediate", "expert")


def measure() -> Section:
    """Rate the puzzles of each file."""
    section = Section(
        "Ratings that agree with other programs, one core",
        ("file", "puzzles", "equal", "within 0.5", "ms a puzzle"),
        notes=["se: ER; hodoku: the level, score; qqwing: the class of each file."],
    )
    _explainer(section)
    _hodoku(section)
    for level in QQWING:
        lines = _words(f"sudoku/qqwing_{level}.txt")
        found, seconds = _rate("qqwing", lines)
        equal = mean(rating.level == level for rating in found)
        _row(section, f"qqwing {level}", len(found), equal, None, seconds)
        _goal(section, f"qqwing {level}: classes equal", 1.0, equal)
    return section


def _explainer(section: Section) -> None:
    lines = _words("ratings/se.txt")
    found, seconds = _rate("se", lines)
    wanted = [float(line[1].split("/")[0]) for line in lines]
    apart = [
        (known, abs((rating.value or 0.0) - known))
        for rating, known in zip(found, wanted, strict=True)
    ]
    low = [gap for known, gap in apart if known < HIGH]
    high = [gap for known, gap in apart if known >= HIGH]
    for name, gaps in (("below", low), ("from", high)):
        equal, near = mean(gap < 0.01 for gap in gaps), mean(gap < WITHIN for gap in gaps)
        _row(section, f"se {name} {HIGH}", len(gaps), equal, near, seconds)
    _goal(section, f"se below {HIGH}: ER equal", 0.95, mean(gap < 0.01 for gap in low))
    _goal(section, f"se from {HIGH}: ER within 0.5", 0.8, mean(gap < WITHIN for gap in high))
    texts = mean(rating.text == line[1] for rating, line in zip(found, lines, strict=True))
    section.notes.append(f"se: ER, EP and ED all equal: {100 * texts:.1f} %.")


def _hodoku(section: Section) -> None:
    lines = _words("ratings/hodoku.txt")
    found, seconds = _rate("hodoku", lines)
    levels = mean(rating.level == line[2] for rating, line in zip(found, lines, strict=True))
    scores = mean(rating.value == float(line[1]) for rating, line in zip(found, lines, strict=True))
    _row(section, "hodoku", len(found), levels, None, seconds)
    section.notes.append(f"hodoku: scores equal: {100 * scores:.1f} %.")
    _goal(section, "hodoku: levels equal", 0.8, levels)


def _words(name: str) -> list[list[str]]:
    return [line.split() for line in (DATA / name).read_text().splitlines()]


def _rate(name: str, lines: Sequence[Sequence[str]]) -> tuple[list[Rating], float]:
    """Return the ratings, and the time for one."""
    rated = scale(name)
    puzzles = [Puzzle.from_text(line[0]) for line in lines]
    for puzzle in puzzles:
        rated.rate(puzzle)  # kernels are compiled
    start = process_time()
    found = [rated.rate(puzzle) for puzzle in puzzles]
    return found, (process_time() - start) / len(puzzles)


def _row(
    section: Section, name: str, n: int, equal: float, near: float | None, seconds: float
) -> None:
    shown = "" if near is None else f"{100 * near:.1f} %"
    section.rows.append((name, str(n), f"{100 * equal:.1f} %", shown, f"{1000 * seconds:.3g}"))
    section.records.append({"file": name, "puzzles": n, "equal": equal, "seconds": seconds})


def _goal(section: Section, what: str, wanted: float, share: float) -> None:
    words = f">= {100 * wanted:.0f} %", f"{100 * share:.1f} %"
    section.goals.append(Goal(what, *words, share >= wanted))
