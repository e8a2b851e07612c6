"""Every exported class has a view for notebooks, and every long result a short text."""

from enum import Enum
from inspect import isclass
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

import csp
import exactcover
import sudoku
from exactcover import Problem
from exactcover.runtime.registry import Registry

PACKAGES = [exactcover, csp, sudoku]
VIEWS = ("_repr_html_", "_repr_svg_")
LONGEST = 1200
"""The characters of the `repr` of a result that is not a plain list."""

CLUES = "1......2.3.....4"
SQUARES = [[(row, column)] for row in range(20) for column in range(20)]


def classes() -> list[Any]:
    """Return the exported classes; errors and words of enumerations are one line of text."""
    found = []
    for package in PACKAGES:
        for name in package.__all__ or dir(package):
            value = getattr(package, name)
            if isclass(value) and not issubclass(value, BaseException | Enum):
                found.append(pytest.param(value, id=f"{package.__name__}.{name}"))
    return found


@pytest.mark.parametrize("kind", classes())
def test_every_class_has_a_view(kind: type) -> None:
    assert any(hasattr(kind, name) for name in VIEWS)


def registries() -> list[Any]:
    """Return the exported registries."""
    return [
        pytest.param(value, id=name)
        for package in PACKAGES
        for name in package.__all__ or dir(package)
        if isinstance(value := getattr(package, name), Registry)
    ]


@pytest.mark.parametrize("registry", registries())
def test_registries_are_tables(registry: Registry[Any]) -> None:
    lines = str(registry).splitlines()
    assert [line.split()[0] for line in lines] == list(registry)
    assert all(len(line.split()) > 1 for line in lines), "an entry has no summary"
    rows = ElementTree.fromstring(registry._repr_html_()).findall("tbody/tr")
    assert [row[0][0].text for row in rows] == list(registry)
    assert len(repr(registry)) < 200
    assert next(iter(registry)) in repr(registry)


def large_model() -> csp.Model:
    """Return a model with 168 variables."""
    model = csp.Model()
    model.variables((12, 14), range(3), name="x")
    return model


def examples() -> dict[str, Any]:
    """Return objects of many classes; some of them are large."""
    puzzle, large, model = sudoku.Puzzle.of(CLUES), Problem(SQUARES), large_model()
    wrong = Problem([["p", "q"], ["q", "r"]])
    x = model.unknowns
    return {
        "problem": wrong,
        "result": large.solve(),
        "solution": large.solve().solution,
        "solutions": large.solutions(),
        "count": large.count(),
        "cheapest": large.cheapest(),
        "samples": large.sample(2, seed=1),
        "estimate": wrong.estimate(),
        "reduction": large.reduce(),
        "component": large.components()[0],
        "subset": wrong.explain_infeasible(),
        "certificate": wrong.refute(),
        "option": large.solve().get()[0],
        "symmetries": wrong.symmetries(),
        "polyform": exactcover.named_polyforms("tetrominoes")["T"],
        "budget": exactcover.Budget(),
        "statistics": large.solve().statistics,
        "trace step": next(iter(exactcover.trace(wrong))),
        "model": model,
        "variable": x[0],
        "expression": x[0] + 2 * x[1],
        "constraint": x[0] < x[1],
        "best": model.minimize(x[0]),
        "best without": model.minimize(x[0], max_nodes=0),
        "model result": model.solve(),
        "assignment": model.solve().solution,
        "diverse": model.diverse(2),
        "phase": csp.Phase(x),
        "value": csp.value,
        "interval": model.interval(range(5), 3, name="i"),
        "set": model.set_variable(range(5), name="s"),
        "puzzle": puzzle,
        "grid": sudoku.solve(puzzle).solution,
        "shape": puzzle.shape,
        "board": sudoku.Board(puzzle),
        "hint": sudoku.hint(puzzle),
        "explanation": sudoku.explain(puzzle),
        "rating": sudoku.rate(puzzle),
        "redundancy": sudoku.redundant(puzzle),
        "completion": sudoku.complete(puzzle),
        "candidates": sudoku.true_candidates(puzzle),
        "all steps": sudoku.all_steps(puzzle),
        "rule": sudoku.rule("thermometer", [[(0, 0), (0, 1)]]),
        "ruleset": sudoku.ruleset("killer"),
        "house": puzzle.houses[0],
        "isomorphism": sudoku.isomorphic(puzzle, puzzle),
        "maps": sudoku.symmetries(puzzle),
        "generator": sudoku.generate(seed=1),
        "session": sudoku.Session(puzzle),
        "reading": sudoku.recognise(CLUES),
        "booklet": sudoku.book([puzzle]),
        "grids": sudoku.Grids("samurai"),
    }


@pytest.mark.kernel
def test_views_are_well_formed_and_texts_are_short() -> None:
    for name, thing in examples().items():
        views = [getattr(thing, view)() for view in VIEWS if hasattr(thing, view)]
        assert views, name
        for view in views:
            if view is not None:
                assert ElementTree.fromstring(view).tag, name
        assert len(repr(thing)) < LONGEST, name
        assert " object at 0x" not in repr(thing), name


def test_a_long_solution_is_cut_in_its_repr_and_whole_in_its_text() -> None:
    solution = Problem(SQUARES).solve().get()
    assert "… 360 more" in repr(solution)
    assert str(solution).count("[") == len(SQUARES)
    assert repr(exactcover.Solution(solution[:1])) == str(tuple(solution[:1]))
    found = large_model().solve().get()
    assert repr(found).endswith("… 128 more)")
    assert str(found).count("=") == len(found) == 168


def test_the_repr_of_a_best_says_what_is_proved() -> None:
    model = csp.Model()
    x = model.variable(range(3, 9), name="x")
    assert repr(model.minimize(x)) == "<Best: value 3, Assignment(x=3)>"
    undecided = model.minimize(x, max_nodes=0)
    assert "not proved, stopped by the node limit" in repr(undecided)
    model.post(x > 9)
    assert repr(model.minimize(x)) == "<Best: there is no solution>"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_where_to_go(package: ModuleType) -> None:
    words = package.__doc__ or ""
    assert "Where to go" in words
    assert 15 <= len(words.splitlines()) <= 30
