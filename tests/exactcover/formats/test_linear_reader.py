"""Problems read from OPB and LP: the same solutions as the problems that were written."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from exactcover import FormatError, Problem
from exactcover.formats.linear_reader import from_lp, from_opb
from tests.fuzz.cover_tools import expected_of


def drawn(rng: Random) -> Problem:
    """Return a random problem without colours."""
    names = list("abcd")
    rows = {f"x{k}": rng.sample(names, rng.randint(1, 3)) for k in range(rng.randint(1, 7))}
    several = {(k, item): rng.randint(1, 3) for k, row in rows.items() for item in row}
    bounds = {i: rng.choice(((0, 3), (2, 5), (3, 3), (1, None), (9, 9))) for i in names}
    costs = [rng.choice((0, 1, -2)) for _ in rows]
    return Problem(rows, names, bounds=bounds, multiplicities=several, costs=costs)


def test_options_in_no_condition_are_read() -> None:
    problem = Problem({"a": ["p"], "b": ["q"], "c": ["q"]}, bounds={"q": (0, None)})
    assert (from_opb(problem.to_opb()).count(), problem.count()) == (4, 4)
    with pytest.raises(FormatError, match="line 1: the number of variables has 5000 digits"):
        from_opb(f"* #variable= {'9' * 5000}\n+1 x1 >= 1 ;")
    assert from_opb("* #variable= 2 #constraint= 1\n+1 a +1 b >= 1 ;").count() == 3
    assert from_opb("* about this\n* #variable= 3 was wrong\n+1 x1 >= 1 ;").count() == 1
    assert from_opb("* #variable= 1 #constraint= 1\n+1 x1 +1 x2 >= 1 ;").count() == 3


@pytest.mark.parametrize("seed", range(40))
def test_what_is_written_is_read(seed: int) -> None:
    problem = drawn(Random(seed))
    for read in (from_opb(problem.to_opb()), from_lp(problem.to_lp())):
        assert read.n_options + len(read.left_out) == problem.n_options
        assert found(read) == found(problem)


def found(problem: Problem) -> set[tuple[tuple[int, ...], float]]:
    """Return the costs of the solutions, and how many options these have."""
    return {
        (tuple(sorted(problem.costs[list(key)].tolist())), len(key)) for key in expected_of(problem)
    }


def test_every_condition_is_kept() -> None:
    text = "3 a - 2 b >= 1"
    with pytest.raises(FormatError, match="both signs"):
        from_opb(text + ";")
    problem = from_opb("min: -1 a +3 ~b ; -2 a -3 b -1 c >= -4 ; +2 a +3 b +1 c >= 1 ; 1 d >= 0 ;")
    names = [option.label for option in problem]
    expected = {
        tuple(name for name, value in zip("abcd", values, strict=True) if value)
        for values in product((0, 1), repeat=4)
        if 1 <= 2 * values[0] + 3 * values[1] + values[2] <= 4
    }
    labels = {tuple(sorted(names[k] for k in key)) for key in expected_of(problem)}
    assert labels == {tuple(sorted((*chosen, "constant"))) for chosen in expected}
    costs = {"a": -1, "b": -3, "c": 0, "d": 0, "constant": 3}
    assert {option.label: option.cost for option in problem} == costs


@pytest.mark.parametrize("text", ["-1 a >= 1 ;", "+1 a +1 b >= 3 ;", "+1 a <= -1 ;", "0 a >= 1 ;"])
def test_conditions_that_cannot_hold(text: str) -> None:
    assert not expected_of(from_opb(text))


def test_sections_and_words_of_the_lp_format() -> None:
    text = r"""\ A comment
MAXIMIZE
 profit: 2.5 a + b
such that
 first: a + 2 b
   + c < 2
 b + c >= 1
binaries
 a b
 c
end
"""
    problem = from_lp(text)
    assert [(o.label, o.items, o.cost) for o in problem] == [
        ("a", ("first",), -2.5),
        ("b", ("first", "R2"), -1),
        ("c", ("first", "R2"), 0),
    ]
    assert dict(problem.bounds) == {"first": (0, 2), "R2": (1, 2)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Minimize\nobj: a\nSubject To\nc: a >= 1\nEnd", "not in the section Binary"),
        ("Minimize\nSubject To\nc: a >= 1\nGeneral\na\nEnd", "only binary variables"),
        ("Minimize\nSubject To\nc: 1.5 a >= 1\nBinary\na\nEnd", "line 3: the coefficient of 'a'"),
        ("Minimize\nSubject To\nc: a >= b\nBinary\na\nEnd", "line 3"),
        ("Minimize\nSubject To\nc: a >=\nBinary\na\nEnd", "not complete"),
        ("Minimize\nSubject To\n1 <= a <= 2\nBinary\na\nEnd", "line 3"),
        ("a >= 1", "begins with Minimize"),
        ("Minimize\nobj: a\nSubject To\nc: a\n+ b >= 1\nBinary\na\nEnd", "line 5: variable 'b' is"),
        ("Minimize\nSubject To\nc: a b >= 1\nBinary\na b\nEnd", "line 3: 'b' was not expected: a"),
        ("Minimize\nSubject To\nc: 2 a 3 b >= 1\nBinary\na b\nEnd", "line 3: '3' was not"),
        ("Minimize\nobj: a b\nSubject To\nc: a + b >= 1\nBinary\na b\nEnd", "line 2: 'b' was"),
        ("Minimize\nSubject To\nc: a - >= 1\nBinary\na\nEnd", "line 3: a sum ends with a sign"),
        ("Minimize\nSubject To\na >= 1 b\n+ a >= 1\nBinary\na b\nEnd", "line 3: the right side"),
        ("Minimize\nSubject To\na >= 1\nBinary\na + b\nEnd", r"line 5: '\+' is no name"),
        ("Minimize\na\nMaximize\na\nSubject To\na >= 1\nBinary\na\nEnd", "line 4: there are two"),
        ("Minimize\nSubject To\n~a + a <= 1\nBinary\na\nEnd", "line 3: variable '~a'"),
        ("Minimize\nSubject To\nc: 1e999 a >= 1\nBinary\na\nEnd", "too long"),
    ],
)
def test_wrong_programs(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        from_lp(text)


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("Minimize\nobj: a + 5", 5),
        ("Maximize\nobj: a - .5e1 + 3", 1),
        ("Minimize\nobj: 2 constant + 1 + 4", 5),
    ],
)
def test_the_constant_of_an_objective_is_the_cost_of_an_option(text: str, cost: int) -> None:
    row = "constant + b = 1\n a + b = 1" if "constant" in text else "a + b = 1"
    problem = from_lp(f"{text}\nSubject To\n {row}\nBinary\n a b constant\nEnd")
    assert min(sum(costs) for costs, _ in found(problem)) == cost


@pytest.mark.parametrize(
    "text",
    [
        "+1 a >= 1",
        "min: +1 a ; min: +1 a ;",
        "min: ; min: +1 a ;",
        "+1 a ;",
        "+1 a [ 2 ;",
        "+1 a b >= 1 ;",
        "+1 a ~b >= 1 ;",
        "min: +1 a b ; +1 a +1 b >= 1 ;",
        *(f"+1 a {operator} 1 ;" for operator in ("<", ">", "=<", "=>", "!=", "==", "<>")),
        "+1 a&b >= 1 ;",
        "+1 a >= ;",
        ">= 0 ;",
        "+1 a + >= 1 ;",
    ],
)
def test_wrong_constraints(text: str) -> None:
    with pytest.raises(FormatError, match="line 1"):
        from_opb(text)
