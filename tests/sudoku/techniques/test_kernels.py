"""Kernels of techniques say what slower code says, and what many climbs in one call say."""

from itertools import combinations, product

import numpy as np
import pytest

from sudoku import Puzzle, Shape
from sudoku.explaining.scene import Scene
from sudoku.explaining.words.accounts import account
from sudoku.papers.warner.grids import WARNER
from sudoku.puzzle.board import Board
from sudoku.statement.bitsets import bits
from sudoku.techniques.als import almost_locked_sets, common, restricted_commons
from sudoku.techniques.climb import Climber, climb, find_all, ladder_of
from sudoku.techniques.climb_many import climb_batch
from sudoku.techniques.examples import examples
from sudoku.techniques.finders import pick, technique
from sudoku.techniques.finding import blank_finding
from sudoku.techniques.kinds import FishFamily
from sudoku.techniques.mixed_fish import finned_steps
from sudoku.techniques.position import Position
from sudoku.techniques.registry import EASIEST, TECHNIQUES
from sudoku.techniques.runs import find_first, runs_of
from sudoku.techniques.step import Candidate

HARD = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
)
"""From P. Norvig's top 95, one of 17 clues, and A. Inkala's of 2012."""


def positions(line: str, names: list[str]) -> list[Climber]:
    """Return where a few of the easiest techniques end, and the same some steps of all later."""
    found = []
    for n_more in (0, 3, 6):
        climber = Climber(Puzzle.from_text(line))
        ladder = ladder_of(climber.geometry)
        climber.count(pick(names))
        for step, _ in zip(climber.climb(ladder), range(n_more), strict=False):
            assert step.placements or step.eliminations
        found.append(climber)
    return found


def test_the_easiest_are_the_first_of_the_ladder() -> None:
    of_houses = [each.name for each in TECHNIQUES.ladder if not each.only_with]
    assert tuple(of_houses[: len(EASIEST)]) == EASIEST


@pytest.mark.parametrize("line", HARD)
@pytest.mark.parametrize(("size", "name"), [(2, "x_wing"), (3, "swordfish"), (4, "jellyfish")])
def test_finned_fish_are_mixed_fish_of_lines(line: str, size: int, name: str) -> None:
    for climber in positions(line, ["naked_single", "hidden_single"]):
        found = {
            frozenset(step.eliminations)
            for kind in ("finned", "sashimi")
            for step in climber.steps(technique(f"{kind}_{name}"))
        }
        position = climber.position
        expected = {
            frozenset(position.pairs(deduction.eliminated))
            for deduction in finned_steps(position, size, FishFamily.BASIC)
        }
        assert found == expected


def test_grouped_chains_have_the_links_that_they_need() -> None:
    line = "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5...."
    n_steps = 0
    for climber in positions(line, ["naked_single", "hidden_single", "pointing", "naked_pair"])[:2]:
        board, ruled_out = board_of(climber), set[Candidate]()
        for name in ("grouped_aic", "grouped_discontinuous_loop", "grouped_continuous_loop"):
            for step in find_all(name, board):
                chain, scene = step.chain, Scene(board, step)
                n_steps += 1
                assert account(scene)  # which finds a reason for each strong link
                for one, other in zip(chain[1::2], chain[2::2], strict=False):
                    assert all(excludes(scene, a, b) for a in one for b in other)
                if name == "grouped_aic":
                    ruled_out.update(step.eliminations)
                    for gone in step.eliminations:
                        assert all(excludes(scene, gone, end) for end in chain[0] + chain[-1])
        assert {
            gone for s in climber.steps(technique("aic")) for gone in s.eliminations
        } <= ruled_out
    assert n_steps


