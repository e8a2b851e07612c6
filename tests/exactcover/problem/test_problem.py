"""The arguments that a problem accepts and rejects, and its properties."""

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from tests.strategies import problems

Spec = tuple[list[str], list[str], list[dict[Any, Any]]]


def spec_of(problem: Problem) -> Spec:
    """Return the primary items, the secondary items and the options of a problem."""
    rows = [dict(zip(o.items, o.colours, strict=True)) for o in problem.options]
    return [str(i) for i in problem.primary], [str(i) for i in problem.secondary], rows


def made_of(spec: Spec) -> Problem:
    """Make a problem of a spec."""
    primary, secondary, rows = spec
    return Problem(rows, primary, secondary)


@pytest.mark.parametrize(
    ("options", "items", "message"),
    [
        ([["p"], ["p", "q"]], {"primary": ["p"]}, "option 1: unknown item 'q'"),
        ([["p", "x", "p"]], {}, "option 0 has item 'p' twice"),
        ([["p", "x", "x"]], {"secondary": ["x"]}, "option 0 has item 'x' twice"),
        ([{"p": "red"}], {}, "option 0: colour 'red' on primary item 'p'"),
        ([["p"], []], {}, "option 1 is empty"),
        ([["p"], ["x", "y"]], {"secondary": ["x", "y"]}, r"option 1 \('x', 'y'\) has no primary"),
        ([[]], {}, r'option 0 is empty: it covers no item; on_useless="ignore" leaves such'),
        ([["x"]], {"secondary": ["x"]}, r"option 0 \('x'\) has no primary item"),
        ([["p"]], {"on_useless": "drop"}, "unknown value of on_useless 'drop'"),
        ([["p"]], {"primary": ["p", "q", "p"]}, "item 'p' is listed twice"),
        (
            [["p"]],
            {"primary": ["p"], "secondary": ["p"]},
            "item 'p' is listed as primary and as secondary",
        ),
        ([["p"], "pq"], {}, "option 1 is 'pq': give its items as a list"),
        ([1], {}, "option 0 is 1: give its items as a list"),
        ([{"p": [1]}], {"secondary": ["p"]}, "option 0: colour .1. cannot be a name"),
        ([["p", [1]]], {}, "option 0 has an item that cannot be a name: .*unhashable"),
        ([["p"]], {"labels": ["A", "B"]}, "2 labels for 1 options"),
    ],
)
def test_mistakes(options: Any, items: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem(options, **items)


def test_holds_what_it_was_given() -> None:
    problem = Problem(
        {"A": {"x": "red", "p": None}, "B": ["q", ("any", 1)]}, secondary=["x"], name="small"
    )
    assert (problem.primary, problem.secondary) == (("p", "q", ("any", 1)), ("x",))
    assert problem.items == problem.primary + problem.secondary
    assert (problem.n_items, problem.n_primary, problem.n_options, problem.n_nodes) == (4, 3, 2, 4)
    first, second = problem
    assert (first.index, first.items, first.colours, first.label) == (
        0,
        ("x", "p"),
        ("red", None),
        "A",
    )
    assert (second.index, second.items, second.colours) == (1, ("q", ("any", 1)), (None, None))
    assert (str(first), repr(first)) == ("x:red p", "'A'")
    assert repr(problem) == "<Problem small: 3 primary + 1 secondary items, 2 options>"
    with pytest.raises(ValueError, match="read-only"):
        problem.incidence.members[0] = 1


def test_options_may_be_any_iterables() -> None:
    wanted = Problem([["p", "q"], ["r"]])
    assert Problem(iter([iter(["p", "q"]), {"r"}])) == wanted
    assert Problem([("q" if k else "p" for k in range(2)), dict.fromkeys("r")]) == wanted


def _rename(spec: Spec, k: int) -> Spec:
    primary, secondary, rows = spec
    old, new = primary[k % len(primary)], "new"
    swap = {old: new}
    return (
        [swap.get(item, item) for item in primary],
        secondary,
        [{swap.get(item, item): colour for item, colour in row.items()} for row in rows],
    )


def _reverse_items(spec: Spec, k: int) -> Spec:
    return spec[0][::-1], spec[1], spec[2]


def _make_secondary(spec: Spec, k: int) -> Spec:
    assume(all(len(row.keys() & set(spec[0][:-1])) for row in spec[2]) and len(spec[0]) > 1)
    return spec[0][:-1], [spec[0][-1], *spec[1]], spec[2]


def _reverse_options(spec: Spec, k: int) -> Spec:
    return spec[0], spec[1], spec[2][::-1]


def _drop_option(spec: Spec, k: int) -> Spec:
    return spec[0], spec[1], spec[2][:k] + spec[2][k + 1 :]


def _reverse_option(spec: Spec, k: int) -> Spec:
    rows = list(spec[2])
    assume(k < len(rows))
    rows[k] = dict(reversed(rows[k].items()))
    # Mappings are equal in any order; options are not.
    assume(list(rows[k]) != list(spec[2][k]))
    return spec[0], spec[1], [*rows[:k], rows[k], *rows[k + 1 :]]


def _recolour(spec: Spec, k: int) -> Spec:
    rows = [
        {i: ("blue" if i in spec[1] and n == k else c) for i, c in row.items()}
        for n, row in enumerate(spec[2])
    ]
    return spec[0], spec[1], rows


CHANGES: list[Callable[[Spec, int], Spec]] = [
    _rename,
    _reverse_items,
    _make_secondary,
    _reverse_options,
    _drop_option,
    _reverse_option,
    _recolour,
]


def _in_order(spec: Spec) -> object:
    return spec[0], spec[1], [list(row.items()) for row in spec[2]]


@given(problem=problems(), change=st.sampled_from(CHANGES), k=st.integers(0, 9))
def test_digest_changes_with_the_problem(
    problem: Problem, change: Callable[[Spec, int], Spec], k: int
) -> None:
    spec = spec_of(problem)
    changed = change(spec, k)
    same = made_of(spec)
    assert same.digest == problem.digest
    assert same == problem
    assert hash(same) == hash(problem)
    if _in_order(changed) != _in_order(spec):
        assert made_of(changed).digest != problem.digest
        assert made_of(changed) != problem


def test_labels_count_for_equality_but_not_for_the_digest() -> None:
    problems = [Problem({label: ["p"]}) for label in "AB"]
    assert problems[0] != problems[1]
    assert problems[0].digest == problems[1].digest


def test_digest_is_the_same_in_every_process() -> None:
    code = (
        "from exactcover import Problem\n"
        "options = [{('p', 1): None, 'x': 'red'}, {'q', 'r', 's'}, {'q', 2.5}]\n"
        "print(Problem(options, secondary={'x', 'y'}).digest)"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[3],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64


@given(problems())
def test_pickling(problem: Problem) -> None:
    problem.links  # noqa: B018 (a cache that must not get in the way)
    copy = pickle.loads(pickle.dumps(problem))
    assert copy == problem
    assert copy.options == problem.options


@pytest.mark.parametrize(
    ("problem", "good", "bad"),
    [
        (Problem([["p"], ["p"], ["p"]]), [2, np.int64(0), 1], ["0", 3, -1, None, 1.0]),
        (Problem({2: ["p"], "A": ["p"], 0: ["p"]}), [0, 2, "A"], [1, "B", None]),
        (Problem([["p"], ["p"], ["p"]], labels="ABA"), [*"ABA"], [0, "C"]),
    ],
)
def test_options_go_by_label_where_there_are_labels(
    problem: Problem, good: Any, bad: list[object]
) -> None:
    first = {option.label: option.index for option in reversed(problem.options)}
    wanted = [first.get(name, name) for name in good]
    assert problem.find_options(good) == wanted
    assert problem.find_options(problem.options) == [0, 1, 2]
    foreign = Problem([["p", "q"]]).options[0]
    for unknown in (*bad, foreign):
        with pytest.raises(ProblemError, match=re.escape(f"unknown option {unknown!r}")):
            problem.find_options([unknown])
