"""The words of a step name the real reason: a house, a rule or an earlier step, for every rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sudoku import Board, Classic, Killer, Puzzle, Rule, Shape, rule
from sudoku.explaining.explanation import End, Explanation
from sudoku.explaining.reasons import EARLIER, HOUSE, RULE, Reason, reason
from sudoku.explaining.scene import Scene, with_article
from sudoku.rules.latin import Latin
from sudoku.rules.registry import RULES
from sudoku.techniques.climb import climb
from tests.oracle import Rows, latin_squares, small_grids
from tests.sudoku.rules.meanings import TOUCHING, Test, plain_rules
from tests.sudoku.rules.test_mixes import WITH_PARAMETERS
from tests.sudoku_puzzles import is_right

SHAPE = Shape(2, 2)
REGIONS = "1112 1222 3344 3344"
PLACES = list(product(range(4), range(4)))
PLAIN = plain_rules()


def keeps_regions(grid: Rows) -> bool:
    names = REGIONS.replace(" ", "")
    held = {(names[4 * r + c], grid[r][c]) for r, c in PLACES}
    return len(held) == len(PLACES)


def bars_of(grid: Rows) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the pairs of neighbours with consecutive digits."""
    return [(a, b) for a, b in TOUCHING if abs(grid[a[0]][a[1]] - grid[b[0]][b[1]]) == 1]


def touches(rows: Rows) -> bool:
    """Return whether the same digit is in two cells that touch, at a corner perhaps."""
    moves = ((0, 1), (1, -1), (1, 0), (1, 1))
    digits = {(r, c): digit for r, row in enumerate(rows) for c, digit in enumerate(row)}
    return any(
        digits.get((r + down, c + right)) == digit
        for (r, c), digit in digits.items()
        for down, right in moves
    )


@cache
def suguru_grids() -> tuple[Rows, ...]:
    """Return the grids whose boxes hold 1 to 4, and in which equal digits do not touch."""
    boxes = list(permutations(range(1, 5)))
    halves = [((*a[:2], *b[:2]), (*a[2:], *b[2:])) for a, b in product(boxes, boxes)]
    halves = [half for half in halves if not touches(half)]
    return tuple((*a, *b) for a, b in product(halves, halves) if not touches((a[1], b[0])))


BY_ROWS: dict[str, str] = {
    "anti_king": "1324 1423 2413 1324",
    "anti_taxicab": "2314 3142 4312 2431",
    "global_entropy": "3214 1432 3241 2431",
    "global_modular": "3421 1234 1342 1243",
    "non_consecutive": "3142 3142 3142 3142",
}
"""Grids that keep a rule, and have all digits in each row; no Latin square of order 4 keeps it."""


def like(text: str, test: Test) -> list[Rows]:
    """Return the grids with all digits in each row that have the outer columns of this one."""
    rows = [tuple(map(int, row)) for row in text.split()]
    ways = [(row, (row[0], row[2], row[1], row[3])) for row in rows]
    return [grid for grid in product(*ways) if test(grid)]


def based(name: str, test: Test) -> tuple[tuple[Rule, ...], list[Rows]]:
    """Return the rules that are meant besides, and the grids that keep all."""
    if name == "suguru":
        return (), list(suguru_grids())
    if name in BY_ROWS:
        rows = [[(r, c) for c in range(4)] for r in range(4)]
        return (rule("extra_regions", rows),), like(BY_ROWS[name], test)
    grids = [] if name in ("latin", "jigsaw") else [g for g in small_grids() if test(g)]
    if grids:
        return (Classic(),), grids
    return () if name == "jigsaw" else (Latin(),), [g for g in latin_squares() if test(g)]


FIRST = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
OTHERS: dict[str, tuple[Rule, Test]] = {
    "classic": (rule("diagonal"), PLAIN["diagonal"]),
    "latin": (rule("anti_knight"), PLAIN["anti_knight"]),
    "jigsaw": (rule("jigsaw", REGIONS), keeps_regions),
    "suguru": (rule("suguru", "1122 1122 3344 3344"), lambda g: True),
    "pencil_marks": (rule("pencil_marks", [((0, 0), (1, 2))]), lambda g: g[0][0] < 3),
    "str8ts": (rule("str8ts"), lambda g: True),
    "consecutive": (rule("consecutive", bars_of(FIRST)), lambda g: bars_of(g) == bars_of(FIRST)),
}
"""Rules that no mix has, or seldom with a solution, each with a test of grids."""


def drawn_rule(data: st.DataObject, name: str) -> tuple[Rule, Test]:
    if name in OTHERS:
        return OTHERS[name]
    if name in PLAIN:
        return rule(name), PLAIN[name]
    parameters, test = data.draw(WITH_PARAMETERS[name])
    return rule("sums" if name == "weighted" else name, **parameters), test


