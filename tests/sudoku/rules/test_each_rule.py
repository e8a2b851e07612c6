"""Every rule of the registry: its titles, its number of 4x4 grids, and the message for a mistake.

Each number of grids has one of two sources. Either it is published, as the comment beside it says;
or it is the number of grids, of all that `tests.oracle` finds by brute force, that a plain test
accepts, which uses nothing of the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest

from sudoku import Classic, Puzzle, Rule, RuleError, Shape, rule
from sudoku.geometry.outlines import Outline
from sudoku.rules.latin import Latin
from sudoku.rules.parsing import read_rule
from sudoku.rules.pencil_marks import PencilMarks
from sudoku.rules.registry import RULES
from sudoku.rules.sum_line import SumLine
from sudoku.statement.statement import statement
from tests.oracle import Rows, latin_squares, small_grids
from tests.sudoku.rules.meanings import (
    PLACES,
    SHAPE,
    Place,
    Test,
    all_in_turn,
    are_whole_sums,
    between_ends,
    box_of,
    box_sum,
    box_sums,
    first_hidden,
    is_double,
    is_equal_cage,
    is_increasing,
    is_next,
    is_unsummed,
    is_zipped,
    n_seen,
    plain_rules,
    read,
)

PLAIN = plain_rules()
ON_ROW_1 = "at row 1, column 1"


class Case(NamedTuple):
    """One rule: its parameters, what the grids are, and parameters that are refused.

    Attributes
    ----------
    n_grids
        The number of grids.
    title
        The last title of its houses, groups and constraints, empty where it has none.
    parameters
        Those of the rule.
    is_kept
        A plain test of a grid; None where the number of grids is published.
    wrong
        Parameters that the rule refuses.
    message
        Of the error that is raised then.
    board
        The other rules: ``"boxes"``, those of sudoku; ``"latin"``, rows and columns only; or none,
        on a small board of the given rows and columns with the digits 1 to 4.
    """

    n_grids: int
    title: str
    parameters: Sequence[Any]
    is_kept: Test | None
    wrong: Sequence[Any] = ()
    message: str = ""
    board: str = "boxes"


def at(letters: str) -> list[Place]:
    """Return places by letters: a to d are the first row, e to h the second, and so on."""
    return [PLACES["abcdefghijklmnop".index(letter)] for letter in letters]


def on(letters: str, test: Callable[[list[int]], bool]) -> Test:
    """Return a test of the digits in some places."""
    return lambda g: test(read(g, at(letters)))


def view(side: str, clue: int) -> list[list[int | None]]:
    """Return clues of which only the first on the left is given."""
    none: list[int | None] = [None] * 4
    return [none, none, [clue, None, None, None]] if side == "left" else [[clue, *none[1:]]]


def branches(letters: str) -> list[list[Rule]]:
    """Return one branch for each place: it holds a 1."""
    return [[PencilMarks([(place, [1])])] for place in at(letters)]


def is_one_piece(grid: Rows) -> bool:
    """Return whether the cells without a 4 are connected by their sides, by spreading from one."""
    inside = {(i, j) for i, row in enumerate(grid) for j, digit in enumerate(row) if digit != 4}
    reached = {min(inside)}
    for _ in inside:
        reached |= {
            (i + down, j + right)
            for i, j in reached
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        } & inside
    return reached == inside


def pairs(grid: Rows, moves: Sequence[Place]) -> Iterator[tuple[int, int]]:
    """Yield the digits of all pairs of cells that are one of some moves apart."""
    for (i, row), (down, right) in product(enumerate(grid), moves):
        for k, digit in enumerate(row):
            if i + down < len(grid) and 0 <= k + right < len(row):
                yield digit, grid[i + down][k + right]


def two_by_two(grid: Rows) -> list[set[int]]:
    """Return the digits of each square of two by two cells in two rows."""
    one, other = grid
    return [{*one[k : k + 2], *other[k : k + 2]} for k in range(len(one) - 1)]


FIRST_CLUE = "the clue at the left of row 1"
OFF = [(4, 0), (4, 1)]
IS_OFF = "row 5, column 1 is not on the board"
JUMPS = f"the line {ON_ROW_1}, jumps to row 1, column 3"

CASES: dict[str, Case] = {
    "classic": Case(288, "box 4", (), None),  # OEIS A107739
    "latin": Case(576, "column 4", (), None, board="latin"),  # OEIS A002860
    "diagonal": Case(48, "diagonal 2", (), PLAIN["diagonal"]),
    "windoku": Case(168, "window 1", (), PLAIN["windoku"]),
    "disjoint_groups": Case(168, "disjoint group 4", (), PLAIN["disjoint_groups"]),
    "anti_knight": Case(24, "", (), PLAIN["anti_knight"]),
    "dutch_flatmates": Case(8, "the flat at row 3, column 4", (), PLAIN["dutch_flatmates"]),
    "anti_king": Case(
        1296, "", (), lambda g: all(a != b for a, b in pairs(g, [(1, 1), (1, -1)])), board="2x3"
    ),
    "anti_taxicab": Case(
        1533,
        "",
        (),
        lambda g: (
            all(not a == b == 1 for a, b in pairs(g, [(0, 1), (1, 0)]))
            and all(not a == b == 2 for a, b in pairs(g, [(0, 2), (1, 1), (1, -1)]))
            and all(not a == b == 3 for a, b in pairs(g, [(1, 2), (1, -2)]))
        ),
        board="2x3",
    ),
    "non_consecutive": Case(
        302,
        "",
        (),
        lambda g: not any(is_next(a, b) for a, b in pairs(g, [(0, 1), (1, 0)])),
        board="2x3",
    ),
    "global_entropy": Case(
        728,
        "entropic square at row 1, column 2",
        (),
        lambda g: all({3, 4} < s and s & {1, 2} for s in two_by_two(g)),
        board="2x3",
    ),
    "global_modular": Case(
        728,
        "modular square at row 1, column 2",
        (),
        lambda g: all({2, 3} < s and s & {1, 4} for s in two_by_two(g)),
        board="2x3",
    ),
    "suguru": Case(
        96,
        "region 2",
        ["1122 1122"],
        lambda g: (
            len({*g[0][:2], *g[1][:2]}) == 4 == len({*g[0][2:], *g[1][2:]})
            and all(a != b for a, b in pairs(g, [(0, 1), (1, 0), (1, 1), (1, -1)]))
        ),
        ["1111 1222"],
        "region 1 has 5 cells, more than the 4 digits",
        board="2x4",
    ),
    "jigsaw": Case(
        144,
        "region 4",
        ["1122 1132 4432 4433"],
        lambda g: all(
            len(set(read(g, at(region)))) == 4 for region in ("abef", "cdhl", "gkop", "ijmn")
        ),
        ["1111 1222 2333 3444"],
        "region 1 has 5 cells, expected 4",
        board="latin",
    ),
    "even_odd": Case(
        48,
        "",
        [at("a"), at("fk")],
        on("afk", lambda d: [x % 2 for x in d] == [0, 1, 1]),
        [OFF],
        IS_OFF,
    ),
    "minimum": Case(
        78,
        "",
        [at("f")],
        on("fbegj", lambda d: d[0] < min(d[1:])),
        [at("a") + at("a")],
        f"cell {ON_ROW_1} comes twice",
    ),
    "maximum": Case(
        26,
        "",
        [at("ak")],
        lambda g: (
            on("abe", lambda d: d[0] > max(d[1:]))(g)
            and on("kgjlo", lambda d: d[0] > max(d[1:]))(g)
        ),
        [[]],
        "there are no cells",
    ),
    "pencil_marks": Case(
        48,
        "",
        [[((0, 0), [1, 2]), ((1, 1), [3])]],
        on("af", lambda d: d[0] in (1, 2) and d[1] == 3),
        [[((4, 0), [1])]],
        IS_OFF,
    ),
    "extra_regions": Case(
        144,
        "extra region 1",
        [[at("cgf")]],
        on("cgf", lambda d: len(set(d)) == 3),
        [[at("abcde")]],
        "extra region 1 has 5 cells, more than the 4 digits",
    ),
    "killer": Case(
        48,
        f"cage {ON_ROW_1} of 6",
        [[(6, at("ae"))]],
        on("ae", lambda d: sum(d) == 6 and d[0] != d[1]),
        [[(2, at("ab"))]],
        f"cage {ON_ROW_1}: 2 cells add up to 3 to 7, not 2",
    ),
    "kenken": Case(
        12,
        "cage at row 2, column 3, of 2/",
        [[(6, "*", at("bf")), (1, "-", at("cd")), (2, "/", at("gh"))]],
        lambda g: (
            on("bf", lambda d: d[0] * d[1] == 6)(g)
            and on("cd", lambda d: abs(d[0] - d[1]) == 1)(g)
            and on("gh", lambda d: is_double(*d))(g)
        ),
        [[(1, "%", at("ab"))]],
        "'%' is none of",
    ),
    "sums": Case(
        72,
        f"sum {ON_ROW_1}, of 1",
        [[(1, at("ab"), at("gg"))]],
        on("abg", lambda d: d[0] + d[1] - 2 * d[2] == 1),
        [[(1, OFF, [])]],
        IS_OFF,
    ),
    "thermometer": Case(24, "", [[at("afk")]], on("afk", is_increasing), [[at("ac")]], JUMPS),
    "arrow": Case(
        48,
        f"arrow {ON_ROW_1}",
        [[(at("a"), at("bc"))]],
        on("abc", lambda d: d[0] == d[1] + d[2]),
        [[(at("a"), [])]],
        f"arrow {ON_ROW_1} needs a circle and a shaft",
    ),
    "double_arrow": Case(
        96,
        f"double arrow {ON_ROW_1}",
        [[at("abcd")]],
        on("abcd", lambda d: d[0] + d[3] == d[1] + d[2]),
        [[at("ab")]],
        f"the line {ON_ROW_1}, has no cell between its circles",
    ),
    "zipper": Case(
        48, f"zipper {ON_ROW_1}", [[at("abc")]], on("abc", is_zipped), [[at("ac")]], JUMPS
    ),
    "sum_line": Case(
        96,
        f"sum line {ON_ROW_1}",
        [[at("abcd")], 5],
        on("abcd", lambda d: are_whole_sums(d, 5)),
        [[at("ac")]],
        JUMPS,
    ),
    "from_zero": Case(
        192,
        f"sum line {ON_ROW_1}",
        [[SumLine([at("abcd")], total=3)]],
        on("abcd", lambda d: are_whole_sums([x - 1 for x in d], 3)),
        [[Classic()]],
        "each rule is one of distinct, rellik, sum_line, x_sum",
    ),
    "region_sum": Case(
        96,
        f"region sum line {ON_ROW_1}, part 2",
        [[at("abcd")]],
        lambda g: len(set(box_sums(g, at("abcd")))) == 1,
        [[at("ac")]],
        JUMPS,
    ),
    "little_killer": Case(
        48,
        f"little killer {ON_ROW_1}, of 9",
        [[(9, at("afk"))]],
        on("afk", lambda d: sum(d) == 9),
        [[(13, at("afk"))]],
        "3 cells add up to 3 to 12, not 13",
    ),
    "kropki": Case(
        48,
        "",
        [[at("ab")], [at("gk")]],
        lambda g: is_next(*read(g, at("ab"))) and is_double(*read(g, at("gk"))),
        [[at("ac")]],
        "the cells at row 1, column 1 and row 1, column 3 do not touch",
    ),
    "xv": Case(
        96,
        "",
        [[], [at("ab")]],
        on("ab", lambda d: sum(d) == 5),
        [[at("af")]],
        "do not touch",
    ),
    "difference": Case(
        96,
        "",
        [[(2, at("ab"))]],
        on("ab", lambda d: abs(d[0] - d[1]) == 2),
        [[(2, at("abc"))]],
        "3 cells, where a pair is needed",
    ),
    "ratio": Case(
        96,
        "",
        [[(2, at("ab"))]],
        on("ab", lambda d: is_double(*d)),
        [[(2, at("a"))]],
        "1 cells, where a pair is needed",
    ),
    "greater_than": Case(
        144,
        "",
        [[at("ab")]],
        on("ab", lambda d: d[0] > d[1]),
        [[at("abc")]],
        "3 cells, where a pair is needed",
    ),
    "consecutive": Case(
        144,
        "",
        [[at("ab")], False],
        on("ab", lambda d: is_next(*d)),
        [[at("ac")]],
        "do not touch",
    ),
    "whispers": Case(
        48,
        "",
        [[at("abf")], 2],
        on("abf", lambda d: all(abs(x - y) >= 2 for x, y in pairwise(d))),
        [[at("ac")]],
        JUMPS,
    ),
    "nabner": Case(
        144,
        "",
        [[at("af")]],
        on("af", lambda d: abs(d[0] - d[1]) > 1),
        [[at("a")]],
        "a line of 1 cells, at least two are needed",
    ),
    "renban": Case(
        144,
        f"renban {ON_ROW_1}",
        [[at("abc")]],
        on("abc", lambda d: max(d) - min(d) == 2 == len(set(d)) - 1),
        [[at("abcdh")]],
        f"renban {ON_ROW_1} has 5 cells, more than the 4 digits",
    ),
    "palindrome": Case(
        144, "", [[at("bei")]], on("bei", lambda d: d[0] == d[2]), [[at("ac")]], JUMPS
    ),
    "between": Case(
        96,
        f"between line {ON_ROW_1}",
        [[at("abc")]],
        on("abc", lambda d: min(d[0], d[2]) < d[1] < max(d[0], d[2])),
        [[at("ab")]],
        "has no cell between its ends",
    ),
    "lockout": Case(
        48,
        f"lockout line {ON_ROW_1}",
        [[at("abc")], 2],
        on("abc", lambda d: abs(d[0] - d[2]) >= 2 and not min(d[::2]) <= d[1] <= max(d[::2])),
        [[at("ac")]],
        JUMPS,
    ),
    "entropic": Case(
        48,
        f"entropic line {ON_ROW_1}",
        [[at("abfk")]],
        on("abfk", lambda d: all_in_turn(d, [0, 0, 0, 1, 2].__getitem__)),
        [[at("ac")]],
        JUMPS,
    ),
    "modular": Case(
        48,
        f"modular line {ON_ROW_1}",
        [[at("abfk")]],
        on("abfk", lambda d: all_in_turn(d, lambda digit: digit % 3)),
        [[at("ab")], 1],
        "the modulus 1 is less than 2",
    ),
    "clone": Case(
        144,
        "",
        [[(at("ab"), at("gh"))]],
        lambda g: read(g, at("ab")) == read(g, at("gh")),
        [[(at("ab"), at("c"))]],
        "an area of 2 cells, its twin of 1",
    ),
    "same_values": Case(
        48,
        "area at row 3, column 3, of 4",
        [[[at("af"), at("kp")]]],
        lambda g: sorted(read(g, at("af"))) == sorted(read(g, at("kp"))),
        [[[at("ab"), at("c")]]],
        "the area at row 1, column 3, has 1 cells, not 2",
    ),
    "quadruple": Case(
        36,
        "quadruple at row 2, column 2",
        [[([1, 1], (1, 1))]],
        on("fgjk", lambda d: d.count(1) >= 2),
        [[([5], (0, 0))]],
        "(5,) are not one to four digits",
    ),
    "contains": Case(
        96,
        "area at row 1, column 2",
        [[([1, 2], at("bcg"))]],
        on("bcg", lambda d: {1, 2} <= set(d)),
        [[([1, 2], at("a"))]],
        "(1, 2) are not digits for 1 cells",
    ),
    "look_and_say": Case(
        36,
        f"cage {ON_ROW_1}, of 3",
        [[([(2, 3)], at("afk"))]],
        on("afk", lambda d: d.count(3) == 2),
        [[([(4, 3)], at("abc"))]],
        "4 times 3 in 3 cells",
    ),
    "counting_circles": Case(
        12,
        "the circles",
        [at("afg")],
        on("afg", lambda d: all(d.count(x) == x for x in d)),
        [OFF],
        IS_OFF,
    ),
    "distinct": Case(
        72,
        f"the count {ON_ROW_1}",
        [[((0, 0), at("bek"))]],
        on("abek", lambda d: d[0] == len(set(d[1:]))),
        [[((0, 0), at("a"))]],
        f"cell {ON_ROW_1} comes twice",
    ),
    "rellik": Case(
        72,
        f"rellik cage {ON_ROW_1}",
        [[(7, at("abc"))]],
        on("abc", lambda d: is_unsummed(d, 7)),
        [[(0, at("ab"))]],
        "the number is 1 or more, not 0",
    ),
    "lunchbox": Case(
        48,
        f"lunchbox {ON_ROW_1}",
        [[(2, at("abc"))]],
        on("abc", lambda d: box_sum(d) == 2),
        [[(2, at("abcde"))]],
        "is not at most 4 of the cells",
    ),
    "equality": Case(
        96,
        f"equality cage {ON_ROW_1}",
        [[at("ae")]],
        on("ae", is_equal_cage),
        [[OFF]],
        IS_OFF,
    ),
    "indexer": Case(
        31,
        "",
        [at("a"), at("b"), at("k")],
        lambda g: (
            g[0][g[0][0] - 1] == 1 and g[g[0][1] - 1][1] == 1 and box_of(g, 2, 2)[g[2][2] - 1] == 1
        ),
        [OFF],
        IS_OFF,
    ),
    "sandwich": Case(
        48,
        FIRST_CLUE,
        view("left", 2),
        on("abcd", lambda d: between_ends(d) == 2),
        view("top", 6),
        "the clue at the top of column 1: sums are 0, 2 to 3, 5, not 6",
    ),
    "x_sum": Case(
        48,
        FIRST_CLUE,
        view("left", 6),
        on("abcd", lambda d: sum(d[: d[0]]) == 6),
        view("top", 0),
        "sums are 1 to 10, not 0",
    ),
    "skyscraper": Case(
        72,
        FIRST_CLUE,
        view("left", 3),
        on("abcd", lambda d: n_seen(d) == 3),
        view("top", 5),
        "the clue at the top of column 1: 1 to 4 are seen, not 5",
    ),
    "hidden_skyscraper": Case(
        96,
        FIRST_CLUE,
        view("left", 2),
        on("abcd", lambda d: first_hidden(d) == 2),
        view("top", 5),
        "5 is not 1 to 4",
    ),
    "numbered_room": Case(
        48,
        FIRST_CLUE,
        view("left", 4),
        on("abcd", lambda d: d[d[0] - 1] == 4),
        [[1, 2, 3]],
        "3 clues at the top, expected 4",
    ),
    "str8ts": Case(
        192,
        "column compartment at row 1, column 4",
        [at("c")],
        on("abgko", lambda d: is_next(*d[:2]) and max(d[2:]) - min(d[2:]) == 2),
        [OFF],
        IS_OFF,
        board="latin",
    ),
    "relations": Case(
        48,
        "",
        [[at("ag")], [(1, 3), (2, 2)]],
        on("ag", lambda d: d in ([1, 3], [2, 2])),
        [[at("abc")], [(1, 3)]],
        "3 cells, where a pair is needed",
    ),
    "automaton": Case(
        24,
        f"automaton {ON_ROW_1}",
        [[at("abc")], [(0, 1, 1), (1, 2, 1), (1, 3, 1), (1, 4, 2)], [0], [1]],
        on("abc", lambda d: d[0] == 1 and 4 not in d),
        [[at("ac")], [], [0], [0]],
        JUMPS,
    ),
    "either": Case(
        180,
        "choice of digits of r1c1, digits of r2c2 or digits of r3c3",
        [branches("afk")],
        on("afk", lambda d: 1 in d),
        [[[1]]],
        "a branch is a sequence of rules",
    ),
    "line_order": Case(
        144,
        "the line at row 2, column 1",
        [[((0, 0), at("efgh"), at("mnop"))]],
        lambda g: g[0][0] <= 2 and (g[1][0] != g[3][0] or (g[1] < g[3]) == (g[0][0] == 1)),
        [[(None, at("ab"), at("e"))]],
        "the lines that are compared differ in length",
    ),
    "connected": Case(
        216,
        "the rectangle at row 1, column 1, of 1 or 2 or 3",
        [[at("abcd"), at("efgh"), at("ijkl"), at("mnop")], [1, 2, 3]],
        is_one_piece,
        [[at("ab"), at("e")], [1]],
        "the rows of the rectangle differ in length",
    ),
    "unknown_regions": Case(
        288,
        "region 2",
        [[at("ab"), at("ef")], [at("cd"), at("gh")], 2],
        lambda g: (
            (*g[0][2:], *g[1][2:]) in ((1, 1, 2, 2), (1, 2, 1, 2))
            and all(
                len({g[i][j] for i in (0, 1) for j in (0, 1) if g[i][j + 2] == region}) == 2
                for region in (1, 2)
            )
        ),
        [[at("ab"), at("ef")], [at("cd"), at("gh")], 3],
        "4 cells are not up to 4 regions of 3 cells",
        board="2x4",
    ),
}


def test_every_rule_is_here() -> None:
    assert set(CASES) == set(RULES)


def grids_of(board: str) -> Sequence[Rows]:
    """Return all grids of a kind of board, found by brute force."""
    if board in ("boxes", "latin"):
        return small_grids() if board == "boxes" else latin_squares()
    n_rows, n_columns = map(int, board.split("x"))
    return list(product(product(range(1, 5), repeat=n_columns), repeat=n_rows))


def shape_of(board: str) -> Shape:
    if board in ("boxes", "latin"):
        return SHAPE
    n_rows, n_columns = map(int, board.split("x"))
    return Outline(4, list(product(range(n_rows), range(n_columns))))


def puzzle_of(name: str) -> Puzzle:
    case = CASES[name]
    base: dict[str, list[Rule]] = {"boxes": [Classic()], "latin": [Latin()]}
    rules = dict.fromkeys([*base.get(case.board, []), rule(name, *case.parameters)])
    return Puzzle(shape_of(case.board), list(rules))


@pytest.mark.parametrize("name", CASES)
def test_number_of_grids(name: str) -> None:
    case = CASES[name]
    assert puzzle_of(name).count() == case.n_grids
    if case.is_kept:
        assert sum(map(case.is_kept, grids_of(case.board))) == case.n_grids


@pytest.mark.parametrize("name", CASES)
def test_titles(name: str) -> None:
    case = CASES[name]
    stated = statement(shape_of(case.board), (rule(name, *case.parameters),))
    titles = [each.title for each in stated.houses + stated.groups + stated.constraints]
    assert ["", *titles][-1] == case.title


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].parameters])
def test_wrong_parameters_are_named(name: str) -> None:
    with pytest.raises(RuleError) as raised:
        Puzzle(shape_of(CASES[name].board), [rule(name, *CASES[name].wrong)])
    assert str(raised.value).startswith(f"rule {name!r}: ")
    assert CASES[name].message in str(raised.value)


@pytest.mark.parametrize("name", [name for name in CASES if not CASES[name].parameters])
def test_rules_without_parameters_refuse_any(name: str) -> None:
    with pytest.raises(RuleError, match=f"the rule '{name}' has no parameters"):
        read_rule(f"{name}=[1]")
