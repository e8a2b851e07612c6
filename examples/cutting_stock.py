"""Cutting stock: cut the widths that are ordered from as few rolls as possible.

A pattern says how many pieces of each width are cut from one roll. An option is a pattern with a
number of rolls: it covers each width as often as its pieces are needed, and costs as much as there
are rolls. Of all ways with the fewest rolls, the one with the least waste in pieces is taken.

Reference: P. C. Gilmore, R. E. Gomory, "A linear programming approach to the cutting-stock
problem", Operations Research 9 (1961).
"""

from collections.abc import Iterator, Mapping

from exactcover import Problem

Pattern = tuple[int, ...]


def patterns(width: int, widths: list[int]) -> Iterator[Pattern]:
    """Yield the patterns to which no piece can be added.

    >>> list(patterns(10, [3, 5]))
    [(0, 2), (1, 1), (3, 0)]
    """

    def longer(left: int, own: Pattern) -> Iterator[Pattern]:
        if len(own) == len(widths):
            if left < min(widths):
                yield own
            return
        for n in range(left // widths[len(own)] + 1):
            yield from longer(left - n * widths[len(own)], (*own, n))

    return longer(width, ())


def cutting(width: int, orders: Mapping[int, int]) -> Problem:
    """Return the problem; the label of an option is the pattern and the number of rolls."""
    widths = list(orders)
    pieces = {
        (pattern, rolls): {w: n * rolls for w, n in zip(widths, pattern, strict=True) if n}
        for pattern in patterns(width, widths)
        for rolls in range(1, max(orders.values()) + 1)
        if any(n * (rolls - 1) < orders[w] for w, n in zip(widths, pattern, strict=True) if n)
    }
    return Problem(
        {label: [label[0], *own] for label, own in pieces.items()},
        bounds={pattern: (0, 1) for pattern, _ in pieces}
        | {w: (n, None) for w, n in orders.items()},
        multiplicities={(label, w): n for label, own in pieces.items() for w, n in own.items()},
        costs={label: label[1] for label in pieces},
    )


def fewest_rolls(width: int, orders: Mapping[int, int]) -> int:
    """Return the least number of rolls.

    >>> fewest_rolls(10, {3: 4, 4: 3, 5: 3})
    4
    """
    best = cutting(width, orders).cheapest()
    return int(best.cost)


def main() -> None:
    """Cut rolls of width 12."""
    orders = {3: 7, 4: 5, 5: 6}
    problem = cutting(12, orders)
    surplus = {
        label: sum(problem.options[k].multiplicities)
        for k, label in enumerate(problem.labels or ())
    }
    best = problem.cheapest(then=[surplus])
    print(f"{best.cost[0]} rolls, {best.cost[1] - sum(orders.values())} pieces too many:")
    for pattern, rolls in best.solution.labels if best.solution else ():
        print(f"{rolls} x {' '.join(f'{n} of {w}' for w, n in zip(orders, pattern, strict=True))}")


if __name__ == "__main__":
    main()
