"""Certificates are found where a search is too long, and prove what they say."""

import random
from itertools import product

import pytest
from hypothesis import given, settings

from exactcover import (
    Certificate,
    Problem,
    ProblemError,
    UnfinishedError,
    picture,
    refute,
    tiling,
)
from exactcover.portfolio import cheapest
from exactcover.portfolio.refuted import Refuted
from exactcover.refutation.refute import QUICK, find_certificate
from exactcover.refutation.registry import ARGUMENTS
from exactcover.refutation.system import system_of
from tests import oracle
from tests.exactcover.refutation.problems_without_solution import (
    FAMILIES,
    hexominoes,
    langford,
    mutilated_board,
    pigeons,
)
from tests.strategies import bounded_problems, problems


@pytest.mark.kernel
@pytest.mark.parametrize("name", FAMILIES)
def test_families_are_refuted_with_little_work(name: str) -> None:
    certificate = find_certificate(FAMILIES[name](), QUICK)
    assert certificate is not None
    assert certificate.is_valid
    assert "do not prove" not in str(certificate)


@pytest.mark.compiled
@pytest.mark.kernel
@pytest.mark.parametrize("name", FAMILIES)
def test_families_are_refuted_before_a_long_search(name: str) -> None:
    problem = FAMILIES[name]()
    result = problem.solve()
    assert result.complete
    assert result.solution is None
    assert result.statistics.nodes < 10**7
    assert any(line.startswith("refuted") for line in result.statistics.choice) or (
        result.statistics.nodes < 10**6
    )


@pytest.mark.kernel
@settings(max_examples=80, deadline=None)
@given(problems())
def test_certificates_are_true(problem: Problem) -> None:
    certificate = refute(problem)
    if certificate is not None:
        assert not oracle.solutions(problem)
        assert certificate.is_valid
        assert set(certificate.needed) <= set(problem.primary)


@pytest.mark.kernel
@settings(max_examples=80, deadline=None)
@given(bounded_problems())
def test_certificates_are_true_with_bounds(problem: Problem) -> None:
    certificate = refute(problem)
    if certificate is not None:
        assert not oracle.bounded_solutions(problem)
        assert certificate.is_valid


@pytest.mark.kernel
@settings(max_examples=60, deadline=None)
@given(bounded_problems())
def test_each_argument_is_checked_in_two_ways(problem: Problem) -> None:
    system = system_of(problem)
    for name in ARGUMENTS:
        for weights in ARGUMENTS[name](system, QUICK):
            pairs = zip(problem.items, weights.tolist(), strict=True)
            certificate = Certificate(problem, {item: w for item, w in pairs if w})
            assert certificate.is_valid == system.is_refuted_by(weights)
            if certificate.is_valid:
                assert not oracle.bounded_solutions(problem)


@pytest.mark.kernel
@settings(max_examples=60, deadline=None)
@given(bounded_problems())
def test_any_weights_that_prove_it_are_true(problem: Problem) -> None:
    rng = random.Random(problem.digest)
    has_solution = bool(oracle.bounded_solutions(problem))
    assert has_solution or problem.colour_names or not system_of(problem).fits_quickly()
    for _ in range(20):
        weights = {item: rng.randrange(-2, 3) for item in problem.items}
        certificate = Certificate(problem, weights)
        assert not (certificate.is_valid and has_solution)
        assert bool(certificate.needed) or not certificate.is_valid or not any(weights.values())


def satisfiable(equations: list[tuple[int, ...]], totals: tuple[int, ...], prime: int) -> bool:
    """Return by trying all whether some multiples of columns add up to the totals, modulo p."""
    return any(
        all(
            (sum(x * row for x, row in zip(xs, rows, strict=True)) - total) % prime == 0
            for rows, total in zip(zip(*equations, strict=True), totals, strict=True)
        )
        for xs in product(range(prime), repeat=len(equations))
    )


