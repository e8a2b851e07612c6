"""Random models around an origin: each constraint, stated so that its meaning moves with it.

A family posts the same to a model around any origin: its variables have the values near it, and
the constants in the constraint move, too. Where a constraint needs small numbers (a place in an
array, a successor), it gets the variables less the origin.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from csp import (
    Model,
    all_different,
    all_different_except,
    all_equal,
    among,
    argmax,
    argmin,
    at_least,
    at_most,
    bin_packing,
    cardinality,
    channel,
    circuit,
    column,
    cost_regular,
    count_of,
    cumulative,
    diffn,
    element,
    exactly,
    forbidden,
    if_then,
    iff,
    increasing,
    inverse,
    knapsack,
    lexicographic,
    lexicographic_chain,
    linear,
    maximum,
    minimum,
    n_values,
    no_overlap,
    regular,
    reservoir,
    satisfies,
    scalar_product,
    sequence,
    sliding_sum,
    sort,
    stretch,
    subcircuit,
    table,
    truth,
    value,
    value_precedence,
    xor,
)


class Around(NamedTuple):
    """A model around an origin.

    Attributes
    ----------
    model
        The model.
    x, small
        Variables with values near the origin, and some near 0.
    origin
        The origin.
    rng
        Draws the same for every origin.
    """

    model: Model
    x: list[Any]
    small: list[Any]
    origin: int
    rng: Random

    def near(self) -> int:
        """Return a number near the origin."""
        return self.origin + self.rng.randint(-1, 4)

    def less(self) -> list[Any]:
        """Return the variables near the origin, less the origin."""
        return [each - self.origin for each in self.x]


def around(seed: int, name: str, origin: int) -> Around:
    """Return the model of a family that a seed draws, around an origin."""
    rng = Random(f"{name}:{seed}")
    model = Model()
    n = rng.choice((3, 3, 4))
    x = [model.variable([origin + k for k in values_of(rng)], f"x{j}") for j in range(n)]
    small = [model.variable(range(rng.choice((2, 3))), f"s{j}") for j in range(2)]
    own = Around(model, x, small, origin, rng)
    FAMILIES[name](own)
    if rng.random() < 0.4:
        model.post(rng.choice((x[0] + 1 <= x[1], x[0] != x[1], x[1] == own.near())))
    return own


def values_of(rng: Random) -> list[int]:
    """Return some numbers near 0, mostly without holes."""
    if rng.random() < 0.7:
        least = rng.randint(0, 1)
        return list(range(least, least + rng.randint(2, 4)))
    return sorted(rng.sample(range(6), 3))


def objective_of(own: Around) -> tuple[Any, int]:
    """Return an objective, and how often the origin is in it."""
    kind = own.rng.randrange(4)
    if kind == 0:
        return own.x[0] + own.x[1] - own.small[0], 2
    if kind == 1:
        return maximum(own.x) + own.small[0], 1
    if kind == 2:
        return sum(own.rng.randint(1, 3) * (each - own.origin) for each in own.x), 0
    return 2 * own.x[0] - own.x[1] - own.x[2], 0


def _lengths(own: Around, n: int) -> list[int]:
    return [own.rng.randint(0, 2) for _ in range(n)]


def relations(own: Around) -> None:
    """Post sums of every comparison."""
    weights = [own.rng.randint(-2, 2) for _ in own.x]
    total = own.origin * sum(weights) + own.rng.randint(-3, 6)
    own.model.post(own.rng.choice((
        sum(w * v for w, v in zip(weights, own.x, strict=True)) <= total,
        sum(w * v for w, v in zip(weights, own.x, strict=True)) != total,
        sum(w * v for w, v in zip(weights, own.x, strict=True)) == total,
        own.x[0] == own.x[1] + own.small[0],
        own.x[0] - own.x[1] == own.x[2] - own.near(),
        own.x[0] + own.x[1] >= own.x[2] + own.near(),
    )))  # fmt: skip


def levels(own: Around) -> None:
    total = own.origin * len(own.x) + own.rng.randint(0, 8)
    own.model.post(linear(sum(own.x) == total, own.rng.choice(("domain", "bounds"))))


def differences(own: Around) -> None:
    """Post different values, most often with offsets."""
    steps = [own.rng.randint(0, 2) * k for k in range(len(own.x))]
    own.model.post(own.rng.choice((
        all_different(own.x),
        all_different([v + k for v, k in zip(own.x, steps, strict=True)]),
        all_different_except(own.x, {own.near()}),
        all_different_except([*own.x], own.near()),
        all_equal(own.x[:2]),
        ~all_equal(own.x),
        all_different(own.x[:2]) ^ (own.x[2] == own.near()),
    )))  # fmt: skip


def gaps(own: Around) -> None:
    """Post that all differences are different."""
    x = own.x[:3]
    own.model.post(increasing(x, strict=True))
    own.model.post(all_different([b - a for k, b in enumerate(x) for a in x[:k]]))


def counts(own: Around) -> None:
    near = [own.near() for _ in range(2)]
    own.model.post(own.rng.choice((
        count_of(own.x, near[0]) == own.small[0],
        count_of(own.x, own.x[0]) <= own.small[1] + 1,
        among(own.x, near) == own.small[0],
        n_values(own.x) == own.small[0] + 1,
        at_most(1, [v == near[0] for v in own.x]),
        at_least(2, [v >= near[0] for v in own.x]),
        exactly(1, [v <= near[1] for v in own.x]),
        sequence(own.x, 2, near, 0, 1),
    )))  # fmt: skip


def cardinalities(own: Around) -> None:
    one = own.near()
    own.model.post(cardinality(own.x, {one: own.small[0], one + 1: own.rng.randint(0, 2)}))


def places(own: Around) -> None:
    pick = own.rng.choice((argmax, argmin))
    own.model.post(pick(own.x) == own.small[0])


def elements(own: Around) -> None:
    numbers = [own.near() for _ in range(4)]
    own.model.post(own.rng.choice((
        element(numbers, own.x[0] - own.origin) == own.x[1],
        element(own.x, own.small[0]) == own.x[1] + own.small[1],
        element([*own.x, own.near()], own.x[0] - own.origin) <= own.near(),
        element(numbers, own.small[0]) + own.x[0] <= own.x[1] + own.near(),
        element([numbers[:2], own.x[:2]], own.small[0], own.x[0] - own.origin) == own.x[1],
    )))  # fmt: skip


def extrema(own: Around) -> None:
    own.model.post(own.rng.choice((
        maximum(own.x) == own.near(),
        minimum([v + k for k, v in enumerate(own.x)]) >= own.near(),
        maximum(own.x) - minimum(own.x) == own.small[0],
        maximum([-v for v in own.x]) <= -own.near(),
    )))  # fmt: skip


def distances(own: Around) -> None:
    own.model.post(own.rng.choice((
        abs(own.x[0] - own.x[1]) == own.small[0],
        abs(own.x[0] - own.near()) <= abs(own.x[1] - own.near()),
        abs(own.x[0] + own.x[1] - own.x[2] - own.near()) == own.small[0] + 1,
    )))  # fmt: skip


def products(own: Around) -> None:
    a, b, *_ = own.less()
    own.model.post(own.rng.choice((
        a * b == own.rng.randint(0, 6),
        a * a <= b + own.small[0],
        own.x[0] * own.small[0] - own.x[1] * own.small[0] == own.small[1],
        own.x[0] * own.small[0] >= own.origin * own.small[0] + 1,
        scalar_product(own.x[:2], own.small) <= scalar_product(own.x[1:3], own.small) + 1,
        (a + 1) ** 2 == b + own.rng.randint(1, 6),
        a // (own.small[0] + 1) == b,
        b % (own.small[0] + 2) == a % 2,
        truth(own.x[0] == own.near()) * (own.x[1] - own.origin) <= 3,
    )))  # fmt: skip


def tables(own: Around) -> None:
    rows = [tuple(own.near() for _ in range(3)) for _ in range(own.rng.randint(1, 12))]
    post = own.rng.choice((table, forbidden))
    own.model.post(post(own.x[:3], rows))


def conditions(own: Around) -> None:
    """Post tables whose rows have conditions."""
    near = [own.near() for _ in range(3)]
    own.model.post(own.rng.choice((table, forbidden))(own.x[:2], [
        (value <= near[0], column(0) + 1), ({near[1], near[2]}, None), (None, value > column(0)),
    ][own.rng.randrange(3):]))  # fmt: skip


def pairs(own: Around) -> None:
    origin, k = own.origin, own.rng.randint(0, 4)
    own.model.post(satisfies(own.x[:2], lambda a, b: (a - origin) * 2 + b - origin != k))


def logic(own: Around) -> None:
    p, q, r = (
        own.rng.choice((v == n, v <= n, v != n))
        for v, n in zip(own.x, [own.near() for _ in range(3)], strict=False)
    )
    own.model.post(own.rng.choice((
        if_then(p, q), iff(p, q | r), xor([p, q, r]), (p & q) | ~r,
        truth(p) + truth(q) == own.small[0],
        own.x[1] + truth(p) <= own.x[0] + 2 * truth(q),
    )))  # fmt: skip


def orders(own: Around) -> None:
    own.model.post(own.rng.choice((
        lexicographic(own.x[:2], own.x[1:3], strict=own.rng.random() < 0.5),
        lexicographic([own.x[0], own.small[0]], [own.x[1], own.small[1]]),
        increasing(own.x, strict=own.rng.random() < 0.5),
        increasing([-v for v in own.x]),
        lexicographic_chain([own.x[:2], own.x[1:3]]),
        sort([own.x[0], own.x[1]], [own.x[2], own.x[1]]),
        value_precedence(own.x, [own.origin + k for k in own.rng.sample(range(5), 2)]),
    )))  # fmt: skip


def routes(own: Around) -> None:
    less = own.less()
    own.model.post(own.rng.choice((
        circuit(less), subcircuit(less), inverse(less, less),
        channel(less[0], [own.small[0], 0, 1 - own.small[0]]),
    )))  # fmt: skip


def languages(own: Around) -> None:
    moves = {("even", own.origin + k): "odd" if k % 2 else "even" for k in range(-1, 6)}
    moves |= {("odd", own.origin + k): "even" for k in range(0, 6, own.rng.choice((1, 2)))}
    costs = {step: own.rng.randint(0, 1) for step in moves}
    own.model.post(own.rng.choice((
        regular(own.x, moves, "even", ["odd", "even"][: own.rng.randint(1, 2)]),
        cost_regular(own.x, moves, "even", ["odd", "even"], costs) == own.small[0],
        stretch(own.x, {own.near(): (1, 2)}),
        sliding_sum(own.x, 2, 2 * own.origin + 1, 2 * own.origin + 5),
    )))  # fmt: skip


def schedules(own: Around) -> None:
    """Post tasks of one machine, or of a resource."""
    n = len(own.x)
    lengths, demands = _lengths(own, n), [own.rng.randint(0, 2) for _ in range(n)]
    present = [own.rng.choice((1, own.small[0] == own.rng.randint(0, 1))) for _ in range(n)]
    own.model.post(own.rng.choice((
        no_overlap(own.x, lengths),
        no_overlap(own.x, lengths, present),
        no_overlap(own.x, [own.small[0], *lengths[1:]]),
        cumulative(own.x, lengths, demands, own.rng.randint(1, 3)),
        cumulative(own.x, lengths, demands, own.small[0] + 1, present),
        cumulative(own.x, [own.small[0], *lengths[1:]], [own.small[1], *demands[1:]], 2),
        reservoir(own.x, [2, -1, *[own.small[0]] * (n - 2)], -1, 2, present),
        ~no_overlap(own.x, lengths),
    )))  # fmt: skip


def boxes(own: Around) -> None:
    corners = [[own.x[0], own.x[1]], [own.x[1], own.x[2]], [own.near(), own.x[0]]]
    sizes = [[own.rng.randint(0, 2), own.rng.choice((1, own.small[0]))] for _ in corners]
    own.model.post(diffn(corners, sizes))


def loads(own: Around) -> None:
    less = own.less()
    weights = _lengths(own, len(own.x))
    own.model.post(own.rng.choice((
        bin_packing([*own.small, own.small[0]], [1, 2, 1], less[:3]),
        knapsack(own.small, [1, 2], [2, 1], own.x[0] - own.origin, own.x[1] - own.origin),
        knapsack(own.x, weights, [1] * len(own.x), own.origin * sum(weights) + own.small[0],
                 own.origin * len(own.x) + own.small[1] + 4),
    )))  # fmt: skip


FAMILIES: dict[str, Callable[[Around], None]] = {
    each.__name__: each
    for each in (
        relations, levels, differences, gaps, counts, cardinalities, places, elements, extrema,
        distances, products, tables, conditions, pairs, logic, orders, routes, languages,
        schedules, boxes, loads,
    )
}  # fmt: skip

MOVES = FAMILIES.keys() - {"products"}
"""The families whose answers move with the origin; arithmetic depends on it."""
