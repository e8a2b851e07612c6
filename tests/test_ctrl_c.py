"""Ctrl-C while a model is made, read or set up: each step is done as a whole or not at all.

Ctrl-C is sent at the n-th point at which Python handles it, for a number of n: where a function
begins, and after a call of a function in C. For searches see
`tests/exactcover/runtime/search/test_interrupts.py`.
"""

import gc
import inspect
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import permutations
from types import FrameType
from typing import Any

import pytest

import csp
import sudoku
from csp.model.builder import GROWING
from exactcover import Problem
from exactcover.runtime import reading_budget
from exactcover.runtime.search import limits
from tests.csp.model.test_small_arguments import STATED

pytestmark = pytest.mark.usefixtures("default_handler")

N_POINTS = 25
"""About as many points of a call are those at which it is interrupted."""


@pytest.fixture
def default_handler() -> Iterator[None]:
    """Have Python's own handler, which a process in the background may lack, and no profile."""
    handler, profile = signal.signal(signal.SIGINT, signal.default_int_handler), sys.getprofile()
    yield
    sys.setprofile(profile)
    limits._thread.watch = None  # so that what one test leaves is no matter for the next
    assert signal.signal(signal.SIGINT, handler) is signal.default_int_handler


class Points:
    """Counts the points at which Python handles Ctrl-C, and sends it at one of them."""

    def __init__(self, at: int = 0) -> None:
        self.n, self._at = 0, at

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        # A profile cannot interrupt a generator as Python does. No code is safe where __exit__
        # begins; Python has no remedy for it.
        is_generator = code.co_flags & inspect.CO_GENERATOR
        if event == "c_return" or (
            event == "call" and not is_generator and code.co_name != "__exit__"
        ):
            self.n += 1
            if self.n == self._at:
                sys.setprofile(None)
                signal.raise_signal(signal.SIGINT)

    def run(self, call: Callable[[], object]) -> bool:
        """Return whether a call was interrupted.

        No garbage is collected meanwhile: Python cannot pass on an interrupt from a callback of its
        collector, such as that of Hypothesis, and when it collects is a matter of chance.
        """
        gc.disable()
        sys.setprofile(self.note)
        try:
            call()
        except KeyboardInterrupt:
            return True
        finally:
            sys.setprofile(None)
            gc.enable()
        return False


