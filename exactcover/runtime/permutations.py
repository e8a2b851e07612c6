"""Groups of permutations, given by generators: order, orbits, stabilisers and elements.

A permutation of n points is an array of shape (n,): point k goes to ``p[k]``. The product ``p[q]``
applies q first. A group keeps a base and strong generating set (Schreier and Sims): base points
that only the identity leaves all in place, and for each of them the orbit under the subgroup that
fixes those before it, with one element for each point of the orbit.

References
----------
C. C. Sims, Computational methods in the study of permutation groups (1970). D. F. Holt, B. Eick and
E. A. O'Brien, Handbook of computational group theory (2005), chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.search.limits import stop_if_due, watched

Permutation = NDArray[np.intp]

SEED = 5
"""The seed of the random elements with which a group is explored; they do not change its order."""
ENOUGH = 12
"""The random elements in a row without news, after which the chain is checked."""
MIXING = 30
"""The steps of product replacement before its elements are used."""
FEW = 48
"""The elements of a small group, which are listed to count them."""


class PermutationGroup:
    """The group that some permutations generate.

    Parameters
    ----------
    degree
        The number of points.
    generators
        The permutations; the identity may be among them.
    order
        The number of elements, if it is known: then random elements are enough to find a strong
        generating set.
    first
        The first points of the base, if they matter.

    Examples
    --------
    >>> rotation, reflection = np.array([1, 2, 3, 0]), np.array([3, 2, 1, 0])
    >>> square = PermutationGroup(4, [rotation, reflection])
    >>> square.order, square.stabilizer(0).order, len(list(square))
    (8, 2, 8)
    """

    def __init__(
        self,
        degree: int,
        generators: Iterable[Permutation],
        order: int | None = None,
        first: Iterable[int] = (),
    ) -> None:
        self.degree = degree
        self.identity: Permutation = np.arange(degree)
        self.generators = [g for g in generators if (g != self.identity).any()]
        self._known_order = order
        self._first = tuple(first)

    @cached_property
    def levels(self) -> list[Level]:
        """The base points with their orbits."""
        levels = [Level(point, self.identity) for point in self._first]
        if not self.generators:
            return levels
        for generator in watched(self.generators, every=1):
            self._add(levels, generator)
        rng = np.random.default_rng(SEED)
        source = random_elements(self.generators, rng)
        n_useless = 0
        while not self._is_complete(levels, n_useless):
            stop_if_due()
            n_useless = 0 if self._add(levels, next(source)) else n_useless + 1
        return levels

    def _is_complete(self, levels: list[Level], n_useless: int) -> bool:
        found = prod(len(level.orbit) for level in levels)
        if self._known_order is not None:
            return found == self._known_order
        return n_useless >= ENOUGH and self._is_closed(levels)

    def _add(self, levels: list[Level], element: Permutation) -> bool:
        """Add an element to the chain; return whether it was new."""
        rest, place = sift(levels, element)
        if (rest == self.identity).all():
            return False
        if place == len(levels):
            levels.append(Level(int(np.flatnonzero(rest != self.identity)[0]), self.identity))
        for level in levels[: place + 1]:  # what is left fixes the base points of all levels before
            level.add(rest)
        return True

    def _is_closed(self, levels: list[Level]) -> bool:
        """Return whether all Schreier generators are in the chain, which proves its order."""
        for level in levels:
            for point, element in watched(level.orbit.items()):
                for generator in level.generators:
                    image = level.orbit[int(generator[point])]
                    if self._add(levels, inverse(image)[generator[element]]):
                        return False
        return True

    @cached_property
    def order(self) -> int:
        """The number of elements."""
        if self._known_order is not None:
            return self._known_order
        return prod(len(level.orbit) for level in self.levels)

    @property
    def base(self) -> list[int]:
        """Points that only the identity leaves all in place."""
        return [level.point for level in self.levels]

    def __contains__(self, element: Permutation) -> bool:
        rest, _ = sift(self.levels, element)
        return bool((rest == self.identity).all())

    def __iter__(self) -> Iterator[Permutation]:
        """Yield all elements, the identity first; each takes a time linear in the degree."""
        choices = [list(level.orbit.values()) for level in self.levels]
        for elements in product(*choices):
            found = self.identity
            for element in elements:
                found = found[element]
            yield found

    def orbits(self) -> NDArray[np.intp]:
        """Return for each point the least point of its orbit."""
        return orbits(self.degree, self.generators)

    def stabilizer(self, point: int) -> PermutationGroup:
        """Return the subgroup that leaves a point in place."""
        chain = PermutationGroup(self.degree, self.generators, self._known_order, [point]).levels
        below = [g for level in chain[1:] for g in level.generators]
        order = prod(len(level.orbit) for level in chain[1:])
        return PermutationGroup(self.degree, below, order)

    def random(self, rng: np.random.Generator) -> Permutation:
        """Return a random element; all are equally likely."""
        found = self.identity
        for level in self.levels:
            elements = list(level.orbit.values())
            found = found[elements[rng.integers(len(elements))]]
        return found


def generated(elements: NDArray[np.intp]) -> PermutationGroup:
    """Return the group that has exactly these elements; few of them generate it.

    >>> group = generated(np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]]))
    >>> group.order, len(group.generators)
    (3, 1)
    """
    degree = elements.shape[1]
    group = PermutationGroup(degree, [])
    for element in elements:
        if group.order == len(elements):
            break
        if element not in group:
            group = PermutationGroup(degree, [*group.generators, element])
    return group


class Level:
    """A base point with its orbit under the elements that fix the base points before it.

    Attributes
    ----------
    point
        The base point.
    generators
        Elements that fix the base points before it.
    orbit
        Point of the orbit -> an element that takes the base point there.
    """

    def __init__(self, point: int, identity: Permutation) -> None:
        self.point = point
        self.generators: list[Permutation] = []
        self.orbit = {point: identity}

    def add(self, generator: Permutation) -> None:
        """Add a generator, and extend the orbit: the points it had need only the new generator."""
        self.generators.append(generator)
        new: list[int] = []
        for point, image in zip(
            list(self.orbit), generator[list(self.orbit)].tolist(), strict=True
        ):
            if image not in self.orbit:
                self.orbit[image] = generator[self.orbit[point]]
                new.append(image)
        while new:
            stop_if_due()
            point = new.pop()
            for each in self.generators:
                image = int(each[point])
                if image not in self.orbit:
                    self.orbit[image] = each[self.orbit[point]]
                    new.append(image)


def sift(levels: Sequence[Level], element: Permutation) -> tuple[Permutation, int]:
    """Divide an element by those of the chain; return what is left, and the level that stopped it.

    The identity is left exactly if the chain has the element.
    """
    for place, level in enumerate(levels):
        known = level.orbit.get(int(element[level.point]))
        if known is None:
            return element, place
        element = inverse(known)[element]
    return element, len(levels)


def random_elements(
    generators: Sequence[Permutation], rng: np.random.Generator
) -> Iterator[Permutation]:
    """Yield elements that are nearly random, by product replacement."""
    pool = [generators[k % len(generators)] for k in range(max(10, len(generators)))]
    found = pool[0]
    for step in count():
        k, other = rng.choice(len(pool), 2, replace=False)
        factor = pool[other] if rng.integers(2) else inverse(pool[other])
        pool[k] = pool[k][factor] if rng.integers(2) else factor[pool[k]]
        found = found[pool[k]]
        if step >= MIXING:
            yield found


def inverse(permutation: Permutation) -> Permutation:
    """Return the inverse of a permutation.

    >>> inverse(np.array([1, 2, 0]))
    array([2, 0, 1])
    """
    found = np.empty_like(permutation)
    found[permutation] = np.arange(len(permutation))
    return found


def orbits(degree: int, generators: Iterable[Permutation]) -> NDArray[np.intp]:
    """Return for each point the least point that elements of the group take it to.

    >>> orbits(5, [np.array([1, 0, 2, 3, 4]), np.array([0, 1, 4, 3, 2])])
    array([0, 0, 2, 3, 2])
    """
    least = np.arange(degree)
    generators = list(generators)
    while True:
        before = least.copy()
        for generator in generators:
            np.minimum.at(least, generator, least.copy())
            least = np.minimum(least, least[generator])
        least = least[least]
        if (least == before).all():
            return least


def small_order(generators: Sequence[Permutation], degree: int) -> int | None:
    """Return the number of elements of a group, or None if they are more than a few.

    >>> small_order([np.array([1, 2, 3, 0]), np.array([3, 2, 1, 0])], 4)
    8
    """
    identity: Permutation = np.arange(degree)
    known, waiting = {identity.tobytes()}, [identity]
    while waiting and len(known) <= FEW:
        element = waiting.pop()
        for generator in generators:
            image = generator[element]
            key = image.tobytes()
            if key not in known:
                known.add(key)
                waiting.append(image)
    return len(known) if not waiting and len(known) <= FEW else None
