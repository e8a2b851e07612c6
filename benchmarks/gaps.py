"""The gaps between the best cover and the lower bound, beside HiGHS, after some processor seconds.

`python -m benchmarks gaps` runs all instances; `python -m benchmarks.gaps 10 NAME...` runs those
whose names begin so, for ten seconds each. HiGHS is the package `highspy`; without it, only ours is
measured.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from benchmarks.costs import Processor, options_with_cover
from benchmarks.report import Goal, Section, show
from exactcover import Problem

TIMES = (1.0, 10.0, 60.0)
"""The processor seconds after which the gaps are compared."""
CITIES, BASES, LAST_HOUR = 12, 3, 20
LONGEST_WAIT, MOST_LEGS = 5, 6


class Instance(NamedTuple):
    """A problem with costs, by its name."""

    name: str
    make: Callable[[], Problem]


def instances() -> Iterator[Instance]:
    """Yield the instances, of the sizes and kinds of the OR-library, most of them smaller."""
    sizes = {
        "scp4": (200, 1000, 0.02), "scp5": (200, 2000, 0.02), "scp6": (200, 1000, 0.05),
        "scpa": (300, 3000, 0.02), "scpb": (300, 3000, 0.05), "scpc": (400, 4000, 0.02),
        "scpd": (400, 4000, 0.05), "scpnre": (250, 2500, 0.1), "scpnrf": (250, 2500, 0.2),
        "scpnrg": (500, 5000, 0.02), "scpnrh": (500, 5000, 0.05),
    }  # fmt: skip
    for name, (rows, columns, density) in sizes.items():
        yield Instance(f"{name} {rows}x{columns}", partial(cover, rows, columns, density))
    yield Instance("scpcyc 60x240", lambda: cover(60, 240, 0.1, highest=1))
    yield Instance("multicover 100x1000", lambda: cover(100, 1000, 0.05, least=3))
    for n_legs, n_pairings in ((80, 4_000), (150, 10_000), (250, 20_000)):
        yield Instance(f"crews {n_legs}x{n_pairings}", partial(crews, n_legs, n_pairings))
    yield Instance("partition 50x2000", lambda: partition(50, 2_000))
    yield Instance("partition 100x5000", lambda: partition(100, 5_000))
    yield Instance("once or twice 60x3000", lambda: partition(60, 3_000, twice=0.3))
    yield Instance("once or twice 100x10000", lambda: partition(100, 10_000, twice=0.3))
    yield Instance("once or twice 200x20000", lambda: partition(200, 20_000, twice=0.3))


def cover(
    n_items: int, n_options: int, density: float, *, highest: int = 100, least: int = 1,
    seed: int = 1,
) -> Problem:  # fmt: skip
    """Return a set cover: each item at least `least` times; costs from 1 to `highest`."""
    rng = np.random.default_rng(seed)
    sizes = np.maximum(2, rng.binomial(n_items, density, n_options)).tolist()
    options = [sorted(rng.choice(n_items, size, replace=False).tolist()) for size in sizes]
    for item in range(n_items):
        for option in rng.choice(n_options, least + 1, replace=False).tolist():
            options[option] = sorted({*options[option], item})
    costs = rng.integers(1, highest + 1, n_options).tolist()
    return Problem(options, costs=costs, bounds=dict.fromkeys(range(n_items), (least, None)))


def partition(n_items: int, n_options: int, *, twice: float = 0.0, seed: int = 1) -> Problem:
    """Return random options of 2 to 8 items, and a cover; some items are covered once or twice."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 9, n_options).tolist()
    options, costs = options_with_cover(rng, n_items, sizes)
    chosen = rng.permutation(n_items)[: int(twice * n_items)].tolist()
    return Problem(options, costs=costs, bounds=dict.fromkeys(chosen, (1, 2)) or None)


def crews(n_legs: int, n_pairings: int, *, seed: int = 1) -> Problem:
    """Return pairings of crews with flights: each leg is flown once, by one of the pairings.

    A pairing costs its duration, its waits, and much if it does not begin and end at one base.
    """
    rng = np.random.default_rng(seed)
    hours = np.sort(rng.random(n_legs) * LAST_HOUR)
    cities = rng.integers(0, CITIES, (n_legs, 2))
    cities[:, 1] = (cities[:, 0] + 1 + rng.integers(0, CITIES - 1, n_legs)) % CITIES
    lengths = 1.0 + 2.0 * rng.random(n_legs)
    found: dict[tuple[int, ...], int] = {}
    for leg in range(n_legs):
        found[(leg,)] = _price([leg], hours, lengths, cities)
    for _ in range(40 * n_pairings):
        legs = [int(rng.integers(n_legs))]
        while len(legs) < MOST_LEGS:
            ready = hours[legs[-1]] + lengths[legs[-1]] + 0.5
            is_next = (hours >= ready) & (hours <= ready + LONGEST_WAIT)
            onward = np.flatnonzero(is_next & (cities[:, 0] == cities[legs[-1], 1]))
            if not len(onward) or rng.random() < 0.15:
                break
            legs.append(int(rng.choice(onward)))
        found[tuple(legs)] = _price(legs, hours, lengths, cities)
        if len(found) >= n_pairings:
            break
    return Problem(list(map(list, found)), costs=list(found.values()))


