"""Tables with conditions beside the tuples that they stand for.

`python -m benchmarks.conditional_tables` prints the processor time of stating a model, and that of
searching a number of nodes for all solutions. Decision 0043 has the results.
"""

from collections.abc import Callable
from itertools import pairwise
from time import process_time

from csp import Model, column, table, value
from csp.model.expressions import sum_of

NODES = 20_000


def tariff(d: int, n: int, are_tuples: bool) -> Model:
    """Return a model of consignments whose prices depend on n x n zones of weight and distance."""
    step = d // n
    if are_tuples:
        rows = [(w, k, (w // step) * (k // step)) for w in range(d) for k in range(d)]
    else:
        zones = [range(step * a, step * a + step) for a in range(n)]
        rows = [(w, k, a * b) for a, w in enumerate(zones) for b, k in enumerate(zones)]  # type: ignore[misc]
    model = Model()
    weights, distances = (model.variables(6, range(d), name) for name in "wk")
    prices = model.variables(6, range((n - 1) ** 2 + 1), "p")
    for own in zip(weights, distances, prices, strict=True):
        model.post(table(own, rows))
    totals = (weights, 3 * d + 1), (distances, 2 * d), (prices, 3 * n * n // 2)
    model.post([sum_of(own) == total for own, total in totals])
    model.post([one < other for one, other in pairwise(weights)])
    return model


def largest(d: int, are_tuples: bool) -> Model:
    """Return a model of a tournament of numbers: the larger one of each two goes on."""
    if are_tuples:
        rows = [(a, b, max(a, b)) for a in range(d) for b in range(d)]
    else:
        rows = [(None, value <= column(0), column(0)), (value < column(1), None, column(1))]  # type: ignore[list-item]
    model = Model()
    x = layer = list(model.variables(8, range(d), "x"))
    while len(layer) > 1:
        winners = list(model.variables(len(layer) // 2, range(d), f"round of {len(layer)}"))
        for own in zip(layer[::2], layer[1::2], winners, strict=True):
            model.post(table(own, rows))
        layer = winners
    model.post(layer[0] == d // 2, sum(x) == 3 * d)
    model.post([one != other for one, other in pairwise(x)])
    return model


def report(name: str, state: Callable[[], Model]) -> None:
    """Print the times of a model."""
    start = process_time()
    model = state()
    stated = process_time() - start
    model.count(method="propagation", max_nodes=50)
    times = []
    for _ in range(3):
        start = process_time()
        model.count(method="propagation", max_nodes=NODES)
        times.append(process_time() - start)
    print(f"{name:28} stated {stated:.4f}  searched {min(times):.4f}", flush=True)


def main() -> None:
    """Print the times of all models."""
    for kind in (False, True):
        how = "tuples" if kind else "conditions"
        for d in (100, 300):
            report(f"tariff {d}, 10, {how}", lambda d=d, kind=kind: tariff(d, 10, kind))  # type: ignore[misc]
        for d in (10, 20, 40, 80, 200):
            report(f"largest {d}, {how}", lambda d=d, kind=kind: largest(d, kind))  # type: ignore[misc]


if __name__ == "__main__":
    main()
