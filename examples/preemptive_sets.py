"""Preemptive sets: m cells of a house that hold m digits between them, and no others.

The occupancy theorem: none of these digits is in any other cell of the house. A naked pair is a
preemptive set. A hidden set consists of k digits with only k places in a house: then all other
blank cells of the house form a preemptive set (J. F. Crook, Notices of the AMS, 2009).
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from pathlib import Path
from textwrap import fill

from sudoku import Explanation, Puzzle, explain, read_puzzles

Markup = tuple[frozenset[int], ...]
"""The candidates of each cell of a house."""

SINGLES = ("naked_single", "hidden_single")
NAKED = ("naked_pair", "naked_triple", "naked_quad")
HIDDEN = ("hidden_pair", "hidden_triple", "hidden_quad")


def preemptive_sets(markup: Markup) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
    """Yield the cells and digits of each preemptive set.

    >>> pair = frozenset({1, 2})
    >>> list(preemptive_sets((pair, pair, frozenset({1, 2, 3}))))
    [((0, 1), frozenset({1, 2})), ((0, 1, 2), frozenset({1, 2, 3}))]
    """
    for m in range(2, len(markup) + 1):
        for cells in combinations(range(len(markup)), m):
            digits = frozenset[int]().union(*(markup[cell] for cell in cells))
            if len(digits) == m:
                yield cells, digits


def check_theorem(n: int) -> tuple[int, int]:
    """Count the preemptive sets in all markups of n cells, and those that violate the theorem.

    >>> check_theorem(3)[1]
    0
    """
    digits = range(1, n + 1)
    marks = [frozenset(m) for k in digits for m in combinations(digits, k)]
    n_sets = n_failures = 0
    for markup in product(marks, repeat=n):
        fillings = [f for f in permutations(digits) if all(map(frozenset.__contains__, markup, f))]
        for cells, held in preemptive_sets(markup):
            outside = set(range(n)) - set(cells)
            n_sets += 1
            n_failures += any(filling[cell] in held for filling in fillings for cell in outside)
    return n_sets, n_failures


def complements(explanation: Explanation) -> Iterator[tuple[int, int]]:
    """Yield the sizes of each hidden set in an explanation, and of its complementary set."""
    for stage in explanation.stages:
        if stage.step.technique in HIDDEN:
            house = stage.board.puzzle.houses[stage.step.houses[0]].cells
            masks = [stage.board.candidates[c] for c in house if c not in stage.step.cells]
            cells = [mask for mask in masks if mask]
            held = 0
            for mask in cells:
                held |= mask
            assert held.bit_count() == len(cells), "they are no preemptive set"
            yield len(stage.step.digits), len(cells)


def main() -> None:
    """Check the theorem, and see how far preemptive sets go on hard puzzles."""
    for n in (2, 3, 4):
        print("{1:,} preemptive sets in houses of {0}: {2} failures".format(n, *check_theorem(n)))
    lines = (Path(__file__).parent / "data" / "top95.txt").read_text().splitlines()
    puzzles = [Puzzle(clues=grid) for _, grid in read_puzzles(lines)]
    names: tuple[str, ...] = ()
    for words, more in (("singles", SINGLES), ("naked sets", NAKED), ("hidden sets", HIDDEN)):
        names += more
        paths = [explain(puzzle, names) for puzzle in puzzles]
        solved = sum(path.end == "solved" for path in paths)
        print(f"{solved} of Norvig's {len(paths)} puzzles solved with {words}")
    n_hidden = sum(1 for path in paths for _ in complements(path))
    print(f"{n_hidden} hidden sets, each beside a preemptive set of all other cells")
    stage = next(s for path in paths for s in path.stages if s.step.technique == "naked_pair")
    print(fill(f"For example: {stage.words}", 78))


if __name__ == "__main__":
    main()
