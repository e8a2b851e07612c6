"""What newcomers tried first: names, forms of arguments, results in pictures, and exit codes."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import csp
import exactcover
import sudoku
from exactcover import NoSolutionError, Problem, ProblemError, UndecidedError
from exactcover.cli.main import main as cover_main
from sudoku.cli.main import main as sudoku_main

SMALL = "1......2.3.....4"
DOMINOES = {
    "A": [(0, 0), (0, 1)],
    "B": [(1, 0), (1, 1)],
    "C": [(0, 0), (1, 0)],
    "D": [(0, 1), (1, 1)],
}


@pytest.mark.parametrize("name", sudoku.RULES)
def test_every_rule_is_exported_by_the_name_of_its_class(name: str) -> None:
    kind = sudoku.RULES[name]
    assert getattr(sudoku, kind.__name__) is kind
    assert kind.__name__ in sudoku.__all__


def test_a_hint_prints_its_words() -> None:
    found = sudoku.hint("1234341221434...")
    assert str(found) == str(found.stages[0])
    assert str(found).startswith("Full house. r4c2")
    whole = sudoku.explain("1234341221434...")
    assert str(whole) == whole.text()


# pictures


def test_picture_takes_results_of_covers() -> None:
    problem = Problem(DOMINOES)
    image = exactcover.picture(problem.solve().get()).to_svg()
    for result in (problem.solve(), problem.solutions(), problem.cheapest()):
        assert exactcover.picture(result).to_svg() == image
    with pytest.raises(NoSolutionError):
        exactcover.picture(Problem([[(0, 0)]], primary=[(0, 0), (1, 1)]).solve())
    with pytest.raises(UndecidedError):
        exactcover.picture(problem.solve(max_nodes=0))
    with pytest.raises(ProblemError, match="these are 2 solutions: draw one"):
        exactcover.picture(list(problem.solutions()))


def test_picture_takes_results_of_models() -> None:
    model = csp.Model()
    x = model.variables(4, range(4), name="x")
    model.post(csp.all_different(x))
    svg = csp.chess_board(x, model.solve()).to_svg()
    for result in (model.solutions(), model.solve().solution):
        assert csp.chess_board(x, result).to_svg() == svg
    with pytest.raises(csp.ModelError, match="no solution that can be drawn"):
        csp.chess_board(x, model.minimize(x[0], max_nodes=0))


def test_picture_takes_results_of_puzzles() -> None:
    solved = sudoku.solve(SMALL)
    grid = sudoku.picture(solved.get()).to_svg()
    assert sudoku.picture(solved).to_svg() == grid
    assert sudoku.picture(sudoku.solutions(SMALL)).to_svg() == grid
    hint = sudoku.hint("1234341221434...")
    assert sudoku.picture(hint).to_svg() == hint.stages[0].picture().to_svg()
    assert sudoku.picture(hint.stages[0]).title == str(hint)
    end = sudoku.picture(sudoku.explain("1234341221434..."))
    assert end.title == "Solved in three steps."
    assert end.digits == sudoku.solve("1234341221434...").get().cells
    with pytest.raises(NoSolutionError):
        sudoku.picture(sudoku.solve("123............4"))
    with pytest.raises(UndecidedError):
        sudoku.picture(sudoku.solve("." * 81, max_nodes=0))


@pytest.mark.parametrize("limit", [None, 1])
def test_an_iterator_that_was_used_up_is_not_taken_for_an_unsolvable_problem(limit: Any) -> None:
    problem = Problem([["p"]])
    solutions = problem.solutions(limit=limit)
    assert len(list(solutions)) == 1
    why = "all there are were taken" if solutions.complete else "as many as asked for"
    with pytest.raises(NoSolutionError, match=f"the iterator has no further solution: {why}"):
        exactcover.picture(solutions)
    with pytest.raises(NoSolutionError, match="there is no solution"):
        exactcover.picture(Problem([["p"]], primary=["p", "q"]).solutions(limit=limit))
    with pytest.raises(UndecidedError, match="asked for none"):
        exactcover.picture(problem.solutions(limit=0))


def test_an_iterator_that_was_stopped_does_not_say_that_it_found_none() -> None:
    solutions = Problem([["p"]] * 3).solutions()
    next(solutions)
    solutions.close()
    with pytest.raises(UndecidedError, match="the iterator has no further solution: cancelled"):
        exactcover.picture(solutions)


# labels and secondary items


def test_a_series_keeps_its_labels() -> None:
    series = pd.Series({"A": ["p"], "B": ["q"], "C": ["p", "q"]})
    problem = Problem(series, costs=pd.Series({"C": 5, "A": 1, "B": 2}))
    assert problem.cheapest().solution.labels == ("A", "B")  # type: ignore[union-attr]
    assert [s.cost for s in problem.solutions()] == [3, 5]
    assert Problem(pd.Series([["p"], ["q"]])).solve().get().labels == (None, None)


def test_costs_and_weights_of_a_series_go_by_its_index() -> None:
    rows: dict[str, Any] = {"A": ["p"], "B": ["p"], "C": ["p"]}
    plain: list[Any] = list(rows.values())
    numbers = pd.Series([1, 2, 3], index=["C", "A", "B"])
    assert list(Problem(rows).uses(weights=numbers)) == [2, 3, 1]
    assert Problem(rows, costs=numbers).costs.tolist() == [2, 3, 1]
    by_place = pd.Series([1, 2, 3], index=[2, 0, 1])
    assert list(Problem(plain).uses(weights=by_place)) == [2, 3, 1]
    assert Problem(plain, costs=by_place).costs.tolist() == [2, 3, 1]
    with pytest.raises(ProblemError, match="a cost for unknown option 'A'"):
        Problem(plain, costs=numbers)


def test_a_series_with_an_index_that_names_an_option_twice() -> None:
    rows, labels = [["p"]] * 3, ["x", "x", "y"]
    same = pd.Series([1, 2, 3], index=["x", "x", "y"])
    assert Problem(rows, labels=labels, costs=same).costs.tolist() == [1, 2, 3]
    other = pd.Series([1, 2, 3], index=["y", "x", "x"])
    with pytest.raises(ProblemError, match="the index of the costs names option 'x' twice"):
        Problem(rows, labels=labels, costs=other)
    with pytest.raises(ProblemError, match="the costs are a table: give one column of it"):
        Problem(rows, labels=labels, costs=other.to_frame())


def test_an_array_whose_index_is_a_method_has_no_labels() -> None:
    class Column(list[int]):
        """Like an array of pyarrow."""

        def to_numpy(self) -> None:
            raise NotImplementedError

    assert Problem([["p"]] * 3, costs=Column([1, 2, 3])).costs.tolist() == [1, 2, 3]


def test_secondary_items_may_be_repeated_or_chosen_by_a_function() -> None:
    options = [[("row", 0), ("diagonal", 0)], [("row", 1), ("diagonal", 0)], [("row", 1)]]
    listed = Problem(options, secondary=[("diagonal", 0), ("diagonal", 0)])
    chosen = Problem(options, secondary=lambda item: item[0] == "diagonal")
    assert listed == chosen
    assert [s.indices for s in chosen.solutions()] == [(0, 2)]
    with pytest.raises(ProblemError, match="returned 'row' for the item"):
        Problem(options, secondary=lambda item: item[0])
    with pytest.raises(ProblemError, match="as primary and as secondary"):
        Problem(options, primary=[("row", 0), ("row", 1)], secondary=[("row", 1), ("diagonal", 0)])
    with pytest.raises(ProblemError, match="listed twice"):
        Problem(options, primary=[("row", 0), ("row", 0)])


# forms of puzzles


def forms(line: str) -> dict[str, Any]:
    """Return two equal puzzles in all forms in which batches are given."""
    digits = [int(each) if each != "." else 0 for each in line]
    array = np.array([digits, digits], dtype=np.uint8)
    fixed = array.copy()
    fixed.flags.writeable = False
    puzzle = sudoku.Puzzle.of(line)
    return {
        "texts": [line, line],
        "tuple": (line, line),
        "series": pd.Series([line, line], index=["a", "b"]),
        "column": pd.DataFrame({"puzzle": [line, line]})["puzzle"].to_numpy(),
        "puzzles": [puzzle, puzzle],
        "boards": [sudoku.Board(puzzle)] * 2,
        "grids": [puzzle.grid] * 2,
        "rows": array,
        "squares": array.reshape(2, 9, 9),
        "read only": fixed,
        "lists": array.tolist(),
        "frame": pd.DataFrame(array),
        "list of arrays": list(array.reshape(2, 9, 9)),
        "objects": pd.Series([puzzle, puzzle]),
    }


BATCHES = ("solve_batch", "count_batch", "formity_batch", "rate_batch", "canonical_batch")


@pytest.mark.kernel
@pytest.mark.parametrize("name", [*BATCHES, "true_candidates_batch"])
def test_batches_take_puzzles_in_every_form(name: str) -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    verb = getattr(sudoku, name)
    found = {form: verb(given) for form, given in forms(line).items()}
    wanted = plain(found["texts"])
    for form, answer in found.items():
        assert plain(answer) == wanted, form


def plain(answer: Any) -> Any:
    """Return an answer as lists of numbers or texts, without the form of its arrays."""
    parts = answer if isinstance(answer, tuple) else (answer,)
    return [
        np.asarray(part).reshape(2, -1).tolist()
        if isinstance(part, np.ndarray)
        else [str(each) for each in part]
        for part in parts
    ]


# exit codes

FEW = ("--limit", "4000", "--max-nodes", "40", "--method", "dancing_cells")


def test_exit_codes_tell_a_solution_that_is_not_proved_from_none(tmp_path: Any) -> None:
    run = CliRunner().invoke
    assert run(sudoku_main, ["solve", SMALL, "--method", "min_conflicts"]).exit_code == 4
    assert run(sudoku_main, ["solve", SMALL]).exit_code == 0
    assert run(sudoku_main, ["solve", "." * 81, "--max-nodes", "0"]).exit_code == 3
    assert run(sudoku_main, ["count", "." * 81, "--max-nodes", "500"]).exit_code == 4
    assert run(sudoku_main, ["count", "." * 81, "--max-nodes", "0"]).exit_code == 3
    path = tmp_path / "problem.txt"
    names = [f"p{k}" for k in range(12)]
    path.write_text("\n".join([" ".join(names), *names, *names]))
    assert run(cover_main, ["count", str(path), "--max-nodes", "0"]).exit_code == 3
    assert run(cover_main, ["solve", str(path), *FEW]).exit_code == 4
