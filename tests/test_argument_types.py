"""Each verb takes numbers in every form that users hand over, with the same answer and no compiler.

Each case calls verbs with arguments that are made by a function from lists: NumPy's arrays of each
type, read-only, reversed, in Fortran's order and with the other order of bytes, lists of NumPy's
scalars, tuples, and object arrays. `EXACTCOVER_KERNELS=precompiled` makes it an error to compile a
kernel, so `make test-full` shows that a wheel answers all of them without Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

import csp
import exactcover
import sudoku
from exactcover import Problem
from tests.running import compiled
from tests.test_verbs import functions

pytestmark = [pytest.mark.kernel, compiled, pytest.mark.usefixtures("only_precompiled")]

Carry = Callable[[Any], Any]
"""Returns numbers, given as a list or as a list of lists, in one of the forms."""


def _of_type(dtype: str) -> Carry:
    return lambda numbers: np.array(numbers, dtype=dtype)


def _read_only(numbers: Any) -> Any:
    array = np.array(numbers)
    array.flags.writeable = False
    return array


def _reversed(numbers: Any) -> Any:
    """Return a view whose strides are negative."""
    return np.array(numbers)[::-1].copy()[::-1]


def _every_second(numbers: Any) -> Any:
    """Return a view that leaves out every second number of a larger array."""
    return np.repeat(np.array(numbers), 2, axis=-1)[..., ::2]


def _tuples(numbers: Any) -> Any:
    return tuple(map(_tuples, numbers)) if isinstance(numbers, list) else numbers


def _scalars(numbers: Any) -> Any:
    return [_scalars(each) if isinstance(each, list) else np.int16(each) for each in numbers]


FORMS: dict[str, Carry] = {
    **{
        dtype: _of_type(dtype)
        for dtype in ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i2", ">i4", ">i8", "O"]
    },
    "read-only": _read_only,
    "reversed": _reversed,
    "every second": _every_second,
    "Fortran's order": lambda numbers: np.asfortranarray(np.array(numbers)),
    "tuples": _tuples,
    "scalars of NumPy": _scalars,
}


CASES: dict[str, Callable[[Carry], Any]] = {}
"""Name of a case -> it calls verbs with carried numbers, and returns what can be compared."""
CALLED: set[str] = set()
"""The exported functions that cases call."""


def case(verbs: str) -> Callable[[Callable[[Carry], Any]], Callable[[Carry], Any]]:
    """Add a function to the cases, and what it calls to the functions that are called."""

    def add(function: Callable[[Carry], Any]) -> Callable[[Carry], Any]:
        CASES[function.__name__] = function
        CALLED.update(verbs.split())
        return function

    return add


# exactcover: arrays, matrices, costs, bounds and chosen options.

MATRIX = [
    [0, 0, 1, 0, 1, 0],
    [1, 0, 0, 1, 0, 0],
    [0, 1, 1, 0, 0, 0],
    [1, 0, 0, 1, 0, 1],
    [0, 1, 0, 0, 0, 1],
    [0, 0, 0, 1, 1, 0],
    [1, 0, 0, 0, 0, 0],
]
STARTS = [0, 2, 4, 6, 9, 11, 13, 14]
MEMBERS = [2, 4, 0, 3, 1, 2, 0, 3, 5, 1, 5, 3, 4, 0]


def of_matrix(carry: Carry, **more: Any) -> Problem:
    return Problem.from_matrix(carry(MATRIX), **more)


def rows(solutions: Any) -> list[list[int]]:
    return sorted(sorted(solution.indices) for solution in solutions)


@case("exactcover.solve exactcover.count exactcover.solutions exactcover.estimate")
def covers_of_matrices(carry: Carry) -> Any:
    problem = of_matrix(carry)
    engines = [exactcover.count(problem, method=method) for method in METHODS]
    chosen = carry([0])
    return (
        rows(exactcover.solutions(problem)),
        rows([exactcover.solve(problem, chosen=chosen).get()]),
        exactcover.count(problem, chosen=chosen),
        exactcover.estimate(problem, seed=1, n_probes=20).solutions,
        engines,
    )


@case("exactcover.cheapest exactcover.improving_solutions")
def covers_with_costs(carry: Carry) -> Any:
    costs = carry([3, 1, 4, 1, 5, 9, 2])
    problem = Problem.from_arrays(carry(STARTS), carry(MEMBERS), costs=costs)
    best = exactcover.cheapest(problem, k=2)
    steps = [solution.cost for solution in exactcover.improving_solutions(problem)]
    return best.costs, steps, exactcover.count(problem)


METHODS = [
    "auto",
    "dancing_links",
    "dancing_cells",
    "dancing_cells_memo",
    "masks",
    "masks_memo",
    "frontier",
    "decomposition",
    "first_fit",
]


@case("""exactcover.diagram_of exactcover.sample exactcover.trace exactcover.split exactcover.reduce
exactcover.components exactcover.combine exactcover.search_tree exactcover.symmetries
exactcover.uses""")
def covers_of_arrays(carry: Carry) -> Any:
    problem = Problem.from_arrays(
        carry(STARTS), carry(MEMBERS), bounds={k: carry([1, 2]) for k in range(6)}
    )
    chosen = carry([6])
    tasks = exactcover.split(problem, 4, chosen=chosen)
    parts = exactcover.components(problem)
    halves = [exactcover.solutions(part.problem) for part in parts]
    return (
        exactcover.diagram_of(problem).count(),
        exactcover.diagram_of(problem, chosen=chosen).count(),
        rows(exactcover.sample(problem, 3, seed=1, chosen=chosen)),
        exactcover.uses(problem),
        exactcover.uses(problem, weights=carry(list(range(1, problem.n_options + 1)))),
        len(list(exactcover.trace(problem, chosen=chosen, limit=2))),
        sum(exactcover.count(problem, chosen=task.chosen) for task in tasks),
        exactcover.count(exactcover.reduce(problem).problem),
        len(list(exactcover.combine(parts, halves))),
        exactcover.search_tree(of_matrix(carry)).n_visited,
        int(exactcover.symmetries(problem).order),
    )


@case(
    "exactcover.explain_infeasible exactcover.refute exactcover.write_solutions exactcover.picture"
)
def impossible_and_written(carry: Carry) -> Any:
    impossible = Problem.from_matrix(carry([[1, 1, 0], [0, 1, 1], [1, 0, 1]]))
    problem = of_matrix(carry)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "solutions.txt"
        exactcover.write_solutions(problem, path, chosen=carry([0]))
        text = path.read_text()
    cells = exactcover.solve(Problem([[(0, 0), (0, 1)], [(1, 0), (1, 1)]])).get()
    drawing = exactcover.picture(cells).to_svg()
    proof = str(exactcover.refute(impossible))
    return exactcover.explain_infeasible(impossible).items, proof, text, drawing


@case(
    "exactcover.tiling exactcover.polyforms exactcover.named_polyforms exactcover.drawn "
    "exactcover.board_moves"
)
def tilings(carry: Carry) -> Any:
    board = carry([[r, c] for r in range(4) for c in range(5)])
    problem = exactcover.tiling("pentominoes", board, numbers=(0, 1))
    forms = len(exactcover.polyforms(4)), len(exactcover.named_polyforms("tetrominoes"))
    moves = len(exactcover.board_moves(problem))
    return exactcover.count(problem), forms, moves, len(exactcover.drawn("AA"))


# csp: domains, tables, weights, tasks and the numbers of other constraints.


def models(carry: Carry) -> tuple[csp.Model, Any]:
    """Return a model with five variables over carried values."""
    model = csp.Model()
    return model, model.variables(5, carry([0, 1, 2, 3, 4]))


@case("""csp.solve csp.count csp.solutions csp.all_different csp.table csp.forbidden csp.element
csp.cardinality csp.among csp.linear csp.all_different_except csp.sequence csp.sliding_sum""")
def tables_and_counts(carry: Carry) -> Any:
    model, (a, b, c, d, e) = models(carry)
    model.post(
        csp.all_different([a, b, c, d], level="domain"),
        csp.table([a, b], carry([[0, 1], [1, 0], [2, 3], [3, 1]])),
        csp.forbidden([b, c], carry([[1, 0], [3, 2]])),
        csp.element(carry([3, 1, 4, 1, 0]), d) == e,
        csp.linear(a + b <= 4, level="domain"),
        csp.cardinality([a, b, c, e], {0: 1, 1: csp.maximum([a, 1])}),
        csp.among([a, b, c, d, e], carry([1, 3])) >= 2,
        csp.sequence([a, b, c], 2, carry([0, 1]), 0, 2),
        csp.sliding_sum([a, b, c], 2, 1, 6),
    )
    other, (a, b, c, *_) = models(carry)
    other.post(csp.all_different_except([a, b, c], carry([0, 1])), a * b <= 3)
    answers = sorted(tuple(each.values()) for each in csp.solutions(model))
    counts = [csp.count(model, method=method) for method in ("propagation", "learning")]
    return answers, counts, csp.solve(other).complete, csp.count(other)


@case("""csp.minimize csp.maximize csp.improving_solutions csp.no_overlap csp.cumulative
csp.bin_packing csp.knapsack csp.scalar_product csp.minimum csp.maximum csp.reservoir csp.diffn
csp.interval csp.columns csp.gantt_chart""")
def tasks_and_weights(carry: Carry) -> Any:
    model = csp.Model()
    starts = model.variables(4, carry(list(range(8))))
    durations, demands = carry([2, 1, 3, 2]), carry([1, 2, 1, 1])
    model.post(
        csp.cumulative(starts, durations, demands, 2),
        csp.no_overlap(starts[:2], carry([2, 1])),
        csp.reservoir(starts, carry([1, 1, 0, 1]), 0, 3),
    )
    end = csp.maximum([start + int(d) for start, d in zip(starts, durations, strict=True)])
    best = csp.minimize(model, end)
    packing = csp.Model()
    bins = packing.variables(3, carry([0, 1]))
    loads = packing.variables(2, carry(list(range(8))))
    packing.post(csp.bin_packing(bins, carry([3, 2, 2]), loads))
    sack = csp.Model()
    amounts = sack.variables(3, carry([0, 1, 2]))
    weight, profit = sack.variables(2, range(31))
    weights = carry([3, 4, 5])
    sack.post(csp.knapsack(amounts, weights, carry([4, 5, 7]), weight, profit), weight <= 11)
    boxes = csp.Model()
    x, y = boxes.variables((2, 2), carry([0, 1, 2]))
    boxes.post(csp.diffn(list(zip(x, y, strict=True)), carry([[1, 2], [2, 1]])))
    optional = csp.Model()
    stay = csp.interval(optional, carry([0, 1, 2]), carry([2, 3]), "stay")
    svg = csp.gantt_chart(starts, durations, best.solution).to_svg()
    return (
        best.value,
        len(list(csp.improving_solutions(packing, loads[0], greatest=True))),
        csp.maximize(packing, loads[0]).value,
        csp.maximize(sack, profit).value,
        csp.maximize(sack, csp.scalar_product(amounts, weights)).value,
        csp.count(boxes),
        csp.count(optional),
        sorted(csp.columns([stay])),
        len(svg) > 0,
    )


@case("""csp.circuit csp.subcircuit csp.inverse csp.lexicographic csp.lexicographic_chain csp.sort
csp.increasing csp.value_precedence csp.n_values csp.count_of csp.all_equal csp.argmin csp.argmax
csp.channel csp.stretch csp.regular csp.cost_regular csp.satisfies csp.xor csp.at_least csp.at_most
csp.exactly csp.if_then csp.iff csp.truth csp.truncated_quotient csp.truncated_remainder""")
def orders_and_words(carry: Carry) -> Any:
    numbers = carry([2, 0, 1, 0, 2])
    counts = []
    for constraint in (
        lambda v: csp.circuit(v),
        lambda v: csp.subcircuit(v),
        lambda v: csp.inverse(v, v),
        lambda v: csp.lexicographic(v, numbers),
        lambda v: csp.lexicographic_chain([v, numbers]),
        lambda v: csp.sort(v, carry([0, 1, 2, 3, 4])),
        lambda v: csp.increasing(v),
        lambda v: csp.value_precedence(v, carry([0, 1, 2, 3, 4])),
        lambda v: csp.n_values(v) == 2,
        lambda v: csp.count_of(v, numbers[0]) == 3,
        lambda v: csp.all_equal(v),
        lambda v: csp.argmin(v) == csp.argmax(v[::-1]),
        lambda v: csp.stretch(v, {int(value): (2, 3) for value in carry([0, 1, 2])}),
        lambda v: csp.regular(v, {(0, k): 0 for k in numbers}, 0, [0]),
        lambda v: csp.satisfies(v[:3], lambda p, q, r: p + q == r),
        lambda v: csp.xor([v[0] == numbers[0], v[1] == numbers[1]]),
        lambda v: csp.at_least(3, [each == numbers[0] for each in v]),
        lambda v: csp.at_most(1, [each <= numbers[0] for each in v]),
        lambda v: csp.exactly(2, [each != numbers[0] for each in v]),
        lambda v: csp.if_then(v[0] == numbers[0], v[1] == numbers[1]),
        lambda v: csp.iff(v[0] == numbers[0], csp.truth(v[1] > v[2]) == 1),
        lambda v: csp.truncated_quotient(v[0] - 4, numbers[0]) == -1,
        lambda v: csp.truncated_remainder(v[0] - 4, numbers[0]) == -1,
    ):
        model, variables = models(carry)
        model.post(constraint(list(variables)))
        counts.append(csp.count(model))
    model, (a, b, c, *_) = models(carry)
    bits = model.bool_vars(5)
    costs = {(0, int(k)): int(k) + 1 for k in numbers}
    model.post(
        csp.channel(a, bits),
        csp.cost_regular([b, c], dict.fromkeys(costs, 0), 0, [0], costs) == 4,
    )
    return counts, csp.count(model)


@case("""csp.set_variable csp.set_partition csp.set_channel csp.set_order csp.value_grid
csp.tour_map csp.chess_board csp.search_tree csp.explain_infeasible csp.why csp.symmetries
csp.lex_leader csp.changes csp.distance csp.diverse""")
def sets_and_drawings(carry: Carry) -> Any:
    model = csp.Model()
    first = csp.set_variable(model, carry([1, 2, 3]), "first", required=carry([1]))
    second = csp.set_variable(model, carry([1, 2, 3]), "second", sizes=carry([1, 2]))
    model.post(csp.set_partition([first, second], carry([1, 2, 3])))
    channel = csp.Model()
    sets = [csp.set_variable(channel, carry([0, 1]), name) for name in "st"]
    places = channel.variables(2, carry([0, 1]))
    channel.post(csp.set_channel(places, sets), csp.set_order(*sets))
    impossible, (a, b, *_) = models(carry)
    impossible.post(a < b, b < a)
    queens, columns = models(carry)
    queens.post(csp.all_different(columns))
    drawings = (
        csp.chess_board(carry([1, 3, 0, 2])),
        csp.value_grid(carry([[1, 2], [3, 4]])),
        csp.tour_map(carry([1, 2, 0]), carry([[0, 0], [1, 0], [0, 1]])),
    )
    group = csp.symmetries(queens)
    queens.post(csp.lex_leader(group))
    sure, (a, *_) = models(carry)
    sure.post(a >= 3)
    plan = carry([1, 2, 3, 4, 0])
    return (
        csp.count(model),
        csp.count(channel),
        len(csp.explain_infeasible(impossible).names),
        len(csp.why(sure, a > 2).names),
        csp.minimize(sure, csp.changes(sure, dict(zip(sure.unknowns, plan, strict=True)))).value,
        csp.minimize(sure, csp.distance(sure, dict(zip(sure.unknowns, plan, strict=True)))).value,
        len(csp.diverse(sure, 2, distance=plan[1])),
        int(group.order),
        csp.count(queens),
        csp.search_tree(sure, limit=20).n_visited,
        [drawing.to_svg() for drawing in drawings],
    )


# sudoku: boards, batches, clues and rules.

LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
DIGITS = [[int(digit) for digit in LINE[9 * r : 9 * r + 9]] for r in range(9)]


@case("""sudoku.solve sudoku.count sudoku.solutions sudoku.is_well_formed sudoku.is_minimal
sudoku.all_steps sudoku.complete sudoku.drawn_marks sudoku.formity sudoku.hint sudoku.explain
sudoku.rate sudoku.canonical sudoku.automorphisms
sudoku.symmetries sudoku.isomorphic sudoku.random_isomorph sudoku.transform sudoku.encode
sudoku.decode sudoku.picture sudoku.book sudoku.redundant sudoku.minimal_givens
sudoku.true_candidates sudoku.refining_candidates sudoku.cell_pairs""")
def boards(carry: Carry) -> Any:
    board = carry(DIGITS)
    problem = sudoku.encode(board)
    cover = exactcover.solve(problem).get()
    same = sudoku.isomorphic(board, sudoku.random_isomorph(board, seed=1))
    assert same is not None
    return (
        str(sudoku.solve(board).get()),
        sudoku.count(board),
        [str(grid) for grid in sudoku.solutions(board)],
        sudoku.is_well_formed(board),
        sudoku.is_minimal(board),
        str(sudoku.formity(board)),
        sudoku.hint(board).text(),
        sudoku.all_steps(board, upto="x_wing").text(),
        str(sudoku.complete(board)),
        sudoku.drawn_marks(sudoku.Puzzle.of(board)),
        sudoku.explain(board).text(),
        sudoku.rate(board),
        str(sudoku.canonical(board)),
        sudoku.automorphisms(board).digit_orbits(),
        sudoku.symmetries(board).cell_orbits(),
        str(sudoku.transform(board, same)),
        str(sudoku.decode(sudoku.Shape(3, 3), cover)),
        len(sudoku.picture(board).to_svg()),
        sudoku.book([board]).per_page,
        str(sudoku.redundant(board)),
        next(sudoku.minimal_givens(board)),
        sudoku.true_candidates(board).counts.tolist(),
        [each.complete for each in sudoku.refining_candidates(board)],
        sudoku.cell_pairs(board).equal.tolist(),
    )


@case("sudoku.why_impossible sudoku.conflicts")
def impossible_boards(carry: Carry) -> Any:
    board = carry([[1, 2, 0, 0], [0, 0, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0]])
    return str(sudoku.why_impossible(board)), [str(each) for each in sudoku.conflicts(board)]


@case("""sudoku.solve_batch sudoku.count_batch sudoku.canonical_batch sudoku.formity_batch
sudoku.rate_batch sudoku.true_candidates_batch""")
def batches(carry: Carry) -> Any:
    flat = [int(digit) for digit in LINE]
    batch = carry([flat, flat[::-1]])
    barred = carry([[2, 1], [2, 9]])
    grids, counts = sudoku.solve_batch(batch, barred=barred)
    return (
        grids.tolist(),
        counts.tolist(),
        sudoku.count_batch(batch).tolist(),
        sudoku.canonical_batch(batch).tolist(),
        [str(each) for each in sudoku.formity_batch(batch)],
        sudoku.true_candidates_batch(batch).tolist(),
        sudoku.rate_batch(batch),
    )


@case("""sudoku.rule sudoku.ruleset sudoku.generate sudoku.to_json sudoku.from_json sudoku.to_sdk
sudoku.from_sdk sudoku.to_fpuzzles sudoku.from_fpuzzles sudoku.to_fpuzzles_link
sudoku.to_sudokupad sudoku.from_sudokupad sudoku.to_sudokupad_link sudoku.to_candidates
sudoku.to_iss sudoku.to_iss_link""")
def rules_and_formats(carry: Carry) -> Any:
    killer = sudoku.rule("killer", [(12, carry([[0, 0], [0, 1], [0, 2]]))])
    puzzle = sudoku.Puzzle(sudoku.Shape(3, 3), (sudoku.Classic(), killer), carry(DIGITS))
    plain = sudoku.Puzzle.of(carry(DIGITS))
    made = sudoku.generate(4, seed=1)
    return (
        str(sudoku.solve(puzzle).get()),
        sudoku.to_json(sudoku.from_json(sudoku.to_json(puzzle))),
        str(sudoku.from_sdk(sudoku.to_sdk(plain)).grid),
        str(sudoku.from_fpuzzles(sudoku.to_fpuzzles(plain)).grid),
        str(sudoku.from_sudokupad(sudoku.to_sudokupad(plain)).grid),
        sudoku.to_fpuzzles_link(plain),
        sudoku.to_sudokupad_link(plain),
        sudoku.to_candidates(plain),
        sudoku.to_iss(puzzle),
        sudoku.to_iss_link(plain),
        str(made),
    )


NO_NUMBERS = """exactcover.from_burrtools exactcover.from_lp exactcover.from_opb csp.from_flatzinc
csp.from_opb csp.from_xcsp3 csp.column
sudoku.count_grids sudoku.estimate_grids sudoku.parse sudoku.read_puzzles sudoku.from_iss
sudoku.recognise sudoku.from_layout sudoku.to_layout
exactcover.run_async exactcover.iterate_async"""
"""The exported functions that take texts, shapes and single numbers only, or a verb first."""


@cache
def answer_to_lists(name: str) -> Any:
    return CASES[name](lambda numbers: numbers)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", CASES)
def test_a_form_of_numbers_changes_no_answer(name: str, form: str) -> None:
    assert CASES[name](FORMS[form]) == answer_to_lists(name)


def test_every_function_is_called() -> None:
    assert {name for name, _ in functions()} == CALLED | set(NO_NUMBERS.split())
