"""Formats that say rules: what is read, and that nothing is dropped in silence."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku import (
    Classic,
    Grids,
    Killer,
    Puzzle,
    Shape,
    SudokuError,
    TextError,
    from_fpuzzles,
    from_json,
    from_layout,
    rule,
    to_fpuzzles,
    to_fpuzzles_link,
    to_json,
    to_layout,
)
from sudoku.formats.forms.stated import form_of
from sudoku.formats.fpuzzles.writer import _WRITERS
from sudoku.formats.iss.machines import Machine
from sudoku.formats.iss.repeats import of_segments
from sudoku.formats.iss.strings import from_iss
from sudoku.formats.janko.reader import KINDS
from sudoku.rules.automaton import Automaton
from sudoku.rules.base import Rule

Values = Sequence[Sequence[int]]

ROWS: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]


def of_keys(**keys: Any) -> Puzzle:
    return from_fpuzzles(json.dumps({"size": 4, "grid": ROWS, **keys}))


@pytest.mark.parametrize(
    ("keys", "name", "parameters"),
    [
        ({"antiknight": True}, "anti_knight", []),
        ({"diagonal+": True, "diagonal-": True}, "diagonal", []),
        ({"diagonal-": True}, "extra_regions", [[[(i, i) for i in range(4)]]]),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"]]}]}, "thermometer", [[[(0, 0), (0, 1)]]]),
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}]}, "killer", None),
        (
            {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}]},
            "arrow",
            [[([(0, 0)], [(0, 1)])]],
        ),
        ({"difference": [{"cells": ["R1C1", "R1C2"]}]}, "kropki", [[((0, 0), (0, 1))]]),
        ({"difference": [{"cells": ["R1C1", "R1C2"], "value": "2"}]}, "difference", None),
        ({"nonconsecutive": True}, "non_consecutive", []),
        (
            {"nonconsecutive": True, "difference": [{"cells": ["R1C1", "R1C2"]}]},
            "kropki",
            [[((0, 0), (0, 1))], [], ["white"]],
        ),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "V"}]}, "xv", [[], [((0, 0), (0, 1))]]),
        ({"odd": [{"cell": "R1C1"}]}, "even_odd", [[], [(0, 0)]]),
        (
            {"littlekillersum": [{"cell": "R0C4", "direction": "DL", "value": "9"}]},
            "little_killer",
            [[(9, [(0, 2), (1, 1), (2, 0)])]],
        ),
        ({"skyscraper": [{"cell": "R0C2", "value": "3"}]}, "skyscraper", [[None, 3, None, None]]),
        (
            {"skyscraper": [{"cell": "R2C5", "value": "3"}]},
            "skyscraper",
            [(), (), (), [None, 3, None, None]],
        ),
        (
            {"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1]}]},
            "quadruple",
            [[([1], (0, 0))]],
        ),
    ],
)
def test_fpuzzles_keys(keys: dict[str, Any], name: str, parameters: list[Any] | None) -> None:
    made = of_keys(**keys).rules[-1]
    assert made.name == name
    if parameters is not None:
        assert made == rule(name, *parameters)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"fogofwar": ["R1C1"]}, "keys that are not supported: 'fogofwar'"),
        ({"negative": ["sum"]}, "negative sum is not supported"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "IX"}]}, "'xv' with the value 'IX'"),
        (
            {"sandwichsum": [{"cell": "R2C2", "value": "3"}]},
            "at R2C2, which is not beside the grid",
        ),
        ({"even": [{"cell": "A1"}]}, "'A1' is no cell"),
        ({"killercage": [{"cells": ["R1C1"], "value": "x"}]}, "the value 'x' is not a number"),
        ({"renban": [{"lines": [["R1C1"]], "value": "3"}]}, "'renban' with values of its own"),
        ({"grid": [[{"fog": 1}]]}, "keys of a cell that are not supported: 'fog'"),
        ({"grid": "x"}, "the grid is not a list of rows of cells"),
        ({"killercage": "x"}, "'killercage' is 'x': it must be a list of objects"),
        ({"killercage": ["x"]}, "'killercage' is .*: it must be a list of objects"),
        ({"killercage": [{"value": 3}]}, "'cells' is missing in 'killercage' at an unknown cell"),
        ({"killercage": [{"cells": "R1C1"}]}, "'cells' of 'killercage' has 'R1C1' instead of"),
        (
            {"killercage": [{"cells": ["R2C1"], "value": "x"}]},
            "'killercage' at R2C1: the value 'x' is not a number",
        ),
        ({"killercage": [{"cells": ["R2C1"], "value": "-"}]}, "the value '-' is not a number"),
        ({"skyscraper": [{"cell": "R0C1", "value": "x"}]}, "'skyscraper' at R0C1: the value 'x'"),
        ({"thermometer": [{"lines": "R1C1"}]}, "'lines' of 'thermometer' is 'R1C1'"),
        ({"thermometer": [{"lines": [[]]}]}, "'lines' of 'thermometer' has .. instead of"),
        ({"even": [{"cell": 3}]}, "'even': 3 is no cell: a cell is written as R1C1"),
        ({"clone": [{"cells": ["R1C1"]}]}, "'cloneCells' is missing in 'clone' at R1C1"),
        ({"quadruple": [{"cells": ["R1C1"], "values": 1}]}, "'values' of 'quadruple' at R1C1"),
        (
            {"quadruple": [{"cells": ["R1C1"], "values": ["a"]}]},
            "a value of 'quadruple' at R1C1 is 'a', not a whole number",
        ),
        ({"littlekillersum": [{"cell": "R0C1"}]}, "'littlekillersum' at R0C1: it needs 'cells'"),
        ({"negative": "xv"}, "'negative' is 'xv': it must be a list of keys"),
        ({"size": -1}, "the size is -1: it must be positive"),
        ({"size": 0}, "the size is 0: it must be positive"),
        ({"size": "x"}, "the size is 'x', not a whole number"),
        (
            {"grid": [[{}, {"value": "x", "given": True}]]},
            "the value of the cell R1C2 is 'x', not a whole number",
        ),
        ({"grid": [[{"region": "x"}] * 4] * 4}, "the region of the cell R1C1 is 'x'"),
        ({"grid": [[{"givenPencilMarks": 3}] * 4] * 4}, "'givenPencilMarks' of the cell R1C1"),
        ({"grid": [[{"givenPencilMarks": ["s"]}] * 4] * 4}, "a pencil mark of the cell R1C1"),
    ],
)
def test_fpuzzles_that_are_not_understood(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(TextError, match=message):
        of_keys(**keys)


WRITTEN: list[tuple[str, list[Any]]] = [
    ("diagonal", []),
    ("anti_knight", []),
    ("anti_king", []),
    ("disjoint_groups", []),
    ("non_consecutive", []),
    ("killer", [[(5, [(0, 0), (0, 1)]), (None, [(2, 2), (3, 2)])]]),
    ("killer", [[(5, [(0, 0), (0, 1)]), (3, [(0, 1), (1, 1)])], False, True]),
    ("little_killer", [[(6, [(0, 1), (1, 0)]), (5, [(3, 2), (2, 3)])]]),
    ("thermometer", [[[(0, 0), (0, 1)], [(2, 2), (3, 3)]]]),
    ("arrow", [[([(0, 0)], [(0, 1)]), ([(2, 0), (2, 1)], [(3, 0)])]]),
    ("kropki", [[((0, 0), (0, 1))], [((1, 1), (2, 1))], ["black"]]),
    ("xv", [[], [((0, 0), (0, 1))], True]),
    ("ratio", [[(3, ((0, 0), (0, 1)))]]),
    ("difference", [[(2, ((0, 0), (0, 1)))]]),
    ("palindrome", [[[(0, 0), (0, 1), (1, 2)]]]),
    ("renban", [[[(0, 0), (0, 1), (1, 2)]]]),
    ("region_sum", [[[(0, 0), (0, 1), (0, 2)]]]),
    ("maximum", [[(1, 1)]]),
    ("x_sum", [[None, 3, None, None], [], [], [3, None, None, None]]),
    ("skyscraper", [[None, 3, None, None], [2, None, None, None]]),
    ("even_odd", [[(1, 0)], [(1, 1), (2, 2)]]),
    ("minimum", [[(1, 1)]]),
    ("pencil_marks", [[((0, 0), [1, 2])]]),
    ("between", [[[(0, 0), (0, 1), (0, 2)]]]),
    ("quadruple", [[([1, 2], (1, 1))]]),
    ("clone", [[([(0, 0)], [(2, 3)])]]),
    ("extra_regions", [[[(0, 0), (1, 1), (2, 2), (3, 3)]]]),
    ("indexer", [[(0, 0)], [(1, 1)], [(2, 2)]]),
    ("thermometer", [[[(0, 0), (0, 1)]], True]),
    ("nabner", [[[(0, 0), (0, 1)]]]),
    ("whispers", [[[(0, 0), (0, 1)]], 2]),
    ("entropic", [[[(0, 0), (0, 1), (0, 2)]]]),
    ("modular", [[[(0, 0), (0, 1), (0, 2)]]]),
    ("lockout", [[[(0, 0), (0, 1), (0, 2)]], 2]),
    ("double_arrow", [[[(0, 0), (0, 1), (0, 2)]]]),
    ("zipper", [[[(0, 0), (0, 1), (0, 2)]]]),
    ("sandwich", [[None, 3, None, None], [], [2, None, None, None]]),
]


@pytest.mark.parametrize(("name", "parameters"), WRITTEN)
def test_fpuzzles_are_read_as_they_were_written(name: str, parameters: list[Any]) -> None:
    puzzle = Puzzle(Shape(2, 2), [rule("classic"), rule(name, *parameters)], "1" + 15 * ".")
    assert from_fpuzzles(to_fpuzzles(puzzle)) == puzzle


def test_cells_that_two_rules_mark_are_written_once_for_both() -> None:
    one, both = rule("even_odd", [(0, 0)]), rule("even_odd", [(0, 0)], [(0, 1)])
    puzzle = Puzzle(Shape(2, 2), [rule("classic"), one, both])
    assert from_fpuzzles(to_fpuzzles(puzzle)).rules == (rule("classic"), both)


@pytest.mark.parametrize(
    ("one", "other", "key"),
    [
        (rule("minimum", [(0, 0)]), rule("minimum", [(0, 1)]), "minimum"),
        (rule("maximum", [(0, 0)]), rule("maximum", [(3, 3)]), "maximum"),
        (rule("sandwich", [0] * 4), rule("sandwich", [], [0] * 4), "sandwichsum"),
        (rule("pencil_marks", [((0, 0), [1])]), rule("pencil_marks", [((0, 0), [2])]), "givenP"),
        (rule("kropki", negative=True), rule("kropki", [[(0, 0), (0, 1)]]), "difference"),
        (rule("xv", negative=True), rule("xv", [[(0, 0), (0, 1)]]), "xv"),
        (
            rule("kropki", [[(0, 0), (0, 1)]], negative=["white"]),
            rule("difference", [(2, [(1, 0), (1, 1)])]),
            "difference",
        ),
    ],
)
def test_rules_that_mean_something_else_together_are_not_written(
    one: Rule, other: Rule, key: str
) -> None:
    for rules in ([one, other], [other, one]):
        with pytest.raises(TextError, match=f"together: both write '{key}"):
            to_fpuzzles(Puzzle(Shape(2, 2), [rule("classic"), *rules]))


def test_negative_dots_and_signs_are_written_together() -> None:
    rules = [rule("classic"), rule("kropki", negative=True), rule("xv", negative=True)]
    assert from_fpuzzles(to_fpuzzles(Puzzle(Shape(2, 2), rules))).rules == tuple(rules)


def test_all_rules_that_are_written_are_tried() -> None:
    """But for `windoku`, whose houses come back as extra regions."""
    assert {name for name, _ in WRITTEN} | {"classic", "jigsaw", "windoku"} == set(_WRITERS)
    windoku = Puzzle(Shape(3, 3), [rule("classic"), rule("windoku")])
    _, regions = from_fpuzzles(to_fpuzzles(windoku)).rules
    houses = windoku.rules[1].houses(windoku.shape)
    assert regions == rule(
        "extra_regions", [[windoku.shape.position(c) for c in house.cells] for house in houses]
    )


@pytest.mark.parametrize("n", [5, 7])
def test_jigsaws_of_fpuzzles_are_read_as_they_were_written(n: int) -> None:
    regions = [[(i + j) % n for j in range(n)] for i in range(n)]
    puzzle = Puzzle(Shape(n, 1), [rule("jigsaw", regions)], "1" + (n * n - 1) * ".")
    assert from_fpuzzles(to_fpuzzles(puzzle)) == puzzle
    assert puzzle.solve(limit=1).get()


@pytest.mark.parametrize("n", [5, 7])
def test_prime_sizes_without_regions_are_latin_squares(n: int) -> None:
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(n)] for _ in range(n)]
    rows[0][0] = {"value": n, "given": True}
    puzzle = from_fpuzzles({"size": n, "grid": rows, "odd": [{"cell": "R2C2"}]})
    assert puzzle.rules == (rule("latin"), rule("even_odd", [], [(1, 1)]))
    assert puzzle.grid[0, 0] == n and puzzle.solve().get()


def test_classic_of_rows_alone_is_written_with_regions() -> None:
    puzzle = Puzzle(Shape(5, 1))
    assert (
        from_fpuzzles(to_fpuzzles(puzzle)).houses
        == Puzzle(Shape(5, 1), [rule("jigsaw", [[i] * 5 for i in range(5)])]).houses
    )


def test_real_fpuzzles_are_read_as_they_were_written(data: Path) -> None:
    for entry in json.loads((data / "variants" / "fpuzzles.json").read_text()):
        puzzle = from_fpuzzles(entry["fpuzzles"])
        assert from_fpuzzles(to_fpuzzles(puzzle)) == puzzle


def test_fpuzzles_of_other_boxes_have_regions() -> None:
    puzzle = from_fpuzzles(to_fpuzzles(Puzzle(Shape(2, 3))))
    assert [each.name for each in puzzle.rules] == ["jigsaw"]
    assert puzzle.count(limit=3) == 3


@pytest.mark.parametrize(
    ("shape", "made", "message"),
    [
        (Shape(2, 2), rule("latin"), "no key for these rules: latin"),
        (Shape(2, 2), rule("whispers", [[(0, 0), (0, 1)]], 3), "'whispers' with such parameters"),
        (Shape(2, 2), rule("killer", [(2, [(0, 0)])], repeats=True), "may come twice"),
        (Grids("butterfly"), None, "no boards of 4 grids"),
    ],
)
def test_what_fpuzzles_cannot_say_is_named(shape: Shape, made: Any, message: str) -> None:
    with pytest.raises(TextError, match=message):
        to_fpuzzles(Puzzle(shape, [Classic(), *([made] if made else [])]))


@pytest.mark.parametrize("data", [[], None])
def test_other_json_is_no_puzzle_of_fpuzzles(data: Any) -> None:
    with pytest.raises(TextError, match="it has no size and no grid"):
        from_fpuzzles(data)


@pytest.mark.parametrize("text", ["", "[]", "null", "xx"])
def test_texts_without_a_link_are_not_called_links(text: str) -> None:
    pytest.importorskip("lzstring")
    with pytest.raises(TextError, match="neither JSON of f-puzzles nor a link that holds a puzzle"):
        from_fpuzzles(text)
    with pytest.raises(TextError, match="the link holds no puzzle"):
        from_fpuzzles(f"https://f-puzzles.com/?load={text}")


@pytest.mark.parametrize("text", ["{", "[1]", "{}", '{"size": 9}'])
def test_no_fpuzzles(text: str) -> None:
    with pytest.raises((TextError, ImportError)):
        from_fpuzzles(text)


def test_fpuzzles_links() -> None:
    lzstring = pytest.importorskip("lzstring")
    text = json.dumps({"size": 4, "grid": ROWS, "antiking": True})
    packed = lzstring.LZString().compressToBase64(text)
    assert from_fpuzzles(f"https://f-puzzles.com/?load={packed}") == from_fpuzzles(text)
    puzzle = from_fpuzzles(text)
    assert from_fpuzzles(to_fpuzzles_link(puzzle)) == puzzle


def test_fpuzzles_regions_and_marks() -> None:
    rows = [[{"region": (i + j) % 4} for j in range(4)] for i in range(4)]
    rows[0][0]["givenPencilMarks"] = [1, 3]  # type: ignore[assignment]
    jigsaw, marks = from_fpuzzles({"size": 4, "grid": rows}).rules
    assert jigsaw == rule("jigsaw", [[(i + j) % 4 for j in range(4)] for i in range(4)])
    assert marks == rule("pencil_marks", [((0, 0), [1, 3])])


THRICE = [(a, b) for a in range(1, 10) for b in range(1, 10) if 3 * a == b or 3 * b == a]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (
            ".AntiKnight.Whisper~R1C1~R1C2",
            [rule("anti_knight"), rule("whispers", [[(0, 0), (0, 1)]])],
        ),
        (".Cage~7~R1C1~Ra", None),
        (".LittleKiller~12~R2C9", [rule("little_killer", [(12, [(1, 8), (0, 7)])])]),
        (".Diagonal~1.Diagonal~-1", [rule("diagonal")]),
        (".Sandwich~5~C1", [rule("sandwich", [5, *[None] * 8])]),
        (".XSum~R1~8~9", [rule("x_sum", (), (), [8, *[None] * 8], [9, *[None] * 8])]),
        (".Skyscraper~C1~~3", [rule("skyscraper", (), [3, *[None] * 8])]),
        (".~R1C1_1_2", [rule("pencil_marks", [((0, 0), [1, 2])])]),
        (".StrictXV", [rule("xv", negative=True)]),
        (".Doppelganger.AntiKing", None),
        (".GlobalMod.DutchFlatmates", [rule("global_modular"), rule("dutch_flatmates")]),
        (".Lockout~4~R1C1~R1C2~R1C3", [rule("lockout", [[(0, 0), (0, 1), (0, 2)]], 4)]),
        (
            ".Whisper~R1C1~R1C2.Whisper~3~R2C1~R2C2",
            [rule("whispers", [[(0, 0), (0, 1)]]), rule("whispers", [[(1, 0), (1, 1)]], 3)],
        ),
        (".Pair~EAEBEAAQAAAAE~_1%3A3~R2C6~R3C6", [rule("relations", [((1, 5), (2, 5))], THRICE)]),
        (".Binary~EAEBEAAQAAAAE~_x~R2C6~R3C6", [rule("relations", [((1, 5), (2, 5))], THRICE)]),
        (
            ".LookAndSay~1324~R1C3~R2C3",
            [rule("look_and_say", [([(1, 3), (2, 4)], [(0, 2), (1, 2)])])],
        ),
        (".SameValues~2~R1C1~R3C3", [rule("same_values", [[[(0, 0)], [(2, 2)]]])]),
        (".EqualSum~R1C1~-~R3C3~R3C4", [rule("sums", [(0, [(2, 2), (2, 3)], [(0, 0)])])]),
        (".NumberedRoom~C1~~3", [rule("numbered_room", (), [3, *[None] * 8])]),
        (".WhiteDot~R1C1~R2C2~R1C2", [rule("kropki", [((0, 0), (0, 1)), ((1, 1), (0, 1))])]),
        (".Sum~7~R1C1~R1C1", [rule("sums", [(7, [(0, 0), (0, 0)], [])])]),
        (".Sum~0_=_1_-2~R1C1~R3C3", [rule("sums", [(0, [(0, 0)], [(2, 2), (2, 2)])])]),
        (".ContainExact~5_5~R1C1~R2C2", [rule("look_and_say", [([(2, 5)], [(0, 0), (1, 1)])])]),
        (".EqualityCage~R1C1~R1C2", [rule("equality", [[(0, 0), (0, 1)]])]),
        (".NFA~QHMA~_x~R1C1~R1C2", [rule("automaton", [[(0, 0), (0, 1)]], [(0, 1, 1)], [0], [1])]),
        (".Thermo~R1C1~R1C3", [rule("thermometer", [[(0, 0), (0, 2)]], jumps=True)]),
        (".Priority~3~R1C1", []),
        (".Shape~9x9~2-10", None),
        (".Shape~9x9~5", None),
        (".Shape~9x9~0-8.AntiTaxicab", None),
        ("Hard renban 1", None),
    ],
)
def test_constraint_strings(text: str, rules: list[Any] | None) -> None:
    if rules is None:
        with pytest.raises(TextError):
            from_iss(text)
    else:
        assert set(from_iss(text).rules[1:]) == set(rules)


@pytest.mark.parametrize(
    ("text", "size", "n", "groups"),
    [
        (".Shape~6x8~0-7", (6, 8), 8, [8] * 6 + [6] * 8 + [8] * 6),
        (".Shape~6x6~9.RegionSize~9", (6, 6), 9, [6] * 12 + [9] * 4),
        (".Shape~4x6", (4, 6), 6, [6] * 4 + [4] * 6 + [6] * 4),
        (".Shape~4x4~0-5.NoBoxes", (4, 4), 6, [4] * 8),
        (".Shape~4x3.Jigsaw~000111222333", (4, 3), 4, [3] * 4 + [4] * 3),
    ],
)
def test_boards_of_constraint_strings(
    text: str, size: tuple[int, int], n: int, groups: list[int]
) -> None:
    puzzle = from_iss(text)
    (regions,) = puzzle.rules
    assert (puzzle.shape.height, puzzle.shape.width, puzzle.shape.n) == (*size, n)
    assert [len(region) for region in regions.regions] == groups  # type: ignore[attr-defined]


def test_values_from_0_are_digits_from_1() -> None:
    text = ".Shape~4x4~0-3.~R1C1_0.Cage~3~R1C1~R1C2.Arrow~R2C1~R2C2~R2C3.V~R3C1~R3C2.Quad~R3C3~0"
    puzzle = from_iss(text)
    assert puzzle.grid[0, 0] == 1
    assert set(puzzle.rules[1:]) == {
        rule("killer", [(5, [(0, 0), (0, 1)])]),
        rule("sums", [(1, [(1, 1), (1, 2)], [(1, 0)])]),
        rule("relations", [((2, 0), (2, 1))], [(3, 4), (4, 3)]),
        rule("quadruple", [([1], (2, 2))]),
    }


def test_what_a_constraint_string_has_too_much_is_named() -> None:
    with pytest.raises(TextError, match="not supported: Fog, Mist"):
        from_iss(".AntiKing.Fog~3.Mist")
    with pytest.raises(TextError, match="not supported: Fog, Jigsaw"):
        from_iss(".Or.Fog~3.And.Jigsaw~1.End.End")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Shape~6x6.Thermo~R1C1~R7C1", "R7C1 is not on the board of 6x6 cells"),
        (".Or.~R1C1_1", "Or without an End"),
        (".End", "an End without an Or"),
        (".Sum~3_=_1_2~R1C1", "^Sum~3_=_1_2~R1C1: 2 weights for 1 cells"),
        (".Replicate~C~R1C9.~R1C1_1.End", "R1C1 is moved off the board"),
        (".NFA~A~R1C1", "an automaton ends early"),
        (".NFA~Ö~R1C1", "none of the 64 allowed"),
        (".Regex~1%2B(2~R1C1", r"a \( without a \)"),
        (".Regex~1)%3F~R1C1", r"'\)' has no place"),
        (".Doppelganger", "Doppelganger: the board is not a square"),
        (".Arrow~VA1~R1C1~R1C2", "^Arrow~VA1~R1C1~R1C2: 'VA1' is no cell"),
        (".Thermo~R1C1~R2C1.Thermo~R1C1~R1C1", "^Thermo~R1C1~R1C1: a line comes to a cell again"),
        (".Cage~R1C1~R1C2", "^Cage~R1C1~R1C2: 'R1C1' is not a whole number"),
        (".NFA~x~y", "^NFA~x~y: an automaton ends early"),
        (".Thermo~R0C1~R1C1", "^Thermo~R0C1~R1C1: 'R0C1' is no cell"),
        (".Or.Thermo~R0C1~R1C1.End", "^Thermo~R0C1~R1C1: 'R0C1' is no cell"),
        (".WhiteDot~R1C1~R3C1", "^WhiteDot~R1C1~R3C1: no two of the cells"),
        (".Cage", "^Cage: a part is missing, or is not what it must be"),
        (".FullRank~R1~x", "^FullRank: 'x' is not a whole number"),
        (".Replicate~Ö~R1C1.~R1C1_1.End", "^Replicate~Ö~R1C1: 'Ö' has a character"),
        (".Sum~3~" + "~".join(["R0C1"] * 99), r"^Sum~3~[RC01~]{54}\.\.\.: 'R0C1' is no cell"),
        (".Shape~4x4~0-3.~R1C1_4", "^~R1C1_4: the value 4 is not between 0 and 3"),
        (".Shape~4x4~0-3.~R1C1_4_1", "^~R1C1_4_1: the value 4 is not between 0 and 3"),
        (".~R1C1_0", "^~R1C1_0: the value 0 is not between 1 and 9"),
        (".Or.~R1C1_10.End", "^~R1C1_10: the value 10 is not between 1 and 9"),
        (".Jigsaw~123", "^Jigsaw~123: the layout has 3 signs, expected 81"),
        (".Jigsaw", "^Jigsaw: the layout has 0 signs, expected 81"),
        (".Shape~4x6.Jigsaw~" + "1" * 25, "the layout has 25 signs, expected 24"),
        (".Thermo", "^Thermo: a line has at least two cells"),
        (".Thermo~R1C1", "^Thermo~R1C1: a line has at least two cells"),
        (".Between~R1C1", "^Between~R1C1: a line has at least two cells"),
        (".Diagonal~3", "^Diagonal~3: the direction of a diagonal is 1 or -1"),
        (".XSum~C2~5~5~5", "^XSum~C2~5~5~5: 3 clues for one line"),
        (".Shape~4x4~0-3.Sandwich~C2~5~5~5", "3 clues for one line"),
        (".Skyscraper", "^Skyscraper: a row or column is missing"),
        (".LookAndSay~1~R1C1", "'1' is not a sequence of pairs"),
        (".SameValues~9~R1C1", "9 sets of 1 cells"),
        (".RellikCage~x~R1C1", "^RellikCage~x~R1C1: 'x' is not a whole number"),
    ],
)
def test_what_is_wrong_in_a_constraint_string_is_named(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        from_iss(text)


def test_parts_inside_others() -> None:
    """Choices, groups and copies have the same rules as the parts that they stand for."""
    nested = from_iss(".And.Cage~3~R1C1~R1C2.End.Replicate~BC.Cage~9~R1C1~R2C1.End")
    plain = from_iss(".Cage~3~R1C1~R1C2.Cage~9~R1C1~R2C1.Cage~9~R1C8~R2C8")
    assert nested.rules == plain.rules
    marks = [[rule("pencil_marks", [(place, [4])])] for place in ((0, 0), (0, 8))]
    assert from_iss(".Or.~R1C1_4.~R1C9_4.End").rules[1:] == (rule("either", marks),)


def test_variables_are_cells_beside_the_grid() -> None:
    puzzle = from_iss(".Shape~4x4.Var~A~Outside~2.Arrow~VA2~R1C1~R1C2.Diagonal~1")
    assert puzzle.shape.n_cells == 18
    arrow = next(iter(puzzle.rules[-1].constraints(puzzle.shape)))
    assert arrow.cells == (17, 0, 1)
    assert next(iter(puzzle.solutions())).cells[17] in (3, 4)


# Of each type where values begin at 0: the string, and what it says of a grid of values.
FROM_0: list[tuple[str, Callable[[Values], bool]]] = [
    ("SumLine~4~R1C1~R1C2~R2C1", lambda v: any_cut([v[0][0], v[0][1], v[1][0]], 4)),
    ("RellikCage~3~R1C1~R1C2~R1C3", lambda v: 3 not in sums_of(v[0])),
    ("CountDistinct~R1C1~R1C2~R2C2~R3C3", lambda v: v[0][0] == len({v[0][1], v[1][1], v[2][2]})),
    ("XSum~R1~3~6", lambda v: x_sum(v[0]) == 3 and x_sum(v[0][::-1]) == 6),
    ("NumberedRoom~C2~0~2", lambda v: room(column(v, 1)) == 0 and room(column(v, 1)[::-1]) == 2),
    ("Indexing~R~R2C1", lambda v: at(column(v, 0), v[1][0]) == 2),
    ("Indexing~C~R2C1", lambda v: at(v[1], v[1][0]) == 1),
    ("StrictKropki.WhiteDot~R1C1~R1C2", lambda v: kropki(v)),
    ("StrictXV.V~R1C1~R1C2", lambda v: v[0][0] + v[0][1] == 5 and xv(v)),
]


def any_cut(line: list[int], total: int) -> bool:
    """Return whether a line can be cut into parts with a given sum, by trying all cuts."""
    return not line or any(
        sum(line[:k]) == total and any_cut(line[k:], total) for k in range(1, len(line) + 1)
    )


def sums_of(values: Sequence[int]) -> set[int]:
    return {sum(part) for k in range(1, len(values) + 1) for part in combinations(values, k)}


def column(values: Values, k: int) -> list[int]:
    return [row[k] for row in values]


def at(line: Sequence[int], number: int) -> int:
    return line[number - 1] if 1 <= number <= len(line) else -1


def room(line: Sequence[int]) -> int:
    return at(line, line[0])


def x_sum(line: Sequence[int]) -> int:
    return sum(line[: line[0]]) if line[0] <= len(line) else -1


def beside(values: Values) -> list[tuple[int, int]]:
    """Return the values of all neighbours but the first two of the first row."""
    across = [pair for row in values for pair in pairwise(row)]
    return across[1:] + [pair for k in range(3) for pair in pairwise(column(values, k))]


def kropki(values: Values) -> bool:
    a, b = values[0][:2]
    clean = all(abs(a - b) != 1 and a != 2 * b and b != 2 * a for a, b in beside(values))
    return abs(a - b) == 1 and clean


def xv(values: Values) -> bool:
    return all(a + b not in (5, 10) for a, b in beside(values))


@pytest.mark.parametrize(("text", "holds"), FROM_0, ids=[text for text, _ in FROM_0])
def test_values_from_0_against_brute_force(text: str, holds: Callable[[Values], bool]) -> None:
    """On 3x3 cells with values 0 to 4, each row and column of different ones."""
    puzzle = from_iss(f".Shape~3x3~0-4.NoBoxes.{text}")
    found = {grid.cells for grid in puzzle.solutions()}
    expected = set()
    for rows in product(permutations(range(5), 3), repeat=3):
        if all(len(set(line)) == 3 for line in zip(*rows, strict=True)) and holds(rows):
            expected.add(tuple(value + 1 for row in rows for value in row))
    assert expected
    assert found == expected


def all_lines_of(values: Values) -> dict[str, tuple[int, ...]]:
    """Return the rows and columns, read from each side, by the places of their clues."""
    lines = {}
    for kind, all_lines in (("R", values), ("C", list(zip(*values, strict=True)))):
        for k, line in enumerate(all_lines, 1):
            lines[f"{kind}{k}+"], lines[f"{kind}{k}-"] = tuple(line), tuple(line)[::-1]
    return lines


def ranks(values: Values) -> tuple[dict[str, int], bool]:
    """Return the rank of each line by its clue's place, and whether any two are equal."""
    lines = all_lines_of(values)
    ordered = sorted(lines.values())
    places = {name: ordered.index(line) + 1 for name, line in lines.items()}
    alone = {name: rank for name, rank in places.items() if ordered.count(lines[name]) == 1}
    return alone, len(alone) == len(lines)


