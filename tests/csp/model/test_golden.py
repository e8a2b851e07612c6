"""Numbers of solutions from the literature, and from other solvers."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from csp import Model, all_different, cardinality, element, lexicographic
from tests.running import compiled

pytestmark = pytest.mark.kernel


def queens(n: int, level: str = "singles") -> Model:
    """Return n queens that do not attack each other (OEIS A000170)."""
    model = Model()
    q = model.variables(n, range(n), name="q")
    model.post(all_different(q, level))
    model.post(all_different([v + i for i, v in enumerate(q)], level))
    model.post(all_different([v - i for i, v in enumerate(q)], level))
    return model


def magic_square(n: int) -> Model:
    """Return magic squares, one for each class under rotation and reflection."""
    model, total = Model(), n * (n * n + 1) // 2
    x = model.variables((n, n), range(1, n * n + 1), name="x")
    lines = [*x, *x.T, x.diagonal(), np.fliplr(x).diagonal()]
    model.post(all_different(x.ravel()), [line.sum() == total for line in lines])
    corner = x[0, 0]
    model.post(corner < x[0, -1], corner < x[-1, 0], corner < x[-1, -1], x[0, -1] < x[-1, 0])
    return model


def all_interval(n: int, level: str) -> Model:
    """Return all-interval series, each once of it and its mirror images."""
    model = Model()
    x, d = model.variables(n, range(n)), model.variables(n - 1, range(1, n))
    model.post([abs(b - a) == step for (a, b), step in zip(pairwise(x), d, strict=True)])
    model.post(all_different(x, level), all_different(d, level), x[0] < x[1], d[0] > d[-1])
    return model


def langford(k: int, n: int) -> Model:
    """Return Langford sequences: k of each number, a number apart; mirror images count."""
    model = Model()
    place = model.variables((n, k), range(k * n))
    model.post([b == a + i + 2 for i, row in enumerate(place) for a, b in pairwise(row)])
    model.post(all_different(place.ravel()))
    return model


def quasigroup(n: int, kind: int) -> Model:
    """Return idempotent quasigroups of kind QG3 or QG5, with the usual bound on a column."""
    model = Model()
    x = model.variables((n, n), range(n))
    model.post([all_different(line, "domain") for line in (*x, *x.T)])
    model.post([x[i, i] == i for i in range(n)], [x[i, n - 1] >= i - 1 for i in range(n)])
    for a, b in ((a, b) for a in range(n) for b in range(n) if a != b):
        if kind == 3:
            model.post(element(x.ravel(), n * x[a, b] + x[b, a]) == a)
        else:
            model.post(element(x[:, b], element(x[:, b], x[b, a])) == a)
    return model


def block_design(v: int, b: int, r: int, k: int, common: int) -> Model:
    """Return balanced incomplete block designs, with rows and columns in order."""
    model = Model()
    x = model.variables((v, b), range(2))
    model.post([row.sum() == r for row in x], [column.sum() == k for column in x.T])
    for one, other in ((i, j) for i in range(v) for j in range(i)):
        both = model.variables(b, range(2))
        for p, q, z in zip(x[one], x[other], both, strict=True):
            model.post(z <= p, z <= q, p + q - z <= 1)
        model.post(both.sum() == common)
    model.post([lexicographic(after, before) for before, after in pairwise(x)])
    model.post([lexicographic(after, before) for before, after in pairwise(x.T)])
    return model


@pytest.mark.parametrize("level", ["values", "singles", "bounds", "domain"])
def test_queens(level: str) -> None:
    assert queens(6, level).count() == 4


def jit_only(*values: Any) -> Any:
    """Mark a case that is too slow without the JIT."""
    return pytest.param(*values, marks=compiled)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (magic_square(3), 1),
        (all_interval(5, "domain"), 2),
        (langford(2, 4), 2),
        (quasigroup(4, 5), 0),
        jit_only(queens(8), 92),
        jit_only(queens(10), 724),
        jit_only(magic_square(4), 880),
        jit_only(all_interval(12, "singles"), 332),
        jit_only(langford(2, 8), 300),
        jit_only(langford(3, 9), 6),
        jit_only(langford(3, 10), 10),
        jit_only(quasigroup(8, 3), 18),
        jit_only(quasigroup(11, 5), 5),
        jit_only(block_design(7, 7, 3, 3, 1), 1),
        jit_only(block_design(8, 14, 7, 4, 3), 92),
    ],
    ids=str,
)
def test_counts(model: Model, expected: int) -> None:
    assert model.count() == expected


@pytest.mark.parametrize(("n", "expected"), [(4, 2), (5, 1), (6, 0), (7, 1), (9, 1)])
def test_magic_sequences(n: int, expected: int) -> None:
    """OEIS A138480 and the proof that there is one for each n >= 7."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(cardinality(x, dict(enumerate(x))))
    assert model.count() == expected


@pytest.mark.parametrize(("n", "length"), [(4, 6), (5, 11), jit_only(8, 34)])
@pytest.mark.parametrize("level", ["singles", "bounds"])
def test_golomb_rulers(n: int, length: int, level: str) -> None:
    """OEIS A003022."""
    model = Model()
    x = model.variables(n, range(n * n + 1))
    model.post(x[0] == 0, [a < b for a, b in pairwise(x)])
    differences = [x[j] - x[i] for i in range(n) for j in range(i + 1, n)]
    model.post(all_different(differences, level), differences[0] < differences[-1])
    best = model.minimize(x[-1], decide=x, order="input")
    assert (best.value, best.complete) == (length, True)


@pytest.mark.parametrize("n", [jit_only(50), jit_only(100), jit_only(150), jit_only(200)])
def test_many_queens(n: int) -> None:
    solution = queens(n).solve(max_nodes=1_000_000).get()
    q = np.array(list(solution.values()))
    for line in (q, q + np.arange(n), q - np.arange(n)):
        assert len(set(line)) == n


def test_send_more_money() -> None:
    model = Model()
    letters = {c: model.variable(range(10), c) for c in "SENDMORY"}

    def word(text: str) -> Any:
        return sum(10**k * letters[c] for k, c in enumerate(reversed(text)))

    model.post(all_different(letters.values()), letters["S"] > 0, letters["M"] > 0)
    model.post(word("SEND") + word("MORE") == word("MONEY"))
    (solution,) = model.solutions()
    assert solution[word("MONEY")] == 10652
