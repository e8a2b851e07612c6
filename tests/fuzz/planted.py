"""Random exact cover problems with planted symmetries, and smaller ones made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from exactcover import Problem

Map = dict[Any, Any]
Key = tuple[int, ...]

NAMES: tuple[tuple[Any, ...], ...] = (
    tuple("abcdefghi"),
    tuple(range(9)),
    tuple((row, column) for row in range(3) for column in range(3)),
)
COLOURS: tuple[tuple[Any, ...], ...] = ((None,), (None, "A"), ("A", "B"), (None, 0, 1))
BOUNDS = ((0, 1), (0, 2), (1, 2), (2, 2), (1, 9))
MOST_OPTIONS, MOST_BOUNDED = 24, 14


@dataclass(frozen=True)
class Planted:
    """Options that are closed under permutations of items, so that these are symmetries.

    Attributes
    ----------
    seeds
        Some of the options; the others are their images.
    primary, secondary
        The items.
    maps
        The permutations: each has all items.
    bounds
        The bounds of some items, the same for all to which the permutations take them.
    costs
        The costs of the options of each seed.
    n_copies
        How often the options of each seed occur.
    """

    seeds: tuple[dict[Any, Any], ...]
    primary: tuple[Any, ...]
    secondary: tuple[Any, ...]
    maps: tuple[Map, ...]
    bounds: dict[Any, tuple[int, int]]
    costs: tuple[int, ...]
    n_copies: tuple[int, ...]

    def options(self) -> list[tuple[frozenset[tuple[Any, Any]], int]]:
        """Return all options, each with the number of its seed."""
        found: dict[frozenset[tuple[Any, Any]], int] = {}
        for number, seed in enumerate(self.seeds):
            new = [frozenset(seed.items())]
            while new:
                one = new.pop()
                if one not in found:
                    found[one] = number
                    new += [frozenset((g[item], c) for item, c in one) for g in self.maps]
        return [(one, k) for one, number in found.items() for k in [number] * self.n_copies[number]]

    def problem(self) -> Problem:
        """Return the problem; its options are in an order that the permutations do not have."""
        options = self.options()
        Random(len(options)).shuffle(options)
        return Problem(
            [dict(sorted(one, key=repr)) for one, _ in options],
            self.primary,
            self.secondary,
            bounds=self.bounds,
            costs=[self.costs[number] for _, number in options] if any(self.costs) else None,
        )

    def __str__(self) -> str:
        problem = self.problem()
        rows = [dict(zip(o.items, o.colours, strict=True)) for o in problem]
        return (
            f"Problem(\n    {rows!r},\n    primary={self.primary!r},\n"
            f"    secondary={self.secondary!r},\n    bounds={self.bounds!r},\n"
            f"    costs={problem.costs.tolist()!r},\n)\nwith the symmetries {self.maps!r}"
        )


def draw(rng: Random) -> Planted:
    """Return a random problem of at most 6 primary and 3 secondary items."""
    while True:
        planted = _draw(rng)
        most = MOST_BOUNDED if planted.bounds else MOST_OPTIONS
        if len(planted.options()) <= most:
            return planted


def _draw(rng: Random) -> Planted:
    names = rng.sample(rng.choice(NAMES), 9)
    primary = tuple(names[: rng.randint(2, 6)])
    secondary = tuple(names[6 : 6 + rng.choice((0, 0, 1, 2, 3))])
    maps = tuple(
        dict(zip(primary, _moved(rng, primary), strict=True))
        | dict(zip(secondary, _moved(rng, secondary), strict=True))
        for _ in range(rng.choice((1, 1, 2, 3)))
    )
    n_seeds = rng.randint(1, 4)
    colours = rng.choice(COLOURS)
    return Planted(
        tuple(_seed(rng, primary, secondary, colours) for _ in range(n_seeds)),
        primary,
        secondary,
        maps,
        _bounds(rng, primary, maps) if rng.random() < 0.15 else {},
        tuple(rng.choice((0, 0, 1, 5)) for _ in range(n_seeds)),
        tuple(rng.choice((1,) * 9 + (2,)) for _ in range(n_seeds)),
    )


def _moved(rng: Random, items: tuple[Any, ...]) -> list[Any]:
    """Return the images of items: of all, or of two that change places."""
    images = list(items)
    if len(items) > 1 and rng.random() < 0.4:
        one, other = rng.sample(range(len(items)), 2)
        images[one], images[other] = images[other], images[one]
    else:
        rng.shuffle(images)
    return images


def _seed(
    rng: Random, primary: tuple[Any, ...], secondary: tuple[Any, ...], colours: tuple[Any, ...]
) -> dict[Any, Any]:
    items = rng.sample(primary, min(len(primary), rng.choice((1, 2, 2, 3))))
    own = dict.fromkeys(items)
    return own | {item: rng.choice(colours) for item in secondary if rng.random() < 0.5}


def _bounds(
    rng: Random, primary: tuple[Any, ...], maps: tuple[Map, ...]
) -> dict[Any, tuple[int, int]]:
    """Return the same bounds for all items of an orbit."""
    found: dict[Any, tuple[int, int]] = {}
    new = [rng.choice(primary)]
    bounds = rng.choice(BOUNDS)
    while new:
        item = new.pop()
        if item not in found:
            found[item] = bounds
            new += [g[item] for g in maps]
    return found


def classes_of(
    problem: Problem, maps: tuple[Map, ...], solutions: frozenset[Key]
) -> list[set[Key]]:
    """Return the classes of solutions: those that the permutations connect."""
    images = [_of_options(problem, one) for one in maps]
    left, found = set(solutions), []
    while left:
        new, own = [left.pop()], set[Key]()
        while new:
            key = new.pop()
            if key not in own:
                own.add(key)
                new += [tuple(sorted(image[k] for k in key)) for image in images]
        assert own <= solutions
        left -= own
        found.append(own)
    return found


def _of_options(problem: Problem, moved: Map) -> list[int]:
    """Return the option to which a permutation of items takes each; equal ones keep their order."""
    places: dict[Any, list[int]] = {}
    ranks = []
    for option in problem.options:
        own = places.setdefault(_content(option.items, option.colours), [])
        ranks.append(len(own))
        own.append(option.index)
    return [
        places[_content([moved.get(item, item) for item in option.items], option.colours)][rank]
        for option, rank in zip(problem.options, ranks, strict=True)
    ]


def _content(items: Any, colours: Any) -> frozenset[tuple[Any, Any]]:
    return frozenset(zip(items, colours, strict=True))


def shrunk(planted: Planted, fails: Callable[[Planted], bool]) -> Planted:
    """Return a smaller problem that fails, too: nothing can be left out of it alone."""
    while smaller := next(filter(fails, _smaller(planted)), None):
        planted = smaller
    return planted


def _smaller(planted: Planted) -> Iterator[Planted]:
    """Yield the same with one thing less."""
    for k in range(len(planted.seeds)):
        yield replace(
            planted,
            seeds=planted.seeds[:k] + planted.seeds[k + 1 :],
            costs=planted.costs[:k] + planted.costs[k + 1 :],
            n_copies=planted.n_copies[:k] + planted.n_copies[k + 1 :],
        )
    for k in range(len(planted.maps)):
        yield replace(planted, maps=planted.maps[:k] + planted.maps[k + 1 :])
    if planted.bounds:
        yield replace(planted, bounds={})
    if any(planted.costs):
        yield replace(planted, costs=(0,) * len(planted.seeds))
    if max(planted.n_copies, default=1) > 1:
        yield replace(planted, n_copies=(1,) * len(planted.seeds))
    for k, seed in enumerate(planted.seeds):
        for item in seed:
            rest = {i: c for i, c in seed.items() if i != item}
            if any(i in planted.primary for i in rest):
                yield replace(planted, seeds=(*planted.seeds[:k], rest, *planted.seeds[k + 1 :]))