@pytest.mark.parametrize(
    ("text", "clues", "all_differ"),
    [
        ("FullRank~R1~3", {"R1+": 3}, False),
        ("FullRank~R2~~7.FullRank~C3~12", {"R2-": 7, "C3+": 12}, False),
        ("FullRank~C1~16~.FullRankTies~only-unclued", {"C1+": 16}, False),
        ("FullRank~R4~1.FullRankTies~none", {"R4+": 1}, True),
        ("FullRankTies~none", {}, True),
    ],
)
def test_full_rank_against_brute_force(text: str, clues: dict[str, int], all_differ: bool) -> None:
    puzzle = from_iss(f".Shape~4x4.NoBoxes.{text}")
    found = [grid.cells[:16] for grid in puzzle.solutions()]
    expected = set()
    for rows in product(permutations(range(1, 5)), repeat=4):
        if any(len(set(line)) < 4 for line in zip(*rows, strict=True)):
            continue
        places, is_strict = ranks(rows)
        if (is_strict or not all_differ) and clues.items() <= places.items():
            expected.add(tuple(digit for row in rows for digit in row))
    assert expected
    assert len(found) == len(set(found))  # its variables follow from the grid
    assert set(found) == expected


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        ("FullRank~R1~3", {"R1+": 3}),
        ("FullRank~R1~2.FullRank~C1~2~7", {"R1+": 2, "C1+": 2, "C1-": 7}),
    ],
)
def test_equal_lines_share_their_ranks(text: str, clues: dict[str, int]) -> None:
    puzzle = from_iss(f".Shape~4x4.NoBoxes.{text}.FullRankTies~any")
    found = [grid.cells[:16] for grid in puzzle.solutions()]
    expected = set()
    for rows in product(permutations(range(1, 5)), repeat=4):
        if any(len(set(line)) < 4 for line in zip(*rows, strict=True)):
            continue
        lines = all_lines_of(rows)
        ordered = sorted(lines.values())
        if all(ordered[rank - 1] == lines[name] for name, rank in clues.items()):
            expected.add(tuple(digit for row in rows for digit in row))
    assert expected
    assert len(found) == len(set(found))  # its variables follow from the grid
    assert set(found) == expected


