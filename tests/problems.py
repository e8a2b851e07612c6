"""Small problems whose numbers of solutions are known."""

from itertools import product

from exactcover import Problem


def tilings(cells: list[tuple[int, int]]) -> Problem:
    """Return the tilings of these cells by dominoes."""
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    known = set(cells)
    return Problem([pair for pair in pairs if pair[1] in known], primary=cells)


def dominoes(rows: int, columns: int) -> Problem:
    """Return the tilings of a rectangle by dominoes, its cells row by row."""
    return tilings(list(product(range(rows), range(columns))))


def choices(n_items: int, n_options: int = 2) -> Problem:
    """Return a problem of so many items that have so many options each."""
    return Problem([[item] for item in range(n_items) for _ in range(n_options)])
