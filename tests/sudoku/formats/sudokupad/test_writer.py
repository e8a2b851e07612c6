"""Writing SudokuPad's JSON: what it states, what it draws, and that it is read again."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sudoku import (
    RULES,
    Classic,
    Grids,
    Killer,
    Outline,
    Puzzle,
    Rule,
    Shape,
    SudokuError,
    TextError,
    from_sudokupad,
    rule,
    to_json,
    to_sudokupad,
    to_sudokupad_link,
)
from sudoku.cli.main import main
from sudoku.formats.registry import FORMATS, READERS
from sudoku.formats.rules_in_words import rules_in_words
from sudoku.formats.sudokupad.marks import KINDS, Parts
from sudoku.formats.sudokupad.writer import KEY
from sudoku.pictures.marks import Highlight, Mark, Outside, Text
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule

pytest.importorskip("lzstring", reason="the extra formats is not installed")

SQUARE = Shape(3, 3)
SMALL = "1......2.3.....4"
SOLVED = "1243341243212134"
JIGSAW = rule("jigsaw", [[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]])
LINES = Puzzle(
    Shape(3, 3),
    [
        Classic(),
        rule("thermometer", [[(0, 0), (1, 1), (2, 1)]]),
        rule("arrow", [[[(4, 4)], [(4, 5), (5, 6)]], [[(8, 0), (8, 1)], [(7, 2), (7, 3)]]]),
    ],
    {(0, 8): 5},
)

clues = st.lists(st.booleans(), min_size=16, max_size=16).map(
    lambda kept: "".join(c if keep else "." for c, keep in zip(SOLVED, kept, strict=True))
)
"""Lines of puzzles whose clues do not clash."""


def read_again(puzzle: Puzzle, *, is_stated: bool = True) -> Puzzle:
    """Return the puzzle that is read from the JSON, with the key for programs or without it."""
    data = json.loads(json.dumps(to_sudokupad(puzzle)))
    if not is_stated:
        del data["metadata"][KEY]
    return from_sudokupad(json.dumps(data))


def example(name: str) -> Rule:
    return read_rule(f"{name}={EXAMPLES[name]}" if name in EXAMPLES else name)


def places_drawn(data: dict[str, Any]) -> Iterator[tuple[float, float]]:
    """Yield the places of all that is drawn: the points of lines, and the corners of shapes."""
    for kind in KINDS:
        for part in data[kind]:
            for row, column in part.get("wayPoints", ()):
                yield row, column
            if "center" in part:
                row, column = part["center"]
                for sign in (-1, 1):
                    yield row + sign * part["height"] / 2, column + sign * part["width"] / 2


# -------------------------------------------------------------------------------- what is stated


def test_an_object_is_what_is_documented() -> None:
    puzzle = Puzzle(Shape(2, 2), [Classic(), Killer([(3, [(0, 1), (0, 2)])])], {(0, 0): 4})
    assert to_sudokupad(puzzle, title="T", author="A") == {
        "cellSize": 64,
        "metadata": {
            "title": "T",
            "author": "A",
            "rules": "Every row, column and box holds every digit once.\n"
            "The digits of a cage add up to its sum, and none comes twice.",
            "exactcover": '{"format": "sudoku puzzle 1", "shape": "2x2", "rules": ["classic", '
            '{"killer": {"cages": [[3, ["r1c2", "r1c3"]]]}}], "clues": "4..............."}',
        },
        "settings": {},
        "cells": [[{"value": 4}, {}, {}, {}], *([{}] * 4 for _ in range(3))],
        "regions": [
            [[0, 0], [0, 1], [1, 0], [1, 1]],
            [[0, 2], [0, 3], [1, 2], [1, 3]],
            [[2, 0], [2, 1], [3, 0], [3, 1]],
            [[2, 2], [2, 3], [3, 2], [3, 3]],
        ],
        "cages": [{"cells": [[0, 1], [0, 2]], "unique": True, "value": "3", "sum": 3}],
        "lines": [],
        "arrows": [],
        "underlays": [],
        "overlays": [],
    }


@pytest.mark.parametrize("shape", [Shape(3, 3), Shape(3, 2), Shape(4, 4), Shape(5, 1)], ids=str)
def test_squares_are_read_without_what_is_stated(shape: Shape) -> None:
    puzzle = Puzzle(shape, [Classic()], {(0, 0): shape.n, (shape.n - 1, 1): 1})
    assert read_again(puzzle, is_stated=False).houses == puzzle.houses
    assert read_again(puzzle, is_stated=False).grid.cells == puzzle.grid.cells
    assert read_again(puzzle) == puzzle


@given(
    clues,
    st.sampled_from([(Classic(),), (rule("latin"),), (Classic(), rule("anti_knight"))]),
    st.lists(st.integers(0, 3), max_size=4, unique=True),
    st.booleans(),
)
def test_plain_puzzles_are_read_without_what_is_stated(
    line: str, rules: tuple[Rule, ...], rows: list[int], repeats: bool
) -> None:
    of_rows = [(None if row < 2 and not repeats else 6, [(row, 0), (row, 1)]) for row in rows]
    cages = [Killer(of_rows, repeats=repeats)] if rows else []
    try:
        puzzle = Puzzle(Shape(2, 2) if Classic() in rules else Shape(4, 1), [*rules, *cages], line)
    except SudokuError:  # the clues clash with another rule
        return
    for is_stated in (True, False):
        found = read_again(puzzle, is_stated=is_stated)
        assert found.grid == puzzle.grid
        assert set(found.rules) == set(puzzle.rules)


def test_jigsaws_are_read_without_what_is_stated() -> None:
    puzzle = Puzzle(Shape(4, 1), [JIGSAW], {(0, 0): 1})
    found = read_again(puzzle, is_stated=False)
    assert (found.houses, found.grid) == (puzzle.houses, puzzle.grid)
    assert read_again(puzzle) == puzzle


@pytest.mark.parametrize("name", RULES)
def test_every_rule_comes_back(name: str) -> None:
    puzzle = Puzzle(Shape(3, 3), [example(name)])
    assert read_again(puzzle) == puzzle
    assert puzzle.rules[0].summary in to_sudokupad(puzzle)["metadata"]["rules"]


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Grids("samurai"), [Classic()], {(0, 0): 1, (20, 20): 9}),
        Puzzle(Grids([(0, 0), (1, 1)], Shape(2, 2), [(5, 5)]), [Classic(), rule("diagonal")]),
        Puzzle(Outline(3, [(0, 0), (0, 1), (1, 2)]), [], {(1, 2): 3}),
        Puzzle(Grids([(0, 0), (2, 2)], Shape(2, 2)), [Classic(), Killer([(5, [(2, 2), (2, 3)])])]),
    ],
    ids=str,
)
def test_other_boards_come_back(puzzle: Puzzle) -> None:
    assert read_again(puzzle) == puzzle
    link = to_sudokupad_link(puzzle)
    assert "puzzleid=scl" in link and link.endswith("&setting-conflictchecker=0")
    assert from_sudokupad(link) == puzzle


def test_a_samurai() -> None:
    data = to_sudokupad(Puzzle(Grids("samurai"), [Classic()], {(0, 0): 1}))
    assert len(data["regions"]) == 5 * 9 - 4
    assert [len(row) for row in data["cells"]] == [21] * 21
    assert data["settings"] == {"conflictchecker": 0}
    assert sum(part["width"] * part["height"] for part in data["underlays"]) == 21 * 21 - 369
    assert "5 grids of 9x9 cells" in data["metadata"]["rules"]


def test_boxes_that_overlap_are_drawn() -> None:
    data = to_sudokupad(Puzzle(Grids([(0, 0), (1, 1)], Shape(2, 2))))
    cells = [tuple(place) for region in data["regions"] for place in region]
    assert len(set(cells)) == len(cells)
    assert data["lines"]


# --------------------------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("name", RULES)
def test_marks_are_on_the_board(name: str) -> None:
    puzzle = Puzzle(SQUARE, [example(name)])
    data = to_sudokupad(puzzle)
    margin = 1 if any(isinstance(mark, Outside) for mark in puzzle.rules[0].drawing(SQUARE)) else 0
    for place in places_drawn(data):
        assert all(-margin <= number <= 9 + margin for number in place)


def test_thermometers_and_arrows() -> None:
    data = json.loads(json.dumps(to_sudokupad(LINES)))
    assert data["lines"] == [
        {"color": "#c8c8c8", "thickness": 16.64, "wayPoints": [[0.5, 0.5], [1.5, 1.5], [2.5, 1.5]]}
    ]
    assert [part["wayPoints"] for part in data["arrows"]] == [
        [[4.5, 4.9], [4.5, 5.5], [5.5, 6.5]],
        [[8.217, 1.783], [7.5, 2.5], [7.5, 3.5]],
    ]
    (bulb,), (circle, pill) = data["underlays"], data["overlays"]
    assert (bulb["center"], bulb["width"], bulb["rounded"]) == ([0.5, 0.5], 0.76, True)
    assert (circle["center"], circle["width"], circle["height"]) == ([4.5, 4.5], 0.8, 0.8)
    assert (pill["center"], pill["width"], pill["height"]) == ([8.5, 1.0], 1.8, 0.8)
    assert all(0 <= number <= 9 for place in places_drawn(data) for number in place)


def test_marks_of_other_kinds() -> None:
    parts = Parts(Shape(2, 2))
    parts.draw(Text((3,), "A"))
    (text,) = parts.of_kind["overlays"]
    assert (text["center"], text["text"], text["fontSize"]) == ([0.5, 3.5], "A", 38)
    with pytest.raises(TextError, match="a mark Highlight cannot be written for SudokuPad"):
        parts.draw(Highlight((0,), 1))


def test_bent_bulbs_and_open_circles() -> None:
    bent = rule("arrow", [[[(0, 0), (0, 1), (1, 1)], [(2, 1)]]])
    data = to_sudokupad(Puzzle(Shape(3, 3), [bent]))
    assert [part["thickness"] for part in data["lines"]] == [51.2, 46.08]
    (circle,) = to_sudokupad(Puzzle(Shape(3, 3), [rule("counting_circles", [(0, 0)])]))["underlays"]
    assert "backgroundColor" not in circle and circle["borderColor"]


# ----------------------------------------------------------------------------------- what is said


def test_parameters_that_marks_do_not_show_are_said() -> None:
    def said(*rules: Rule) -> str:
        return rules_in_words(Puzzle(Shape(3, 3), rules))

    line = [[(0, 0), (0, 1), (0, 2)]]
    assert "Here" not in said(rule("palindrome", line))
    assert "lines = [[r1c1, r1c2, r1c3]]" in said(rule("palindrome", line), rule("renban", line))
    assert said(rule("kropki", negative=True)).endswith("Here: negative = [white, black].")
    assert "areas = [[[r1c1, r1c2], [r5c5, r5c6]]]" in said(example("clone"))
    assert "pencil_marks: Some cells" in said(example("either"))


class Own(Rule):
    """A rule that is not in the registry."""

    name = "own"
    summary = "Of its own."

    def drawing(self, shape: Shape) -> Iterator[Mark]:
        """Yield a text."""
        yield Text((0,), "A")


def test_rules_that_are_not_registered_are_drawn_and_said() -> None:
    puzzle = Puzzle(Shape(2, 2), [Classic(), Own()])
    data = to_sudokupad(puzzle)
    assert KEY not in data["metadata"] and "Of its own." in data["metadata"]["rules"]
    with pytest.raises(TextError, match="not supported: overlays; their rules"):
        from_sudokupad(to_sudokupad_link(puzzle))


# -------------------------------------------------------------------------------------- solutions


def test_solutions() -> None:
    assert to_sudokupad(SMALL, solution=True)["metadata"]["solution"] == SOLVED
    corner = Puzzle(Outline(2, [(0, 0), (1, 1)]), [], {(0, 0): 1, (1, 1): 2})
    assert to_sudokupad(corner, solution=True)["metadata"]["solution"] == "1??2"
    for link in (SMALL, Puzzle(Shape(2, 2), [Classic(), Own()], SMALL)):
        assert to_sudokupad_link(link, solution=True) != to_sudokupad_link(link)
    with pytest.raises(TextError, match="the puzzle has more than one solution"):
        to_sudokupad_link(Puzzle(), solution=True)
    with pytest.raises(TextError, match="the puzzle has no solution"):
        to_sudokupad(Puzzle(Shape(2, 2), clues="12.3..4........."), solution=True)
    with pytest.raises(TextError, match="the digits 1 to 16 cannot be written"):
        to_sudokupad(Puzzle(Shape(4, 4)), solution=True)


# ---------------------------------------------------------------------------------- reading again


def test_clues_may_be_changed_but_not_drawings() -> None:
    data = to_sudokupad(LINES)
    data["cells"][8][8] = {"value": 3}
    assert from_sudokupad(json.dumps(data)) == LINES.with_clue(8, 8, 3)
    for key, value in (("lines", []), ("cages", [{"cells": [[0, 0]], "sum": 1}]), ("cells", [[]])):
        with pytest.raises(TextError, match="somebody has changed it"):
            from_sudokupad(json.dumps(data | {key: value}))


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        (3, "no puzzle"),
        ("{", "no JSON"),
        ('{"shape": "2x2"}', "'rules' is missing"),
        (to_json(Puzzle(Outline(1, [(0, 0), (4000, 4000)]), [])), "somebody has changed it"),
    ],
)
def test_what_is_stated_may_be_wrong(stated: Any, message: str) -> None:
    data = to_sudokupad(SMALL)
    data["metadata"][KEY] = stated
    with pytest.raises(TextError, match=message):
        from_sudokupad(json.dumps(data))


@pytest.mark.parametrize("name", ["sudokupad", "sudokupad_json"])
def test_the_command(name: str) -> None:
    assert READERS[name](FORMATS[name](LINES)) == LINES
    for source in (to_sudokupad_link(LINES), json.dumps(to_sudokupad(LINES), indent=1)):
        made = CliRunner().invoke(main, ["show", source, "--format", name])
        assert (made.exit_code, made.output) == (0, FORMATS[name](LINES) + "\n")


def test_generated_links() -> None:
    arguments = ["generate", "--shape", "2x2", "--seed", "1", "--format", "sudokupad"]
    made = CliRunner().invoke(main, arguments)
    assert from_sudokupad(made.output.strip()).count() == 1