@pytest.mark.parametrize(
    ("text", "simpler"),
    [
        ("Regex~1.*1~R1C1~R1C2~R2C2~R2C1~R1C1", "~R1C1_1"),
        ("Regex~(12|34)(21|43)~R1C1~R1C2~R1C2~R1C1", "Regex~12|34~R1C1~R1C2"),
        ("Regex~.1.2~R1C1~R1C2~R2C3~R1C1", "~R1C1_2.~R1C2_1"),
    ],
)
def test_automata_may_read_a_cell_again(text: str, simpler: str) -> None:
    found, expected = (
        {grid.cells for grid in from_iss(f".Shape~4x4.{each}").solutions()}
        for each in (text, simpler)
    )
    assert found == expected != set()


# Of each type about unknown regions: the string, and what it says of a grid and its regions.
CHAOS: list[tuple[str, Callable[[Values, Values], bool]]] = [
    ("ChaosArrow~R1C1", lambda v, r: v[0][0] == run(r[0]) + run(column(r, 0)) - 1),
    ("ChaosArrow~R3C3~~CC1~CC2~CC3~~CC1~CC4~CC7", lambda v, r: v[2][2] == arms_of_corner(r)),
    ("ChaosArrow~R2C2~1~R1C3~R2C3~R3C3", lambda v, r: v[1][1] == run(column(r, 2)) - 1),
    ("ChaosCount~R1C1", lambda v, r: v[0][0] == [*r[0][:2], *r[1][:2]].count(r[0][0])),
    ("ChaosCount~R3C1~1~CC5~CC1~CC9", lambda v, r: v[2][0] == [*r[0][:1], r[2][2]].count(r[1][1])),
    ("ConnectedValues~CC~1_3", lambda v, r: is_connected(r, {1, 3})),
    ("ConnectedValues~CC~1_2~6", lambda v, r: is_connected(r, {1, 2})),
    ("~CC5_2.~R1C1_3", lambda v, r: r[1][1] == 2 and v[0][0] == 3),
]


