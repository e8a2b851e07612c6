"""Boxes, bins, warehouses, assignments and routes."""

from itertools import combinations
from random import Random
from typing import Any

from benchmarks.csp_models.case import Asked, Case
from benchmarks.csp_workers.optima import things
from csp import (
    Model,
    all_different,
    at_most,
    bin_packing,
    cardinality,
    circuit,
    cumulative,
    diffn,
    element,
    increasing,
    inverse,
    knapsack,
    maximum,
    minimum,
    subcircuit,
    truth,
)

Place = tuple[int, int]


def vessel(n: int, seed: int) -> Asked:
    """State the loading of containers on a deck; some classes must be two apart."""
    random = Random(seed)
    width, length = 16, 16
    boxes = [(random.randint(2, 6), random.randint(2, 6), random.randrange(3)) for _ in range(n)]
    model = Model()
    x = [model.variable(range(width)) for _ in boxes]
    y = [model.variable(range(length)) for _ in boxes]
    w = [model.variable({a, b}) for a, b, _ in boxes]
    h = [model.variable({a, b}) for a, b, _ in boxes]
    for k, (a, b, _) in enumerate(boxes):
        model.post(w[k] + h[k] == a + b, x[k] + w[k] <= width, y[k] + h[k] <= length)
    model.post(diffn(zip(x, y, strict=True), zip(w, h, strict=True)))
    for i, j in combinations(range(n), 2):
        if boxes[i][2] == 0 and boxes[j][2] == 1:
            model.post(
                (x[i] + w[i] + 2 <= x[j])
                | (x[j] + w[j] + 2 <= x[i])
                | (y[i] + h[i] + 2 <= y[j])
                | (y[j] + h[j] + 2 <= y[i])
            )
    return model, None


SQUARES = (50, 42, 37, 35, 33, 29, 27, 25, 24, 19, 18, 17, 16, 15, 11, 9, 8, 7, 6, 4, 2)


