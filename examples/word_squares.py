"""Word squares: write words below each other so that the columns are words, too.

The items are the rows and the columns, and an option writes a word in one of them. Where a row and
a column cross they must agree: the squares are secondary items, and letters are their colours. The
words are secondary items, too, so that none is used twice. In a symmetric square, row k and column
k are the same word: so there are only rows, and a square belongs to two of them.
"""

from itertools import product

from exactcover import Problem, Solution

N = 5
LIST = """
    above again agree alert argue arson asset avert beast boost brave camel canoe carol class crane
    crest curse decay delay eager eagle earth elder elect elite ember ensue enter entry erase evoke
    feast fleet glass grave grill heart ideal infer inner irate laser layer lease least light model
    music nerve noble noose ocean olive onion opera organ other ounce polar quote ranch raven reach
    rigid rouse route salon scarf scene scent scope score scout seven sheer siren slave slice slide
    smile sport steam stern stuff tenet tenth theft three threw treat trend ultra usage verge verse
    villa wrist yeast
"""
WORDS = LIST.split()

Line = tuple[str, int]
Cell = tuple[int, int]

ROWS = {("row", k): [(k, j) for j in range(N)] for k in range(N)}
COLUMNS = {("column", k): [(j, k) for j in range(N)] for k in range(N)}
SYMMETRIC = {line: [(min(cell), max(cell)) for cell in cells] for line, cells in ROWS.items()}


def crossing(lines: dict[Line, list[Cell]]) -> Problem:
    """Return the problem of a word in every line; an option's first items are line and word."""
    options = [
        {line: None, word: None} | dict(zip(cells, word, strict=True))
        for (line, cells), word in product(lines.items(), WORDS)
    ]
    return Problem(options, primary=lines, secondary=[*WORDS, *product(range(N), repeat=2)])


def symmetric_squares() -> Problem:
    """Return the problem of the squares whose columns read as their rows do.

    >>> rows_of(next(symmetric_squares().solutions()))
    ['agree', 'grill', 'rigid', 'elite', 'elder']
    """
    return crossing(SYMMETRIC)


def double_squares() -> Problem:
    """Return the problem of the squares of ten different words.

    >>> double_squares().count()
    2
    """
    return crossing(ROWS | COLUMNS)


def rows_of(square: Solution) -> list[str]:
    """Return the words in the rows."""
    words = {line: word for line, word, *_ in (option.items for option in square)}
    return [words[row] for row in ROWS]


def main() -> None:
    """Draw the squares."""
    squares = [rows_of(square) for square in symmetric_squares().solutions()]
    print(f"{len(squares)} symmetric squares of {len(WORDS)} words; ten of them:\n")
    for group in (squares[::8][:5], squares[1::8][:5]):
        for rows in zip(*group, strict=True):
            print("      ".join(map(" ".join, rows)))
        print()
    print("and those of ten different words:\n")
    for rows in zip(*map(rows_of, double_squares().solutions()), strict=True):
        print("      ".join(map(" ".join, rows)))


if __name__ == "__main__":
    main()
