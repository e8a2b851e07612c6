"""The bitboard as an engine: against brute force, the bit masks, and itself in slices."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Stop
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import counting
from exactcover.runtime.search.request import Limits, Request
from sudoku import Classic, Diagonal, Puzzle, Rule, Shape, rule
from sudoku.solvers import automatic as policy
from sudoku.solvers.bitboard.engine import Bitboard, knows
from sudoku.solvers.bitmask.board_arrays import tables
from sudoku.verbs.solve import search
from tests.running import compiled
from tests.sudoku_puzzles import WHOLE, engine_of, run

pytestmark = pytest.mark.kernel

# By Arto Inkala (2012).
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MANY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6...........19..5....8...."
HOUSES = [house.cells for house in Puzzle().houses]
slicings = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=8).map(
    lambda slices: [*slices, (1, 1)]
)


@st.composite
def marked(draw: st.DrawFn) -> Puzzle:
    """Draw a grid with digits marked in all cells: no solution, one, or some."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = np.concatenate([3 * band + rng.permutation(3) for band in rng.permutation(3)])
    grid = rng.permutation(9)[[(3 * (r % 3) + r // 3 + c) % 9 for r in rows for c in range(9)]] + 1
    share = draw(st.sampled_from([0.1, 0.2, 0.25]))
    marks = (rng.random((81, 9)) < share) | (grid[:, np.newaxis] == np.arange(1, 10))
    if draw(st.booleans()):
        cell = int(rng.integers(81))
        marks[cell] = True
        marks[cell, grid[cell] - 1] = False
    given = [(divmod(k, 9), [d for d in range(1, 10) if marks[k, d - 1]]) for k in range(81)]
    clues = {divmod(k, 9): int(grid[k]) for k in rng.permutation(81)[: draw(st.integers(0, 3))]}
    free = [(place, digits) for place, digits in given if place not in clues]
    return Puzzle(Shape(3, 3), [Classic(), rule("pencil_marks", free)], clues)


def domains_of(puzzle: Puzzle) -> list[set[int]]:
    barred = tables(puzzle.shape, puzzle.rules).domains
    domains = [{d for d in range(1, 10) if int(mask) >> d - 1 & 1} for mask in barred]
    return [{d} if d else own for d, own in zip(puzzle.grid.cells, domains, strict=True)]


def brute_force(domains: list[set[int]]) -> Iterator[tuple[int, ...]]:
    """Yield all grids of these digits, cell by cell, the smallest first: an oracle."""
    open_cells = [k for k in range(81) if len(domains[k]) > 1]
    if not open_cells:
        if all(len(set.union(*(domains[k] for k in house))) == 9 for house in HOUSES):
            yield tuple(min(own) for own in domains)
        return
    cell = min(open_cells, key=lambda k: len(domains[k]))
    peers = set().union(*(house for house in HOUSES if cell in house)) - {cell}
    for digit in domains[cell]:
        left = [own - {digit} if k in peers else own for k, own in enumerate(domains)]
        left[cell] = {digit}
        if all(left):
            yield from brute_force(left)


@settings(max_examples=15, deadline=None)
@given(marked())
def test_finds_what_brute_force_finds(puzzle: Puzzle) -> None:
    expected = sorted(brute_force(domains_of(puzzle)))
    found = [grid.cells for grid in puzzle.solutions(method="bitboard")]
    assert sorted(found) == expected
    assert puzzle.count(method="bitboard") == puzzle.count(method="bitmask") == len(expected)


@settings(max_examples=10, deadline=None)
@given(puzzle=marked(), slices=slicings)
def test_slices_change_nothing(puzzle: Puzzle, slices: list[tuple[int, int]]) -> None:
    if not puzzle.count(method="bitmask"):  # its clues may clash with marks
        return
    engines = [engine_of("bitboard", puzzle) for _ in range(2)]
    parts = [0.0]

    def watch() -> None:
        engines[1].check()
        parts.append(engines[1].part_done())

    assert run(engines[1], slices, watch) == run(engines[0], WHOLE)
    assert engines[1].nodes == engines[0].nodes
    assert engines[1].updates == engines[0].updates
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


@pytest.mark.parametrize("budget", [0, 1, 7, 20])
def test_a_restored_engine_goes_on(budget: int) -> None:
    puzzle = Puzzle.from_text(HARD)
    engine, other = engine_of("bitboard", puzzle), engine_of("bitboard", Puzzle())
    engine.advance(budget, counting(1))
    other.restore(engine.snapshot())
    other.check()
    assert other.part_done() == engine.part_done()
    assert run(other, WHOLE) == run(engine, WHOLE)
    assert (other.nodes, other.solutions) == (engine.nodes, engine.solutions) == (engine.nodes, 1)


def test_all_are_met_once() -> None:
    """Two pairs of digits that can be swapped, and a row of boxes that can be."""
    grid = Puzzle.from_text(HARD).solve(method="dancing_cells").get().cells
    puzzle = Puzzle(clues=[digit if digit > 3 else 0 for digit in grid])
    expected = {found.cells for found in puzzle.solutions(method="bitmask")}
    found = [found.cells for found in puzzle.solutions(method="bitboard")]
    assert len(found) == len(set(found)) >= 6
    assert set(found) == expected


def test_limits_stop_it() -> None:
    puzzle = Puzzle()
    assert puzzle.solve(method="bitboard", max_nodes=0).stopped is Stop.NODES
    few = puzzle.solutions(method="bitboard", limit=7)
    assert (len({grid.cells for grid in few}), few.stopped) == (7, Stop.LIMIT)
    assert puzzle.count(method="bitboard", limit=30) == 30


def test_chosen_that_clash_are_refused() -> None:
    def agree(options: list[int], *rules: Rule) -> bool:
        return Bitboard(Puzzle(rules=[Classic(), *rules])).choose(options)

    assert agree([0, 9 * 4 + 4])
    assert not agree([0, 9])  # two 1s in a row
    assert not agree([0, 81])  # in a column
    assert not agree([0, 90])  # in a box
    assert not agree([0, 1])  # two digits in a cell
    assert not agree([0], rule("even_odd", even=[(0, 0)]))  # barred


@pytest.mark.parametrize(
    ("shape", "rules", "is_known"),
    [
        (Shape(3, 3), [], True),
        (Shape(3, 3), [rule("even_odd", [(0, 0)], [(8, 8)])], True),
        (Shape(3, 3), [rule("pencil_marks", [((0, 0), [1, 2])])], True),
        (Shape(3, 3), [Diagonal()], False),
        (Shape(3, 3), [rule("thermometer", [[(0, 0), (0, 1)]])], False),
        (Shape(3, 3), [rule("killer", [(6, [(0, 0), (0, 1), (1, 0)])])], False),
        (Shape(9, 1), [], False),
        (Shape(2, 2), [], False),
    ],
)
def test_rules_that_are_not_known_are_refused(
    shape: Shape, rules: list[Rule], is_known: bool
) -> None:
    puzzle = Puzzle(shape, [Classic(), *rules])
    assert knows(shape, puzzle.rules) is is_known
    if is_known:
        assert puzzle.count(method="bitboard", limit=1) == 1
    else:
        with pytest.raises(ProblemError, match="bitboard knows classic 9x9 grids with candidates"):
            puzzle.count(method="bitboard")


@pytest.mark.compiled
def test_a_seed_shuffles() -> None:
    """All orders find the same solutions, and their searches are about as long."""
    puzzle = Puzzle.from_text(MANY)
    lists = [list(puzzle.solutions(method="bitboard", seed=seed)) for seed in (None, 1, 1, 2)]
    assert lists[1] == lists[2] != lists[3]
    assert {frozenset(each) for each in lists} == {frozenset(lists[0])}
    assert len(lists[0]) > 10
    nodes = [puzzle.count(method="bitboard", seed=seed).statistics.nodes for seed in range(20)]
    fixed = puzzle.count(method="bitboard").statistics.nodes
    assert 0.5 * fixed < sum(nodes) / len(nodes) < 2 * fixed


@compiled
@pytest.mark.parametrize("goal", list(Goal))
def test_it_searches_alone(goal: Goal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "SLICE_UPDATES", 16)
    puzzle = Puzzle.from_text(HARD)
    running = search(puzzle, Request(goal, Limits(limit=2)))
    assert running.count() == 1
    assert running.complete
    engines = [line.partition(":")[0] for line in running.statistics.choice]
    assert set(engines) == {"bitboard"}
