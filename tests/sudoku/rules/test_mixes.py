"""Random mixes of rules on small squares: every method finds what plain tests of all grids find."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudoku import Classic, Puzzle, Rule, Shape, count, rule
from sudoku.errors import SudokuError
from sudoku.rules.constraint import Constraint
from sudoku.rules.either import Either
from sudoku.rules.latin import Latin
from sudoku.rules.sum_line import SumLine
from tests.oracle import Rows, latin_squares, small_grids
from tests.sudoku.rules.meanings import (
    PLACES,
    SHAPE,
    TOUCHING,
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

Drawn = tuple[dict[str, Any], Test]
Rules = st.SearchStrategy[Drawn]

MOST_SIDE_BY_SIDE = 12
"""So many cells may a choice be about: its states are those of all its branches together."""


@st.composite
def lines(draw: st.DrawFn, least: int = 2, most: int = 4) -> list[Place]:
    """Draw a line that neither jumps nor crosses itself."""
    line = [draw(st.sampled_from(PLACES))]
    for _ in range(draw(st.integers(least, most)) - 1):
        r, c = line[-1]
        ahead = [p for p in PLACES if max(abs(p[0] - r), abs(p[1] - c)) == 1 and p not in line]
        if not ahead:
            break
        line.append(draw(st.sampled_from(ahead)))
    return line if len(line) >= least else [(0, 0), (0, 1), (0, 2)]


pairs = st.sampled_from(TOUCHING)
sums = st.integers(1, 12)
some_places = st.lists(st.sampled_from(PLACES), min_size=1, max_size=3, unique=True)
outside = st.tuples(*[st.sampled_from([None, None, 1, 2, 3, 5])] * 4)


@st.composite
def ruled(draw: st.DrawFn) -> tuple[Rule, Test]:
    """Draw a rule with its parameters, and a test of whole grids that says the same."""
    plain = plain_rules()
    name = draw(st.sampled_from([*plain, *WITH_PARAMETERS]))
    if name in plain:
        return rule(name), plain[name]
    parameters, test = draw(WITH_PARAMETERS[name])
    return rule("sums" if name == "weighted" else name, **parameters), test


def of_line(name: str, test: Callable[[list[int]], bool], *, least: int = 2) -> Rules:
    return lines(least).map(lambda line: ({name: [line]}, lambda g: test(read(g, line))))


def of_pair(name: str, test: Callable[[int, int], bool]) -> Rules:
    return pairs.map(lambda pair: ({name: [pair]}, lambda g: test(*read(g, pair))))


def joined(positive: dict[str, Callable[[int, int], bool]]) -> Rules:
    """Draw signs between neighbours, all of which are given or not."""

    @st.composite
    def draw_signs(draw: st.DrawFn) -> Drawn:
        signs = {name: draw(st.lists(pairs, max_size=2, unique=True)) for name in positive}
        negative = draw(st.booleans())

        def test(g: Rows) -> bool:
            kept = all(positive[name](*read(g, pair)) for name in positive for pair in signs[name])
            unsigned = [pair for pair in TOUCHING if not any(pair in s for s in signs.values())]
            return kept and not (
                negative
                and any(says(*read(g, pair)) for pair in unsigned for says in positive.values())
            )

        return {**signs, "negative": negative}, test

    return draw_signs()


def seen_from(test: Callable[[list[int], int], bool]) -> Rules:
    def build(clues: tuple[tuple[int | None, ...], ...]) -> Drawn:
        def views(g: Rows) -> list[tuple[int | None, list[int]]]:
            columns = [list(column) for column in zip(*g, strict=True)]
            sides = [
                columns,
                [c[::-1] for c in columns],
                list(map(list, g)),
                [list(r)[::-1] for r in g],
            ]
            return [
                (clue, digits)
                for side, clues_of_side in zip(sides, clues, strict=True)
                for digits, clue in zip(side, clues_of_side, strict=True)
            ]

        names = ("top", "bottom", "left", "right")
        return dict(zip(names, clues, strict=True)), lambda g: all(
            clue is None or test(digits, clue) for clue, digits in views(g)
        )

    one = st.tuples(*[st.sampled_from([None, None, None, 2, 3])] * 4)
    return st.tuples(one, one, one, one).map(build)


def extreme(is_beyond: Callable[[int, int], bool]) -> Rules:
    def build(marked: list[Place]) -> Drawn:
        ordered = [
            (a, b)
            for x, y in TOUCHING
            for a, b in ((x, y), (y, x))
            if a in marked and b not in marked
        ]
        return {"marked": marked}, lambda g: all(is_beyond(*read(g, pair)) for pair in ordered)

    return some_places.map(build)


@st.composite
def cages(draw: st.DrawFn) -> Drawn:
    line, repeats = draw(lines(1)), draw(st.booleans())
    low, high = (len(line), 4 * len(line))
    if not repeats:
        low, high = sum(range(1, len(line) + 1)), sum(range(5 - len(line), 5))
    total = draw(st.none() | st.integers(low, high))

    def test(g: Rows) -> bool:
        digits = read(g, line)
        return (repeats or len(set(digits)) == len(digits)) and total in (None, sum(digits))

    return {"cages": [(total, line)], "repeats": repeats}, test


@st.composite
def operations(draw: st.DrawFn) -> Drawn:
    line, number, operation = draw(lines(2)), draw(sums), draw(st.sampled_from("+*-/?"))

    def results(digits: list[int]) -> dict[str, bool]:
        *rest, high = sorted(digits)
        product_of_rest = 1
        for digit in rest:
            product_of_rest *= digit
        return {
            "+": sum(digits) == number,
            "*": product_of_rest * high == number,
            "-": high - sum(rest) == number,
            "/": product_of_rest * number == high,
        }

    def test(g: Rows) -> bool:
        result = results(read(g, line))
        return any(result.values()) if operation == "?" else result[operation]

    return {"cages": [(number, operation, line)]}, test


@st.composite
def twins(draw: st.DrawFn) -> Drawn:
    one, other = draw(lines(2, 2)), draw(lines(2, 2))
    return {"areas": [(one, other)]}, lambda g: read(g, one) == read(g, other)


@st.composite
def indexed(draw: st.DrawFn) -> Drawn:
    columns, rows, boxes = draw(some_places), draw(some_places), draw(some_places)
    return (
        {"columns": columns, "rows": rows, "boxes": boxes},
        lambda g: (
            all(g[r][g[r][c] - 1] == c + 1 for r, c in columns)
            and all(g[g[r][c] - 1][c] == r + 1 for r, c in rows)
            and all(box_of(g, r, c)[g[r][c] - 1] == 2 * (r % 2) + c % 2 + 1 for r, c in boxes)
        ),
    )


@st.composite
def quadruples(draw: st.DrawFn) -> Drawn:
    r, c = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    digits = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
    return {"circles": [(digits, (r, c))]}, lambda g: all(
        read(g, square).count(d) >= digits.count(d) for d in digits
    )


def arrow_of(line: list[Place]) -> Drawn:
    return {"arrows": [(line[:1], line[1:])]}, lambda g: read(g, line)[0] == sum(read(g, line)[1:])


def two_areas(draw: Callable[[list[Place], list[Place]], Drawn]) -> Rules:
    cells = st.lists(st.sampled_from(PLACES), min_size=4, max_size=4, unique=True)
    return cells.map(lambda c: draw(c[:2], c[2:]))


@st.composite
def weighted(draw: st.DrawFn) -> Drawn:
    """Draw a sum in which cells come several times, on either side."""
    places = draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=3, unique=True))
    counts = draw(
        st.lists(st.integers(-3, 3), min_size=len(places), max_size=len(places)).filter(any)
    )
    stated = draw(st.integers(-6, 12))
    plus = [p for p, k in zip(places, counts, strict=True) for _ in range(k)]
    minus = [p for p, k in zip(places, counts, strict=True) for _ in range(-k)]
    return {
        "sums": [(stated, plus, minus)]
    }, lambda g: sum(read(g, plus)) - sum(read(g, minus)) == stated


@st.composite
def automata(draw: st.DrawFn) -> Drawn:
    """Draw an automaton of three states, which may go several ways."""
    states = st.integers(0, 2)
    steps = draw(st.sets(st.tuples(states, st.integers(1, 4), states), max_size=14))
    first, last = draw(st.sets(states)), draw(st.sets(states))
    line = draw(lines())

    def test(g: Rows) -> bool:
        reached = first
        for digit in read(g, line):
            reached = {after for state, d, after in steps if state in reached and d == digit}
        return bool(reached & last)

    stated = {"steps": sorted(steps), "first": sorted(first), "last": sorted(last)}
    return {"lines": [line], **stated}, test


@st.composite
def choices(draw: st.DrawFn) -> Drawn:
    """Draw two or three branches of one or two rules each."""
    some = ("killer", "arrow", "thermometer", "palindrome", "extra_regions", "sums", "skyscraper")
    one = st.sampled_from(some).flatmap(
        lambda name: WITH_PARAMETERS[name].map(lambda drawn: (rule(name, **drawn[0]), drawn[1]))
    )
    branches = draw(st.lists(st.lists(one, min_size=1, max_size=2), min_size=2, max_size=3))
    stated = [list(dict.fromkeys(each for each, _ in branch)) for branch in branches]
    assume(all(len(each.cells) <= MOST_SIDE_BY_SIDE for each in Either(stated).constraints(SHAPE)))
    return {"branches": stated}, lambda g: any(
        all(test(g) for _, test in branch) for branch in branches
    )


@st.composite
def compared(draw: st.DrawFn) -> Drawn:
    """Draw two rows or two columns, read from either end, and a cell that tells the lower one."""
    across = draw(st.booleans())
    one, other = draw(st.lists(st.integers(0, 3), min_size=2, max_size=2, unique=True))
    ends = [draw(st.sampled_from((1, -1))) for _ in range(2)]
    both = [
        [(k, c) if across else (c, k) for c in range(4)][::end]
        for k, end in zip((one, other), ends, strict=True)
    ]
    places = [place for place in PLACES if place not in both[0] + both[1]]
    teller = draw(st.sampled_from([None, *places]))

    def test(g: Rows) -> bool:
        first, second = (read(g, line) for line in both)
        stated = 0 if teller is None else read(g, [teller])[0]
        if first[0] != second[0]:
            return stated <= 2
        return first != second and stated in (0, 1 if first < second else 2)

    return {"comparisons": [(teller, *both)]}, test


def is_connected(rows: Sequence[Sequence[int]], digits: Collection[int]) -> bool:
    """Return whether the cells with some digits are connected, by spreading from one of them."""
    inside = {(i, j) for i, row in enumerate(rows) for j, d in enumerate(row) if d in digits}
    reached = set(sorted(inside)[:1])
    for _ in inside:
        near = {(i + k, j + m) for i, j in reached for k, m in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        reached |= near & inside
    return bool(inside) and reached == inside


WITH_PARAMETERS: dict[str, Rules] = {
    "line_order": compared(),
    "from_zero": lines().map(
        lambda line: (
            {"rules": [SumLine([line], total=3)]},
            lambda g: are_whole_sums([d - 1 for d in read(g, line)], 3),
        )
    ),
    "even_odd": some_places.map(
        lambda places: (
            {"even": places[:1], "odd": places[1:]},
            lambda g: [d % 2 for d in read(g, places)] == [0] + [1] * (len(places) - 1),
        )
    ),
    "minimum": extreme(lambda a, b: a < b),
    "maximum": extreme(lambda a, b: a > b),
    "extra_regions": lines(3).map(
        lambda line: ({"regions": [line]}, lambda g: len(set(read(g, line))) == len(line))
    ),
    "killer": cages(),
    "kenken": operations(),
    "thermometer": of_line("lines", is_increasing),
    "arrow": lines().map(arrow_of),
    "kropki": joined({"white": is_next, "black": is_double}),
    "xv": joined({"x": lambda a, b: a + b == 10, "v": lambda a, b: a + b == 5}),
    "greater_than": of_pair("pairs", lambda a, b: a > b),
    "difference": pairs.map(
        lambda p: ({"pairs": [(2, p)]}, lambda g: abs(read(g, p)[0] - read(g, p)[1]) == 2)
    ),
    "ratio": pairs.map(lambda p: ({"pairs": [(2, p)]}, lambda g: is_double(*read(g, p)))),
    "consecutive": st.lists(pairs, unique=True, max_size=4).map(
        lambda bars: (
            {"bars": bars},
            lambda g: all(is_next(*read(g, p)) == (p in bars) for p in TOUCHING),
        )
    ),
    "whispers": lines().map(
        lambda line: (
            {"lines": [line], "least": 2},
            lambda g: all(abs(a - b) >= 2 for a, b in pairwise(read(g, line))),
        )
    ),
    "renban": of_line("lines", lambda d: sorted(d) == list(range(min(d), min(d) + len(d)))),
    "palindrome": of_line("lines", lambda d: d == d[::-1]),
    "nabner": of_line("lines", lambda d: all(abs(a - b) > 1 for a, b in combinations(d, 2))),
    "clone": twins(),
    "little_killer": st.tuples(lines(1), sums)
    .filter(lambda drawn: len(drawn[0]) <= drawn[1] <= 4 * len(drawn[0]))
    .map(lambda drawn: ({"sums": [drawn[::-1]]}, lambda g: sum(read(g, drawn[0])) == drawn[1])),
    "quadruple": quadruples(),
    "between": of_line(
        "lines", lambda d: all(min(d[0], d[-1]) < x < max(d[0], d[-1]) for x in d[1:-1]), least=3
    ),
    "region_sum": lines().map(
        lambda line: ({"lines": [line]}, lambda g: len(set(box_sums(g, line))) == 1)
    ),
    "indexer": indexed(),
    "sandwich": seen_from(lambda digits, clue: between_ends(digits) == clue),
    "x_sum": seen_from(lambda digits, clue: sum(digits[: digits[0]]) == clue),
    "double_arrow": of_line("lines", lambda d: d[0] + d[-1] == sum(d[1:-1]), least=3),
    "zipper": of_line("lines", is_zipped),
    "sum_line": lines().map(
        lambda line: (
            {"lines": [line], "total": 5},
            lambda g: are_whole_sums(read(g, line), 5),
        )
    ),
    "lockout": lines(3).map(
        lambda line: (
            {"lines": [line], "least": 2},
            lambda g: (
                abs((d := read(g, line))[0] - d[-1]) >= 2
                and not any(min(d[0], d[-1]) <= x <= max(d[0], d[-1]) for x in d[1:-1])
            ),
        )
    ),
    "entropic": of_line("lines", lambda d: all_in_turn(d, [0, 0, 0, 1, 2].__getitem__)),
    "modular": of_line("lines", lambda d: all_in_turn(d, lambda digit: digit % 3)),
    "rellik": st.tuples(lines(2), sums).map(
        lambda t: ({"cages": [(t[1], t[0])]}, lambda g: is_unsummed(read(g, t[0]), t[1]))
    ),
    "lunchbox": st.tuples(lines(2), st.integers(0, 5)).map(
        lambda t: (
            {"cages": [(t[1], t[0])]},
            lambda g: len(set(read(g, t[0]))) == len(t[0]) and box_sum(read(g, t[0])) == t[1],
        )
    ),
    "look_and_say": st.tuples(lines(2), st.integers(0, 2), st.integers(1, 4)).map(
        lambda t: (
            {"cages": [([(t[1], t[2])], t[0])]},
            lambda g: read(g, t[0]).count(t[2]) == t[1],
        )
    ),
    "counting_circles": st.lists(st.sampled_from(PLACES), min_size=1, max_size=6, unique=True).map(
        lambda c: ({"circles": c}, lambda g: all(read(g, c).count(d) == d for d in read(g, c)))
    ),
    "distinct": lines(3).map(
        lambda c: (
            {"counts": [(c[0], c[1:])]},
            lambda g: read(g, c)[0] == len(set(read(g, c)[1:])),
        )
    ),
    "sums": two_areas(
        lambda a, b: ({"sums": [(1, a, b)]}, lambda g: sum(read(g, a)) - sum(read(g, b)) == 1)
    ),
    "same_values": two_areas(
        lambda a, b: ({"areas": [[a, b]]}, lambda g: sorted(read(g, a)) == sorted(read(g, b)))
    ),
    "relations": two_areas(
        lambda a, b: (
            {"pairs": [a, b], "allowed": [(1, 2), (2, 2), (3, 1), (4, 3)]},
            lambda g: {tuple(read(g, a)), tuple(read(g, b))} <= {(1, 2), (2, 2), (3, 1), (4, 3)},
        )
    ),
    "contains": st.tuples(lines(3), st.integers(1, 4)).map(
        lambda t: (
            {"areas": [((t[1], 4), t[0])]},
            lambda g: all(read(g, t[0]).count(d) >= (t[1], 4).count(d) for d in (t[1], 4)),
        )
    ),
    "numbered_room": seen_from(lambda digits, clue: digits[digits[0] - 1] == clue),
    "hidden_skyscraper": seen_from(lambda digits, clue: first_hidden(digits) == clue),
    "weighted": weighted(),
    "automaton": automata(),
    "either": choices(),
    "equality": of_line("cages", is_equal_cage),
    "connected": st.tuples(st.sets(st.integers(1, 4), min_size=1), st.integers(2, 4)).map(
        lambda t: (
            {"rows": [[(i, j) for j in range(t[1])] for i in (0, 1, 2)], "digits": sorted(t[0])},
            lambda g: is_connected([row[: t[1]] for row in g[:3]], t[0]),
        )
    ),
    "unknown_regions": two_areas(
        lambda a, b: (
            {"rows": [a], "regions": [b], "size": 2},
            lambda g: read(g, b) == [1, 1] and len(set(read(g, a))) == 2,
        )
    ),
    "skyscraper": seen_from(lambda digits, clue: n_seen(digits) == clue),
}


@pytest.mark.parametrize("method", ["auto", "exact_cover", "csp"])
@settings(max_examples=60)
@given(st.booleans(), st.lists(ruled(), min_size=1, max_size=4))
def test_every_method_finds_what_a_test_of_all_grids_finds(
    method: str, has_boxes: bool, drawn: list[tuple[Rule, Test]]
) -> None:
    rules = list(dict.fromkeys(each for each, _ in drawn))
    tests = [test for _, test in drawn]
    expected = {
        g for g in (small_grids() if has_boxes else latin_squares()) if all(t(g) for t in tests)
    }
    puzzle = Puzzle(SHAPE, [Classic() if has_boxes else Latin(), *rules])
    assert {grid.rows() for grid in puzzle.solutions(method=method)} == expected
    assert puzzle.count(method=method) == len(expected)


@settings(max_examples=50)
@given(
    st.lists(ruled(), min_size=1, max_size=3),
    st.sampled_from(small_grids()),
    st.sets(st.sampled_from(PLACES)),
)
def test_clues_of_a_grid_that_keeps_the_rules_do_not_clash(
    drawn: list[tuple[Rule, Test]], grid: Rows, places: set[Place]
) -> None:
    rules = [Classic(), *dict.fromkeys(each for each, _ in drawn)]
    clues = {place: grid[place[0]][place[1]] for place in places}
    if all(test(grid) for _, test in drawn):
        assert grid in {found.rows() for found in Puzzle(SHAPE, rules, clues).solutions()}
        return
    # Where all cells are clues, a rule that is broken is noticed before any search.
    with pytest.raises(SudokuError):
        Puzzle(SHAPE, rules, [list(row) for row in grid])


@given(st.lists(st.sampled_from(PLACES), min_size=3, max_size=5, unique=True), st.data())
def test_a_constraint_is_kept_however_it_is_written(
    places: list[Place], data: st.DataObject
) -> None:
    """A table, a test and an automaton of the same tuples leave the same grids."""
    words = data.draw(st.sets(st.tuples(*[st.integers(1, 4)] * len(places)), max_size=40))
    cells = tuple(SHAPE.cell(*place) for place in places)
    made = (
        Constraint.of_table("table", cells, words),
        Constraint.of_test("test", cells, words.__contains__),
    )
    expected = {g for g in small_grids() if tuple(read(g, places)) in words}
    for constraint in made:

        class Only(Rule):
            name = "only"
            summary = "Only some tuples."

            def constraints(self, shape: Shape) -> tuple[Constraint, ...]:
                return (constraint,)  # noqa: B023

        found = Puzzle(SHAPE, [Classic(), Only()]).solutions()
        assert {grid.rows() for grid in found} == expected


def test_two_rules_of_unknown_regions_in_one_model() -> None:
    """The pairs of both have variables of their own."""
    ones = [(0, 2), (1, 0), (2, 1)]
    rules = [rule("unknown_regions", [[(0, 0), (0, 1)]], [pair], 2) for pair in pairwise(ones)]
    puzzle = Puzzle(SHAPE, [Latin(), *rules])
    expected = sum(all(read(grid, ones)[k] == 1 for k in range(3)) for grid in latin_squares())
    assert count(puzzle, method="csp") == count(puzzle) == expected
