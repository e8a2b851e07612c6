"""Four variants: a killer without clues, a samurai, chess moves, and a user-defined rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sudoku import Classic, Grid, Grids, Killer, Puzzle, Rule, Shape, formity, generate, rule


@dataclass(frozen=True)
class Falling(Rule):
    """The digits of the rising diagonal fall from the lower left, or stay."""

    name = "falling"
    summary = "The digits of the rising diagonal fall from the lower left, or stay."

    def exclusions(self, shape: Shape) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield the excluded pairs: on a step up the diagonal, a higher digit after a lower one."""
        line = [shape.cell(i, shape.n - 1 - i) for i in reversed(range(shape.n))]
        for one, other in pairwise(line):
            for low in range(1, shape.n):
                for high in range(low + 1, shape.n + 1):
                    yield (one, low), (other, high)


def killer(seed: int, shape: Shape = Shape(3, 3)) -> Puzzle:  # noqa: B008
    """Return a killer without clues: draw cages in a random grid until the solution is unique."""
    rng = np.random.default_rng(seed)
    (made,) = generate(1, shape=shape, seed=rng)
    grid = made.solve().get()
    while True:
        puzzle = Puzzle(shape, [Classic(), Killer(list(cages(grid, rng)))])
        if formity(puzzle, max_nodes=10_000) == "one":
            return puzzle


def cages(grid: Grid, rng: np.random.Generator) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield cages of up to four cells, found by random walks, each with its sum."""
    n = grid.shape.n
    free = {(i, j) for i in range(n) for j in range(n)}
    while free:
        cage = [min(free)]
        while len(cage) < rng.integers(2, 5):
            i, j = cage[-1]
            ahead = free.intersection({(i, j + 1), (i + 1, j), (i, j - 1)}) - set(cage)
            ahead = {place for place in ahead if grid[place] not in [grid[c] for c in cage]}
            if not ahead:
                break
            cage.append(sorted(ahead)[rng.integers(len(ahead))])
        free -= set(cage)
        yield sum(grid[place] for place in cage), cage


def samurai(seed: int) -> Puzzle:
    """Return a puzzle on five grids that share their corners."""
    (puzzle,) = generate(1, shape=Grids("samurai"), seed=seed)
    return puzzle


def miracle() -> Puzzle:
    """Return the puzzle by Mitchell Lee (2020) that has two clues."""
    rules = [Classic(), rule("anti_knight"), rule("anti_king"), rule("non_consecutive")]
    return Puzzle(Shape(3, 3), rules, {(4, 2): 1, (5, 6): 2})


def own_rule() -> Puzzle:
    """Return an empty 4 x 4 board with a user-defined rule."""
    return Puzzle(Shape(2, 2), [Classic(), Falling()])


def main() -> None:
    """Print each with its solution."""
    for title, puzzle in (
        ("A killer", killer(seed=1)),
        ("A samurai", samurai(seed=1)),
        ("Two clues", miracle()),
    ):
        print(f"{title}, {puzzle.n_clues} clues:\n{puzzle.solve().get()}\n")
    print(f"A rule of one's own leaves {own_rule().count()} of 288 grids.")


if __name__ == "__main__":
    main()
