"""Sudoku in three forms: with the minimum number of clues, with diagonals, and with 16 digits."""

from sudoku import Classic, Diagonal, Grid, Puzzle, Shape, count, formity, solutions

# From Gordon Royle's collection. No puzzle with fewer clues has only one solution.
FEW_CLUES = ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7..."
DIAGONALS = "1....6.....6...1..9....2....6....4.....5.9.....4....1....2....4..5...7.....3....9"
LARGE = """
    ...5E.B4..6.7..2
    D...C...........
    ..3..9..74D8.1..
    48.G.....9F....D
    E....8.D...9.A.4
    G3.4..F.1...2BD.
    .2..1C..8.4...G.
    .5..4...E.A.6.31
    3B.C.1.9...G..A.
    .G...2.8..57..1.
    .41E...3.6..8.27
    6.2.B...A.C....5
    A....F5.....D.BC
    ..7.23G1..8..9..
    ...........3...A
    9..8.E..D7.FG...
"""
PUZZLES = {
    "Few clues": Puzzle(clues=FEW_CLUES),
    "With diagonals": Puzzle(rules=[Classic(), Diagonal()], clues=DIAGONALS),
    "16 digits": Puzzle(Shape(4, 4), clues=LARGE),
}


def solve_all() -> dict[str, Grid]:
    """Return the first solution of each puzzle."""
    return {name: next(solutions(puzzle)) for name, puzzle in PUZZLES.items()}


def count_grids() -> tuple[int, int]:
    """Count the filled 4 x 4 grids: all of them, and those that keep the diagonals' rule, too.

    >>> count_grids()
    (288, 48)
    """
    small = Shape(2, 2)
    return count(Puzzle(small)), count(Puzzle(small, [Classic(), Diagonal()]))


def draw(puzzle: Puzzle, solution: Grid) -> str:
    """Draw the solution beside its puzzle, or below it where that would be too wide."""
    left, right = str(puzzle).splitlines(), puzzle.to_text(solution).splitlines()
    if len(left[0]) > 36:
        return "\n".join(left + right)
    return "\n".join(f"{a}    {b}" for a, b in zip(left, right, strict=True))


def main() -> None:
    """Draw the puzzles with their solutions."""
    for name, solution in solve_all().items():
        puzzle = PUZZLES[name]
        print(f"{name}: {puzzle.n_clues} clues, {formity(puzzle).value} solution")
        print(draw(puzzle, solution), end="\n\n")
    print("4 x 4 grids: {} in all, {} with diagonals".format(*count_grids()))


if __name__ == "__main__":
    main()
