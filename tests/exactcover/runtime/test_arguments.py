"""Wrong arguments: every verb says in its own words what is wrong with them."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import exactcover
from exactcover import (
    Diagram,
    NoSolutionError,
    Problem,
    ProblemError,
    UndecidedError,
    UnfinishedError,
    combine,
    split,
    write_solutions,
)
from exactcover.runtime.search.steering import Steering

pytestmark = pytest.mark.kernel

LABELLED = Problem({"A": ["p", "q"], "B": ["q", "r"], "C": ["r"]}, costs=[1, 2, 3])
PLAIN = Problem([["p", "q"], ["q", "r"], ["r"], ["p"], ["q"]])

WRONG: list[Any] = [
    *(None, True, False, 0, -1, 1, 2.5, float("nan"), float("inf"), "x", "", b"x", 1j, 10**30),
    *([], [1], ["A"], [[1]], [None], {}, {"a": 1}, {1}, (1, 2), range(2), Exception, object()),
    *(np.int64(1), np.float64(1), np.array([1]), np.array(3), np.bool_(True)),
    np.timedelta64(1, "s"),
    *(LABELLED, PLAIN.options[0]),
]
ANSWERS = (ProblemError, NoSolutionError, UndecidedError, UnfinishedError, OSError)

CONTROLS = [
    name for name in signature(exactcover.solve).parameters if name not in ("problem", "progress")
]
LIMITS = ["time_limit", "max_nodes", "cancel", "chosen"]
STEERING = [field.name for field in fields(Steering)]
PROBLEM = ["options", "primary", "secondary", "labels", "bounds", "costs", "on_useless"]
MATRIX = ["names", "n_primary", "labels", "bounds", "costs", "on_useless"]

Verb = Callable[..., object]


def by_name(verb: Verb, names: list[str], **others: Any) -> list[tuple[str, Callable[[Any], Any]]]:
    """Return a function that calls a verb with one argument by its name."""

    def given(name: str) -> Callable[[Any], Any]:
        return lambda wrong: verb(**{**others, name: wrong})

    return [(name, given(name)) for name in names]


def verbs(folder: Path) -> list[tuple[str, Callable[[Any], Any]]]:
    """Return all that takes an argument."""
    diagram, parts = LABELLED.diagram(), PLAIN.components()
    # A worker for each core, or what else is no mistake, takes too long to try.
    few = [name for name in CONTROLS if name not in ("limit", "workers", "executor", *STEERING)]
    single: list[Verb] = [
        *(LABELLED.find_options, PLAIN.find_options, LABELLED.restrict, LABELLED.with_chosen),
        *(diagram.rank, diagram.__contains__, diagram.forbid, diagram.require, diagram.restrict),
        *(PLAIN.reduce().expand, parts[0].expand, Problem.from_text, Problem.from_matrix),
        *(exactcover.solve, exactcover.count, exactcover.cheapest, exactcover.diagram_of),
        *(exactcover.sample, exactcover.reduce, exactcover.components, exactcover.estimate),
        exactcover.symmetries,
        *(exactcover.explain_infeasible, exactcover.refute),
    ]
    return [
        *((verb.__qualname__, verb) for verb in single),
        *by_name(LABELLED.solve, CONTROLS),
        *by_name(LABELLED.count, ["method", "chosen", "up_to"]),
        *by_name(LABELLED.symmetries, ["generators"]),
        *by_name(
            lambda **given: list(LABELLED.trace(**given)),
            ["limit", "seed", "chosen", *STEERING[:-1]],
        ),
        *by_name(LABELLED.cheapest, ["k", *few]),
        *by_name(LABELLED.diagram, [*LIMITS, "method", "max_bytes"]),
        *by_name(LABELLED.sample, ["n", "seed", *LIMITS, "max_bytes"]),
        *by_name(LABELLED.estimate, ["n_probes", "seed", "time_limit", "method"]),
        *by_name(LABELLED.explain_infeasible, [*LIMITS, "method"]),
        *by_name(lambda **given: split(LABELLED, **given), ["n_tasks", "chosen"], n_tasks=2),
        *by_name(write_solutions, ["problem", "path"], problem=LABELLED, path=folder / "x.jsonl"),
        *by_name(diagram.sample, ["n", "seed"]),
        *by_name(diagram.cheapest, ["k", "costs"]),
        *by_name(diagram.forbid, ["items"]),
        *by_name(diagram.require, ["items"]),
        *by_name(Problem, PROBLEM, options=[["p"], ["p"]]),
        *by_name(Problem.from_matrix, MATRIX, matrix=[[1, 0], [1, 1]]),
        ("combine", lambda wrong: list(combine(wrong, wrong))),
        ("Diagram.load", lambda wrong: Diagram.load(wrong, LABELLED)),
    ]


def test_no_verb_fails_in_words_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, verb in verbs(tmp_path):
        for wrong in WRONG:
            if is_too_large(name, wrong) or is_open_file(name, wrong):
                continue
            try:
                verb(wrong)
            except ANSWERS as error:
                assert str(error), (name, wrong)
            except Exception as error:
                raise AssertionError(f"{name} of {wrong!r}: {error!r}") from error


def is_too_large(name: str, wrong: Any) -> bool:
    """Return whether an argument is valid and makes the verb run for a very long time."""
    return name in ("n", "n_probes", "n_tasks", "k", "workers") and type(wrong) is int and wrong > 9


def is_open_file(name: str, wrong: Any) -> bool:
    """Return whether a number is a file descriptor that this test must not use."""
    return name in ("path", "Diagram.load") and isinstance(wrong, int)


@pytest.mark.parametrize(
    ("verb", "message"),
    [
        (lambda: LABELLED.count(chosen=0), "chosen is 0: give a list, also of one"),  # type: ignore[call-overload]
        (lambda: LABELLED.count(chosen="A"), "chosen is 'A': give a list, also of one"),
        (lambda: PLAIN.count(chosen=[True]), "unknown option True: give options of this"),
        (lambda: Problem([["p"]], secondary="up"), "secondary is 'up': give a list, also of one"),
        (lambda: Problem([["p"]], primary="pq"), "primary is 'pq': give a list, also of one"),
        (lambda: PLAIN.changed(primary="xy"), "primary is 'xy': give a list, also of one"),
        (lambda: PLAIN.changed(secondary="xy"), "secondary is 'xy': give a list, also of one"),
        (lambda: LABELLED.count(chosen=[["A"]]), r"unknown option \['A'\]"),
        (lambda: LABELLED.solve(seed=[1, [2]]), "seed is a list: only whole numbers"),  # type: ignore[arg-type]
        (
            lambda: Problem.from_arrays([0, 1, 2], np.ma.masked_equal([0, 1], 1)),
            r"members\[1\] is masked",
        ),
        (lambda: LABELLED.count(chosen=[7]), r"by labels, or as Option objects"),
        (lambda: Problem([["p"]], labels=[[]]), r"label \[\] cannot be one"),
        (lambda: Problem([["p"]], primary=[[]]), r"item \[\] cannot be a name"),
        (lambda: PLAIN.reduce().expand([-1]), "unknown option -1: give indices below 5"),
        (lambda: LABELLED.count(checkpoint=5), "checkpoint is 5: it must be a path"),  # type: ignore[call-overload]
        (lambda: exactcover.count("p q"), "an exactcover.Problem was expected, not 'p q'"),  # type: ignore[call-overload]
        (lambda: combine(PLAIN.components(), []).__next__(), "solutions of 0 parts, and 1 parts"),
    ],
)
def test_messages(verb: Callable[[], object], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        verb()


def test_numbers_of_numpy_are_numbers() -> None:
    one: Any = np.int64(1)
    assert len(LABELLED.cheapest(one).solutions) == 1
    assert len(LABELLED.sample(one, seed=one)) == 1
    assert len(LABELLED.diagram().cheapest(k=one)) == 1
    assert len(LABELLED.diagram().sample(one)) == 1
    assert LABELLED.diagram()[one - one].labels == ("A", "C")
    assert Problem.from_matrix([[1, 0]], n_primary=one).n_primary == 1
    assert split(LABELLED, one)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.dlx"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(ProblemError, match="is not text in UTF-8"):
        Problem.read(path)


@pytest.mark.parametrize("name", ["limit", "time_limit", "max_nodes", "workers", "seed"])
def test_numbers_that_python_does_not_write_are_shown(name: str) -> None:
    wrong: dict[str, Any] = {name: -(10**5000)}
    with pytest.raises(ProblemError, match=rf"{name} is -1e5000: "):
        PLAIN.count(**wrong)


def test_what_takes_long_to_import_is_not_needed_for_an_answer() -> None:
    """Annotations would import numpy.random if they were evaluated."""
    code = (
        "import sys; from sudoku import solve; solve('.' * 81); "
        "print({'numpy.random', 'networkx', 'rich', 'platformdirs'} & sys.modules.keys())"
    )
    variables = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=True
    )
    assert run.stdout == "set()\n"