def squares(sides: tuple[int, ...], width: int, height: int) -> Asked:
    """State squares that fill a rectangle."""
    model = Model()
    x = [model.variable(range(width - side + 1)) for side in sides]
    y = [model.variable(range(height - side + 1)) for side in sides]
    model.post(diffn(zip(x, y, strict=True), [(side, side) for side in sides]))
    model.post(cumulative(x, sides, sides, height), cumulative(y, sides, sides, width))
    model.post(x[0] <= (width - sides[0]) // 2, y[0] <= (height - sides[0]) // 2)
    return model, None


def strip(n: int, width: int, seed: int) -> Asked:
    """State rectangles in a strip of some width; minimise its height."""
    random = Random(seed)
    sizes = [(random.randint(2, 6), random.randint(2, 6)) for _ in range(n)]
    model = Model()
    x = [model.variable(range(width - w + 1)) for w, _ in sizes]
    y = [model.variable(range(sum(h for _, h in sizes))) for _ in sizes]
    model.post(diffn(zip(x, y, strict=True), sizes))
    return model, maximum([v + h for v, (_, h) in zip(y, sizes, strict=True)])


def bins(n: int, capacity: int, seed: int) -> Asked:
    """State items in bins of equal capacity; minimise the number of bins."""
    random = Random(seed)
    weights = sorted((random.randint(15, 60) for _ in range(n)), reverse=True)
    model = Model()
    most = n // 2 + 1
    x = model.variables(n, range(most))
    load = model.variables(most, range(capacity + 1))
    model.post(bin_packing(x, weights, load), increasing(load[::-1]))
    return model, sum(each > 0 for each in load)


def party(boats: int, crews: int, periods: int, seed: int) -> Asked:
    """State a progressive party; minimise the number of host boats."""
    random = Random(seed)
    room = [random.randint(6, 12) for _ in range(boats)]
    size = [random.randint(1, 4) for _ in range(boats)]
    model = Model()
    host = model.bool_vars(boats)
    visit = model.variables((crews, periods), range(boats))
    guests = range(crews)
    for g in guests:
        model.post(host[g] >> (visit[g, t] == g) for t in range(periods))
        others = [(~host[g]) >> (visit[g, a] != visit[g, b])
                  for a, b in combinations(range(periods), 2)]  # fmt: skip
        model.post(others, [(~host[g]) >> (visit[g, t] != g) for t in range(periods)])
    for t in range(periods):
        model.post(element(host, visit[g, t]) == 1 for g in guests)
        for b in range(boats):
            model.post(sum(size[g] * (visit[g, t] == b) for g in guests) <= room[b])
    for a, b in combinations(guests, 2):
        met = sum((visit[a, t] == visit[b, t]) for t in range(periods))
        model.post(met <= 1)
    return model, host.sum()


WAREHOUSE_COSTS = ((20, 24, 11, 25, 30), (28, 27, 82, 83, 74), (74, 97, 71, 96, 70),
                   (2, 55, 73, 69, 61), (46, 96, 59, 83, 4), (42, 22, 29, 67, 59),
                   (1, 5, 73, 59, 56), (10, 73, 13, 43, 96), (93, 35, 63, 85, 46),
                   (47, 65, 55, 71, 95))  # fmt: skip


def warehouses() -> Asked:
    """State the warehouses of CSPLib: each open one costs 30, and has a capacity."""
    model = Model()
    x = model.variables(10, range(5))
    is_open = model.bool_vars(5)
    model.post(at_most(most, [v == k for v in x]) for k, most in enumerate((1, 4, 2, 1, 3)))
    model.post(element(is_open, v) == 1 for v in x)
    total = sum(element(row, v) for row, v in zip(WAREHOUSE_COSTS, x, strict=True))
    return model, total + 30 * is_open.sum()


def facilities(stores: int, houses: int, seed: int) -> Asked:
    """State a random problem of warehouses."""
    random = Random(seed)
    model = Model()
    x = model.variables(stores, range(houses))
    is_open = model.bool_vars(houses)
    for k in range(houses):
        model.post(at_most(4, [v == k for v in x]), [is_open[k] >= (v == k) for v in x])
    cost = [[random.randint(10, 90) for _ in range(houses)] for _ in range(stores)]
    total = sum(element(row, v) for row, v in zip(cost, x, strict=True))
    return model, total + 60 * is_open.sum()


def templates(orders: tuple[int, ...], slots: int, n: int) -> Asked:
    """State the designs on printing templates; minimise the pressings (CSPLib 2)."""
    model = Model()
    x = model.variables((n, len(orders)), range(slots + 1))
    runs = model.variables(n, range(1, max(orders) + 1))
    model.post([row.sum() == slots for row in x], increasing(runs))
    for k, order in enumerate(orders):
        model.post(sum(x[t, k] * runs[t] for t in range(n)) >= order)
    model.post(slots * runs.sum() >= sum(orders))
    return model, runs.sum()


def quadratic(n: int, seed: int) -> Asked:
    """State a quadratic assignment: flows between facilities times distances of their places."""
    random = Random(seed)
    flow = {pair: random.randint(0, 9) for pair in combinations(range(n), 2)}
    side = [[abs(a % 3 - b % 3) + abs(a // 3 - b // 3) for b in range(n)] for a in range(n)]
    model = Model()
    x = model.variables(n, range(n))
    model.post(all_different(x))
    return model, sum(f * element(side, x[a], x[b]) for (a, b), f in flow.items() if f)


def assignment(n: int, seed: int) -> Asked:
    """State the cheapest assignment of n workers to n tasks."""
    random = Random(seed)
    model = Model()
    x = model.variables(n, range(n))
    model.post(all_different(x))
    return model, sum(element([random.randint(1, 99) for _ in range(n)], v) for v in x)


def knapsacks(n: int, m: int, seed: int) -> Asked:
    """State the most valuable things that fit into m capacities at once."""
    random = Random(seed)
    model = Model()
    x = model.bool_vars(n)
    for _ in range(m):
        weights = [random.randint(5, 50) for _ in range(n)]
        model.post(sum(w * v for w, v in zip(weights, x, strict=True)) <= sum(weights) // 3)
    return model, -sum(random.randint(10, 60) * v for v in x)


def loads(n: int, m: int, seed: int, share: float, most: int, profit: int) -> Asked:
    """State things of a profit that is to be met exactly, and m loads that are variables."""
    random = Random(seed)
    profits = [random.randint(most // 50, most) for _ in range(n)]
    weights = [
        [random.randint(0 if random.random() < 0.2 else 5, 500) for _ in range(n)] for _ in range(m)
    ]
    model = Model()
    x = model.variables(n, range(2))
    for row in weights:
        load = model.variable(range(int(share * sum(row)) + 1))
        model.post(knapsack(x, row, profits, load, profit))
    return model, -sum(p * v for p, v in zip(profits, x, strict=True))


def covering(elements: int, sets: int, seed: int) -> Asked:
    """State the cheapest sets that cover all elements."""
    random = Random(seed)
    model = Model()
    x = model.bool_vars(sets)
    for _ in range(elements):
        model.post(sum(x[k] for k in random.sample(range(sets), 5)) >= 1)
    return model, sum(random.randint(3, 20) * v for v in x)


def places(n: int, seed: int) -> list[Place]:
    """Return n random places."""
    random = Random(seed)
    return [(random.randrange(100), random.randrange(100)) for _ in range(n)]


def distances(points: list[Place]) -> list[list[int]]:
    """Return the rounded distances of places."""
    return [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in points] for a, b in points]


def tour(n: int, seed: int) -> Asked:
    """State the shortest round trip through random places."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(circuit(x))
    rows = distances(places(n, seed))
    return model, sum(element(row, v) for row, v in zip(rows, x, strict=True))


def windows(n: int, seed: int) -> Asked:
    """State the quickest round trip that visits places within windows of time."""
    random = Random(seed)
    rows = distances(places(n, seed))
    model = Model()
    x, time = model.variables(n, range(n)), model.variables(n + 1, range(900))
    model.post(circuit(x), time[0] == 0)
    for k in range(n):
        after = [time[n] if j == 0 else time[j] for j in range(n)]
        model.post(time[k] + element(rows[k], x[k]) <= element(after, x[k]))
    for k in range(1, n):
        begin = random.randint(0, 500)
        model.post(time[k] >= begin, time[k] <= begin + 200)
    return model, time[n]


def vehicles(n: int, trucks: int, seed: int) -> Asked:
    """State the routes of trucks with a capacity; a copy of the depot for each truck."""
    random = Random(seed)
    points = places(n + 1, seed)
    rows = distances([points[0]] * trucks + points[1:])
    demand = [0] * trucks + [random.randint(1, 9) for _ in range(n)]
    capacity = -(-sum(demand) * 5 // (4 * trucks))
    m = n + trucks
    model = Model()
    x, before = model.variables((2, m), range(m))
    truck = model.variables(m, range(trucks))
    model.post(circuit(x), inverse(x, before), [truck[k] == k for k in range(trucks)])
    for k in range(trucks, m):
        model.post(element(truck, before[k]) == truck[k])
    load = model.variables(trucks, range(capacity + 1))
    model.post(bin_packing(truck, demand, load))
    return model, sum(element(row, v) for row, v in zip(rows, x, strict=True))


def prizes(n: int, seed: int) -> Asked:
    """State a round trip that leaves places out at a price; minimise the total."""
    random = Random(seed)
    rows = distances(places(n, seed))
    model = Model()
    x = model.variables(n, range(n))
    model.post(subcircuit(x), x[0] != 0)
    lost = sum(random.randint(5, 40) * (x[k] == k) for k in range(1, n))
    return model, lost + sum(element(row, v) for row, v in zip(rows, x, strict=True))


def marriages(n: int, seed: int) -> Asked:
    """State the stable marriages of n couples with random preferences."""
    random = Random(seed)
    ranks = [[random.sample(range(n), n) for _ in range(n)] for _ in range(2)]
    model = Model()
    wife, husband = model.variables((2, n), range(n))
    model.post(inverse(wife, husband))
    for m in range(n):
        for w in range(n):
            worse = element(ranks[0][m], wife[m]) > ranks[0][m][w]
            model.post(worse >> (element(ranks[1][w], husband[w]) < ranks[1][w][m]))
    return model, None


def slabs(orders: int, seed: int) -> Asked:
    """State orders of steel on slabs, of at most two colours each; minimise the waste."""
    random = Random(seed)
    sizes = [random.randint(2, 9) for _ in range(orders)]
    colours = [random.randrange(5) for _ in range(orders)]
    capacities, most = (0, 7, 10, 12, 16, 20), orders // 2 + 2
    waste = [min(c for c in capacities if c >= load) - load for load in range(21)]
    model = Model()
    slab = model.variables(orders, range(most))
    load = model.variables(most, range(21))
    model.post(bin_packing(slab, sizes, load))
    for k in range(most):
        used: list[Any] = []
        for colour in sorted(set(colours)):
            own = [slab[j] for j in range(orders) if colours[j] == colour]
            used.append(maximum([truth(each == k) for each in own]))
        model.post(sum(used) <= 2)
    return model, sum(element(waste, each) for each in load)


def rings(n: int, seed: int) -> Asked:
    """State nodes on rings so that all demands meet; minimise the ports (SONET)."""
    random = Random(seed)
    model = Model()
    on = model.bool_vars((4, n))
    for a, b in combinations(range(n), 2):
        if random.random() < 0.4:
            model.post(sum(on[r, a] & on[r, b] for r in range(4)) >= 1)
    model.post(row.sum() <= 4 for row in on)
    return model, on.sum()


def teams(n: int, seed: int) -> Asked:
    """State teams of three of equal strength, where some people must not meet."""
    random = Random(seed)
    model = Model()
    x = model.variables(3 * n, range(n))
    strength = [random.randint(1, 20) for _ in range(3 * n)]
    load = model.variables(n, range(61))
    model.post(cardinality(x, dict.fromkeys(range(n), 3)), bin_packing(x, strength, load))
    for _ in range(3 * n):
        a, b = random.sample(range(3 * n), 2)
        model.post(x[a] != x[b])
    return model, maximum(load) - minimum(load)


CASES = (
    Case("vessel 12", "CSPLib 8", lambda: vessel(12, 1), "first"),
    Case("vessel 14", "CSPLib 8", lambda: vessel(14, 3), "first"),
    Case("nine squares 33x32", "CSPLib 9",
         lambda: squares((18, 15, 14, 10, 9, 8, 7, 4, 1), 33, 32), "first", 1),
    Case("21 squares 112", "CSPLib 9", lambda: squares(SQUARES, 112, 112), "first", 1),
    Case("strip 10,12", "packing", lambda: strip(10, 12, 1), "least"),
    Case("strip 16,14", "packing", lambda: strip(16, 14, 2), "least"),
    Case("bins 18", "packing", lambda: bins(18, 100, 1), "least"),
    Case("party 8,8,4", "CSPLib 13", lambda: party(8, 8, 4, 1), "least"),
    Case("party 10,10,4", "CSPLib 13", lambda: party(10, 10, 4, 2), "least"),
    Case("warehouses", "CSPLib 34", warehouses, "least", 383),
    Case("warehouses 16,8", "CSPLib 34", lambda: facilities(16, 8, 1), "least"),
    Case("warehouses 30,12", "CSPLib 34", lambda: facilities(30, 12, 2), "least"),
    Case("templates catfood", "CSPLib 2",
         lambda: templates((250, 255, 260, 500, 500, 800, 1100), 9, 2), "least", 418),
    Case("quadratic assignment 8", "assignment", lambda: quadratic(8, 1), "least"),
    Case("quadratic assignment 9", "assignment", lambda: quadratic(9, 2), "least"),
    Case("assignment 12", "assignment", lambda: assignment(12, 1), "least"),
    Case("assignment 20", "assignment", lambda: assignment(20, 1), "least"),
    Case("knapsack 40", "CSPLib 133", lambda: things(40), "least"),
    Case("knapsacks 20,4", "CSPLib 133", lambda: knapsacks(20, 4, 1), "least"),
    Case("knapsacks 30,5", "CSPLib 133", lambda: knapsacks(30, 5, 2), "least"),
    Case("loads 105,2", "knapsacks", lambda: loads(105, 2, 4, 0.4, 20000, 669234), "least"),
    Case("loads 100,5", "knapsacks", lambda: loads(100, 5, 6, 0.3, 1000, 27812), "least"),
    Case("loads 50,5", "knapsacks", lambda: loads(50, 5, 7, 0.4, 200, 2987), "least"),
    Case("covering 40,30", "covering", lambda: covering(40, 30, 1), "least"),
    Case("covering 80,60", "covering", lambda: covering(80, 60, 2), "least"),
    Case("tour 12", "routing", lambda: tour(12, 1), "least"),
    Case("tour 20", "routing", lambda: tour(20, 2), "least"),
    Case("tour with windows 10", "routing", lambda: windows(10, 1), "least"),
    Case("vehicles 8,2", "CSPLib 86", lambda: vehicles(8, 2, 1), "least"),
    Case("vehicles 12,3", "CSPLib 86", lambda: vehicles(12, 3, 2), "least"),
    Case("prizes 12", "routing", lambda: prizes(12, 1), "least"),
    Case("prizes 20", "routing", lambda: prizes(20, 2), "least"),
    Case("marriages 12", "assignment", lambda: marriages(12, 1), "all"),
    Case("steel slabs 16", "CSPLib 38", lambda: slabs(16, 1), "least"),
    Case("SONET 8", "CSPLib 56", lambda: rings(8, 1), "least"),
    Case("teams 5", "assignment", lambda: teams(5, 1), "least"),
)  # fmt: skip
