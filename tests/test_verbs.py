"""Every exported verb has limits, or its documentation says why its work is bounded.

Functions and the methods of exported classes are found by themselves, so a new one without limits
fails here until it has them, or says why it needs none. `tests/test_clock.py` measures how often
verbs ask.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import csp
import exactcover
import sudoku

PACKAGES = (exactcover, csp, sudoku)
LIMITS = {"time_limit", "cancel", "progress"}
NO_LIMITS = "It takes no limits: "
"""How the documentation of a function begins to say why its work is bounded."""

BOUNDED = {
    "exactcover": """
        board_moves combine drawn from_burrtools from_lp from_opb iterate_async named_polyforms
        picture run_async tiling
    """,
    "csp": """
        changes chess_board column columns distance from_flatzinc from_opb from_xcsp3 gantt_chart
        interval set_variable tour_map value_grid
    """,
    "sudoku": """
        decode drawn_marks
        from_fpuzzles from_iss from_json from_layout from_sdk from_sudokupad parse picture
        read_puzzles recognise rule ruleset to_candidates to_fpuzzles to_fpuzzles_link to_iss
        to_iss_link to_json to_layout to_sdk to_sudokupad to_sudokupad_link transform
    """,
}
"""Functions whose work is linear in what they get or return, or that have a budget of their own."""

CONSTRAINTS = [
    name
    for name in csp.__all__
    if getattr(csp, name).__module__.startswith(("csp.constraints.", "csp.sets.constraints"))
    and name not in ("column", "value")
]
"""State constraints; `Model.post` builds them, under its limits, and says so."""

STATEMENTS = """
    exactcover.Polyform
    csp.Builder csp.Constraint csp.Expression csp.SetExpression csp.SetVariable csp.Variable
    sudoku.Constraint sudoku.Reader sudoku.Ruleset
    sudoku.Board sudoku.Grid sudoku.Grids sudoku.Isomorphism sudoku.Outline sudoku.Shape
