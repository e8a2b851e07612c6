"""Models that PyCSP3 writes in XCSP3 have the solutions that brute force finds."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from csp import from_xcsp3

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pycsp3") is None, reason="pycsp3 is not installed"),
]


class Case(NamedTuple):
    """A model on variables with the same values, and what it says.

    Attributes
    ----------
    n
        The number of variables `x`.
    values
        The values of each.
    model
        The constraints and the objective, as PyCSP3 has them.
    holds
        Whether values are a solution.
    cost
        What the objective is, or None; it is to be least.
    """

    n: int
    values: Sequence[int]
    model: str
    holds: Callable[..., Any]
    cost: Callable[..., int] | None = None


def differ(values: Sequence[int]) -> bool:
    return len(set(values)) == len(values)


CASES = {
    "queens": Case(
        5,
        range(5),
        "satisfy(AllDifferent(x), AllDifferent(x[i] + i for i in range(5)), "
        "AllDifferent(x[i] - i for i in range(5)))",
        lambda *x: all(differ([v + s * i for i, v in enumerate(x)]) for s in (-1, 0, 1)),
    ),
    "sums": Case(
        4,
        range(-1, 4),
        "satisfy(Sum(x) == 5, x * [1, -2, 3, 1] >= 4)",
        lambda a, b, c, d: a + b + c + d == 5 and a - 2 * b + 3 * c + d >= 4,
    ),
    "terms": Case(
        3,
        range(5),
        "satisfy(abs(x[0] - x[1]) > 1, (x[0] * x[1]) % 3 == 1, (x[1] < x[2]) | (x[2] == 0))",
        lambda a, b, c: abs(a - b) > 1 and a * b % 3 == 1 and (b < c or c == 0),
    ),
    "tables": Case(
        3,
        range(4),
        "satisfy(x in {(0, 1, 2), (1, 1, 3), (3, 2, ANY)}, (x[0], x[2]) not in {(3, 3)})",
        lambda a, b, c: (
            ((a, b, c) in {(0, 1, 2), (1, 1, 3)} or (a, b) == (3, 2)) and (a, c) != (3, 3)
        ),
    ),
    "automaton": Case(
        5,
        range(2),
        'satisfy(x in Automaton(start="a", final="b", transitions=[("a", 0, "a"), ("a", 1, "b"), '
        '("b", 0, "a")]))',
        lambda *x: x[-1] == 1 and all(not (one and other) for one, other in pairwise(x)),
    ),
    "counts": Case(
        4,
        range(3),
        "satisfy(Count(x, value=1) == 2, NValues(x) > 1, Count(x, values=[0, 2]) >= x[0])",
        lambda *x: x.count(1) == 2 and len(set(x)) > 1 and 4 - x.count(1) >= x[0],
    ),
    "cardinality": Case(
        4,
        range(3),
        "satisfy(Cardinality(x, occurrences={0: 1, 1: range(1, 3), 2: range(3)}))",
        lambda *x: x.count(0) == 1 and 1 <= x.count(1) <= 2 and x.count(2) <= 2,
    ),
    "order": Case(
        4,
        range(4),
        "satisfy(Increasing(x), LexIncreasing(x[:2], x[2:], strict=True))",
        lambda *x: list(x) == sorted(x) and x[:2] < x[2:],
    ),
    "extremes": Case(
        3,
        range(5),
        "satisfy(Maximum(x) - Minimum(x) == 3, Maximum(x[0], x[1]) < 4)",
        lambda *x: max(x) - min(x) == 3 and max(x[:2]) < 4,
    ),
    "elements": Case(
        3,
        range(4),
        "satisfy(cp_array([3, 1, 0, 2])[x[0]] == x[1], x[x[0] % 3] >= 2)",
        lambda a, b, c: [3, 1, 0, 2][a] == b and (a, b, c)[a % 3] >= 2,
    ),
    "channel": Case(
        3,
        range(3),
        "satisfy(Channel(x), x[0] != 0)",
        lambda *x: x[0] != 0 and all(x[x[i]] == i for i in range(3)),
    ),
    "circuit": Case(
        4,
        range(4),
        "satisfy(Circuit(x), AllDifferent(x), [x[i] != i for i in range(4)])",
        lambda *x: differ(x) and len({0, x[0], x[x[0]], x[x[x[0]]]}) == 4,
    ),
    "tasks": Case(
        3,
        range(5),
        "satisfy(NoOverlap(origins=x[:2], lengths=[2, 3]), "
        "Cumulative(origins=x, lengths=[2, 3, 1], heights=[1, 1, 2]) <= 2)\n"
        "minimize(Maximum(x[0] + 2, x[1] + 3, x[2] + 1))",
        lambda a, b, c: (
            (a + 2 <= b or b + 3 <= a)
            and all(
                (a <= t < a + 2) + (b <= t < b + 3) + 2 * (c <= t < c + 1) <= 2 for t in range(9)
            )
        ),
        lambda a, b, c: max(a + 2, b + 3, c + 1),
    ),
    "knapsack": Case(
        4,
        range(3),
        "satisfy(x * [3, 4, 5, 2] <= 11, Sum(x) >= 2)\n"
        "minimize(Sum(x[i] * (i - 2) for i in range(4)))",
        lambda a, b, c, d: 3 * a + 4 * b + 5 * c + 2 * d <= 11 and a + b + c + d >= 2,
        lambda a, b, c, d: -2 * a - b + d,
    ),
    "no solution": Case(3, range(2), "satisfy(AllDifferent(x))", lambda *x: differ(x)),
}


@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_brute_force(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    first, end = case.values[0], case.values[-1] + 1
    script = tmp_path / "model.py"
    script.write_text(
        "from pycsp3 import *\n"
        f"x = VarArray(size={case.n}, dom=range({first}, {end}))\n{case.model}\n",
        encoding="utf-8",
    )
    made = subprocess.run(
        [sys.executable, script.name],
        cwd=tmp_path,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    instance = from_xcsp3((tmp_path / "model.xml").read_bytes())
    x = instance.variables["x"]
    expected = {row for row in product(case.values, repeat=case.n) if case.holds(*row)}
    assert {tuple(map(int, s[x])) for s in instance.model.solutions()} == expected
    if case.cost is None:
        assert instance.objective is None
    else:
        best = instance.model.minimize(instance.objective)
        assert best.value == min(case.cost(*row) for row in expected)
