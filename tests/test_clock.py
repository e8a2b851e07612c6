"""Every long verb looks at the clock often.

No test looks at a real clock. Here a clock shows the work that was done, in calls of Python
functions and in nodes of searches, each of which counts as a millionth of a second; so it shows the
same on every machine. Where the work is done by kernels in slices, a flag counts the looks instead,
and stops the verb after some; a slice is as long as its constants say.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import numpy as np
import pytest

import csp
import exactcover
import sudoku
from exactcover import Problem, UndecidedError, UnfinishedError
from exactcover.runtime.search import limits
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.protocol import Out

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


LARGE = sudoku.Shape(7, 8)
OPEN = sudoku.Puzzle()
OPEN_DIAGONAL = sudoku.Puzzle(rules=[sudoku.Classic(), sudoku.Diagonal()])
MANY = np.tile(np.array([8, *[0] * 80], np.int8), (1000, 1))
"""Grids with one clue: the number of solutions of each takes long to find."""
VERBS: dict[str, Callable[[], Verb]] = {
    "polyforms": lambda: lambda **controls: exactcover.polyforms(12, **controls),
    "symmetries": lambda: domino(150).symmetries,
    "search_tree": lambda: (
        lambda **controls: exactcover.search_tree(domino(40), limit=10**6, **controls)
    ),
    "trace": lambda: lambda **controls: list(exactcover.trace(queens(14), **controls)),
    "learning": scheduling,
    "csp symmetries": lambda: permutations(200).symmetries,
    "csp search_tree": lambda: (
        lambda **controls: csp.search_tree(placed_queens(40), limit=10**6, **controls)
    ),
    "lex_leader": ordering,
    "to_exact_cover": lambda: placed_queens(100).to_exact_cover,
    "to_dimacs": lambda: placed_queens(60).to_dimacs,
    "to_opb": lambda: placed_queens(60).to_opb,
    "to_flatzinc": lambda: hidden_pigeons(150).to_flatzinc,
    "post satisfies": lambda: posting(
        lambda model: csp.satisfies(model.variables(2, range(1000)), lambda a, b: a * b % 7 < 3)
    ),
    "post bin_packing": lambda: posting(
        lambda model: csp.bin_packing(
            model.variables(150, range(40)), range(1, 151), model.variables(40, range(200))
        )
    ),
    "post regular": lambda: counted_steps(400),
    "post circuit": lambda: posting(lambda model: csp.circuit(model.variables(600, range(600)))),
    "post table": lambda: posting(
        lambda model: csp.table(
            model.variables(3, range(300)),
            [(i, j, i * j % 300) for i in range(300) for j in range(300)],
        )
    ),
    "encode": lambda: lambda **controls: sudoku.encode(sudoku.Puzzle(LARGE), **controls),
}
"""Verbs at sizes at which they would take seconds; what is made before is not counted."""


@pytest.mark.kernel
@pytest.mark.parametrize("name", VERBS)
def test_a_long_verb_looks_at_the_clock_often(name: str, clock: Clock) -> None:
    verb = VERBS[name]()
    with suppress(UnfinishedError, UndecidedError):
        VERBS[name]()(time_limit=0)  # so that what it needs is loaded
    clock.longest, clock.last_look = 0, clock.work
    sys.setprofile(clock.note)
    try:
        found: Any = verb(time_limit=LIMIT)
    except (UnfinishedError, UndecidedError):
        found = None
    finally:
        sys.setprofile(None)
    is_whole = getattr(found, "complete", getattr(found, "is_complete", found is not None))
    assert not is_whole
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


def weighed_queens(n: int, **controls: Any) -> object:
    model = placed_queens(n)
    total = sum(pow(k, 3, 101) * x for k, x in enumerate(model.unknowns))
    return model.minimize(total, **controls)


SLICED: dict[str, Verb] = {
    "split": lambda **controls: exactcover.split(queens(14), 100_000, **controls),
    "count": lambda **controls: queens(18).count(**controls),
    "solve": lambda **controls: domino(11).solve(**controls),
    "solutions": lambda **controls: list(queens(18).solutions(**controls)),
    "cheapest": lambda **controls: priced_queens(30).cheapest(100, **controls),
    "improving_solutions": lambda **controls: list(
        exactcover.improving_solutions(priced_queens(30), **controls)
    ),
    "diagram": lambda **controls: queens(18).diagram(**controls),
    "sample": lambda **controls: queens(18).sample(1000, max_bytes=0, seed=1, **controls),
    "estimate": lambda **controls: queens(18).estimate(n_probes=10**8, seed=1, **controls),
    "explain_infeasible": lambda **controls: domino(11).explain_infeasible(**controls),
    "csp explain_infeasible": lambda **controls: hidden_pigeons(14).explain_infeasible(**controls),
    "csp count": lambda **controls: placed_queens(16).count(**controls),
    "csp solutions": lambda **controls: list(placed_queens(16).solutions(**controls)),
    "csp minimize": lambda **controls: weighed_queens(20, **controls),
    "sudoku count": lambda **controls: sudoku.count(OPEN, **controls),
    "sudoku solutions": lambda **controls: list(sudoku.solutions(OPEN, **controls)),
    "count of a variant": lambda **controls: sudoku.count(OPEN_DIAGONAL, **controls),
    "count_grids": lambda **controls: sudoku.count_grids(
        sudoku.Shape(3, 3), rules=OPEN_DIAGONAL.rules, **controls
    ),
    "generate": lambda **controls: list(
        sudoku.generate(10_000, scale="se", score=(8, 9), seed=1, **controls)
    ),
    "count_batch": lambda **controls: sudoku.count_batch(MANY, limit=10**6, **controls),
    "estimate_grids": lambda **controls: sudoku.estimate_grids(
        sudoku.Shape(3, 3), n_samples=10**6, seed=1, **controls
    ),
}
"""Verbs that search by kernels, at sizes at which they would take many seconds."""
LOOKS = 40


IN_SLICES: list[Any] = [
    # As plain Python, a slice of these would take minutes.
    pytest.param(name, marks=pytest.mark.compiled) if name in ("count_batch", "estimate") else name
    for name in SLICED
]


@pytest.mark.kernel
@pytest.mark.parametrize("name", IN_SLICES)
def test_a_verb_that_searches_in_slices_stops_at_the_next_look(name: str) -> None:
    flag = LateFlag(LOOKS)
    with suppress(UnfinishedError, UndecidedError):
        SLICED[name](cancel=flag)
    assert flag.looks > LOOKS  # it was not done before
    assert flag.looks <= LOOKS + MOST_AFTER


MOST_AFTER = 20
"""The looks until all verbs that call each other have stopped."""