def triple_exclusions(position: Position) -> set[frozenset[Candidate]]:
    """Return the candidates that any three cells exclude, by trying all their digits."""
    sees = [set(bits(mask)) for mask in position.geometry.peers]
    cand = [set(bits(mask)) for mask in position.cand]
    few = [cell for cell, digits in enumerate(cand) if 2 <= len(digits) <= 3]
    groups = {
        cells for cell in few for cells in combinations(sorted(c for c in sees[cell] if cand[c]), 3)
    }
    found = set()
    for cells in groups:
        excluders = [
            (cand[c], [k for k, other in enumerate(cells) if other in sees[c]])
            for c in few
            if c not in cells and len(sees[c].intersection(cells)) >= len(cand[c])
        ]
        if len(excluders) < 2:
            continue
        possible: set[Candidate] = set()
        for digits in product(*(cand[cell] for cell in cells)):
            clash = any(
                digits[j] == digits[k] and cells[j] in sees[cells[k]]
                for j, k in ((0, 1), (0, 2), (1, 2))
            )
            if not clash and all(left - {digits[k] for k in seen} for left, seen in excluders):
                possible.update(zip(cells, digits, strict=True))
        everything = {(cell, digit) for cell in cells for digit in cand[cell]}
        gone = frozenset((cell, digit + 1) for cell, digit in everything - possible)
        found |= {gone} - {frozenset()}
    return found


def test_triple_exclusion_tries_all_digits_of_three_cells() -> None:
    n_steps = 0
    for climber in positions(
        WARNER[3], ["naked_single", "hidden_single", "pointing", "naked_pair"]
    ):
        found = {
            frozenset(step.eliminations) for step in climber.steps(technique("triple_exclusion"))
        }
        assert found == triple_exclusions(climber.position)
        n_steps += len(found)
    assert n_steps


def board_of(climber: Climber) -> Board:
    cells = zip(climber.tables.grid.tolist(), climber.tables.cand.tolist(), strict=True)
    return Board.from_candidates(
        [[digit] if digit else [bit + 1 for bit in bits(mask)] for digit, mask in cells]
    )


def excludes(scene: Scene, one: Candidate, other: Candidate) -> bool:
    if one[1] == other[1]:
        return scene.sees(one[0], other[0])
    return one[0] == other[0]


@pytest.mark.parametrize("line", HARD)
def test_almost_locked_sets_and_their_links(line: str) -> None:
    for climber in positions(line, list(EASIEST)):
        sets, position = climber.locked_sets, climber.position
        n_sets = int(sets.size[0])
        masks = [as_mask(cells) for cells in sets.cells[:n_sets]]
        expected = almost_locked_sets(position)
        assert sorted(masks) == sorted(each.cells for each in expected)
        number = {each.cells: k for k, each in enumerate(expected)}
        links = restricted_commons(position)
        for k, mask in enumerate(masks):
            linked = {number[masks[other]] for other in bits(as_mask(sets.linked[k]))}
            assert linked == set(links[number[mask]])
            for digit in bits(int(sets.useful[k])):
                by_digit = as_mask(sets.links[k * position.n + digit])
                linked = {number[masks[other]] for other in bits(by_digit)}
                assert linked == {
                    j for j, found in links[number[mask]].items() if found >> digit & 1
                }


@pytest.mark.parametrize("line", HARD[:2])
def test_almost_locked_wings_are_those_of_all_hinges(line: str) -> None:
    for climber in positions(line, list(EASIEST))[:2]:
        position, found = climber.position, set[frozenset[Candidate]]()
        for step in climber.steps(technique("als_xy_wing")):
            found.add(frozenset(step.eliminations))
        assert found == wings(position)


def wings(position: Position) -> set[frozenset[Candidate]]:
    """Return what almost locked wings rule out, by trying all pairs of links of each hinge."""
    sets, links = almost_locked_sets(position), restricted_commons(position)
    found = set()
    for of_hinge in links:
        for (one, x_digits), (other, y_digits) in combinations(of_hinge.items(), 2):
            for x, y in product(bits(x_digits), bits(y_digits)):
                shared = sets[one].digits & sets[other].digits & ~(1 << x | 1 << y)
                if x != y and shared:
                    gone = common(position, [sets[one], sets[other]], shared)
                    found |= {frozenset(position.pairs(gone))}
    return found - {frozenset()}


