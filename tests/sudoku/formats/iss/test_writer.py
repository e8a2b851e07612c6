"""Constraint strings that are written have the same solutions when they are read again."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku import Classic, Grids, Outline, Puzzle, Shape, TextError, from_iss, rule, solve, to_iss
from sudoku import to_iss_link as link_of
from sudoku.errors import SudokuError
from sudoku.formats.forms.stated import form_of
from sudoku.formats.iss.base64 import bits_of
from sudoku.formats.iss.machine_writer import write_bits, write_machine
from sudoku.formats.iss.machines import Machine, read_machine
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule
from sudoku.rules.registry import RULES
from tests.sudoku.formats.test_formats import CHAOS, FROM_0, RAW
from tests.sudoku.rules.test_each_rule import CASES, puzzle_of

SMALL = [
    *(f".Shape~3x3~0-4.NoBoxes.{text}" for text, _ in FROM_0),
    *(f".Shape~3x3~{values}~Raw.{text}" for values, text, _ in RAW),
    *(f".Shape~3x3.NoBoxes.ChaosConstruction.{text}" for text, _ in CHAOS),
    ".Shape~4x4.NoBoxes.FullRank~R1~3",
    ".Shape~4x4.NoBoxes.FullRank~R2~~7.FullRank~C3~12.FullRankTies~any",
    ".Shape~3x4.Thermo~R1C1~R1C2~R2C2",
    ".Shape~4x4~5.RegionSize~4.~R1C1_5.~R2C2_1_5",
    ".Shape~4x3.Jigsaw~000111222333.Sandwich~C1~3.Skyscraper~R1~2~1",
    ".Shape~4x4.NoBoxes.Jigsaw~1111222233333444",
    ".Shape~4x4.NoBoxes.Jigsaw~1112122234443334.RegionSumLine~R1C1~R1C2~R2C2~R2C3",
    ".Shape~4x4.Var~A~Outside~2.Arrow~VA2~R1C1~R1C2.Diagonal~1",
    ".Shape~4x4.Or.~R1C1_4.And.~R1C4_4.Cage~3~R2C1~R2C2.End.Or.~R2C2_1.~R2C3_1.End.End",
    ".Shape~4x4.XSum~R1~~6.NumberedRoom~C2~4.Indexing~R~R2C2",
]


def grids(puzzle: Puzzle, height: int, width: int) -> dict[tuple[int, ...], int]:
    """Return the digits of the grid in each solution, and how often they come."""
    cells = [puzzle.shape.cell(i, j) for i, j in product(range(height), range(width))]
    found: dict[tuple[int, ...], int] = {}
    for grid in puzzle.solutions():
        digits = tuple(grid.cells[cell] for cell in cells)
        found[digits] = found.get(digits, 0) + 1
    return found


@pytest.mark.parametrize("text", SMALL)
def test_what_is_read_is_written(text: str) -> None:
    puzzle = from_iss(text)
    again = from_iss(to_iss(puzzle))
    match = re.match(r"\.Shape~(\d)x(\d)", text)
    assert match
    size = int(match[1]), int(match[2])
    assert grids(again, *size) == grids(puzzle, *size) != {}
    assert to_iss(again) == to_iss(from_iss(to_iss(again)))


@pytest.mark.parametrize("name", RULES)
def test_each_rule_is_written(name: str) -> None:
    """The numbers of grids are those of brute force, or published."""
    again = from_iss(to_iss(puzzle_of(name)))
    assert again.count() == CASES[name].n_grids


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_9x9(name: str) -> None:
    """Random solutions of one are solutions of the other."""
    houses = [] if name in ("jigsaw", "str8ts", "suguru") else [Classic()]
    try:
        puzzle = Puzzle(Shape(3, 3), [*houses, read_rule(f"{name}={EXAMPLES[name]}")])
        puzzle.count(limit=1)
    except SudokuError:  # the example is for cells beside the grid
        return
    try:
        again = from_iss(to_iss(puzzle))
    except TextError as error:
        assert name in str(error)
        assert name in ("unknown_regions", "str8ts", "suguru")
        return
    for one, other in ((puzzle, again), (again, puzzle)):
        for seed in range(2):
            found = solve(one, seed=seed).get()
            clues = {other.shape.position(cell): digit for cell, digit in enumerate(found.cells)}
            assert Puzzle(other.shape, other.rules, clues).count() == 1


def test_doppelgangers() -> None:
    puzzle = from_iss(".Shape~4x4~0-4.NoBoxes.Doppelganger.~R1C1_0~R2C2_1")
    again = from_iss(to_iss(puzzle))
    assert again.count() == puzzle.count() > 0


def _regions_beside(row: int, column: int, size: int) -> list[list[tuple[int, int]]]:
    return [[(row + i, column + j) for j in range(size)] for i in range(size)]


SQUARE = _regions_beside(0, 0, 2)
TWO_GROUPS = [_regions_beside(k, k, 2) for k in (4, 8)]
ROWS = ("1234", "3412", "2143", "4321")
NEAR = [((i, j), (i + d, j + 1 - d)) for i in range(4) for j in range(4) for d in (0, 1)]
DOUBLES = [
    (one, (i, j))
    for one, (i, j) in NEAR
    if max(i, j) < 4 and {ROWS[one[0]][one[1]], ROWS[i][j]} in ({"1", "2"}, {"2", "4"})
]
"""The neighbours of a grid of which one is twice the other."""
SAME = {
    "a raw grid of unknown regions": Puzzle(
        Outline(2, [place for rows in (SQUARE, TWO_GROUPS[0]) for row in rows for place in row]),
        [rule("unknown_regions", SQUARE, TWO_GROUPS[0])],
    ),
    "two rules of unknown regions": Puzzle(
        Outline(2, [p for rows in (SQUARE, *TWO_GROUPS) for row in rows for p in row]),
        [
            rule("extra_regions", [*SQUARE, *zip(*SQUARE, strict=True)]),
            *(rule("unknown_regions", SQUARE, own) for own in TWO_GROUPS),
        ],
    ),
    "unknown regions of a part of the grid": Puzzle(
        Outline(
            2,
            [(i, j) for i in range(2) for j in range(3)]
            + [place for row in TWO_GROUPS[0] for place in row],
        ),
        [rule("unknown_regions", SQUARE, TWO_GROUPS[0])],
    ),
    "signs of a choice": Puzzle(
        Shape(2, 2),
        [
            Classic(),
            rule("kropki", [((0, 0), (0, 1))], negative=False),
            rule(
                "either", [[rule("kropki", [((3, 2), (3, 3))], negative=True)], [rule("diagonal")]]
            ),
        ],
    ),
    "letters of a choice": Puzzle(
        Shape(2, 2),
        [
            Classic(),
            rule("xv", v=[((0, 0), (0, 1))], negative=False),
            rule(
                "either", [[rule("xv", v=[((3, 2), (3, 3))], negative=False)], [rule("diagonal")]]
            ),
        ],
    ),
    "one kind of dots is all given": Puzzle(
        Shape(2, 2), [Classic(), rule("kropki", black=DOUBLES, negative=("black", "black"))]
    ),
    "a pair with a digit that is none": Puzzle(
        Shape(2, 2),
        [
            Classic(),
            rule("relations", [((0, 0), (0, 1))], [(1, 0), (0, 1), (1, 2), (5, 1), (3, 9)]),
        ],
    ),
    "steps with digits that are none": Puzzle(
        Shape(2, 2),
        [
            Classic(),
            rule(
                "automaton",
                [[(0, 0), (0, 1)]],
                [(0, 1, 1), (0, 9, 1), (1, 2, 2), (1, 0, 2)],
                [0],
                [2],
            ),
        ],
    ),
}


@pytest.mark.parametrize("what", SAME)
def test_what_is_written_has_the_same_solutions(what: str) -> None:
    puzzle = SAME[what]
    again = from_iss(to_iss(puzzle))
    assert again.count() == puzzle.count() > 0


@pytest.mark.parametrize(
    "text",
    [
        ".Shape~9x9.FullRank~C1~6~20.FullRank~C2~~9.FullRank~R8~33",
        ".Shape~9x9.FullRank~C1~6.FullRank~R2~~36.FullRankTies~any",
        ".Shape~4x4.~R1C1_2.FullRank~R2~3.FullRankTies~any",
        ".Shape~4x4.NoBoxes.FullRank~R2~3.FullRankTies~none",
    ],
)
def test_full_rank_is_written_by_its_clues(text: str) -> None:
    """As automata those of 9x9 would be a megabyte, more than is read again."""
    puzzle = from_iss(text)
    written = to_iss(puzzle)
    assert sorted(written.split(".")) == sorted(text.split("."))
    again = from_iss(written)
    assert again.shape == puzzle.shape
    assert sorted(again.rules, key=repr) == sorted(puzzle.rules, key=repr)


@pytest.mark.parametrize("changed", ["a clue", "a mark", "ties"])
def test_rules_that_are_not_just_those_of_full_rank_are_written_in_full(changed: str) -> None:
    puzzle = from_iss(".Shape~4x4.NoBoxes.FullRank~R2~~7.FullRank~C3~12")
    beside = (10, 10)
    digit = solve(puzzle).get().cells[puzzle.shape.cell(*beside)]
    if changed == "a clue":
        puzzle = Puzzle(puzzle.shape, puzzle.rules, {beside: digit})
    elif changed == "a mark":
        marked = rule("pencil_marks", [(beside, [digit])])
        puzzle = Puzzle(puzzle.shape, [*puzzle.rules, marked])
    else:
        rules = list(puzzle.rules)
        rules[-1] = replace(rules[-1], ties=True)  # type: ignore[type-var]
        puzzle = Puzzle(puzzle.shape, rules)
    written = to_iss(puzzle)
    assert written.count("FullRank~") == (changed == "ties")  # the other clue is as it was
    assert from_iss(written).count() == puzzle.count() > 0


def test_comments_are_no_links() -> None:
    for title in ("Who? &q=1 x", "of f-puzzles.com", "sudokupad.app"):
        puzzle = Puzzle(Shape(2, 2), clues={(0, 0): 1}, title=title)
        again = from_iss(to_iss(puzzle))
        assert (again, again.title) == (puzzle, title)
        assert form_of(to_iss(puzzle)) == "iss"
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=%23%20A%20title%0A.Shape~4x4"
    assert from_iss(link) == Puzzle(Shape(2, 2))


REFUSED: list[tuple[Puzzle, str]] = [
    (Puzzle(Grids("butterfly")), "no boards of 4 grids"),
    (Puzzle(Outline(3, [(0, 0), (0, 1), (1, 1)]), []), "this board has holes"),
    (Puzzle(Shape(5, 4)), "at most 16 rows, columns and values"),
    (
        Puzzle(Shape(2, 2), [Classic(), rule("pencil_marks", [((0, 0), [])])]),
        "'pencil_marks' leaves no digit for row 1, column 1",
    ),
    (
        Puzzle(
            Outline(9, product(range(9), range(9))),
            [rule("connected", [[(i, j) for j in range(8)] for i in range(9)], [1, 2])],
        ),
        "no part for the rule 'connected'",
    ),
]


@pytest.mark.parametrize(("puzzle", "message"), REFUSED)
def test_what_strings_cannot_say_is_named(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(TextError, match=message):
        to_iss(puzzle)


def test_texts_are_readable() -> None:
    puzzle = Puzzle(
        Shape(3, 3),
        [
            *(rule("classic"), rule("anti_knight"), rule("diagonal")),
            rule("killer", [(8, [(0, 0), (0, 1)]), (None, [(5, 5), (5, 6)])]),
            rule("kropki", [((0, 0), (0, 1))], negative=True),
            rule("skyscraper", top=(3, *(None,) * 8)),
            rule("whispers", [[(3, 3), (4, 4)]], 3),
            rule("arrow", [([(0, 3), (0, 4)], [(1, 4), (1, 5)])]),
        ],
        {(8, 8): 7},
    )
    assert to_iss(puzzle) == (
        ".Shape~9x9.~R9C9_7.AntiKnight"
        ".AllDifferent~R1C1~R2C2~R3C3~R4C4~R5C5~R6C6~R7C7~R8C8~R9C9"
        ".AllDifferent~R1C9~R2C8~R3C7~R4C6~R5C5~R6C4~R7C3~R8C2~R9C1"
        ".Cage~8~R1C1~R1C2.Cage~0~R6C6~R6C7.WhiteDot~R1C1~R1C2.StrictKropki"
        ".Skyscraper~C1~3~.Whisper~3~R4C4~R5C5.PillArrow~2~R1C4~R1C5~R2C5~R2C6"
    )
    link = link_of(puzzle)
    assert link.startswith("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape")
    assert from_iss(unquote(link)) == from_iss(link) == from_iss(to_iss(puzzle))


def test_killers_are_read_as_they_were() -> None:
    apart, shared = (3, [(0, 0), (0, 1)]), (7, [(0, 1), (1, 1)])
    for cages in ([apart, (None, [(1, 2), (1, 3)])], [apart, shared]):
        killer = rule("killer", cages, may_overlap=shared in cages)
        puzzle = Puzzle(Shape(2, 2), [rule("classic"), killer])
        assert from_iss(to_iss(puzzle)) == puzzle


@given(st.sets(st.integers(0, 200)))
def test_bits(bits: set[int]) -> None:
    assert set(bits_of(write_bits(bits))) == bits


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(1, 5), st.integers(0, 6)), max_size=20),
    st.sets(st.integers(0, 6), min_size=1),
    st.sets(st.integers(0, 6)),
    st.integers(5, 16),
)
@settings(max_examples=200)
def test_automata(
    steps: list[tuple[int, int, int]], first: set[int], last: set[int], n: int
) -> None:
    """They accept the same words, whatever the numbers of their states are."""
    machine = Machine(list(dict.fromkeys(steps)), sorted(first), sorted(last))
    again = read_machine(write_machine(machine, n))
    for size in range(3):
        for word in product(range(1, 6), repeat=size):
            assert accepts(again, word) == accepts(machine, word)


def accepts(machine: Machine, word: tuple[int, ...]) -> bool:
    states = set(machine.first)
    for digit in word:
        states = {
            after for state, read, after in machine.steps if read == digit and state in states
        }
    return not states.isdisjoint(machine.last)


def test_large_automata_are_refused() -> None:
    steps = [(k, 1, k + 1) for k in range((1 << 16) - 1)]
    with pytest.raises(TextError, match="has 65,536 states: at most 65,535"):
        write_machine(Machine(steps, [0], [1]), 9)
    most = Machine(steps[:-1], [0], [1])
    assert read_machine(write_machine(most, 9)) == most
