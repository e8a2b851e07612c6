"""Every long verb looks at the clock often.

No test looks at a real clock. Here a clock shows the work that was done, in calls of Python
functions and in nodes of searches, each of which counts as a millionth of a second; so it shows the
same on every machine. Kernels are not counted, so nothing here is run as plain Python. Where the
work is done by kernels in slices, a flag counts the looks instead, and stops the verb after some; a
slice is as long as its constants say.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import attrgetter
from random import Random
from types import FrameType
from typing import Any

import numpy as np
import pytest

import csp
import exactcover
import sudoku
from exactcover import Diagram, FamilyProblem, Problem, UndecidedError, UnfinishedError
from exactcover.runtime.search import limits
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.protocol import Out
from tests.test_verbs import functions, methods, takes_limits

Verb = Callable[..., object]

LIMIT = 0.2
"""The time limit, in calls of functions 200,000: about a tenth of a second of work."""
MOST_BETWEEN = 150_000
"""The most calls and nodes between two looks, which take less than a tenth of a second."""


class Clock:
    """Shows the calls of functions and the nodes of searches, and counts those between looks."""

    def __init__(self) -> None:
        self.work = self.last_look = self.longest = 0

    def __call__(self) -> float:
        self.longest = max(self.longest, self.work - self.last_look)
        self.last_look = self.work
        return self.work * 1e-6

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        # What is done while kernels are loaded depends on what was called before.
        self.work += event in ("call", "c_call") and not limits._thread.n_loading


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Let a clock count the work of the test, if it profiles it."""
    found = Clock()
    whole = Search._slice

    def counted(search: Search, out: Out) -> None:
        before = search.engine.nodes
        whole(search, out)
        found.work += search.engine.nodes - before

    monkeypatch.setattr(Search, "_slice", counted)
    monkeypatch.setattr(limits, "clock", found)
    before = sys.getprofile()
    yield found
    sys.setprofile(before)


def domino(n: int) -> Problem:
    squares = [(row, column) for row in range(n) for column in range(n)]
    return Problem(
        [
            [(r, c), other]
            for r, c in squares
            for other in ((r, c + 1), (r + 1, c))
            if max(other) < n
        ]
    )


def queens(n: int) -> Problem:
    return Problem(
        [
            [("row", r), ("column", c), ("up", r - c), ("down", r + c)]
            for r in range(n)
            for c in range(n)
        ],
        secondary=[(way, d) for way in ("up", "down") for d in range(-n, 2 * n)],
    )


def priced_queens(n: int) -> Problem:
    """Return the placements of n queens, whose costs are far from each other."""
    plain = queens(n)
    return Problem(
        [option.items for option in plain.options],
        secondary=plain.secondary,
        costs=[pow(k, 3, 1009) for k in range(n * n)],
    )


def posting(state: Callable[[csp.Model], Any]) -> Verb:
    model = csp.Model()
    stated = state(model)
    return lambda **controls: model.post(stated, **controls)


def permutations(n: int) -> csp.Model:
    model = csp.Model()
    model.post(csp.all_different(model.variables(n, range(n), name="x")))
    return model


def placed_queens(n: int) -> csp.Model:
    model = csp.Model()
    x = model.variables(n, range(n), name="x")
    for sign in (0, 1, -1):
        model.post(csp.all_different(each + sign * k for k, each in enumerate(x)))
    return model


def scheduling() -> Verb:
    model = csp.Model()
    model.post(csp.no_overlap(model.variables(300, range(3000)), [5] * 300))
    return lambda **controls: model.solve(method="learning", **controls)


def ordering() -> Verb:
    group = permutations(25).symmetries()
    return lambda **controls: csp.lex_leader(group, 600, **controls)


def counted_steps(n: int) -> Verb:
    """Return the posting of an automaton that counts modulo n."""
    steps = {(state, value): (state + value) % n for state in range(n) for value in range(20)}
    return posting(lambda model: csp.regular(model.variables(100, range(20)), steps, 0, [1]))


def pairs(n: int) -> Problem:
    """Return n components, each with two items and three options."""
    options = [[(k, place) for place in some] for k in range(n) for some in ((0, 1), (0,), (1,))]
    return Problem(options)


def assignments(n: int) -> Problem:
    return Problem([[("row", r), ("column", c)] for r in range(n) for c in range(n)])


def images() -> Verb:
    group = permutations(8).symmetries()
    one = {f"x[{k}]": k for k in range(8)}
    return lambda **controls: list(group.images(one, **controls))


def classes() -> Verb:
    group = assignments(7).symmetries()
    return lambda **controls: list(group.conjugacy_classes(**controls))


def restating() -> Verb:
    model = csp.Model()
    stated = csp.satisfies(model.variables(2, range(1000)), lambda a, b: a * b % 7 < 3)
    return lambda **controls: model.with_constraints(stated, **controls)


