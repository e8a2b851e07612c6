"""Points, pairs and contradictions of answers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.minizinc import rows, scoring, tables
from benchmarks.minizinc.rows import Row, Rows
from benchmarks.minizinc.scoring import all_seconds, points, search_seconds

LIMIT = 20.0


def row(
    status: str,
    objective: int | None = None,
    seconds: float = 1.0,
    goal: str | None = "minimize",
    solver: str = "one",
    flattening: float = 0.0,
) -> Row:
    solutions = [(seconds, objective)] if status in (rows.PROVED, rows.FEASIBLE) else []
    return Row(
        "model.mzn", solver, LIMIT, status, goal, objective, seconds, flattening, list(solutions)
    )


BETTER = [
    (row(rows.PROVED, 5), row(rows.FEASIBLE, 5)),
    (row(rows.FEASIBLE, 4), row(rows.FEASIBLE, 5)),
    (row(rows.FEASIBLE, 5, goal="maximize"), row(rows.FEASIBLE, 4, goal="maximize")),
    (row(rows.FEASIBLE, 5), row(rows.NOTHING)),
    (row(rows.PROVED, goal=None), row(rows.FAILED, goal=None)),
    (row(rows.UNSATISFIABLE), row(rows.NOT_FLATTENED)),
]


@pytest.mark.parametrize(("better", "worse"), BETTER)
def test_a_better_answer_gets_the_point(better: Row, worse: Row) -> None:
    assert points(better, worse, search_seconds) == 1
    assert points(worse, better, search_seconds) == 0


def test_equal_answers_share_a_point_by_their_times() -> None:
    fast, slow = row(rows.PROVED, 5, seconds=1.0), row(rows.PROVED, 5, seconds=3.0)
    assert points(fast, slow, search_seconds) == 0.75
    assert points(slow, fast, search_seconds) == 0.25


def test_answers_without_a_proof_have_the_time_of_the_limit() -> None:
    early, late = row(rows.FEASIBLE, 5, seconds=1.0), row(rows.FEASIBLE, 5, seconds=19.0)
    assert points(early, late, search_seconds) == 0.5


def test_flattening_is_added_to_the_time() -> None:
    one, other = row(rows.PROVED, 5, flattening=2.0), row(rows.PROVED, 5)
    assert points(one, other, all_seconds) == 0.25
    assert points(one, other, search_seconds) == 0.5


def test_nobody_gets_points_without_an_answer() -> None:
    assert points(row(rows.NOTHING), row(rows.FAILED), search_seconds) == 0


statuses = st.sampled_from(
    [rows.PROVED, rows.FEASIBLE, rows.UNSATISFIABLE, rows.NOTHING, rows.FAILED]
)
any_row = st.builds(
    row,
    statuses,
    st.integers(-5, 5),
    st.floats(0, 30),
    st.just("maximize"),
    flattening=st.floats(0, 9),
)


@given(any_row, any_row, st.sampled_from([search_seconds, all_seconds]))
def test_a_pair_shares_one_point_if_there_is_an_answer(
    one: Row, other: Row, seconds: scoring.Seconds
) -> None:
    total = points(one, other, seconds) + points(other, one, seconds)
    assert total == pytest.approx(1 if one.has_answer or other.has_answer else 0)


@pytest.fixture
def three(tmp_path: Path) -> Rows:
    found = Rows(tmp_path / "rows.jsonl", LIMIT)
    found.add(row(rows.PROVED, 5, 1.0, solver="one"))
    found.add(row(rows.PROVED, 5, 3.0, solver="two"))
    found.add(row(rows.FEASIBLE, 7, 3.0, solver="three"))
    return found


def test_scores_are_sums_over_opponents(three: Rows) -> None:
    found = scoring.scores(three, ["model.mzn"], three.solvers(), search_seconds)
    assert found == {"one": 1.75, "two": 1.25, "three": 0}
    assert scoring.duel(three, ["model.mzn"], "one", "two") == (0, 1, 0)
    assert scoring.duel(three, ["model.mzn"], "three", "two") == (0, 0, 1)


def test_tables_have_all_solvers_and_instances(three: Rows) -> None:
    scores, pairs, answers = tables.sections(three)
    assert [each[0] for each in scores.rows] == ["one", "two", "three"]
    assert scores.rows[0][1:4] == ("1.8", "88%", "1.8")
    assert pairs.rows[0] == ("one", "", "0 - 1 - 0", "1 - 0 - 0")
    assert answers.rows == [(". model", "min", "5 in 1", "5 in 3", "(7 at 3)")]
    assert not scores.wrong


@pytest.mark.parametrize(
    "other",
    [
        row(rows.FEASIBLE, 4, solver="other"),
        row(rows.PROVED, 6, solver="other"),
        row(rows.UNSATISFIABLE, solver="other"),
    ],
)
def test_answers_that_cannot_both_be_right_are_reported(tmp_path: Path, other: Row) -> None:
    found = Rows(tmp_path / "rows.jsonl", LIMIT)
    found.add(row(rows.PROVED, 5))
    found.add(other)
    (why,) = scoring.contradictions(found, ["model.mzn"], found.solvers())
    assert why.startswith("model.mzn: one and other: ")
    assert tables.sections(found)[0].wrong == [why]


def test_rows_are_read_again_and_a_line_that_was_cut_off_is_not(three: Rows) -> None:
    path = three._path
    assert Rows(path, LIMIT) == three
    assert not Rows(path, LIMIT + 1)
    with path.open("a") as stream:
        stream.write('{"instance": "oth')
    again = Rows(path, LIMIT)
    assert again == three
    again.add(row(rows.NOTHING, solver="four"))
    assert Rows(path, LIMIT) == again
    assert again.solvers() == ["one", "two", "three", "four"]


def test_a_line_that_is_no_row_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"instance": "a", "solutions": []}\n')
    with pytest.raises(ValueError, match="line 1: no row"):
        Rows(path, LIMIT)
