"""The area `symmetry`: a case is a random problem with planted symmetries, and all its checks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from exactcover import Problem, Symmetries, symmetries
from exactcover.symmetry import symmetries as module
from tests.fuzz.cover_tools import expected_of, methods_of, seed_for
from tests.fuzz.finding import Finding
from tests.fuzz.planted import Key, Planted, classes_of, draw, shrunk
from tests.fuzz.short_slices import short_slices

Classes = list[set[Key]]
N_METHODS = 3
"""How many methods count the classes of a case, and list them."""
MOST_SOLUTIONS = 500
"""Cases with more solutions are left out: short slices list them slowly, and show nothing new."""


def run(seed: int) -> None:
    """Draw a problem and check it; raise `Finding` with a smaller one if a check fails."""
    planted = draw(Random(seed))
    if error := failure(planted, seed):
        small = shrunk(planted, lambda one: type(failure(one, seed)) is type(error))
        again = failure(small, seed) or error
        raise Finding(f"symmetry of\n{small}\n{type(again).__name__}: {again}") from again


def failure(planted: Planted, seed: int) -> Exception | None:
    """Return the error of making and checking a problem, or None."""
    rng = Random(f"{seed} checks")
    try:
        with short_slices(rng):
            _check(planted, rng)
    except Exception as error:
        return error
    return None


def _check(planted: Planted, rng: Random) -> None:
    """Check the planted group, and the group of all symmetries as if it were small or large."""
    problem = planted.problem()
    solutions = expected_of(problem)
    if len(solutions) > MOST_SOLUTIONS:
        return
    given = symmetries(problem, planted.maps)
    _check_group(problem, given, classes_of(problem, planted.maps, solutions), rng)
    whole = problem.symmetries()
    assert whole.order % given.order == 0
    if problem.n_items <= 7:
        assert whole.order == _n_symmetries(problem)
    classes = classes_of(problem, tuple(whole.generators), solutions)
    _check_group(problem, whole, classes, rng)
    with patch.object(module, "MOST_ELEMENTS", 0):
        _check_group(problem, problem.symmetries(), classes, rng)


def _n_symmetries(problem: Problem) -> int:
    """Return the number of symmetries, by trying all permutations of items."""
    used = {item for option in problem for item in option.items}
    kinds = [[i for i in items if i in used] for items in (problem.primary, problem.secondary)]
    options = _contents(problem, {item: item for item in used})
    return sum(
        _contents(problem, moved) == options
        for primary in permutations(kinds[0])
        if all(
            problem.bounds.get(a) == problem.bounds.get(b)
            for a, b in zip(kinds[0], primary, strict=True)
        )
        for secondary in permutations(kinds[1])
        for moved in [dict(zip([*kinds[0], *kinds[1]], [*primary, *secondary], strict=True))]
    )


def _contents(problem: Problem, moved: dict[Any, Any]) -> list[Any]:
    return sorted(
        (sorted((repr(moved[i]), repr(c)) for i, c in zip(o.items, o.colours, strict=True)), o.cost)
        for o in problem
    )


def _check_group(problem: Problem, group: Symmetries, classes: Classes, rng: Random) -> None:
    """Check counts, lists, limits, workers, checkpoints and diagrams up to a group."""
    n = len(classes)
    up_to: dict[str, Any] = {"up_to": group}
    # Classes of solutions under bounds are counted by listing them.
    for method in _some(methods_of(problem, lists=problem.has_bounds), rng):
        count = problem.count(**up_to, method=method)
        assert (count, count.complete) == (n, True), method
    for method in _some(methods_of(problem), rng):
        seed = seed_for(problem, method, rng.choice((None, 1)))
        found = problem.solutions(**up_to, method=method, seed=seed)
        _are_representatives(found, classes)
        assert found.complete, method
    limit = rng.randint(0, n + 1)
    assert problem.count(**up_to, limit=limit) == min(limit, n)
    some = list(problem.solutions(**up_to, limit=limit))
    assert len({_class_of(one, classes) for one in some}) == len(some) == min(limit, n)
    stopped = problem.count(**up_to, max_nodes=rng.randint(0, 5))
    assert stopped <= n
    assert stopped == n or not stopped.complete
    if rng.random() < 0.25:
        _check_parallel(problem, group, classes, rng)
    methods = ("auto", "multicover") if problem.has_bounds else ("auto", "cells", "frontier")
    diagram = problem.diagram(**up_to, method=rng.choice(methods))
    assert sorted(_class_of(one, classes) for one in diagram) == list(range(n))
    assert diagram.count() == n


def _check_parallel(problem: Problem, group: Symmetries, classes: Classes, rng: Random) -> None:
    """Check workers; then stop a run with a checkpoint, and let another one continue it."""
    n = len(classes)
    up_to: dict[str, Any] = {"up_to": group}
    seed, method = rng.choice((None, 1)), rng.choice(("auto", "dancing_cells", "masks"))
    assert problem.count(**up_to, workers=2, seed=seed, method=method) == n
    _are_representatives(problem.solutions(**up_to, workers=2, method=method), classes)
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "run"
        part = problem.count(**up_to, checkpoint=kept, workers=1, max_nodes=2, method=method)
        assert part <= n
        whole = problem.count(**up_to, resume=kept, workers=2, method=method)
        assert (whole, whole.complete) == (n, True)
        kept = Path(folder) / "list"
        first = problem.solutions(**up_to, checkpoint=kept, workers=1, method=method)
        found = list(islice(first, rng.randrange(3)))
        first.close()
        found += problem.solutions(**up_to, resume=kept, workers=2, method=method)
        # The one that was being taken may come again.
        _are_representatives(dict.fromkeys(found), classes)


def _some(methods: list[str], rng: Random) -> list[str]:
    # In the order of the draw, which is the same in every process, unlike that of a set.
    return list(dict.fromkeys(rng.sample(methods, min(len(methods), N_METHODS))))


def _are_representatives(found: Iterable[Any], classes: Classes) -> None:
    """Assert that there is one solution of each class, and that it knows the size of its class."""
    found = list(found)
    places = [_class_of(one, classes) for one in found]
    assert sorted(places) == list(range(len(classes)))
    for one, place in zip(found, places, strict=True):
        assert one.class_size == len(classes[place])


def _class_of(solution: Any, classes: Classes) -> int:
    (place,) = [k for k, own in enumerate(classes) if solution.indices in own]
    return place
