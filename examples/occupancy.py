"""The occupancy theorem at work in one box: a preemptive set uncovers a single and a hidden pair.

The markup of a cell is the set of digits that may be in it. Where m cells of a house have m digits
between them, no other cell of the house holds these digits. T. Morgans, "Automatic puzzle solving"
(2020), describes the figure of J. F. Crook (2009): {1, 2, 6} in cells (1,7), (1,9) and (2,9) leaves
8 as the only digit of (1,8), and then {3, 5} is a preemptive set, too. The text has no picture, so
the other digits of this markup are ours.
"""

from examples.preemptive_sets import preemptive_sets

Cell = tuple[int, int]

BOX: dict[Cell, set[int]] = {
    (1, 7): {1, 2, 6}, (1, 8): {1, 6, 8}, (1, 9): {1, 2},
    (2, 7): {3, 5, 8}, (2, 8): {1, 4, 7, 9}, (2, 9): {2, 6},
    (3, 7): {2, 4, 7}, (3, 8): {3, 5, 7, 9}, (3, 9): {3, 5, 6},
}  # fmt: skip
"""The box at the top right: row and column -> markup."""


def uncover(markup: dict[Cell, set[int]]) -> list[tuple[list[Cell], list[int]]]:
    """Remove what preemptive sets and singles exclude; return them as they are found.

    >>> for cells, digits in uncover({cell: set(digits) for cell, digits in BOX.items()}):
    ...     print(cells, digits)
    [(1, 7), (1, 9), (2, 9)] [1, 2, 6]
    [(1, 8)] [8]
    [(2, 7), (3, 9)] [3, 5]
    """
    found: list[tuple[list[Cell], list[int]]] = []
    while (more := _next_set(markup)) is not None:
        cells, digits = more
        for cell in markup.keys() - set(cells):
            markup[cell] -= digits
        found.append((cells, sorted(digits)))
    return found


def _next_set(markup: dict[Cell, set[int]]) -> tuple[list[Cell], frozenset[int]] | None:
    """Return the smallest set of cells that removes a digit from another cell."""
    names = list(markup)
    sets = [
        *(
            ((k,), frozenset(markup[cell]))
            for k, cell in enumerate(names)
            if len(markup[cell]) == 1
        ),
        *preemptive_sets(tuple(map(frozenset, markup.values()))),
    ]
    for places, digits in sets:
        cells = [names[k] for k in places]
        if any(markup[cell] & digits for cell in names if cell not in cells):
            return cells, digits
    return None


def main() -> None:
    """Print the sets as they are uncovered, and the markup that is left."""
    markup = {cell: set(digits) for cell, digits in BOX.items()}
    for cells, digits in uncover(markup):
        print(f"{digits} in {', '.join(map(str, cells))}")
    print("Left:")
    for row in (1, 2, 3):
        texts = ["".join(map(str, sorted(markup[row, column]))) for column in (7, 8, 9)]
        print("  " + " ".join(f"{text:6}" for text in texts))


if __name__ == "__main__":
    main()