def as_mask(words: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> int:
    return sum(word << 64 * k for k, word in enumerate(words.tolist()))


@pytest.mark.parametrize("line", HARD)
def test_the_easiest_leave_out_no_search_that_finds_something(line: str) -> None:
    ladder = pick(EASIEST)
    puzzle = Puzzle.from_text(line)
    climber, steps = Climber(puzzle), climb(puzzle, EASIEST)
    while True:
        expected = next((step for each in ladder for step in climber.steps(each)), None)
        assert next(steps, None) == expected
        if expected is None:
            break
        climber.take(expected)


@pytest.mark.kernel
def test_runs_leave_out_no_search_that_finds_something() -> None:
    sizes = ("x_wing", "swordfish", "jellyfish")
    names = [f"{kind}_{size}" for size in sizes for kind in ("finned", "sashimi")]
    ((run, tries),) = runs_of(pick(names))
    firsts = set()
    for name in names:
        climber = Climber(examples()[name].board)
        finds = [any(True for _ in climber.steps(each)) for each in run]
        for first in range(len(run)):
            finding = blank_finding(climber.tables.layout)
            expected = next((k for k, is_found in enumerate(finds[first:]) if is_found), None)
            found = find_first(climber.tables, finding, tries[first:])
            assert found == (len(run) - first if expected is None else expected)
            firsts.add(names[first + int(found)] if expected is not None else None)
    assert {None, "sashimi_x_wing", "finned_swordfish"} <= firsts


@pytest.mark.parametrize("line", HARD[:2])
@pytest.mark.parametrize("name", ["x_chain", "xy_chain", "aic"])
def test_chains_are_all_that_links_show(line: str, name: str) -> None:
    climber = positions(line, ["naked_single", "hidden_single"])[-1]
    found = {frozenset(step.eliminations) for step in climber.steps(technique(name))}
    assert found == shown_by_chains(climber, name)


def shown_by_chains(climber: Climber, name: str) -> set[frozenset[Candidate]]:
    """Return the sets of candidates that the shortest chains eliminate.

    All links are listed, and the chains from each candidate are searched breadth first.
    """
    layout, cand = climber.tables.layout, climber.tables.cand.tolist()
    houses = [set(house) for house in layout.houses.tolist()]
    every = [(cell, digit + 1) for cell, digits in enumerate(cand) for digit in bits(digits)]

    def exclude(one: Candidate, other: Candidate) -> bool:
        if one[1] == other[1] and one[0] != other[0]:
            return any({one[0], other[0]} <= house for house in houses)
        return one[0] == other[0] and one != other

    def is_strong(one: Candidate, other: Candidate) -> bool:
        if one[0] == other[0]:
            return name != "x_chain" and one != other and cand[one[0]].bit_count() == 2
        places = {cell for cell, digit in every if digit == one[1]}
        pair = {one[0], other[0]}
        return name != "xy_chain" and any(places & house == pair for house in houses)

    sees = {one: [other for other in every if exclude(one, other)] for one in every}
    strong = {one: [other for other in sees[one] if is_strong(one, other)] for one in every}
    weak = {
        one: [other for other in sees[one] if name == "aic" or other[1] == one[1]] for one in every
    }
    shown = set()
    for start in every:
        links, states = {(start, False): 0}, [(start, False)]
        for one, is_true in states:
            for other in weak[one] if is_true else strong[one]:
                if (other, not is_true) not in links:
                    links[other, not is_true] = links[one, is_true] + 1
                    states.append((other, not is_true))
        for (end, is_true), length in links.items():
            is_apt = end[1] == start[1] if name == "xy_chain" else end != start
            if is_true and length >= 3 and is_apt:
                shown.add(frozenset(sees[start]) & frozenset(sees[end]))
    return shown - {frozenset()}


@pytest.mark.kernel
def test_many_climbs_take_the_steps_of_each() -> None:
    shape = Shape(2, 2)
    lines = ["1......2.3.....4", "1234341221434...", "11..............", "1..............."]
    puzzles = [[0 if cell == "." else int(cell) for cell in line] for line in lines]
    climbs = climb_batch(puzzles, EASIEST, shape=shape)
    assert climbs.solved.tolist() == [True, True, False, False]
    assert climbs.counts[2:].any(axis=1).tolist() == [False, False]
    for line, counts in zip(lines[:2], climbs.counts.tolist(), strict=False):
        names = [step.technique for step in climb(Puzzle.from_text(line), EASIEST)]
        assert [names.count(name) for name in climbs.names] == counts
    assert climbs.hardest()[2] == -1


def test_many_climbs_go_on_with_the_rest_of_the_ladder() -> None:
    puzzles = [[0 if cell == "." else int(cell) for cell in line] for line in HARD[:2]]
    climbs = climb_batch(puzzles)
    assert climbs.solved.all()
    for line, counts in zip(HARD, climbs.counts.tolist(), strict=False):
        names = [step.technique for step in climb(Puzzle.from_text(line))]
        assert [names.count(name) for name in climbs.names] == counts
