"""Elements of variants: what they leave is right and complete, and said in plain words."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise, product
from math import prod as product_of
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku import Classic, Killer, Puzzle, Shape, explain, random_isomorph, rule, solve
from sudoku.errors import SudokuError
from sudoku.explaining.examples import example
from sudoku.explaining.explanation import End, Stage
from sudoku.formats.fpuzzles.reader import from_fpuzzles
from sudoku.formats.janko.reader import from_layout
from sudoku.puzzle.board import Board
from sudoku.ratings.variants import OF_ELEMENTS
from sudoku.rules.either import Either
from sudoku.rules.element import Element
from sudoku.rules.even_odd import EvenCount
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.linear import DifferenceOf, SumTo
from sudoku.rules.parsing import read_rule
from sudoku.rules.renban import Run
from sudoku.rules.same_values import SameDigits
from sudoku.rules.skyscraper import Visible
from sudoku.statement.elements import elements
from sudoku.statement.fillings import MOST_NODES, Task
from sudoku.techniques.climb import find_all
from sudoku.techniques.geometry import geometry
from sudoku.techniques.registry import ELEMENTS, EXCLUSIONS, LAST_RESORTS, TECHNIQUES
from sudoku.techniques.several_elements import _connected, _title, groups
from sudoku.techniques.two_elements import joined
from tests.sudoku_puzzles import is_right

READERS = (None, SumTo(9), DifferenceOf(1, 0), Run(4), Visible(2), SameDigits(2), EvenCount(2))
FORCING = {"cell_forcing", "unit_forcing", "nishio", "anti_nishio", *LAST_RESORTS[:-1]}
CHAINS = "several_elements"
N = 6
SOLVED = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"


@settings(max_examples=150)
@given(
    st.sampled_from(READERS),
    st.lists(st.integers(1, 2**N - 1), min_size=4, max_size=4),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4),
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.integers(0, 3),
            st.lists(st.integers(0, 2**N - 1), min_size=N, max_size=N).map(tuple),
        ).filter(lambda pair: pair[0] != pair[1]),
        max_size=2,
    ),
)
def test_what_is_left_is_what_some_filling_has(reader, domains, seeing, pairs) -> None:  # type: ignore[no-untyped-def]
    peers = [0] * 4
    for one, other in seeing:
        if one != other:
            peers[one] |= 1 << other
            peers[other] |= 1 << one
    task = Task(Element("x", "x", "", (0, 1, 2, 3), reader, tuple(pairs)), peers)
    digits = [[d for d in range(1, N + 1) if mask >> d - 1 & 1] for mask in domains]
    ways = [
        way
        for way in product(*digits)
        if (reader is None or reader.allows(way))
        and all(way[a] != way[b] for a in range(4) for b in range(4) if peers[a] >> b & 1)
        and all(supports[way[a] - 1] >> way[b] - 1 & 1 for a, b, supports in pairs)
    ]
    expected = tuple(sum({1 << way[k] - 1 for way in ways}) for k in range(4))
    assert task.filled(tuple(domains)) == expected
    assert task.has_filling(tuple(domains)) == bool(ways)


@settings(max_examples=60)
@given(
    st.sampled_from([reader for reader in READERS if reader]),
    st.sampled_from([reader for reader in READERS if reader]),
    st.permutations(range(4)).map(tuple),
    st.lists(st.integers(1, 5), min_size=4, max_size=4, unique=True),
    st.lists(st.integers(1, 2**N - 1), min_size=6, max_size=6),
)
def test_two_elements_have_the_fillings_that_both_have(  # type: ignore[no-untyped-def]
    reader, other_reader, order, others, domains
) -> None:
    one = Element("x", "x", "", order, reader)
    other = Element("y", "y", "", tuple(others), other_reader)
    both = joined(one, other)
    digits = [[d for d in range(1, N + 1) if domains[cell] >> d - 1 & 1] for cell in both.cells]
    ways = []
    for way in product(*digits):
        held = dict(zip(both.cells, way, strict=True))
        if all(each.reader.allows(tuple(held[c] for c in each.cells)) for each in (one, other)):  # type: ignore[union-attr]
            ways.append(way)
    expected = [sum({1 << way[k] - 1 for way in ways}) for k in range(len(both.cells))]
    task = Task(both, [0] * 6)
    found = task.filled(tuple(domains[cell] for cell in both.cells))
    assert all(left & want == want for left, want in zip(found, expected, strict=True))
    if product_of(map(len, digits)) < MOST_NODES:
        assert list(found) == expected


@pytest.mark.parametrize("name", EXAMPLES)
def test_elements_say_where_they_are_and_what_they_mean(name: str) -> None:
    rules = (read_rule(f"{name}={EXAMPLES[name]}"),)
    for technique, found in elements(Shape(3, 3), rules).items():
        assert technique in ELEMENTS
        for element in found:
            assert element.meaning[0].isupper() or element.meaning.startswith("r")
            assert not re.search(r"\b(and|or|holds:) [A-Z][a-z]|\b1 time\b", element.meaning)
            assert not element.meaning.endswith(".")
            assert len(element.title) < 90
            assert "row 1, column" not in element.title + element.meaning
            assert element.meaning != rules[0].summary.rstrip(".")
            assert not element.title.startswith("the ")


def words(text: str, removed: list[tuple[int, int]] | None = None, number: int = 0) -> str:
    """Return the words of the first step about a rule in a blank grid."""
    puzzle = Puzzle(rules=[Classic(), read_rule(text)])
    board = Board(puzzle, removed=removed or [])
    found = [step for name in ELEMENTS for step in find_all(name, board)]
    stage = Stage(1, board, found[number])
    return f"{stage.title}. {stage.words}"


@pytest.mark.parametrize(
    ("text", "removed", "expected"),
    [
        (
            'thermometer=[["r1c1", "r1c2", "r2c3", "r3c4"]]',
            [],
            "Thermometer r1c1-r3c4. Digits rise along the thermometer from its bulb r1c1. Each "
            "cell needs a larger digit for each cell after it, and smaller ones before. So r1c1 "
            "is not 7, 8 or 9; r1c2 is not 1, 8 or 9; r2c3 is not 1, 2 or 9; r3c4 is not 1, 2 or "
            "3.",
        ),
        (
            'whispers=[["r1c1", "r1c2", "r2c3"]]',
            [(0, d) for d in (1, 2, 5, 6, 7, 8, 9)],
            "Whispers line r1c1-r2c3. Neighbours on the line from r1c1 differ by 5 or more. r1c1 "
            "is 3 or 4. So r1c2 is not 1, 2, 3, 4, 5, 6 or 7; r2c3 is not 5, 6, 7, 8 or 9.",
        ),
        (
            'rellik=[[9, ["r1c1", "r1c2"]]]',
            [],
            "Rellik cage at r1c1. No digits of r1c1 and r1c2, one or more, add up to 9. So r1c1 "
            "and r1c2 are not 9.",
        ),
        (
            'sums=[[-7, ["r1c1"], ["r1c2"]]]',
            [],
            "Sum at r1c1, of -7. By the sum, r1c1 - r1c2 = -7. So r1c1 is not 3, 4, 5, 6, 7, 8 or "
            "9; r1c2 is not 1, 2, 3, 4, 5, 6 or 7.",
        ),
        (
            'killer=[[3, ["r1c1", "r1c2"]]]',
            [],
            "Cage 3 at r1c1. In the cage, r1c1 and r1c2 are different and add up to 3. Only 1 + 2 "
            "fits the candidates. So r1c1 and r1c2 are not 3, 4, 5, 6, 7, 8 or 9.",
        ),
        (
            'arrow=[[["r1c1"], ["r1c2", "r1c3"]]]',
            [(1, d) for d in (1, 2, 3, 4)],
            "Arrow at r1c1. On the arrow, r1c2 and r1c3 add up to r1c1. r1c2 is at least 5. So "
            "r1c1 is not 1, 2, 3, 4 or 5; r1c2 is not 9; r1c3 is not 5, 6, 7, 8 or 9.",
        ),
        (
            'kropki={"white": [], "black": [["r1c1", "r1c2"]]}',
            [],
            "Black dot r1c1-r1c2. The black dot says that r1c1 and r1c2 are a digit and its "
            "double. So r1c1 and r1c2 are not 5, 7 or 9.",
        ),
    ],
)
def test_words(text: str, removed: list[tuple[int, int]], expected: str) -> None:
    assert words(text, removed) == expected


def test_two_cages_in_a_row_are_looked_at_together() -> None:
    stage = example("two_elements")
    assert f"{stage.title}. {stage.words}" == (
        "Cage 6 at r1c1 and cage 7 at r1c3. In the cage, r1c1 and r1c2 are different and add up to "
        "6. In the cage, r1c3 and r1c4 are different and add up to 7. If r1c3 or r1c4 were "
        "2 or 5, the two could not both be fulfilled. So r1c3 and r1c4 are not 2 or 5."
    )


def test_words_are_about_the_cages_of_the_step_and_not_others_of_this_name() -> None:
    others = [(6, [(0, 0), (3, 0)]), (6, [(0, 0), (0, 1)])]
    killer = Killer([*others, (7, [(0, 2), (0, 3)])], may_overlap=True)
    puzzle = Puzzle(rules=[Classic(), killer])
    removed = [(cell, digit) for cell in (0, 1) for digit in (3, 6, 7, 8, 9)]
    removed += [(cell, digit) for cell in (2, 3) for digit in (7, 8, 9)]
    board = Board(puzzle, removed=removed)
    said = {step.cells: Stage(1, board, step).words for step in find_all("two_elements", board)}
    assert "r1c1 and r1c2 are different and add up to 6. In the cage, r1c3" in said[0, 1, 2, 3]
    assert "r4c1" not in said[0, 1, 2, 3]


def test_two_elements_never_eliminate_the_solution() -> None:
    chance, n_steps = Random(5), 0
    for _ in range(8):
        solution = random_isomorph(SOLVED, seed=chance.getrandbits(30)).grid.cells
        cages = [
            (solution[at] + solution[at + 1], [divmod(at, 9), divmod(at + 1, 9)])
            for at in range(81)
            if at % 9 in (0, 2, 4) and chance.random() < 0.8
        ]
        board = Board(Puzzle(rules=[Classic(), Killer(cages)]))
        alone = {gone for step in find_all("cage", board) for gone in step.eliminations}
        for step in find_all("two_elements", Board(board.puzzle, removed=alone)):
            n_steps += 1
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
    assert n_steps > 10


def test_lines_of_a_row_are_looked_at_together() -> None:
    stage = example(CHAINS)
    assert f"{stage.title}. {stage.words}" == (
        "Row 1 with 2 renban lines. Row 1 holds every digit once. The line from r1c2 holds "
        "consecutive digits in any order. The line from r1c6 holds consecutive digits in any "
        "order. If r1c1 were 2, 3 or 4, the rest of row 1 could not be filled: for example, with 2 "
        "in r1c1, row 1 has no cell left for 1. So r1c1 is not 2, 3 "
        "or 4."
    )


def test_words_of_a_chain_follow_its_dots() -> None:
    dots = [((0, k), (0, k + 1)) for k in range(3)]
    board = Board(Puzzle(rules=[Classic(), rule("kropki", dots, negative=True)]))
    said = [Stage(1, board, step) for step in find_all(CHAINS, board)]
    assert "Row 1 with 3 white dots" in {stage.title for stage in said}
    short = Board(board.puzzle, removed=[(0, digit) for digit in (1, 3, 4, 5, 6, 7, 8, 9)])
    words = {stage.words for stage in (Stage(1, short, s) for s in find_all(CHAINS, short))}
    assert any("with 1 in r1c2, " in each and "has no digit left" in each for each in words), words


def test_words_of_a_long_chain_name_it() -> None:
    cells = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)]
    dots = rule("kropki", list(pairwise(cells)))
    removed = [(20, digit) for digit in range(3, 10)]
    board = Board(Puzzle(rules=[Classic(), dots]), removed=removed)
    words = [Stage(1, board, step).words for step in find_all(CHAINS, board)]
    start = "In the chain of 4 white dots at r3c3-r5c5, each element shares a cell with another."
    assert any(each.startswith(start) for each in words), words


def test_each_house_of_the_same_elements_is_a_group() -> None:
    dots = rule("kropki", [((0, 0), (0, 1)), ((0, 1), (0, 2))], negative=("white",))
    found = groups(geometry(Shape(3, 3), (Classic(), dots)))
    assert [group.house for group in found] == ["row 1", "box 1", ""]


def test_elements_of_a_chain_share_cells() -> None:
    """The first and the last line are connected by one with which the first has too many cells."""
    lines = [[(k, 0) for k in range(5)], [(0, k) for k in range(9)], [(k, 8) for k in range(3)]]
    made = geometry(Shape(3, 3), (Classic(), rule("renban", lines)))
    chains = [group.parts for group in groups(made) if not group.house]
    assert [[len(part.element.cells) for part in parts] for parts in chains] == [[9, 3]]


def test_a_chain_is_found_without_a_look_at_all_elements() -> None:
    looked_at = Counter[int]()

    class Masks(list[int]):
        def __getitem__(self, k: int) -> int:  # type: ignore[override]
            looked_at[k] += 1
            return super().__getitem__(k)

    at = [[k for k in (cell - 1, cell) if 0 <= k < 1000] for cell in range(1001)]
    assert _connected(500, Masks(3 << k for k in range(1000)), at) == tuple(range(495, 506))
    assert looked_at.total() < 50


def test_no_group_is_left_out() -> None:
    signs = [((r, c + 1), (r, c)) for r in range(9) for c in range(8)]
    signs += [((r + 1, c), (r, c)) for r in range(8) for c in range(9) if (r, c) != (2, 2)]
    board = Board(Puzzle(rules=[rule("greater_than", signs)]))
    found = {step.constraint for step in find_all(CHAINS, board)}
    assert len(found) > 100


def test_several_elements_never_eliminate_the_solution() -> None:
    """On blank boards and boards in progress, of white dots and of renban lines."""
    chance, n_steps = Random(6), Counter[bool]()
    for at_work in (False, True, True):
        solution = random_isomorph(SOLVED, seed=chance.getrandbits(30)).grid.cells
        pairs = [(at, at + way) for at in range(81) for way in (1, 9) if way == 9 or at % 9 < 8]
        white = [
            (divmod(one, 9), divmod(other, 9))
            for one, other in pairs
            if other < 81 and abs(solution[one] - solution[other]) == 1
        ]
        lines = [
            [divmod(at + k, 9) for k in range(size)]
            for size in (3, 4)
            for at in range(81)
            if at % 9 + size <= 9
            and len(run := set(solution[at : at + size])) == max(run) - min(run) + 1
        ]
        rules = [Classic(), rule("kropki", white, negative=("white",)), rule("renban", lines)]
        clues = [digit if at_work and chance.random() < 0.2 else 0 for digit in solution]
        removed = [
            (cell, digit)
            for cell in range(81)
            for digit in range(1, 10)
            if at_work and not clues[cell] and digit != solution[cell] and chance.random() < 0.3
        ]
        board = Board(Puzzle(clues=clues, rules=rules), removed=removed)
        for step in find_all(CHAINS, board):
            n_steps[at_work] += 1
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
    assert min(n_steps[False], n_steps[True]) > 5


def test_the_rule_of_45_says_its_sum() -> None:
    cages = Killer([(40, [(0, k) for k in range(1, 9)])])
    puzzle = Puzzle(rules=[Classic(), cages])
    element = elements(puzzle.shape, puzzle.rules)["rule_of_45"][0]
    assert element.title == "innie of row 1 at r1c1"
    assert element.meaning == (
        "Row 1 adds up to 45 and the cages in it to 40, which leaves 5 for r1c1"
    )


def test_cells_that_hold_the_same_digit_are_elements_beside_constraints() -> None:
    same = rule("same_values", [[[(0, 0), (0, 1)], [(2, 2), (2, 3)]], [[(3, 0)], [(1, 3)]]])
    meanings = [element.meaning for element in same.elements(Shape(2, 2))]
    assert "r1c1 and r1c2 hold 1 as often as r3c3 and r3c4" in meanings
    assert "By the same values rule, r4c1 and r2c4 hold the same digit" in meanings


def test_alternatives_are_said_in_one_sentence() -> None:
    cage, line = rule("killer", [(3, [(0, 0), (0, 1)])]), rule("thermometer", [[(0, 0), (0, 1)]])
    either = Either([[cage], [line, rule("xv", x=[[(0, 0), (0, 1)]])]])
    (element,) = either.elements(Shape(3, 3))
    assert element.meaning == (
        "At least one of these holds: in the cage, r1c1 and r1c2 are different and add up to 3; or "
        "digits rise along the thermometer from its bulb r1c1, and the X says that r1c1 and r1c2 "
        "add up to 10"
    )


@pytest.mark.parametrize(
    ("kind", "kinds"), [("lunchbox", "lunchboxes"), ("sandwich", "sandwiches"), ("cage", "cages")]
)
def test_groups_of_elements_have_plurals(kind: str, kinds: str) -> None:
    pair = [Element(kind, f"{kind} 9 at r1c{k}", "", (k, k + 1), SumTo(9)) for k in (1, 3)]
    title = _title(geometry(Shape(3, 3), (Classic(),)), pair, None)
    assert title == f"chain of 2 {kinds} at r1c2-r1c5"


def test_techniques_of_variants_are_asked_for_by_rules() -> None:
    thermometer = Puzzle(rules=[Classic(), rule("thermometer", [[(0, 0), (0, 1)]])])
    made = geometry(thermometer.shape, thermometer.rules)
    there = {each.name for each in TECHNIQUES.ladder if each.applies_to(made)}
    assert {*ELEMENTS, *EXCLUSIONS} & there == {"thermometer", "exclusion"}
    classic = geometry(Shape(3, 3), (Classic(),))
    assert not {*ELEMENTS, *EXCLUSIONS} & {e.name for e in TECHNIQUES if e.applies_to(classic)}


def test_each_technique_of_rules_has_a_score() -> None:
    of_rules = {each.name for each in TECHNIQUES if each.only_with in ("elements", "exclusions")}
    assert set(OF_ELEMENTS) == of_rules


LAYOUTS = {
    "killer": "KillerSudoku",
    "kenken": "KenKen",
    "jigsaw": "JigsawSudoku",
    "consecutive": "ConsecutiveSudoku",
    "even_odd": "EvenOddSudoku",
    "margin": "MarginSudoku",
    "skyscraper": "SkyscraperSudoku",
    "str8ts": "Str8t",
    "suguru": "Suguru",
}


def check(puzzle: Puzzle) -> Counter[str]:
    """Check every step of an explanation against the solution; return how often each is used."""
    solution, explanation = solve(puzzle).get().cells, explain(puzzle)
    assert explanation.end is End.SOLVED
    for step in explanation.steps:
        assert is_right(step, solution), step
    return Counter(step.technique for step in explanation.steps)


@pytest.mark.kernel
@pytest.mark.parametrize("kind", LAYOUTS)
def test_steps_of_real_puzzles_are_right(kind: str, data: Path) -> None:
    """Few steps are forcing chains, and no puzzle of these needs a search."""
    puzzles = json.loads((data / "variants" / f"{LAYOUTS[kind]}.json").read_text())
    used = Counter[str]()
    for texts in list(puzzles.values())[1:60:25]:
        used += check(from_layout(kind, texts["problem"]))
    assert not used["search"]
    assert sum(used[name] for name in FORCING) <= 0.1 * sum(used.values())


@pytest.mark.slow
@pytest.mark.kernel
def test_steps_of_puzzles_by_setters_are_right(data: Path) -> None:
    for entry in json.loads((data / "variants" / "fpuzzles.json").read_text())[::4]:
        try:
            puzzle = from_fpuzzles(json.dumps(entry["fpuzzles"]))
        except SudokuError:
            continue
        check(puzzle)
