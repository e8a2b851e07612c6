"""Classes of conjugate elements, found by visiting all elements or, of large groups, by chance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from exactcover.runtime.permutations import Permutation, PermutationGroup, inverse
from exactcover.runtime.search.limits import stop_if_due
from exactcover.symmetry.graph import ProblemGraph

SEED = 3
"""The seed of the random elements; the classes that are found do not depend on it."""


def classes_by_visiting(group: PermutationGroup) -> Iterator[tuple[Permutation, Fraction]]:
    """Yield an element of each class of conjugate elements, with the share of the class.

    All elements are visited: this takes a time linear in the order, the degree and the number of
    generators.
    """
    base = group.base
    seen: set[bytes] = set()
    pairs = [(generator, inverse(generator)) for generator in group.generators]
    for element in group:
        key = element[base].tobytes()
        if key in seen:
            continue
        stop_if_due()
        seen.add(key)
        waiting, size = [element], 0
        while waiting:
            one = waiting.pop()
            size += 1
            for generator, back in pairs:
                other = generator[one[back]]
                key = other[base].tobytes()
                if key not in seen:
                    seen.add(key)
                    waiting.append(other)
        yield element, Fraction(size, group.order)


def classes_by_chance(
    graph: ProblemGraph, group: PermutationGroup
) -> Iterator[tuple[Permutation, Fraction]]:
    """Yield an element of each class of conjugate automorphisms, with the share of the class.

    The size of a class is the order of the group divided by that of the centralizer, the group of
    the automorphisms that commute with an element. So it is known when all classes are found. The
    next element is drawn from the centralizer of the last one: then, after some steps, all classes
    are equally likely, the small ones too, and k classes take some k log k steps.

    Parameters
    ----------
    graph
        The graph of a problem.
    group
        All its automorphisms.

    References
    ----------
    M. Jerrum, Uniform sampling modulo a group of symmetries using Markov chain simulation (1993).
    """
    rng = np.random.default_rng(SEED)
    missing = group.order
    known: set[bytes] = set()
    element, centralizer = group.identity, group
    while missing:
        stop_if_due()
        form = graph.conjugacy_form(element)
        if form not in known:
            known.add(form)
            size = group.order // centralizer.order
            missing -= size
            yield element, Fraction(size, group.order)
        element = centralizer.random(rng)
        centralizer = graph.centralizer(element)
