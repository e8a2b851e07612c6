"""Pictures: the SVG has what is to be seen, and where."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from exactcover.runtime.errors import ProblemError
from sudoku import (
    Board,
    Classic,
    Grids,
    Killer,
    Outline,
    Picture,
    Puzzle,
    Rule,
    RuleError,
    Shape,
    picture,
)
from sudoku.cli.main import main
from sudoku.pictures import marks
from sudoku.pictures.canvas import CELL, Canvas
from sudoku.pictures.colours import GROUPS
from sudoku.pictures.outline import outline
from sudoku.pictures.patterns import PATTERNS
from sudoku.pictures.shapes import SHAPES
from sudoku.pictures.svg_marks import draw
from sudoku.rules.registry import RULES, rule, rule_class
from sudoku.rules.thermometer import Thermometer

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(image: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(image.to_svg())


def layer(image: Picture, name: str) -> list[ElementTree.Element]:
    """Return the elements of a layer, without the groups."""
    found = drawn(image).find(f"{SVG}g[@class='{name}']")
    return [] if found is None else [each for each in found.iter() if each.tag != f"{SVG}g"]


def test_clues_and_placements_are_told_apart() -> None:
    board = Board(Puzzle.from_text("1234............"), {4: 3})
    digits = drawn(picture(board)).find(f"{SVG}g[@class='digits']")
    assert digits is not None
    written = {group.get("class"): [text.text for text in group] for group in digits}
    assert written == {"clue": ["1", "2", "3", "4"], "placed": ["3"]}
    assert digits[0].get("fill") != digits[1].get("fill")


def test_candidates_stand_where_their_digits_do_in_every_cell() -> None:
    board = Board(Puzzle.from_text("1234............"), {4: 3})
    shown = [(text.get("x"), text.text) for text in layer(picture(board), "candidates")]
    assert len(shown) == sum(mask.bit_count() for mask in board.candidates)
    for digit, place in (("1", 17), ("2", 43), ("3", 17), ("4", 43)):
        assert {float(x or 0) % CELL for x, each in shown if each == digit} == {place}
    assert layer(picture(board.puzzle), "candidates") == []
    assert len(layer(picture(board.puzzle, candidates=True), "candidates")) > len(shown)


def test_a_title_is_text_and_not_markup() -> None:
    root = drawn(picture(Puzzle(Shape(2, 2)), title="r1 < r2 & so on"))
    assert root.findtext(f"{SVG}title") == "r1 < r2 & so on"


def test_boxes_cages_and_thermometers() -> None:
    rules = [Classic(), Killer([(7, [(0, 0), (0, 1), (1, 0)])]), Thermometer([[(2, 2), (2, 3)]])]
    image = picture(Puzzle(Shape(2, 2), rules))
    assert len(layer(image, "regions")) == 1 + 4
    dashed, _, label = layer(image, "cages")
    assert dashed.get("stroke-dasharray")
    assert label.text == "7"
    bulb, line = layer(image, "lines")
    assert (bulb.get("cx"), bulb.get("cy")) == ("150", "150")
    assert line.get("d") == "M150 150 L210 150"


def test_several_grids_have_holes_and_boxes_of_their_own() -> None:
    image = picture(Puzzle(Grids("samurai"), clues={(0, 12): 7}))
    assert len(layer(image, "cells")) == 369
    assert len(layer(image, "regions")) == 1 + 5 * 9
    [clue] = layer(image, "digits")
    assert (clue.get("x"), clue.text) == (str(12.5 * CELL).rstrip("0").rstrip("."), "7")


def test_other_outlines_and_large_boards() -> None:
    assert len(layer(picture(Puzzle(Outline(3, [(0, 0), (1, 1)]), [])), "cells")) == 2
    large = picture(Puzzle(Shape(6, 6), clues={(0, 0): 36}), candidates=False)
    assert [text.text for text in layer(large, "digits")] == ["36"]


def test_a_rule_of_ones_own_draws_itself() -> None:
    @dataclass(frozen=True)
    class Marked(Rule):
        name = "marked"
        summary = "Nothing but a mark."
        in_each_grid = True

        def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
            yield marks.Circle((0,))

    image = picture(Puzzle(Grids([(0, 0), (4, 4)], Shape(2, 2)), [Marked()]))
    assert [circle.get("cx") for circle in layer(image, "lines")] == ["30", "270"]


PAIR = [(0, 0), (0, 1)]
ROW = [(1, 1), (1, 2), (1, 3)]
MAP = "1112 1222 3344 3344"
# Of each rule that shows something, parameters for a 4x4 board and what is drawn.
DRAWN: list[tuple[str, dict[str, Any], str]] = [
    ("arrow", {"arrows": [(PAIR, ROW)]}, "Arrow"),
    ("between", {"lines": [ROW]}, "Line Circle"),
    ("classic", {}, "Region Region Region Region"),
    ("clone", {"areas": [(PAIR, [(2, 0), (2, 1)])]}, "Shade Shade"),
    ("consecutive", {"bars": [PAIR]}, "Bar"),
    ("contains", {"areas": [((1, 2), PAIR)]}, "Cage"),
    ("counting_circles", {"circles": PAIR}, "Circle"),
    ("diagonal", {}, "Line Line"),
    ("distinct", {"counts": [((0, 0), ROW)]}, "Shade Circle"),
    ("double_arrow", {"lines": [ROW]}, "Line Circle"),
    ("entropic", {"lines": [ROW]}, "Line"),
    ("lockout", {"lines": [ROW]}, "Line Square"),
    ("look_and_say", {"cages": [([(1, 2)], PAIR)]}, "Cage"),
    ("lunchbox", {"cages": [(0, PAIR)]}, "Cage"),
    ("modular", {"lines": [ROW]}, "Line"),
    ("relations", {"pairs": [PAIR], "allowed": [(1, 2)]}, "Dot"),
    ("rellik", {"cages": [(5, PAIR)]}, "Cage"),
    ("same_values", {"areas": [[PAIR, ROW[:2]]]}, "Shade Shade"),
    ("sum_line", {"lines": [ROW]}, "Line"),
    ("from_zero", {"rules": [rule("sum_line", [ROW])]}, "Line"),
    ("zipper", {"lines": [ROW]}, "Line"),
    ("difference", {"pairs": [(2, PAIR)]}, "Dot"),
    ("equality", {"cages": [PAIR]}, "Cage"),
    ("even_odd", {"even": PAIR, "odd": ROW}, "Square Circle"),
    ("extra_regions", {"regions": [PAIR]}, "Shade"),
    ("greater_than", {"pairs": [PAIR]}, "Greater"),
    ("indexer", {"columns": PAIR, "rows": ROW, "boxes": PAIR}, "Shade Shade Shade"),
    ("jigsaw", {"regions": MAP}, "Region Region Region Region"),
    ("kenken", {"cages": [(2, "/", PAIR)]}, "Region Corner"),
    ("killer", {"cages": [(3, PAIR)]}, "Cage"),
    ("kropki", {"white": [PAIR], "black": [ROW[:2]]}, "Dot Dot"),
    ("little_killer", {"sums": [(4, [(0, 1), (1, 0)])]}, "Outside"),
    ("maximum", {"marked": PAIR}, "Shade Corner"),
    ("minimum", {"marked": PAIR}, "Shade Corner"),
    ("palindrome", {"lines": [ROW]}, "Line"),
    ("pencil_marks", {"marks": [((0, 0), (1, 2))]}, "Corner"),
    ("quadruple", {"circles": [((1, 2), (0, 0))]}, "Dot"),
    ("ratio", {"pairs": [(2, PAIR)]}, "Dot"),
    ("region_sum", {"lines": [ROW]}, "Line"),
    ("renban", {"lines": [ROW]}, "Line"),
    ("sandwich", {"top": [5, None, None, None], "right": [0, None, None, 2]}, "Outside " * 3),
    ("skyscraper", {"left": [2, None, None, None]}, "Outside"),
    ("str8ts", {"black": PAIR}, "Shade"),
    ("suguru", {"regions": MAP}, "Region Region Region Region"),
    ("thermometer", {"lines": [ROW]}, "Thermometer"),
    ("whispers", {"lines": [[*ROW, (1, 1)]]}, "Line"),
    ("windoku", {}, "Shade"),
    ("x_sum", {"bottom": [3, None, None, None]}, "Outside"),
    ("xv", {"x": [PAIR], "v": [ROW[:2]]}, "Dot Dot"),
]


@pytest.mark.parametrize(("name", "parameters", "kinds"), DRAWN, ids=[each[0] for each in DRAWN])
def test_what_rules_draw(name: str, parameters: dict[str, Any], kinds: str) -> None:
    made = rule(name, **parameters)
    shown = list(made.drawing(Shape(2, 2)))
    assert [type(mark).__name__ for mark in shown] == kinds.split()
    image = picture(Puzzle.unchecked(Puzzle(Shape(2, 2)).grid, (made,)))
    assert len(image.marks) == len(shown)
    ElementTree.fromstring(image.to_svg())


def test_no_rule_that_draws_is_forgotten() -> None:
    drawing = {name for name in RULES if "drawing" in vars(rule_class(name))}
    assert drawing <= {name for name, _, _ in DRAWN}


def test_sums_of_crossing_diagonals_do_not_meet() -> None:
    falling = [[9, [(k, k + c) for k in range(4 - c)]] for c in range(3)]
    rising = [[9, [(k, c - k) for k in range(c + 1)]] for c in range(1, 4)]
    killer = rule("little_killer", falling + rising)
    image = picture(Puzzle.unchecked(Puzzle(Shape(2, 2)).grid, (killer,)))
    at = sorted(float(each.get("x", "")) for each in layer(image, "digits") if each.text)
    assert min(b - a for a, b in pairwise(at)) > CELL / 3


def test_clues_outside_look_along_their_lines() -> None:
    clues = rule("sandwich", top=[1, None, None, None], right=[2, None, None, None])
    image = picture(Puzzle.unchecked(Puzzle(Shape(2, 2)).grid, (clues,)))
    top, right = layer(image, "digits")
    assert (top.get("x"), top.text) == ("30", "1")
    assert float(top.get("y", "")) < 0
    assert float(right.get("x", "")) > 4 * CELL


ALL = [
    marks.Arrow((0, 1, 2), bulb=1),
    marks.Arrow((0, 1, 2), bulb=2),
    marks.Arrow((0, 1)),
    marks.Bar((0, 4)),
    marks.Cage((0, 1, 4), "12", is_dashed=False),
    marks.Circle((0,)),
    marks.Corner((0, 1), "3"),
    marks.Dot((0, 1), fill="black"),
    marks.Dot((0, 1, 4, 5), "1 2"),
    marks.Dot((0, 1), "X", size=0),
    marks.Greater((0, 1)),
    marks.Highlight((0, 1), 3),
    marks.Line((0, 1, 5), is_closed=True),
    marks.Link((0,), 1, (5, 6), 2),
    marks.Link((0,), 1, (0,), 2, is_strong=False),
    marks.Outside((0,), "12", (1, 1), has_arrow=True),
    marks.Region((0, 1)),
    marks.Shade((3,)),
    marks.Square((3,)),
    marks.Strike((3,), 4),
    marks.Text((3,), "A"),
    marks.Thermometer((0, 1, 2), is_hollow=True),
]


@pytest.mark.parametrize("mark", ALL, ids=repr)
def test_every_mark_is_drawn_in_its_layer_and_moves(mark: marks.Mark) -> None:
    shape = Shape(2, 2)
    plain, marked = picture(Puzzle(shape, [])), picture(Puzzle(shape, []), [mark])
    moved = picture(Puzzle(shape, []), [mark.moved(tuple(range(8, 16)))])
    is_hidden = isinstance(mark, marks.Link) and mark.cells == mark.to_cells  # within a cell
    assert (len(layer(marked, mark.layer)) > len(layer(plain, mark.layer))) != is_hidden
    assert (drawn(moved)[-1] is not None and moved.to_svg() != marked.to_svg()) != is_hidden


def test_no_mark_is_forgotten() -> None:
    kinds = {name for name in marks.__all__ if isinstance(getattr(marks, name), type)}
    assert kinds == {type(mark).__name__ for mark in ALL} | {"Mark"}
    with pytest.raises(TypeError, match="how to draw Mark"):
        draw(marks.Mark(()), None)  # type: ignore[arg-type]


PLACES = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)


@given(PLACES, st.sampled_from([0, 0.1]))
def test_outlines_enclose_their_cells_and_nothing_else(
    places: set[tuple[int, int]], inset: float
) -> None:
    polygons = outline(places, inset)
    area = length = 0.0
    for polygon in polygons:
        assert len(set(polygon)) == len(polygon) or inset == 0
        for (x, y), (x_2, y_2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            assert (x == pytest.approx(x_2)) != (y == pytest.approx(y_2))
            area += (x * y_2 - x_2 * y) / 2
            length += abs(x - x_2) + abs(y - y_2)
    edges = sum(
        (row + down, column + right) not in places
        for row, column in places
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    if inset == 0:
        assert (area, length) == (len(places), edges)
    else:
        assert len(places) * (1 - 2 * inset) ** 2 <= area + 1e-9
        assert area < len(places)


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("font_lato")
    image = picture(Puzzle.from_text(PUZZLE))
    png = image.to_png()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width = 2 * int(drawn(image).get("width", ""))
    assert int.from_bytes(png[16:20], "big") == width
    assert int.from_bytes(image.to_png(width=100)[16:20], "big") == 100
    blank = picture(Puzzle()).to_png()
    assert len(blank) < len(png)  # the digits are drawn, with no font of the system
    image.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == png


def test_save_says_what_it_can_write(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match=r"a\.gif: pictures are \.svg or \.png"):
        picture(Puzzle()).save(tmp_path / "a.gif")


def test_without_the_extra_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"pip install 'exactcover-sudoku\[png\]'"):
        picture(Puzzle()).to_png()


def test_the_command_draws(tmp_path: Path) -> None:
    path = tmp_path / "grid.svg"
    result = CliRunner().invoke(main, ["show", PUZZLE, "--picture", str(path)])
    assert (result.exit_code, result.stderr) == (0, f"wrote {path}\n")
    assert len(ElementTree.parse(path).findall(f".//{SVG}g[@class='clue']/{SVG}text")) == 30
    lines = f"{PUZZLE}\n{PUZZLE}\n"
    CliRunner().invoke(main, ["show", "-", "--picture", str(path)], input=lines)
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "grid-1.svg",
        "grid-2.svg",
        "grid.svg",
    ]
    result = CliRunner().invoke(main, ["show", PUZZLE, "--picture", str(tmp_path / "grid.gif")])
    assert result.exit_code == 2


def test_candidates_leave_room_for_labels_and_lines() -> None:
    cage, dot = marks.Cage((0, 1), "12"), marks.Dot((3, 4))
    for drawn_there, top, side in (((cage,), 14.0, 4.0), ((dot,), 8.0, 8.0), ((), 4.0, 4.0)):
        canvas = Canvas(Shape(3, 3), marks=drawn_there)
        half = 0.5 * 0.72 * canvas.candidate_font, 0.5 * 0.56 * canvas.candidate_font
        for cell in (0, 1, 40):
            x0, y0 = canvas.corner(cell)
            for digit in range(1, 10):
                x, y = canvas.candidate(cell, digit)
                assert x0 + side <= x - half[1] < x + half[1] <= x0 + CELL - side
                assert y0 + top <= y - half[0] < y + half[0] <= y0 + CELL - side
    image = picture(Board(Puzzle(rules=[Classic(), Killer([(12, [(0, 0), (0, 1), (1, 0)])])])))
    root = ElementTree.fromstring(image.to_svg())
    sizes = {
        group.get("font-size") for group in root.findall(f"{SVG}g[@class='candidates']/{SVG}g")
    }
    assert len(sizes) == 1


def test_groups_of_cells_have_colours_and_patterns_of_their_own() -> None:
    pairs = [([(0, 2 * k)], [(8, 2 * k)]) for k in range(3)]
    same = rule("same_values", areas=[[[(4, 0)], [(5, 4)]]])
    image = picture(Puzzle(rules=[Classic(), rule("clone", areas=pairs), same]))
    groups = [mark.group for mark in image.marks if isinstance(mark, marks.Shade)]
    assert groups == [1, 1, 2, 2, 3, 3, 4, 4]
    root = ElementTree.fromstring(image.to_svg())
    drawn = root.findall(f"{SVG}g[@class='shades']/{SVG}path")
    assert len(drawn) == 8
    looks = [(path.get("stroke"), (path.get("d") or "").count("M")) for path in drawn[::2]]
    assert len(set(looks)) == 4
    assert len(set(PATTERNS)) == len(GROUPS)


def test_lines_of_boxes_do_not_cross_bulbs_nor_links_digits() -> None:
    order = marks.LAYERS.index
    assert order("regions") < order("bulbs") < order("cages")
    assert order("links") < order("candidates") < order("digits") < order("strikes")
    pill = picture(Puzzle(rules=[Classic(), rule("arrow", arrows=[([(0, 2), (0, 3)], [(1, 4)])])]))
    root = ElementTree.fromstring(pill.to_svg())
    assert len(root.findall(f"{SVG}g[@class='bulbs']/{SVG}path")) == 2


def test_shapes_instead_of_digits() -> None:
    image = picture("1......2.3.....4", symbols="shapes")
    root = ElementTree.fromstring(image.to_svg())
    fills = [path.get("fill") for path in root.findall(f"{SVG}g[@class='digits']/{SVG}path")]
    assert fills == [colour for _, colour in list(SHAPES.values())[:4]]
    assert not root.findall(f".//{SVG}text")
    with pytest.raises(RuleError, match="there are 9 shapes, and the board has 16 digits"):
        picture(Puzzle(Shape(4, 4)), symbols="shapes")
    with pytest.raises(RuleError, match="symbols is 'emoji'"):
        picture("1......2.3.....4", symbols="emoji")
    with pytest.raises(RuleError, match="candidates are drawn as digits only"):
        picture("1......2.3.....4", symbols="shapes", candidates=True)
