"""A puzzle that f-puzzles or SudokuPad holds has the same solutions when it is read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudoku import (
    Classic,
    Diagonal,
    Puzzle,
    Rule,
    Shape,
    SudokuError,
    TextError,
    from_fpuzzles,
    from_iss,
    from_sudokupad,
    rule,
    to_fpuzzles,
    to_fpuzzles_link,
    to_sudokupad_link,
)
from sudoku.formats.registry import FORMATS

SMALL = Shape(2, 2)
REGIONS = "1112 1222 3444 3334"
BOXES = "1122 1122 3344 3344"
ACROSS = ((0, 0), (0, 1))
APART = ((0, 0), (2, 3))
LINE = [[(0, 1), (0, 2), (0, 3), (1, 3)]]
JUMP = [[(0, 0), (2, 2), (3, 3)]]
TOP = (3, None, None, None)


def classic(*rules: Rule) -> Puzzle:
    return Puzzle(SMALL, [Classic(), *rules])


# Puzzles that f-puzzles cannot hold, and what the message says.
REFUSED: list[tuple[Puzzle, str]] = [
    (classic(rule("skyscraper", top=TOP, flat=1)), "'skyscraper' with flat=1"),
    (
        classic(rule("region_sum", LINE, regions=REGIONS)),
        "'region_sum' with regions that are not those of the puzzle",
    ),
    (Puzzle(Shape(4, 1), [rule("jigsaw", REGIONS), rule("region_sum", LINE)]), "'region_sum'"),
    (classic(rule("jigsaw", REGIONS)), "'classic' and 'jigsaw' together: both write 'region'"),
    (
        Puzzle(SMALL, [rule("jigsaw", REGIONS), rule("jigsaw", "1234" * 4)]),
        "the rules 'jigsaw' together: both write 'region'",
    ),
    (Puzzle(SMALL, [Diagonal()]), "without the rule 'classic' or 'jigsaw' cannot be written"),
    (Puzzle(Shape(3, 3), []), "without the rule 'classic' or 'jigsaw' cannot be written"),
    (classic(rule("region_sum", JUMP, jumps=True)), "'region_sum' with lines that jump"),
    (classic(rule("renban", JUMP, jumps=True)), "'renban' with lines that jump"),
    (
        classic(
            rule("difference", [(2, ((1, 0), (1, 1)))]), rule("kropki", [], [], negative=("black",))
        ),
        "'difference' and 'kropki' together",
    ),
    (
        classic(rule("kropki", [ACROSS], negative=("black",)), rule("kropki", [((2, 0), (2, 1))])),
        "'kropki' together",
    ),
    (classic(rule("non_consecutive"), rule("kropki", [ACROSS])), "'non_consecutive' and 'kropki'"),
    (classic(rule("difference", [(1, APART)])), "'difference' with cells that do not touch"),
    (classic(rule("ratio", [(2, APART)])), "'ratio' with cells that do not touch"),
    (
        Puzzle(SMALL, [rule("jigsaw", REGIONS), rule("disjoint_groups")]),
        "'disjoint_groups' with boxes that are not the usual ones",
    ),
    (
        Puzzle(SMALL, [rule("jigsaw", REGIONS), rule("indexer", boxes=[(0, 0)])]),
        "'indexer' with boxes that are not the usual ones",
    ),
]

WRITTEN: list[Puzzle] = [
    Puzzle(Shape(3, 2)),
    Puzzle(Shape(2, 3)),
    Puzzle(Shape(5, 1)),
    Puzzle(SMALL, [rule("jigsaw", REGIONS)]),
    Puzzle(Shape(4, 1), [rule("jigsaw", REGIONS), rule("region_sum", LINE, regions=REGIONS)]),
    classic(rule("region_sum", LINE)),
    classic(rule("region_sum", LINE, regions=BOXES)),
    classic(rule("region_sum", LINE), rule("region_sum", [[(3, 0), (3, 1), (3, 2)]])),
    classic(rule("skyscraper", top=TOP), rule("x_sum", left=TOP), rule("sandwich", right=TOP)),
    classic(rule("killer", [(5, ACROSS)]), rule("killer", [(6, [(0, 1), (1, 1)])])),
    classic(rule("kropki", [ACROSS], [((1, 0), (1, 1))], negative=("black",))),
    classic(rule("kropki", negative=True), rule("xv", negative=True)),
    classic(rule("kropki", [ACROSS]), rule("difference", [(1, ((2, 0), (2, 1)))])),
    classic(rule("difference", [(0, ((0, 1), (1, 1)))])),
    classic(rule("difference", [(2, ACROSS)]), rule("ratio", [(3, ((3, 0), (3, 1)))])),
    classic(rule("non_consecutive"), rule("kropki", [], [ACROSS])),
    classic(rule("xv", [], [ACROSS]), rule("xv", [], [((1, 0), (1, 1))])),
    classic(rule("even_odd", [(0, 0)], [(0, 1)]), rule("pencil_marks", [((3, 3), [1, 2])])),
    classic(rule("minimum", [(1, 1)]), rule("maximum", [(2, 2)])),
    classic(rule("disjoint_groups"), rule("indexer", [(0, 0)], [(1, 1)], [(2, 2)])),
    classic(rule("arrow", [([(0, 0)], [(0, 1), (1, 1)]), ([(2, 0), (2, 1)], [(3, 0)])])),
    classic(rule("thermometer", [[(0, 0), (0, 1)]]), rule("thermometer", [[(3, 0), (3, 1)]], True)),
    classic(rule("little_killer", [(6, [(0, 1), (1, 0)]), (3, [(0, 3)])])),
    classic(rule("whispers", [ACROSS], 2), rule("lockout", [[(1, 0), (1, 1), (1, 2)]], 2)),
    classic(rule("diagonal"), rule("extra_regions", [[(1, 1), (1, 2), (2, 1), (2, 2)]])),
    classic(rule("quadruple", [([1, 2], (1, 1))]), rule("clone", [([(0, 0)], [(2, 3)])])),
    Puzzle(Shape(3, 3), [Classic(), rule("windoku"), rule("anti_king"), rule("anti_knight")]),
]


def numbers_of_solutions(one: Puzzle, other: Puzzle, limit: int | None = None) -> tuple[int, int]:
    return one.count(limit=limit), other.count(limit=limit)


@pytest.mark.parametrize(("puzzle", "message"), REFUSED)
def test_what_fpuzzles_would_change_is_refused(puzzle: Puzzle, message: str) -> None:
    for write in (to_fpuzzles, FORMATS["fpuzzles"], FORMATS["link"]):
        with pytest.raises(TextError, match=message):
            write(puzzle)


@pytest.mark.parametrize("puzzle", [puzzle for puzzle, _ in REFUSED])
def test_sudokupad_has_what_fpuzzles_would_change(puzzle: Puzzle) -> None:
    pytest.importorskip("lzstring", reason="the extra formats is not installed")
    link = to_sudokupad_link(puzzle)
    assert "puzzleid=scl" in link
    assert from_sudokupad(link) == puzzle
    assert FORMATS["sudokupad"](puzzle) == link


@pytest.mark.parametrize("puzzle", WRITTEN)
def test_rules_with_their_options_come_back(puzzle: Puzzle) -> None:
    """All solutions of 4x4 are counted; there are too many of larger boards."""
    limit = None if puzzle.shape.n == 4 else 2
    one, other = numbers_of_solutions(puzzle, from_fpuzzles(to_fpuzzles(puzzle)), limit)
    assert one == other


def test_links_come_back_with_the_same_number_of_solutions() -> None:
    pytest.importorskip("lzstring", reason="the extra formats is not installed")
    for puzzle in WRITTEN[3:8]:
        link = to_fpuzzles_link(puzzle)
        one, other = numbers_of_solutions(puzzle, from_fpuzzles(link))
        assert one == other


def published(data: Path) -> Iterator[tuple[Puzzle, Puzzle]]:
    """Yield the published constraint strings that f-puzzles can hold, as read from both."""
    for entry in json.loads((data / "variants" / "iss_puzzles.json").read_text()):
        try:
            puzzle = from_iss(entry["input"])
            written = to_fpuzzles(puzzle)
        except SudokuError:  # what is refused, and why, has tests of its own
            continue
        yield puzzle, from_fpuzzles(written)


def test_published_puzzles_come_back_with_the_same_solutions(data: Path) -> None:
    """Those that are searched at once; the others have at least the same clues."""
    n_compared = 0
    for puzzle, again in published(data):
        assert again.grid == puzzle.grid
        if set(again.rules) == set(puzzle.rules):
            n_compared += 1
            continue
        search, second = (each.solutions(limit=2, max_nodes=2_000) for each in (puzzle, again))
        one, other = ({grid.cells for grid in found} for found in (search, second))
        if search.complete and second.complete:
            n_compared += 1
            assert len(one) == len(other)
            assert len(one) > 1 or one == other
    assert n_compared >= 60


def test_reasons_for_boards_that_are_refused() -> None:
    for text, message in (
        (".Shape~6x6~9", "as many digits as cells in a row, not 9 digits on 6x6 cells"),
        (".Shape~6x8", "squares alone, not 6 rows of 8"),
        (".Shape~4x4.Var~A~~2", "no cells beside the grid"),
        (".Shape~4x4.FullRank~R1~3", "no cells beside the grid"),
        (".Shape~4x6.Var~A~~2", "this board has holes, or cells beside the grid"),
        (".AntiTaxicab.GlobalEntropy.AntiTaxicab", "these rules: anti_taxicab, global_entropy$"),
        (
            ".Or.~R1C1_1.~R1C2_2.End.Or.~R2C1_1.~R2C2_2.End",
            "these rules: either$",
        ),
    ):
        with pytest.raises(TextError, match=message):
            to_fpuzzles(from_iss(text))
