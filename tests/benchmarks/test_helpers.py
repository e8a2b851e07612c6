"""The benchmarks' own helpers: what decides whether an answer is right, and the peers' input."""

import doctest
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from benchmarks import counting, report, sudoku_rate, variants
from benchmarks.csp_models import measure
from benchmarks.instances import Instance
from benchmarks.peers import Solver
from benchmarks.processes import Worker, WorkerError
from benchmarks.workers import grids, knuth

# The first puzzle of Norvig's top 95 and its solution.
PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
GRID = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"


@pytest.mark.parametrize("module", [measure, report, sudoku_rate, variants, grids, knuth])
def test_doctests(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


def test_is_solution_checks_clues_and_houses() -> None:
    assert sudoku_rate.is_solution(PUZZLE, GRID)
    swapped = GRID.translate(str.maketrans("12", "21"))  # a grid still, but not of these clues
    assert sudoku_rate.is_solution("." * 81, swapped)
    assert not sudoku_rate.is_solution(PUZZLE, swapped)
    for cell in (1, 40, 79):
        digit = "1" if GRID[cell] != "1" else "2"
        assert not sudoku_rate.is_solution(PUZZLE, GRID[:cell] + digit + GRID[cell + 1 :])


def test_a_grid_covers_every_item_once() -> None:
    cover = grids.clue_options(GRID)
    assert (grids.MATRIX[cover].sum(axis=0) == 1).all()
    assert grids.grid(cover) == GRID


def test_the_two_ways_to_state_clues_keep_the_solution() -> None:
    solution = set(grids.clue_options(GRID))
    rest = grids.rest(PUZZLE)
    assert solution == set(rest.clues) | (solution & set(rest.options))
    assert rest.matrix.shape == (len(rest.options), grids.N_ITEMS - 4 * len(rest.clues))
    assert solution <= set(grids.compatible(PUZZLE))
    assert len(np.unique(grids.compatible(PUZZLE) // 9)) == 81


Answer = dict[str, Any] | WorkerError


class Script(Worker):
    """Stands in for a worker: gives prepared answers and notes who was asked."""

    def __init__(self, name: str, log: list[str], answers: Iterable[Answer]) -> None:
        self.name, self.log, self.answers = name, log, iter(answers)

    def ask(self, command: str, *, patience: float, **arguments: object) -> dict[str, Any]:
        self.log.append(self.name)
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_turns_alternate_and_wrong_slow_or_unable_solvers_are_dropped() -> None:
    right = {"load": 0.5, "seconds": 1.0, "count": 92}
    log: list[str] = []
    scripts: dict[str, list[Answer]] = {
        "ours": [right, right, right],
        "liar": [right, right | {"count": 91}],
        "sloth": [WorkerError("> 1 s")],
        "unable": [{"unsupported": "colours"}],
    }
    solvers = [Solver(name, Script(name, log, script)) for name, script in scripts.items()]
    wrong: list[str] = []
    series = counting.alternate(solvers, Instance("queens8", 92), 3, 1.0, wrong)
    assert log == ["ours", "liar", "sloth", "unable", "liar", "ours", "ours"]
    assert len(series["ours"].samples) == 3
    assert (series["ours"].best(), series["ours"].total()) == (1.0, 1.5)
    assert [series[name].excuse for name in scripts] == ["", "wrong", "> 1 s", "-"]
    assert wrong == ["liar counts 91 solutions of queens8, not 92"]
