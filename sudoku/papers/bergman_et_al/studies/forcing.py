"""Which techniques generation can force: the first puzzle that uses each of the 21.

References
----------
I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), section 7, "Future
work": algorithms that can force the use of certain techniques.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from sudoku.generation.generate import generate
from sudoku.papers.study import Chart, Series, Settings, Study, Table, percent
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.bergman import TECHNIQUES
from sudoku.ratings.ladder import Ladder

N_PUZZLES = 4000
WITHOUT_CHAINS = [name for name, worth in TECHNIQUES.items() if worth < 7 or worth == 10]
"""Anti-Nishio right behind the cheap techniques: Nishio, if tried before, leaves it nothing."""


class Use(NamedTuple):
    """The use of one technique in a list of puzzles: how often, and where first."""

    n_puzzles: int
    first: int
    seconds: float
    puzzle: Puzzle


def run(settings: Settings) -> Iterator[Table]:
    """Make puzzles, solve them by the techniques of the paper, and note the first of each."""
    n = settings.n or N_PUZZLES
    uses = uses_of(list(TECHNIQUES), n, settings.seed)
    rest = uses_of(WITHOUT_CHAINS, max(1, n // 4), settings.seed)
    rows = [_row(name, uses.get(name), n) for name in TECHNIQUES]
    if "anti_nishio" in rest:
        rows.append(_row("anti_nishio", rest["anti_nishio"], max(1, n // 4), " (without chains)"))
    shares = [100 * uses[name].n_puzzles / n if name in uses else 0.0 for name in TECHNIQUES]
    chart = Chart(
        "Techniques that the paper's ladder uses",
        "technique",
        "minimal puzzles, %",
        (Series("used", list(TECHNIQUES), shares),),
    )
    yield Table(
        f"The first of {n:,} minimal puzzles that uses each technique, one core",
        ("technique", "worth", "puzzles", "share", "first", "seconds", "an example"),
        rows,
        (
            "A technique is used where all that come before it in the ladder find nothing.",
            "`sudoku generate --technique` asks for more: it tries all techniques of this library",
            "that come before, and the puzzle must be solved with the technique.",
        ),
        (chart,),
    )


def uses_of(names: list[str], n: int, seed: int) -> dict[str, Use]:
    """Return the use of techniques in random minimal puzzles, by name."""
    ladder, uses = Ladder(names), dict[str, Use]()
    puzzles = generate(n, seed=seed, workers=1)
    start = perf_counter()
    for number, puzzle in enumerate(puzzles, 1):
        for name in ladder.climb(puzzle).counts:
            before = uses.get(name)
            if before is None:
                uses[name] = Use(1, number, perf_counter() - start, puzzle)
            else:
                uses[name] = before._replace(n_puzzles=before.n_puzzles + 1)
    return uses


def _row(name: str, use: Use | None, n: int, remark: str = "") -> tuple[object, ...]:
    worth = TECHNIQUES[name]
    if use is None:
        return name + remark, worth, 0, percent(0, n), "-", "-", "-"
    share = f"{100 * use.n_puzzles / n:.2f} %"
    example = use.puzzle.grid.to_line()
    return name + remark, worth, use.n_puzzles, share, use.first, f"{use.seconds:.1f}", example


STUDY = Study(
    "Techniques that generation can force: the first puzzle that uses each (Bergman et al. 2023)",
    f"minimal puzzles that are solved by techniques; {N_PUZZLES:,} by default",
    run,
)
"""The study."""
