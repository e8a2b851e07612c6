"""Numbers of classes of solutions from the literature; A000000 is a sequence of the OEIS."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from csp import Model, all_different, exactly
from examples.classes_of_solutions import isotopisms, latin_square
from examples.queens_model import queens
from tests.running import compiled

pytest.importorskip("igraph")
pytestmark = [pytest.mark.kernel, compiled]


def necklace(n: int, *, is_reversible: bool) -> tuple[Model, Any]:
    """Return the colourings of n beads in two colours, and their rotations or also reflections."""
    model = Model()
    x = model.variables(n, range(2), name="x")
    mirror = [dict(zip(x, x[::-1], strict=True))] if is_reversible else []
    return model, [dict(zip(x, [*x[1:], x[0]], strict=True)), *mirror]


def graphs(n: int) -> tuple[Model, Any]:
    """Return the graphs on n vertices, and the permutations of vertices that generate all."""
    model = Model()
    edge = {
        frozenset(pair): model.variable(range(2), f"edge {pair}")
        for pair in combinations(range(n), 2)
    }

    def moved(images: list[int]) -> dict[Any, Any]:
        return {edge[pair]: edge[frozenset(images[k] for k in pair)] for pair in edge}

    return model, [moved([*range(1, n), 0]), moved([1, 0, *range(2, n)])]


def magic_square() -> Model:
    model = Model()
    x = model.variables((3, 3), range(1, 10), name="x")
    lines = [*x, *x.T, x.diagonal(), x[::-1].diagonal()]
    model.post(all_different(x.ravel()), [sum(line) == 15 for line in lines])
    return model


def one_factors(n: int) -> Model:
    """Return the partitions of n points into pairs."""
    model = Model()
    pair = {c: model.variable(range(2), str(c)) for c in combinations(range(n), 2)}
    model.post(exactly(1, [v for c, v in pair.items() if k in c]) for k in range(n))
    return model


def cases() -> Iterator[tuple[str, Model, Any, int]]:
    for n, number in enumerate([1, 2, 1, 6, 12, 46, 92], 4):
        yield f"queens {n} (A002562)", queens(n), None, number
    for n, number in enumerate([1, 1, 2, 2], 2):
        yield f"main classes of Latin squares {n} (A003090)", latin_square(n), None, number
    for n, number in enumerate([1, 1, 2], 2):
        square = latin_square(n)
        yield f"isotopy classes of Latin squares {n} (A040082)", square, isotopisms(square), number
    for n, number in ((4, 6), (5, 8), (6, 14), (12, 352)):
        yield f"necklaces of {n} beads (A000031)", *necklace(n, is_reversible=False), number
    for n, number in ((4, 6), (5, 8), (6, 13), (12, 224)):
        yield f"bracelets of {n} beads (A000029)", *necklace(n, is_reversible=True), number
    for n, number in ((3, 4), (4, 11), (5, 34), (6, 156)):
        yield f"graphs on {n} vertices (A000088)", *graphs(n), number
    yield "magic squares of order 3 (A006052)", magic_square(), None, 1
    yield "perfect matchings of 6 points", one_factors(6), None, 1


@pytest.mark.parametrize(
    ("model", "generators", "number"), [pytest.param(*c[1:], id=c[0]) for c in cases()]
)
def test_published_numbers(model: Model, generators: Any, number: int) -> None:
    group = model.symmetries(generators)
    assert model.count(up_to=group) == number
    found = list(model.solutions(up_to=group))
    assert len(found) == number
    assert sum(map(group.class_size, found)) == model.count()
