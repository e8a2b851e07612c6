"""Thrashing: how much work backtracking repeats, and what looking back or ahead saves.

References
----------
T. Morgans, "Automatic puzzle solving" (2020), section 3.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import mean, median

from sudoku.papers.norvig import top95
from sudoku.papers.study import Chart, Series, Settings, Study, Table, best_of, milliseconds
from sudoku.verbs.solve import count

N_PUZZLES = 20
METHODS = {
    "backtracking": "cells in reading order",
    "backjumping": "looks back alone: jumps to the last cell that is to blame",
    "dancing_cells": "the item with the fewest options first",
    "propagation": "looks ahead: eliminates candidates after each value",
    "learning": "looks back: learns a clause from each conflict, and jumps back",
    "csp": "looks ahead by propagators; nogoods at restarts",
}
"""The solvers, and what each does against thrashing."""


def run(settings: Settings) -> Iterator[Table]:
    """Prove that hard puzzles have one solution, by each method."""
    puzzles = top95()[: settings.n or N_PUZZLES]
    rows, nodes_of, times_of = [], dict[str, list[int]](), dict[str, list[float]]()
    for method, words in METHODS.items():
        count(puzzles[0], limit=2, method=method, max_nodes=1)  # compiles the kernels
        measured = [best_of(1, partial(count, each, limit=2, method=method)) for each in puzzles]
        nodes = nodes_of[method] = sorted(found.statistics.nodes for _, found in measured)
        times = times_of[method] = sorted(1000 * seconds for seconds, _ in measured)
        ratio = f"{max(nodes) / max(1, median(nodes)):.1f}"
        rows.append(
            (
                method,
                words,
                f"{median(nodes):,.0f}",
                max(nodes),
                ratio,
                milliseconds(median(times) / 1000),
                milliseconds(max(times) / 1000),
                milliseconds(mean(times) / 1000),
            )
        )
    order = list(range(1, len(puzzles) + 1))
    label = "puzzles, by the work that they take"
    yield Table(
        f"The first {len(puzzles)} of Norvig's 95: work to check formity",
        (
            "solver", "against thrashing", "nodes, median", "most", "most / median",
            "ms, median", "most", "mean",
        ),
        rows,
        (
            "Nodes are placements of backtracking, values tried of propagation, conflicts and",
            "decisions of the others: compare their growth, and compare methods by time.",
        ),
        (
            Chart(
                "Nodes", label, "nodes",
                tuple(Series(name, order, nodes, "line") for name, nodes in nodes_of.items()),
                is_log=True,
            ),
            Chart(
                "Time", label, "ms to check formity",
                tuple(Series(name, order, times, "line") for name, times in times_of.items()),
                is_log=True,
            ),
        ),
    )  # fmt: skip


STUDY = Study(
    "Thrashing of backtracking, and what looking back or ahead saves (Morgans 2020, section 3.1)",
    f"puzzles, the first of Norvig's 95; {N_PUZZLES} by default",
    run,
    frozenset(),
)
"""The study."""