LARGE = sudoku.Shape(7, 8)
OPEN = sudoku.Puzzle()
OPEN_DIAGONAL = sudoku.Puzzle(rules=[sudoku.Classic(), sudoku.Diagonal()])
MANY = np.tile(np.array([8, *[0] * 80], np.int8), (1000, 1))
"""Grids with one clue: the number of solutions of each takes long to find."""
IMPOSSIBLE = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A puzzle with a wrong clue that clashes with no other one."""
VERBS: dict[str, Callable[[], Verb]] = {
    "exactcover.polyforms": lambda: lambda **controls: exactcover.polyforms(12, **controls),
    "exactcover.symmetries": lambda: domino(150).symmetries,
    "exactcover.search_tree": lambda: (
        lambda **controls: exactcover.search_tree(domino(40), limit=10**6, **controls)
    ),
    "exactcover.trace": lambda: lambda **controls: list(exactcover.trace(queens(14), **controls)),
    "csp.solve of a schedule": scheduling,
    "csp.symmetries": lambda: permutations(200).symmetries,
    "csp.search_tree": lambda: (
        lambda **controls: csp.search_tree(placed_queens(40), limit=10**6, **controls)
    ),
    "csp.lex_leader": ordering,
    "csp.Model.to_exact_cover": lambda: placed_queens(100).to_exact_cover,
    "csp.Model.to_dimacs": lambda: placed_queens(60).to_dimacs,
    "csp.Model.to_opb": lambda: placed_queens(60).to_opb,
    "csp.Model.to_flatzinc": lambda: hidden_pigeons(150).to_flatzinc,
    "csp.Model.post of satisfies": lambda: posting(
        lambda model: csp.satisfies(model.variables(2, range(1000)), lambda a, b: a * b % 7 < 3)
    ),
    "csp.Model.post of bin_packing": lambda: posting(
        lambda model: csp.bin_packing(
            model.variables(150, range(40)), range(1, 151), model.variables(40, range(200))
        )
    ),
    "csp.Model.post of regular": lambda: counted_steps(400),
    "csp.Model.post of circuit": lambda: posting(
        lambda model: csp.circuit(model.variables(600, range(600)))
    ),
    "csp.Model.post of table": lambda: posting(
        lambda model: csp.table(
            model.variables(3, range(300)),
            [(i, j, i * j % 300) for i in range(300) for j in range(300)],
        )
    ),
    "csp.Model.with_constraints": restating,
    "csp.Symmetries.images": images,
    "exactcover.Symmetries.conjugacy_classes": classes,
    "exactcover.components": lambda: pairs(20_000).components,
    "sudoku.encode": lambda: lambda **controls: sudoku.encode(sudoku.Puzzle(LARGE), **controls),
}
"""Verbs at sizes at which they would take seconds; what is made before is not counted."""


def size_of_class(model: csp.Model, n: int) -> Verb:
    group = model.symmetries()
    one = {f"x[{k}]": k for k in range(n)}
    return lambda **controls: group.class_size(one, **controls)


def size_of_cover_class() -> Verb:
    problem = assignments(40)
    group, one = problem.symmetries(), next(iter(problem.solutions()))
    return lambda **controls: group.class_size(one, **controls)


LATIN = sudoku.Puzzle(
    sudoku.Shape(1, 64), clues=[k + 1 if k == j else 0 for k in range(64) for j in range(64)]
)
"""A puzzle with 64 clues, which may be exchanged in many ways."""
TEN = sudoku.Puzzle(sudoku.Shape(10, 10))
QUICK: dict[str, Callable[[], Verb]] = {
    "csp.Model.propagate": lambda: placed_queens(300).propagate,
    "csp.Symmetries.class_size": lambda: size_of_class(permutations(50), 50),
    "exactcover.Symmetries.class_size": size_of_cover_class,
    "exactcover.reduce": lambda: (
        lambda **controls: domino(100).reduce(domain_consistency=True, **controls)
    ),
    "sudoku.automorphisms": lambda: lambda **controls: sudoku.automorphisms(LATIN, **controls),
    "sudoku.canonical": lambda: lambda **controls: sudoku.canonical(LATIN, **controls),
    "sudoku.isomorphic": lambda: lambda **controls: sudoku.isomorphic(TEN, TEN, **controls),
    "sudoku.random_isomorph": lambda: (
        lambda **controls: sudoku.random_isomorph(OPEN_DIAGONAL, 1, **controls)
    ),
    "sudoku.symmetries": lambda: lambda **controls: sudoku.symmetries(OPEN_DIAGONAL, **controls),
}
"""Verbs that are soon done at the largest sizes that are usual, or that wait for igraph."""


@pytest.mark.parametrize("name", [*VERBS, *QUICK])
def test_a_long_verb_looks_at_the_clock_often(name: str, clock: Clock) -> None:
    make = (VERBS | QUICK)[name]
    verb = make()
    with suppress(UnfinishedError, UndecidedError):
        make()(time_limit=0)  # so that what it needs is loaded
    clock.longest, clock.last_look = 0, clock.work
    sys.setprofile(clock.note)
    try:
        found: Any = verb(time_limit=LIMIT)
    except (UnfinishedError, UndecidedError):
        found = None
    finally:
        sys.setprofile(None)
    is_whole = getattr(found, "complete", getattr(found, "is_complete", found is not None))
    assert name in QUICK or not is_whole
    assert max(clock.longest, clock.work - clock.last_look) < MOST_BETWEEN


class LateFlag:
    """A flag that is set after some looks, and counts them."""

    def __init__(self, looks: int) -> None:
        self.looks, self.after = 0, looks

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks > self.after


def hidden_pigeons(n: int) -> csp.Model:
    """Return n pigeons in n - 1 holes."""
    model = csp.Model()
    x = model.variables(n, range(n - 1), name="x")
    model.post(*(x[i] != x[k] for i in range(n) for k in range(i)))
    return model


def pigeons_apart(n: int) -> tuple[csp.Model, csp.Constraint]:
    model = hidden_pigeons(n)
    return model, model.unknowns[0] == model.unknowns[1]


def weighed_queens(n: int) -> tuple[csp.Model, Any]:
    model = placed_queens(n)
    return model, sum(pow(k, 3, 101) * x for k, x in enumerate(model.unknowns))


def products() -> tuple[exactcover.Diagram, exactcover.Diagram]:
    """Return two families of many sets of few things."""
    things, rng = FamilyProblem.universe(range(40)), Random(1)
    one, two = (
        Diagram.of(things, [[k for k in range(40) if rng.random() < 0.3] for _ in range(3000)])
        for _ in range(2)
    )
    return one, two


def triples(**controls: Any) -> object:
    things, rng = FamilyProblem.universe(range(60)), Random(1)
    some = Diagram.of(things, [rng.sample(range(60), 3) for _ in range(600)])
    return FamilyProblem(some).covers(**controls)


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SLICED: dict[str, Verb] = {
    "exactcover.split": lambda **controls: exactcover.split(queens(14), 100_000, **controls),
    "exactcover.count": lambda **controls: queens(18).count(**controls),
    "exactcover.solutions": lambda **controls: list(queens(18).solutions(**controls)),
    "exactcover.cheapest": lambda **controls: priced_queens(30).cheapest(100, **controls),
    "exactcover.improving_solutions": lambda **controls: list(
        exactcover.improving_solutions(priced_queens(30), **controls)
    ),
    "exactcover.diagram_of": lambda **controls: queens(18).diagram(**controls),
    "exactcover.sample": lambda **controls: queens(18).sample(
        1000, max_bytes=0, seed=1, **controls
    ),
    "exactcover.uses": lambda **controls: exactcover.uses(queens(18), **controls),
    "exactcover.uses of tables": lambda **controls: exactcover.uses(
        queens(18), method="decomposition", **controls
    ),
    "exactcover.estimate": lambda **controls: queens(18).estimate(
        n_probes=10**8, seed=1, **controls
    ),
    "exactcover.Diagram.join": lambda **controls: products()[0].join(products()[1], **controls),
    "exactcover.FamilyProblem.covers": triples,
    "csp.why": lambda **controls: csp.why(*pigeons_apart(14), **controls),
    "csp.improving_solutions": lambda **controls: list(
        csp.improving_solutions(*weighed_queens(20), **controls)
    ),
    "exactcover.explain_infeasible": lambda **controls: domino(11).explain_infeasible(**controls),
    "csp.explain_infeasible": lambda **controls: hidden_pigeons(14).explain_infeasible(**controls),
    "csp.count": lambda **controls: placed_queens(16).count(**controls),
    "csp.solutions": lambda **controls: list(placed_queens(16).solutions(**controls)),
    "csp.diverse": lambda **controls: csp.diverse(weighed_queens(20)[0], 10**4, **controls),
    "csp.minimize": lambda **controls: csp.minimize(*weighed_queens(20), **controls),
    "sudoku.count": lambda **controls: sudoku.count(OPEN, **controls),
    "sudoku.solutions": lambda **controls: list(sudoku.solutions(OPEN, **controls)),
    "sudoku.count of a variant": lambda **controls: sudoku.count(OPEN_DIAGONAL, **controls),
    "sudoku.count_grids": lambda **controls: sudoku.count_grids(
        sudoku.Shape(3, 3), rules=OPEN_DIAGONAL.rules, **controls
    ),
    "sudoku.generate": lambda **controls: list(
        sudoku.generate(10_000, scale="se", score=(8, 9), seed=1, **controls)
    ),
    "sudoku.count_batch": lambda **controls: sudoku.count_batch(MANY, limit=10**6, **controls),
    "sudoku.solve_batch": lambda **controls: sudoku.solve_batch(MANY, 10**6, **controls),
    "sudoku.formity_batch": lambda **controls: sudoku.formity_batch(
        np.tile(MANY, (100, 1)), 1, **controls
    ),
    "sudoku.canonical_batch": lambda **controls: sudoku.canonical_batch(
        np.tile(MANY, (100, 1)), 1, **controls
    ),
    "sudoku.true_candidates": lambda **controls: sudoku.true_candidates(OPEN, None, **controls),
    "sudoku.refining_candidates": lambda **controls: list(
        sudoku.refining_candidates(OPEN, None, **controls)
    ),
    "sudoku.true_candidates_batch": lambda **controls: sudoku.true_candidates_batch(
        np.tile(MANY, (100, 1)), 64, **controls
    ),
    "sudoku.explain": lambda **controls: sudoku.explain(HARD, **controls),
    "sudoku.redundant": lambda **controls: sudoku.redundant(sudoku.solve(HARD).get(), **controls),
    "sudoku.minimal_givens": lambda **controls: list(
        sudoku.minimal_givens(sudoku.solve(HARD).get(), **controls)
    ),
    "sudoku.why_impossible": lambda **controls: sudoku.why_impossible(IMPOSSIBLE, **controls),
    "sudoku.conflicts": lambda **controls: list(sudoku.conflicts(IMPOSSIBLE, **controls)),
    "sudoku.rate": lambda **controls: sudoku.rate(HARD, "se", **controls),
    "sudoku.rate_batch": lambda **controls: sudoku.rate_batch([EASY] * 1000, **controls),
    "sudoku.book": lambda **controls: sudoku.book([EASY] * 1000, **controls),
    "sudoku.estimate_grids": lambda **controls: sudoku.estimate_grids(
        sudoku.Shape(3, 3), n_samples=10**6, seed=1, **controls
    ),
}
"""Verbs that search by kernels, at sizes at which they would take many seconds."""
LOOKS = 40


@pytest.mark.parametrize("name", SLICED)
def test_a_verb_that_searches_in_slices_stops_at_the_next_look(name: str) -> None:
    flag = LateFlag(LOOKS)
    with suppress(UnfinishedError, UndecidedError):
        SLICED[name](cancel=flag)
    assert flag.looks > LOOKS  # it was not done before
    assert flag.looks <= LOOKS + MOST_AFTER


MOST_AFTER = 20
"""The looks until all verbs that call each other have stopped."""


DIAGRAM = """
    at_most difference intersection isdisjoint issubset issuperset maximal meet minimal non_subsets
    non_supersets ordered symmetric_difference to_dddmp to_graphillion to_knuth union
