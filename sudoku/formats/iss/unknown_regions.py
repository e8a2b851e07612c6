"""Unknown regions and connected values: the cells of regions are variables beside the grid.

The variable with the number of the region of each cell is called ``CC1``, ``CC2`` and so on, in the
order of the cells of the grid.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, count

from sudoku.errors import TextError
from sudoku.formats.iss.board import Board
from sudoku.formats.iss.cells import Place
from sudoku.formats.iss.parts import Arguments, segments
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

WAYS = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""The directions of the arms of a run that names none."""
AROUND = [(0, 0), *((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)]
"""The cells that are counted if none are named, the first being the cell of the count itself."""

State = tuple[int, ...]
"""The digit of the first cell, 1 if the run along this arm has ended, and the number of cells."""
Step = tuple[int, int, int]
"""A state, a digit, and the next state."""
Counts = defaultdict[tuple[tuple[int, ...], int], list[list[Place]]]
"""The lines of places that counts read, by the parameters of their automaton."""


def unknown_regions(board: Board, size: int) -> Rule:
    """Return the rule that the grid consists of connected regions of a size, without repeats."""
    rows = board.lines[: board.height]
    regions = [[_region(board, place) for place in row] for row in rows]
    return rule("unknown_regions", rows, regions, size)


def connected_values(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read the names of groups of cells, values, and a number of cells or none."""
    for prefix, values, *sizes in given:
        rows = board.layer(prefix) if prefix else board.lines[: board.height]
        size = board.weight(sizes[0]) if sizes and sizes[0] else None
        yield rule("connected", rows, list(map(board.digit, re.split("[_,]", values))), size)


def counts_of_regions(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read cells that hold the number of listed cells in the region of the first of them."""
    counts = Counts(list)
    for name, *rest in given:
        place, left_out = board.place(name), _left_out(board, rest)
        cells = [cell for cell in rest[1:] if cell]
        if cells:
            own = [_region_of(board, cell) for cell in cells]
        else:
            near = [(place[0] + i, place[1] + j) for i, j in AROUND]
            own = [_region(board, each) for each in near if _is_inside(board, each)]
        _add(counts, place, [own], left_out)
    return _counted(board, counts, is_run=False)


def runs_of_regions(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read cells that hold the length of a run in one region, from a cell along its arms.

    All arms begin in the same cell, which is counted once. Without arms, there is one in each
    direction. A minus separates two arms, or an empty item.
    """
    counts = Counts(list)
    for name, *rest in given:
        place, left_out = board.place(name), _left_out(board, rest)
        groups = [group for group in segments(rest[1:], ("-", "")) if group]
        if groups:
            arms = [[_region_of(board, cell) for cell in group] for group in groups]
        else:
            arms = [_arm(board, place, way) for way in WAYS]
        if len({arm[0] for arm in arms}) > 1:
            raise TextError(f"ChaosArrow~{name}: the arms do not begin in the same cell")
        _add(counts, place, arms, left_out)
    return _counted(board, counts, is_run=True)


def _add(counts: Counts, place: Place, arms: list[list[Place]], left_out: int) -> None:
    """Add a cell that holds the number of cells on some arms with the digit of their first cell.

    An automaton reads the first cell, then the others of each arm, then the cell with the number.
    The order of the arms is free; arrows whose arms are equally long have the same automaton.
    """
    arms = sorted(arms, key=len)
    line = [arms[0][0], *(cell for arm in arms for cell in arm[1:]), place]
    if len(set(line)) < len(line):
        raise TextError("a cell of a region is counted twice, or counts itself")
    counts[tuple([len(arm) - 1 for arm in arms]), left_out].append(line)


def _counted(board: Board, counts: Counts, *, is_run: bool) -> Iterator[Rule]:
    """Yield a rule for the counts that have the same automaton."""
    for (lengths, left_out), own in counts.items():
        steps, last = _steps_of_count(board.n, board.less, lengths, left_out, is_run)
        yield rule("automaton", own, steps, [0], [last], jumps=True)


@lru_cache
def _steps_of_count(
    n: int, less: int, lengths: tuple[int, ...], left_out: int, is_run: bool
) -> tuple[tuple[Step, ...], int]:
    """Return the steps of an automaton that counts, beginning in state 0, and its last state.

    Parameters
    ----------
    lengths
        The number of cells of each arm, without the first cell.
    """
    begins = set(accumulate(lengths, initial=1))
    most = n + left_out - less
    layers: list[dict[State, int]] = [{}]  # the states before each cell, and their numbers
    steps = []
    numbers = count(1)

    def number(after: dict[State, int], *state: int) -> int:
        return after.setdefault(state, next(numbers))

    for digit in range(1, n + 1):
        steps.append((0, digit, number(layers[0], digit, 0, 1)))
    for at in range(1, sum(lengths) + 1):
        layers.append({})
        for (first, has_ended, so_far), own in layers[-2].items():
            ended = has_ended and at not in begins
            for digit in range(1, n + 1):
                is_more = digit == first and not ended
                if so_far + is_more <= most:
                    after = first, int(is_run and not is_more), so_far + is_more
                    steps.append((own, digit, number(layers[-1], *after)))
    last = next(numbers)
    for (_, _, so_far), own in layers[-1].items():
        value = so_far - left_out + less
        if 1 <= value <= n:
            steps.append((own, value, last))
    return tuple(steps), last


def _left_out(board: Board, rest: list[str]) -> int:
    """Return 1 if the first cell is not counted, else 0."""
    if not rest or rest[0] in ("", "0"):
        return 0
    if rest[0] != "1":
        raise TextError(f"ChaosArrow or ChaosCount: {rest[0]!r} is not 0 or 1")
    return 1


def _arm(board: Board, place: Place, way: Place) -> list[Place]:
    """Return the regions of the cells from a place to the edge of the grid."""
    arm = []
    while _is_inside(board, place):
        arm.append(_region(board, place))
        place = place[0] + way[0], place[1] + way[1]
    return arm


def _is_inside(board: Board, place: Place) -> bool:
    return 0 <= place[0] < board.height and 0 <= place[1] < board.width


def _region_of(board: Board, name: str) -> Place:
    """Return the variable with a name, or that of the region of a cell of the grid."""
    return board.place(name) if name in board.variables else _region(board, board.place(name))


def _region(board: Board, place: Place) -> Place:
    """Return the variable with the region of a cell."""
    return board.place(f"CC{place[0] * board.width + place[1] + 1}")
