"""Find solutions of least cost, by every engine for costs and by HiGHS (scipy)."""

from collections.abc import Callable, Iterable, Iterator
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.instances import DATA
from benchmarks.report import Goal, Section, seconds
from exactcover import Problem, ProblemError

METHODS = ("auto", "cheapest_linear", "cheapest_lagrangian", "cheapest_masks", "cheapest_cells")
HIGHS = "HiGHS"
GOALS = {"assignment 200": 1.0, "assignment 500": 10.0}
"""The most processor seconds for the proof of the optimum."""


class Case(NamedTuple):
    """A problem, and its least cost, if that is known."""

    name: str
    problem: Problem
    cost: int | None


def cases() -> Iterator[Case]:
    """Yield the cases; the costs of assignments are those of scipy's `linear_sum_assignment`."""
    yield Case("assignment 100", assignment(100), 1510)
    yield Case("assignment 200", assignment(200), 1817)
    yield Case("assignment 500", assignment(500), 1941)
    yield Case("partitioning 50 x 5010", partitioning(50, 5000), 611)
    yield Case("partitioning 60 x 5012", partitioning(60, 5000), 733)
    yield Case("partitioning 100 x 20020", partitioning(100, 20000), None)
    yield Case("pent6x10_cost", Problem.read(DATA / "exactcover" / "pent6x10_cost.dlx"), 55)


def assignment(n: int) -> Problem:
    """Return the assignment of n persons to n tasks, with costs from 1 to 999."""
    costs = np.random.default_rng(n).integers(1, 1000, (n, n))
    options = [[("row", i), ("column", j)] for i in range(n) for j in range(n)]
    return Problem(options, costs=costs.ravel().tolist())


def partitioning(n_items: int, n_options: int, *, longest: int = 8, seed: int = 0) -> Problem:
    """Return random options of 2 to `longest` items, and one cover by options of five items."""
    rng = np.random.default_rng(seed)
    sizes = (int(rng.integers(2, longest + 1)) for _ in range(n_options))
    options, costs = options_with_cover(rng, n_items, sizes)
    return Problem(options, costs=costs)


def options_with_cover(
    rng: np.random.Generator, n_items: int, sizes: Iterable[int]
) -> tuple[list[list[int]], list[int]]:
    """Return random options of some sizes and one cover by options of five items; and all costs."""
    options = [sorted(rng.choice(n_items, size, replace=False).tolist()) for size in sizes]
    items = rng.permutation(n_items)
    options += [sorted(items[k : k + 5].tolist()) for k in range(0, n_items, 5)]
    costs = [int(rng.integers(10, 30) * len(o) + rng.integers(0, 50)) for o in options]
    return options, costs


class Outcome(NamedTuple):
    """What a solver found: the cost, a lower bound, whether it is proved, and the time.

    The time is infinite if the solver refuses the problem.
    """

    cost: float | None
    bound: float
    proved: bool
    seconds: float

    def __str__(self) -> str:
        if self.seconds == np.inf:
            return "-"
        found = "none" if self.cost is None else f"{self.cost:g}"
        return seconds(self.seconds) if self.proved else f"({found}, at least {self.bound:g})"


class Processor(NamedTuple):
    """A flag that is set when this process has used so much time of the processor."""

    end: float

    def is_set(self) -> bool:
        """Return whether the time is used up."""
        return process_time() > self.end


def measure(repeats: int, patience: float) -> Section:
    """Measure all engines and HiGHS; the goals are those of the automatic choice."""
    section = Section(
        "Least costs, processor seconds until the optimum is proved",
        ("problem", "least cost", *METHODS, HIGHS),
        notes=[
            f"Not proved after {patience:g} s: the cheapest solution and the bound, in brackets.",
            f"The limit of {HIGHS} is by the clock: compare it on a machine that is not busy.",
            "-: the engine refuses the problem, because its table would be too large.",
            "The time includes the arrays of the problem, but not the problem itself.",
        ],
    )
    for case in cases():
        solvers = {name: _ours(name, patience) for name in METHODS} | {HIGHS: _highs(patience)}
        outcomes = {name: _best(solver, case, repeats) for name, solver in solvers.items()}
        _check(section, case, outcomes)
        section.rows.append((case.name, str(case.cost or "?"), *map(str, outcomes.values())))
        section.records += [
            {"problem": case.name, "solver": name, **outcome._asdict()}
            for name, outcome in outcomes.items()
        ]
        if case.name in GOALS:
            most, auto = GOALS[case.name], outcomes["auto"]
            met = auto.proved and auto.seconds <= most
            section.goals.append(Goal(f"{case.name} proved", f"{most:g} s", str(auto), met))
    return section


def _ours(method: str, patience: float) -> Callable[[Problem], Outcome]:
    """Return a function that runs one of our engines."""

    def run(problem: Problem) -> Outcome:
        Problem([["p"]], costs=[1]).cheapest(method=method)
        begin = process_time()
        try:
            best = problem.cheapest(method=method, cancel=Processor(begin + patience))
        except ProblemError:
            return Outcome(None, -np.inf, False, np.inf)
        return Outcome(best.cost, best.bound, best.complete, process_time() - begin)

    return run


def _highs(patience: float) -> Callable[[Problem], Outcome]:
    """Return a function that runs HiGHS; its limit is by the clock."""
    from scipy.optimize import milp

    def run(problem: Problem) -> Outcome:
        program = problem.to_milp()
        begin = process_time()
        result: Any = milp(**program, options={"time_limit": patience})
        cost = None if result.x is None else float(np.round(result.fun))
        bound = -np.inf if result.mip_dual_bound is None else float(result.mip_dual_bound)
        return Outcome(cost, bound, result.status == 0, process_time() - begin)

    return run


def _best(solver: Callable[[Problem], Outcome], case: Case, repeats: int) -> Outcome:
    """Return the fastest of several runs; a run that proves nothing is not repeated."""
    best = solver(case.problem)
    for _ in range(repeats - 1 if best.proved else 0):
        best = min(best, solver(case.problem), key=lambda outcome: outcome.seconds)
    return best


def _check(section: Section, case: Case, outcomes: dict[str, Outcome]) -> None:
    """Note every solver that is wrong: all proofs must agree, with the known cost as well."""
    known = {outcome.cost for outcome in outcomes.values() if outcome.proved}
    known |= set() if case.cost is None else {float(case.cost)}
    for name, outcome in outcomes.items():
        if len(known) > 1 or any(outcome.bound > cost + 0.5 for cost in known if cost is not None):
            section.wrong.append(f"{name}, {case.name}: {outcome}, but the costs are {known}")