def _price(legs: list[int], hours: Any, lengths: Any, cities: Any) -> int:
    """Return the cost of a pairing."""
    duration = float(hours[legs[-1]] + lengths[legs[-1]] - hours[legs[0]])
    flown = float(lengths[legs].sum())
    start, end = int(cities[legs[0], 0]), int(cities[legs[-1], 1])
    returns = start == end and start < BASES
    return round(100 + 10 * max(duration, 4.0) + 15 * (duration - flown) + 150 * (not returns))


class Track(NamedTuple):
    """The best cost and the lower bound, at some processor seconds each."""

    points: list[tuple[float, float, float]]

    def gap(self, seconds: float) -> float:
        """Return the gap after some seconds, as a part of the best cost; 1 without a cover."""
        cost, bound = math.inf, -math.inf
        for at, own_cost, own_bound in self.points:
            if at <= seconds:
                cost, bound = min(cost, own_cost), max(bound, own_bound)
        if not math.isfinite(cost) or not math.isfinite(bound):
            return 1.0
        return max(0.0, min(1.0, (cost - bound) / max(1e-9, abs(cost))))

    def cost(self, seconds: float) -> float:
        """Return the least cost after some seconds."""
        return min((cost for at, cost, _ in self.points if at <= seconds), default=math.inf)


def ours(problem: Problem, patience: float, method: str = "auto") -> Track:
    """Follow our search."""
    cover(8, 20, 0.3).cheapest(method=method)  # loads the kernels
    partition(10, 40).cheapest(method=method)
    points: list[tuple[float, float, float]] = []
    begin = process_time()

    def note(progress: Any) -> None:
        cost = math.inf if progress.cost is None else float(progress.cost)
        points.append((process_time() - begin, cost, float(progress.bound)))

    best = problem.cheapest(method=method, cancel=Processor(begin + patience), progress=note)
    cost = math.inf if best.cost is None else float(best.cost)
    # The end: what is proved counts from now on, what was stopped counts at the last report.
    points.append(
        (min(process_time() - begin, math.inf if best.complete else patience), cost, best.bound)
    )
    return Track(points)


def highs(problem: Problem, patience: float) -> Track:
    """Follow HiGHS on one thread."""
    highspy: Any = import_module("highspy")
    program = problem.to_milp()
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.passModel(_as_highs(highspy, program))
    points: list[tuple[float, float, float]] = []
    begin = process_time()

    def note(event: Any) -> None:
        data = event.data_out
        cost = data.mip_primal_bound if data.mip_primal_bound < 1e29 else math.inf
        seconds = process_time() - begin
        points.append((seconds, cost, data.mip_dual_bound))
        if seconds > patience:
            event.data_in.user_interrupt = True

    solver.cbMipInterrupt += note
    solver.cbMipImprovingSolution += note
    solver.run()
    info = solver.getInfo()
    cost = info.objective_function_value if info.primal_solution_status == 2 else math.inf
    is_proved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    bound = cost if is_proved else info.mip_dual_bound
    points.append((min(process_time() - begin, math.inf if is_proved else patience), cost, bound))
    return Track(points)


def _as_highs(highspy: Any, program: dict[str, Any]) -> Any:
    """Return the arguments of `scipy.optimize.milp` as a model of HiGHS."""
    constraints = program["constraints"]
    matrix = constraints.A.tocsr()
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = np.asarray(program["c"], dtype=float)
    model.col_lower_ = np.zeros(model.num_col_)
    model.col_upper_ = np.ones(model.num_col_)
    shape = np.zeros(model.num_row_)
    model.row_lower_ = np.asarray(constraints.lb, dtype=float) + shape
    model.row_upper_ = np.asarray(constraints.ub, dtype=float) + shape
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data.astype(float)
    model.integrality_ = [highspy.HighsVarType.kInteger] * model.num_col_
    return model


def measure(patience: float = TIMES[-1], prefixes: tuple[str, ...] = ("",)) -> Section:
    """Follow both solvers on the instances whose names begin with one of some texts."""
    times = [time for time in TIMES if time <= patience]
    solvers: dict[str, Callable[[Problem, float], Track]] = {"ours": ours}
    if find_spec("highspy"):
        solvers["HiGHS"] = highs
    section = Section(
        "Gaps between the best cover and the lower bound, in per cent",
        ("problem", *(f"{name}, {time:g} s" for time in times for name in solvers)),
        notes=["Processor seconds; one thread. 100 means that no cover was found."],
    )
    gaps: dict[tuple[str, float], list[float]] = {}
    for name, make in instances():
        if not name.startswith(prefixes):
            continue
        problem = make()
        tracks = {solver: follow(problem, patience) for solver, follow in solvers.items()}
        row = [name]
        for time in times:
            for solver, track in tracks.items():
                gap = 100 * track.gap(time)
                gaps.setdefault((solver, time), []).append(gap)
                row.append(f"{gap:.2f}")
        section.rows.append(tuple(row))
        section.records.append({"problem": name, **{s: t.points[-1] for s, t in tracks.items()}})
    for time in times if "HiGHS" in solvers else ():
        own, other = gaps["ours", time], gaps["HiGHS", time]
        worse = sum(a > b + 0.005 for a, b in zip(own, other, strict=True))
        text = f"{median(own):.2f} against {median(other):.2f}, worse on {worse}"
        section.goals.append(Goal(f"gaps after {time:g} s", "nowhere larger", text, worse == 0))
    return section


if __name__ == "__main__":
    show(measure(float(sys.argv[1]), tuple(sys.argv[2:]) or ("",)), Console())
