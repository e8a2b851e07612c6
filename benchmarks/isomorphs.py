"""Canonical forms a second, and whether all isomorphs of many puzzles have the same form."""

import time
from statistics import median

import numpy as np
from numpy.typing import NDArray

from benchmarks.batch import read_cells
from benchmarks.instances import DATA
from benchmarks.report import Goal, Section
from sudoku import canonical_batch, solve_batch

Cells = NDArray[np.uint8]

FILES = ("clues17.txt", "magictour.txt", "hardest1905.txt", "many_solutions.txt")
GRIDS_WANTED, PUZZLES_WANTED = 50_000, 10_000
"""The forms a second that are wanted on one core."""
N_ISOMORPHS = 1_000_000
"""The random isomorphs whose forms are compared with those of their puzzles."""
BLOCK = 50_000
SEED = 7


def measure(repeats: int) -> Section:
    """Time filled grids and puzzles on one core; compare the forms of a million isomorphs."""
    section = Section(
        f"Canonical forms a second on one core: best / median of {repeats}, in processor time",
        ("what", "number", "forms a second", "different"),
    )
    collections = {name: read_cells(DATA / "sudoku" / name) for name in FILES}
    canonical_batch(np.zeros((1, 81), dtype=np.uint8), workers=1)
    grids = solve_batch(collections["clues17.txt"])[0]
    for what, cells, wanted in (
        ("filled grids, solutions of clues17.txt", grids, GRIDS_WANTED),
        *((f"puzzles of {name}", cells, PUZZLES_WANTED) for name, cells in collections.items()),
    ):
        forms, rates = _timed(cells, repeats)
        best = max(rates)
        different = f"{len(np.unique(forms, axis=0)):,}"
        figures = f"{best:,.0f} / {median(rates):,.0f}"
        section.rows.append((what, f"{len(cells):,}", figures, different))
        section.records.append({"what": what, "rates": rates})
        section.goals.append(Goal(what, f">= {wanted:,}/s", f"{best:,.0f}/s", best >= wanted))
    puzzles = np.concatenate([grids, *collections.values()])
    n_wrong = _n_wrong(puzzles)
    section.notes.append(f"{N_ISOMORPHS:,} random isomorphs: {n_wrong} with another form.")
    if n_wrong:
        section.wrong.append(f"{n_wrong} isomorphs have other forms than their puzzles")
    return section


def _timed(cells: Cells, repeats: int) -> tuple[Cells, list[float]]:
    """Return the forms, and the forms a second in several runs."""
    rates = []
    for _ in range(repeats):
        start = time.process_time()
        forms = canonical_batch(cells, workers=1)
        rates.append(len(cells) / (time.process_time() - start))
    return forms, rates


def _n_wrong(puzzles: Cells) -> int:
    """Return how many random isomorphs have another form than their puzzles."""
    rng, forms = np.random.default_rng(SEED), canonical_batch(puzzles)
    n_wrong = 0
    for _ in range(N_ISOMORPHS // BLOCK):
        chosen = rng.integers(len(puzzles), size=BLOCK)
        others = canonical_batch(isomorphs(puzzles[chosen], rng))
        n_wrong += int((others != forms[chosen]).any(axis=1).sum())
    return n_wrong


def isomorphs(cells: Cells, rng: np.random.Generator) -> Cells:
    """Return a random isomorph of each 9x9 puzzle, made without the package.

    Examples
    --------
    >>> empty = np.zeros((2, 81), dtype=np.uint8)
    >>> (isomorphs(empty, np.random.default_rng(1)) == empty).all()
    np.True_
    """
    n = len(cells)
    rows, columns, each = _lines(n, rng), _lines(n, rng), np.arange(n)[:, None, None]
    boards = cells.reshape(n, 9, 9)[each, rows[:, :, None], columns[:, None, :]]
    flips = rng.random(n) < 0.5
    boards[flips] = boards[flips].transpose(0, 2, 1)
    names = np.zeros((n, 10), dtype=np.uint8)
    names[:, 1:] = rng.permuted(np.tile(np.arange(1, 10), (n, 1)), axis=1)
    return np.take_along_axis(names, boards.reshape(n, 81).astype(np.intp), axis=1)


def _lines(n: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return n random orders of nine lines that keep bands of three together."""
    groups = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
    inner = rng.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
    orders: NDArray[np.intp] = groups[:, :, None] * 3 + inner
    return orders.reshape(n, 9)