@pytest.mark.kernel
@pytest.mark.parametrize("prime", [2, 3, 5])
def test_elimination_finds_weights_if_the_equations_have_no_solution(prime: int) -> None:
    from exactcover.refutation.elimination import _Search

    rng = random.Random(prime)
    n_refuted = 0
    for _ in range(150):
        n_items, n_options = rng.randrange(1, 6), rng.randrange(1, 5)
        rows = [[k for k in range(n_items) if rng.random() < 0.6] or [0] for _ in range(n_options)]
        bounds = {k: rng.randrange(1, 5) for k in range(n_items)}
        problem = Problem(rows, range(n_items), bounds=bounds)
        system = system_of(problem)
        columns = list(map(tuple, problem.to_matrix().astype(int).tolist()))
        totals = tuple(system.low.tolist())
        weights = _Search(system, QUICK).weights(prime)
        assert (weights is None) == satisfiable(columns, totals, prime)
        n_refuted += weights is not None
        if weights is not None:
            assert not any((system.column_sums(weights) % prime).tolist())
            assert int((weights * system.low).sum()) % prime
    assert 20 < n_refuted < 130


@pytest.mark.kernel
def test_the_relaxation_refutes_what_linear_programming_does() -> None:
    from scipy.optimize import linprog

    from exactcover.refutation.relaxation import by_relaxation

    rng = random.Random(1)
    n_refuted = 0
    for _ in range(150):
        rows = [rng.sample(range(8), rng.randrange(1, 4)) for _ in range(rng.randrange(4, 12))]
        bounds = {k: (low := rng.randrange(0, 3), low + rng.randrange(0, 2)) for k in range(6)}
        problem = Problem(
            rows + [[k] for k in range(6)],
            range(6),
            range(6, 8),
            bounds=bounds,
            on_useless="ignore",
        )
        system = system_of(problem)
        matrix = problem.to_matrix().T.astype(float)
        both = [*matrix, *-matrix]
        limits = [*system.high.tolist(), *(-system.low).tolist()]
        found = linprog([0.0] * problem.n_options, both, limits, bounds=(0, 1), method="highs")
        is_refuted = any(map(system.is_refuted_by, by_relaxation(system, QUICK)))
        assert is_refuted == (found.status == 2)
        n_refuted += is_refuted
    assert 20 < n_refuted < 130


@pytest.mark.kernel
def test_matching_finds_halls_sets() -> None:
    """Of random rows that need different columns; networkx says whether all can have one."""
    import networkx as nx

    from exactcover.refutation.matching import by_matching

    rng = random.Random(2)
    n_refuted = 0
    for _ in range(100):
        n = rng.randrange(2, 9)
        rows = [("row", k) for k in range(n)]
        pairs = [(row, ("column", c)) for row in rows for c in range(n) if rng.random() < 0.35]
        pairs += [(row, ("column", 0)) for row in rows if row not in {r for r, _ in pairs}]
        columns = sorted({column for _, column in pairs})
        problem = Problem(pairs, rows, columns)
        system = system_of(problem)
        is_refuted = any(map(system.is_refuted_by, by_matching(system, QUICK)))
        graph = nx.Graph(pairs)
        matching = nx.bipartite.maximum_matching(graph, rows)
        assert is_refuted == (sum(row in matching for row in rows) < n)
        n_refuted += is_refuted
    assert 20 < n_refuted < 90


@pytest.mark.kernel
def test_counting_compares_areas_however_often_pieces_are_used() -> None:
    problem = tiling(["##", "###"], (3, 5), numbers={"A": (0, 3), "B": (0, 2)})
    certificate = refute(problem)
    assert certificate is not None
    assert (certificate.argument, certificate.is_valid) == ("counting", True)
    assert problem.count() == 0


@pytest.mark.compiled
@pytest.mark.kernel
def test_counts_and_reductions_are_refuted() -> None:
    problem = mutilated_board(12)
    reduction = problem.reduce()
    assert isinstance(reduction.infeasible, Certificate)
    assert reduction.infeasible.is_valid
    assert "chessboard" in str(reduction)
    count = langford(17).count()
    assert (count, count.complete) == (0, True)


