"""Problems of tilings, against published numbers."""

from typing import Any

import numpy as np
import pytest

from exactcover import Polyform, ProblemError, named_polyforms, picture, polyforms, tiling
from exactcover.shapes.tiling import Numbers

HOLE_IN_THE_MIDDLE = """
    ########
    ########
    ########
    ###  ###
    ###  ###
    ########
    ########
    ########
"""


@pytest.mark.parametrize(
    ("board", "number"),
    [
        # S. W. Golomb, Polyominoes (1965): 2, 368 and 65 up to symmetry.
        pytest.param((3, 20), 4 * 2, id="3x20"),
        pytest.param((4, 15), 4 * 368, id="4x15", marks=pytest.mark.slow),
        pytest.param(HOLE_IN_THE_MIDDLE, 8 * 65, id="8x8 with a hole", marks=pytest.mark.slow),
    ],
)
def test_pentominoes(board: Any, number: int) -> None:
    assert tiling(named_polyforms("pentominoes"), board).count() == number


def test_soma() -> None:
    """Berlekamp, Conway and Guy, Winning Ways (1982): 240 up to the 48 symmetries of the cube."""
    assert tiling(named_polyforms("soma"), (3, 3, 3), cells="cubes").count() == 48 * 240


def test_hexiamonds() -> None:
    """The rhombus of side 6: 156 tilings up to its 4 symmetries (P. J. Torbijn, 1969)."""
    rhombus = [(row, column - row + 6) for row in range(6) for column in range(12)]
    problem = tiling(polyforms(6, "triangles"), rhombus, cells="triangles")
    assert problem.count() == 4 * 156


def test_dominoes() -> None:
    """Kasteleyn (1961) and, with two opposite corners removed, none at all."""
    assert tiling(["##"], (8, 8), numbers=None).count() == 12_988_816
    corners = {(0, 0), (7, 7)}
    board = [(r, c) for r in range(8) for c in range(8) if (r, c) not in corners]
    assert tiling(["##"], board, numbers=None).count() == 0


@pytest.mark.parametrize(
    ("numbers", "number"),
    [
        (None, 11),
        (6, 11),
        ((0, 6), 11),
        ((6, 9), 11),
        (5, 0),
        ({"A": 6}, 11),
        ({"A": None}, 11),
        (1, 0),
    ],
)
def test_numbers_of_pieces(numbers: Numbers | int | tuple[int, int] | None, number: int) -> None:
    assert tiling(["##"], (3, 4), numbers=numbers).count() == number


def test_holes() -> None:
    """A cell stays empty: 18 tilings of 3 x 3 by four dominoes, one hole."""
    assert tiling(["##"], (3, 3), numbers=None, holes=1).count() == 18
    assert tiling(["##"], (3, 3), numbers=4, holes=(0, 1)).count() == 18
    assert tiling(["##"], (2, 2), numbers=None, holes=(0, 4)).count() == 7  # matchings of a square


def test_pieces_may_have_one_direction_only() -> None:
    assert tiling(["##"], (4, 4), numbers=None, rotations=False).count() == 1
    skew = "##.\n.##"
    assert tiling([skew], skew, reflections=False).count() == 1
    assert tiling([skew], ".##\n##.", reflections=False).count() == 0
    assert tiling([skew], ".##\n##.").count() == 1


def test_solutions_are_drawn() -> None:
    solution = tiling("AA\nB.", (1, 3)).solve().get()
    assert sorted(option.items[0] for option in solution) == ["A", "B"]
    assert picture(solution).to_svg().startswith("<svg")


@pytest.mark.parametrize(
    "cells",
    [
        [[0, 0], [0, 1], [1, 1]],
        np.argwhere(np.array([[1, 1], [0, 1]])),
        np.array([[True, True], [False, True]]),
        np.array([[0, 0], [0, 1], [1, 1]], dtype=np.uint8),
        "11\n01",
    ],
)
def test_cells_are_lists_rows_masks_and_drawings_of_0_and_1(cells: Any) -> None:
    shape = Polyform([(0, 0), (0, 1), (1, 1)])
    assert Polyform(cells) == shape
    assert tiling({"V": shape}, cells).count() == 1
    assert tiling({"V": cells}, shape).count() == 1


def test_a_0_is_no_cell_of_a_piece() -> None:
    """The T tetromino, as many programs write it."""
    pieces = {"T": "010\n111"}
    assert (
        tiling(pieces, (4, 4), numbers=4).count()
        == tiling({"T": ".#.\n###"}, (4, 4), numbers=4).count()
        == 2
    )


def test_places_on_optional_cells_alone() -> None:
    """No tiling needs them: they are left out with a note, or refused."""
    board: dict[str, Any] = {"board": (1, 2), "optional": [(0, 2), (0, 3)], "numbers": None}
    problem = tiling(["##"], **board)
    assert [sorted(note.items) for note in problem.left_out] == [[(0, 2), (0, 3)]]
    assert problem.count() == 1
    assert picture(problem.solve().get()).to_svg().startswith("<svg")
    with pytest.raises(ProblemError, match="has no primary item"):
        tiling(["##"], **board, on_useless="error")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pieces": []}, "there are no pieces"),
        ({"pieces": 5}, "pieces is 5: give a drawing, a mapping or a list"),
        ({"board": ". ."}, "the board has no cells"),
        ({"board": 8}, "8 is neither a drawing, nor a size, nor a list of cells"),
        ({"cells": "octagons"}, "unknown lattice 'octagons'"),
        ({"pieces": {"A": "0A"}}, "the drawing has '0' beside other marks, which may be a cell or"),
        ({"board": "_##"}, "the drawing has '_' beside other marks"),
        ({"pieces": "01\n11"}, "the drawing has 0 and 1 alone: for two pieces take letters"),
        ({"board": [[1, 1], [1, 1]]}, r"the cell \(1, 1\) is given twice; a matrix that marks"),
        (
            {"board": np.ones((2, 3), np.int64)},
            r"an array of shape \(2, 3\) and dtype int64 does not",
        ),
        ({"board": np.ma.array([[0, 1]])}, "a masked array does not say which cells there are"),
        ({"numbers": {"X": 1}}, "numbers has the piece 'X', which is none of the pieces"),
        ({"numbers": (2, 1)}, r"the number of 'A' is \(2, 1\): the least number comes first"),
        ({"numbers": (1, 2, 3)}, r"the number of 'A' is \(1, 2, 3\): give a number"),
        ({"numbers": -1}, "the number of 'A' is -1: it must not be negative"),
        ({"holes": "1"}, "holes is '1': it must be a whole number"),
        ({"pieces": {"hole": "#"}, "holes": 1}, "a piece is named 'hole'"),
        ({"pieces": {(0, 0): "#"}}, r"item \(0, 0\) is listed twice"),
    ],
)
def test_mistakes(arguments: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"pieces": ["##"], "board": (2, 2)} | arguments
    with pytest.raises(ProblemError, match=message):
        tiling(**given)


@pytest.mark.parametrize("n", [1, 26, 27, 30])
def test_no_piece_of_a_list_is_lost(n: int) -> None:
    problem = tiling(["#"] * n, "#" * n)
    assert problem.n_primary == 2 * n
    assert problem.n_options == n * n
