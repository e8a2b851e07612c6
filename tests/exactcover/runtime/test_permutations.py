"""Groups of permutations against published orders, and against all their elements."""

from math import factorial

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover.runtime.permutations import Permutation, PermutationGroup, inverse, orbits
from exactcover.symmetry.conjugacy import classes_by_visiting


def cycles(degree: int, *all_cycles: list[int]) -> Permutation:
    """Return a permutation given by its cycles."""
    found = np.arange(degree)
    for cycle in all_cycles:
        found[cycle] = cycle[1:] + cycle[:1]
    return found


def closure(generators: list[Permutation], degree: int) -> set[bytes]:
    """Return all products of some permutations."""
    identity = np.arange(degree)
    found, waiting = {identity.tobytes()}, [identity]
    while waiting:
        one = waiting.pop()
        for generator in generators:
            other = generator[one]
            if other.tobytes() not in found:
                found.add(other.tobytes())
                waiting.append(other)
    return found


groups = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.permutations(range(n)).map(np.array), min_size=1, max_size=3)
)


@settings(max_examples=200, deadline=None)
@given(generators=groups)
def test_a_group_has_the_products_of_its_generators(generators: list[Permutation]) -> None:
    degree = len(generators[0])
    group = PermutationGroup(degree, generators)
    elements = {element.tobytes() for element in group}
    assert elements == closure(generators, degree)
    assert group.order == len(elements) == len(list(group))
    rng = np.random.default_rng(1)
    assert all(group.random(rng).tobytes() in elements for _ in range(5))
    assert all(g in group for g in generators)


@settings(max_examples=100, deadline=None)
@given(generators=groups, point=st.integers(0, 5))
def test_a_stabilizer_has_the_elements_that_fix_a_point(
    generators: list[Permutation], point: int
) -> None:
    degree = len(generators[0])
    group = PermutationGroup(degree, generators)
    fixing = {element.tobytes() for element in group if element[point % degree] == point % degree}
    assert {element.tobytes() for element in group.stabilizer(point % degree)} == fixing


@settings(max_examples=100, deadline=None)
@given(generators=groups)
def test_orbits_are_the_components_of_the_generators(generators: list[Permutation]) -> None:
    degree = len(generators[0])
    graph = nx.Graph([(k, int(g[k])) for g in generators for k in range(degree)])
    wanted = {k: min(part) for part in nx.connected_components(graph) for k in part}
    assert orbits(degree, generators).tolist() == [wanted[k] for k in range(degree)]


@settings(max_examples=100, deadline=None)
@given(generators=groups)
def test_classes_are_those_of_conjugate_elements(generators: list[Permutation]) -> None:
    group = PermutationGroup(len(generators[0]), generators)
    elements = list(group)
    found = []
    for element, share in classes_by_visiting(group):
        own = {(g[element[inverse(g)]]).tobytes() for g in elements}
        assert share * group.order == len(own)
        found.append(own)
    assert sum(map(len, found)) == group.order == len(set().union(*found))


@pytest.mark.parametrize(
    ("group", "order"),
    [
        (PermutationGroup(3, []), 1),
        (PermutationGroup(12, [cycles(12, list(range(12)))]), 12),
        (PermutationGroup(9, [cycles(9, list(range(9))), cycles(9, [0, 1])]), factorial(9)),
        # The Mathieu group on 24 points, as J. H. Conway and N. J. A. Sloane generate it.
        (
            PermutationGroup(
                24,
                [
                    cycles(24, list(range(23))),
                    cycles(
                        24,
                        [2, 16, 9, 6, 8],
                        [3, 12, 13, 18, 4],
                        [7, 17, 10, 11, 22],
                        [14, 19, 21, 20, 15],
                    ),
                    np.array([-pow(k, -1, 23) % 23 if 0 < k < 23 else 23 - k for k in range(24)]),
                ],
            ),
            244_823_040,
        ),
    ],
)
def test_published_orders(group: PermutationGroup, order: int) -> None:
    assert group.order == order