def interruptions(made: Callable[[], tuple[Any, Callable[[], object]]]) -> Iterator[Any]:
    """Interrupt a call at points from its begin to its end.

    Parameters
    ----------
    made
        A function that makes an object, and a call that changes or uses it.

    Yields
    ------
    The object after each interruption.
    """
    for _ in range(2):  # the first call also loads what it needs
        whole = Points()
        whole.run(made()[1])
    for at in sorted({*range(1, 6), *range(6, whole.n, max(1, whole.n // N_POINTS))}):
        thing, call = made()
        if Points(at).run(call):
            yield thing
        assert limits._thread.watch is None
        assert reading_budget._thread.spent is None
        assert reading_budget._thread.most is reading_budget.MOST


def state_of(model: csp.Model) -> Any:
    """Return all that posting changes."""
    builder = model.builder
    own = [list(getattr(builder, name)) for name in (*GROWING, "_restricted")]
    return (
        [*model.constraints],
        [*model.contradictions],
        own,
        builder.is_infeasible,
        builder.n_scratch,
    )


def begun() -> tuple[csp.Model, Any]:
    """Return a model with a constraint, and its variables."""
    model = csp.Model()
    x = model.variables(3, range(1, 4), name="x")
    model.post(x[0] + x[1] <= 5)
    return model, x


@pytest.mark.parametrize("name", STATED)
def test_posting_is_all_or_nothing(name: str) -> None:
    whole, x = begun()
    whole.post(STATED[name](x), x[1] != 2)

    def made() -> tuple[Any, Callable[[], object]]:
        model, x = begun()
        before = state_of(model)
        return (model, x, before), lambda: model.post(STATED[name](x), x[1] != 2, time_limit=60)

    for model, x, before in interruptions(made):
        if len(model.constraints) == 1:
            assert state_of(model) == before
            model.post(STATED[name](x), x[1] != 2)
        assert sizes_of(model) == sizes_of(whole)


def sizes_of(model: csp.Model) -> Any:
    """Return how much was posted, and the domains."""
    constraints, contradictions, (*lists, _), *rest = state_of(model)
    n = [*map(len, (constraints, contradictions, *lists))]
    return n, model.builder.domains, rest


def test_a_model_that_was_interrupted_answers_rightly() -> None:
    def made() -> tuple[Any, Callable[[], object]]:
        model = csp.Model()
        x = model.variables(5, range(5), name="x")
        return (model, x), lambda: model.post(
            csp.all_different(x), x[0] < x[1], x[2] * x[3] <= 6, name="all"
        )

    answer = sum(p[0] < p[1] and p[2] * p[3] <= 6 for p in permutations(range(5)))
    for model, x in interruptions(made):
        if not model.constraints:
            model.post(csp.all_different(x), x[0] < x[1], x[2] * x[3] <= 6)
        assert model.count() == answer


ADDITIONS: dict[str, Callable[[csp.Model], object]] = {
    "variable": lambda model: model.variable([1, 5, 7], "y"),
    "sparse variable": lambda model: model.variable([1, 5**20], "y"),
    "variables": lambda model: model.variables((2, 2), range(3), name="y"),
    "bool_vars": lambda model: model.bool_vars(3, name="y"),
    "interval": lambda model: model.interval(range(3), [1, 2], "y", optional=True),
    "set_variable": lambda model: model.set_variable(range(4), "y", sizes=[1, 3]),
}


@pytest.mark.parametrize("name", ADDITIONS)
def test_variables_are_added_all_or_none(name: str) -> None:
    model, _ = begun()
    before = model.count()
    ADDITIONS[name](model)
    answer, n = model.count(), len(model.names)

    def made() -> tuple[Any, Callable[[], object]]:
        model, _ = begun()
        return model, lambda: ADDITIONS[name](model)

    for model in interruptions(made):
        if len(model.names) < n:
            assert model.count() == before
            ADDITIONS[name](model)  # so no name is taken
        assert model.count() == answer
        assert [each.name for each in model.unknowns] == [*model.names]


XCSP3 = """<instance format="XCSP3" type="CSP"><variables>
<array id="x" size="[3]">0..3</array></variables><constraints>
<allDifferent>x[]</allDifferent><intension>lt(x[0],add(x[1],1))</intension>
</constraints></instance>"""
FLATZINC = """var 0..3: x; var 0..3: y;
constraint int_lin_le([1,1],[x,y],4); constraint int_ne(x,y); solve satisfy;"""
OPB = "* #variable= 3 #constraint= 1\n+1 x1 +2 x2 -1 x3 >= 1 ;\n"
READERS: dict[str, Callable[[], Any]] = {
    "from_xcsp3": lambda: csp.from_xcsp3(XCSP3).model.count(),
    "from_flatzinc": lambda: csp.from_flatzinc(FLATZINC).model.count(),
    "from_opb": lambda: csp.from_opb(OPB).model.count(),
    "Problem.from_text": lambda: Problem.from_text("p q | r\np r:1\nq\np q r:2\n").count(),
    "from_json": lambda: sudoku.count(sudoku.from_json(sudoku.to_json("12343412........"))),
}


@pytest.mark.parametrize("name", READERS)
def test_a_reader_that_was_interrupted_reads_again(name: str) -> None:
    answer = READERS[name]()
    assert answer > 1
    for reader in interruptions(lambda: (READERS[name], READERS[name])):
        assert reader() == answer


def queens() -> csp.Model:
    model = csp.Model()
    x = model.variables(6, range(6), name="x")
    for sign in (0, 1, -1):
        model.post(csp.all_different(each + sign * k for k, each in enumerate(x)))
    return model


ROOKS = [[row, ("column", column)] for row in range(4) for column in range(4)]
SETUPS: dict[str, tuple[Callable[[], Any], Callable[[Any], Any], Any]] = {
    "csp count": (queens, lambda model: int(model.count()), 4),
    "csp solutions": (queens, lambda model: len(list(model.solutions())), 4),
    "csp to_exact_cover": (queens, lambda model: int(model.to_exact_cover().problem.count()), 4),
    "csp minimize": (queens, lambda model: model.minimize(model.unknowns[0]).value, 1),
    "csp learning": (queens, lambda model: bool(model.solve(method="learning")), True),
    "count": (lambda: Problem(ROOKS), lambda problem: int(problem.count()), 24),
    "diagram": (lambda: Problem(ROOKS), lambda problem: int(problem.diagram().count()), 24),
    "cheapest": (
        lambda: Problem(ROOKS, costs=range(16)),
        lambda problem: problem.cheapest().cost,
        30,
    ),
    "reduce": (lambda: Problem(ROOKS), lambda problem: int(problem.reduce().problem.count()), 24),
    "symmetries": (lambda: Problem(ROOKS), lambda problem: problem.symmetries().order, 1152),
    "sudoku count": (
        lambda: sudoku.Puzzle.from_text("12343412........"),
        lambda puzzle: int(puzzle.count()),
        4,
    ),
}
"""For each case: a function that makes an object, a verb of this object, and the answer."""


@pytest.mark.parametrize("name", SETUPS)
def test_what_was_interrupted_is_set_up_again(name: str) -> None:
    make, verb, answer = SETUPS[name]

    def made() -> tuple[Any, Callable[[], object]]:
        thing = make()
        return thing, lambda: verb(thing)

    assert verb(make()) == answer
    for thing in interruptions(made):
        assert verb(thing) == answer
