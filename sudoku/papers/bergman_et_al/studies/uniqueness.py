"""Whether techniques that assume one solution can be replaced by others.

References
----------
I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), sections 4.1 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku.generation.generate import generate
from sudoku.papers.study import Chart, Series, Settings, Study, Table, percent
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.bergman import TECHNIQUES
from sudoku.techniques.climb import Climber
from sudoku.techniques.finders import pick
from sudoku.techniques.registry import TECHNIQUES as ALL
from sudoku.techniques.step import Step

N_PUZZLES = 200
EASY = [name for name, worth in TECHNIQUES.items() if worth <= 1.5]
"""The techniques that lead to the position where uniqueness is tried: singles, pairs, lines."""
LADDERS = {
    "by the paper's techniques": list(TECHNIQUES),
    "by all of ours": [each.name for each in ALL.ladder if not each.assumes_unique],
}
"""The techniques that are to come to the same conclusions without the assumption."""

Uses = dict[str, list[dict[str, bool]]]
"""For each technique, and each of its steps, whether each ladder replaces the step."""


def run(settings: Settings) -> Iterator[Table]:
    """Find steps that assume one solution, and look for the same conclusions without them."""
    n = settings.n or N_PUZZLES
    uses: Uses = {each.name: [] for each in ALL.ladder if each.assumes_unique}
    for puzzle in generate(n, seed=settings.seed, workers=1):
        for name, replaced in examine(puzzle):
            uses[name].append(replaced)
    found = {name: steps for name, steps in uses.items() if steps}
    rows = [
        (
            name,
            len(steps),
            *(percent(sum(step[words] for step in steps), len(steps)) for words in LADDERS),
        )
        for name, steps in uses.items()
    ]
    total = [step for steps in uses.values() for step in steps]
    shares = (percent(sum(step[words] for step in total), len(total)) for words in LADDERS)
    rows.append(("all", len(total), *shares))
    series = tuple(
        Series(
            words,
            list(found),
            [100 * sum(step[words] for step in steps) / len(steps) for steps in found.values()],
        )
        for words in LADDERS
    )
    yield Table(
        f"Steps that assume one solution in {n} minimal puzzles, and how many are replaced",
        ("technique", "steps", *LADDERS),
        rows,
        (
            "Each step is taken at the position where singles, subsets and locked candidates get",
            "stuck. It is replaced if the techniques come to all that it concludes in the end.",
        ),
        (Chart("Uniqueness techniques", "technique", "steps replaced, %", series),),
    )


def examine(puzzle: Puzzle) -> Iterator[tuple[str, dict[str, bool]]]:
    """Yield each technique that assumes one solution and finds a step, and what replaces it."""
    climber = _climbed(puzzle, EASY)
    steps = [
        (each.name, step)
        for each in ALL.ladder
        if each.assumes_unique and not climber.is_over()
        for step in climber.steps(each)
    ]
    if not steps:
        return
    ends = {words: _climbed(puzzle, [*EASY, *names]) for words, names in LADDERS.items()}
    for name, step in steps:
        yield name, {words: _concludes(end, step) for words, end in ends.items()}


def _climbed(puzzle: Puzzle, names: list[str]) -> Climber:
    """Return the position where these techniques get stuck."""
    climber = Climber(puzzle)
    climber.count(pick(dict.fromkeys(names)))
    return climber


def _concludes(climber: Climber, step: Step) -> bool:
    """Return whether a position has all that a step places and eliminates."""
    tables = climber.tables
    return all(tables.grid[cell] == digit for cell, digit in step.placements) and all(
        tables.grid[cell] != digit and int(tables.cand[cell]) >> digit - 1 & 1 == 0
        for cell, digit in step.eliminations
    )


STUDY = Study(
    "Whether techniques that assume one solution can be replaced (Bergman et al. 2023)",
    f"minimal puzzles; {N_PUZZLES} by default",
    run,
)
"""The study."""