def run(line: Sequence[int]) -> int:
    """Return how many digits at the beginning of a line are equal."""
    return next((k for k, digit in enumerate(line) if digit != line[0]), len(line))


def arms_of_corner(regions: Values) -> int:
    return run(regions[0]) + run(column(regions, 0)) - 1


def is_connected(values: Values, digits: set[int]) -> bool:
    """Return whether the cells with some digits are connected, by spreading from one of them."""
    inside = {(i, j) for i, row in enumerate(values) for j, d in enumerate(row) if d in digits}
    reached = set(sorted(inside)[:1])
    for _ in inside:
        near = {(i + k, j + m) for i, j in reached for k, m in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        reached |= near & inside
    return bool(inside) and reached == inside


def divisions() -> Iterator[Values]:
    """Yield the divisions of 3x3 cells into three regions of three cells, as numbers in order."""
    for cells in product((1, 2, 3), repeat=9):
        rows = cells[:3], cells[3:6], cells[6:]
        is_in_order = list(dict.fromkeys(cells)) == [1, 2, 3]
        if is_in_order and all(cells.count(k) == 3 and is_connected(rows, {k}) for k in cells):
            yield rows


def with_regions() -> list[tuple[Values, Values]]:
    """Return all 3x3 squares with regions in which no digit comes twice."""
    squares = [
        rows
        for rows in product(permutations((1, 2, 3)), repeat=3)
        if all(len(set(line)) == 3 for line in zip(*rows, strict=True))
    ]
    return [
        (values, regions)
        for values, regions in product(squares, divisions())
        if len({(values[i][j], regions[i][j]) for i in range(3) for j in range(3)}) == 9
    ]


@pytest.mark.kernel
@pytest.mark.parametrize(("text", "holds"), CHAOS, ids=[text for text, _ in CHAOS])
def test_unknown_regions(text: str, holds: Callable[[Values, Values], bool]) -> None:
    puzzle = from_iss(f".Shape~3x3.NoBoxes.ChaosConstruction.{text}")
    found = [grid.cells for grid in puzzle.solutions()]
    expected = {
        tuple(digit for row in (*values, *regions) for digit in row)
        for values, regions in with_regions()
        if holds(values, regions)
    }
    assert len(found) == len(expected)
    assert set(found) == expected != set()


@given(st.lists(st.integers(1, 4), min_size=17, max_size=17), st.data())
def test_runs_count_the_digits_of_all_arms(digits: list[int], data: st.DataObject) -> None:
    """In any order of the arms; those that are equally long share an automaton."""
    arms = data.draw(st.permutations([["CC5"], ["CC2", "CC3"], ["CC6", "CC7", "CC8"]]))
    named = ["".join(f"~{cell}" for cell in ["CC1", *arm]) for arm in arms]
    text = f"ChaosArrow~R1C1~{'~'.join(named)}.ChaosArrow~R4C4~{'~'.join(named[::-1])}"
    puzzle = from_iss(f".Shape~4x4.NoBoxes.ChaosConstruction.{text}")
    (one,) = (each for each in puzzle.rules if isinstance(each, Automaton))
    reading, _ = one.constraints(puzzle.shape)
    number, first, *regions = digits
    value = {puzzle.shape.cell(0, 0): number}
    for k, digit in enumerate([first, *regions]):
        value[16 + k] = digit  # the regions come after the cells of the grid
    run_of = [run([first, *(value[15 + int(cell[2:])] for cell in arm)]) for arm in arms]
    is_right = number == sum(run_of) - len(arms) + 1
    assert reading.allows(value[cell] for cell in reading.cells) == is_right


def test_unknown_regions_are_as_large_as_a_row() -> None:
    """Also where there are more values than cells in a row, unless the string says otherwise."""
    for text, size in (("", 3), (".RegionSize~4", 4)):
        shape = f"3x{size}~5" if size == 3 else "4x3~5"
        rules = from_iss(f".Shape~{shape}.NoBoxes.ChaosConstruction{text}").rules
        assert rules[-1].size == size  # type: ignore[attr-defined]


def test_doppelgangers_are_the_same_when_they_are_named_again() -> None:
    once, again = (from_iss(".Shape~9x9~0-9" + ".Doppelganger" * times) for times in (1, 300))
    assert again == once


def test_unknown_regions_that_are_not_understood() -> None:
    with pytest.raises(TextError, match="the arms do not begin in the same cell"):
        from_iss(".ChaosConstruction.ChaosArrow~R1C1~~CC1~CC2~~CC2~CC3")
    with pytest.raises(TextError, match="'2' is not 0 or 1"):
        from_iss(".ChaosConstruction.ChaosCount~R1C1~2~CC1~CC2")
    with pytest.raises(TextError, match="no group of cells is called 'A'"):
        from_iss(".Var~A~~4.ConnectedValues~A~1")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Sandwich~R1~1", lambda v: between(v[0]) == 1),
        ("Sandwich~2~C2", lambda v: between(column(v, 1)) == 2),
        ("Sandwich~C2~2", lambda v: between(column(v, 1)) == 2),
        ("Sandwich~C2~2~", lambda v: between(column(v, 1)) == 2),
        ("Lunchbox~2~R1C1~R1C2~R1C3", lambda v: between(v[0]) == 2),
    ],
)
def test_sums_between_ends_with_values_from_0(text: str, holds: Callable[[Values], bool]) -> None:
    for values in ("0-2", "0-3"):
        n = int(values[-1]) + 1
        puzzle = from_iss(f".Shape~3x3~{values}.NoBoxes.{text}")
        found = {grid.cells for grid in puzzle.solutions()}
        expected = {
            tuple(value + 1 for row in rows for value in row)
            for rows in product(permutations(range(n), 3), repeat=3)
            if all(len(set(line)) == 3 for line in zip(*rows, strict=True)) and holds(rows)
        }
        assert found == expected