"""
"""Classes that only state something, as rules do: verbs read and call them, under their limits."""

METHODS = {
    "exactcover.Component": "expand",
    "exactcover.Diagram": """
        by_cost cheapest count forbid from_dddmp from_graphillion from_knuth load of rank require
        restrict sample save to_dot to_graph to_image uses
    """,
    "exactcover.FamilyCovers": "count sample",
    "exactcover.FamilyProblem": "from_file of to_problem universe",
    "exactcover.ImprovingSolutions": "arrays close",
    "exactcover.Problem": """
        changed find_options from_arrays from_matrix from_parts from_text on_lattice read restrict
        to_dimacs to_graph to_lp to_matrix to_milp to_mps to_opb to_text with_chosen write
    """,
    "exactcover.Reduction": "expand",
    "exactcover.Result": "get",
    "exactcover.SearchTree": "path save to_png to_svg",
    "exactcover.Solutions": "arrays close",
    "exactcover.Symmetries": "item_orbits listing_branch option_orbits whole_branch",
    "exactcover.Task": "parts",
    "csp.Drawing": "save to_png to_svg",
    "csp.ImprovingSolutions": "arrays close",
    "csp.Instance": "text",
    "csp.ModelResult": "get of",
    "csp.Model": """
        adding bool_var bool_vars changes distance from_exact_cover interval named_variables owns
        ranged_variables set_variable trial variable variables with_only
    """,
    "csp.SearchTree": "path save to_graph to_png to_rows to_svg",
    "csp.Symmetries": """
        check_images form is_of literal_orbits literals_of_rows orbit variable_orbits
    """,
    "sudoku.AllSteps": "text to_json",
    "sudoku.Booklet": "save to_pdf",
    "sudoku.Explanation": "above from_json html in_picture pictures save tally text to_json",
    "sudoku.Generator": "arrays close",
    "sudoku.Picture": "save to_png to_svg",
    "sudoku.Puzzle": """
        called changed from_text of to_text transform unchecked with_clue without_clue
    """,
    "sudoku.Rating": "of_stopped",
    "sudoku.Reading": """
        all_rules board in_words only_grid progress_in_words puzzle without_drawn_regions
    """,
    "sudoku.Session": "add_rule clear edit mark place redo remove_rule undo",
    "sudoku.Symmetries": "cell_orbits digit_orbits random",
    "sudoku.TrueCandidates": "of",
}
"""Methods whose work is linear in the object and in what they return, or that only hand over what
the verb that made the object finds under its own limits; the guide to limits says so."""


def takes_limits(function: Any) -> bool:
    """Return whether a function takes all limits, also by way of ``**limits``."""
    parameters = inspect.signature(function).parameters
    return parameters.keys() >= LIMITS or any(
        each.kind == each.VAR_KEYWORD and "Within" in str(each.annotation)
        for each in parameters.values()
    )


def functions() -> Iterator[tuple[str, Any]]:
    """Yield the exported functions by name."""
    for package in PACKAGES:
        for name in package.__all__:
            found = getattr(package, name)
            if inspect.isfunction(found):
                yield f"{package.__name__}.{name}", found


def methods() -> Iterator[tuple[str, str, Any]]:
    """Yield the class and the name of each public method that the packages define, but of rules."""
    for package in PACKAGES:
        for name in package.__all__:
            one = getattr(package, name)
            if not inspect.isclass(one) or issubclass(one, (BaseException, sudoku.Rule)):
                continue
            for method in (each for each in dir(one) if each[0] != "_"):
                owner = next(base for base in one.__mro__ if method in vars(base))
                found = getattr(one, method)
                is_ours = owner.__module__.partition(".")[0] in ("exactcover", "csp", "sudoku")
                if is_ours and (inspect.isfunction(found) or inspect.ismethod(found)):
                    yield f"{package.__name__}.{name}", method, found


def test_every_function_takes_limits_or_says_why_not() -> None:
    bounded = {f"{package}.{name}" for package, own in BOUNDED.items() for name in own.split()}
    stated = {f"csp.{name}" for name in CONSTRAINTS}
    lacking = {name for name, function in functions() if not takes_limits(function)}
    assert lacking == bounded | stated
    said = {name for name, function in functions() if NO_LIMITS in " ".join(words_of(function))}
    assert said == bounded


def words_of(function: Any) -> list[str]:
    return (function.__doc__ or "").split()


def test_post_says_why_constraints_take_no_limits() -> None:
    assert "take no limits" in " ".join(words_of(csp.Model.post))
    assert takes_limits(csp.Model.post)


def test_every_method_takes_limits_or_is_said_to_be_bounded() -> None:
    stated = set(STATEMENTS.split())
    lacking: dict[str, set[str]] = {}
    for owner, name, method in methods():
        if owner not in stated and not takes_limits(method):
            lacking.setdefault(owner, set()).add(name)
    assert lacking == {owner: set(names.split()) for owner, names in METHODS.items()}


def test_each_class_that_only_states_something_is_there() -> None:
    assert {owner for owner, _, _ in methods()} >= set(STATEMENTS.split())


@pytest.mark.parametrize(
    "verb",
    [
        lambda progress: exactcover.Problem([["p"], ["q"]]).estimate(progress=progress),
        lambda progress: exactcover.Problem([["p"], ["q"]]).sample(3, seed=1, progress=progress),
        lambda progress: list(exactcover.Problem([["p"]]).trace(progress=progress)),
        lambda progress: exactcover.Problem([["p"]], primary=["p", "q"]).explain_infeasible(
            progress=progress
        ),
        lambda progress: (
            exactcover.Problem([["p"]])
            .diagram()
            .union(exactcover.Problem([["p"]]).diagram(), progress=progress)
        ),
        lambda progress: _contradiction().explain_infeasible(progress=progress),
        lambda progress: _contradiction().to_flatzinc(progress=progress),
        lambda progress: _contradiction().to_dimacs(progress=progress),
        lambda progress: _contradiction().to_opb(progress=progress),
        lambda progress: sudoku.explain("1234341221434...", progress=progress),
        lambda progress: sudoku.hint("1234341221434...", progress=progress),
        lambda progress: sudoku.rate("1234341221434...", progress=progress),
        lambda progress: sudoku.rate_batch([[0] * 81], progress=progress),
        lambda progress: list(
            sudoku.generate(1, shape=sudoku.Shape(2, 2), seed=1, workers=1, progress=progress)
        ),
        lambda progress: sudoku.book(["1234341221434..."], progress=progress),
        lambda progress: sudoku.estimate_grids(
            sudoku.Shape(2, 2), n_samples=2, seed=1, progress=progress
        ),
    ],
)
@pytest.mark.kernel
def test_progress_is_reported_at_the_end(verb: Any) -> None:
    reports: list[exactcover.Progress] = []
    verb(reports.append)
    assert reports
    assert 0 <= reports[-1].part <= 1


def _contradiction() -> csp.Model:
    model = csp.Model()
    x = model.variable(range(3))
    model.post(x > 1, x < 1)
    return model


class Set:
    """A flag that is set from the beginning."""

    def is_set(self) -> bool:
        return True


def test_cancelled_estimates_and_books_say_so() -> None:
    with pytest.raises(exactcover.UndecidedError, match="cancelled"):
        sudoku.estimate_grids(sudoku.Shape(3, 3), n_samples=2, seed=1, cancel=Set())
    with pytest.raises(exactcover.UnfinishedError, match="the booklet is not complete: cancelled"):
        sudoku.book(["1234341221434..."], cancel=Set())
    with pytest.raises(exactcover.UnfinishedError, match="the booklet is not complete"):
        sudoku.book(sudoku.generate(5, seed=1, workers=1), time_limit=0)
    with pytest.raises(exactcover.UnfinishedError, match="the text is not complete: cancelled"):
        _contradiction().to_opb(cancel=Set())
