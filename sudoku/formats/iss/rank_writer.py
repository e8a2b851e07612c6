"""Full rank in constraint strings that are written: the clues of which rules are made.

The rules of a clue compare its line with all others. As automata they would be a megabyte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sudoku.formats.iss.board import rows_and_columns
from sudoku.formats.iss.cells import Place
from sudoku.formats.iss.full_rank import Line, all_pairs, ranked, sides_of
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule
from sudoku.statement.statement import statement

N_RULES = 3
"""The rules of a clue: the marks of its cells, the number of lower lines, and the comparisons."""


class Ranks(NamedTuple):
    """The clues of full rank in a puzzle.

    Attributes
    ----------
    parts
        The parts of the string.
    rules
        The rules that they do not say.
    cells
        The cells beside the grid that the parts make, which have no names of their own.
    """

    parts: tuple[str, ...]
    rules: tuple[Rule, ...]
    cells: frozenset[Place]


def ranks_of(puzzle: Puzzle) -> Ranks:
    """Return the clues of full rank, if the rules are just those of clues.

    Examples
    --------
    >>> from sudoku.formats.iss.strings import from_iss
    >>> ranks_of(from_iss(".Shape~4x4.FullRank~R2~~7.FullRankTies~any")).parts
    ('FullRank~R2~~7', 'FullRankTies~any')
    """
    nothing, n = Ranks((), puzzle.rules, frozenset()), puzzle.shape.n
    if not any(each.name == "line_order" for each in puzzle.rules) or not _is_square(puzzle):
        return nothing
    sides = sides_of(n)
    unequal = rule("line_order", all_pairs(sides))
    parts, others, cells = list[str](), list[Rule](), list[Place]()
    are_tied = set[bool]()
    rules, k, line_before = puzzle.rules, 0, ""
    while k < len(rules):
        clue = _clue(rules[k : k + N_RULES], sides)
        if clue is None:
            if rules[k] == unequal:
                parts.append("FullRankTies~none")
            else:
                others.append(rules[k])
            k, line_before = k + 1, ""
            continue
        name, end, rank, own, has_ties = clue
        if end and name == line_before:
            parts[-1] += f"~{rank}"  # one part for both ends of a line
        else:
            parts.append(f"FullRank~{name}~{'~' * end}{rank}")
        line_before = "" if end else name
        cells += own
        are_tied.add(has_ties)
        k += N_RULES
    if are_tied == {True}:
        parts.append("FullRankTies~any")
    is_one = len(are_tied) < 2 and sum(part.startswith("FullRankTies") for part in parts) < 2
    is_free = len(set(cells)) == len(cells) and not _are_named(puzzle, others, cells)
    return Ranks(tuple(parts), tuple(others), frozenset(cells)) if is_one and is_free else nothing


def _clue(
    rules: Sequence[Any], sides: dict[str, list[Line]]
) -> tuple[str, int, int, list[Place], bool] | None:
    """Return the line, the end, the rank and the cells of a clue with some rules, and the ties."""
    if [each.name for each in rules] != ["pencil_marks", "automaton", "line_order"]:
        return None
    marks, counting, order = rules
    if not order.comparisons or not marks.marks or len(counting.last) != 1:
        return None
    line, cells = order.comparisons[0][2], list(counting.lines[0])
    (first, digits), n_lower = marks.marks[0], counting.last[0]
    for own, lines in sides.items():
        if line in lines and first == line[0] and len(digits) == 1 and len(cells) == N_RULES:
            rank = 4 * (digits[0] - 1) + n_lower + 1
            made = ranked(line, rank, sides, own, cells, has_ties=order.ties)
            if list(made) == list(rules):
                name = f"{own[0]}{lines.index(line) + 1}"
                return name, "+-".index(own[1]), rank, cells, order.ties
    return None


def _is_square(puzzle: Puzzle) -> bool:
    """Return whether the grid is a square whose rows and columns hold all digits."""
    shape = puzzle.shape
    places = {shape.position(cell) for cell in range(shape.n_cells)}
    lines = rows_and_columns(shape.n, shape.n)
    if not places.issuperset(place for line in lines for place in line):
        return False
    houses = {frozenset(house.cells) for house in statement(shape, puzzle.rules).houses}
    return all(frozenset(shape.cell(*place) for place in line) in houses for line in lines)


def _are_named(puzzle: Puzzle, others: Sequence[Rule], cells: Sequence[Place]) -> bool:
    """Return whether a clue or another rule is about some of the cells of comparisons."""
    shape = puzzle.shape
    numbers = {shape.cell(*place) for place in cells}
    stated = statement(shape, tuple(others))
    if any(puzzle.grid.cells[cell] or cell in stated.barred for cell in numbers):
        return True
    areas = [house.cells for house in (*stated.houses, *stated.groups)]
    areas += [each.cells for each in stated.constraints]
    areas += [*stated.relations, *stated.links]
    return any(not numbers.isdisjoint(area) for area in areas)
