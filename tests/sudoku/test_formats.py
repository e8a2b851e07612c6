"""Formats that say rules: what is read, and that nothing is dropped in silence."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from itertools import product
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
    TextError,
    from_fpuzzles,
    from_layout,
    rule,
    to_fpuzzles,
    to_fpuzzles_link,
    to_layout,
)
from sudoku.formats.iss import from_iss
from sudoku.formats.janko import KINDS

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
        ({"nonconsecutive": True}, "kropki", [[], [], ["white"]]),
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
        ({"grid": [[{"fog": 1}]]}, "key of a cell that is not supported: 'fog'"),
    ],
)
def test_fpuzzles_that_are_not_understood(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(TextError, match=message):
        of_keys(**keys)


WRITTEN: list[tuple[str, list[Any]]] = [
    ("diagonal", []),
    ("anti_knight", []),
    ("killer", [[(5, [(0, 0), (0, 1)]), (None, [(2, 2), (3, 2)])], False, True]),
    ("little_killer", [[(6, [(0, 1), (1, 0)]), (5, [(3, 2), (2, 3)])]]),
    ("thermometer", [[[(0, 0), (0, 1)], [(2, 2), (3, 3)]]]),
    ("arrow", [[([(0, 0)], [(0, 1)]), ([(2, 0), (2, 1)], [(3, 0)])]]),
    ("kropki", [[((0, 0), (0, 1))], [((1, 1), (2, 1))], ["black"]]),
    ("xv", [[], [((0, 0), (0, 1))], True]),
    ("ratio", [[(3, ((0, 0), (0, 1)))]]),
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
        (Grids("butterfly"), None, "squares alone"),
    ],
)
def test_what_fpuzzles_cannot_say_is_named(shape: Shape, made: Any, message: str) -> None:
    with pytest.raises(TextError, match=message):
        to_fpuzzles(Puzzle(shape, [made] if made else [rule("classic")]))


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
        (".Shape~9x9~0-8.XSum~R1~8~9", None),
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
        rule("killer", [(5, [(0, 0), (0, 1)])], may_overlap=True),
        rule("sums", [(1, [(1, 1), (1, 2)], [(1, 0)])]),
        rule("relations", [((2, 0), (2, 1))], [(3, 4), (4, 3)]),
        rule("quadruple", [([1], (2, 2))]),
    }


def test_what_a_constraint_string_has_too_much_is_named() -> None:
    with pytest.raises(TextError, match="not supported: ChaosConstruction, Fog"):
        from_iss(".AntiKing.ChaosConstruction.Fog~3")
    with pytest.raises(TextError, match="not supported: Fog, Jigsaw"):
        from_iss(".Or.Fog~3.And.Jigsaw~1.End.End")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Shape~6x6.Thermo~R1C1~R7C1", "R7C1 is not on the board of 6x6 cells"),
        (".Or.~R1C1_1", "Or without an End"),
        (".End", "an End without an Or"),
        (".Sum~3_=_1_2~R1C1", "Sum~3: 2 weights for 1 cells"),
        (".Replicate~B~R2C2.~R1C1_1.End", "R1C1 is moved off the board"),
        (".NFA~A~R1C1", "an automaton ends early"),
        (".NFA~Ö~R1C1", "not written in 64 signs"),
        (".Regex~1%2B(2~R1C1", r"a \( without a \)"),
        (".Regex~1)%3F~R1C1", r"'\)' has no place"),
        (".Doppelganger", "Doppelganger: the board is no square"),
        (".Arrow~VA1~R1C1~R1C2", "'VA1' is no cell"),
    ],
)
def test_what_is_wrong_in_a_constraint_string_is_named(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        from_iss(text)


def test_parts_inside_others() -> None:
    """A choice, what holds together, and copies: told as if each stood by itself."""
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
        ("kakuro", "", "no layout is called 'kakuro'; the layouts are: classic"),
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
    told = [(total, cage) for cage, total in in_order if len(cage) <= 4]
    puzzle = Puzzle(Shape(2, 2), [Classic(), Killer(told)])
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
