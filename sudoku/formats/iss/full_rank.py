"""Full rank: a clue outside is the rank of a row or column among all, read as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from sudoku.errors import TextError
from sudoku.formats.iss.board import Board
from sudoku.formats.iss.cells import Place, line_of
from sudoku.formats.iss.parts import Arguments
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

Line = tuple[Place, ...]

LOWER, HIGHER, TIE = 1, 2, 3
"""How a line compares with the line of a clue."""


def full_rank(board: Board, given: Mapping[str, Arguments]) -> Iterator[Rule]:
    """Yield the rules of the clues, and the rule that no two lines are equal.

    The lines read from one side begin with different digits, so four lines begin with each digit,
    one from each side. A rank determines the first digit of its line, and how many of the other
    three lines that begin with this digit are lower; a variable for each of the three states
    whether it is lower, or equal if ties are allowed. Equal lines share their ranks.

    Raises
    ------
    TextError
        If rows and columns do not hold all values.
    """
    ties = [arguments[0] for arguments in given.get("FullRankTies", ())]
    if not given.get("FullRank") and "none" not in ties:
        return
    if not board.height == board.width == board.n:
        raise TextError("FullRank: the rows and columns do not hold all values")
    sides = sides_of(board.n)
    if "none" in ties:
        yield rule("line_order", all_pairs(sides))
    clues = [
        (name, end, board.clue(rank))
        for name, *ranks in given.get("FullRank", ())
        for end, rank in enumerate(ranks)
        if rank
    ]
    comparisons = [board.place(name) for name in board.variables if name.startswith("FR")]
    for k, (name, end, rank) in enumerate(clues):
        if not 1 <= rank <= 4 * board.n:
            raise TextError(f"FullRank~{name}: ranks are 1 to {4 * board.n}, not {rank}")
        own = name[0] + "+-"[end]
        board.line(name)  # raises an error if there is no such line
        line = sides[own][line_of(name)[1]]
        cells = comparisons[3 * k : 3 * k + 3]
        yield from ranked(line, rank, sides, own, cells, has_ties="any" in ties)


def ranked(
    line: Line,
    rank: int,
    sides: Mapping[str, list[Line]],
    own: str,
    comparisons: list[Place],
    *,
    has_ties: bool,
) -> Iterator[Rule]:
    """Yield the rules that a line has the given rank."""
    group, n_lower = divmod(rank - 1, 4)
    results = [LOWER, HIGHER, TIE] if has_ties else [LOWER, HIGHER]
    yield rule("pencil_marks", [(line[0], [group + 1]), *[(cell, results) for cell in comparisons]])
    yield rule("automaton", [comparisons], _counting(), [0], [n_lower], jumps=True)
    others = [lines for side, lines in sides.items() if side != own]
    yield rule(
        "line_order",
        [
            (comparison, other, line)
            for comparison, lines in zip(comparisons, others, strict=True)
            for other in lines
            if other != line[::-1]
        ],
        ties=has_ties,
    )


def _counting() -> list[tuple[int, int, int]]:
    """Return the steps of an automaton that counts lower lines; an equal one counts or does not."""
    return [
        (count, result, count + more)
        for count in range(4)
        for result, more in ((LOWER, 1), (HIGHER, 0), (TIE, 0), (TIE, 1))
    ]


def sides_of(n: int) -> dict[str, list[Line]]:
    """Return the lines of n rows and columns, read from each side."""
    rows = [tuple((i, j) for j in range(n)) for i in range(n)]
    columns = list(zip(*rows, strict=True))
    return {
        f"{kind}{way}": [line if way == "+" else line[::-1] for line in lines]
        for kind, lines in (("R", rows), ("C", columns))
        for way in "+-"
    }


def all_pairs(sides: Mapping[str, list[Line]]) -> list[tuple[None, Line, Line]]:
    """Return the pairs of lines that may begin with the same digit."""
    return [
        (None, one, other)
        for a, b in combinations(sides.values(), 2)
        for one in a
        for other in b
        if one != other[::-1]
    ]
