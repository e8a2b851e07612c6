"""Our models, as a user would write them: the public API and, mostly, its defaults."""

from collections.abc import Callable
from itertools import combinations, pairwise

import numpy as np

from benchmarks.csp_workers.protocol import main
from csp import Model, all_different, cardinality, element, lexicographic, scalar_product

Answer = Callable[[], int | None]


def counting(model: Model) -> Answer:
    """Count all solutions."""
    return lambda: int(model.count())


def first(model: Model) -> Answer:
    """Find one solution; the tests check that solutions are valid."""
    return lambda: 1 if model.solve(time_limit=60).solution else None


def queens_model(n: int) -> Model:
    """State n queens."""
    model = Model()
    q = model.variables(n, range(n))
    model.post(all_different(q))
    model.post(all_different([v + i for i, v in enumerate(q)]))
    model.post(all_different([v - i for i, v in enumerate(q)]))
    return model


def magic_square(n: int) -> Answer:
    """Magic squares, one of each class under rotation and reflection."""
    model, total = Model(), n * (n * n + 1) // 2
    x = model.variables((n, n), range(1, n * n + 1))
    lines = [*x, *x.T, x.diagonal(), np.fliplr(x).diagonal()]
    model.post(all_different(x.ravel()), [line.sum() == total for line in lines])
    corner = x[0, 0]
    model.post(corner < x[0, -1], corner < x[-1, 0], corner < x[-1, -1], x[0, -1] < x[-1, 0])
    return counting(model)


def magic_sequence(n: int) -> Answer:
    """State that number i occurs x[i] times."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(cardinality(x, dict(enumerate(x))), sum(i * v for i, v in enumerate(x)) == n)
    return counting(model)


def golomb(n: int) -> Answer:
    """State the shortest ruler of n marks all of whose distances differ."""
    model = Model()
    # The distance between marks i and j is no less than that of the shortest shorter ruler.
    shortest = [0, 0, 1, 3, 6, 11, 17, 25, 34, 44, 55, 72, 85]
    most = n * (n - 1) ** 2 // 2
    d = {
        (i, j): model.variable(range(shortest[j - i + 1] if j - i + 1 < n else 0, most))
        for i, j in combinations(range(n), 2)
    }
    model.post(d[0, i] + d[i, j] == d[0, j] for i, j in d if i)
    model.post(all_different(d.values(), "bounds"), d[0, 1] < d[n - 2, n - 1])
    # The part outside of a distance consists of n - 1 - (j - i) different distances.
    model.post(
        d[i, j] + k * (k + 1) // 2 <= d[0, n - 1] for i, j in d for k in [n - 1 - (j - i)] if k
    )
    marks = [d[0, j] for j in range(1, n)]
    return lambda: model.minimize(d[0, n - 1], decide=marks, order="input").value


def all_interval(n: int) -> Answer:
    """State series whose neighbours' distances all differ, one of each symmetry class."""
    model = Model()
    x, d = model.variables(n, range(n)), model.variables(n - 1, range(1, n))
    model.post([abs(b - a) == step for (a, b), step in zip(pairwise(x), d, strict=True)])
    model.post(all_different(x), all_different(d), x[0] < x[1], d[0] > d[-1])
    return counting(model)


def langford(k: int, n: int) -> Answer:
    """Langford sequences: k copies of each number i, with i numbers between successive copies."""
    model = Model()
    place = model.variables((n, k), range(k * n))
    model.post([b == a + i + 2 for i, row in enumerate(place) for a, b in pairwise(row)])
    model.post(all_different(place.ravel()))
    return counting(model)


def bibd(v: int, b: int, r: int, k: int, common: int) -> Answer:
    """Balanced incomplete block designs, rows and columns in order."""
    model = Model()
    x = model.variables((v, b), range(2))
    model.post([row.sum() == r for row in x], [column.sum() == k for column in x.T])
    model.post(scalar_product(one, other) == common for one, other in combinations(x, 2))
    model.post([lexicographic(a, b) for lines in (x, x.T) for a, b in pairwise(lines)])
    return counting(model)


def quasigroup(kind: int, n: int) -> Answer:
    """Idempotent quasigroups with ((b a) b) b = a or (a b)(b a) = a."""
    model = Model()
    x = model.variables((n, n), range(n))
    model.post([all_different(line) for line in (*x, *x.T)])
    model.post([x[i, i] == i for i in range(n)], [x[i, n - 1] >= i - 1 for i in range(n)])
    for a, b in ((a, b) for a in range(n) for b in range(n) if a != b):
        if kind == 3:
            model.post(element(x.ravel(), n * x[a, b] + x[b, a]) == a)
        else:
            model.post(element(x[:, b], element(x[:, b], x[b, a])) == a)
    return counting(model)


def sudoku_model(rows: list[list[int]]) -> Model:
    """State a sudoku."""
    model, n, side = Model(), len(rows), round(len(rows) ** 0.5)
    x = np.array([[model.variable([c] if c else range(1, n + 1)) for c in row] for row in rows])
    places = [(r, c) for r in range(0, n, side) for c in range(0, n, side)]
    boxes = [x[r : r + side, c : c + side].ravel() for r, c in places]
    model.post(all_different(house) for house in (*x, *x.T, *boxes))
    return model


def holes_model(rows: list[list[int]]) -> Model:
    """State a Latin square with holes."""
    model, n = Model(), len(rows)
    x = np.array([[model.variable([c] if c >= 0 else range(n)) for c in row] for row in rows])
    model.post(all_different(line) for line in (*x, *x.T))
    return model


def killer(cages: list[tuple[int, list[int]]]) -> Answer:
    """All solutions of a killer sudoku, of which there is one."""
    model = Model()
    x = model.variables((9, 9), range(1, 10))
    places = [(r, c) for r in range(0, 9, 3) for c in range(0, 9, 3)]
    boxes = [x[r : r + 3, c : c + 3].ravel() for r, c in places]
    model.post(all_different(house) for house in (*x, *x.T, *boxes))
    for total, cells in cages:
        cage = x.ravel()[cells]
        model.post(all_different(cage), cage.sum() == total)
    return counting(model)


def knapsack(values: list[int], weights: list[int], capacity: int) -> Answer:
    """State the most valuable set of things that can be carried."""
    model = Model()
    x = model.variables(len(values), range(2))
    model.post(sum(w * v for w, v in zip(weights, x, strict=True)) <= capacity)
    value = sum(c * v for c, v in zip(values, x, strict=True))
    return lambda: model.maximize(value, decide=x, order="input", values="greatest").value


if __name__ == "__main__":
    main(
        {
            "queens": lambda n: counting(queens_model(n)),
            "queens_first": lambda n: first(queens_model(n)),
            "magic_square": magic_square,
            "magic_sequence": magic_sequence,
            "golomb": golomb,
            "all_interval": all_interval,
            "langford": langford,
            "bibd": bibd,
            "quasigroup": quasigroup,
            "sudoku": lambda rows: counting(sudoku_model(rows)),
            "holes": lambda rows: first(holes_model(rows)),
            "killer": killer,
            "knapsack": knapsack,
        }
    )