@pytest.mark.parametrize("numbers", [None, 7])
def test_the_search_for_the_least_cost_is_refuted(
    numbers: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FIRST_UPDATES", "RELAXED_UPDATES", "SLICE_UPDATES"):
        monkeypatch.setattr(cheapest, name, 1)
    monkeypatch.setattr("exactcover.engines.linear.engine.CALL_UPDATES", 0)
    cells = [(r, c) for r in range(4) for c in range(4) if (r, c) not in {(0, 0), (3, 3)}]
    board = tiling(["##"], cells, numbers=numbers)
    problem = Problem(
        [list(option.items) for option in board],
        board.primary,
        bounds=board.bounds,
        costs=[k % 7 for k in range(board.n_options)],
    )
    found = problem.cheapest()
    assert (found.solutions, found.complete) == ((), True)
    assert any(line.startswith("refuted") for line in found.statistics.choice)


@pytest.mark.compiled
@pytest.mark.kernel
def test_what_chosen_options_leave_is_refuted() -> None:
    board = tiling(["##"], (12, 12), numbers=None)
    corner = [o.index for o in board if (0, 0) in o.items or (11, 11) in o.items][:1]
    problem = Problem([*(o.items for o in board), [(0, 0), (11, 11)]], board.primary)
    assert problem.solve(chosen=corner).solution is not None
    result = problem.solve(chosen=[problem.n_options - 1])
    assert result.complete
    assert result.solution is None
    assert any("chessboard" in line for line in result.statistics.choice)


def test_explanations_in_words() -> None:
    explanation = mutilated_board(6).explain_infeasible()
    assert explanation.certificate is not None
    assert "coloured like a chessboard, each option covers as many black as white items" in str(
        explanation
    )
    assert "there are 18 and 16" in str(explanation)
    assert explanation.is_irreducible
    assert len(explanation.items) == 17
    assert "14 and 13" in str(pigeons(14).explain_infeasible())
    odd = Problem([["a", "b"], ["b", "c"], ["a", "c"]]).refute()
    assert "even number of these 3 items, but together they are covered 3 times" in str(odd)


@pytest.mark.kernel
@pytest.mark.slow
def test_searches_for_a_smaller_explanation_end() -> None:
    explanation = hexominoes(14, 15).explain_infeasible()
    assert explanation.certificate is not None
    assert explanation.certificate.is_valid


def test_pictures_show_the_colouring() -> None:
    certificate = mutilated_board(6).refute()
    assert certificate is not None
    image = picture(certificate)
    assert repr(image) == "<Tiling of 34 squares by 34 options>"
    assert len(set(image.colours)) == 2
    weights = {cell: 1 + sum(cell) % 3 for cell in certificate.weights}
    by_three = picture(Certificate(certificate.problem, weights))
    assert len(set(by_three.colours)) == 3
    assert ">3<" in by_three.to_svg()


def test_arguments_and_limits() -> None:
    assert refute(Problem([["p"]])) is None
    assert refute(Problem([], ["p"])) is not None
    assert refute(Problem([])) is None
    with pytest.raises(ProblemError, match=r"exactcover\.Problem"):
        refute("p")  # type: ignore[arg-type]
    with pytest.raises(UnfinishedError):
        refute(pigeons(3), time_limit=0)
    assert "do not prove" in str(Certificate(Problem([["p"]]), {"p": 1}))


def test_a_search_that_is_refuted_can_be_stored() -> None:
    certificate = pigeons(4).refute()
    assert certificate is not None
    engine = Refuted(4, certificate)
    engine.restore(engine.snapshot())
    engine.check()
    assert engine.choose([0])
    assert engine.part_done() == 1
    assert engine.choice[0].startswith("counting: each option covers as many black as white")


def test_a_small_problem_with_an_obvious_cover_is_not_refuted() -> None:
    """The row of the fewest columns comes first; a row with bounds takes as many as it needs."""
    rows = [["p", "q", "x"], ["q", "r"], ["p"], ["q", "r", "x"], ["p"]]
    assert system_of(Problem(rows, secondary=["x"])).fits_quickly()
    assert system_of(Problem(rows, secondary=["x"], bounds={"p": 2})).fits_quickly()
    assert not system_of(Problem(rows, secondary=["x"], bounds={"p": 2, "r": 2})).fits_quickly()
