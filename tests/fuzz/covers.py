"""Random exact cover problems, small enough for brute force, and smaller ones made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, Literal

from exactcover import Problem
from exactcover.runtime.errors import ProblemError

Row = dict[Any, Any]

NAMES: tuple[tuple[Any, ...], ...] = (
    tuple("abcdefghi"),
    tuple(range(9)),
    (-1, 0, 1, 1 << 40, -(1 << 70), 7, 8, 9, 10),
    tuple((row, column) for row in range(3) for column in range(3)),
    (1, "1", (1,), "p q", "p|q", "p:q", "", "é", "\u2603"),
)
COLOURS: tuple[tuple[Any, ...], ...] = (
    (None, "red", "green"),
    (None, None, None),
    ("red", "green", "blue"),
    (None, 0, 1),
    (None, "", (1, 2)),
)
COSTS: tuple[tuple[Any, ...], ...] = (
    (0,),
    (1,),
    (0, 1, 2, 3),
    (-3, -1, 0, 2, 5),
    (1 << 50, 1, 0, -(1 << 50)),
    (1e300, 1e-300, 0.1, -1e300),
    (0.1, 0.2, 0.3, -0.5, 2.5),
    (5e-324, 1.0, 1 << 53),
    (1e17, 2.0, 0.5, 1),
    ((1 << 60) + 1, 1 << 62, -(1 << 63), 1, 2),
    (Fraction(1, 3), Fraction(-1, 6), Decimal("0.1"), 1),
)
BOUNDS = ((1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (1, 3), (2, 2), (2, 3), (3, 9), (0, 1 << 20))
LABELS: tuple[Callable[[int], Any], ...] = (
    lambda k: f"option {k}",
    lambda k: k,
    lambda k: 9 - k,
    lambda k: (k, "x"),
    lambda k: None if k % 3 else k // 2,
    lambda k: "same",
)
STEPS = ("restrict", "with_chosen", "reduce", "component")


@dataclass(frozen=True)
class Drawn:
    """The arguments of a problem, so that it can be shown and made smaller.

    Attributes
    ----------
    steps
        What is done to the problem afterwards: names of `STEPS`, each with a number that says how.
    """

    rows: tuple[Row, ...]
    primary: tuple[Any, ...]
    secondary: tuple[Any, ...]
    labels: tuple[Any, ...] | None
    bounds: dict[Any, tuple[int, int]]
    costs: tuple[Any, ...] | None
    steps: tuple[tuple[str, int], ...]
    multiplicities: tuple[dict[Any, int], ...] | None = None

    @property
    def on_useless(self) -> Literal["error", "ignore"]:
        """What is done about options without primary items: they are left out if there are any."""
        has_useless = any(row.keys().isdisjoint(self.primary) for row in self.rows)
        return "ignore" if has_useless else "error"

    def problem(self) -> Problem:
        """Return the problem."""
        problem = Problem(
            self.rows,
            self.primary,
            self.secondary,
            labels=self.labels,
            bounds=self.bounds,
            multiplicities=self._several(),
            costs=self.costs,
            on_useless=self.on_useless,
        )
        for name, number in self.steps:
            problem = derived(problem, name, Random(number))
        return problem

    def _several(self) -> dict[Any, int] | None:
        """Return the multiplicities as `Problem` takes them; those of a label hold for all."""
        if self.multiplicities is None:
            return None
        labels = range(len(self.rows)) if self.labels is None else self.labels
        return {
            (label, item): times
            for label, row, several in zip(labels, self.rows, self.multiplicities, strict=True)
            for item, times in several.items()
            if item in row and item in self.primary
        }

    def __str__(self) -> str:
        lines = ["Problem(", f"    {list(self.rows)!r},"]
        for name in ("primary", "secondary", "labels", "bounds", "costs"):
            if value := getattr(self, name):
                lines.append(f"    {name}={value!r},")
        if self.multiplicities:
            lines.append(f"    multiplicities={self._several()!r},")
        return "\n".join(
            [
                *lines,
                f"    on_useless={self.on_useless!r},",
                ")",
                *(f"then derived(..., {n!r}, Random({k}))" for n, k in self.steps),
            ]
        )


def draw(rng: Random, most_options: int = 11) -> Drawn:
    """Return a random problem of at most 6 primary and 3 secondary items and 11 options.

    A few have no primary items, and some have options without any, which are left out.
    """
    names = rng.sample(rng.choice(NAMES), 9)
    primary = tuple(names[: rng.choice((0, *range(1, 7), *range(1, 7)))])
    secondary = tuple(names[6 : 6 + rng.choice((0, 0, 1, 2, 3))])
    colours = rng.choice(COLOURS)
    rows = [_row(rng, primary, secondary, colours) for _ in range(rng.randint(0, most_options))]
    for _ in range(rng.choice((0, 0, 1, 2)) if rows else 0):
        rows[rng.randrange(len(rows))] = dict(rng.choice(rows))  # equal options
    if rng.random() < 0.2 and len(primary) > 1:
        rows = [_with_equal(row, *primary[:2]) for row in rows]
    for _ in range(rng.choice((0, 0, 0, 1, 3))):
        rows.insert(rng.randint(0, len(rows)), _row(rng, (), secondary, colours))
    n = len(rows)
    has_bounds = rng.random() < 0.25
    drawn = Drawn(
        tuple(rows),
        primary,
        secondary,
        tuple(map(rng.choice(LABELS), range(n))) if rng.random() < 0.4 else None,
        {item: rng.choice(BOUNDS) for item in primary} if has_bounds else {},
        tuple(rng.choices(rng.choice(COSTS), k=n)) if rng.random() < 0.4 else None,
        tuple((rng.choice(STEPS), rng.randrange(99)) for _ in range(rng.choice((0, 0, 0, 1, 2)))),
    )
    if not has_bounds or rng.random() < 0.5:
        return drawn
    several = tuple(
        {item: rng.choice((1, 1, 2, 3, 5)) for item in row if item in primary} for row in rows
    )
    more = {item: (low, 3 * high) for item, (low, high) in drawn.bounds.items()}
    return replace(drawn, bounds=more, multiplicities=several)


def _row(rng: Random, primary: tuple[Any, ...], secondary: tuple[Any, ...], colours: Any) -> Row:
    """Return a random option; a few have all items."""
    items = rng.sample(primary, min(len(primary), rng.choice((1, 1, 1, 2, 2, 3, 9))))
    pairs = [(item, None) for item in items]
    pairs += [(item, rng.choice(colours)) for item in secondary if rng.random() < 0.5]
    rng.shuffle(pairs)
    return dict(pairs)


def _with_equal(row: Row, one: Any, other: Any) -> Row:
    """Return an option that has either both items or none."""
    return row | {one: None, other: None} if one in row or other in row else row


def derived(problem: Problem, name: str, rng: Random) -> Problem:
    """Return a problem made of another one, or the same one where that cannot be made."""
    some = rng.sample(problem.options, rng.randint(0, problem.n_options))
    if name == "restrict":
        return problem.restrict(some)
    if name == "with_chosen":
        chosen: list[Any] = []
        for option in some[: rng.randint(1, 3)]:
            try:
                problem.with_chosen([*chosen, option])
            except ProblemError:
                continue
            chosen.append(option)
        return problem.with_chosen(chosen)
    if name == "reduce":
        return problem.reduce().problem
    parts = problem.components()
    return rng.choice(parts).problem if parts else problem


def shrunk(drawn: Drawn, fails: Callable[[Drawn], bool]) -> Drawn:
    """Return a smaller problem that fails, too: nothing can be left out of it alone."""
    while smaller := next(filter(fails, _smaller(drawn)), None):
        drawn = smaller
    return drawn


def _smaller(drawn: Drawn) -> Iterator[Drawn]:
    """Yield the same with one thing less."""
    for k in range(len(drawn.steps)):
        yield replace(drawn, steps=_without(drawn.steps, k))
    for k in range(len(drawn.rows)):
        yield replace(
            drawn,
            rows=_without(drawn.rows, k),
            labels=drawn.labels and _without(drawn.labels, k),
            costs=drawn.costs and _without(drawn.costs, k),
            multiplicities=drawn.multiplicities and _without(drawn.multiplicities, k),
        )
    if drawn.multiplicities:
        yield replace(drawn, multiplicities=None)
    if drawn.labels:
        yield replace(drawn, labels=None)
    if drawn.costs:
        yield replace(drawn, costs=None)
        for k, cost in enumerate(drawn.costs):
            if cost not in (0, 1):
                yield replace(drawn, costs=(*drawn.costs[:k], 1, *drawn.costs[k + 1 :]))
    for item in drawn.bounds:
        yield replace(drawn, bounds={i: b for i, b in drawn.bounds.items() if i != item})
    for item in (*drawn.primary, *drawn.secondary):
        yield from _without_item(drawn, item)


def _without_item(drawn: Drawn, item: Any) -> Iterator[Drawn]:
    """Yield the same without an item."""
    primary = tuple(i for i in drawn.primary if i != item)
    rows = tuple({i: c for i, c in row.items() if i != item} for row in drawn.rows)
    secondary = tuple(i for i in drawn.secondary if i != item)
    bounds = {i: b for i, b in drawn.bounds.items() if i != item}
    yield replace(drawn, rows=rows, primary=primary, secondary=secondary, bounds=bounds)


def _without(some: tuple[Any, ...], k: int) -> tuple[Any, ...]:
    return some[:k] + some[k + 1 :]