def between(line: Sequence[int]) -> int:
    """Return the sum between the lowest and the highest value of a line."""
    first, last = sorted((line.index(min(line)), line.index(max(line))))
    return sum(line[first + 1 : last])


def test_jigsaws_of_16_and_of_pieces_of_other_sizes() -> None:
    layout = "".join(
        "0123456789abcdef"[i // 4 * 4 + j // 4] for i, j in product(range(16), repeat=2)
    )
    assert from_iss(f".Shape~16x16.NoBoxes.Jigsaw~{layout}").shape.n == 16
    prime = "".join("abcde"[j] for _, j in product(range(5), repeat=2))
    assert from_iss(f".Shape~5x5.Jigsaw~{prime}").rules[0].name == "jigsaw"
    assert from_iss(".Shape~5x5").rules == from_iss(".Shape~5x5.NoBoxes").rules == (rule("latin"),)
    odd = from_iss(".Shape~4x4.NoBoxes.Jigsaw~1111222233333444")
    assert [each.name for each in odd.rules] == ["latin", "extra_regions"]


def test_full_rank_that_is_not_understood() -> None:
    with pytest.raises(TextError, match="do not hold all values"):
        from_iss(".Shape~4x4~6.FullRank~R1~3")
    with pytest.raises(TextError, match="ranks are 1 to 36, not 37"):
        from_iss(".FullRank~R1~37")
    with pytest.raises(TextError, match="FullRank"):
        from_iss(".Or.FullRank~R1~3.~R1C1_1.End")


def test_variables_have_names_and_sizes() -> None:
    """A group of one is named without a number; a size may be rows times columns."""
    puzzle = from_iss(".Shape~4x4.Var~A~~2x3.Var~B.~VA6_2.~VB_3")
    assert puzzle.shape.n_cells == 16 + 7
    assert puzzle.grid.cells[-2:] == (2, 3)


# "1 or 2, then a 3 or anything twice": written plainly, and in 64 signs.
@pytest.mark.parametrize("pattern", ["(1|2)(3|.{2})", "[1-2](3|..)", "(3?[12]){0}[^34](3|.+)"])
def test_patterns_match_like_regular_expressions(pattern: str) -> None:
    plain = "".join(f"%{ord(sign):02X}" for sign in pattern)
    coded = b64encode(pattern.encode(), b"-_").decode().rstrip("=")
    for size in (2, 3):
        cells = "~".join(f"R1C{k + 1}" for k in range(size))
        for text in (plain, coded):
            made = from_iss(f".Shape~4x4.Regex~{text}~{cells}").rules[-1]
            (line,) = made.constraints(Shape(2, 2))
            for word in product(range(1, 5), repeat=size):
                expected = re.fullmatch(pattern, "".join(map(str, word))) is not None
                assert line.allows(word) == expected, word


# Of each type on a grid without houses: the values, the string, and what it says of the values.
RAW: list[tuple[str, str, Callable[[Values], bool]]] = [
    ("0-1", "ConnectedValues~~1~4", lambda v: is_connected(v, {1}) and count_of(v, 1) == 4),
    ("2", "SumLine~3~R1C1~R1C2~R2C2~R2C1~LOOP", lambda v: any_cut_round(ring(v), 3)),
    ("0-2", "SumLine~3~R1C1~R1C2~R2C2~R2C1~LOOP", lambda v: any_cut_round(ring(v), 3)),
    ("3", "Whisper~1~R1C1~R1C2~R2C2~R2C1~R1C1", lambda v: all_steps(ring(v), lambda d: d != 0)),
    ("3", "Palindrome~R1C1~R1C2~R1C1~R3C3", lambda v: v[0][0] == v[2][2] and v[0][1] == v[0][0]),
    (
        "3",
        "Between~R1C1~R1C2~R2C2~R1C2~R3C3",
        lambda v: is_between(v[0][0], v[2][2], v[0][1], v[1][1]),
    ),
    ("3", "Between~R1C1~R1C2.Modular~1~R1C1~R2C1~R3C1", lambda v: True),
    ("3", "Cage~~R1C1~R2C1~R3C1", lambda v: len(set(column(v, 0))) == 3),
    (
        "2",
        "Regex~1%2B2~R1C1~R1C2~R1C3.Regex~%32~R3C3",
        lambda v: v[0] == (1, 1, 2) and v[2][2] == 2,
    ),
    ("3", "BlackDot~R1C1~R3C3~R1C2~R2C2", lambda v: all({a, b} == {1, 2} for a, b in path(v))),
    (
        "3",
        "Replicate~IB~R1C2.GreaterThan~R1C1~R1C2.End",
        lambda v: v[1][0] > v[1][1] and v[2][0] > v[2][1],
    ),
    ("3", "Given~R1C1_2_3.~R1C1_1_2", lambda v: v[0][0] == 2),
    (
        "3",
        "Quad~R2C2~1~1~2",
        lambda v: [*v[1][1:], *v[2][1:]].count(1) >= 2 and 2 in (*v[1][1:], *v[2][1:]),
    ),
]


def count_of(values: Values, value: int) -> int:
    return sum(list(row).count(value) for row in values)


def ring(values: Values) -> list[int]:
    """Return the values of the square at the top left, clockwise."""
    return [values[0][0], values[0][1], values[1][1], values[1][0]]


def any_cut_round(values: list[int], total: int) -> bool:
    """Return whether a ring can be cut into parts with a given sum, by trying all beginnings."""
    return any(any_cut(values[k:] + values[:k], total) for k in range(len(values)))


def all_steps(values: list[int], holds: Callable[[int], bool]) -> bool:
    return all(holds(b - a) for a, b in pairwise([*values, values[0]]))


def is_between(first: int, last: int, *others: int) -> bool:
    return all(min(first, last) < value < max(first, last) for value in others)


def path(values: Values) -> list[tuple[int, int]]:
    """Return the values of the two pairs that touch among four cells."""
    return [(values[0][0], values[0][1]), (values[0][1], values[1][1])]


@pytest.mark.parametrize(("low_to_high", "text", "holds"), RAW, ids=[text for _, text, _ in RAW])
def test_grids_without_houses_against_brute_force(
    low_to_high: str, text: str, holds: Callable[[Values], bool]
) -> None:
    puzzle = from_iss(f".Shape~3x3~{low_to_high}~Raw.{text}")
    low, high = int(low_to_high[0]) if "-" in low_to_high else 1, int(low_to_high[-1])
    expected = {
        tuple(value + 1 - low for value in cells)
        for cells in product(range(low, high + 1), repeat=9)
        if holds((cells[:3], cells[3:6], cells[6:]))
    }
    found = [grid.cells for grid in puzzle.solutions()]
    assert len(found) == len(expected)
    assert set(found) == expected != set()


def test_closed_lines_are_drawn_closed_and_written() -> None:
    puzzle = from_iss(".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP.SumLine~8~R3C1~R3C2")
    plain, loop = puzzle.rules[1:]
    assert [mark.is_closed for mark in loop.drawing(puzzle.shape)] == [True]  # type: ignore[attr-defined]
    assert [mark.is_closed for mark in plain.drawing(puzzle.shape)] == [False]  # type: ignore[attr-defined]
    assert from_json(to_json(puzzle)) == puzzle


def test_raw_grids_have_no_types_of_rows_and_columns() -> None:
    assert from_iss(".Shape~2x3~2~Raw").count() == 2**6
    assert from_iss(".Shape~3x3~~Raw").count() == 3**9
    with pytest.raises(TextError, match="a raw grid has no rows and columns for AntiKnight"):
        from_iss(".Shape~3x3~~Raw.AntiKnight")


def test_groups_beside_the_grid_have_sides() -> None:
    """A group without columns has those of the grid; its cells touch as those of a grid do."""
    for size in ("6", "2x3"):  # of 2x3 cells, 7 pairs touch
        puzzle = from_iss(f".Shape~1x3~2~Raw.Var~A~~{size}.ConnectedValues~VA~2~2")
        assert puzzle.count() == 7 * 2**3
    with pytest.raises(SudokuError, match="the rows of the rectangle differ in length"):
        from_iss(".Shape~1x3~2~Raw.Var~A~~5.ConnectedValues~VA~2~2").count()
    text = ".Shape~1x1~3~Raw.Var~A~~2x2.GreaterThan~VA1~VA2~VA4.WhiteDot~VA1~VA3"
    found = {grid.cells[1:] for grid in from_iss(text).solutions() if grid.cells[0] == 1}
    assert found == {
        (a, b, c, d) for a, b, c, d in product((1, 2, 3), repeat=4) if a > b > d and abs(a - c) == 1
    }
    (area,) = from_iss(".Var~A~~2x2.Quad~VA1~3~4").rules[1:]
    assert area.name == "contains"
    with pytest.raises(TextError, match="no square of four cells begins at VA1"):
        from_iss(".Var~A~~9.Quad~VA1~3")
    with pytest.raises(TextError, match="VA1 is not in the group of the origin"):
        from_iss(".Var~A~~4.Replicate~B.~VA1_2.End")
    with pytest.raises(TextError, match="no two of the cells R1C1, R3C1 share a side"):
        from_iss(".WhiteDot~R1C1~R3C1")


@pytest.mark.parametrize("sizes", [[1, 2], [0, 3], [2, 0, 1]], ids=str)
def test_automata_of_segments(sizes: list[int]) -> None:
    """A random automaton with a sign of its own between segments, followed step by step."""
    steps = [(0, 1, 0), (0, 2, 1), (0, 3, 1), (1, 1, 1), (1, 3, 0), (1, 3, 2), (2, 2, 1), (2, 1, 0)]
    machine = Machine(steps, [0, 2], [1])
    plain = of_segments(machine, sizes, 2)

    def accepts(automaton: Machine, word: Sequence[int]) -> bool:
        states = set(automaton.first)
        for sign in word:
            states = {after for one, of, after in automaton.steps if one in states and of == sign}
        return not states.isdisjoint(automaton.last)

    n_accepted = 0
    for word in product((1, 2), repeat=3):
        rest, signs = list(word), list[int]()
        for k, size in enumerate(sizes):
            signs += [3] * (k > 0) + rest[:size]
            rest = rest[size:]
        assert accepts(plain, word) == accepts(machine, signs)
        n_accepted += accepts(plain, word)
    assert 0 < n_accepted < 8


def test_arms_and_segments_are_separated_by_a_minus() -> None:
    chaos = ".Shape~3x3.NoBoxes.ChaosConstruction.ChaosArrow~R3C3~0~CC1~CC2~CC3~{}~CC1~CC4~CC7"
    assert from_iss(chaos.format("-")) == from_iss(chaos.format(""))
    made = from_iss(".Shape~4x4.NFA~QHMA~_x~R1C1~~R1C2").rules[1:]
    assert made == (rule("automaton", [[(0, 0)], [(0, 1)]], [(0, 1, 1)], [0], [1]),)


def test_lines_above_9_have_two_digits() -> None:
    sides = {"left": [*[None] * 9, 3, *[None] * 6]}
    assert from_iss(".Shape~16x16.Skyscraper~R10~3").rules[1] == rule("skyscraper", **sides)
    with pytest.raises(TextError, match="C10 is not on the board of 9x9 cells"):
        from_iss(".Sandwich~3~C10")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Skyscraper~R1~2~1", lambda v: seen(v[0]) == 2 and seen(v[0][::-1]) == 1),
        ("HiddenSkyscraper~C2~2", lambda v: first_hidden(column(v, 1)) == 2),
        ("XSum~R3~5", lambda v: x_sum(v[2]) == 5),
        ("NumberedRoom~R1~~3", lambda v: room(v[0][::-1]) == 3),
    ],
)
@pytest.mark.parametrize("variables", ["", ".Var~A.~VA_1"])
def test_clues_outside_of_lines_that_lack_values(
    text: str, holds: Callable[[Values], bool], variables: str
) -> None:
    puzzle = from_iss(f".Shape~3x3~4.NoBoxes.{text}{variables}")
    found = {grid.cells[:9] for grid in puzzle.solutions()}
    expected = {
        tuple(value for row in rows for value in row)
        for rows in product(permutations(range(1, 5), 3), repeat=3)
        if all(len(set(line)) == 3 for line in zip(*rows, strict=True)) and holds(rows)
    }
    assert found == expected != set()


