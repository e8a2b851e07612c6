"""Which engine a problem is given to, by its shape."""

import subprocess
import sys
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from exactcover import Problem
from exactcover.portfolio.schedule import Task, first_branch, prefers_masks
from exactcover.portfolio.searching import searching
from exactcover.runtime.portfolio.schedule import TimeSlice
from exactcover.runtime.search.goal import Goal

INSTANCES = Path(__file__).parents[4] / "shared" / "data" / "exactcover"


@pytest.mark.parametrize(
    ("name", "is_preferred"),
    [
        *((name, True) for name in ("langford12", "latin5", "pent6x10", "queens12", "soma")),
        *((name, True) for name in ("pent8x8c", "sudoku16", "wordsq700", "qwh12_80")),
        ("qwh30_380", False),
        ("d3x_grid33", False),
    ],
)
def test_masks_are_preferred_where_they_are_faster(name: str, is_preferred: bool) -> None:
    path = INSTANCES / f"{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    assert prefers_masks(Problem.read(path))[0] == is_preferred


def test_the_first_branch_of_word_squares_is_dear() -> None:
    """700 words fit in the first row, and each clashes with most of the others."""
    path = INSTANCES / "wordsq700.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    assert first_branch(Problem.read(path)) > 10**6


def _grid(side: int) -> Problem:
    """Return a problem of as many options as items have, few of which meet."""
    return Problem([[(r, c), (r, (c + 1) % side)] for r, c in product(range(side), range(side))])


def test_a_search_that_gives_up_at_once_has_no_second_slice() -> None:
    problem = _grid(4)
    state = SimpleNamespace(solutions=0, gave_up=False, chosen=[])
    task = Task(problem, problem.links, Goal.FEW, cast(Any, state))
    schedule = searching(task, "dancing_cells", "")
    names: list[str] = []
    answer = None
    while len(names) < 8:
        turn = schedule.send(answer)
        answer = None if isinstance(turn, TimeSlice) else turn()
        if isinstance(turn, TimeSlice):
            names.append(turn.engine)
            state.gave_up = turn.engine == "dancing_cells"
    assert names[:3] == ["dancing_cells", "masks", "learning"]
    assert "masks" in names[3:]
    assert "dancing_cells" not in names[3:]


def test_sparse_problems_and_those_that_masks_refuse_do_not_suit() -> None:
    assert prefers_masks(_grid(4))[0]
    is_preferred, why = prefers_masks(_grid(40))
    assert not is_preferred
    assert why == "an option hides some 4 nodes, a row of masks has 3200 bytes"
    assert prefers_masks(Problem([], ["p"])) == (False, "no masks: there are no options")
    bounded = Problem([["p", "q"], ["p"], ["q"]], bounds={"p": (0, 1)})
    assert prefers_masks(bounded) == (
        False,
        "an option hides some 1 nodes, a row of masks has 64 bytes",
    )
    is_preferred, why = prefers_masks(_grid(160))
    assert not is_preferred
    assert why.startswith("no masks: its table would take ")


def test_is_known_without_numba() -> None:
    code = (
        "import sys; from exactcover import Problem; "
        "from exactcover.portfolio.schedule import prefers_masks; "
        "prefers_masks(Problem([['p'], ['p', 'q']])); assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
