"""Random instances and large boards, in one process; a line of JSON for each.

Quasigroups with holes are those of `benchmarks.csp_instances`, of the seeds 0 to 19. A board for
200 queens has ten of them already, at random places where none attacks another. Boards of 25x25 are
those of ../shared/data/large, and ten dug ones: a search in random order fills a board, and then
all cells except 290, chosen at random, are emptied.
"""

import json
from collections.abc import Iterator
from functools import partial
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.csp_instances import DATA, quasigroup_with_holes
from benchmarks.csp_workers.ours import holes_model, queens_model, sudoku_model
from csp import Model
from sudoku import Puzzle

SEEDS, DUG, CLUES, PLACED = 20, 10, 290, 10
WARM = 99
"""The seed of the first instance, which is not timed, because it may compile."""
PATIENCE = 30.0


class Case(NamedTuple):
    """A model to solve; `limit` is the most solutions to find."""

    kind: str
    name: str
    state: Any
    limit: int


def cases() -> Iterator[Case]:
    """Yield all cases; the first case of each kind is not timed."""
    for n in (25, 30):
        for seed in (WARM, *range(SEEDS)):
            rows = quasigroup_with_holes(n, seed)
            yield Case(f"holes {n}", str(seed), partial(holes_model, rows), 1)
    for seed in (WARM, *range(SEEDS)):
        yield Case("queens 200", str(seed), partial(queens_with_some, 200, seed), 1)
    for seed in (WARM, *range(DUG)):
        yield Case("25x25 dug", str(seed), partial(sudoku_model, dug(seed)), 2)
    for path in sorted((DATA / "large").glob("*25x25*")):
        clues = np.array(Puzzle.from_text(path.read_text()).grid.cells).reshape(25, 25)
        yield Case("25x25", path.stem, partial(sudoku_model, clues.tolist()), 2)


def queens_with_some(n: int, seed: int) -> Model:
    """State n queens, some of which are placed already."""
    random, model = Random(seed), queens_model(n)
    placed: list[tuple[int, int]] = []
    for column in random.sample(range(n), PLACED):
        taken = {s + k * abs(column - c) for c, s in placed for k in (-1, 0, 1)}
        placed.append((column, random.choice([row for row in range(n) if row not in taken])))
    model.post(model.unknowns[column] == row for column, row in placed)
    return model


def dug(seed: int) -> list[list[int]]:
    """Return the rows of a random board with `CLUES` clues."""
    model = sudoku_model([[0] * 25] * 25)
    clues = model.solve(seed=seed).get()[model.unknowns]
    clues[np.random.default_rng(seed).permutation(625)[CLUES:]] = 0
    rows: list[list[int]] = clues.reshape(25, 25).tolist()
    return rows


def main() -> None:
    """Solve all cases and print a report of each, except the first case of each kind.

    The first case is also solved by clause learning, to compile or load its kernels.
    """
    for case in cases():
        if case.name == str(WARM):
            case.state().to_exact_cover().problem.solve(method="learning", time_limit=1.0)
        start = process_time()
        model = case.state()
        search = model.solutions(limit=case.limit, time_limit=PATIENCE)
        found = list(search)
        report = {
            "kind": case.kind,
            "name": case.name,
            "seconds": process_time() - start,
            "solutions": len(found),
            "decided": search.complete or len(found) == case.limit,
        }
        for solution in found:
            assert all(constraint.holds(solution.__getitem__) for constraint in model.constraints)
        if case.name != str(WARM):
            print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
