"""Models whose solutions are all counted, and the controls to search each.

Run as a program, this prints a line of JSON for each model and way, as `optima` does.
"""

import json
import sys
from collections.abc import Callable, Sequence
from itertools import combinations, groupby, pairwise
from time import process_time
from typing import Any

import numpy as np

from benchmarks.csp_instances import killer as cages
from benchmarks.csp_workers import ours
from benchmarks.csp_workers.ours import queens_model
from csp import (
    Model,
    all_different,
    among,
    lexicographic,
    regular,
    scalar_product,
    table,
)

WAYS: dict[str, dict[str, Any]] = {
    "default": {},
    "smallest": {"order": "smallest"},
    "dom/wdeg": {"order": "dom/wdeg"},
}
"""The controls of each way to search."""


def triples(n: int) -> Model:
    """State the Steiner triple systems on n points: no two triples share two points."""
    model = Model()
    x = model.variables((n * (n - 1) // 6, n), range(2))
    model.post([row.sum() == 3 for row in x])
    model.post(lexicographic(a, b, strict=True) for a, b in pairwise(x))
    model.post(scalar_product(a, b) <= 1 for a, b in combinations(x, 2))
    return model


def graceful(clique: int) -> Model:
    """State the graceful labellings of two cliques joined by a matching: K4 x P2, for example."""
    nodes = range(2 * clique)
    edges = [(a, b) for a, b in combinations(nodes, 2) if a // clique == b // clique]
    edges += [(k, k + clique) for k in range(clique)]
    model = Model()
    x = model.variables(len(nodes), range(len(edges) + 1))
    d = model.variables(len(edges), range(1, len(edges) + 1))
    model.post([abs(x[a] - x[b]) == step for (a, b), step in zip(edges, d, strict=True)])
    model.post(all_different(x), all_different(d))
    return model


def nonogram(n: int, seed: int) -> Model:
    """State the nonogram of a random picture, whose blocks make it hard."""
    random = np.random.default_rng(seed)
    picture = random.random((n, n)) < 0.5
    model = Model()
    x = model.variables((n, n), range(2))
    for cells, line in zip([*x, *x.T], [*picture, *picture.T], strict=True):
        runs = [len(list(run)) for black, run in groupby(line.tolist()) if black]
        model.post(regular(cells, *automaton(runs)))
    return model


def automaton(runs: Sequence[int]) -> tuple[dict[tuple[int, int], int], int, list[int]]:
    """Return the transitions, the start and the ends of the automaton of the runs of a line."""
    step: dict[tuple[int, int], int] = {(0, 0): 0}
    state = 0
    for k, run in enumerate(runs):
        for _ in range(run):
            step[state, 1] = state + 1
            state += 1
        if k + 1 < len(runs):
            step[state, 0] = state + 1
            state += 1
            step[state, 0] = state
    step[state, 0] = state
    return step, 0, [state]


def costas(n: int) -> Model:
    """State the Costas arrays: no two pairs of points have the same distance vector."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(all_different(x))
    for step in range(1, n - 1):
        model.post(all_different([b - a for a, b in zip(x, x[step:], strict=False)]))
    return model


def diamond_free(n: int) -> Model:
    """State the degree sequences of graphs without diamonds, all degrees multiples of three."""
    model = Model()
    x = np.empty((n, n), dtype=object)
    for a, b in combinations(range(n), 2):
        x[a, b] = x[b, a] = model.bool_var()
    degrees = [sum(x[a, b] for b in range(n) if b != a) for a in range(n)]
    for four in combinations(range(n), 4):
        model.post(sum(x[a, b] for a, b in combinations(four, 2)) <= 4)
    for degree in degrees:
        model.post(degree >= 3, among([degree], range(3, n, 3)) == 1)
    model.post(a >= b for a, b in pairwise(degrees))
    model.post(sum(degrees) == 24)
    return model


def zebra_chain(n: int) -> Model:
    """State a loose model with very many solutions: pairs of neighbours by a table."""
    model = Model()
    x = model.variables(n, range(4))
    rows = [(a, b) for a in range(4) for b in range(4) if (a + 2 * b) % 3]
    model.post(table((a, b), rows) for a, b in pairwise(x))
    return model


def _stated(answer: Callable[[], Any]) -> Model:
    """Return the model that a worker of the peers counts."""
    (model,) = (cell.cell_contents for cell in answer.__closure__ or ())
    assert isinstance(model, Model)
    return model


MODELS: dict[str, Callable[[], Model]] = {
    "queens 11": lambda: queens_model(11),
    "magic square 4": lambda: _stated(ours.magic_square(4)),
    "all interval 11": lambda: _stated(ours.all_interval(11)),
    "langford 2,8": lambda: _stated(ours.langford(2, 8)),
    "langford 3,9": lambda: _stated(ours.langford(3, 9)),
    "design 8,14,7,4,3": lambda: _stated(ours.bibd(8, 14, 7, 4, 3)),
    "design 9,12,4,3,1": lambda: _stated(ours.bibd(9, 12, 4, 3, 1)),
    "design 6,50,25,3,10": lambda: _stated(ours.bibd(6, 50, 25, 3, 10)),
    "quasigroup 5,11": lambda: _stated(ours.quasigroup(5, 11)),
    "quasigroup 3,8": lambda: _stated(ours.quasigroup(3, 8)),
    "killer": lambda: _stated(ours.killer(cages(0))),
    "costas 10": lambda: costas(10),
    "costas 9": lambda: costas(9),
    "pairs of neighbours 8": lambda: zebra_chain(8),
    "diamond free 9": lambda: diamond_free(9),
    "triples 7": lambda: triples(7),
    "triples 9": lambda: triples(9),
    "graceful 3": lambda: graceful(3),
    "graceful 4": lambda: graceful(4),
    "nonogram 30, 2": lambda: nonogram(30, 2),
    "nonogram 30, 3": lambda: nonogram(30, 3),
}


def report(name: str, way: str, repeats: int, patience: float) -> dict[str, Any]:
    """Count in one way; return the least time, the count and whether it is complete."""
    model = MODELS[name]()
    model.count(max_nodes=1000)
    times = []
    for _ in range(repeats):
        start = process_time()
        found = model.count(time_limit=patience, **WAYS[way])
        times.append(process_time() - start)
        if times[0] > 1.0:
            break
    return {
        "model": name,
        "way": way,
        "seconds": min(times),
        "value": int(found),
        "proved": found.complete,
        "nodes": found.statistics.nodes,
    }


def main(repeats: int, patience: float, ways: list[str]) -> None:
    """Print a report for each model and way."""
    for name in MODELS:
        for way in ways or WAYS:
            print(json.dumps(report(name, way, repeats, patience)), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
