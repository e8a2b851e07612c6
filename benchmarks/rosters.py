"""Rosters of nurses with weighted wishes and fairness, by a seed, and how fast they are solved.

Run ``python -m benchmarks.rosters WAY SECONDS [SEED ...]``: it prints a line of JSON for each
roster, with the processor time, the best value, the bound and whether it is proved. The ways are
those of `benchmarks.csp_models.worker`; "CP-SAT" is OR-tools with one worker. Each roster is
searched in a process of its own, in which kernels and solvers are loaded before the time counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.csp_models.case import Asked
from benchmarks.csp_models.worker import WAYS, Patience
from benchmarks.processes import ENVIRONMENT, ROOT
from csp import Model, cardinality, count_of, maximum, minimum, truth

OFF, EARLY, LATE, NIGHT = range(4)
FORBIDDEN = ((NIGHT, EARLY), (NIGHT, LATE), (LATE, EARLY))
"""Shifts of which the second must not be on the day after the first."""
N_SEEDS = 30
WEEK = 7
LOADING = [{"method": name} for name in ("propagation", "learning", "linear", "neighbourhoods")]
"""Searches that load the kernels which a portfolio needs."""


class Ward(NamedTuple):
    """The data of a roster.

    Attributes
    ----------
    n_nurses, n_days
        The size.
    demand
        For each day, the nurses that are needed in the shifts EARLY, LATE and NIGHT.
    is_exact
        Whether exactly so many work; else at least so many.
    longest
        The greatest number of days that a nurse works without a day off.
    days_off
        The least number of days off of each nurse.
    nights
        The greatest number of nights of each nurse.
    wishes
        Nurse, day, shift, and what it costs if the nurse has this shift (a negative cost is a
        reward, for a shift that is wanted).
    unfairness
        What it costs for each night that the nurse with most nights has more than the one with
        fewest; and the same of the days of work.
    """

    n_nurses: int
    n_days: int
    demand: tuple[tuple[int, int, int], ...]
    is_exact: bool
    longest: int
    days_off: int
    nights: int
    wishes: tuple[tuple[int, int, int, int], ...]
    unfairness: tuple[int, int]


def ward(seed: int) -> Ward:
    """Return the data of a roster: of 12 to 40 nurses and two to four weeks.

    Examples
    --------
    >>> a = ward(3)
    >>> (a.n_nurses, a.n_days) == (ward(3).n_nurses, len(a.demand)), a == ward(3)
    (True, True)
    """
    random = Random(seed)
    n_nurses = 12 + 28 * (seed % N_SEEDS) // (N_SEEDS - 1)
    n_days = WEEK * random.randint(2, 4)
    share = random.uniform(0.58, 0.68)  # the part of the nurses that works on a usual day
    demand = []
    for day in range(n_days):
        of_day = n_nurses * share * (0.9 if day % WEEK >= 5 else 1.0)
        demand.append((round(0.4 * of_day), round(0.35 * of_day), round(0.25 * of_day)))
    wishes = []
    for nurse in range(n_nurses):
        for day in random.sample(range(n_days), n_days // 2):
            kind = random.random()
            weight = random.randint(1, 5)
            shift = OFF if kind < 0.4 else random.randint(EARLY, NIGHT)
            wishes.append((nurse, day, shift, -weight if kind < 0.7 else weight))
    return Ward(
        n_nurses,
        n_days,
        tuple(demand),
        random.random() < 0.5,
        random.choice((5, 6)),
        n_days * 2 // WEEK,
        n_days // 4 + 1,
        tuple(wishes),
        (random.choice((2, 5, 10)), random.choice((0, 2, 5))),
    )


def state(data: Ward) -> Asked:
    """State a roster as a user would: minimise the wishes that are not met, and unfairness."""
    model = Model()
    shift = model.variables((data.n_nurses, data.n_days), range(4), name="shift")
    for column, needed in zip(shift.T, data.demand, strict=True):
        if data.is_exact:
            model.post(cardinality(column, dict(enumerate(needed, EARLY))))
        else:
            model.post(count_of(column, k) >= n for k, n in enumerate(needed, EARLY))
    for row in shift:
        model.post((a != one) | (b != other) for a, b in pairwise(row) for one, other in FORBIDDEN)
        for first in range(data.n_days - data.longest):
            model.post(count_of(row[first : first + data.longest + 1], OFF) >= 1)
        model.post(count_of(row, OFF) >= data.days_off, count_of(row, NIGHT) <= data.nights)
    cost: Any = 0
    for nurse, day, wish, weight in data.wishes:
        wanted = truth(shift[nurse, day] == wish)
        cost = cost + (weight * wanted if weight > 0 else -weight * (1 - wanted))
    of_nights, of_work = data.unfairness
    nights = [count_of(row, NIGHT) for row in shift]
    cost = cost + of_nights * (maximum(nights) - minimum(nights))
    if of_work:
        off = [count_of(row, OFF) for row in shift]
        cost = cost + of_work * (maximum(off) - minimum(off))
    return model, cost


def cost_of(data: Ward, roster: np.ndarray[Any, Any]) -> int | None:
    """Return what a roster costs, or None if it is not allowed: it shares nothing with `state`."""
    for day, needed in zip(roster.T.tolist(), data.demand, strict=True):
        counts = [day.count(k) for k in (EARLY, LATE, NIGHT)]
        if any(n < least for n, least in zip(counts, needed, strict=True)):
            return None
        if data.is_exact and counts != list(needed):
            return None
    for row in roster.tolist():
        if any(pair in FORBIDDEN for pair in pairwise(row)):
            return None
        if max(map(len, "".join(map(str, row)).split("0"))) > data.longest:
            return None
        if row.count(OFF) < data.days_off or row.count(NIGHT) > data.nights:
            return None
    cost = 0
    for nurse, day, wish, weight in data.wishes:
        cost += abs(weight) * ((roster[nurse, day] == wish) == (weight > 0))
    for shift, weight in zip((NIGHT, OFF), data.unfairness, strict=True):
        cost += weight * int(np.ptp((roster == shift).sum(axis=1)))
    return int(cost)


def search(seed: int, controls: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Search for the best roster of a seed; return the time, the value and the bound."""
    for way in (controls, *LOADING) if "solver" not in controls else (controls,):
        model, cost = state(ward(0)._replace(unfairness=(1, 1)))
        model.minimize(cost, max_nodes=300, **way)  # kernels are loaded
    data = ward(seed)
    model, cost = state(data)
    start = process_time()
    best = model.minimize(cost, cancel=Patience(seconds), **controls)
    found: dict[str, Any] = {
        "seed": seed,
        "nurses": data.n_nurses,
        "days": data.n_days,
        "seconds": round(process_time() - start, 2),
        "value": best.value,
        "bound": best.bound,
        "proved": best.complete,
    }
    if best.solution is not None:
        roster = np.array(list(best.solution.values())).reshape(data.n_nurses, data.n_days)
        found["right"] = cost_of(data, roster) == best.value
    return found


def main(way: str, seconds: float, seeds: list[int]) -> None:
    """Print a line for each roster; each is searched in a process of its own."""
    if len(seeds) == 1:
        print(json.dumps({"way": way} | search(seeds[0], WAYS[way], seconds)), flush=True)
        return
    for seed in seeds or range(N_SEEDS):
        command = [sys.executable, "-m", "benchmarks.rosters", way, str(seconds), str(seed)]
        subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), [int(each) for each in sys.argv[3:]])
