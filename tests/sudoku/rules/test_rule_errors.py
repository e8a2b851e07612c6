"""Errors of rules and clues name the rule, the cells and what is broken.

One mistake for each rule is in `test_each_rule`; here are further ones.
"""

from __future__ import annotations

from typing import Any

import pytest

from sudoku import Classic, Puzzle, Rule, Shape, rule
from sudoku.errors import ClashError, ConstraintError, RuleError
from sudoku.rules.binary_relation import Relation
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import SumTo
from sudoku.rules.places import cells_of

A, B, C = (0, 0), (0, 1), (0, 2)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("jigsaw", ["1112 1222 3344 334"], r"'jigsaw': the map has 15 cells, the board 16"),
        (
            "killer",
            [[(3, [A, B]), (5, [B, C])]],
            r"cage .* column 2: the cell .* column 2, lies in two",
        ),
        ("killer", [[(9, [A, B])], True], r"2 cells add up to 2 to 8, not 9"),
        ("killer", [[(9, [A, (0, 4)])]], r"'killer': row 1, column 5 is not on the board"),
        ("killer", [[(9, [A, A])]], r"'killer': cell at row 1, column 1 comes twice"),
        ("killer", [[(9, [])]], r"'killer': there are no cells"),
        ("killer", [[(9, [A, 3])]], r"'killer': 3 is not a row and a column"),
        ("killer", [[("nine", [A])]], r"'nine' is no integer and no cell, such as 'r1c1'"),
        (
            "killer",
            [[(None, [(i // 4, i % 4) for i in range(5)])]],
            r"has 5 cells, more than the 4",
        ),
        ("thermometer", [[[A]]], r"'thermometer': a line of 1 cells, at least two are needed"),
        ("thermometer", [[[A, B, C, (0, 3), (1, 3)]]], r"has 5 cells, more than the 4 digits"),
        ("arrow", [[([A], [B, (2, 2)])]], r"jumps to row 3, column 3"),
        ("kropki", [[(A, B, C)]], r"'kropki': 3 cells, where a pair is needed"),
        ("kropki", [[], [], ["grey"]], r"dots are white or black, not 'grey'"),
        ("kropki", [[], [], 5], r"negative is 5: give True, False or a list"),
        ("kropki", [[], [], None], r"negative is None: give True"),
        ("kropki", [[], [], "white"], r"negative is 'white': give True"),
        ("palindrome", [[[A, (3, 3)]]], r"'palindrome': the line .* jumps to row 4, column 4"),
        ("quadruple", [[([1], (3, 3))]], r"'quadruple': row 4, column 5 is not on the board"),
        ("skyscraper", [[1, 2, 3]], r"'skyscraper': 3 clues at the top, expected 4"),
        ("kenken", [[(1, "-", [A, B]), (1, "-", [B, C])]], r"a cell lies in two cages"),
    ],
)
def test_further_mistakes_in_parameters_are_named(
    name: str, parameters: list[Any], message: str
) -> None:
    with pytest.raises(RuleError, match=message):
        Puzzle(Shape(2, 2), [Classic(), rule(name, *parameters)])


@pytest.mark.parametrize(
    ("name", "parameters", "clues", "message"),
    [
        (
            "anti_king",
            [],
            {(1, 1): 2, (2, 2): 2},
            r"^rule 'anti_king' excludes 2 in row 2, column 2 with",
        ),
        ("even_odd", [[A]], {A: 3}, r"^row 1, column 1: rule 'even_odd' bars digit 3"),
        ("thermometer", [[[A, B, C]]], {A: 3}, r"rule 'thermometer' bars digit 3"),
        (
            "thermometer",
            [[[A, B]]],
            {A: 3, B: 2},
            r"rule 'thermometer' excludes 3 in row 1, column 1",
        ),
        ("palindrome", [[[A, B, (1, 2)]]], {A: 3, (1, 2): 1}, r"must hold the same digit: 1 and 3"),
        ("killer", [[(6, [A, B, C])]], {A: 4}, r"rule 'killer' bars digit 4"),
        (
            "killer",
            [[(5, [A, B])]],
            {A: 1, B: 3},
            r"^cage at row 1, column 1 of 5 cannot be kept with 1 in row 1, column 1, 3 in row",
        ),
        (
            "killer",
            [[(None, [A, (1, 2)])]],
            {A: 1, (1, 2): 1},
            r"two 1s in cage at row 1, column 1",
        ),
        (
            "renban",
            [[[A, B, C]]],
            {A: 1, B: 4},
            r"renban at row 1, column 1 cannot be kept with 1 in",
        ),
    ],
)
def test_clues_that_break_a_rule_are_named(
    name: str, parameters: list[Any], clues: dict[tuple[int, int], int], message: str
) -> None:
    with pytest.raises(ClashError, match=message):
        Puzzle(Shape(2, 2), [Classic(), rule(name, *parameters)], clues)


class Stating(Rule):
    """A rule that states what a test gives it."""

    name = "stating"
    summary = "States what a test gives it."

    def __init__(self, **statements: Any) -> None:
        for kind, value in statements.items():
            setattr(self, kind, lambda shape, value=value: value)


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (
            "exclusions",
            [((0, 5),)],
            r"the exclusion \(\(0, 5\),\) is not of cells and digits of the board",
        ),
        ("exclusions", [((16, 1), (0, 1))], r"is not of cells and digits"),
        ("exclusions", [((0, 1), (0, 1))], r"is not of one candidate, or of two"),
        ("relations", [Relation(((0, 1),), (1, 2, 3))], r"the relation \(1, 2, 3\) is not of 4"),
        ("relations", [Relation(((0, 1),), (1, 2, 3, 16))], r"is not of 4 digits"),
        ("relations", [Relation(((2, 2),), (1, 2, 4, 8))], r"the pair \(2, 2\) is not of two cel"),
        ("relations", [Relation(((0, 16),), (1, 2, 4, 8))], r"the pair \(0, 16\) is not of two c"),
        ("links", [()], r"the link \(\) is not of different cells"),
        ("links", [(1, 1)], r"the link \(1, 1\) is not of different cells"),
        (
            "constraints",
            [Constraint("sum of all", (1, 99, 2), SumTo(6))],
            r"sum of all: there is no cell 99, only 0 to 15",
        ),
    ],
)
def test_what_a_rule_says_is_checked(kind: str, value: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        Puzzle(Shape(2, 2), [Classic(), Stating(**{kind: value})])


def test_a_constraint_that_is_too_large_is_no_wrong_answer() -> None:
    cells = tuple(range(9))
    product_is_even = Constraint.of_test("the product", cells, lambda digits: max(digits) > 1)
    puzzle = Puzzle(Shape(3, 3), [Classic(), Stating(constraints=[product_is_even])])
    with pytest.raises(ConstraintError, match="product: more than 262144 ways to read its 9 cells"):
        puzzle.count()


def test_rules_need_their_parameters() -> None:
    with pytest.raises(RuleError, match="the rule 'arrow' needs parameters: arrows"):
        rule("arrow")


def test_places_may_be_lists() -> None:
    """Rules of the library have tuples; a rule that a user writes may have anything."""
    assert cells_of(Classic(), Shape(2, 2), [[0, 1], (1, 0)]) == (1, 4)  # type: ignore[list-item]
    with pytest.raises(RuleError, match="row 5, column 1 is not on the board"):
        cells_of(Classic(), Shape(2, 2), [[4, 0]])  # type: ignore[list-item]