"""
SAME_WORK = {
    **{f"exactcover.Diagram.{name}": "exactcover.Diagram.join" for name in DIAGRAM.split()},
    "exactcover.FamilyProblem.count": "exactcover.FamilyProblem.covers",
    "exactcover.FamilyProblem.solve": "exactcover.FamilyProblem.covers",
    "exactcover.solve": "exactcover.count",
    "exactcover.LiveSearch.solve": "exactcover.count",
    "exactcover.refute": "exactcover.explain_infeasible",
    "exactcover.write_solutions": "exactcover.count",
    "csp.maximize": "csp.minimize",
    "csp.Incremental.solve": "csp.minimize",
    "csp.Model.diverse": "csp.diverse",
    "sudoku.formity": "sudoku.count",
    "sudoku.is_minimal": "sudoku.count",
    "sudoku.is_well_formed": "sudoku.count",
    "sudoku.solve": "sudoku.count",
    "sudoku.Session.true_candidates": "sudoku.true_candidates",
    "sudoku.cell_pairs": "sudoku.true_candidates",
    "sudoku.hint": "sudoku.explain",
    "sudoku.all_steps": "sudoku.explain",
    "sudoku.complete": "sudoku.solutions",
}
"""Verbs whose work is done by another one, which is measured."""


def test_every_verb_with_limits_is_measured() -> None:
    measured = {name.split()[0] for name in (*VERBS, *QUICK, *SLICED)}
    assert set(SAME_WORK.values()) <= measured
    assert not measured & SAME_WORK.keys()
    # `Problem.count` is the same function as `count`.
    known = {
        attrgetter(name.partition(".")[2])(PLACES[name.partition(".")[0]])
        for name in (*measured, *SAME_WORK)
    }
    verbs = [*functions(), *((f"{owner}.{name}", verb) for owner, name, verb in methods())]
    assert {name for name, verb in verbs if takes_limits(verb) and verb not in known} == set()
    assert all(map(takes_limits, known))


PLACES = {package.__name__: package for package in (exactcover, csp, sudoku)}
