"""Rules: their houses, their registry, and that they are values."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.errors import RuleError
from sudoku.formats.fpuzzles.reader import diagonal_of
from sudoku.formats.fpuzzles.writer import to_fpuzzles
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import place_name
from sudoku.pictures.marks import Outside
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Exclusion, House, Rule
from sudoku.rules.binary_relation import Relation
from sudoku.rules.classic import Classic
from sudoku.rules.diagonal import Diagonal
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import rule_of
from sudoku.rules.registry import RULES, rule, rule_class
from sudoku.statement.statement import statement


def with_names(value: Any) -> Any:
    """Return parameters with each place as the name of its cell."""
    if isinstance(value, tuple) and [*map(type, value)] == [int, int]:
        return place_name(*value)
    return tuple(map(with_names, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", EXAMPLES)
def test_cells_may_be_names(name: str) -> None:
    made = rule_of(name, json.loads(EXAMPLES[name]))
    given = {field.name: getattr(made, field.name) for field in fields(rule_class(name))}
    named = {key: with_names(value) for key, value in given.items()}
    assert rule(name, **named) == made


shapes = st.builds(Shape, st.integers(1, 6), st.integers(1, 6))


def without_cells(name: str) -> Rule:
    """Return a rule with nothing for each parameter that it needs."""
    needed = [field for field in fields(rule_class(name)) if field.default is MISSING]
    return rule(name, *[()] * len(needed))


@pytest.mark.parametrize("name", RULES)
def test_registry(name: str) -> None:
    made = without_cells(name)
    assert isinstance(made, Rule)
    assert made.name == name
    assert made.summary.endswith(".")
    assert "\n" not in made.summary
    assert made == without_cells(name)
    assert hash(made) == hash(without_cells(name))


@pytest.mark.parametrize("name", sorted(set(RULES) - {"jigsaw", "suguru"}))  # they need a map
@given(shape=shapes)
def test_houses_are_n_cells_of_the_grid(name: str, shape: Shape) -> None:
    houses = without_cells(name).houses(shape)
    assert len({house.name for house in houses}) == len(houses)
    for house in houses:
        assert len(set(house.cells)) == len(house.cells) == shape.n
        assert set(house.cells) <= set(range(shape.n_cells))


@given(shapes)
def test_classic_is_rows_columns_and_boxes_in_order(shape: Shape) -> None:
    houses = Classic().houses(shape)
    assert [house.cells for house in houses] == [*shape.rows(), *shape.columns(), *shape.boxes()]
    numbers = range(1, shape.n + 1)
    assert [house.name for house in houses] == [f"{kind}{i}" for kind in "rcb" for i in numbers]


@given(shapes)
def test_diagonals_run_down_from_both_upper_corners(shape: Shape) -> None:
    first, second = Diagonal().houses(shape)
    assert (first.name, second.name) == ("d1", "d2")
    places = [shape.position(cell) for cell in first.cells]
    assert places == [(i, i) for i in range(shape.n)]
    places = [shape.position(cell) for cell in second.cells]
    assert places == [(i, shape.n - 1 - i) for i in range(shape.n)]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("r1", "row 1"),
        ("c12", "column 12"),
        ("b4", "box 4"),
        ("d2", "diagonal 2"),
        ("window 1", "window 1"),
        ("d", "d"),
        ("w1", "w1"),
    ],
)
def test_titles(name: str, title: str) -> None:
    assert House(name, ()).title == title


def test_unknown_rule() -> None:
    with pytest.raises(RuleError, match=r"^unknown rule 'x'; the rules are classic, diagonal"):
        rule("x")


def test_rules_are_values() -> None:
    assert Classic() == Classic()
    assert len({Classic(), Classic(), Diagonal()}) == 2
    with pytest.raises(AttributeError):
        Classic().name = "other"


def test_a_rule_states_nothing_unless_it_says_so() -> None:
    @dataclass(frozen=True)
    class Named(Rule):
        name = "named"
        summary = "Says nothing."

    named, shape = Named(), Shape(3, 3)
    everything = (
        *(named.houses, named.groups, named.exclusions, named.relations, named.links),
        named.constraints,
    )
    assert [list(ask(shape)) for ask in everything] == [[]] * 6
    with pytest.raises(TypeError, match="abstract"):
        Rule()  # type: ignore[abstract]


@dataclass(frozen=True)
class Pairs(Rule):
    """Relations, and exclusions one by one."""

    related: tuple[Relation, ...] = ()
    excluded: tuple[Exclusion, ...] = ()

    name = "pairs"
    summary = "Says what a test gives it."

    def relations(self, shape: Shape) -> tuple[Relation, ...]:
        return self.related

    def exclusions(self, shape: Shape) -> tuple[Exclusion, ...]:
        return self.excluded


@given(
    st.lists(
        st.tuples(
            st.lists(st.permutations(range(4)).map(lambda cells: (cells[0], cells[1]))),
            st.tuples(*[st.integers(0, 15)] * 4),
        )
    )
)
def test_relations_say_the_same_as_their_exclusions(
    drawn: list[tuple[list[tuple[int, int]], tuple[int, ...]]],
) -> None:
    relations = tuple(Relation(tuple(pairs), supports) for pairs, supports in drawn)
    exclusions = tuple(
        ((one, a), (other, b))
        for pairs, supports in drawn
        for one, other in pairs
        for a, b in product(range(1, 5), repeat=2)
        if not supports[a - 1] >> b - 1 & 1
    )
    shape, half = Shape(2, 2), len(relations) // 2
    spec = statement(shape, (Pairs(relations),))
    assert spec == statement(shape, (Pairs(excluded=exclusions),))
    twice = dict.fromkeys([Pairs(relations[half:]), Pairs(relations[:half] + relations)])
    assert spec == statement(shape, tuple(twice))
    assert set(map(frozenset, spec.excluded())) == set(map(frozenset, exclusions))
    assert spec.has_only_houses == (not exclusions)


@pytest.mark.parametrize("size", range(2, 7))
def test_lunchboxes_hold_their_sum_between_their_ends(size: int) -> None:
    shape, cells = Shape(3, 2), [(0, k) for k in range(size)]
    boxes = [rule("lunchbox", [(k, cells)]) for k in range(15)]
    conditions = [condition for box in boxes for condition in box.constraints(shape)]
    for digits in permutations(range(1, 7), size):
        first, last = sorted([digits.index(min(digits)), digits.index(max(digits))])
        inside = sum(digits[first + 1 : last])
        assert [each.allows(digits) for each in conditions] == [k == inside for k in range(15)]


def test_kinds_of_dots_are_listed_once_and_in_one_order() -> None:
    whole = rule("kropki", negative=True)
    assert rule("kropki", negative=["black", "white", "black"]) == whole
    assert rule("kropki", negative=("black", "black")) == rule("kropki", negative=["black"])


@pytest.mark.parametrize(
    ("corner", "outside", "direction"),
    [
        ((0, 0), "R0C2", "DL"),
        ((0, 8), "R0C8", "DR"),
        ((8, 0), "R10C2", "UL"),
        ((8, 8), "R10C8", "UR"),
    ],
)
def test_little_killers_of_one_corner_lead_out_of_the_grid(
    corner: tuple[int, int], outside: str, direction: str
) -> None:
    puzzle = Puzzle(rules=[Classic(), rule("little_killer", [(5, [corner])])])
    [entry] = json.loads(to_fpuzzles(puzzle))["littlekillersum"]
    assert (entry["cell"], entry["direction"]) == (outside, direction)
    assert diagonal_of({"cell": outside, "direction": direction}, 9) == [corner]
    [mark] = puzzle.rules[1].drawing(puzzle.shape)
    way = (1 if direction[0] == "D" else -1, 1 if direction[1] == "R" else -1)
    assert isinstance(mark, Outside) and mark.way == way