def clues_of(solutions: Sequence[Rows], order: Sequence[int], least: int) -> list[int]:
    """Return clues in this order until only the first of the solutions has them all."""
    flat = [[digit for row in grid for digit in row] for grid in solutions]
    cells, left = [0] * 16, flat
    for place, cell in enumerate(order):
        if len(left) > 1 or place < least:
            cells[cell] = flat[0][cell]
            left = [each for each in left if each[cell] == flat[0][cell]]
    return cells


def explained(puzzle: Puzzle) -> Explanation:
    """Return the steps without asking first how many solutions there are."""
    start = Board(puzzle)
    return Explanation(puzzle, start, tuple(climb(start)), End.STUCK)


def check_reason(
    found: Reason, board: Board, cell: int, digit: int, grids: Sequence[Rows], rule: Rule
) -> None:
    """Check the digits that a house or the rule is reported to exclude."""
    row, column = divmod(cell, 4)
    if found.kind == HOUSE:
        assert found.by is not None
        assert board.digits[found.by] == digit
        houses = board.puzzle.houses
        assert any({cell, found.by} <= set(house.cells) for house in houses)
        assert found.title in [house.title for house in houses]
    if found.kind == RULE:
        with_it = [g for g in grids if g[row][column] == digit]
        if found.by is not None:
            by_row, by_column = divmod(found.by, 4)
            held = board.digits[found.by]
            with_it = [g for g in with_it if g[by_row][by_column] == held]
        assert not with_it, (found, board)
        names = [f"the {rule.words} rule"]
        names += [with_article(group.title) for group in rule.groups(SHAPE)]
        names += [with_article(each.title) for each in rule.constraints(SHAPE)]
        names += [with_article(each.title) for each in rule.elements(SHAPE)]
        assert found.title in names


RULED_OUT_BEFORE = re.compile(r"ruled out (of [^;.]* )?before")


@pytest.mark.parametrize("name", [*RULES, "weighted"])
@settings(max_examples=8, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_every_reason_is_true_and_nothing_is_ruled_out_before_the_first_step(
    name: str, data: st.DataObject
) -> None:
    made, test = drawn_rule(data, name)
    base, grids = based(name, test)
    assume(grids)
    number = data.draw(st.integers(0, len(grids) - 1))
    order = data.draw(st.permutations(range(16)))
    if name in BY_ROWS:  # the clues of the outer columns leave no other grids than those
        order.sort(key=lambda cell: cell % 4 in (1, 2))
    clues = clues_of(grids[number:] + grids[:number], order, 8 if name in BY_ROWS else 0)
    explanation = explained(Puzzle(SHAPE, [*base, made], clues))
    solution = [digit for row in grids[number] for digit in row]
    gone: set[tuple[int, int]] = set()
    for stage in explanation.stages:
        assert is_right(stage.step, tuple(solution)), stage
        assert gone or not RULED_OUT_BEFORE.search(stage.words)
        scene = Scene(stage.board, stage.step)
        for cell, digit in product(range(16), range(1, 5)):
            if not stage.board.digits[cell] and digit not in scene.candidates(cell):
                found = reason(scene, cell, digit)
                assert (found.kind != EARLIER) or (cell, digit) in gone
                check_reason(found, stage.board, cell, digit, grids, made)
        gone.update(stage.step.eliminations)


def first_words(rules: Sequence[Rule], clues: str, shape: Shape = SHAPE) -> str:
    start = Board(Puzzle(shape, rules, clues))
    [step, *_] = climb(start)
    return Explanation(start.puzzle, start, (step,), End.MORE).stages[0].words


def test_the_first_steps_of_variants() -> None:
    cage = Killer([(4, [(0, 2)])])
    assert first_words([Classic(), cage], "53..7....6..195..." + "." * 63, Shape(3, 3)) == (
        "4 is the only candidate left in r1c3: its houses, row 1, column 3 and box 1, have 3, 5, 6 "
        "and 7; the cage at row 1, column 3 of 4 bars 1, 2, 8 and 9. So r1c3 is 4."
    )
    parity = rule("even_odd", even=[(0, 2), (1, 1)])
    assert first_words([Classic(), parity], "1......2.3......") == (
        "4 is the only candidate left in r1c3: its houses, row 1, column 3 and box 2, have 1 and "
        "2; the even odd rule bars 3. So r1c3 is 4."
    )
    assert first_words([Classic(), rule("non_consecutive")], "1...............") == (
        "r2c2 is the only place for 2 in box 1: the non-consecutive rule bars it from r1c2 and "
        "r2c1 (with 1 in r1c1). So r2c2 is 2."
    )


def test_a_knights_move_is_named() -> None:
    clues = ".........2.........1..2...........2...............1..........................2..1"
    assert first_words([Classic(), rule("anti_knight")], clues, Shape(3, 3)) == (
        "r5c7 is the only place for 1 in row 5: the anti-knight rule bars it from r5c1 and r5c3 "
        "(with 1 in r3c2); the anti-knight rule bars it from r5c8 (with 1 in r6c6). So r5c7 is 1."
    )
