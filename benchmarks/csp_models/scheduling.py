"""Tasks on machines, sequences of cars and courses, rosters."""

from functools import partial
from itertools import chain, combinations, pairwise
from random import Random
from typing import Any

from benchmarks.csp_models.case import Asked, Case
from benchmarks.csp_workers.optima import job_shop, project, roster
from benchmarks.csp_workers.shops import FT10, LAWRENCE
from csp import (
    Model,
    all_different,
    bin_packing,
    cardinality,
    columns,
    cumulative,
    element,
    inverse,
    maximum,
    minimum,
    no_overlap,
    regular,
    sequence,
    table,
    truth,
)
from examples.job_shop import FT06


def flexible_shop(jobs: int, machines: int, seed: int) -> Asked:
    """State a job shop whose tasks choose one of two or three machines; minimise the makespan."""
    random = Random(seed)
    model = Model()
    horizon = 12 * jobs * 3 // 2
    on: list[list[Any]] = [[] for _ in range(machines)]
    ends = []
    for _ in range(jobs):
        before: Any = 0
        for _ in range(3):
            choices: list[Any] = []
            for machine in random.sample(range(machines), random.randint(2, 3)):
                task = model.interval(range(horizon), random.randint(3, 12), optional=True)
                on[machine].append(task)
                choices.append(task)
            start, length = model.variable(range(horizon)), model.variable(range(3, 13))
            model.post(sum(each.present for each in choices) == 1, before <= start)
            model.post(each.present >> (each.start == start) for each in choices)
            model.post(length == sum(each.present * each.duration for each in choices))
            before = start + length
        ends.append(before)
    model.post(no_overlap(**columns(some)) for some in on)
    return model, maximum(ends)


