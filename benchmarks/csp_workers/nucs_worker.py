"""The peer NuCS: its own models and settings where it has them among its examples."""

import logging
from collections.abc import Callable
from typing import Any

from nucs.examples.all_interval_series.all_interval_series_problem import (  # type: ignore[import-not-found]
    AllIntervalSeriesProblem,
)
from nucs.examples.bibd.bibd_problem import BIBDProblem  # type: ignore[import-not-found]
from nucs.examples.golomb.golomb_problem import (  # type: ignore[import-not-found]
    GolombProblem,
    golomb_consistency_algorithm,
)
from nucs.examples.knapsack.knapsack_problem import KnapsackProblem  # type: ignore[import-not-found]
from nucs.examples.langford.langford_problem import LangfordProblem  # type: ignore[import-not-found]
from nucs.examples.magic_sequence.magic_sequence_problem import (  # type: ignore[import-not-found]
    MagicSequenceProblem,
)
from nucs.examples.magic_square.magic_square_problem import (  # type: ignore[import-not-found]
    MagicSquareProblem,
)
from nucs.examples.quasigroup.quasigroup_problem import (  # type: ignore[import-not-found]
    QuasigroupProblem,
)
from nucs.examples.queens.queens_problem import QueensProblem  # type: ignore[import-not-found]
from nucs.heuristics.heuristics import (  # type: ignore[import-not-found]
    DOM_HEURISTIC_MAX_VALUE,
    VAR_HEURISTIC_SMALLEST_DOMAIN,
)
from nucs.problems.latin_square_problem import LatinSquareProblem  # type: ignore[import-not-found]
from nucs.propagators.propagators import (  # type: ignore[import-not-found]
    ALG_ALLDIFFERENT,
    ALG_SUM_EQ_C,
)
from nucs.solvers.backtrack_solver import BacktrackSolver  # type: ignore[import-not-found]
from nucs.solvers.consistency_algorithms import (  # type: ignore[import-not-found]
    register_consistency_algorithm,
)

from benchmarks.csp_workers.protocol import main

Answer = Callable[[], int | None]
SMALLEST = {"var_heuristic": VAR_HEURISTIC_SMALLEST_DOMAIN}


def counting(problem: Any, **settings: Any) -> Answer:
    """Count all solutions, one by one: there is no other way."""
    return lambda: sum(1 for _ in BacktrackSolver(problem, **settings).solve())


def first(problem: Any, **settings: Any) -> Answer:
    """Find one solution."""
    return lambda: 1 if next(BacktrackSolver(problem, **settings).solve(), None) is not None else 0


def golomb(n: int) -> Answer:
    """Use the pruning written for this very problem, as the example does."""
    problem = GolombProblem(n)
    algorithm = register_consistency_algorithm(golomb_consistency_algorithm)
    place = problem.length_idx
    return lambda: int(
        BacktrackSolver(problem, consistency_algorithm=algorithm).minimize(place)[place]
    )


def sudoku_problem(rows: list[list[int]]) -> Any:
    """Return a Latin square with boxes."""
    n, side = len(rows), round(len(rows) ** 0.5)
    problem = LatinSquareProblem(range(1, n + 1), rows)
    for r in range(0, n, side):
        for c in range(0, n, side):
            box = [n * (r + i) + c + j for i in range(side) for j in range(side)]
            problem.add_propagator(ALG_ALLDIFFERENT, box)
    return problem


def killer(cages: list[tuple[int, list[int]]]) -> Answer:
    """State a sudoku with cages."""
    problem = sudoku_problem([[0] * 9] * 9)
    for total, cells in cages:
        if len(cells) > 1:
            problem.add_propagator(ALG_ALLDIFFERENT, cells)
        problem.add_propagator(ALG_SUM_EQ_C, cells, [total])
    return counting(problem, **SMALLEST)


def quasigroup(kind: int, n: int) -> Answer:
    """Choose the smallest domain: far quicker than the halving of the example."""
    settings = {"decision_variables": range(n * n), **SMALLEST}
    return counting(QuasigroupProblem(kind, n, True, True), **settings)


def knapsack(values: list[int], weights: list[int], capacity: int) -> Answer:
    """In NuCS's example weights are what is maximised, and volumes what is limited."""
    problem = KnapsackProblem({"weights": values, "volumes": weights, "capacity": capacity})
    place = problem.weight
    settings = {"dom_heuristic": DOM_HEURISTIC_MAX_VALUE}
    return lambda: int(BacktrackSolver(problem, **settings).maximize(place)[place])


def langford(k: int, n: int) -> Answer:
    """Choose the smallest domain and the greatest value, as the example does."""
    return counting(LangfordProblem(k, n), dom_heuristic=DOM_HEURISTIC_MAX_VALUE, **SMALLEST)


if __name__ == "__main__":
    logging.disable(logging.INFO)
    main(
        {
            "queens": lambda n: counting(QueensProblem(n)),
            "queens_first": lambda n: first(QueensProblem(n), **SMALLEST),
            "magic_square": lambda n: counting(MagicSquareProblem(n), **SMALLEST),
            "magic_sequence": lambda n: counting(MagicSequenceProblem(n)),
            "golomb": golomb,
            "all_interval": lambda n: counting(
                AllIntervalSeriesProblem(n, True), decision_variables=range(n)
            ),
            "langford": langford,
            "bibd": lambda *size: counting(BIBDProblem(*size)),
            "quasigroup": quasigroup,
            "sudoku": lambda rows: counting(sudoku_problem(rows), **SMALLEST),
            "holes": lambda rows: first(LatinSquareProblem(range(len(rows)), rows), **SMALLEST),
            "killer": killer,
            "knapsack": knapsack,
        }
    )