def seen(line: Sequence[int]) -> int:
    return sum(all(height > other for other in line[:k]) for k, height in enumerate(line))


def first_hidden(line: Sequence[int]) -> int:
    hidden = [height for k, height in enumerate(line) if any(height < x for x in line[:k])]
    return hidden[0] if hidden else 0


def test_windows_of_other_regions() -> None:
    _, windows = from_iss(".Shape~6x6~9.RegionSize~9.Windoku").rules
    assert windows == rule("extra_regions", [[(i, j) for i in range(1, 4) for j in range(1, 4)]])
    assert from_iss(".Windoku").rules[1] == rule("windoku")


def test_doppelgangers_without_boxes() -> None:
    """Each row and column lacks one value; the variables of boxes hold zero."""
    puzzle = from_iss(".Shape~2x2~0-2.NoBoxes.Doppelganger")
    found = {grid.cells[:4] for grid in puzzle.solutions()}
    expected = set()
    for a, b, c, d in product(range(3), repeat=4):
        lines = {"r": [{a, b}, {c, d}], "c": [{a, c}, {b, d}]}
        if any(len(line) < 2 or 0 not in line for both in lines.values() for line in both):
            continue
        rows, columns = ([({0, 1, 2} - line).pop() for line in lines[k]] for k in "rc")
        zeros = [k for k, value in enumerate((a, b, c, d)) if value == 0]
        if len(set(rows)) == len(set(columns)) == 2 and all(
            rows[k // 2] != columns[k % 2] for k in zeros
        ):
            expected.add((a + 1, b + 1, c + 1, d + 1))
    assert found == expected
    assert puzzle.count() == len(expected)


@pytest.mark.parametrize(
    ("text", "string"),
    [
        (
            "# first\n1......2.3.....4\n\n.AntiKing",
            ".Shape~4x4.AntiKing.~R1C1_1~R2C4_2~R3C2_3~R4C4_4",
        ),
        ("1 . . .|. . . 2\n-----\n. 3 . .|. . . 4", ".Shape~4x4.~R1C1_1~R2C4_2~R3C2_3~R4C4_4"),
        ("1122112233443344", ".Shape~4x4.NoBoxes.Jigsaw~1122112233443344"),
        ("1...............1122112233443344", ".Shape~4x4.NoBoxes.Jigsaw~1122112233443344.~R1C1_1"),
        ("=" + "1234341221434321", None),
        ("A" + "." * 255, ".Shape~16x16.~R1C1_1"),
        ("1.3456789" + "123456789" * 80, ".~R1C1_1_3_4_5_6_7_8_9"),
        ("6<5<" + "0" * 77, None),
        (
            "3x3:d:k:" + ":".join(["1537", "1537", *["0"] * 79]),
            ".Diagonal~1.Diagonal~-1.Cage~6~R1C1~R1C2",
        ),
    ],
)
def test_other_texts_of_the_program(text: str, string: str | None) -> None:
    if string is None:
        assert from_iss(text).shape.n in (4, 9)
    else:
        assert from_iss(text) == from_iss(string)


def test_links_of_the_program() -> None:
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7E3%7ER1C1%7ER1C2&x=1"
    assert from_iss(link) == from_iss(".Cage~3~R1C1~R1C2")
    assert form_of(link) == "iss"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".StrictXV.Or.X~R1C1~R1C2.V~R1C1~R1C2.End", "StrictXV with V, X inside an Or"),
        (".Or.End", "an Or without branches"),
        (".~R1C1", "R1C1 has no value"),
        (".PillArrow~1~R1C1~R1C2", "a pill has 2 or 3 cells"),
        (".Whisper~5~R1C1~R1C1", "comes to a cell again too soon"),
        (".Shape~3x3~~Hex", "the shape 3x3~~Hex is not supported"),
        (".Thermo~r1c1~R1Ca", "R1Ca is not on the board"),
        ("3x3:d:k:1:2", "no killer of 81 numbers"),
    ],
)
def test_what_is_wrong_in_the_newer_types_is_named(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        from_iss(text)


def test_killers_in_81_signs() -> None:
    """A cage of three and one of two in the first row, all other cells by themselves."""
    text = "F<<9<" + "0" * 76
    cages = from_iss(text).rules[1].cages[:2]  # type: ignore[attr-defined]
    assert cages == ((15, ((0, 0), (0, 1), (0, 2))), (9, ((0, 3), (0, 4))))
    with pytest.raises(TextError, match="row 1, column 1: leads to no sum"):
        from_iss("<" + "0" * 80)


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("kakuro", "", "unknown layout 'kakuro'; the layouts are classic"),
        ("classic", "4\n", "the first line is not a number of rows"),
        ("classic", "4 4\n1 2 3 4", "1 rows, expected 4"),
        ("classic", "2 2\n1 2\n2", "line 3: 1 cells, expected 2"),
        ("classic", "4 4" + "\n1 2 ? 4" * 4, r"'\?' is neither a digit nor blank"),
        ("jigsaw", "2 2\n1 2\n2 1", "2 rows, expected 2 and as many below"),
        ("samurai", "2 2\n1 2\n2 1", "2x2 cells, expected 21x21 for samurai"),
        (
            "jigsaw",
            "2 2\n1 -\n- -\n1 1\na 2",
            "row 2, column 1 of the lower rows: 'a' is not a number",
        ),
        (
            "killer",
            "4 4" + "\n3 - - -" * 4 + "\n1 2 3 4" * 4,
            "region 1 has several clues: 3, 3, 3, 3",
        ),
    ],
)
def test_layouts_that_are_not_followed(kind: str, text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        from_layout(kind, text)


LAID_OUT = {
    "classic": "4 4\n1 - - -\n- 2 - -\n- - 3 -\n- - - 4",
    "consecutive": "2 2\n1 -\n- -\n1 6\n0 8",
    "even_odd": "4 4\n1 E - -\n- - - 2\n- O - -\n- - - -",
    "jigsaw": "3 3\n1 - -\n- - -\n- - -\n1 1 2\n1 2 2\n3 3 3",
    "kenken": "2 2\n3+ -\n- 1\n1 1\n1 2",
    "killer": "4 4\n3 - - -\n- - - -\n- - - -\n- - - -\n1 1 2 3\n4 5 2 6\n7 8 9 10\n11 12 13 14",
    "margin": "4 4\n6 - - -\n- - - 7\n- 8 - -\n- - 9 -\n- - - -\n- - - -\n- - - -\n- - - -",
    "skyscraper": "4 4\n2 - - -\n- - - -\n- 3 - -\n- - - -\n1 - - -\n- - - -\n- - - -\n- - - -",
    "str8ts": "3 3\n1 - x\n- 2x -\nx - -",
    "suguru": "2 3\n1 - -\n- - 2\n1 1 2\n1 2 2",
    "butterfly": "12 12\n1" + " -" * 11 + ("\n-" + " -" * 11) * 11,
}


@pytest.mark.parametrize("kind", LAID_OUT)
def test_layouts_are_written_as_they_are_read(kind: str) -> None:
    puzzle = from_layout(kind, LAID_OUT[kind])
    assert to_layout(puzzle) == LAID_OUT[kind]
    assert from_layout(kind, to_layout(puzzle)) == puzzle


@given(
    regions=st.permutations([0, 1] * 2 + [2] * 5 + [3] * 4 + [4] * 3),
    sums=st.sets(st.integers(0, 4)),
)
def test_killers_of_any_cages_come_back(regions: list[int], sums: set[int]) -> None:
    places = [divmod(cell, 4) for cell in range(16)]
    cages = [[places[k] for k, name in enumerate(regions) if name == each] for each in range(5)]
    sizes = [len(cage) for cage in cages]
    low = [size * (size + 1) // 2 if k in sums else None for k, size in enumerate(sizes)]
    in_order = sorted(zip(cages, low, strict=True))
    clues = [(total, cage) for cage, total in in_order if len(cage) <= 4]
    puzzle = Puzzle(Shape(2, 2), [Classic(), Killer(clues)])
    assert from_layout("killer", to_layout(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (
            Puzzle(Shape(3, 3), [rule("classic"), rule("anti_knight")]),
            "rules: classic, anti_knight",
        ),
        (Puzzle(Shape(2, 3)), "boxes of 3x2, not of 2x3"),
        (Puzzle(Grids([(0, 0), (0, 3)])), "no layout has 2 grids"),
        (
            Puzzle(
                Shape(2, 2),
                [rule("classic"), rule("killer", [(3, [(0, 0), (0, 1)])])],
                "1" + "." * 15,
            ),
            "killer has no place for digits",
        ),
        (
            Puzzle(
                Shape(2, 2),
                [rule("classic"), rule("killer", [(3, [(0, 0), (0, 1)])], repeats=True)],
            ),
            "killer has no place for repeats",
        ),
    ],
)
def test_what_no_layout_shows_is_named(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(TextError, match=message):
        to_layout(puzzle)


def test_every_kind_of_grids_is_a_layout() -> None:
    assert {"samurai", "sumo", "killer", "str8ts"} <= set(KINDS)


def test_a_cell_that_two_indexers_have_is_read_once() -> None:
    indexers = [rule("indexer", rows=[(0, 0)], boxes=[box]) for box in [(0, 0), (0, 1)]]
    text = to_fpuzzles(Puzzle(Shape(2, 2), [rule("classic"), *indexers]))
    read: Any = from_fpuzzles(text).rules[1]
    assert read.rows == ((0, 0),)