def open_shop(n: int, seed: int) -> Asked:
    """State n jobs with a task on each of n machines, in any order; minimise the makespan."""
    random = Random(seed)
    times = [[random.randint(1, 99) for _ in range(n)] for _ in range(n)]
    model = Model()
    s = model.variables((n, n), range(sum(map(sum, times)) // 2))
    model.post(no_overlap(row, own) for row, own in zip(s, times, strict=True))
    model.post(no_overlap(row, own) for row, own in zip(s.T, zip(*times, strict=True), strict=True))
    return model, maximum([v + t for v, t in zip(s.ravel(), chain(*times), strict=True)])


def flow_shop(n: int, machines: int, seed: int) -> Asked:
    """State n jobs in the same order on all machines; minimise the makespan."""
    random = Random(seed)
    times = [[random.randint(1, 30) for _ in range(machines)] for _ in range(n)]
    model = Model()
    job = model.variables(n, range(n))
    model.post(all_different(job))
    end: list[Any] = [0] * machines
    for k in range(n):
        before: Any = 0
        for m in range(machines):
            begin = before if k == 0 else end[m] if m == 0 else maximum([before, end[m]])
            end[m] = before = begin + element([own[m] for own in times], job[k])
    return model, end[-1]


def tardiness(n: int, seed: int) -> Asked:
    """State tasks of one machine with due dates; minimise the weighted tardiness."""
    random = Random(seed)
    times = [random.randint(2, 12) for _ in range(n)]
    model = Model()
    s = model.variables(n, range(sum(times)))
    model.post(no_overlap(s, times))
    late = []
    for v, time in zip(s, times, strict=True):
        due = random.randint(sum(times) // 4, 3 * sum(times) // 4)
        model.post(v + time <= sum(times))
        late.append(random.randint(1, 5) * maximum([0, v + time - due]))
    return model, sum(late)


def employees(n: int, days: int, seed: int) -> Asked:
    """State shifts (0 off, 1 day, 2 night) of employees; maximise the wishes that are met."""
    random = Random(seed)
    model = Model()
    x = model.variables((n, days), range(3))
    model.post(cardinality(day, {1: n // 3, 2: n // 4}) for day in x.T)
    for row in x:
        model.post(sequence(row, 7, [0], 2, 4), sequence(row, 4, [2], 0, 2))
        model.post((a != 2) | (b != 1) for a, b in pairwise(row))
    wishes = [random.randint(1, 5) * truth(v == random.randrange(3)) for v in x.ravel()]
    return model, -sum(wishes)


def curriculum(courses: int, periods: int, seed: int) -> Asked:
    """State the periods of courses with prerequisites; minimise the greatest load (BACP)."""
    random = Random(seed)
    credit = [random.randint(1, 5) for _ in range(courses)]
    model = Model()
    period = model.variables(courses, range(periods))
    load = model.variables(periods, range(10, 25))
    model.post(bin_packing(period, credit, load))
    model.post(cardinality(period, {k: model.variable(range(2, 11)) for k in range(periods)}))
    for _ in range(courses // 2):
        a, b = sorted(random.sample(range(courses), 2))
        model.post(period[a] < period[b])
    return model, maximum(load)


OPTIONS = ((1, 0, 1, 1, 0), (0, 0, 0, 1, 0), (0, 1, 0, 0, 1),
           (0, 1, 0, 1, 0), (1, 0, 1, 0, 0), (1, 1, 0, 0, 0))  # fmt: skip
CAPACITIES = ((1, 2), (2, 3), (1, 3), (2, 5), (1, 5))


def cars(demand: list[int]) -> Asked:
    """State an order of cars of six classes; each option has a capacity in a window."""
    model = Model()
    x = model.variables(sum(demand), range(6))
    model.post(cardinality(x, dict(enumerate(demand))))
    for k, (most, width) in enumerate(CAPACITIES):
        model.post(sequence(x, width, [c for c in range(6) if OPTIONS[c][k]], 0, most))
    return model, None


PIECES = (2, 4, 1, 3, 3, 2, 5, 7, 6)
PLAYERS = ("110101101", "110111010", "110000110", "100011001", "001011110")


def rehearsal() -> Asked:
    """State an order of pieces; minimise the time that players wait between their pieces."""
    n = len(PIECES)
    model = Model()
    piece, place = model.variables((2, n), range(n))
    model.post(inverse(piece, place), piece[0] < piece[-1])
    waits = []
    for player in PLAYERS:
        own = [place[k] for k in range(n) if player[k] == "1"]
        first, last = model.variables(2, range(n))
        model.post(first == minimum(own), last == maximum(own))
        for k in range(n):
            if player[k] == "0":
                waits.append(PIECES[k] * ((first < place[k]) & (place[k] < last)))
    return model, sum(waits)


def lines(tasks: int, stations: int, seed: int) -> Asked:
    """State an assembly line: tasks with precedences at stations; minimise the cycle time."""
    random = Random(seed)
    times = [random.randint(2, 20) for _ in range(tasks)]
    model = Model()
    x = model.variables(tasks, range(stations))
    load = model.variables(stations, range(sum(times) // stations + 20))
    model.post(bin_packing(x, times, load))
    for k in range(2, tasks):
        model.post(x[each] <= x[k] for each in random.sample(range(k), 2))
    return model, maximum(load)


def night_duties(n: int, days: int) -> Asked:
    """State a rotating roster by an automaton: a night is followed by a night or two days off."""
    model = Model()
    x = model.variables((n, days), range(4))  # off, early, late, night
    steps = {("work", 0): "work", ("work", 1): "work", ("work", 2): "late", ("work", 3): "night"}
    steps |= {("late", 0): "work", ("late", 2): "late", ("late", 3): "night"}
    steps |= {("night", 3): "night", ("night", 0): "rest", ("rest", 0): "work"}
    for row in x:
        model.post(regular(row, steps, "work", ["work", "late", "night"]))
        model.post(sequence(row, 7, [0], 2, 3))
    model.post(cardinality(day, {1: n // 4, 2: n // 4, 3: n // 5}) for day in x.T)
    return model, None


def lights() -> Asked:
    """State four traffic lights and four lights of pedestrians (CSPLib 16)."""
    model = Model()
    car = model.variables(4, range(4))  # red, red and yellow, green, yellow
    foot = model.variables(4, range(2))  # red, green
    allowed = {(0, 0, 2, 1), (1, 0, 3, 0), (2, 1, 0, 0), (3, 0, 1, 0)}
    for k in range(4):
        own = (car[k], foot[k], car[(k + 1) % 4], foot[(k + 1) % 4])
        model.post(table(own, allowed))
    return model, None


def buckets() -> Asked:
    """State the fewest moves that halve 8 litres with buckets of 8, 5 and 3."""
    size, most = (8, 5, 3), 10
    states = [(a, b, 8 - a - b) for a in range(9) for b in range(6) if 0 <= 8 - a - b <= 3]
    moves = set()
    for state in states:
        for source, target in ((i, j) for i in range(3) for j in range(3) if i != j):
            amount = min(state[source], size[target] - state[target])
            change = {source: -amount, target: amount}
            a, b, c = (litres + change.get(k, 0) for k, litres in enumerate(state))
            moves.add((states.index(state), states.index((a, b, c))))
    end = states.index((4, 4, 0))
    steps = {(a, b): b for a, b in moves if a != end} | {(end, end): end}
    model = Model()
    x = model.variables(most, range(len(states)))
    model.post(regular(x, steps, states.index((8, 0, 0)), [end]))
    return model, sum(v != end for v in x) + 1


def resources(n: int, seed: int) -> Asked:
    """State a project whose tasks need three resources; minimise the makespan."""
    random = Random(seed)
    times = [random.randint(1, 9) for _ in range(n)]
    model = Model()
    s = model.variables(n, range(sum(times) // 2))
    for k in range(2, n):
        model.post(s[a] + times[a] <= s[k] for a in random.sample(range(k), 2))
    for _ in range(3):
        model.post(cumulative(s, times, [random.randint(0, 5) for _ in range(n)], 8))
    return model, maximum([v + t for v, t in zip(s, times, strict=True)])


def round_robin(n: int, seed: int) -> Asked:
    """State a round robin; minimise the distance of teams that play in given places."""
    random = Random(seed)
    cost = [[random.randint(1, 50) for _ in range(n - 1)] for _ in range(n * n)]
    model = Model()
    opponent = model.variables((n - 1, n), range(n))
    for day in opponent:
        model.post(inverse(day, day), [day[k] != k for k in range(n)])
    model.post(all_different(column) for column in opponent.T)
    total = [
        cost[n * a + b][day] * truth(opponent[day, a] == b)
        for day in range(n - 1)
        for a, b in combinations(range(n), 2)
    ]
    return model, sum(total)


SHOPS = {"ft10": (FT10, 930)} | {
    name: (LAWRENCE[name], best)
    for name, best in {"la01": 666, "la02": 655, "la03": 597, "la04": 590, "la05": 593}.items()
}
"""Job shops and their shortest makespans."""

CASES = (
    Case("job shop ft06", "Fisher and Thompson", lambda: job_shop(FT06), "least", 55),
    *(
        Case(f"job shop {name}", "job shops", partial(job_shop, jobs), "least", best)
        for name, (jobs, best) in SHOPS.items()
    ),
    Case("flexible shop 5,4", "Brandimarte", lambda: flexible_shop(5, 4, 1), "least"),
    Case("flexible shop 10,5", "Brandimarte", lambda: flexible_shop(10, 5, 2), "least"),
    Case("flexible shop 15,3", "Brandimarte", lambda: flexible_shop(15, 3, 3), "least"),
    Case("open shop 5", "scheduling", lambda: open_shop(5, 1), "least"),
    Case("flow shop 9,4", "scheduling", lambda: flow_shop(9, 4, 1), "least"),
    Case("tardiness 10", "scheduling", lambda: tardiness(10, 1), "least"),
    Case("tardiness 20", "scheduling", lambda: tardiness(20, 2), "least"),
    Case("employees 8,14", "rosters", lambda: employees(8, 14, 1), "least"),
    Case("employees 16,14", "rosters", lambda: employees(16, 14, 2), "least"),
    Case("roster 8,14", "rosters", lambda: roster(3), "least"),
    Case("night duties 16,28", "rosters", lambda: night_duties(16, 28), "first", 1),
    Case("curriculum 40,8", "CSPLib 30", lambda: curriculum(40, 8, 1), "least"),
    Case("cars 10", "CSPLib 1", lambda: cars([1, 1, 2, 2, 2, 2]), "all", 6),
    Case("rehearsal", "CSPLib 39", rehearsal, "least", 17),
    Case("assembly line 25,6", "scheduling", lambda: lines(25, 6, 1), "least"),
    Case("traffic lights", "CSPLib 16", lights, "all", 4),
    Case("water buckets", "puzzles", buckets, "least"),
    Case("project 25", "CSPLib 61", lambda: project(25), "least"),
    Case("project of resources 30", "CSPLib 61", lambda: resources(30, 1), "least"),
    Case("project of resources 60", "CSPLib 61", lambda: resources(60, 2), "least"),
    Case("round robin 8", "sports", lambda: round_robin(8, 1), "least"),
)
